//! The transaction of a payment, built independently of the service.

use super::owner::Owner;
use crate::blockchain_connector_btc_like::Utxo;
use crate::payments::check::PaymentError;
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::script::ScriptBuf;
use bitcoin::sighash::SighashCache;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, Sequence, Transaction, TxIn, TxOut, Witness};

/// The highest sequence number with which a lock time has an effect.
const ENFORCES_LOCK_TIME: u32 = 0xffff_fffe;

/// An output to spend, with its owner.
#[derive(Clone, Debug)]
pub struct Input {
    pub owner: Owner,
    pub outpoint: OutPoint,
    /// The value in base units.
    pub value: u64,
    /// The sequence number; that of the transaction if absent.
    pub sequence: Option<u32>,
}

impl Input {
    /// Reads an output of `sender`, or of the owner that the output states.
    pub fn new(sender: &Owner, utxo: &Utxo) -> Result<Self, PaymentError> {
        Ok(Self {
            owner: sender.of_output(utxo)?,
            outpoint: outpoint(utxo)?,
            value: super::number("utxo", &utxo.value)?,
            sequence: utxo.sequence,
        })
    }
}

/// Returns the transaction and the index of an output.
pub fn outpoint(utxo: &Utxo) -> Result<OutPoint, PaymentError> {
    let txid = utxo
        .txid
        .parse()
        .map_err(|error| PaymentError::invalid("utxo", error))?;
    Ok(OutPoint::new(txid, utxo.vout))
}

/// The fields of a transaction besides its inputs and outputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// The lock time; none if absent.
    pub lock_time: Option<u32>,
    /// The sequence number of the inputs that state none; that of the chain if absent.
    pub sequence: Option<u32>,
}

/// The outputs of a transaction.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The payments and data in output order.
    pub payments: Vec<TxOut>,
    /// The script of the change.
    pub change: ScriptBuf,
    /// The fee in base units.
    pub fee: u64,
}

/// An unsigned transaction with the outputs that it spends.
#[derive(Clone, Debug)]
pub struct Unsigned {
    pub transaction: Transaction,
    pub owners: Vec<Owner>,
    /// The output script of the sender.
    pub sender: ScriptBuf,
    spent: Vec<TxOut>,
    /// The fee including a change that would be below the dust limit, in base units.
    pub fee: u64,
    /// The change in base units.
    pub change: Option<u64>,
}

impl Unsigned {
    /// Builds the transaction: the payments, then the change, unless it is dust.
    pub fn build(sender: &Owner, inputs: Vec<Input>, outputs: Outputs, terms: Terms) -> Result<Self, PaymentError> {
        let Outputs { payments, change, fee } = outputs;
        let params = sender.params;
        let total = sum(inputs.iter().map(|input| input.value));
        let paid = sum(payments.iter().map(|output| output.value.to_sat()));
        let rest = total
            .zip(paid)
            .and_then(|(total, paid)| total.checked_sub(paid)?.checked_sub(fee));
        let rest = rest.ok_or_else(|| PaymentError::invalid("utxo", "the inputs do not cover amount and fee"))?;
        let change_value = (rest >= params.dust.of(&change)).then_some(rest);
        let output = |value, script_pubkey| TxOut {
            value: Amount::from_sat(value),
            script_pubkey,
        };
        let lock_time = terms.lock_time.unwrap_or(0);
        let sequence = match lock_time {
            0 => params.sequence,
            _ => params.sequence.min(ENFORCES_LOCK_TIME),
        };
        let sequence = Sequence(terms.sequence.unwrap_or(sequence));
        Ok(Self {
            transaction: Transaction {
                version: Version::TWO,
                lock_time: LockTime::from_consensus(lock_time),
                input: inputs
                    .iter()
                    .map(|input| unsigned_input(input.outpoint, input.sequence.map_or(sequence, Sequence)))
                    .collect(),
                output: payments
                    .into_iter()
                    .chain(change_value.map(|value| output(value, change)))
                    .collect(),
            },
            spent: inputs
                .iter()
                .map(|input| output(input.value, input.owner.script.clone()))
                .collect(),
            sender: sender.script.clone(),
            owners: inputs.into_iter().map(|input| input.owner).collect(),
            fee: fee + if change_value.is_some() { 0 } else { rest },
            change: change_value,
        })
    }

    /// Returns the transaction in hex.
    pub fn to_hex(&self) -> String {
        serialize_hex(&self.transaction)
    }

    /// Returns the hash to sign of each input.
    pub fn hashes(&self) -> Result<Vec<[u8; 32]>, PaymentError> {
        let mut cache = SighashCache::new(&self.transaction);
        let owners = self.owners.iter().enumerate();
        owners
            .map(|(index, owner)| owner.hash(&mut cache, index, &self.spent))
            .collect()
    }

    /// Returns true if the signatures contain the values of all inputs.
    pub fn are_values_signed(&self) -> bool {
        self.owners.iter().all(Owner::signs_value) || self.owners.iter().any(Owner::signs_all_values)
    }
}

fn unsigned_input(previous_output: OutPoint, sequence: Sequence) -> TxIn {
    TxIn {
        previous_output,
        script_sig: ScriptBuf::new(),
        sequence,
        witness: Witness::new(),
    }
}

/// Returns the sum, or `None` if it exceeds 64 bits.
pub fn sum(values: impl IntoIterator<Item = u64>) -> Option<u64> {
    values.into_iter().try_fold(0_u64, u64::checked_add)
}
