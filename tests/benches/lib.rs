//! Benchmarks of the pure code: `cargo bench -p wallet-benches` (docs/performance.md). The library is empty.
