//! The content of a transaction.

use std::collections::BTreeSet;

/// The payments of a transaction, and the spent parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The parts that only a single transaction can spend: inputs, the nonce, or the sequence number.
    pub spends: BTreeSet<String>,
    /// The payments, except to the sender.
    pub pays: Vec<Pay>,
}

/// A payment of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pay {
    /// The recipient and everything else besides the amount.
    pub to: String,
    /// The amount; `None` for all funds.
    pub amount: Option<String>,
}

impl Content {
    /// Returns true if at most one of two transactions can be mined.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        !self.spends.is_disjoint(&other.spends)
    }

    /// Returns true if an earlier transaction already makes the payments.
    pub fn is_made_by(&self, earlier: &Self) -> bool {
        let is_made = |pay: &Pay| {
            let mut same = earlier.pays.iter().filter(|it| it.to == pay.to);
            same.any(|it| pay.amount.is_none() || it.amount == pay.amount)
        };
        !self.pays.is_empty() && self.pays.iter().all(is_made)
    }
}
