//! Assets, offers, trades and paths: assets in query parameters, and the order book between two assets.

pub mod assets;
pub mod offers;
pub mod paths;
pub mod trades;

use super::{Problem, view};
use crate::xlm::horizon::request::{ListRequest, PageQuery};
use crate::xlm::ledger::Ledger;
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{AlphaNum4, AlphaNum12, Asset, AssetCode4, AssetCode12, Price};

/// Parses the asset of the parameters `{prefix}asset_type`, `{prefix}asset_code` and `{prefix}asset_issuer`; `None`
/// without a type.
pub fn parameter(query: &PageQuery, prefix: &str) -> Result<Option<Asset>, Problem> {
    let value = |name: &str| query.get(&format!("{prefix}{name}")).unwrap_or_default();
    let asset = match query.get(&format!("{prefix}asset_type")) {
        None => return Ok(None),
        Some("native") => Some(Asset::Native),
        Some("credit_alphanum4" | "credit_alphanum12") => credit(value("asset_code"), value("asset_issuer")),
        Some(_) => None,
    };
    let invalid = || Problem::bad_request(&format!("{prefix}asset"), "use a type with its code and issuer");
    asset.map(Some).ok_or_else(invalid)
}

/// Parses the asset of the parameters, which is required.
pub fn required(query: &PageQuery, prefix: &str) -> Result<Asset, Problem> {
    let missing = || Problem::bad_request(&format!("{prefix}asset_type"), "use a type of assets");
    parameter(query, prefix)?.ok_or_else(missing)
}

/// Parses a comma-separated list of assets, each `native` or code and issuer.
pub fn asset_list(field: &str, text: &str) -> Result<Vec<Asset>, Problem> {
    let invalid = || Problem::bad_request(field, "use native or CODE:ISSUER, separated by commas");
    text.split(',')
        .map(|text| canonical(text).ok_or_else(invalid))
        .collect()
}

/// Parses `native`, or a code and an issuer separated by a colon.
pub fn canonical(text: &str) -> Option<Asset> {
    if text == "native" {
        return Some(Asset::Native);
    }
    let (code, issuer) = text.split_once(':')?;
    credit(code, issuer)
}

fn credit(code: &str, issuer: &str) -> Option<Asset> {
    let issuer = view::account_id(issuer)?;
    if code.is_empty() || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    Some(match padded(code) {
        Some(bytes) => Asset::CreditAlphanum4(AlphaNum4 {
            asset_code: AssetCode4(bytes),
            issuer,
        }),
        None => Asset::CreditAlphanum12(AlphaNum12 {
            asset_code: AssetCode12(padded(code)?),
            issuer,
        }),
    })
}

/// Appends zeros up to the length of a code.
fn padded<const LENGTH: usize>(code: &str) -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    bytes.get_mut(..code.len())?.copy_from_slice(code.as_bytes());
    Some(bytes)
}

/// The default number of prices on each side.
const DEFAULT_LIMIT: usize = 20;

pub async fn order_book(request: ListRequest) -> Result<Response, Problem> {
    let query = &request.query;
    let asset = |prefix| parameter(query, prefix).ok().flatten();
    let (selling, buying) = (asset("selling_"), asset("buying_"));
    let (Some(selling), Some(buying)) = (selling, buying) else {
        return Err(Problem::invalid_order_book());
    };
    let limit = query.limit(DEFAULT_LIMIT).map_err(|_| Problem::invalid_order_book())?;
    let lookup = move |ledger: &Ledger, _: &ListRequest| {
        let sellers = levels(ledger, &selling, &buying).into_iter().take(limit);
        let buyers = levels(ledger, &buying, &selling).into_iter().take(limit);
        Ok(json!({
            "bids": buyers.map(|(price, amount)| level(&inverse(&price), amount)).collect::<Value>(),
            "asks": sellers.map(|(price, amount)| level(&price, amount)).collect::<Value>(),
            "base": view::asset(&selling),
            "counter": view::asset(&buying),
        }))
    };
    request.respond(lookup).await
}

/// Returns the prices of the offers that sell an asset for a second asset, the lowest first, with the sum of the
/// amounts.
fn levels(ledger: &Ledger, selling: &Asset, buying: &Asset) -> Vec<(Price, i128)> {
    let mut sums: BTreeMap<(i32, i32), i128> = BTreeMap::new();
    for (offer, _) in ledger.state().offers() {
        if offer.selling == *selling && offer.buying == *buying {
            *sums.entry((offer.price.n, offer.price.d)).or_default() += i128::from(offer.amount);
        }
    }
    let mut levels: Vec<_> = sums
        .into_iter()
        .map(|((n, d), amount)| (Price { n, d }, amount))
        .collect();
    // The products of two 31-bit numbers have 62 bits.
    levels.sort_by(|(one, _), (other, _)| {
        let product = |n: i32, d: i32| i64::from(n) * i64::from(d);
        product(one.n, other.d).cmp(&product(other.n, one.d))
    });
    levels
}

fn level(price: &Price, amount: i128) -> Value {
    let mut fields = json!({});
    view::put_price(&mut fields, price);
    fields["amount"] = view::sum(amount).into();
    fields
}

fn inverse(price: &Price) -> Price {
    Price { n: price.d, d: price.n }
}
