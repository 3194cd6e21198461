//! The history of an account as changes of the funds.

use crate::Services;
use crate::info::{NOT_ALL_CLAIMS, NOT_ALL_FILLS};
use async_trait::async_trait;
use std::sync::atomic::{AtomicU32, Ordering};
use wallet_core::model::{Asset, ChainName, Network, UNREADABLE_ROWS};
use wallet_core::own_history::{CurrentBalance, OwnHistory, OwnPage, PAGE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, Cost, UpstreamBudget};
use wallet_xlm::history::{Position, View};
use wallet_xlm::{AccountId, Chain, DECIMALS};

/// The history of an account for a single request.
pub struct AccountHistory<'a> {
    services: &'a Services,
    network: Network,
    account: AccountId,
    view: View,
    deadline: Deadline,
    /// The number of pages that were read.
    pages: AtomicU32,
}

impl<'a> AccountHistory<'a> {
    /// Reserves the cost of the first page; [`Self::settle`] takes the cost of further pages.
    pub fn new(
        services: &'a Services,
        network: Network,
        account: AccountId,
        budget: &UpstreamBudget,
        deadline: Deadline,
    ) -> Result<Self, ApiError> {
        budget.spend(Cost::address(PAGE_ROWS))?;
        Ok(Self {
            services,
            network,
            account,
            view: View::of_accounts([account]),
            deadline,
            pages: AtomicU32::new(0),
        })
    }

    /// Takes the cost of the pages that were read from the budget.
    pub fn settle(&self, budget: &UpstreamBudget) {
        let pages = self.pages.load(Ordering::Relaxed);
        budget.settle(Cost::address(PAGE_ROWS), Cost::address(PAGE_ROWS.saturating_mul(pages)));
    }

    /// Returns the lumens with the first page of the history, which may be unavailable.
    pub async fn current(&self) -> Result<CurrentBalance<Position>, UpstreamError> {
        let facts = self
            .services
            .index
            .account_facts(self.network, self.account.into(), self.deadline);
        let (facts, page) = futures::join!(facts, self.page(Position::default()));
        let facts = facts?;
        let lumens = facts.account.as_ref().map_or(0, |account| account.native.balance.get());
        // The cached latest ledger may be older than the account and the ledgers of the history.
        let rows = page.as_ref().map(|page| page.transactions.as_slice());
        let latest = rows.unwrap_or_default().iter().filter_map(|row| row.block).max();
        Ok(CurrentBalance {
            asset: Asset::Coin {
                chain: Chain::Xlm.name(),
            },
            decimals: DECIMALS,
            balance: Some(lumens.into()),
            upstream: facts.upstream,
            block: latest.unwrap_or_default().max(facts.ledger.sequence.into()),
            page,
        })
    }
}

#[async_trait]
impl OwnHistory for AccountHistory<'_> {
    type Position = Position;

    const CLOCK_SKEW: u64 = 0;

    async fn page(&self, from: Position) -> Result<OwnPage<Position>, UpstreamError> {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let index = &self.services.index;
        let facts = index
            .history(self.network, self.account, from, PAGE_ROWS, self.deadline)
            .await?;
        let (transactions, lacks_trades) = self.view.own_transactions(&facts.entries);
        let missing = [
            facts.has_unresolved_claims.then_some(NOT_ALL_CLAIMS),
            (facts.has_unlisted_fills || lacks_trades).then_some(NOT_ALL_FILLS),
            facts.lacks_rows.then_some(UNREADABLE_ROWS),
        ];
        Ok(OwnPage {
            transactions,
            next: facts.next,
            missing: missing.into_iter().flatten().collect(),
            lacks_coins: facts.has_unresolved_claims || facts.has_unlisted_fills || facts.lacks_rows,
        })
    }
}
