//! GET `/trades` and `/accounts/{id}/trades`: the exchanges with offers of the book.

use super::parameter;
use crate::xlm::horizon::Problem;
use crate::xlm::horizon::operations::{self, Listed, claims};
use crate::xlm::horizon::request::{Base, ListRequest, PageQuery, Scope};
use crate::xlm::horizon::view::{self, put_asset};
use crate::xlm::ledger::{Ledger, participants};
use axum::response::Response;
use serde_json::{Value, json};
use stellar_xdr::{AccountId, Asset, ClaimOfferAtom, LedgerEntry, LedgerEntryChange, LedgerEntryData, Price};

/// The second highest bit of an offer id marks the operation of a side that has left no offer in the book.
const SYNTHETIC: i64 = 1 << 62;

#[derive(Debug)]
struct Selection {
    offer: Option<i64>,
    pair: Option<(Asset, Asset)>,
    is_empty: bool,
}

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let selection = Selection::read(&request.query)?;
    let lookup = move |ledger: &Ledger, ListRequest { base, query, scope, .. }: &ListRequest| {
        scope.check(ledger)?;
        let trades = all(ledger).filter_map(|trade| selection.of(trade, scope));
        let (token, page) = (Trade::token, query.page()?);
        page.list_by(base, trades, token, view::parse_pair, |trade| trade.show(base))
    };
    request.respond(lookup).await
}

impl Selection {
    fn read(query: &PageQuery) -> Result<Self, Problem> {
        let (base, counter) = (parameter(query, "base_")?, parameter(query, "counter_")?);
        let offer = query.get("offer_id").map(|id| {
            let id = id.parse().ok().filter(|id| *id > 0);
            id.ok_or_else(|| Problem::bad_request("offer_id", "use a number above 0"))
        });
        let kind = query.get("trade_type").unwrap_or("all");
        if !["all", "orderbook", "liquidity_pool"].contains(&kind) {
            return Err(Problem::bad_request(
                "trade_type",
                "use all, orderbook or liquidity_pool",
            ));
        }
        if base.is_some() != counter.is_some() {
            let field = "base_asset_type,counter_asset_type";
            return Err(Problem::bad_request(field, "use both assets of a pair, or neither"));
        }
        Ok(Self {
            offer: offer.transpose()?,
            pair: base.zip(counter),
            is_empty: kind == "liquidity_pool",
        })
    }

    /// Returns the trade from the point of view of the requested pair, or `None` if not requested.
    fn of<'a>(&self, trade: Trade<'a>, scope: &Scope) -> Option<Trade<'a>> {
        let is_selected = !self.is_empty
            && self
                .offer
                .is_none_or(|id| id == trade.claim.offer_id || trade.taker_offer() == id)
            && match scope {
                Scope::Account(account) => *account == trade.claim.seller_id || *account == trade.taker(),
                scope => scope.is_around(trade.listed.included),
            };
        let trade = is_selected.then_some(trade)?;
        match &self.pair {
            None => Some(trade),
            Some((base, counter)) => {
                let sides = (&trade.claim.asset_sold, &trade.claim.asset_bought);
                let is_sold = sides == (base, counter);
                (is_sold || sides == (counter, base)).then_some(Trade {
                    base_is_seller: is_sold,
                    ..trade
                })
            }
        }
    }
}

/// An exchange with an offer.
struct Trade<'a> {
    listed: Listed<'a>,
    order: usize,
    claim: &'a ClaimOfferAtom,
    base_is_seller: bool,
}

fn all(ledger: &Ledger) -> impl DoubleEndedIterator<Item = Trade<'_>> {
    operations::all(ledger).flat_map(|listed| {
        let crossed = claims::crossed(listed.included, listed.index);
        crossed.into_iter().map(move |(order, claim)| Trade {
            listed,
            order,
            claim,
            // Without a requested pair, the base is the first asset in the order of the protocol.
            base_is_seller: claim.asset_sold < claim.asset_bought,
        })
    })
}

impl Trade<'_> {
    fn token(&self) -> (i64, i64) {
        (self.listed.token(), i64::try_from(self.order).unwrap_or(i64::MAX))
    }

    fn taker(&self) -> AccountId {
        self.listed.included.transaction.source_of(self.listed.operation)
    }

    /// Returns the id of the taker's offer, which is synthetic if the taker has left no offer in the book.
    fn taker_offer(&self) -> i64 {
        let remaining = claims::remaining_offer(self.listed.included, self.listed.index);
        remaining.unwrap_or(self.listed.token() | SYNTHETIC)
    }

    fn show(&self, base: &Base) -> Value {
        let (operation, order) = self.token();
        let token = format!("{operation}-{order}");
        let seller = Side {
            account: self.claim.seller_id.to_string(),
            offer: self.claim.offer_id,
            asset: &self.claim.asset_sold,
            amount: self.claim.amount_sold,
        };
        let taker = Side {
            account: self.taker().to_string(),
            offer: self.taker_offer(),
            asset: &self.claim.asset_bought,
            amount: self.claim.amount_bought,
        };
        let price = price(self).unwrap_or(Price { n: 0, d: 1 });
        let (first, second, n, d) = if self.base_is_seller {
            (seller, taker, price.n, price.d)
        } else {
            (taker, seller, price.d, price.n)
        };
        let account = |side: &Side<'_>| base.link(&format!("/accounts/{}", side.account));
        let links = json!({
            "self": { "href": "" },
            "base": account(&first),
            "counter": account(&second),
            "operation": base.link(&format!("/operations/{operation}")),
        });
        let mut fields = json!({});
        fields["_links"] = links;
        fields["id"] = token.clone().into();
        fields["paging_token"] = token.into();
        fields["ledger_close_time"] = view::time(self.listed.included.context.close_time).into();
        fields["trade_type"] = "orderbook".into();
        fields["base_is_seller"] = self.base_is_seller.into();
        fields["price"] = json!({ "n": n.to_string(), "d": d.to_string() });
        first.put(&mut fields, "base");
        second.put(&mut fields, "counter");
        fields
    }
}

/// A side of a trade.
struct Side<'a> {
    account: String,
    offer: i64,
    asset: &'a Asset,
    amount: i64,
}

impl Side<'_> {
    fn put(&self, fields: &mut Value, name: &str) {
        fields[format!("{name}_offer_id")] = self.offer.to_string().into();
        fields[format!("{name}_account")] = self.account.clone().into();
        fields[format!("{name}_amount")] = view::amount(self.amount).into();
        put_asset(fields, &format!("{name}_"), self.asset);
    }
}

/// Returns the price of the crossed offer, from the entry before the operation.
fn price(trade: &Trade<'_>) -> Option<Price> {
    let changes = participants::changes(trade.listed.included, trade.listed.index)?;
    changes.changes.0.iter().find_map(|change| match change {
        LedgerEntryChange::State(LedgerEntry {
            data: LedgerEntryData::Offer(offer),
            ..
        }) if offer.offer_id == trade.claim.offer_id => Some(offer.price.clone()),
        _ => None,
    })
}
