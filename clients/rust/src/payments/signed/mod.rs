//! Signed transactions.

mod status;

use crate::blockchain_connector_btc_like::Utxo;
use crate::wire::Status;
use bon::Builder;
use serde::{Deserialize, Serialize};
use wallet_core::model::Network;

/// A family of chains with one connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Family {
    /// btc, ltc, bch and doge.
    BtcLike,
    /// The EVM chains.
    EthLike,
    /// Stellar.
    Xlm,
}

/// A signed transaction. An app stores it before it sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Signed {
    /// The family of the chain.
    pub family: Family,
    /// The chain.
    pub chain: String,
    /// The network.
    pub network: Network,
    /// The signed transaction.
    pub txdata: String,
    /// The transaction hash, computed here.
    pub txid: String,
    /// The public key of the sender in hex.
    #[serde(default)]
    pub public_key: String,
    /// The outputs that the transaction spends, on the UTXO chains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[builder(default)]
    pub utxo: Vec<Utxo>,
}

/// The status of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TransactionStatus {
    /// The status.
    pub status: Status,
    /// The number of blocks since, 0 while it is pending.
    pub confirmations: u64,
    /// The block height or ledger number; empty while it is pending.
    pub block: String,
    /// The transaction that replaced this one.
    pub replaced_by: Option<String>,
}

impl Signed {
    /// Returns true if both are on the same chain and network.
    pub(super) fn is_on(&self, other: &Self) -> bool {
        (self.family, &self.chain, self.network) == (other.family, &other.chain, other.network)
    }
}
