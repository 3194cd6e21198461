//! A Stellar node without a network: the accounts that a test adds, at a fixed time.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wallet_core::model::{Network, Responses};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_xlm::contract::{Simulation, SimulationQuery};
use wallet_xlm::ports::{XlmContracts, XlmNode};
use wallet_xlm::{
    Account, AccountId, AccountQuery, AccountSettings, BalanceId, BestOffers, Credit, Envelope, FeeStats, Holding,
    Ledger, Market, PathQuery, PaymentPath, StoredBalance, Stroops, Submission, TransactionLookup, TrustLine,
    TrustlineAsset,
};

/// The fixed time: 2027-01-15T08:00:00Z.
pub const NOW: u64 = 1_800_000_000;

/// The accounts, the same on both networks.
#[derive(Debug, Default)]
pub struct Accounts(Mutex<HashMap<AccountId, Account>>);

impl Accounts {
    fn all(&self) -> MutexGuard<'_, HashMap<AccountId, Account>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an account with half of the maximum balance and the sequence number of the last transaction.
    pub fn put(&self, id: AccountId, sequence: i64) {
        self.put_trusting(id, sequence, None);
    }

    /// Adds an account with a trustline that has half of the maximum balance.
    pub fn put_trusting(&self, id: AccountId, sequence: i64, line: Option<Credit>) {
        let account = Account {
            id,
            sequence,
            subentries: 0,
            sponsoring: 0,
            sponsored: 0,
            is_sponsored: false,
            native: half(),
            lines: line.map(trustline).into_iter().collect(),
            signers: Vec::new(),
            requires_memo: false,
            settings: AccountSettings::default(),
        };
        self.all().insert(id, account);
    }
}

/// Returns half of the maximum balance.
fn half() -> Holding {
    Holding {
        balance: Stroops::new(i64::MAX / 2).unwrap_or_default(),
        ..Holding::default()
    }
}

fn trustline(credit: Credit) -> TrustLine {
    TrustLine {
        asset: TrustlineAsset::Credit(credit),
        holding: half(),
        limit: Stroops::MAX,
        is_authorized: true,
        may_maintain_liabilities: true,
        has_clawback: false,
        sponsor: None,
    }
}

impl Clock for Accounts {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

#[async_trait]
impl XlmNode for Accounts {
    async fn account(&self, _: Network, query: AccountQuery, _: Deadline) -> Result<Option<Account>, UpstreamError> {
        Ok(self.all().get(&query.id).cloned())
    }

    async fn claimable_balance(
        &self,
        _: Network,
        _: BalanceId,
        _: Deadline,
    ) -> Result<Option<StoredBalance>, UpstreamError> {
        Ok(None)
    }

    async fn ledger(&self, _: Network, _: Deadline) -> Result<Ledger, UpstreamError> {
        Ok(Ledger {
            upstream: "horizon",
            sequence: 50_000_000,
            closed_at: NOW - 3,
            base_reserve: Stroops::new(5_000_000).unwrap_or_default(),
        })
    }

    async fn fee_stats(&self, _: Network, _: Deadline) -> Result<Responses<FeeStats>, UpstreamError> {
        Err(UpstreamError::Timeout)
    }

    async fn paths(&self, _: Network, _: PathQuery, _: Deadline) -> Result<Vec<PaymentPath>, UpstreamError> {
        Err(UpstreamError::Timeout)
    }

    async fn best_offers(&self, _: Network, _: Market, _: Deadline) -> BestOffers {
        BestOffers::default()
    }

    async fn transaction_status(
        &self,
        _: Network,
        _: [u8; 32],
        _: Deadline,
    ) -> Result<TransactionLookup, UpstreamError> {
        Ok(TransactionLookup::Missing(None))
    }

    async fn broadcast(&self, _: Network, _: &Envelope, _: Deadline) -> Result<Submission, UpstreamError> {
        Ok(Submission::Unknown)
    }
}

#[async_trait]
impl XlmContracts for Accounts {
    async fn simulate(&self, _: Network, _: &SimulationQuery, _: Deadline) -> Result<Simulation, UpstreamError> {
        Err(UpstreamError::Timeout)
    }
}
