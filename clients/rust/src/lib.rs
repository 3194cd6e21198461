//! A client of Wallet Cloud Services.
//!
//! - [`Client`] sends requests. Each service is a module, and each endpoint a function in the module of the path:
//!   `POST /blockchain-connector-btc-like/v1/api/transaction/get-hash/btc` is
//!   [`blockchain_connector_btc_like::transaction::get_hash`].
//! - [`Session`] issues, stores and refreshes the tokens of a user or of a back end.
//! - `payments` (feature `payments`) makes payments in steps. What is signed is decoded here and compared with the
//!   payment that the app requested, so that an incorrect server obtains no signature.
//! - `signers` (feature `signers`) contains keys that stay in the app.
//! - `hd` (feature `hd`) derives the keys of all chains from a mnemonic.
//!
//! Errors have the code of the service ([`CallError::code`]). Calls are repeated only as far as the error permits it
//! ([`RetryPolicy`]), and a transaction is only ever sent again with the same bytes.

// A later version adds fields and variants without breaking an app.
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

#[macro_use]
mod operations;
#[macro_use]
mod records;

mod client;
mod clock;
mod encoding;
mod error;
mod operation;
mod retry;
mod session;
mod transport;
mod warning;

pub mod address_info_btc_like;
pub mod address_info_eth_like;
pub mod address_info_xlm;
pub mod asset_info;
pub mod authorization;
pub mod batch;
pub mod blockchain_connector_btc_like;
pub mod blockchain_connector_eth_like;
pub mod blockchain_connector_xlm;
#[doc(hidden)]
pub mod contract;
#[cfg(feature = "hd")]
pub mod hd;
pub mod notifications;
pub mod own_history;
#[cfg(feature = "payments")]
pub mod payments;
pub mod sandbox;
#[cfg(feature = "signers")]
pub mod signers;
pub mod wire;

pub use client::Client;
pub use error::{CallError, Code, ErrorResponse, SessionError, StoreError};
pub use operation::{Method, Operation};
pub use retry::RetryPolicy;
pub use session::{MemoryStore, Session, StoredSession, Token, TokenSource, TokenStore};
pub use transport::{HttpTransport, Request, Response, Socket, Transport, TransportError};
pub use wallet_core::error::ErrorCode;
pub use wallet_core::model::Network;
