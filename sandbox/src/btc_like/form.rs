//! The checks of a transaction that depend on no other transaction.

use super::output_policy::DataPolicy;
use super::rejection::Rejection;
use super::rules::Rules;
use bitcoin::Transaction;
use std::collections::HashSet;

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
