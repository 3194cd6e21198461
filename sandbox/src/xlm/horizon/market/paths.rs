//! GET `/paths/strict-send` and `/paths/strict-receive` (also `/paths`): conversions through the order book.

use crate::xlm::exchange::{Limits, Rounding, exchange};
use crate::xlm::horizon::Problem;
use crate::xlm::horizon::request::{ListRequest, PageQuery, parse_address};
use crate::xlm::horizon::view::{self, put_asset};
use crate::xlm::ledger::Ledger;
use crate::xlm::state::{Body, LedgerState, account};
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{AccountId, Asset, OfferEntry};

/// The maximum number of exchanges of a path.
const MAX_EXCHANGES: usize = 4;
/// The maximum number of exchanges that a request computes.
const MAX_STEPS: usize = 20_000;
/// The maximum number of paths for the same two assets.
const MAX_PATHS: usize = 5;
/// The maximum number of assets in a parameter.
const MAX_ASSETS: usize = 15;

pub async fn strict_send(request: ListRequest) -> Result<Response, Problem> {
    let query = &request.query;
    let source = super::required(query, "source_")?;
    let sent = amount(query, "source_amount")?;
    let targets = Targets::read(query, "destination_assets", "destination_account")?;
    let lookup = move |ledger: &Ledger, _: &ListRequest| {
        let state = ledger.state();
        let mut search = Search::new(state, Direction::Send, targets.assets(state), None);
        search.visit(&mut vec![source.clone()], sent);
        search.found.sort_by(|one, other| {
            let by_asset = one.path.last().cmp(&other.path.last());
            by_asset.then(other.amount.cmp(&one.amount))
        });
        let records = search.best().into_iter().map(|found| found.show(sent, found.amount));
        Ok(json!({ "_embedded": { "records": records.collect::<Value>() } }))
    };
    request.respond(lookup).await
}

pub async fn strict_receive(request: ListRequest) -> Result<Response, Problem> {
    let query = &request.query;
    let destination = super::required(query, "destination_")?;
    let delivered = amount(query, "destination_amount")?;
    let targets = Targets::read(query, "source_assets", "source_account")?;
    let lookup = move |ledger: &Ledger, _: &ListRequest| {
        let state = ledger.state();
        let payer = match &targets {
            Targets::Account(account) => Some(account),
            Targets::List(_) => None,
        };
        let mut search = Search::new(state, Direction::Receive, targets.assets(state), payer);
        search.visit(&mut vec![destination.clone()], delivered);
        if let Some(payer) = payer {
            let is_affordable = |found: &Found| account::available(state, payer, &found.path[0]) >= found.amount;
            search.found.retain(is_affordable);
        }
        search.found.sort_by(|one, other| {
            let by_asset = one.path.first().cmp(&other.path.first());
            by_asset.then(one.amount.cmp(&other.amount))
        });
        let records = search
            .best()
            .into_iter()
            .map(|found| found.show(found.amount, delivered));
        Ok(json!({ "_embedded": { "records": records.collect::<Value>() } }))
    };
    request.respond(lookup).await
}

fn amount(query: &PageQuery, name: &str) -> Result<i64, Problem> {
    let amount = query
        .get(name)
        .and_then(view::parse_amount)
        .filter(|amount| *amount > 0);
    amount.ok_or_else(|| Problem::bad_request(name, "use a positive amount with at most seven decimals"))
}

/// The assets at the open end of the paths.
#[derive(Debug)]
enum Targets {
    List(Vec<Asset>),
    Account(AccountId),
}

impl Targets {
    fn read(query: &PageQuery, list: &str, account: &str) -> Result<Self, Problem> {
        match (query.get(list), query.get(account)) {
            (Some(text), None) => {
                let assets = super::asset_list(list, text)?;
                if assets.len() > MAX_ASSETS {
                    return Err(Problem::bad_request(list, "use at most 15 assets"));
                }
                Ok(Self::List(assets))
            }
            (None, Some(text)) => parse_address(account, text).map(Self::Account),
            _ => Err(Problem::bad_request(list, "use either a list of assets or an account")),
        }
    }

    /// Returns the listed assets, or the assets that the account can hold.
    fn assets(&self, state: &LedgerState) -> Vec<Asset> {
        let account = match self {
            Self::List(assets) => return assets.clone(),
            Self::Account(account) => account,
        };
        let native = state.account(account).map(|_| Asset::Native);
        let lines = state.entries().filter_map(|entry| match &entry.body {
            Body::TrustLine(line) if line.account == *account => view::asset_of_line(&line.asset),
            _ => None,
        });
        native.into_iter().chain(lines).collect()
    }
}

/// The end of the path with a given amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Send,
    Receive,
}

/// A path from the sent to the delivered asset.
#[derive(Debug)]
struct Found {
    path: Vec<Asset>,
    /// The amount at the end that was not given.
    amount: i64,
}

impl Found {
    fn show(&self, sent: i64, delivered: i64) -> Value {
        let mut fields = json!({});
        let between = self.path.get(1..self.path.len().saturating_sub(1)).unwrap_or_default();
        fields["path"] = between.iter().map(view::asset).collect();
        for (prefix, asset, amount) in [
            ("source_", self.path.first(), sent),
            ("destination_", self.path.last(), delivered),
        ] {
            put_asset(&mut fields, prefix, asset.unwrap_or(&Asset::Native));
            fields[format!("{prefix}amount")] = view::amount(amount).into();
        }
        fields
    }
}

/// A search for paths by depth.
struct Search<'a> {
    direction: Direction,
    /// The offers by the asset at the known end of an exchange, then by the asset at the open end, the best first.
    book: BTreeMap<&'a Asset, BTreeMap<&'a Asset, Vec<&'a OfferEntry>>>,
    targets: Vec<Asset>,
    steps: usize,
    found: Vec<Found>,
}

impl<'a> Search<'a> {
    /// Creates a search that ignores the offers of an account.
    fn new(state: &'a LedgerState, direction: Direction, targets: Vec<Asset>, ignored: Option<&AccountId>) -> Self {
        let mut book: BTreeMap<_, BTreeMap<_, Vec<&OfferEntry>>> = BTreeMap::new();
        for (offer, _) in state.offers().filter(|(offer, _)| Some(&offer.seller_id) != ignored) {
            let (known, other) = match direction {
                Direction::Send => (&offer.buying, &offer.selling),
                Direction::Receive => (&offer.selling, &offer.buying),
            };
            book.entry(known).or_default().entry(other).or_default().push(offer);
        }
        for offers in book.values_mut().flat_map(BTreeMap::values_mut) {
            let price = |offer: &OfferEntry| f64::from(offer.price.n) / f64::from(offer.price.d);
            offers.sort_by(|one, other| {
                let by_price = price(one).total_cmp(&price(other));
                by_price.then(one.offer_id.cmp(&other.offer_id))
            });
        }
        Self {
            direction,
            book,
            targets,
            steps: 0,
            found: Vec::new(),
        }
    }

    /// Records the path if the end is a requested asset, and continues with every further exchange.
    fn visit(&mut self, path: &mut Vec<Asset>, amount: i64) {
        let Some(asset) = path.last().cloned() else { return };
        if self.targets.contains(&asset) {
            let mut path = path.clone();
            if self.direction == Direction::Receive {
                path.reverse();
            }
            self.found.push(Found { path, amount });
        }
        if path.len() > MAX_EXCHANGES {
            return;
        }
        let others = self.book.get(&asset).into_iter().flat_map(BTreeMap::keys);
        let others: Vec<&'a Asset> = others.copied().filter(|other| !path.contains(other)).collect();
        for other in others {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return;
            }
            if let Some(amount) = convert(self.direction, &self.book[&asset][other], amount) {
                path.push(other.clone());
                self.visit(path, amount);
                path.pop();
            }
        }
    }

    /// Returns the first paths between the same two assets.
    fn best(&self) -> Vec<&Found> {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        let is_kept = |found: &&Found| {
            let count = counts
                .entry((found.path.first().cloned(), found.path.last().cloned()))
                .or_default();
            *count += 1;
            *count <= MAX_PATHS
        };
        self.found.iter().filter(is_kept).collect()
    }
}

/// Returns the proceeds of a sent amount, or the cost of a delivered amount; `None` if the offers do not suffice.
fn convert(direction: Direction, offers: &[&OfferEntry], amount: i64) -> Option<i64> {
    let (mut left, mut total) = (amount, 0_i64);
    for offer in offers {
        let (rounding, taker_pays, taker_takes) = match direction {
            Direction::Send => (Rounding::StrictSend, left, i64::MAX),
            Direction::Receive => (Rounding::StrictReceive, i64::MAX, left),
        };
        let limits = Limits {
            maker_gives: offer.amount,
            maker_earns: i64::MAX,
            taker_takes,
            taker_pays,
        };
        let exchanged = exchange(&offer.price, limits, rounding);
        let (bounded, other) = match direction {
            Direction::Send => (exchanged.paid, exchanged.given),
            Direction::Receive => (exchanged.given, exchanged.paid),
        };
        left -= bounded;
        total = total.checked_add(other)?;
        if left == 0 {
            return (total > 0).then_some(total);
        }
        if exchanged.maker_stays {
            return None;
        }
    }
    None
}
