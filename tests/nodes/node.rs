//! The node interface of the tests, independent of the node software.

use async_trait::async_trait;

/// An unspent output in a block or in the mempool.
#[derive(Clone, Debug)]
pub struct Coin {
    /// The transaction hash, 64 hex digits.
    pub txid: String,
    /// The index of the output.
    pub vout: u32,
    /// The value in base units.
    pub value: u64,
    /// The block height, `None` in the mempool.
    pub height: Option<u64>,
    /// True for a coinbase output.
    pub coinbase: bool,
}

/// A transaction that the node knows.
#[derive(Clone, Debug)]
pub struct Known {
    /// The raw transaction.
    pub hex: String,
    /// The block height, `None` in the mempool.
    pub height: Option<u64>,
}

/// A rejection of a transaction by the node's RPC.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The error code.
    pub code: i64,
    /// The error message.
    pub message: String,
}

/// A node on a separate chain. Addresses have the form of the network in the API.
#[async_trait]
pub trait Node: Send + Sync {
    /// Returns the unspent outputs of an address.
    async fn unspent(&self, address: &str) -> Vec<Coin>;

    /// Returns a transaction in the mempool or in a block.
    async fn transaction(&self, txid: &str) -> Option<Known>;

    /// Submits a raw transaction and returns the hash if accepted.
    async fn send(&self, hex: &str) -> Result<String, Rejection>;

    /// Returns the node's fee estimate, in base units per 1000 vbytes.
    async fn fee_estimate(&self, blocks: u32) -> Option<u64>;

    /// Pays an address from the miner's coins and returns the transaction hash.
    async fn fund(&self, address: &str, value: u64) -> String;

    /// Mines blocks with rewards to an address or to the miner.
    async fn mine(&self, blocks: u32, to: Option<&str>);

    /// Returns the height of the latest block.
    async fn height(&self) -> u64;

    /// Returns the hashes of the pending transactions.
    async fn mempool(&self) -> Vec<String>;

    /// Returns the URL of an RPC server like Bitcoin Core's, for an index server.
    async fn rpc_url(&self) -> String;
}
