//! What differs between the families of chains: what is read, and how a transaction is handed over and refused.

use super::horizon;
use super::world::Read;
use crate::blockchain_connector_btc_like::refusal;
use crate::support::json_rpc::calls;
use crate::support::stub::{Reply, Request};
use serde_json::json;

/// A family of chains with the protocol of its upstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// btc-like over Blockbook.
    Utxo,
    /// eth-like over JSON-RPC.
    Evm,
    /// xlm over Horizon.
    Stellar,
}

impl Family {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Utxo, Self::Evm, Self::Stellar];

    /// How the setting calls the upstreams.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Utxo => "blockbook",
            Self::Evm => "jsonrpc",
            Self::Stellar => "horizon",
        }
    }

    /// The chain that is asked about.
    pub const fn chain(self) -> &'static str {
        match self {
            Self::Utxo => "btc",
            Self::Evm => "eth",
            Self::Stellar => "xlm",
        }
    }

    /// Its connector.
    pub const fn connector(self) -> &'static str {
        match self {
            Self::Utxo => "blockchain-connector-btc-like",
            Self::Evm => "blockchain-connector-eth-like",
            Self::Stellar => "blockchain-connector-xlm",
        }
    }

    /// What its services read from the network.
    pub const fn reads(self) -> &'static [Read] {
        match self {
            Self::Utxo => &Read::UTXO,
            Self::Evm => &Read::EVM,
            Self::Stellar => &Read::STELLAR,
        }
    }

    /// Something that is asked of one upstream after the other and never remembered.
    pub const fn plain_read(self) -> Read {
        match self {
            Self::Utxo => Read::UtxoList,
            Self::Evm => Read::EvmStatus,
            Self::Stellar => Read::StellarHash,
        }
    }

    /// The transaction that is handed over in a request, if one is.
    pub fn handed(self, request: &Request) -> Option<String> {
        match self {
            Self::Utxo => (request.method == "POST").then(|| request.body.clone()),
            Self::Evm => {
                let mut calls = calls(request).into_iter();
                let call = calls.find(|call| call.method == "eth_sendRawTransaction")?;
                call.params[0].as_str().map(str::to_owned)
            }
            Self::Stellar => horizon::handed(request),
        }
    }

    /// What a look-up of a transaction asks for.
    pub fn look_up(self, txid: &str) -> String {
        match self {
            Self::Utxo => format!("/api/v2/tx/{txid}"),
            Self::Evm => "eth_getTransactionByHash".to_owned(),
            Self::Stellar => format!("/transactions/{txid}"),
        }
    }

    /// A node's refusal in these words; of Stellar the name of a result code.
    pub fn refusal(self, words: &str) -> Reply {
        match self {
            Self::Utxo => refusal(words),
            Self::Evm => {
                let error = json!({ "code": -32000, "message": words });
                Reply::ok(json!({ "jsonrpc": "2.0", "id": 0, "error": error }).to_string())
            }
            Self::Stellar => match words {
                "txBAD_SEQ" => horizon::refusal(-5),
                "txBAD_AUTH" => horizon::refusal(-6),
                "txINSUFFICIENT_BALANCE" => horizon::refusal(-7),
                known => horizon::status(409, known, horizon::APPLIED),
            },
        }
    }

    /// What nodes say to a transaction that they have.
    pub const fn known(self) -> &'static [&'static str] {
        match self {
            Self::Utxo => &[
                "-27: Transaction already in block chain",
                "-26: txn-already-known",
                "-26: txn-already-in-mempool",
            ],
            Self::Evm => &["already known", "AlreadyKnown", "Known transaction"],
            Self::Stellar => &["DUPLICATE"],
        }
    }

    /// What nodes say where this very transaction may be the reason, and our word for it.
    pub const fn spent(self) -> (&'static str, &'static str) {
        match self {
            Self::Utxo => ("-25: bad-txns-inputs-missingorspent", "missing_inputs"),
            Self::Evm => ("nonce too low: next nonce 10, tx nonce 9", "nonce_too_low"),
            Self::Stellar => ("txBAD_SEQ", "bad_sequence"),
        }
    }

    /// What nodes say to a transaction that they refuse for good.
    pub const fn refused(self) -> [&'static str; 2] {
        match self {
            Self::Utxo => ["-26: txn-mempool-conflict", "-26: dust"],
            Self::Evm => ["replacement transaction underpriced", "transaction underpriced"],
            Self::Stellar => ["txINSUFFICIENT_BALANCE", "txBAD_AUTH"],
        }
    }

    /// The answer of a node that took some other transaction.
    pub fn other_txid(self) -> Reply {
        match self {
            Self::Utxo => Reply::ok(json!({ "result": "00".repeat(32) }).to_string()),
            Self::Evm => {
                let id = format!("0x{}", "00".repeat(32));
                Reply::ok(json!({ "jsonrpc": "2.0", "id": 0, "result": id }).to_string())
            }
            Self::Stellar => horizon::status(201, "PENDING", &"00".repeat(32)),
        }
    }
}

/// Whether a request asks for this: the beginning of a path, or the name of a method.
pub fn asks_for(request: &Request, what: &str) -> bool {
    let is_method = || request.body.contains(&format!("\"{what}\""));
    request.path.starts_with(what) || is_method()
}
