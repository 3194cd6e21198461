//! Decoding of a transaction without network data.

use crate::address::Address;
use crate::chain::params::Params;
use crate::coin::extension::Extension;
use crate::coin::parent::ParentError;
use crate::coin::token::Token;
use crate::coin::token_prefix;
use crate::coin::utxo::{MAX_INPUTS, Utxo};
use crate::output::data_of;
use crate::transaction::signed::{TransactionError, is_signed, read, size};
use bitcoin::absolute::LockTime;
use bitcoin::script::Instruction;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, PublicKey, Script, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};
use std::collections::{HashMap, HashSet};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A transaction, signed or unsigned, decoded from bytes alone.
///
/// The transaction contains no values of inputs, and therefore no fee
/// (docs/decisions/utxo-payments.md#offline-parse-of-utxo-transactions).
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
    /// The data of an output with `OP_RETURN` and a single push, the form of
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

    /// Returns the outpoint of each input, with the address of the spender if derivable from the input.
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

/// An output that a transaction spends, as the caller knows the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpentOutput {
    /// The outpoint, and the value in base units.
    pub utxo: Utxo,
    /// The owner; `None` if the script has no address form.
    pub owner: Option<Address>,
}

/// Maximum number of own addresses of [`DecodedTransaction::net`].
const MAX_OWN: usize = 1000;

/// The reason why [`DecodedTransaction::net`] is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// No spent outputs, or too many.
    #[error("1 to {MAX_INPUTS} spent outputs are required")]
    OutputCount,
    /// No own addresses, or too many.
    #[error("1 to {MAX_OWN} own addresses are required")]
    AddressCount,
    /// An outpoint is stated twice.
    #[error("duplicate output")]
    Duplicate {
        /// The index of the second entry.
        index: usize,
    },
    /// The stated inputs have a lower value than the outputs, which no valid transaction has.
    #[error("the value of the spent outputs is too low: {spent}, required {paid}")]
    Insufficient {
        /// The sum of the stated values in base units.
        spent: u128,
        /// The sum of the outputs in base units.
        paid: u128,
    },
}

impl CodedError for NetError {
    fn info(&self) -> ErrorInfo {
        let describe = |code, field: &str| ErrorInfo::describe(code, self).at(field);
        match self {
            Self::OutputCount => describe(ErrorCode::InvalidRequest, "utxo"),
            Self::AddressCount => describe(ErrorCode::InvalidRequest, "addresses"),
            Self::Duplicate { index } => describe(ErrorCode::InvalidRequest, &format!("utxo[{index}]")),
            Self::Insufficient { .. } => describe(ErrorCode::InvalidAmount, "utxo"),
        }
    }
}

impl DecodedTransaction {
    /// Returns the amount by which the transaction changes the balance of the own addresses, in base units, or `None` if
    /// the stated outputs lack that of an input. The owner of an input is the stated one: a script or witness that is not
    /// verified proves nothing (docs/decisions/utxo-payments.md#offline-parse-of-utxo-transactions).
    pub fn net(&self, spent: &[SpentOutput], own: &[Address]) -> Result<Option<i128>, NetError> {
        if !(1..=MAX_INPUTS).contains(&spent.len()) {
            return Err(NetError::OutputCount);
        }
        if !(1..=MAX_OWN).contains(&own.len()) {
            return Err(NetError::AddressCount);
        }
        let mut known = HashMap::with_capacity(spent.len());
        for (index, output) in spent.iter().enumerate() {
            if known.insert(output.utxo.outpoint, output).is_some() {
                return Err(NetError::Duplicate { index });
            }
        }
        let inputs = self.transaction.input.iter();
        let Some(inputs) = inputs
            .map(|input| known.get(&input.previous_output))
            .collect::<Option<Vec<_>>>()
        else {
            return Ok(None);
        };
        let own: HashSet<_> = own.iter().map(Address::script_pubkey).collect();
        let is_own = |owner: &Option<Address>| owner.as_ref().is_some_and(|owner| own.contains(&owner.script_pubkey()));
        let outputs = || self.outputs().map(|output| (output.value, output.recipient));
        let stated = || inputs.iter().map(|input| (input.utxo.value, &input.owner));
        let (spent, paid) = (total(stated().map(first)), total(outputs().map(first)));
        if spent < paid && self.extension != Some(Extension::Hogex) {
            return Err(NetError::Insufficient { spent, paid });
        }
        let received = total(outputs().filter(|(_, recipient)| is_own(recipient)).map(first));
        let paid_by_own = total(stated().filter(|(_, owner)| is_own(owner)).map(first));
        Ok(Some(received.cast_signed() - paid_by_own.cast_signed()))
    }
}

fn first<T>((value, _): (u64, T)) -> u64 {
    value
}

fn total(values: impl Iterator<Item = u64>) -> u128 {
    values.map(u128::from).sum()
}

/// Returns the address of the public key in a P2PKH or P2WPKH input, or in P2WPKH inside P2SH (BIP 141).
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

/// Returns the redeem script of a nested witness program, the only push of the script.
pub(crate) fn redeem_script(script: &Script) -> Option<&Script> {
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

/// The fields of a transaction that the txid commits to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionFields {
    /// The version number.
    pub version: i32,
    /// The lock time.
    pub lock_time: u32,
    /// The inputs in order.
    pub inputs: Vec<InputFields>,
    /// The outputs in order: value in base units and script.
    pub outputs: Vec<(u64, ScriptBuf)>,
}

/// Input without the witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFields {
    /// The spent outpoint.
    pub outpoint: OutPoint,
    /// The script.
    pub script: ScriptBuf,
    /// The sequence number.
    pub sequence: u32,
}

impl TransactionFields {
    /// Returns the spent outpoints in input order. Fails with [`ParentError::TxidMismatch`] if the txid does not commit
    /// to the fields.
    pub fn spent_outpoints(self, expected: Txid) -> Result<Vec<OutPoint>, ParentError> {
        let outputs = self.outputs.into_iter();
        let transaction = Transaction {
            version: Version(self.version),
            lock_time: LockTime::from_consensus(self.lock_time),
            input: self.inputs.into_iter().map(InputFields::into_input).collect(),
            output: outputs
                .map(|(value, script_pubkey)| TxOut {
                    value: Amount::from_sat(value),
                    script_pubkey,
                })
                .collect(),
        };
        if transaction.compute_txid() != expected {
            return Err(ParentError::TxidMismatch);
        }
        Ok(transaction.input.iter().map(|input| input.previous_output).collect())
    }
}

impl InputFields {
    fn into_input(self) -> TxIn {
        TxIn {
            previous_output: self.outpoint,
            script_sig: self.script,
            sequence: Sequence(self.sequence),
            witness: Witness::new(),
        }
    }
}

/// Confirmation status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// In the mempool.
    Pending {
        /// The time of first sighting in Unix seconds; 0 if not reported.
        first_seen: u64,
    },
    /// In a block.
    Confirmed {
        /// The height of the block.
        block: u32,
        /// The number of confirmations, the block of the transaction included.
        confirmations: u32,
        /// The block time in Unix seconds.
        time: u64,
    },
    /// Replaced: a transaction in a block spends an input.
    Replaced {
        /// The transaction in the block.
        by: Txid,
    },
}
