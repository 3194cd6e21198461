//! What the tests want of a node, whatever its kind.

use async_trait::async_trait;

/// An unspent output, mempool included.
#[derive(Clone, Debug)]
pub struct Coin {
    /// 64 hex digits.
    pub txid: String,
    /// The output's index.
    pub vout: u32,
    /// Smallest units.
    pub value: u64,
    /// The block it is in, `None` in the mempool.
    pub height: Option<u64>,
    /// Whether a block created it.
    pub coinbase: bool,
}

/// A transaction the node knows.
#[derive(Clone, Debug)]
pub struct Known {
    /// The raw bytes.
    pub hex: String,
    /// The block it is in, `None` in the mempool.
    pub height: Option<u64>,
}

/// Why a node refuses a transaction, as its RPC says it.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The RPC's error code.
    pub code: i64,
    /// The RPC's text.
    pub message: String,
}

/// A node on a chain of its own. Addresses are those of the network that our API speaks.
#[async_trait]
pub trait Node: Send + Sync {
    /// The outputs that an address can spend.
    async fn unspent(&self, address: &str) -> Vec<Coin>;

    /// A transaction in the mempool or in a block.
    async fn transaction(&self, txid: &str) -> Option<Known>;

    /// Sends raw bytes; the txid when they are in the mempool.
    async fn send(&self, hex: &str) -> Result<String, Refusal>;

    /// The node's own estimate, smallest units per 1000 vbytes.
    async fn fee_estimate(&self, blocks: u32) -> Option<u64>;

    /// Pays an address from the miner's coins; the txid.
    async fn fund(&self, address: &str, value: u64) -> String;

    /// Makes blocks, their rewards to an address or to the miner.
    async fn mine(&self, blocks: u32, to: Option<&str>);

    /// The number of the last block.
    async fn height(&self) -> u64;

    /// The ids of the transactions that wait.
    async fn mempool(&self) -> Vec<String>;

    /// Where the node answers as a node of the Bitcoin Core family does, for an index server behind it.
    async fn rpc_url(&self) -> String;
}
