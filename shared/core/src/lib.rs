//! Names, amounts, records, tokens and passwords that every service and chain family shares.
//!
//! This crate is pure: facts go in, a decision comes out.
//! The manifest has no runtime, no HTTP client and no AWS SDK, so nothing here can do I/O.
//! [`ports`] declares the system's side effects as traits, which adapter crates implement.
//!
//! - [`model`]: names of chains and networks, amounts, and the records of the specification.
//! - [`ecdsa`]: public keys and signatures on secp256k1, for the UTXO and EVM chains.
//! - [`auth`]: tokens, passwords, user names, the throttle.
//! - [`error`]: error codes, and the trait that gives every error its code, field and details.
//! - [`wire`]: strings in requests and responses, with their schemas.
//! - [`observation`]: facts about a request for log lines and metrics.
//! - [`payment_uri`]: the syntax of payment requests as URIs, and exact decimal numbers.
//! - [`public_endpoint`]: URLs of servers that are not trusted, and the addresses that requests to them may connect to.
//! - [`name`]: names of recipients.
//! - [`own_history`]: balances at earlier times, and statements.
//! - [`recipient`]: facts about the recipient of a payment.
//! - [`lists`]: lists of addresses that the operator imports.
//! - [`ports`]: clock, randomness, deadline, storage, and the errors of upstreams.

#![warn(missing_docs)]

pub mod auth;
pub mod ecdsa;
pub mod error;
pub mod lists;
pub mod model;
pub mod name;
pub mod observation;
pub mod own_history;
pub mod payment_uri;
pub mod ports;
pub mod public_endpoint;
pub mod recipient;
pub mod wire;
