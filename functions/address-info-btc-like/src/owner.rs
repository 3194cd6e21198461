//! The owner in requests about the history: an address or an extended key, with the transactions as changes of the funds.

use crate::Services;
use crate::xpub::facts_cost;
use async_trait::async_trait;
use std::sync::{Mutex, PoisonError};
use wallet_btc_like::history::{HistoryPage, Position, View};
use wallet_btc_like::{Address, DEFAULT_GAP, ExtendedKey, KeyQuery, Params};
use wallet_core::model::{Asset, ChainName, DAY, MORE_ADDRESSES, NO_HISTORY, UNREADABLE_ROWS};
use wallet_core::own_history::{CurrentBalance, OwnHistory, OwnPage, PAGE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{ApiError, Cost, Field, Scans, UpstreamBudget};

/// An address or an extended key.
pub enum Owner {
    Address(Address),
    Key(Box<ExtendedKey>),
}

impl Owner {
    /// Reads the owner of a request, which has one of the two fields.
    pub fn read(params: &'static Params, address: Field<Address>, key: Field<ExtendedKey>) -> Result<Self, ApiError> {
        match (address.is_present()?, key.is_present()?) {
            (true, false) => Ok(Self::Address(address.required().get_in(params)?)),
            (false, true) => Ok(Self::Key(Box::new(key.required().get_in(params)?))),
            (false, false) => Err(address.error("Send address or key.").into()),
            (true, true) => Err(key.error("Send either address or key, not both.").into()),
        }
    }

    /// Returns the parameters of the chain.
    pub fn params(&self) -> &'static Params {
        match self {
            Self::Address(address) => address.params(),
            Self::Key(key) => key.params(),
        }
    }

    /// Returns the cost of the first page of the history.
    const fn page_cost(&self) -> Cost {
        match self {
            Self::Address(_) => Cost::address(PAGE_ROWS),
            Self::Key(_) => Cost::key(DEFAULT_GAP, PAGE_ROWS),
        }
    }
}

/// The history of an owner for a single request.
pub struct OwnerHistory<'a> {
    services: &'a Services,
    owner: &'a Owner,
    deadline: Deadline,
    /// The cost of the pages that were read.
    cost: Mutex<Cost>,
    reserved: Cost,
    _scans: Option<Scans<'a>>,
}

impl<'a> OwnerHistory<'a> {
    /// Reserves the cost of the first page; [`Self::settle`] takes the cost of further pages.
    pub fn new(
        services: &'a Services,
        owner: &'a Owner,
        budget: &'a UpstreamBudget,
        deadline: Deadline,
    ) -> Result<Self, ApiError> {
        let reserved = owner.page_cost();
        let scans = match owner {
            Owner::Address(_) => budget.spend(reserved).map(|()| None),
            Owner::Key(_) => budget.spend_scans(reserved, 1).map(Some),
        };
        Ok(Self {
            services,
            owner,
            deadline,
            cost: Mutex::default(),
            reserved,
            _scans: scans?,
        })
    }

    /// Takes the cost of the pages that were read from the budget.
    pub fn settle(&self, budget: &UpstreamBudget) {
        budget.settle(self.reserved, *self.cost.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the confirmed balance with the first page of the history.
    pub async fn current(&self) -> Result<CurrentBalance<Position>, UpstreamError> {
        self.read(Position::default()).await
    }

    fn add_cost(&self, cost: Cost) {
        let mut sum = self.cost.lock().unwrap_or_else(PoisonError::into_inner);
        *sum = *sum + cost;
    }

    /// Returns a page with the balance.
    async fn read(&self, from: Position) -> Result<CurrentBalance<Position>, UpstreamError> {
        let (services, deadline) = (self.services, self.deadline);
        self.add_cost(self.owner.page_cost());
        let (upstream, tip, funds, view, history, is_truncated) = match self.owner {
            Owner::Address(address) => {
                let facts = services.index.address_facts(address, from, PAGE_ROWS, deadline).await?;
                let view = View::of_addresses(address.params(), [address.clone()]);
                (facts.upstream, facts.tip, facts.funds, view, facts.history, false)
            }
            Owner::Key(key) => {
                let query = KeyQuery {
                    limit: PAGE_ROWS,
                    from,
                    gap: DEFAULT_GAP,
                };
                let facts = services.index.key_facts(key, query, deadline).await?;
                self.add_cost(facts_cost(&facts).beyond(self.owner.page_cost()));
                let (view, is_truncated) = (View::of_key(key.params(), &facts.scanned), facts.scanned.is_truncated);
                (
                    facts.upstream,
                    facts.tip,
                    facts.funds,
                    view,
                    facts.history,
                    is_truncated,
                )
            }
        };
        let params = self.owner.params();
        Ok(CurrentBalance {
            asset: Asset::Coin {
                chain: params.chain.name(),
            },
            decimals: params.decimals,
            balance: Some(funds.confirmed().into()),
            upstream,
            block: tip.into(),
            page: Ok(own_page(&view, history.as_ref(), is_truncated)),
        })
    }
}

fn own_page(view: &View, page: Option<&HistoryPage>, is_truncated: bool) -> OwnPage<Position> {
    let lacks_rows = page.is_some_and(|page| page.lacks_rows);
    let missing = [
        page.is_none().then_some(NO_HISTORY),
        lacks_rows.then_some(UNREADABLE_ROWS),
        is_truncated.then_some(MORE_ADDRESSES),
    ];
    OwnPage {
        transactions: page
            .map(|page| view.own_transactions(&page.entries))
            .unwrap_or_default(),
        next: page.and_then(|page| page.next),
        missing: missing.into_iter().flatten().collect(),
        lacks_coins: page.is_none() || lacks_rows,
    }
}

#[async_trait]
impl OwnHistory for OwnerHistory<'_> {
    type Position = Position;

    // The time of a block can be before that of the parent, and two hours ahead of the clocks.
    const CLOCK_SKEW: u64 = DAY;

    async fn page(&self, from: Position) -> Result<OwnPage<Position>, UpstreamError> {
        self.read(from).await?.page
    }
}
