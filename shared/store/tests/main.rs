//! The adapters against databases and secret stores that speak the real protocols.
//!
//! `contract/` says what every implementation of a port does, once per port, and is run against each
//! implementation; `cache/` says what is remembered of the secret store; `faults/` says what is left when calls fail halfway.

mod cache;
mod contract;
mod faults;
mod support;
