//! The operator's list of accounts that require or recommend a memo, in addition to those that state it on the
//! network (SEP-29). Deposit addresses of exchanges are such accounts (docs/decisions/0910).

use super::address::AccountId;
use super::operation::MemoRequiredError;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The accounts of the list with their policies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoList(BTreeMap<AccountId, MemoPolicy>);

/// The need for a memo in payments to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoPolicy {
    /// A payment without a memo is rejected.
    Required,
    /// A payment without a memo has a warning.
    Recommended,
}

/// Reasons why a string is not a list. They contain the position of the entry, from 1, and not its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoListError {
    /// The entry is not the address of an account.
    #[error("entry {0} must be the address of an account (G…), optionally followed by =required or =recommended")]
    Address(usize),
    /// The policy is unknown.
    #[error("entry {0} must end in =required or =recommended, or have no policy")]
    Policy(usize),
    /// The account has an entry before.
    #[error("entry {0} must not repeat an account")]
    Duplicate(usize),
}

impl FromStr for MemoList {
    type Err = MemoListError;

    /// Parses entries separated by commas: `ADDRESS`, `ADDRESS=required` or `ADDRESS=recommended`.
    fn from_str(text: &str) -> Result<Self, MemoListError> {
        let mut accounts = BTreeMap::new();
        for (position, entry) in (1..).zip(text.split(',')) {
            let entry = entry.trim();
            let (address, policy) = entry.split_once('=').unwrap_or((entry, "required"));
            let policy = match policy {
                "required" => MemoPolicy::Required,
                "recommended" => MemoPolicy::Recommended,
                _ => return Err(MemoListError::Policy(position)),
            };
            let account = address.parse().map_err(|_| MemoListError::Address(position))?;
            if accounts.insert(account, policy).is_some() {
                return Err(MemoListError::Duplicate(position));
            }
        }
        Ok(Self(accounts))
    }
}

impl MemoList {
    /// Returns the policy of an account, or `None` if the list does not contain it.
    pub fn policy(&self, account: AccountId) -> Option<MemoPolicy> {
        self.0.get(&account).copied()
    }

    /// Checks that the list allows payments without a memo to all of these accounts.
    pub fn check(&self, recipients: &[AccountId]) -> Result<(), MemoRequiredError> {
        let required = |account: &&AccountId| self.policy(**account) == Some(MemoPolicy::Required);
        match recipients.iter().find(required) {
            Some(destination) => Err(MemoRequiredError {
                destination: *destination,
            }),
            None => Ok(()),
        }
    }

    /// Returns true if the list contains one of these accounts.
    pub fn contains_any(&self, accounts: &[AccountId]) -> bool {
        accounts.iter().any(|account| self.policy(*account).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoList, MemoListError, MemoPolicy};
    use crate::AccountId;

    const ONE: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    const OTHER: &str = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

    fn account(address: &str) -> AccountId {
        address.parse().unwrap()
    }

    #[test]
    fn entry_without_policy_is_required() {
        let list: MemoList = format!("{ONE}, {OTHER}=recommended").parse().unwrap();
        assert_eq!(list.policy(account(ONE)), Some(MemoPolicy::Required));
        assert_eq!(list.policy(account(OTHER)), Some(MemoPolicy::Recommended));
        let same: MemoList = format!("{OTHER}=recommended,{ONE}=required").parse().unwrap();
        assert_eq!(list, same);
        assert!(list.check(&[account(OTHER)]).is_ok());
        let rejected = list.check(&[account(OTHER), account(ONE)]).unwrap_err();
        assert_eq!(rejected.destination, account(ONE));
    }

    #[test]
    fn invalid_entries_are_reported_by_position() {
        const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";
        for (entry, error) in [
            ("", MemoListError::Address(2)),
            (MUXED, MemoListError::Address(2)),
            (&OTHER.to_lowercase(), MemoListError::Address(2)),
            (&format!("{OTHER} ={OTHER}"), MemoListError::Policy(2)),
            (&format!("{OTHER}="), MemoListError::Policy(2)),
            (&format!("{OTHER}=Required"), MemoListError::Policy(2)),
            (&format!("{ONE}=recommended"), MemoListError::Duplicate(2)),
        ] {
            let parsed = format!("{ONE},{entry}").parse::<MemoList>();
            assert_eq!(parsed, Err(error), "{entry}");
            assert!(!error.to_string().contains(OTHER));
        }
    }
}
