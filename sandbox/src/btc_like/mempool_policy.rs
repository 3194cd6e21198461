//! The mempool policy: the checks of a transaction before it enters the mempool.
//!
//! The checks run in the order of Bitcoin Core's `AcceptToMemoryPool`, which determines the reported reason if
//! a transaction violates several rules.

use super::ledger::Ledger;
use super::money::format_money;
use super::rejection::Rejection;
use super::replacement::Conflicts;
use super::rules::Rules;
use super::{finality, form, script};
use bitcoin::{Transaction, TxOut, Txid};

/// Parses a transaction as `sendrawtransaction` does: hex without trailing data.
pub fn decode(rules: &Rules, hex: &str) -> Result<Transaction, Rejection> {
    let transaction: Transaction =
        bitcoin::consensus::encode::deserialize_hex(hex.trim()).map_err(|_| Rejection::Undecodable)?;
    // Bitcoin Cash nodes do not implement the witness serialisation.
    let has_witness = transaction.input.iter().any(|input| !input.witness.is_empty());
    if has_witness && rules.engine == super::rules::Engine::ForkId {
        return Err(Rejection::Undecodable);
    }
    Ok(transaction)
}

/// Checks that a transaction may enter the mempool, and returns the transactions that it replaces, parents first.
pub fn check(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<Vec<Txid>, Rejection> {
    form::check_consensus(rules, transaction)?;
    form::check_standard(rules, transaction)?;
    check_is_new(ledger, transaction)?;
    let conflicts = Conflicts::find(rules.replacement, ledger, transaction)?;
    let spent = spent_outputs(rules, ledger, transaction)?;
    finality::check(ledger, transaction)?;
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

/// Returns the outputs that the inputs spend, in input order, or an error if one of them cannot be spent now.
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

/// Returns the fee in base units, or an error if it is below the relay minimum.
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
