//! Outputs read from transactions that were checked against their ids.

use super::address::Address;
use super::parent::{ParentOutput, ParentTransaction};
use super::token::Token;
use super::token_prefix;
use bitcoin::hashes::{Hash, sha256};
use bitcoin::{OutPoint, Txid};
use std::collections::HashMap;

/// An output whose value and script are committed to by the id of its transaction, so they never change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedOutput {
    /// The value in base units.
    pub value: u64,
    /// True if the output carries `CashTokens`, which a plain payment would burn.
    pub carries_token: bool,
    /// The tokens, on the heap because few outputs have any; `None` also if their prefix is malformed.
    pub token: Option<Box<Token>>,
    /// The SHA-256 of the script as serialised, of the same size for every script.
    script_hash: sha256::Hash,
}

/// Verified outputs by outpoint: `None` if the transaction has no output with that index, absent if the transaction
/// is unknown.
pub type VerifiedOutputs = HashMap<OutPoint, Option<VerifiedOutput>>;

impl VerifiedOutput {
    /// Returns true if the script is that of the address, without tokens.
    pub fn belongs_to(&self, address: &Address) -> bool {
        self.script_hash == sha256::Hash::hash(address.script_pubkey().as_bytes())
    }
}

impl From<&ParentOutput> for VerifiedOutput {
    fn from(output: &ParentOutput) -> Self {
        Self {
            value: output.value,
            carries_token: output.carries_token,
            token: token_prefix::split(&output.script).map(|(token, _)| Box::new(token)),
            script_hash: sha256::Hash::hash(&output.script),
        }
    }
}

impl ParentTransaction {
    /// Returns the outputs with these indexes; `txid` is the id that the transaction was decoded with.
    pub fn verified_outputs(&self, txid: Txid, indexes: &[u32]) -> VerifiedOutputs {
        let outputs = indexes.iter().map(|&vout| {
            let output = self.output(vout).map(VerifiedOutput::from);
            (OutPoint::new(txid, vout), output)
        });
        outputs.collect()
    }
}
