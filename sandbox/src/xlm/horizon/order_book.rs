//! GET `/order_book`: the offers between two assets, added up by price.

use super::page::PageQuery;
use super::query_assets::parameter;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::ledger::Ledger;
use axum::extract::{Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{Asset, Price};

/// The default number of prices on each side.
const DEFAULT_LIMIT: usize = 20;

pub async fn get(State(horizon): State<Horizon>, Query(query): Query<PageQuery>) -> Result<Response, Problem> {
    let asset = |prefix| parameter(&query, prefix).ok().flatten();
    let (selling, buying) = (asset("selling_"), asset("buying_"));
    let (Some(selling), Some(buying)) = (selling, buying) else {
        return Err(Problem::invalid_order_book());
    };
    let limit = query.limit(DEFAULT_LIMIT).map_err(|_| Problem::invalid_order_book())?;
    let lookup = move |ledger: &Ledger| {
        let sellers = levels(ledger, &selling, &buying).into_iter().take(limit);
        let buyers = levels(ledger, &buying, &selling).into_iter().take(limit);
        Ok(json!({
            "bids": buyers.map(|(price, amount)| level(&inverse(&price), amount)).collect::<Value>(),
            "asks": sellers.map(|(price, amount)| level(&price, amount)).collect::<Value>(),
            "base": view::asset(&selling),
            "counter": view::asset(&buying),
        }))
    };
    horizon.lookup(lookup).await
}

/// Returns the prices of the offers that sell one asset for another, the lowest first, with the sum of the amounts.
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
    let mut fields = view::Fields::new();
    view::put_price(&mut fields, price);
    fields.insert("amount".to_owned(), view::sum(amount).into());
    Value::Object(fields)
}

fn inverse(price: &Price) -> Price {
    Price { n: price.d, d: price.n }
}
