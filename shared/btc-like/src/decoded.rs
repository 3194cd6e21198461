//! Decoding of a transaction without network data.

use super::address::Address;
use super::data_output::data_of;
use super::extension::Extension;
use super::params::Params;
use super::signed::{TransactionError, is_signed, read, size};
use super::token::Token;
use super::token_prefix;
use bitcoin::script::Instruction;
use bitcoin::{OutPoint, PublicKey, Script, Transaction, TxIn, TxOut, Txid};

/// A transaction, signed or unsigned, decoded from its bytes alone.
///
/// It does not contain the values of its inputs, and therefore not its fee (docs/decisions/0112).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedTransaction {
    params: &'static Params,
    transaction: Transaction,
    extension: Option<Extension>,
}

/// An output of a [`DecodedTransaction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedOutput<'a> {
    /// The value in base units.
    pub value: u64,
    /// The script as serialised, on bch including the token prefix.
    pub script: &'a Script,
    /// The recipient, or `None` if the script has no address form.
    pub recipient: Option<Address>,
    /// The data of an output with `OP_RETURN` and one push, the form of
    /// [`DataOutput::of_data`](crate::DataOutput::of_data).
    pub data: Option<&'a [u8]>,
    /// The tokens of the output (bch only).
    pub token: Option<Token>,
}

impl DecodedTransaction {
    /// Parses hex, with or without `0x`. Rejects transactions that nodes of the chain would reject even when
    /// signed.
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, TransactionError> {
        let found = read(params, text)?;
        Ok(Self {
            params,
            transaction: found.transaction,
            extension: found.extension,
        })
    }

    /// Returns true if every input has a script or witness, or needs none. The signatures are not verified.
    pub fn is_signed(&self) -> bool {
        self.extension == Some(Extension::Hogex) || self.transaction.input.iter().all(is_signed)
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

    /// Returns the outputs in order.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = DecodedOutput<'_>> + '_ {
        let outputs = self.transaction.output.iter();
        outputs.map(|output| self.output(output))
    }

    fn output<'a>(&self, output: &'a TxOut) -> DecodedOutput<'a> {
        let script = output.script_pubkey.as_script();
        let with_tokens = token_prefix::split(script.as_bytes()).filter(|_| self.params.has_tokens());
        let (token, locking) = with_tokens.map_or((None, script), |(token, locking)| {
            (Some(token), Script::from_bytes(locking))
        });
        DecodedOutput {
            value: output.value.to_sat(),
            script,
            recipient: Address::from_script(self.params, locking),
            data: data_of(script),
            token,
        }
    }
}

/// Returns the address of the public key in a P2PKH or P2WPKH input, or in one of the latter inside P2SH (BIP 141).
fn spender(params: &'static Params, input: &TxIn) -> Option<Address> {
    if input.witness.is_empty() {
        let key = PublicKey::from_slice(key_of_script(&input.script_sig)?).ok()?;
        return Some(Address::p2pkh(params, key.pubkey_hash()));
    }
    if input.witness.len() != 2 {
        return None;
    }
    let key = PublicKey::from_slice(input.witness.nth(1)?).ok()?;
    let address = Address::p2wpkh(params, key.wpubkey_hash().ok()?);
    if input.script_sig.is_empty() {
        return Some(address);
    }
    let redeem_script = redeem_script(&input.script_sig)?;
    (redeem_script == address.script_pubkey()).then(|| Address::p2sh(params, redeem_script))
}

/// Returns the redeem script of a nested witness program, the only push of its script.
fn redeem_script(script: &Script) -> Option<&Script> {
    let mut pushes = script.instructions_minimal();
    match (pushes.next()?, pushes.next()) {
        (Ok(Instruction::PushBytes(redeem_script)), None) => Some(Script::from_bytes(redeem_script.as_bytes())),
        _ => None,
    }
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
