//! Everything on one machine: all services in one process, an embedded DynamoDB, sandbox networks.
//!
//! - [`sandbox`]: the networks behind `testnet`.
//! - [`demo`]: a client that walks the whole path of a payment.

pub mod demo;
pub mod sandbox;
