//! Effect of a transaction on the balance of the owner.

use super::facts::{Entry, Output, Payee};
use crate::Address;
use wallet_core::model::Direction;

/// Effect of a transaction on the funds of an owner: an address, or all addresses of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The change of the balance in base units, fees included.
    pub net: i128,
    /// The direction of the transaction (docs/decisions/utxo-history.md#net-and-direction-of-rows).
    pub direction: Direction,
}

impl Entry {
    /// Returns the effect on the owner of the addresses for which `is_own` returns true.
    pub fn effect(&self, is_own: impl Fn(&Address) -> bool) -> Effect {
        let is_own = |address: Option<&Address>| address.is_some_and(&is_own);
        let spent = self.inputs.iter().filter(|input| is_own(input.owner.as_ref()));
        let spent: Vec<_> = spent.map(|input| i128::from(input.value)).collect();
        let received = self.outputs.iter().filter(|output| is_own(output.payee.address()));
        let received: i128 = received.map(|output| i128::from(output.value)).sum();
        let net = received - spent.iter().sum::<i128>();
        let pays_others = |output: &Output| output.payee != Payee::Data && !is_own(output.payee.address());
        let pays_owner = self.outputs.iter().any(|output| is_own(output.payee.address()));
        let direction = if spent.is_empty() || net > 0 {
            Direction::In
        } else if pays_owner && !self.outputs.iter().any(pays_others) {
            Direction::Own
        } else {
            Direction::Out
        };
        Effect { net, direction }
    }
}
