//! What a transaction does, as far as its own bytes tell.

use super::address::Address;
use super::params::Params;
use super::signed::{TransactionError, is_signed, read, size};
use bitcoin::script::Instruction;
use bitcoin::{OutPoint, PublicKey, Script, Transaction, TxIn, Txid};

/// A transaction, signed or not, that nobody has been asked about.
///
/// What its inputs are worth, and so its fee, is not in it (docs/decisions/0112).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedTransaction {
    params: &'static Params,
    transaction: Transaction,
}

impl DecodedTransaction {
    /// Reads hex, with or without `0x`, and refuses what no node of the chain would take once it is signed.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let transaction = read(params, text)?;
        Ok(Self { params, transaction })
    }

    /// Whether every input has a script or witness. What these are worth is for the network to say.
    pub fn is_signed(&self) -> bool {
        self.transaction.input.iter().all(is_signed)
    }

    /// The transaction's id; `None` while a signature is missing, which may change it.
    pub fn txid(&self) -> Option<Txid> {
        self.is_signed().then(|| self.transaction.compute_txid())
    }

    /// The size in vbytes as the transaction stands.
    pub fn size(&self) -> u64 {
        size(&self.transaction)
    }

    /// The block height, or from 500 000 000 on the Unix time, before which no block may hold the transaction.
    pub fn lock_time(&self) -> u32 {
        self.transaction.lock_time.to_consensus_u32()
    }

    /// What each input spends, and whose it is as far as that can be derived.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = (OutPoint, Option<Address>)> + '_ {
        let inputs = self.transaction.input.iter();
        inputs.map(|input| (input.previous_output, spender(self.params, input)))
    }

    /// What each output is worth in smallest units, and its script.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = (u64, &Script)> + '_ {
        let outputs = self.transaction.output.iter();
        outputs.map(|output| (output.value.to_sat(), output.script_pubkey.as_script()))
    }
}

/// The address of the key that an input shows, where it is one of a key hash.
fn spender(params: &'static Params, input: &TxIn) -> Option<Address> {
    if input.witness.is_empty() {
        let key = PublicKey::from_slice(key_of_script(&input.script_sig)?).ok()?;
        return Some(Address::p2pkh(params, key.pubkey_hash()));
    }
    if !input.script_sig.is_empty() || input.witness.len() != 2 {
        return None;
    }
    let key = PublicKey::from_slice(input.witness.nth(1)?).ok()?;
    Some(Address::p2wpkh(params, key.wpubkey_hash().ok()?))
}

/// The second of exactly two pushes, which is the key where the first is a signature.
fn key_of_script(script: &Script) -> Option<&[u8]> {
    let mut pushes = script.instructions();
    match (pushes.next()?, pushes.next()?, pushes.next()) {
        (Ok(Instruction::PushBytes(signature)), Ok(Instruction::PushBytes(key)), None) if !signature.is_empty() => {
            Some(key.as_bytes())
        }
        _ => None,
    }
}
