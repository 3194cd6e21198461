//! Ledgers with all transactions, and the accounts that a transaction touches.

use super::facts::Entry;
use super::operation::{Body, Operation, Revoked, Transfer};
use crate::AccountId;

/// A ledger of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerId {
    /// The sequence number.
    pub sequence: u32,
    /// The hash of the ledger header.
    pub hash: [u8; 32],
}

/// A ledger with all transactions, successful and failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerContents {
    /// The sequence number and the hash.
    pub id: LedgerId,
    /// The hash of the previous ledger.
    pub parent: [u8; 32],
    /// The close time in Unix seconds.
    pub time: u64,
    /// The transactions in the order of their application.
    pub transactions: Vec<LedgerTransaction>,
}

/// A transaction of a ledger as an entry of a history, with the operations of all accounts. Operations of unknown
/// types are omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerTransaction {
    /// The transaction, with all operations.
    pub entry: Entry,
    /// The sequence number of the source account that the transaction uses. For a fee bump, that of the inner
    /// transaction.
    pub sequence: i64,
}

impl LedgerTransaction {
    /// Returns the accounts that the transaction touches, with repetitions: the source, the fee payer, the sources and
    /// counterparties of the operations (claimants, sponsors and trustors included), the owners of filled offers, and
    /// the accounts with balances that changed by the meta. The counterparties of a failed transaction are included.
    pub fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.entry.accounts()
    }
}

impl LedgerTransaction {
    /// Returns the transaction as an entry of the history of an account: with the operations that involve the account, also
    /// operations with transfers of tokens of contracts.
    pub fn into_entry_of(self, account: AccountId) -> Entry {
        let mut entry = self.entry;
        entry
            .operations
            .retain(|operation| operation.accounts().contains(&account) || operation.moves_token_of(account));
        entry
    }
}

impl Entry {
    /// Returns the accounts that the transaction touches, with repetitions.
    pub(super) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let payers = [self.source.account, self.fee_payer];
        let operations = self.operations.iter().flat_map(Operation::accounts);
        payers.into_iter().chain(operations).chain(self.effects.accounts())
    }
}

impl Operation {
    /// Returns true if a contract states the transfer of a token from or to the account.
    fn moves_token_of(&self, account: AccountId) -> bool {
        let Body::CallContract { transfers } = &self.body else {
            return false;
        };
        let mut of_tokens = transfers.iter().filter(|transfer| transfer.is_of_token());
        of_tokens.any(|transfer| transfer.accounts().any(|side| side == account))
    }

    /// Returns the source and the counterparties, with repetitions. The sides of a token of a contract are left out: any
    /// contract can name any account.
    fn accounts(&self) -> Vec<AccountId> {
        let mut accounts = vec![self.source.account];
        match &self.body {
            Body::CreateAccount(payment) | Body::Payment(payment) => {
                accounts.extend([payment.from.account, payment.to.account]);
            }
            Body::PathPayment(path) => accounts.extend([path.payment.from.account, path.payment.to.account]),
            Body::ChangeTrust { trustor, .. } => accounts.push(trustor.account),
            Body::AllowTrust { trustor, trustee, .. } => accounts.extend([*trustor, trustee.account]),
            Body::SetTrustLineFlags { trustor, .. } => accounts.push(*trustor),
            Body::AccountMerge { account, into } => accounts.extend([account.account, into.account]),
            Body::CreateClaimableBalance { sponsor, claimants, .. } => {
                accounts.push(sponsor.account);
                accounts.extend(claimants);
            }
            Body::ClaimClaimableBalance { claimant, .. } => accounts.push(claimant.account),
            Body::BeginSponsoring { sponsored } => accounts.push(*sponsored),
            Body::EndSponsoring { sponsor } => accounts.extend(sponsor.map(|sponsor| sponsor.account)),
            Body::RevokeSponsorship(revoked) => accounts.extend(revoked.account()),
            Body::Clawback { from, .. } => accounts.push(from.account),
            Body::CallContract { transfers } => {
                let of_assets = transfers.iter().filter(|transfer| !transfer.is_of_token());
                accounts.extend(of_assets.flat_map(Transfer::accounts));
            }
            Body::SellOffer(_)
            | Body::BuyOffer(_)
            | Body::PassiveOffer(_)
            | Body::SetOptions { .. }
            | Body::ManageData { .. }
            | Body::BumpSequence { .. }
            | Body::ClawbackClaimableBalance { .. }
            | Body::PoolDeposit { .. }
            | Body::PoolWithdraw { .. } => {}
        }
        accounts
    }
}

impl Revoked {
    /// Returns the account of the entry or signer, if reported.
    const fn account(&self) -> Option<AccountId> {
        match self {
            Self::Account(account)
            | Self::Data { account, .. }
            | Self::Line { account, .. }
            | Self::Signer { account, .. } => Some(*account),
            Self::ClaimableBalance(_) | Self::Offer(_) | Self::Other => None,
        }
    }
}
