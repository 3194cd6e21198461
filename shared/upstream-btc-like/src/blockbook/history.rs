//! `GET /api/v2/address/{address}`: balance and history.

use super::address_response::{AddressResponse, balance};
use super::walk::{Page, Walk};
use super::{Blockbook, unexpected_error};
use crate::source::{AddressBalance, SourceFacts, history_deadline};
use reqwest::Url;
use wallet_btc_like::Address;
use wallet_btc_like::history::{Funds, HistoryPage, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Maximum number of requests for the pages of one response.
const MAX_ROUNDS: u32 = 25;

impl Blockbook {
    /// Returns the balance and the server's height, requested concurrently.
    pub(super) async fn balance_at_tip(
        &self,
        address: &Address,
        deadline: Deadline,
    ) -> Result<AddressBalance, Failure> {
        let tip = self.status.height(&self.endpoint, deadline);
        let (funds, tip) = futures::try_join!(self.funds(address, deadline), tip)?;
        Ok(AddressBalance { tip, funds })
    }

    /// Returns balance, history and the server's height, requested concurrently.
    pub(super) async fn facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure> {
        let tip = self.status.height(&self.endpoint, deadline);
        let walk = Walk::new(from, limit);
        let ((funds, history), tip) = futures::try_join!(self.read(walk, address, deadline), tip)?;
        // The cached height may be lower than that of a listed transaction.
        let heights = history.iter().flat_map(|page| &page.entries).map(|entry| entry.height);
        let tip = heights.flatten().fold(tip, u32::max);
        SourceFacts::of(AddressBalance { tip, funds }, history)
    }

    /// Returns the balance and the part of the history that the walk selects. The first page from the mempool has both.
    /// From a block on the server omits the mempool, also from the balance, so that the balance is requested
    /// concurrently (docs/decisions/0422).
    async fn read(
        &self,
        walk: Walk,
        address: &Address,
        deadline: Deadline,
    ) -> Result<(Funds, Result<HistoryPage, Failure>), Failure> {
        let end = history_deadline(deadline);
        if walk.starts_in_block() {
            let funds = self.funds(address, deadline);
            let history = async { Ok(self.follow(walk, address, end).await) };
            return futures::try_join!(funds, history);
        }
        match self.transactions(address, &walk.next_page(), end).await {
            Ok(response) => {
                let funds = balance(&response, self.params)?;
                Ok((funds, self.follow_from(walk, response, address, end).await))
            }
            Err(failure) if may_have_balance(&failure) => match self.funds(address, deadline).await {
                Ok(funds) => Ok((funds, Err(failure))),
                Err(_) => Err(failure),
            },
            Err(failure) => Err(failure),
        }
    }

    /// Adds the first page to the walk, and follows it.
    async fn follow_from(
        &self,
        mut walk: Walk,
        first: AddressResponse,
        address: &Address,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        walk.add(first, self.params)?;
        self.follow(walk, address, deadline).await
    }

    /// Requests pages until the walk is complete. A later page that is unavailable ends the response early.
    async fn follow(&self, mut walk: Walk, address: &Address, deadline: Deadline) -> Result<HistoryPage, Failure> {
        for _ in 0..MAX_ROUNDS {
            if walk.is_complete() {
                break;
            }
            match self.transactions(address, &walk.next_page(), deadline).await {
                Ok(response) => walk.add(response, self.params)?,
                Err(failure) if walk.has_rows() && failure.is_unavailability() => break,
                Err(failure) => return Err(failure),
            }
        }
        walk.into_page()
    }

    async fn transactions(
        &self,
        address: &Address,
        page: &Page,
        deadline: Deadline,
    ) -> Result<AddressResponse, Failure> {
        let mut url = self.address_url(address);
        url.query_pairs_mut()
            .append_pair("details", "txslight")
            .append_pair("page", &page.number.to_string())
            .append_pair("pageSize", &page.size.to_string());
        if let Some(height) = page.to {
            // With a maximum height the server omits the mempool.
            url.query_pairs_mut().append_pair("to", &height.to_string());
        }
        self.address_response(url, deadline).await
    }

    /// Returns the confirmed and unconfirmed balance, without a list of transactions.
    async fn funds(&self, address: &Address, deadline: Deadline) -> Result<Funds, Failure> {
        let mut url = self.address_url(address);
        // Less detail (`basic`) lacks the unconfirmed balance.
        url.query_pairs_mut().append_pair("details", "tokens");
        balance(&self.address_response(url, deadline).await?, self.params)
    }

    /// Returns the URL of an address. The canonical form of a bch address has a prefix, without which Blockbook parses
    /// it as base58.
    fn address_url(&self, address: &Address) -> Url {
        self.endpoint.url(&["api", "v2", "address", &address.to_string()])
    }

    async fn address_response(&self, url: Url, deadline: Deadline) -> Result<AddressResponse, Failure> {
        let response = self.endpoint.get(url, deadline).await?;
        if response.is_success() {
            response.json()
        } else {
            Err(unexpected_error(&response))
        }
    }
}

/// Returns true if a server that failed to return a list of transactions may return the balance.
const fn may_have_balance(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Declined { .. } | Failure::ServerError { .. } | Failure::TimedOut | Failure::Lost { .. }
    )
}
