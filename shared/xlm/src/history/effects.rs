//! Effects of a transaction from result and meta, which complement the records of the operations.
//!
//! A Horizon server may omit the meta, and a new protocol version may use unknown structures.
//! Unreadable data is therefore treated as absent.

use super::balance_changes::BalanceChanges;
use crate::chain::from_base64;
use crate::{AccountId, Stroops};
use std::collections::BTreeMap;
use stellar_xdr as xdr;
use xdr::OperationResultTr as Done;

/// The effects of a transaction that the records of the operations lack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionEffects {
    /// The changes of balances by the operations, if the meta contains changes.
    pub balances: Option<BalanceChanges>,
    /// The effects by operation index. Empty if the result does not contain them.
    pub operations: Vec<OperationEffect>,
    /// The lumens that each account received for filled offers minus the lumens paid, in stroops, with the payouts of
    /// inflation. Contains every owner of a filled offer.
    pub filled: BTreeMap<AccountId, i64>,
}

/// The effects of an operation that the record lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationEffect {
    /// The lumens of the merged account.
    pub merged: Option<Stroops>,
    /// The amount that a path payment sent.
    pub sent: Option<Stroops>,
    /// The id of the created or changed offer, if the offer remains in the order book.
    pub offer_id: Option<i64>,
    /// The lumens that the trading account received minus the lumens paid, in stroops.
    pub traded: i64,
}

impl TransactionEffects {
    /// Parses a result and a meta in base64 and extracts the effects.
    pub fn read(result: Option<&str>, meta: Option<&str>) -> Self {
        let result: Option<xdr::TransactionResult> = result.and_then(from_base64);
        let meta: Option<xdr::TransactionMeta> = meta.and_then(from_base64);
        Self::from_xdr(result.as_ref(), meta.as_ref())
    }

    /// Extracts the effects from a result and a meta.
    pub(super) fn from_xdr(result: Option<&xdr::TransactionResult>, meta: Option<&xdr::TransactionMeta>) -> Self {
        let results = result.map(results).unwrap_or_default();
        let mut filled: BTreeMap<AccountId, i64> = BTreeMap::new();
        for (account, lumens) in results.iter().filter_map(done).flat_map(gains) {
            let sum = filled.entry(account).or_default();
            *sum = sum.saturating_add(lumens);
        }
        Self {
            balances: meta.and_then(BalanceChanges::of),
            operations: results
                .iter()
                .map(|result| done(result).map(effect).unwrap_or_default())
                .collect(),
            filled,
        }
    }

    /// Returns the net change of an account's lumens by the operations in stroops, if the meta contains lumens.
    pub fn native_change(&self, account: AccountId) -> Option<i64> {
        self.balances.as_ref()?.of_lumens(account)
    }

    /// Returns the effects of the operation at this index.
    pub fn of(&self, index: usize) -> OperationEffect {
        self.operations.get(index).copied().unwrap_or_default()
    }

    /// Returns the lumens that an account received for filled offers minus the lumens paid, in stroops.
    pub fn filled(&self, account: AccountId) -> i64 {
        self.filled.get(&account).copied().unwrap_or_default()
    }

    /// Returns the owners of filled offers and the accounts with balances that changed by the meta, with repetitions.
    pub(super) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let changed = self.balances.iter().flat_map(BalanceChanges::accounts);
        self.filled.keys().copied().chain(changed)
    }
}

/// Returns the operation results of a successful transaction.
pub(super) fn results(result: &xdr::TransactionResult) -> &[xdr::OperationResult] {
    use xdr::{InnerTransactionResultResult as Inner, TransactionResultResult as Outer};
    match &result.result {
        Outer::TxSuccess(results) => results,
        Outer::TxFeeBumpInnerSuccess(inner) => match &inner.result.result {
            Inner::TxSuccess(results) => results,
            _ => &[],
        },
        _ => &[],
    }
}

/// Returns the result of an operation that was executed.
const fn done(result: &xdr::OperationResult) -> Option<&Done> {
    match result {
        xdr::OperationResult::OpInner(done) => Some(done),
        _ => None,
    }
}

fn effect(done: &Done) -> OperationEffect {
    let traded = trades(done).iter().map(|atom| Fill::of(atom).native());
    OperationEffect {
        merged: match done {
            Done::AccountMerge(xdr::AccountMergeResult::Success(balance)) => Stroops::new(*balance),
            _ => None,
        },
        sent: sent(done),
        offer_id: offer(done).and_then(|success| offer_id(&success.offer)),
        traded: traded.fold(0, i64::saturating_add),
    }
}

/// Returns the owners of the offers that an operation filled, and the accounts that inflation pays, each with the
/// received lumens minus the paid lumens in stroops. An offer that exchanges nothing only leaves the order book.
fn gains(done: &Done) -> Vec<(AccountId, i64)> {
    let fills = trades(done).iter().map(Fill::of).filter(Fill::exchanges);
    let fills = fills.filter_map(|fill| Some((fill.seller?, 0_i64.saturating_sub(fill.native()))));
    let payouts = match done {
        Done::Inflation(xdr::InflationResult::Success(payouts)) => payouts.as_slice(),
        _ => &[],
    };
    let payouts = payouts
        .iter()
        .map(|payout| (AccountId::from_xdr(&payout.destination), payout.amount));
    fills.chain(payouts).collect()
}

/// Returns the result of an operation that creates or changes an offer.
fn offer(done: &Done) -> Option<&xdr::ManageOfferSuccessResult> {
    match done {
        Done::ManageSellOffer(xdr::ManageSellOfferResult::Success(success))
        | Done::CreatePassiveSellOffer(xdr::ManageSellOfferResult::Success(success))
        | Done::ManageBuyOffer(xdr::ManageBuyOfferResult::Success(success)) => Some(success),
        _ => None,
    }
}

fn offer_id(offer: &xdr::ManageOfferSuccessResultOffer) -> Option<i64> {
    use xdr::ManageOfferSuccessResultOffer as Offer;
    match offer {
        Offer::Created(offer) | Offer::Updated(offer) => Some(offer.offer_id),
        Offer::Deleted => None,
    }
}

/// Returns the fills of offers and pools by an operation.
fn trades(done: &Done) -> &[xdr::ClaimAtom] {
    use xdr::{PathPaymentStrictReceiveResult as Receive, PathPaymentStrictSendResult as Send};
    match done {
        Done::PathPaymentStrictReceive(Receive::Success(success)) => &success.offers,
        Done::PathPaymentStrictSend(Send::Success(success)) => &success.offers,
        _ => offer(done).map_or(&[], |success| &success.offers_claimed),
    }
}

/// Returns the amount that a path payment with a fixed received amount sent: the sum of the first conversion, or
/// the received amount if there is none.
fn sent(done: &Done) -> Option<Stroops> {
    let Done::PathPaymentStrictReceive(xdr::PathPaymentStrictReceiveResult::Success(success)) = done else {
        return None;
    };
    let mut fills = success.offers.iter().map(Fill::of).peekable();
    let Some(first) = fills.peek() else {
        return Stroops::new(success.last.amount);
    };
    // The fills are in the order of the path, and consecutive conversions have different pairs of assets.
    let pair = (first.sold.0, first.bought.0);
    let amounts = fills
        .take_while(|fill| (fill.sold.0, fill.bought.0) == pair)
        .map(|fill| Stroops::new(fill.bought.1));
    amounts
        .into_iter()
        .try_fold(Stroops::default(), |sum, amount| sum.checked_add(amount?))
}

/// A fill of an offer or a pool.
struct Fill<'a> {
    /// The owner of the offer. `None` for a pool.
    seller: Option<AccountId>,
    sold: (&'a xdr::Asset, i64),
    bought: (&'a xdr::Asset, i64),
}

impl<'a> Fill<'a> {
    fn of(atom: &'a xdr::ClaimAtom) -> Self {
        match atom {
            xdr::ClaimAtom::V0(atom) => Self {
                seller: Some(AccountId(atom.seller_ed25519.0)),
                sold: (&atom.asset_sold, atom.amount_sold),
                bought: (&atom.asset_bought, atom.amount_bought),
            },
            xdr::ClaimAtom::OrderBook(atom) => Self {
                seller: Some(AccountId::from_xdr(&atom.seller_id)),
                sold: (&atom.asset_sold, atom.amount_sold),
                bought: (&atom.asset_bought, atom.amount_bought),
            },
            xdr::ClaimAtom::LiquidityPool(atom) => Self {
                seller: None,
                sold: (&atom.asset_sold, atom.amount_sold),
                bought: (&atom.asset_bought, atom.amount_bought),
            },
        }
    }

    /// Returns true if an amount changed hands.
    const fn exchanges(&self) -> bool {
        self.sold.1 != 0 || self.bought.1 != 0
    }

    /// Returns the lumens that the taker received minus the lumens paid.
    fn native(&self) -> i64 {
        let lumens = |(asset, amount): (&xdr::Asset, i64)| if *asset == xdr::Asset::Native { amount } else { 0 };
        lumens(self.sold).saturating_sub(lumens(self.bought))
    }
}
