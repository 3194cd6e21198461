//! What the accounts that a transaction makes start with.

use super::{OperationBody, Operations, Sponsorships};
use crate::address::AccountId;
use crate::amount::Stroops;
use crate::reserve::starting_balance;

/// An account would start with less than it must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an account starts with at least two base reserves, unless its reserves are sponsored at this point")]
pub struct StartingBalanceError {
    /// The place of the operation.
    pub place: usize,
    /// Two base reserves.
    pub minimum: Stroops,
}

impl Operations {
    /// Whether one of them makes an account, so that the network's base reserve matters.
    pub fn make_accounts(&self) -> bool {
        let mut bodies = self.0.iter().map(|operation| &operation.body);
        bodies.any(|body| matches!(body, OperationBody::CreateAccount(_)))
    }

    /// Whether every account that is made in this transaction of this source starts with two base reserves; with less
    /// where its reserves are sponsored.
    pub fn check_starting_balances(
        &self,
        source: AccountId,
        base_reserve: Stroops,
    ) -> Result<(), StartingBalanceError> {
        let minimum = starting_balance(base_reserve);
        let mut sponsorships = Sponsorships::default();
        for (place, operation) in self.0.iter().enumerate() {
            if let OperationBody::CreateAccount(create) = &operation.body
                && create.starting_balance.0 < minimum
                && !sponsorships.covers(create.destination)
            {
                return Err(StartingBalanceError { place, minimum });
            }
            // Reading them has shown that they begin and end as they should.
            let _ = sponsorships.follow(place, &operation.body, operation.source_or(source));
        }
        Ok(())
    }
}
