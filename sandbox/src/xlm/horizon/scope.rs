//! The part of the history that a list contains, by the path of the request.

use super::Problem;
use super::view;
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::participants;
use stellar_xdr::{AccountId, Operation};

/// The part of the history.
#[derive(Clone, Debug)]
pub enum Scope {
    /// Everything.
    All,
    /// The history of an account.
    Account(AccountId),
    /// One ledger.
    Ledger(u32),
    /// One transaction, by its hash or that of the transaction inside its fee bump.
    Transaction([u8; 32]),
}

impl Scope {
    /// Returns the history of an account by its address.
    pub fn account(address: &str) -> Result<Self, Problem> {
        parse_account(address).map(Self::Account)
    }

    /// Returns a ledger by its number.
    pub fn ledger(sequence: &str) -> Result<Self, Problem> {
        let number = sequence.parse();
        let number = number.map_err(|_| Problem::bad_request("ledger_id", "use a number"))?;
        Ok(Self::Ledger(number))
    }

    /// Returns a transaction by its hash.
    pub fn transaction(hash: &str) -> Result<Self, Problem> {
        parse_hash(hash).map(Self::Transaction)
    }

    /// Checks that the account, ledger or transaction exists.
    pub fn check(&self, ledger: &Ledger) -> Result<(), Problem> {
        let found = match self {
            Self::All => Some(()),
            Self::Account(account) => participants::check_known(ledger, account),
            Self::Ledger(number) => ledger.with_number(*number).map(|_| ()),
            Self::Transaction(hash) => ledger.included(hash).map(|_| ()),
        };
        found.ok_or_else(Problem::not_found)
    }

    /// Returns true if failed transactions belong to the list without `include_failed`.
    pub fn includes_failed(&self) -> bool {
        matches!(self, Self::Transaction(_))
    }

    /// Returns true if the list contains the transaction.
    pub fn has_transaction(&self, included: &Included) -> bool {
        match self {
            Self::Account(account) => participants::of_transaction(included).contains(account),
            _ => self.is_around(included),
        }
    }

    /// Returns true if the list contains the operation at this index.
    pub fn has_operation(&self, included: &Included, index: usize, operation: &Operation) -> bool {
        match self {
            Self::Account(account) => participants::of_operation(included, index, operation).contains(account),
            _ => self.is_around(included),
        }
    }

    /// Returns true if the list may contain parts of the transaction.
    pub fn is_around(&self, included: &Included) -> bool {
        let transaction = &included.transaction;
        match self {
            Self::All | Self::Account(_) => true,
            Self::Ledger(number) => included.context.ledger == *number,
            Self::Transaction(hash) => transaction.hash == *hash || transaction.inner_hash == *hash,
        }
    }
}

/// Parses the account id of a path.
pub fn parse_account(text: &str) -> Result<AccountId, Problem> {
    view::account_id(text).ok_or_else(|| {
        Problem::bad_request(
            "account_id",
            "Account ID must start with `G` and contain 56 alphanum characters",
        )
    })
}

/// Parses the hash of a path.
pub fn parse_hash(text: &str) -> Result<[u8; 32], Problem> {
    let bytes = hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Problem::bad_request("tx_id", "use a hash of 64 hex digits"))
}
