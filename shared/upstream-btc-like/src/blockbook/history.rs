//! `GET /api/v2/address/{address}` and `GET /api/v2/xpub/{key}`: balance and history.

use super::rows::{AddressResponse, ListedPage, Summary, balance};
use super::walk::{Page, Walk};
use super::{Blockbook, unexpected_error};
use crate::source::{AddressBalance, AddressSource, SourceFacts, addresses_within, history_deadline};
use async_trait::async_trait;
use reqwest::Url;
use wallet_btc_like::Address;
use wallet_btc_like::history::{HistoryPage, Position};
use wallet_upstream::{Deadline, Failure, Lane, UpstreamResponse};

/// Maximum number of requests for the pages of a response.
const MAX_ROUNDS: u32 = 25;

/// Resource with a balance and a history.
pub(super) struct Resource {
    pub(super) url: Url,
    /// The address of the resource; `None` for an extended key.
    pub(super) address: Option<Address>,
    /// Converts an error response.
    pub(super) failure: fn(&UpstreamResponse) -> Failure,
}

#[async_trait]
impl AddressSource for Blockbook {
    fn concurrent_addresses(&self) -> usize {
        addresses_within(self.endpoint.concurrency())
    }

    /// Returns the balance and the server's height, requested concurrently.
    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure> {
        let tip = self.status.height(&self.endpoint, deadline);
        let resource = self.address_resource(address);
        let (summary, tip) = futures::try_join!(self.summary(&resource, deadline), tip)?;
        let funds = balance(&summary, self.params)?;
        Ok(AddressBalance { tip, funds })
    }

    /// Returns balance, history and the server's height, requested concurrently.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure> {
        let tip = self.status.height(&self.endpoint, deadline);
        let walk = Walk::new(from, limit);
        let resource = self.address_resource(address);
        let ((summary, history), tip) = futures::try_join!(self.read(walk, &resource, deadline), tip)?;
        let tip = not_below(tip, &history);
        let funds = balance(&summary, self.params)?;
        SourceFacts::of(AddressBalance { tip, funds }, history)
    }
}

impl Blockbook {
    /// Returns the summary of a resource and the part of the history that the walk selects. The first page from the
    /// mempool has both. From a block on the server omits the mempool, also from the balance, so that the summary is
    /// requested concurrently (docs/decisions/utxo-history.md#balance-without-history).
    pub(super) async fn read(
        &self,
        walk: Walk,
        resource: &Resource,
        deadline: Deadline,
    ) -> Result<(Summary, Result<HistoryPage, Failure>), Failure> {
        let end = history_deadline(deadline);
        if walk.starts_in_block() {
            let summary = self.summary(resource, deadline);
            let history = async { Ok(self.follow(walk, resource, end).await) };
            return futures::try_join!(summary, history);
        }
        match self.transactions(resource, &walk.next_page(), end).await {
            Ok((summary, page)) => Ok((summary, self.follow_from(walk, page, resource, end).await)),
            Err(failure) if may_have_balance(&failure) => match self.summary(resource, deadline).await {
                Ok(summary) => Ok((summary, Err(failure))),
                Err(_) => Err(failure),
            },
            Err(failure) => Err(failure),
        }
    }

    /// Adds the first page to the walk, and follows the list.
    async fn follow_from(
        &self,
        mut walk: Walk,
        first: ListedPage,
        resource: &Resource,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        walk.add(first, resource.address.as_ref(), self.params)?;
        self.follow(walk, resource, deadline).await
    }

    /// Requests pages until the walk is complete. A later page that is unavailable ends the response early.
    async fn follow(&self, mut walk: Walk, resource: &Resource, deadline: Deadline) -> Result<HistoryPage, Failure> {
        for _ in 0..MAX_ROUNDS {
            if walk.is_complete() {
                break;
            }
            match self.transactions(resource, &walk.next_page(), deadline).await {
                Ok((_, page)) => walk.add(page, resource.address.as_ref(), self.params)?,
                Err(failure) if walk.has_rows() && failure.is_unavailability() => break,
                Err(failure) => return Err(failure),
            }
        }
        walk.into_page()
    }

    pub(super) async fn transactions(
        &self,
        resource: &Resource,
        page: &Page,
        deadline: Deadline,
    ) -> Result<(Summary, ListedPage), Failure> {
        self.transactions_in(Lane::Required, resource, page, deadline).await
    }

    /// Returns a page of a list in this lane.
    pub(super) async fn transactions_in(
        &self,
        lane: Lane,
        resource: &Resource,
        page: &Page,
        deadline: Deadline,
    ) -> Result<(Summary, ListedPage), Failure> {
        let mut url = resource.url.clone();
        url.query_pairs_mut()
            .append_pair("details", "txslight")
            .append_pair("page", &page.number.to_string())
            .append_pair("pageSize", &page.size.to_string());
        if let Some(height) = page.to {
            // With a maximum height the server omits the mempool.
            url.query_pairs_mut().append_pair("to", &height.to_string());
        }
        self.address_response(lane, resource, url, deadline).await
    }

    /// Returns the resource without a list of transactions; the balance includes the mempool.
    pub(super) async fn summary(&self, resource: &Resource, deadline: Deadline) -> Result<Summary, Failure> {
        let mut url = resource.url.clone();
        // Less detail (`basic`) lacks the unconfirmed balance.
        url.query_pairs_mut().append_pair("details", "tokens");
        self.address_response(Lane::Required, resource, url, deadline)
            .await
            .map(|(summary, _)| summary)
    }

    /// Returns the resource of an address. The canonical form of a bch address has a prefix, without which Blockbook
    /// parses it as base58.
    pub(super) fn address_resource(&self, address: &Address) -> Resource {
        Resource {
            url: self.endpoint.url(&["api", "v2", "address", &address.to_string()]),
            address: Some(address.clone()),
            failure: unexpected_error,
        }
    }

    async fn address_response(
        &self,
        lane: Lane,
        resource: &Resource,
        url: Url,
        deadline: Deadline,
    ) -> Result<(Summary, ListedPage), Failure> {
        let response = self.endpoint.get_in(lane, url, deadline).await?;
        if response.is_success() {
            Ok(response.json::<AddressResponse>()?.split())
        } else {
            Err((resource.failure)(&response))
        }
    }
}

/// Returns the cached height, or that of a listed transaction if higher.
pub(super) fn not_below(tip: u32, history: &Result<HistoryPage, Failure>) -> u32 {
    let heights = history.iter().flat_map(|page| &page.entries).map(|entry| entry.height);
    heights.flatten().fold(tip, u32::max)
}

/// Returns true if a server that failed to return a list of transactions may return the balance.
const fn may_have_balance(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Declined { .. }
            | Failure::TooLong { .. }
            | Failure::ServerError { .. }
            | Failure::TimedOut
            | Failure::Lost { .. }
    )
}
