//! Markets: open offers of an account (`/accounts/{id}/offers`, `/offers/{id}`), best offers (`/order_book`), and paths of payments
//! (`/paths/strict-send` and `/paths/strict-receive`).
//!
//! Best offers only complete a response, and are requested within limits of load and time, as an optional request
//! (docs/decisions/upstreams.md#optional-requests).

use super::fields::{Fields, WireNumber, amount, read};
use super::response::Page;
use super::{Horizon, Lookup, look_up, rejected};
use futures::future::try_join;
use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value};
use wallet_upstream::{Deadline, Failure, Kind, Lane, ListRow, Topic};
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::{
    AccountId, Asset, AssetCode, BestOffers, Market, OfferFacts, OfferId, OpenOffer, PathQuery, PaymentPath, Price,
    Stroops,
};

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
            lacks_offers: false,
            offers,
            next,
        })
    }

    /// Requests an offer and the latest ledger concurrently. An offer of a different account is omitted.
    pub(crate) async fn offer(&self, id: AccountId, offer: OfferId, deadline: Deadline) -> Result<OfferFacts, Failure> {
        let url = self.endpoint.url(&["offers", &offer.to_string()]);
        let (ledger, found) = try_join(self.ledger(deadline), self.seek::<WireOffer>(url, deadline)).await?;
        let found = match found {
            Lookup::Found(found) => Some(found),
            Lookup::Missing => None,
            Lookup::BeforeHistory => return Err(rejected("an offer before history")),
        };
        let own = found.filter(|found| read::<AccountId>("seller", &found.seller).is_ok_and(|seller| seller == id));
        let own = own.map(|found| found.decode(id)).transpose()?;
        if own.is_some_and(|own| own.id != offer) {
            return Err(Failure::unusable("different offer"));
        }
        Ok(OfferFacts {
            upstream: Kind::Horizon.name(),
            ledger,
            offers: own.into_iter().collect(),
            next: None,
            lacks_rows: false,
            lacks_offers: false,
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

/// Returns the id of a record, readable or not.
fn offer_id(row: &ListRow<WireOffer>) -> Option<OfferId> {
    match row {
        ListRow::Read(offer) => offer.id.read("id").ok(),
        ListRow::Unreadable(value) => value["id"].as_str()?.parse().ok(),
    }
}

/// Decodes a record, `None` if unreadable.
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
    pub(super) fn decode(&self) -> Result<Price, Failure> {
        let price = Price::new(self.n.read("price_r.n")?, self.d.read("price_r.d")?);
        price.ok_or_else(|| Failure::unusable("price_r: must be greater than 0"))
    }
}

/// Maximum number of paths that are read. Horizon returns five for each pair of assets.
const MAX_PATHS: u32 = 1000;

pub(super) type WirePath = Map<String, Value>;

impl Horizon {
    /// Returns the paths for a payment in the order of the server.
    pub(crate) async fn paths(&self, query: PathQuery, deadline: Deadline) -> Result<Vec<PaymentPath>, Failure> {
        let page: Page<WirePath> = self.get(self.paths_url(query), deadline).await?;
        let records = page.records(MAX_PATHS)?;
        records
            .iter()
            .map(|record| decode_as_requested(record, query))
            .collect()
    }

    fn paths_url(&self, query: PathQuery) -> Url {
        match query {
            PathQuery::StrictSend { source, amount, to } => {
                let mut url = self.endpoint.url(&["paths", "strict-send"]);
                append_asset(&mut url, "source", &source);
                append_amount(&mut url, "source_amount", amount);
                url.query_pairs_mut()
                    .append_pair("destination_account", &to.to_string());
                url
            }
            PathQuery::StrictReceive {
                from,
                destination,
                amount,
            } => {
                let mut url = self.endpoint.url(&["paths", "strict-receive"]);
                append_asset(&mut url, "destination", &destination);
                append_amount(&mut url, "destination_amount", amount);
                url.query_pairs_mut().append_pair("source_account", &from.to_string());
                url
            }
        }
    }
}

/// Appends the asset at one end of an exchange.
pub(super) fn append_asset(url: &mut Url, end: &str, asset: &Asset) {
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair(&format!("{end}_asset_type"), asset_type(asset));
    if let Asset::Credit(credit) = asset {
        pairs.append_pair(&format!("{end}_asset_code"), credit.code.as_str());
        pairs.append_pair(&format!("{end}_asset_issuer"), &credit.issuer.to_string());
    }
}

fn append_amount(url: &mut Url, name: &str, amount: PositiveStroops) {
    // A positive amount is a valid number of stroops.
    let amount = Stroops::new(amount.get()).unwrap_or_default();
    url.query_pairs_mut().append_pair(name, &amount.to_units());
}

/// Returns the name of the type of an asset.
fn asset_type(asset: &Asset) -> &'static str {
    let is_short = |code: &AssetCode| code.as_str().len() <= 4;
    match asset {
        Asset::Native => "native",
        Asset::Credit(credit) if is_short(&credit.code) => "credit_alphanum4",
        Asset::Credit(_) => "credit_alphanum12",
    }
}

fn decode_as_requested(record: &WirePath, query: PathQuery) -> Result<PaymentPath, Failure> {
    let path = decode(record)?;
    if query.accepts(&path) {
        Ok(path)
    } else {
        Err(Failure::unusable("path does not match the request"))
    }
}

pub(super) fn decode(record: &WirePath) -> Result<PaymentPath, Failure> {
    let fields = Fields(record);
    let between = fields.objects("path")?.into_iter().map(|asset| asset.asset(""));
    Ok(PaymentPath {
        source_asset: fields.asset("source_")?,
        source_amount: fields.amount("source_amount")?,
        destination_asset: fields.asset("destination_")?,
        destination_amount: fields.amount("destination_amount")?,
        path: between.collect::<Result<_, _>>()?,
    })
}

/// Order book record. Both prices are in units of the bought asset per unit of the sold asset.
#[derive(Debug, Deserialize)]
pub(super) struct WireBook {
    /// Offers to buy the sold asset, the highest price first.
    #[serde(rename = "bids")]
    to_buy: Vec<WireLevel>,
    /// Offers to sell the sold asset, the lowest price first.
    #[serde(rename = "asks")]
    to_sell: Vec<WireLevel>,
}

#[derive(Debug, Deserialize)]
struct WireLevel {
    price_r: WirePrice,
}

impl Horizon {
    /// Returns the best offers of a market, none of an unknown market.
    pub(crate) async fn best_offers(&self, market: Market, deadline: Deadline) -> Result<BestOffers, Failure> {
        let mut url = self.endpoint.url(&["order_book"]);
        append_asset(&mut url, "selling", &market.base);
        append_asset(&mut url, "buying", &market.counter);
        url.query_pairs_mut().append_pair("limit", "1");
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Market), url, deadline)
            .await?;
        match look_up::<WireBook>(&response)? {
            Lookup::Found(book) => book.decode(),
            Lookup::Missing | Lookup::BeforeHistory => Ok(BestOffers::default()),
        }
    }
}

impl WireBook {
    pub(super) fn decode(&self) -> Result<BestOffers, Failure> {
        let best = |levels: &[WireLevel]| -> Result<Option<Price>, Failure> {
            levels.first().map(|level| level.price_r.decode()).transpose()
        };
        Ok(BestOffers {
            bid: best(&self.to_buy)?,
            ask: best(&self.to_sell)?,
        })
    }
}
