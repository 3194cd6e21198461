# Checks the fuzz targets, which are not run: running requires a C++ compiler and time. The variable avoids building the engine.
cargo fmt --manifest-path fuzz/Cargo.toml --check
CUSTOM_LIBFUZZER_PATH=/none cargo check --quiet --locked --manifest-path fuzz/Cargo.toml --target-dir target
