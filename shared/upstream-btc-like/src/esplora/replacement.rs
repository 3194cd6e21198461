//! `GET /v1/tx/{txid}/rbf` and `GET /v1/tx/{txid}/cached` of mempool.space: the replacements of a transaction that
//! left the mempool, and its content. The server keeps both for a day after the replacement is mined or evicted.
//!
//! Esplora itself does not have these paths.

use super::{Esplora, success};
use crate::source::Replacements;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};
use wallet_btc_like::{InputFields, OutPoint, ScriptBuf, TransactionFields, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;

/// Support of the server for these paths.
#[derive(Default)]
pub(super) struct ReplacementHistory {
    /// Set once the server has rejected the call as unknown: it is not mempool.space.
    unsupported: AtomicBool,
}

/// Response of the first path; the value is null for a transaction without replacements.
#[derive(Deserialize)]
struct History {
    replacements: Option<Node>,
}

/// Transaction in the tree of replacements, whose root is the latest one.
#[derive(Deserialize)]
struct Node {
    tx: Id,
    replaces: Vec<Self>,
}

#[derive(Deserialize)]
struct Id {
    txid: Txid,
}

/// The fields of a transaction that its txid commits to.
#[derive(Deserialize)]
struct Content {
    version: i32,
    locktime: u32,
    vin: Vec<Input>,
    vout: Vec<Output>,
}

#[derive(Deserialize)]
struct Input {
    txid: Txid,
    vout: u32,
    scriptsig: String,
    sequence: u32,
}

#[derive(Deserialize)]
struct Output {
    scriptpubkey: String,
    value: u64,
}

impl Esplora {
    /// Returns the replacements of a transaction, `None` if this server does not report any.
    pub(super) async fn replaced(&self, txid: Txid, deadline: Deadline) -> Option<Replacements> {
        if self.replacement_history.unsupported.load(Ordering::Relaxed) {
            return None;
        }
        match self.lookup(txid, deadline).await {
            Ok(found) => found,
            Err(failure) => {
                tracing::info!(%failure, "replacements unavailable");
                None
            }
        }
    }

    async fn lookup(&self, txid: Txid, deadline: Deadline) -> Result<Option<Replacements>, Failure> {
        let id = txid.to_string();
        let url = self.endpoint.url(&["v1", "tx", &id, "rbf"]);
        let response = self.endpoint.get_optional(Topic::Replacements, url, deadline).await?;
        if response.status() == 404 {
            self.replacement_history.unsupported.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let history: History = success(response)?.json()?;
        let by = history.replacements.map(|root| root.replacements_of(txid));
        let Some(by) = by.filter(|by| !by.is_empty()) else {
            return Ok(None);
        };
        let url = self.endpoint.url(&["v1", "tx", &id, "cached"]);
        let content: Content =
            success(self.endpoint.get_optional(Topic::Replacements, url, deadline).await?)?.json()?;
        let inputs = content.fields()?.spent_outpoints(txid).map_err(Failure::unusable)?;
        Ok(Some(Replacements { inputs, by }))
    }
}

impl Node {
    /// Returns the transactions between the root and this one, the root first; empty if this one is the root or not in
    /// the tree.
    fn replacements_of(&self, txid: Txid) -> Vec<Txid> {
        if self.replaces.iter().any(|node| node.tx.txid == txid) {
            return vec![self.tx.txid];
        }
        let deeper = self.replaces.iter().map(|node| node.replacements_of(txid));
        let found = deeper.into_iter().find(|found| !found.is_empty());
        found.map_or_else(Vec::new, |found| [vec![self.tx.txid], found].concat())
    }
}

impl Content {
    fn fields(self) -> Result<TransactionFields, Failure> {
        Ok(TransactionFields {
            version: self.version,
            lock_time: self.locktime,
            inputs: self.vin.into_iter().map(Input::fields).collect::<Result<_, _>>()?,
            outputs: self.vout.into_iter().map(Output::fields).collect::<Result<_, _>>()?,
        })
    }
}

impl Input {
    fn fields(self) -> Result<InputFields, Failure> {
        Ok(InputFields {
            outpoint: OutPoint::new(self.txid, self.vout),
            script: script(&self.scriptsig)?,
            sequence: self.sequence,
        })
    }
}

impl Output {
    fn fields(self) -> Result<(u64, ScriptBuf), Failure> {
        Ok((self.value, script(&self.scriptpubkey)?))
    }
}

fn script(hex: &str) -> Result<ScriptBuf, Failure> {
    ScriptBuf::from_hex(hex).map_err(|error| Failure::unusable(format_args!("script: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn id(number: u8) -> Txid {
        format!("{number:064x}").parse().expect("a txid")
    }

    fn node(number: u8, replaces: &[Value]) -> Value {
        json!({ "tx": { "txid": id(number) }, "time": 1, "fullRbf": false, "replaces": replaces })
    }

    #[test]
    fn only_later_transactions_of_the_same_branch_are_replacements() {
        let tree = node(1, &[node(2, &[]), node(3, &[node(4, &[]), node(5, &[])])]);
        let tree: Node = serde_json::from_value(tree).expect("a tree");
        for (number, expected) in [(1, vec![]), (2, vec![1]), (3, vec![1]), (5, vec![1, 3]), (6, vec![])] {
            let expected: Vec<_> = expected.into_iter().map(id).collect();
            assert_eq!(tree.replacements_of(id(number)), expected, "{number}");
        }
    }
}
