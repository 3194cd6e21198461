//! The reserve of an account, and the sequence number.

use crate::account::state::{Account, TrustLine, TrustlineAsset};
use crate::value::amount::Stroops;
use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::is_amount;

/// The reserve of an account in stroops, by purpose, without selling liabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// The reserve of the account itself: two base reserves, or 0 if sponsored.
    pub account: Stroops,
    /// The reserve of everything except trustlines: offers, data entries, signers and entries that the account
    /// sponsors.
    pub others: Stroops,
    /// The reserve of the trustlines that are not sponsored.
    pub lines: Stroops,
    /// The total reserve.
    pub total: Stroops,
}

/// Returns `count` base reserves, or `Stroops::MAX` on overflow.
fn times(base_reserve: Stroops, count: u64) -> Stroops {
    let product = i64::try_from(count)
        .ok()
        .and_then(|count| base_reserve.get().checked_mul(count));
    product.and_then(Stroops::new).unwrap_or(Stroops::MAX)
}

/// Returns the minimum starting balance of a new account: two base reserves.
pub fn starting_balance(base_reserve: Stroops) -> Stroops {
    times(base_reserve, 2)
}

/// Returns the number of base reserves that a trustline requires.
const fn entries(line: &TrustLine) -> u64 {
    match line.asset {
        TrustlineAsset::Credit(_) => 1,
        TrustlineAsset::PoolShares(_) => 2,
    }
}

impl Reserve {
    /// Computes the reserve of an account for this base reserve.
    pub fn of(account: &Account, base_reserve: Stroops) -> Self {
        let counted = 2 + u64::from(account.subentries) + u64::from(account.sponsoring);
        let total = times(base_reserve, counted.saturating_sub(account.sponsored.into()));
        let own = if account.is_sponsored { 0 } else { 2 };
        let account_itself = times(base_reserve, own);
        let own_lines = account.lines.iter().filter(|line| line.sponsor.is_none());
        let lines = times(base_reserve, own_lines.map(entries).sum());
        let others = total
            .checked_sub(account_itself)
            .and_then(|rest| rest.checked_sub(lines));
        Self {
            account: account_itself,
            others: others.unwrap_or_default(),
            lines,
            total,
        }
    }
}

impl Account {
    /// Returns the lumens that can be spent: the balance minus the selling liabilities and the reserve.
    pub fn spendable(&self, base_reserve: Stroops) -> Stroops {
        let reserved = Reserve::of(self, base_reserve).total;
        self.native.free().checked_sub(reserved).unwrap_or_default()
    }
}

/// The sequence number of a transaction: 1 to 2^63 − 1. A ledger applies the transactions of an account in this
/// order, without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SequenceNumber(i64);

/// Reasons why a transaction cannot have a sequence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// The string is not a sequence number.
    #[error("sequence must be a whole number from 1 to {} in decimal digits", i64::MAX)]
    NotANumber,
    /// The account has used the number, or a greater number.
    #[error("sequence must be above that of the last transaction of the account, {last}")]
    Used {
        /// The sequence number of the last transaction.
        last: i64,
    },
    /// The account has used the last number.
    #[error("account has no sequence numbers left")]
    Exhausted,
}

impl CodedError for SequenceError {
    /// Returns the error with the field of the get-hash requests.
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidRequest, self);
        match self {
            Self::NotANumber => info.at("sequence"),
            Self::Used { last } => info.amount("minimum", last.saturating_add(1)).at("sequence"),
            Self::Exhausted => info.at("publicKey"),
        }
    }
}

impl SequenceNumber {
    /// Creates the number. Returns `None` below 1.
    pub const fn new(number: i64) -> Option<Self> {
        if number < 1 { None } else { Some(Self(number)) }
    }

    /// Returns the number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl FromStr for SequenceNumber {
    type Err = SequenceError;

    fn from_str(text: &str) -> Result<Self, SequenceError> {
        let digits = is_amount(text).then_some(text).ok_or(SequenceError::NotANumber)?;
        let number = digits.parse().ok().and_then(Self::new);
        number.ok_or(SequenceError::NotANumber)
    }
}

impl fmt::Display for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Account {
    /// Returns the sequence number of a transaction of this account: the requested number, by default the next.
    ///
    /// No ledger can apply a transaction with a number that the account has used. A gap after the last number is
    /// valid: earlier transactions can fill the offer.
    pub fn sequence_of_transaction(&self, requested: Option<SequenceNumber>) -> Result<SequenceNumber, SequenceError> {
        match requested {
            Some(number) if number.get() <= self.sequence => Err(SequenceError::Used { last: self.sequence }),
            Some(number) => Ok(number),
            None => {
                let next = self.sequence.checked_add(1).and_then(SequenceNumber::new);
                next.ok_or(SequenceError::Exhausted)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SequenceError, SequenceNumber};

    #[test]
    fn only_numbers_from_1_to_the_maximum_are_sequence_numbers() {
        for (text, number) in [("1", 1), ("9223372036854775807", i64::MAX)] {
            assert_eq!(text.parse::<SequenceNumber>().map(SequenceNumber::get), Ok(number));
        }
        for text in ["", "0", "-1", "+1", "01", " 1", "1.0", "9223372036854775808", "1e3"] {
            assert_eq!(text.parse::<SequenceNumber>(), Err(SequenceError::NotANumber), "{text}");
        }
    }
}
