//! CoinGecko's `simple/price` and `simple/token_price`, and the cache of the results.
//!
//! The response has an object per known asset, and lacks unknown assets; the object has a number per known currency.
//! Numbers are decoded from their text, so that no digit changes.

use crate::coingecko::{CoinGecko, check_status, reported};
use crate::lookup::{Lookup, coin_ids};
use lru::LruCache;
use reqwest::Url;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_assets::Quote;
use wallet_core::model::{Currency, Decimal, price_currencies};
use wallet_core::ports::upstream::UpstreamError;
use wallet_refresh::{Clocks, Policy, Refreshing};
use wallet_upstream::{Deadline, Failure, Lane, UpstreamResponse};

/// The quotes of a call by coin id or contract.
pub(crate) type Quotes = HashMap<String, Arc<Quote>>;

impl CoinGecko {
    /// Returns the quotes of a lookup. Unknown assets, and assets with an unreadable object, are absent.
    pub(crate) async fn quotes(&self, lookup: &Lookup, deadline: Deadline) -> Result<Quotes, Failure> {
        let url = self.url(lookup);
        self.endpoint
            .get_read(Lane::Required, url, deadline, |response| read(&response))
            .await
    }

    fn url(&self, lookup: &Lookup) -> Url {
        let currencies: Vec<_> = price_currencies().map(|currency| currency.to_string()).collect();
        let (mut url, name, ids) = match lookup {
            Lookup::Coins => (self.endpoint.url(&["simple", "price"]), "ids", coin_ids().join(",")),
            Lookup::Tokens { platform, contracts } => {
                let url = self.endpoint.url(&["simple", "token_price", platform]);
                (url, "contract_addresses", contracts.join(","))
            }
        };
        url.query_pairs_mut().extend_pairs([
            (name, ids.as_str()),
            ("vs_currencies", &currencies.join(",")),
            ("include_24hr_change", "true"),
            ("include_last_updated_at", "true"),
            ("precision", "full"),
        ]);
        url
    }
}

fn read(response: &UpstreamResponse) -> Result<Quotes, Failure> {
    check_status(response)?;
    decode(response.json()?)
}

fn decode(document: HashMap<String, Box<RawValue>>) -> Result<Quotes, Failure> {
    // No lookup has assets with such names.
    if let Some(status) = document.get("status").or_else(|| document.get("error")) {
        return Err(reported(status));
    }
    let rows = document.into_iter();
    Ok(rows
        .filter_map(|(key, row)| Some((key, Arc::new(quote(&row)?))))
        .collect())
}

/// Decodes the object of an asset, `None` if unreadable or without a price.
fn quote(row: &RawValue) -> Option<Quote> {
    let fields: HashMap<String, Box<RawValue>> = serde_json::from_str(row.get()).ok()?;
    let number = |name: &str| Decimal::from_json(fields.get(name)?.get());
    let in_each = |name: fn(Currency) -> String| -> BTreeMap<Currency, Decimal> {
        let numbers = price_currencies().map(|currency| Some((currency, number(&name(currency))?)));
        numbers.flatten().collect()
    };
    let mut prices = in_each(|currency| currency.to_string());
    prices.retain(|_, price| price.is_positive());
    let mut changes = in_each(|currency| format!("{currency}_24h_change"));
    changes.retain(|currency, _| prices.contains_key(currency));
    let at = fields.get("last_updated_at").and_then(|at| at.get().parse().ok());
    (!prices.is_empty()).then_some(Quote { prices, changes, at })
}

/// The number of contracts of a call: a server without a key allows 1 (error 10012), with a key of the free plan
/// at least 30.
pub(crate) const fn contracts_per_call(has_key: bool) -> usize {
    if has_key { 30 } else { 1 }
}

/// Prices are at most a minute old, or ten while every upstream fails. A failed request is repeated after ten seconds.
const POLICY: Policy = Policy {
    stale_for: Duration::from_mins(10),
    wait: Duration::from_secs(5),
    backoff: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::from_mins(1))
};

/// The maximum number of cached lookups, each with at most 30 assets.
const MAX_LOOKUPS: NonZeroUsize = NonZeroUsize::new(200).expect("more than none");

/// The result of a lookup, which is requested when needed.
type Cell = Arc<Refreshing<Arc<Quotes>, UpstreamError>>;

/// The results of the latest lookups.
pub(crate) struct Cells(Mutex<LruCache<Lookup, Cell>>);

impl Default for Cells {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_LOOKUPS)))
    }
}

impl Cells {
    /// Returns the result of a lookup, a new one if there is none.
    pub(crate) fn cell(&self, lookup: &Lookup, clocks: &Clocks) -> Cell {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Refreshing::new(clocks.clone(), POLICY));
        Arc::clone(cells.get_or_insert(lookup.clone(), new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::proptest;
    use serde_json::json;
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    /// Returns true if the decoder accepts a document; panics if it accepts an impossible price.
    fn accepts(text: &str) -> bool {
        let Ok(Ok(quotes)) = serde_json::from_str(text).map(decode) else {
            return false;
        };
        for quote in quotes.values() {
            assert!(
                !quote.prices.is_empty() && quote.prices.values().all(Decimal::is_positive),
                "{text}"
            );
            assert!(
                quote.changes.keys().all(|currency| quote.prices.contains_key(currency)),
                "{text}"
            );
            let texts = quote.prices.values().chain(quote.changes.values()).map(Decimal::as_str);
            for number in texts {
                assert_eq!(
                    Decimal::from_json(number).as_ref().map(Decimal::as_str),
                    Some(number),
                    "{text}"
                );
            }
        }
        !quotes.is_empty()
    }

    #[test]
    fn mutated_documents_have_no_impossible_prices() {
        let document = json!({
            "bitcoin": { "usd": 103_663.25, "usd_24h_change": -1.5, "eur": 92_000, "last_updated_at": 1_747_407_859 },
            "ethereum": { "usd": 2587.79 },
        });
        Document::new(&document).fuzz_mutations(accepts);
    }

    proptest! {
        #[test]
        fn hostile_json_never_panics_the_decoder(body in hostile_json()) {
            accepts(&json!({ "bitcoin": body, "litecoin": { "usd": body } }).to_string());
            accepts(&body.to_string());
        }
    }

    fn decoded(json: &str) -> Option<Quote> {
        quote(&RawValue::from_string(json.to_owned()).expect("JSON"))
    }

    fn price(quote: &Quote, currency: &str) -> Option<String> {
        let currency: Currency = currency.parse().expect("a code");
        quote.prices.get(&currency).map(ToString::to_string)
    }

    #[test]
    fn numbers_keep_their_digits() {
        let quote = decoded(
            r#"{"usd": 103663.12345678901234567, "eur": 1e-05, "btc": 1, "usd_24h_change": -1.6371141415010508,
                "chf_24h_change": 2, "last_updated_at": 1747407859}"#,
        )
        .expect("a quote");
        assert_eq!(price(&quote, "usd").as_deref(), Some("103663.12345678901234567"));
        assert_eq!(price(&quote, "eur").as_deref(), Some("0.00001"));
        assert_eq!(quote.prices.len(), 2, "other currencies are left out");
        let changes: Vec<_> = quote.changes.values().map(Decimal::as_str).collect();
        assert_eq!(changes, ["-1.6371141415010508"], "a change without a price is left out");
        assert_eq!(quote.at, Some(1_747_407_859));
    }

    #[test]
    fn unusable_numbers_are_left_out() {
        let quote = decoded(
            r#"{"usd": null, "eur": "1", "gbp": -1, "jpy": 0, "chf": [1], "cad": 1e999, "pln": 4.5, "last_updated_at": 1.5}"#,
        )
        .expect("a quote");
        assert_eq!((quote.prices.len(), price(&quote, "pln").as_deref()), (1, Some("4.5")));
        assert_eq!(quote.at, None);
        for json in ["{}", "null", "[]", "1", r#""usd""#, r#"{"usd": null}"#, r#"{"usd": 0}"#] {
            assert_eq!(decoded(json), None, "{json}");
        }
    }
}
