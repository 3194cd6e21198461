//! Open offers of an account: `/accounts/{id}/offers`.

use super::fields::{Fields, WireNumber, amount, read};
use super::page::Page;
use super::{Horizon, Lookup, rejected};
use futures::future::try_join;
use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;
use wallet_xlm::{AccountId, OfferFacts, OfferId, OpenOffer, Price, Stroops};

/// Offer record.
#[derive(Debug, Deserialize)]
pub(super) struct WireOffer {
    id: WireNumber,
    seller: String,
    selling: Map<String, Value>,
    buying: Map<String, Value>,
    amount: String,
    price_r: WirePrice,
}

/// Fraction of two 31-bit numbers.
#[derive(Debug, Deserialize)]
pub(super) struct WirePrice {
    n: WireNumber,
    d: WireNumber,
}

impl Horizon {
    /// Requests a page of offers and the latest ledger concurrently.
    pub(crate) async fn offers(
        &self,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, Failure> {
        let requests = try_join(self.ledger(deadline), self.offer_rows(id, after, limit, deadline));
        let (ledger, rows) = requests.await?;
        let is_last = rows.len() < limit as usize;
        let next = rows.iter().rev().filter(|_| !is_last).find_map(offer_id);
        let offers: Vec<_> = rows.iter().filter_map(|row| readable(row, id)).collect();
        Ok(OfferFacts {
            upstream: Kind::Horizon.name(),
            ledger,
            lacks_rows: offers.len() < rows.len(),
            offers,
            next,
        })
    }

    async fn offer_rows(
        &self,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<Vec<ListRow<WireOffer>>, Failure> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        match self.seek(self.offers_url(id, after, limit), deadline).await? {
            Lookup::Found(page) => Page::records(page, limit),
            Lookup::Missing => Ok(Vec::new()),
            Lookup::BeforeHistory => Err(rejected("offers before history")),
        }
    }

    fn offers_url(&self, id: AccountId, after: Option<OfferId>, limit: u32) -> Url {
        let mut url = self.endpoint.url(&["accounts", &id.to_string(), "offers"]);
        url.query_pairs_mut()
            .append_pair("order", "desc")
            .append_pair("limit", &limit.to_string());
        if let Some(after) = after {
            url.query_pairs_mut().append_pair("cursor", &after.to_string());
        }
        url
    }
}

/// Returns the id of a record, also of an unreadable one.
fn offer_id(row: &ListRow<WireOffer>) -> Option<OfferId> {
    match row {
        ListRow::Read(offer) => offer.id.read("id").ok(),
        ListRow::Unreadable(value) => value["id"].as_str()?.parse().ok(),
    }
}

/// Decodes a record, `None` if it is unreadable.
fn readable(row: &ListRow<WireOffer>, seller: AccountId) -> Option<OpenOffer> {
    let offer = match row {
        ListRow::Read(offer) => offer.decode(seller),
        ListRow::Unreadable(_) => Err(Failure::unusable("not an offer")),
    };
    offer
        .inspect_err(|failure| tracing::warn!(%failure, "unreadable offer omitted"))
        .ok()
}

impl WireOffer {
    /// Decodes an offer of this account.
    pub(super) fn decode(&self, seller: AccountId) -> Result<OpenOffer, Failure> {
        if read::<AccountId>("seller", &self.seller)? != seller {
            return Err(Failure::unusable("seller does not match the request"));
        }
        let offered = amount("amount", &self.amount)?;
        if offered == Stroops::default() {
            return Err(Failure::unusable("amount: must be greater than 0"));
        }
        Ok(OpenOffer {
            id: self.id.read("id")?,
            selling: Fields(&self.selling).asset("")?,
            buying: Fields(&self.buying).asset("")?,
            amount: offered,
            price: self.price_r.decode()?,
        })
    }
}

impl WirePrice {
    /// Decodes the price.
    pub(super) fn decode(&self) -> Result<Price, Failure> {
        let price = Price::new(self.n.read("price_r.n")?, self.d.read("price_r.d")?);
        price.ok_or_else(|| Failure::unusable("price_r: must be greater than 0"))
    }
}
