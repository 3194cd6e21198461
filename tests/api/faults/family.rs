//! The differences between the chain families: reads, submissions and rejections.

use super::fixture::Read;
use super::horizon;
use crate::blockchain_connector_btc_like::rejection;
use crate::support::json_rpc::calls;
use crate::support::stub::{Reply, Request};
use serde_json::json;

/// A chain family with the protocol of the upstreams.
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
    /// All families.
    pub const ALL: [Self; 3] = [Self::Utxo, Self::Evm, Self::Stellar];

    /// Returns the upstream kind as in the setting.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Utxo => "blockbook",
            Self::Evm => "jsonrpc",
            Self::Stellar => "horizon",
        }
    }

    /// Returns the tested chain.
    pub const fn chain(self) -> &'static str {
        match self {
            Self::Utxo => "btc",
            Self::Evm => "eth",
            Self::Stellar => "xlm",
        }
    }

    /// Returns the name of the connector service.
    pub const fn connector(self) -> &'static str {
        match self {
            Self::Utxo => "blockchain-connector-btc-like",
            Self::Evm => "blockchain-connector-eth-like",
            Self::Stellar => "blockchain-connector-xlm",
        }
    }

    /// Returns the reads of the services.
    pub const fn reads(self) -> &'static [Read] {
        match self {
            Self::Utxo => &Read::UTXO,
            Self::Evm => &Read::EVM,
            Self::Stellar => &Read::STELLAR,
        }
    }

    /// Returns a read that queries the upstreams sequentially and is never cached.
    pub const fn plain_read(self) -> Read {
        match self {
            Self::Utxo => Read::UtxoList,
            Self::Evm => Read::EvmStatus,
            Self::Stellar => Read::StellarStatus,
        }
    }

    /// Returns the transaction that a request submits, if any.
    pub fn submitted_transaction(self, request: &Request) -> Option<String> {
        match self {
            Self::Utxo => (request.method == "POST").then(|| request.body.clone()),
            Self::Evm => {
                let mut calls = calls(request).into_iter();
                let call = calls.find(|call| call.method == "eth_sendRawTransaction")?;
                call.params[0].as_str().map(str::to_owned)
            }
            Self::Stellar => horizon::submitted_transaction(request),
        }
    }

    /// Returns the path or method of a transaction lookup.
    pub fn lookup_request(self, txid: &str) -> String {
        match self {
            Self::Utxo => format!("/api/v2/tx/{txid}"),
            Self::Evm => "eth_getTransactionByHash".to_owned(),
            Self::Stellar => format!("/transactions/{txid}"),
        }
    }

    /// Returns a node's rejection with this message; for Stellar the message is the name of a result code.
    pub fn rejection_reply(self, message: &str) -> Reply {
        match self {
            Self::Utxo => rejection(message),
            Self::Evm => {
                let error = json!({ "code": -32000, "message": message });
                Reply::ok(json!({ "jsonrpc": "2.0", "id": 0, "error": error }).to_string())
            }
            Self::Stellar => match message {
                "txBAD_SEQ" => horizon::rejection_reply(-5),
                "txBAD_AUTH" => horizon::rejection_reply(-6),
                "txINSUFFICIENT_BALANCE" => horizon::rejection_reply(-7),
                known => horizon::status(409, known, horizon::APPLIED),
            },
        }
    }

    /// Returns the messages of nodes for a transaction that they already have.
    pub const fn already_known_messages(self) -> &'static [&'static str] {
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

    /// Returns a node message that this very transaction may have caused, and our error reason for it.
    pub const fn spent(self) -> (&'static str, &'static str) {
        match self {
            Self::Utxo => ("-25: bad-txns-inputs-missingorspent", "missing_inputs"),
            Self::Evm => ("nonce too low: next nonce 10, tx nonce 9", "nonce_too_low"),
            Self::Stellar => ("txBAD_SEQ", "bad_sequence"),
        }
    }

    /// Returns the messages of nodes for definitive rejections.
    pub const fn rejection_messages(self) -> [&'static str; 2] {
        match self {
            Self::Utxo => ["-26: txn-mempool-conflict", "-26: dust"],
            Self::Evm => ["replacement transaction underpriced", "transaction underpriced"],
            Self::Stellar => ["txINSUFFICIENT_BALANCE", "txBAD_AUTH"],
        }
    }

    /// Returns the response of a node that accepted a different transaction.
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

/// Returns true if a request matches: a path prefix or a method name.
pub fn is_request_for(request: &Request, endpoint: &str) -> bool {
    let is_method = || request.body.contains(&format!("\"{endpoint}\""));
    request.path.starts_with(endpoint) || is_method()
}
