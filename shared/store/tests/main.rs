//! Adapter tests against databases and secret stores with the real protocols.
//!
//! `contract/` tests the contract of each port against every implementation; `cache/` tests the caches of the secret
//! store and of assets; `faults/` tests the state after calls that fail halfway.

mod cache;
mod contract;
mod faults;
mod support;
