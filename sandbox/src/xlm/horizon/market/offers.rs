//! GET /offers, /offers/{id} and /accounts/{id}/offers.

use crate::xlm::horizon::accounts::modified_time;
use crate::xlm::horizon::request::{Base, ListRequest, Scope, parse_address};
use crate::xlm::horizon::{Horizon, Problem, view};
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
#[derive(Debug, Default)]
struct Selection {
    seller: Option<AccountId>,
    sponsor: Option<AccountId>,
    selling: Option<String>,
    buying: Option<String>,
}

pub async fn list(request: ListRequest, Query(filter): Query<Filter>) -> Result<Response, Problem> {
    let selection = match &request.scope {
        Scope::Account(account) => Selection {
            seller: Some(account.clone()),
            ..Selection::default()
        },
        _ => filter.selection()?,
    };
    let lookup = move |ledger: &Ledger, ListRequest { base, query, .. }: &ListRequest| {
        let page = query.page()?;
        let offers = ledger.state().offers();
        let mut offers: Vec<_> = offers.filter(|(offer, entry)| selection.has(offer, entry)).collect();
        offers.sort_by_key(|(offer, _)| offer.offer_id);
        let token = |(offer, _): &(&OfferEntry, &Entry)| offer.offer_id;
        page.list(base, offers.into_iter(), token, |(offer, entry)| {
            show(ledger, base, offer, entry)
        })
    };
    request.respond(lookup).await
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

impl Filter {
    fn selection(self) -> Result<Selection, Problem> {
        let account = |field: &str, text: Option<&str>| text.map(|text| parse_address(field, text)).transpose();
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

/// Joins the three parameters of an asset into a string.
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

fn show(ledger: &Ledger, base: &Base, offer: &OfferEntry, entry: &Entry) -> Value {
    let id = offer.offer_id.to_string();
    let mut fields = json!({});
    let links = json!({
        "self": base.link(&format!("/offers/{id}")),
        "offer_maker": base.link(&format!("/accounts/{}", offer.seller_id)),
    });
    fields["_links"] = links;
    fields["id"] = id.clone().into();
    fields["paging_token"] = id.into();
    fields["seller"] = offer.seller_id.to_string().into();
    fields["selling"] = view::asset(&offer.selling);
    fields["buying"] = view::asset(&offer.buying);
    fields["amount"] = view::amount(offer.amount).into();
    fields["last_modified_ledger"] = entry.modified.into();
    fields["last_modified_time"] = modified_time(ledger, entry.modified);
    view::put_sponsor(&mut fields, entry.sponsor.as_ref());
    view::put_price(&mut fields, &offer.price);
    fields
}
