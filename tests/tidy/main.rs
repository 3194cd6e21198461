//! The rules of this repository, as tests.
//!
//! What clippy and cargo-deny can check is left to them; here stands what is particular to this
//! project: which package may know which, how long a file may be, that code and documents agree.

mod circles;
mod decisions;
mod environment;
mod imports;
mod links;
mod manifests;
mod prose;
mod repository;
mod routes;
mod sizes;
