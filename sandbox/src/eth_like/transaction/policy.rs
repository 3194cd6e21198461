//! The mempool policy: the checks of a transaction, in the order of go-ethereum.

use super::{Rejection, Transaction};
use crate::eth_like::evm::rollup;
use crate::eth_like::ledger::Ledger;
use crate::eth_like::rules::Rules;
use alloy_consensus::Transaction as _;
use alloy_eips::eip2718::Encodable2718;
use revm::context_interface::cfg::GasParams;
use revm::primitives::U256;

/// The maximum size of a relayed transaction in bytes.
const MAX_SIZE: usize = 128 * 1024;
/// The maximum size of contract creation code in bytes (EIP-3860).
const MAX_INITCODE: usize = 48 * 1024;

/// Checks a transaction with a valid signature.
pub fn check(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    check_fee_cap(rules, transaction)?;
    if ledger.contains(transaction.hash()) {
        return Err(Rejection::AlreadyKnown);
    }
    check_form(rules, transaction)?;
    check_gas(rules, transaction)?;
    check_price(rules, ledger, transaction)?;
    check_sender(rules, ledger, transaction)?;
    ledger.pool().check_replacement(transaction)
}

fn check_fee_cap(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    let fee = transaction.cost().saturating_sub(transaction.envelope.value());
    let cap = rules.max_fee();
    if fee > cap {
        return Err(Rejection::FeeAboveCap { fee, cap });
    }
    Ok(())
}

fn check_form(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    let envelope = &transaction.envelope;
    if envelope.is_eip1559() && !rules.has_fee_market {
        return Err(Rejection::TypeNotSupported);
    }
    let size = envelope.encode_2718_len();
    if size > MAX_SIZE {
        return Err(Rejection::Oversized { size, limit: MAX_SIZE });
    }
    if envelope.is_create() && envelope.input().len() > MAX_INITCODE {
        let problem = format!(
            "max initcode size exceeded: code size {}, limit {MAX_INITCODE}",
            envelope.input().len()
        );
        return Err(Rejection::Evm(problem));
    }
    let (tip, cap) = (envelope.priority_fee_or_price(), envelope.max_fee_per_gas());
    if tip > cap {
        return Err(Rejection::TipAboveCap { tip, cap });
    }
    Ok(())
}

fn check_gas(rules: &Rules, transaction: &Transaction) -> Result<(), Rejection> {
    let gas = transaction.envelope.gas_limit();
    if gas > rules.block_gas() {
        return Err(Rejection::AboveBlockGas);
    }
    let cap = rules.max_gas;
    if gas > cap {
        return Err(Rejection::AboveGasCap { cap, gas });
    }
    let needed = GasParams::new_spec(rules.spec).initial_tx_gas_for_tx(transaction.env(), None);
    let l1_gas = rollup::l1_gas(rules, transaction);
    let (initial, floor) = (needed.initial_total_gas() + l1_gas, needed.floor_gas() + l1_gas);
    if gas < initial {
        return Err(Rejection::IntrinsicGas { gas, needed: initial });
    }
    if gas < floor {
        let needed = floor;
        return Err(Rejection::FloorGas { gas, needed });
    }
    Ok(())
}

fn check_price(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    let tip = transaction.envelope.priority_fee_or_price();
    let needed = rules.min_tip();
    if tip < needed {
        return Err(Rejection::TipTooLow { tip, needed });
    }
    let base_fee = ledger.next_base_fee(rules);
    let cap = transaction.envelope.max_fee_per_gas();
    if cap < u128::from(base_fee) {
        let sender = transaction.sender;
        return Err(Rejection::BelowBaseFee { sender, cap, base_fee });
    }
    Ok(())
}

fn check_sender(rules: &Rules, ledger: &Ledger, transaction: &Transaction) -> Result<(), Rejection> {
    let nonce = transaction.envelope.nonce();
    let info = ledger.state().info(transaction.sender);
    if nonce < info.nonce {
        return Err(Rejection::NonceTooLow {
            next: info.nonce,
            nonce,
        });
    }
    let rollup = rollup::fees(rules, ledger.state(), &ledger.next_environment(rules, 0), transaction);
    let own = transaction
        .cost()
        .saturating_add(rollup.map_or(U256::ZERO, |fees| fees.maximum()));
    let cost = own.saturating_add(ledger.pool().cost_of_others(transaction.sender, nonce));
    if cost > info.balance {
        let balance = info.balance;
        return Err(Rejection::InsufficientFunds { balance, cost });
    }
    Ok(())
}
