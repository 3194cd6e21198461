//! Allowances: temporary values of a contract, which live longer than an allowance if the allowance ends early.

use super::holder::Holder;
use super::{CallError, Contract, amount_of, field, map, named};
use stellar_xdr::{ContractDataDurability, LedgerKeyContractData, ScVal};

/// The number of ledgers in which a new temporary value lives (`min_temporary_ttl` of livenet).
const LEAST_LIFE: u32 = 16;
/// The maximum number of ledgers in which a value lives (`max_entry_ttl` of livenet).
const LONGEST_LIFE: u32 = 3_110_400;

impl Contract<'_> {
    /// Returns the key of the allowance of a spender.
    pub(super) fn allowance_key(&self, from: &Holder, spender: &Holder) -> LedgerKeyContractData {
        let pair = map([
            ("from", ScVal::Address(from.address())),
            ("spender", ScVal::Address(spender.address())),
        ]);
        self.value_key(named("Allowance", pair), ContractDataDurability::Temporary)
    }

    /// Returns an allowance; 0 after the last ledger.
    pub(super) fn allowance(&mut self, key: &LedgerKeyContractData) -> i128 {
        let ledger = self.ledger();
        let stored = self.read(key).filter(|stored| last_ledger(stored) >= ledger);
        stored.as_ref().map_or(0, amount_of)
    }

    /// Sets an allowance until the last ledger. A new allowance of 0 is not stored.
    pub(super) fn approve(&mut self, key: &LedgerKeyContractData, amount: i128, last: u32) -> Result<(), CallError> {
        let ledger = self.ledger();
        let is_too_late = last > ledger.saturating_add(LONGEST_LIFE - 1);
        if is_too_late || (amount > 0 && last < ledger) {
            return Err(CallError::Allowance);
        }
        let former = self.read(key);
        if former.is_none() && amount == 0 {
            return Ok(());
        }
        let is_extended = amount > 0 && former.as_ref().is_none_or(|former| last_ledger(former) < last);
        let shortest = match former {
            None => ledger.saturating_add(LEAST_LIFE - 1),
            Some(_) => 0,
        };
        let value = map([("amount", amount.into()), ("live_until_ledger", ScVal::U32(last))]);
        self.write(key, value, if is_extended { shortest.max(last) } else { shortest });
        Ok(())
    }

    /// Subtracts an amount from the allowance of a spender, who authorizes the call.
    pub(super) fn spend_allowance(&mut self, from: &Holder, spender: &Holder, amount: i128) -> Result<(), CallError> {
        self.called.authorized_by = Some(spender.address());
        let key = self.allowance_key(from, spender);
        let left = self.allowance(&key) - amount;
        if left < 0 {
            return Err(CallError::Allowance);
        }
        if amount > 0 {
            let last = self.read(&key).as_ref().map_or(0, last_ledger);
            self.approve(&key, left, last)?;
        }
        Ok(())
    }
}

/// Returns the last ledger of a stored allowance.
fn last_ledger(stored: &ScVal) -> u32 {
    match field(stored, "live_until_ledger") {
        Some(ScVal::U32(ledger)) => *ledger,
        _ => 0,
    }
}
