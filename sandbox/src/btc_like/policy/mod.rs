//! The mempool policy: the checks of a transaction before it enters the mempool.
//!
//! The checks run in the order of Bitcoin Core's `AcceptToMemoryPool`, which determines the reported reason if
//! a transaction violates several rules. The reasons have the original messages of the nodes: Bitcoin Core, Litecoin
//! Core, Dogecoin Core and BCHN share them, and Blockbook forwards them as `<rpc code>: <text>`.

pub mod replacement;
pub mod script;
pub mod signature;

use super::ledger::Ledger;
use super::rules::{DataPolicy, Engine, Rules, format_money};
use bitcoin::absolute::LockTime;
use bitcoin::{Sequence, Transaction, TxOut, Txid};
use replacement::{Conflicts, ReplacementError};
use std::collections::HashSet;

/// Parses a transaction as `sendrawtransaction` does: hex without trailing data.
pub fn decode(rules: &Rules, hex: &str) -> Result<Transaction, Rejection> {
    let transaction: Transaction =
        bitcoin::consensus::encode::deserialize_hex(hex.trim()).map_err(|_| Rejection::Undecodable)?;
    // Bitcoin Cash nodes do not implement the witness serialisation.
    let has_witness = transaction.input.iter().any(|input| !input.witness.is_empty());
    if has_witness && rules.engine == Engine::ForkId {
        return Err(Rejection::Undecodable);
    }
    Ok(transaction)
}

/// Checks that a transaction may enter the mempool, and returns the replaced transactions, parents first.
pub fn check(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<Vec<Txid>, Rejection> {
    check_consensus(rules, transaction)?;
    check_standard(rules, transaction)?;
    check_is_new(ledger, transaction)?;
    let conflicts = Conflicts::find(rules.replacement, ledger, transaction)?;
    let spent = spent_outputs(rules, ledger, transaction)?;
    check_lock_times(ledger, transaction)?;
    let fee = check_fee(rules, transaction, &spent)?;
    let replaced = conflicts
        .map(|conflicts| conflicts.check(transaction, fee))
        .transpose()?;
    script::check_inputs(rules, transaction, &spent)?;
    Ok(replaced.unwrap_or_default())
}

fn check_is_new(ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    match ledger.entry(transaction.compute_txid()) {
        Some(entry) if entry.height.is_some() => Err(Rejection::InChain),
        Some(_) => Err(Rejection::InMempool),
        None => Ok(()),
    }
}

/// Returns the outputs that the inputs spend, in input order, or an error if an output cannot be spent now.
fn spent_outputs(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<Vec<TxOut>, Rejection> {
    let mut outputs = Vec::with_capacity(transaction.input.len());
    for input in &transaction.input {
        let outpoint = input.previous_output;
        let spender = ledger.spender(outpoint).and_then(|spender| ledger.entry(spender.txid));
        if spender.is_some_and(|entry| entry.height.is_some()) {
            return Err(Rejection::MissingInputs);
        }
        let coin = ledger.coin(outpoint).ok_or(Rejection::MissingInputs)?;
        let depth = ledger.confirmations(coin.height);
        if coin.coinbase && depth < rules.coinbase_maturity {
            return Err(Rejection::ImmatureCoinbase { depth });
        }
        outputs.push(coin.output.clone());
    }
    Ok(outputs)
}

/// Returns the fee in base units, or an error if below the relay minimum.
fn check_fee(rules: &Rules, transaction: &Transaction, spent: &[TxOut]) -> Result<u64, Rejection> {
    let sum = |outputs: &[TxOut]| outputs.iter().map(|output| output.value.to_sat()).sum::<u64>();
    let (available, required) = (sum(spent), sum(&transaction.output));
    let fee = available.checked_sub(required).ok_or_else(|| Rejection::BelowOutputs {
        available: format_money(available),
        required: format_money(required),
    })?;
    let values = transaction
        .output
        .iter()
        .filter(|output| !output.script_pubkey.is_op_return());
    let minimum = rules.minimum_fee(transaction.vsize() as u64, values.map(|output| output.value.to_sat()));
    if fee < minimum {
        return Err(Rejection::FeeTooLow { fee, minimum });
    }
    Ok(fee)
}

/// The maximum weight of a relayed transaction in weight units (`MAX_STANDARD_TX_WEIGHT`).
const MAX_STANDARD_WEIGHT: u64 = 400_000;
/// The minimum size of a relayed transaction in bytes, without witness (CVE-2017-12842).
const MIN_SIZE: usize = 65;
/// The maximum length of a relayed input script in bytes.
const MAX_SCRIPT_SIG: usize = 1650;

/// Checks the context-free consensus rules (`CheckTransaction`).
pub fn check_consensus(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    if transaction.input.is_empty() {
        return Err(Rejection::Malformed("bad-txns-vin-empty"));
    }
    if transaction.output.is_empty() {
        return Err(Rejection::Malformed("bad-txns-vout-empty"));
    }
    check_values(rules, transaction)?;
    let mut seen = HashSet::new();
    if !transaction.input.iter().all(|input| seen.insert(input.previous_output)) {
        return Err(Rejection::Malformed("bad-txns-inputs-duplicate"));
    }
    if transaction.is_coinbase() {
        return Err(Rejection::Malformed("coinbase"));
    }
    if transaction.input.iter().any(|input| input.previous_output.is_null()) {
        return Err(Rejection::Malformed("bad-txns-prevout-null"));
    }
    Ok(())
}

fn check_values(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    let mut total = 0_u64;
    for output in &transaction.output {
        let value = output.value.to_sat();
        if i64::try_from(value).is_err() {
            return Err(Rejection::Malformed("bad-txns-vout-negative"));
        }
        if value > rules.max_money {
            return Err(Rejection::Malformed("bad-txns-vout-toolarge"));
        }
        // Both are at most the money supply, which is far below half of the range.
        total += value;
        if total > rules.max_money {
            return Err(Rejection::Malformed("bad-txns-txouttotal-toolarge"));
        }
    }
    Ok(())
}

/// Checks the context-free relay rules (`IsStandardTx`).
pub fn check_standard(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    if !rules.segwit && transaction.input.iter().any(|input| !input.witness.is_empty()) {
        return Err(Rejection::NotStandard("no-witness-yet"));
    }
    if !(1..=2).contains(&transaction.version.0) {
        return Err(Rejection::NotStandard("version"));
    }
    if transaction.weight().to_wu() > MAX_STANDARD_WEIGHT {
        return Err(Rejection::NotStandard("tx-size"));
    }
    if transaction.base_size() < MIN_SIZE {
        return Err(Rejection::NotStandard("tx-size-small"));
    }
    for input in &transaction.input {
        if input.script_sig.len() > MAX_SCRIPT_SIG {
            return Err(Rejection::NotStandard("scriptsig-size"));
        }
        if !input.script_sig.is_push_only() {
            return Err(Rejection::NotStandard("scriptsig-not-pushonly"));
        }
    }
    check_standard_outputs(rules, transaction)
}

fn check_standard_outputs(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    for output in &transaction.output {
        if !rules.relays_output(&output.script_pubkey) {
            return Err(Rejection::NotStandard("scriptpubkey"));
        }
        if output.value.to_sat() < rules.dust_limit(&output.script_pubkey) {
            return Err(Rejection::NotStandard("dust"));
        }
    }
    check_data(rules, transaction)
}

/// Checks the outputs that carry data.
fn check_data(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    let scripts = transaction.output.iter().map(|output| &output.script_pubkey);
    let data: Vec<_> = scripts.filter(|script| script.is_op_return()).collect();
    match rules.data {
        DataPolicy::One { .. } if data.len() > 1 => Err(Rejection::NotStandard("multi-op-return")),
        DataPolicy::Total { maximum, reason } if data.iter().map(|script| script.len()).sum::<usize>() > maximum => {
            Err(Rejection::NotStandard(reason))
        }
        _ => Ok(()),
    }
}

/// The number of blocks in the median time past, which lock times are compared with.
const MEDIAN_SPAN: usize = 11;
/// Seconds per unit of a time-based relative lock time.
const SECONDS_PER_UNIT: u32 = 512;

/// Checks that the lock times allow the transaction in the next block.
pub fn check_lock_times(ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    if !is_final(ledger, transaction) {
        return Err(Rejection::NotStandard("non-final"));
    }
    if transaction.version.0 >= 2 && !transaction.input.iter().all(|input| is_old_enough(ledger, input)) {
        return Err(Rejection::NotStandard("non-BIP68-final"));
    }
    Ok(())
}

fn is_final(ledger: &Ledger, transaction: &Transaction) -> bool {
    let ignored = transaction.input.iter().all(|input| input.sequence == Sequence::MAX);
    let passed = match transaction.lock_time {
        LockTime::Blocks(height) => height.to_consensus_u32() < ledger.next_height(),
        LockTime::Seconds(time) => time.to_consensus_u32() < median_time(ledger, ledger.blocks().len()),
    };
    // A lock time of zero means no lock time.
    ignored || passed || transaction.lock_time == LockTime::ZERO
}

fn is_old_enough(ledger: &Ledger, input: &bitcoin::TxIn) -> bool {
    use bitcoin::relative::LockTime::{Blocks, Time};
    let Some(lock) = input.sequence.to_relative_lock_time() else {
        return true;
    };
    let Some(coin) = ledger.coin(input.previous_output) else {
        return true;
    };
    // An output in the mempool is treated as part of the next block.
    let height = coin.height.unwrap_or_else(|| ledger.next_height());
    match lock {
        Blocks(blocks) => ledger.next_height() >= height + u32::from(blocks.value()),
        Time(units) => {
            // The age is counted from the block before the block that contains the output.
            let start = median_time(ledger, usize::try_from(height).unwrap_or(usize::MAX));
            median_time(ledger, ledger.blocks().len()) >= start + u32::from(units.value()) * SECONDS_PER_UNIT
        }
    }
}

/// Returns the median time of the eleven blocks before height `end` in Unix seconds, or 0 if there are none.
pub fn median_time(ledger: &Ledger, end: usize) -> u32 {
    let end = end.min(ledger.blocks().len());
    let span = &ledger.blocks()[end.saturating_sub(MEDIAN_SPAN)..end];
    let mut times: Vec<u32> = span.iter().map(|block| block.header.time).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// A reason to reject a transaction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The bytes are not a valid transaction.
    #[error("TX decode failed. Make sure the tx has at least one input.")]
    Undecodable,
    /// The transaction is already in a block.
    #[error("Transaction already in block chain")]
    InChain,
    /// The transaction is already in the mempool.
    #[error("txn-already-in-mempool")]
    InMempool,
    /// An input does not exist or was spent in a block.
    #[error("bad-txns-inputs-missingorspent")]
    MissingInputs,
    /// A context-free consensus rule is violated; the value is the node's reject reason.
    #[error("{0}")]
    Malformed(&'static str),
    /// The transaction is valid but not relayed; the value is the node's reject reason.
    #[error("{0}")]
    NotStandard(&'static str),
    /// An input is spent by a different transaction in the mempool, which it does not replace.
    #[error(transparent)]
    Replacement(#[from] ReplacementError),
    /// An input is a coinbase output below the required maturity.
    #[error("bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth {depth}")]
    ImmatureCoinbase {
        /// The depth in blocks at the height of the spending transaction.
        depth: u32,
    },
    /// The sum of the outputs exceeds that of the inputs.
    #[error("bad-txns-in-belowout, value in ({available}) < value out ({required})")]
    BelowOutputs {
        /// The sum of the inputs in coins.
        available: String,
        /// The sum of the outputs in coins.
        required: String,
    },
    /// The fee is below the minimum relay fee; both values are in base units.
    #[error("min relay fee not met, {fee} < {minimum}")]
    FeeTooLow {
        /// The fee of the transaction.
        fee: u64,
        minimum: u64,
    },
    /// A script fails under the consensus rules.
    #[error("mandatory-script-verify-flag-failed ({0})")]
    Script(&'static str),
    /// A script is valid, but fails under the stricter relay rules.
    #[error("non-mandatory-script-verify-flag ({0})")]
    ScriptPolicy(&'static str),
}

impl Rejection {
    /// Returns the error code of the node's `sendrawtransaction`.
    pub const fn rpc_code(&self) -> i32 {
        match self {
            Self::Undecodable => -22,
            Self::InChain | Self::InMempool => -27,
            Self::MissingInputs => -25,
            Self::Malformed(_)
            | Self::NotStandard(_)
            | Self::Replacement(_)
            | Self::ImmatureCoinbase { .. }
            | Self::BelowOutputs { .. }
            | Self::FeeTooLow { .. }
            | Self::Script(_)
            | Self::ScriptPolicy(_) => -26,
        }
    }
}
