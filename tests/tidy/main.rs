//! The rules of this repository, as tests.
//!
//! Clippy and cargo-deny check the general rules. These tests check the rules of this project: the dependencies between
//! packages, the length of files, the language, and the agreement of code and documents.

mod chains;
mod circles;
mod client;
mod decisions;
mod environment;
mod families;
mod imports;
mod language;
mod links;
mod manifests;
mod prose;
mod repository;
mod routes;
mod security;
mod sizes;
