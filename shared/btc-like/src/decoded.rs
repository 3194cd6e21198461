//! Decoding of a transaction without network data.

use super::address::Address;
use super::params::Params;
use super::signed::{TransactionError, is_signed, read, size};
use bitcoin::script::Instruction;
use bitcoin::{OutPoint, PublicKey, Script, Transaction, TxIn, Txid};

/// A transaction, signed or unsigned, decoded from its bytes alone.
///
/// It does not contain the values of its inputs, and therefore not its fee (docs/decisions/0112).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedTransaction {
    params: &'static Params,
    transaction: Transaction,
}

impl DecodedTransaction {
    /// Parses hex, with or without `0x`. Rejects transactions that nodes of the chain would reject even when
    /// signed.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let transaction = read(params, text)?;
        Ok(Self { params, transaction })
    }

    /// Returns true if every input has a script or witness. The signatures are not verified.
    pub fn is_signed(&self) -> bool {
        self.transaction.input.iter().all(is_signed)
    }

    /// Returns the transaction id, or `None` while a signature is missing, since signing may change the id.
    pub fn txid(&self) -> Option<Txid> {
        self.is_signed().then(|| self.transaction.compute_txid())
    }

    /// Returns the current size in vbytes.
    pub fn size(&self) -> u64 {
        size(&self.transaction)
    }

    /// Returns the lock time: the earliest block height or, from 500 000 000 on, the earliest Unix
    /// time.
    pub fn lock_time(&self) -> u32 {
        self.transaction.lock_time.to_consensus_u32()
    }

    /// Returns the outpoint of each input, with the address of the spender if it can be derived from the input.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = (OutPoint, Option<Address>)> + '_ {
        let inputs = self.transaction.input.iter();
        inputs.map(|input| (input.previous_output, spender(self.params, input)))
    }

    /// Returns the value of each output in base units, and its script.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = (u64, &Script)> + '_ {
        let outputs = self.transaction.output.iter();
        outputs.map(|output| (output.value.to_sat(), output.script_pubkey.as_script()))
    }
}

/// Returns the address of the public key in a P2PKH or P2WPKH input.
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

/// Returns the second of exactly two pushes: the key, if the first is a signature.
fn key_of_script(script: &Script) -> Option<&[u8]> {
    let mut pushes = script.instructions();
    match (pushes.next()?, pushes.next()?, pushes.next()) {
        (Ok(Instruction::PushBytes(signature)), Ok(Instruction::PushBytes(key)), None) if !signature.is_empty() => {
            Some(key.as_bytes())
        }
        _ => None,
    }
}
