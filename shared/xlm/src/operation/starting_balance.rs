//! Starting balances of accounts created by a transaction.

use super::{OperationBody, Operations, Sponsorships};
use crate::address::AccountId;
use crate::amount::Stroops;
use crate::reserve::starting_balance;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The error for a starting balance below the minimum balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("starting balance must be at least two base reserves, unless the reserves are sponsored at this point")]
pub struct StartingBalanceError {
    /// The index of the operation.
    pub index: usize,
    /// The minimum balance: two base reserves.
    pub minimum: Stroops,
}

impl CodedError for StartingBalanceError {
    /// Returns the error with the path of the field inside the operations. The minimum is in XLM, like the field.
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidAmount, self)
            .amount("minimum", self.minimum.to_units())
            .at(format!("[{}].startingBalance", self.index))
    }
}

impl Operations {
    /// Returns true if an operation creates an account, so that the base reserve of the network is
    /// needed.
    pub fn create_accounts(&self) -> bool {
        let mut bodies = self.0.iter().map(|operation| &operation.body);
        bodies.any(|body| matches!(body, OperationBody::CreateAccount(_)))
    }

    /// Checks that every account created by this transaction starts with at least two base reserves,
    /// unless its reserves are sponsored at that point. `source` is the source account of the
    /// transaction.
    pub fn check_starting_balances(
        &self,
        source: AccountId,
        base_reserve: Stroops,
    ) -> Result<(), StartingBalanceError> {
        let minimum = starting_balance(base_reserve);
        let mut sponsorships = Sponsorships::default();
        for (index, operation) in self.0.iter().enumerate() {
            if let OperationBody::CreateAccount(create) = &operation.body
                && create.starting_balance.0 < minimum
                && !sponsorships.covers(create.destination)
            {
                return Err(StartingBalanceError { index, minimum });
            }
            // Construction has already checked the order of sponsorships.
            let _ = sponsorships.follow(index, &operation.body, operation.source_or(source));
        }
        Ok(())
    }
}
