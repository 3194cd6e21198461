//! GET /api/v2/xpub/{key}: balance, addresses and history of an extended public key.
//!
//! Blockbook accepts keys in base58 with the version bytes of the chain's configuration, or as a descriptor of a
//! taproot key without a path (trezor/blockbook, `configs/coins` and `bitcoinlikeparser.go`).

use super::address::{self, Parameters};
use super::view::put;
use super::{BlockbookError, run_blocking};
use crate::btc_like::ledger::Ledger;
use crate::btc_like::node::Node;
use crate::btc_like::rules::{DECIMALS, KeyKind, Rules};
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::bip32::{ChildNumber, Xpub};
use bitcoin::secp256k1::{Secp256k1, VerifyOnly};
use bitcoin::{ScriptBuf, base58};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// The default and maximum number of unused addresses after the last used address.
const DEFAULT_GAP: u32 = 20;
const MAX_GAP: u32 = 10_000;

/// The parameters besides the parameters of the list of transactions.
#[derive(Deserialize)]
pub struct KeyParameters {
    gap: Option<u32>,
    tokens: Option<String>,
}

/// An address of a key.
pub struct Derived {
    pub script: ScriptBuf,
    /// The path as shown by Blockbook.
    pub path: String,
}

pub async fn get(
    State(node): State<Arc<Node>>,
    Path(key): Path<String>,
    Query(page): Query<Parameters>,
    Query(parameters): Query<KeyParameters>,
) -> Result<Json<Value>, BlockbookError> {
    let key = AccountKey::parse(node.rules(), &key)
        .ok_or_else(|| BlockbookError::internal("not an extended key of this chain"))?;
    run_blocking(node, move |node| {
        let rules = node.rules();
        Ok(node.read(|ledger| {
            let derived = derive(ledger, &key, parameters.gap);
            let scripts = derived.iter().map(|derived| derived.script.clone()).collect();
            let tokens = tokens(rules, ledger, &derived, parameters.tokens.as_deref());
            let mut view = address::view(rules, ledger, &scripts, &page);
            view["address"] = "".into();
            view["usedTokens"] = tokens.len().into();
            put(&mut view, "tokens", Some(tokens).filter(|tokens| !tokens.is_empty()));
            view
        }))
    })
    .await
}

/// Derives the addresses of both branches as Blockbook does: up to the gap after the last address with a transaction in
/// a block, and of the second branch at least as many as up to the last used address of the first branch.
pub fn derive(ledger: &Ledger, key: &AccountKey, gap: Option<u32>) -> Vec<Derived> {
    let gap = gap.filter(|gap| *gap > 0).unwrap_or(DEFAULT_GAP).min(MAX_GAP) + 1;
    let mut all = Vec::new();
    let mut minimum = 0;
    for number in 0..2 {
        let Some(branch) = key.branch(number) else { continue };
        let (mut index, mut last_used) = (0, 0);
        while index < (last_used + gap).max(minimum) {
            let Some(script) = branch.script(index) else { break };
            if transfers(ledger, &script) > 0 {
                last_used = index;
            }
            let path = key.path(number, index);
            all.push(Derived { script, path });
            index += 1;
        }
        minimum = last_used;
    }
    all
}

/// Returns the number of transactions of a script in blocks.
fn transfers(ledger: &Ledger, script: &ScriptBuf) -> usize {
    let txids = ledger.script(script).into_iter().flat_map(|history| &history.txids);
    let entries = txids.filter_map(|txid| ledger.entry(*txid));
    entries.filter(|entry| entry.height.is_some()).count()
}

/// Returns the addresses of a key that a response shows: the used addresses, or all with the option `derived`.
fn tokens(rules: &Rules, ledger: &Ledger, derived: &[Derived], option: Option<&str>) -> Vec<Value> {
    let with_transfers = derived
        .iter()
        .map(|derived| (derived, transfers(ledger, &derived.script)));
    let shown = with_transfers.filter(|(_, transfers)| option == Some("derived") || *transfers > 0);
    let token = |(derived, transfers): (&Derived, usize)| {
        json!({
            "type": "XPUBAddress",
            "name": rules.address.encode(&derived.script).unwrap_or_default(),
            "path": derived.path,
            "transfers": transfers,
            "decimals": DECIMALS,
        })
    };
    shown.map(token).collect()
}

/// The version bytes of `tpub` (BIP 32), in which the keys are decoded.
const TPUB: [u8; 4] = [0x04, 0x35, 0x87, 0xcf];

static CURVE: LazyLock<Secp256k1<VerifyOnly>> = LazyLock::new(Secp256k1::verification_only);

/// An extended public key of an account.
#[derive(Clone, Copy, Debug)]
pub struct AccountKey {
    key: Xpub,
    kind: KeyKind,
}

impl AccountKey {
    /// Parses a key, `None` if the text is not a key of the chain.
    pub fn parse(rules: &Rules, text: &str) -> Option<Self> {
        let taproot = text.strip_prefix("tr(").and_then(|rest| rest.strip_suffix(')'));
        let mut bytes = base58::decode_check(taproot.unwrap_or(text)).ok()?;
        let version = u32::from_be_bytes(*bytes.first_chunk()?);
        let (_, kind) = rules.key_versions.iter().find(|(known, _)| *known == version)?;
        let kind = match taproot {
            Some(_) if rules.segwit => KeyKind::P2tr,
            Some(_) => return None,
            None => *kind,
        };
        bytes.get_mut(..4)?.copy_from_slice(&TPUB);
        let key = Xpub::decode(&bytes).ok()?;
        Some(Self { key, kind })
    }

    /// Returns the key of a branch, `None` if the key lacks the branch.
    pub fn branch(&self, branch: u32) -> Option<Branch> {
        let number = ChildNumber::from_normal_idx(branch).ok()?;
        Some(Branch {
            key: self.key.ckd_pub(&*CURVE, number).ok()?,
            kind: self.kind,
        })
    }

    /// Returns the path that Blockbook shows for an address: Blockbook derives the first steps from the kind of the
    /// key.
    pub fn path(&self, branch: u32, index: u32) -> String {
        let account = self.key.child_number;
        if self.key.depth == 3 {
            format!("m/{}'/1'/{account}/{branch}/{index}", self.kind.purpose())
        } else {
            format!("unknown/{account}/{branch}/{index}")
        }
    }
}

/// A branch of an account: addresses for payments, or for change.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    key: Xpub,
    kind: KeyKind,
}

impl Branch {
    /// Returns the output script of an address, `None` if the branch does not have the index.
    pub fn script(&self, index: u32) -> Option<ScriptBuf> {
        let key = self
            .key
            .ckd_pub(&*CURVE, ChildNumber::from_normal_idx(index).ok()?)
            .ok()?;
        let witness = ScriptBuf::new_p2wpkh(&key.to_pub().wpubkey_hash());
        Some(match self.kind {
            KeyKind::P2pkh => ScriptBuf::new_p2pkh(&key.to_pub().pubkey_hash()),
            KeyKind::P2shP2wpkh => ScriptBuf::new_p2sh(&witness.script_hash()),
            KeyKind::P2wpkh => witness,
            KeyKind::P2tr => ScriptBuf::new_p2tr(&CURVE, key.to_x_only_pub(), None),
        })
    }
}
