//! What a chain of any family has to offer, so that faucet, mining and server treat all alike.

use axum::Router;
use std::io;
use wallet_http::{ApiError, Field};

/// A sandbox chain. Its calls wait for judgements and for the disk, so they belong on a thread that may wait.
pub trait SandboxChain: Send + Sync {
    /// The chain as it stands in paths.
    fn name(&self) -> &'static str;

    /// The protocols that it speaks, as upstreams do, relative to its own path.
    fn router(&self) -> Router;

    /// How a setting names it as an upstream when its path is at `url` (`http://…`).
    fn upstream(&self, url: &str) -> String;

    /// Pays somebody from the faucet, by a transaction in the mempool.
    fn pay(&self, payment: Payment) -> Result<Paid, ApiError>;

    /// Makes a block of what waits in the mempool.
    fn mine(&self) -> io::Result<Mined>;

    /// Makes a block if anything waits in the mempool.
    fn mine_if_waiting(&self) -> io::Result<()>;
}

/// What the faucet is asked for.
#[derive(Debug, Default)]
pub struct Payment {
    /// Any address of the chain's testnet.
    pub address: Field<String>,
    /// In smallest units.
    pub amount: Field<String>,
    /// The contract of a token; without it the chain's coin is paid.
    pub token: Field<String>,
}

/// A payment of the faucet.
#[derive(Debug)]
pub struct Paid {
    /// Its id.
    pub txid: String,
    /// The output that holds the coins, on chains that have outputs.
    pub vout: Option<u32>,
}

/// A block that was just made.
#[derive(Debug)]
pub struct Mined {
    /// Its height.
    pub height: u64,
    /// Its hash.
    pub hash: String,
    /// What it confirms.
    pub txids: Vec<String>,
}
