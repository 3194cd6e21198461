//! GET /offers, /offers/{id} and /accounts/{id}/offers.

use crate::xlm::horizon::accounts::modified_time;
use crate::xlm::horizon::request::{Base, PageQuery, parse_account};
use crate::xlm::horizon::view::{self, Fields};
use crate::xlm::horizon::{Horizon, Problem};
use crate::xlm::ledger::Ledger;
use crate::xlm::state::Entry;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use stellar_xdr::{AccountId, OfferEntry};

/// The filter parameters.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Filter {
    seller: Option<String>,
    sponsor: Option<String>,
    selling: Option<String>,
    buying: Option<String>,
    selling_asset_type: Option<String>,
    selling_asset_code: Option<String>,
    selling_asset_issuer: Option<String>,
    buying_asset_type: Option<String>,
    buying_asset_code: Option<String>,
    buying_asset_issuer: Option<String>,
}

/// The parsed filter; `None` matches every offer.
#[derive(Debug)]
struct Selection {
    seller: Option<AccountId>,
    sponsor: Option<AccountId>,
    selling: Option<String>,
    buying: Option<String>,
}

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
    Query(filter): Query<Filter>,
) -> Result<Response, Problem> {
    let selection = filter.selection()?;
    list_selection(&horizon, base, query, selection).await
}

pub async fn of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let selection = Selection {
        seller: Some(parse_account(&account)?),
        sponsor: None,
        selling: None,
        buying: None,
    };
    list_selection(&horizon, base, query, selection).await
}

pub async fn get(State(horizon): State<Horizon>, base: Base, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = id.parse().ok().filter(|id| *id > 0);
    let id: i64 = id.ok_or_else(|| Problem::bad_request("offer_id", "use a number above 0"))?;
    let lookup = move |ledger: &Ledger| {
        let found = ledger.state().offers().find(|(offer, _)| offer.offer_id == id);
        let (offer, entry) = found.ok_or_else(Problem::not_found)?;
        Ok(show(ledger, &base, offer, entry))
    };
    horizon.lookup(lookup).await
}

async fn list_selection(
    horizon: &Horizon,
    base: Base,
    query: PageQuery,
    selection: Selection,
) -> Result<Response, Problem> {
    horizon
        .list(base, query, move |ledger, base, query| {
            found(ledger, base, query, &selection)
        })
        .await
}

impl Filter {
    fn selection(self) -> Result<Selection, Problem> {
        let account = |field: &str, text: Option<&str>| {
            let read = |text| {
                let invalid = || Problem::bad_request(field, "use an address that starts with G");
                view::account_id(text).ok_or_else(invalid)
            };
            text.map(read).transpose()
        };
        Ok(Selection {
            seller: account("seller", self.seller.as_deref())?,
            sponsor: account("sponsor", self.sponsor.as_deref())?,
            selling: self.selling.or_else(|| {
                let (code, issuer) = (self.selling_asset_code.as_deref(), self.selling_asset_issuer.as_deref());
                asset(self.selling_asset_type.as_deref(), code, issuer)
            }),
            buying: self.buying.or_else(|| {
                let (code, issuer) = (self.buying_asset_code.as_deref(), self.buying_asset_issuer.as_deref());
                asset(self.buying_asset_type.as_deref(), code, issuer)
            }),
        })
    }
}

/// Joins the three parameters of an asset into one string.
fn asset(kind: Option<&str>, code: Option<&str>, issuer: Option<&str>) -> Option<String> {
    match kind? {
        "native" => Some("native".to_owned()),
        _ => Some(format!("{}:{}", code.unwrap_or_default(), issuer.unwrap_or_default())),
    }
}

impl Selection {
    fn has(&self, offer: &OfferEntry, entry: &Entry) -> bool {
        let matches = |expected: &Option<String>, asset| {
            expected
                .as_ref()
                .is_none_or(|expected| *expected == view::asset_text(asset))
        };
        self.seller.as_ref().is_none_or(|seller| *seller == offer.seller_id)
            && (self.sponsor.is_none() || entry.sponsor == self.sponsor)
            && matches(&self.selling, &offer.selling)
            && matches(&self.buying, &offer.buying)
    }
}

fn found(ledger: &Ledger, base: &Base, query: &PageQuery, selection: &Selection) -> Result<Value, Problem> {
    let page = query.page()?;
    let offers = ledger.state().offers();
    let mut offers: Vec<_> = offers.filter(|(offer, entry)| selection.has(offer, entry)).collect();
    offers.sort_by_key(|(offer, _)| offer.offer_id);
    let token = |(offer, _): &(&OfferEntry, &Entry)| offer.offer_id;
    page.list(base, offers.into_iter(), token, |(offer, entry)| {
        show(ledger, base, offer, entry)
    })
}

fn show(ledger: &Ledger, base: &Base, offer: &OfferEntry, entry: &Entry) -> Value {
    let id = offer.offer_id.to_string();
    let mut fields = Fields::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    let links = json!({
        "self": base.link(&format!("/offers/{id}")),
        "offer_maker": base.link(&format!("/accounts/{}", offer.seller_id)),
    });
    put("_links", links);
    put("id", id.clone().into());
    put("paging_token", id.into());
    put("seller", offer.seller_id.to_string().into());
    put("selling", view::asset(&offer.selling));
    put("buying", view::asset(&offer.buying));
    put("amount", view::amount(offer.amount).into());
    put("last_modified_ledger", entry.modified.into());
    put("last_modified_time", modified_time(ledger, entry.modified));
    if let Some(sponsor) = &entry.sponsor {
        put("sponsor", sponsor.to_string().into());
    }
    view::put_price(&mut fields, &offer.price);
    Value::Object(fields)
}
