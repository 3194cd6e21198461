//! The history of an address as changes of the funds.

use crate::Services;
use crate::info::{history_page, partial_of};
use async_trait::async_trait;
use std::sync::atomic::{AtomicU32, Ordering};
use wallet_core::model::{Asset, ChainName, UNREADABLE_ROWS};
use wallet_core::own_history::{CurrentBalance, OwnHistory, OwnPage, PAGE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::history::{OmittedChange, Position, View};
use wallet_eth_like::{Address, Holder, Params};
use wallet_http::{ApiError, Cost, UpstreamBudget};

/// The history of an address for a single request.
pub struct AddressHistory<'a> {
    services: &'a Services,
    params: Params,
    address: Address,
    view: View,
    deadline: Deadline,
    /// The number of pages that were read.
    pages: AtomicU32,
}

impl<'a> AddressHistory<'a> {
    /// Reserves the cost of the first page; [`Self::settle`] takes the cost of further pages.
    pub async fn new(
        services: &'a Services,
        params: Params,
        address: Address,
        budget: &UpstreamBudget,
        deadline: Deadline,
    ) -> Result<Self, ApiError> {
        budget.spend(Cost::address(PAGE_ROWS))?;
        let listed = services.tokens.erc20(params.chain).await?;
        let collections = services.tokens.collections(params.chain).await?;
        let tokens = listed.iter().map(|token| (token.contract, token.decimals));
        Ok(Self {
            services,
            params,
            address,
            view: View::of_addresses(params, [address], tokens).with_collections(collections),
            deadline,
            pages: AtomicU32::new(0),
        })
    }

    /// Takes the cost of the pages that were read from the budget.
    pub fn settle(&self, budget: &UpstreamBudget) {
        let pages = self.pages.load(Ordering::Relaxed);
        budget.settle(Cost::address(PAGE_ROWS), Cost::address(PAGE_ROWS.saturating_mul(pages)));
    }

    /// Returns the balance with the first page of the history, which may be unavailable.
    pub async fn current(&self) -> Result<CurrentBalance<Position>, UpstreamError> {
        let holder = Holder {
            address: self.address,
            further: Vec::new(),
        };
        let holders = [holder];
        let (balances, page) = futures::join!(
            self.services.node.balances(self.params, &holders, &[], self.deadline),
            self.page(Position::Start),
        );
        let balances = balances?.into_iter().next().ok_or(UpstreamError::Timeout)?;
        Ok(CurrentBalance {
            asset: Asset::Coin {
                chain: self.params.chain.name(),
            },
            decimals: Params::DECIMALS,
            balance: balances.coin.to_string().parse().ok(),
            upstream: balances.upstream,
            block: balances.block,
            page,
        })
    }
}

#[async_trait]
impl OwnHistory for AddressHistory<'_> {
    type Position = Position;

    const CLOCK_SKEW: u64 = 0;

    async fn page(&self, from: Position) -> Result<OwnPage<Position>, UpstreamError> {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let (params, address) = (self.params, self.address);
        let facts = history_page(self.services, params, address, from, PAGE_ROWS, self.deadline).await?;
        let (rows, mut missing) = (self.view.own_transactions(&facts.entries), partial_of(&facts));
        let lacks_rows = rows.contains(&None);
        if lacks_rows && !facts.lacks_rows {
            missing.push(UNREADABLE_ROWS);
        }
        let omits_coins = facts
            .omitted
            .iter()
            .any(|omitted| *omitted != OmittedChange::NftTransfers);
        Ok(OwnPage {
            transactions: rows.into_iter().flatten().collect(),
            next: facts.next,
            lacks_coins: lacks_rows
                || facts.lacks_rows
                || facts.lacks_internal_transfers
                || facts.lacks_l1_fees
                || omits_coins,
            missing,
        })
    }
}
