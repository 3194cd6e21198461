//! The interface that every sandbox chain implements, so that the faucet, mining and the server treat all chain
//! families alike.

use axum::Router;
use std::io;
use wallet_http::{ApiError, Field};

/// A sandbox chain. Its methods may block on locks and disk writes, so call them from a blocking thread.
pub trait SandboxChain: Send + Sync {
    /// Returns the chain name as used in URL paths.
    fn name(&self) -> &'static str;

    /// Returns the routes of the upstream protocols that the chain serves, relative to its own path.
    fn router(&self) -> Router;

    /// Returns the upstream setting for this chain when its path is served at `url` (`http://…`).
    fn upstream(&self, url: &str) -> String;

    /// Submits a faucet payment to the mempool.
    fn pay(&self, payment: Payment) -> Result<Paid, ApiError>;

    /// Mines a block from the mempool; the block may be empty.
    fn mine(&self) -> io::Result<Mined>;

    /// Mines a block if the mempool is not empty.
    fn mine_if_waiting(&self) -> io::Result<()>;
}

/// A faucet request.
#[derive(Debug, Default)]
pub struct Payment {
    /// Any testnet address of the chain.
    pub address: Field<String>,
    /// The amount in base units.
    pub amount: Field<String>,
    /// The contract address of a token; omit it for the native coin.
    pub token: Field<String>,
}

/// A submitted faucet payment.
#[derive(Debug)]
pub struct Paid {
    /// The transaction id.
    pub txid: String,
    /// The index of the output that pays the address, on chains with outputs.
    pub vout: Option<u32>,
}

/// A newly mined block.
#[derive(Debug)]
pub struct Mined {
    /// The block height.
    pub height: u64,
    /// The block hash.
    pub hash: String,
    /// The ids of the transactions that the block confirms.
    pub txids: Vec<String>,
}
