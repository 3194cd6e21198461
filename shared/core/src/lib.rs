//! What is true about assets, chains, transactions and tokens.
//!
//! This crate is pure: facts go in, a decision comes out.
//! Its manifest names no runtime, no HTTP client and no AWS SDK, so nothing here can do I/O.
//! What it needs from outside is declared as traits in [`ports`]; other crates implement them.
//!
//! - [`model`]: the records of the specification that every family shares.
//! - [`ecdsa`]: keys and signatures on secp256k1, which both families below use.
//! - [`btc_like`]: btc, ltc, bch and doge.
//! - [`eth_like`]: eth, etc, ftm, avax, matic, bsc and op.
//! - [`xlm`]: the network of Stellar, with lumens and what accounts issue.
//! - [`assets`]: what a wallet shows of currencies, coins and tokens.
//! - [`auth`]: tokens, passwords, user names, the throttle.
//! - [`ports`]: what the core needs from outside.

pub mod assets;
pub mod auth;
pub mod btc_like;
pub mod ecdsa;
pub mod eth_like;
pub mod model;
pub mod ports;
pub mod xlm;
