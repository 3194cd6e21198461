//! Effects of a transaction from result and meta, which complement the records of the operations.
//!
//! A Horizon server may omit the meta, and a new protocol version may use unknown structures.
//! Unreadable data is therefore treated as absent.

use crate::chain::from_base64;
use crate::{AccountId, Stroops};
use stellar_xdr as xdr;
use xdr::{LedgerEntryChange, LedgerEntryData, LedgerKey, OperationResultTr as Done};

/// The effects of a transaction that the records of the operations lack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionEffects {
    /// The net change of the account's lumens by the operations in stroops, if the meta contains lumens.
    pub native_change: Option<i64>,
    /// The effects by operation index. Empty if the result does not contain them.
    pub operations: Vec<OperationEffect>,
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
    /// The lumens that the account received for filled offers minus the lumens paid, in stroops.
    pub filled: i64,
}

impl TransactionEffects {
    /// Parses a result and a meta in base64 and extracts the effects on an account.
    pub fn read(account: AccountId, result: Option<&str>, meta: Option<&str>) -> Self {
        let results = result.and_then(from_base64).and_then(results).unwrap_or_default();
        Self {
            native_change: meta
                .and_then(from_base64)
                .and_then(|meta| native_change(account, &meta)),
            operations: results.iter().map(|result| effect(account, result)).collect(),
        }
    }

    /// Returns the effects of the operation at this index.
    pub fn of(&self, index: usize) -> OperationEffect {
        self.operations.get(index).copied().unwrap_or_default()
    }

    /// Returns the lumens that the account received for filled offers minus the lumens paid, in
    /// stroops.
    pub(super) fn filled(&self) -> i64 {
        let filled = self.operations.iter().map(|effect| effect.filled);
        filled.fold(0, i64::saturating_add)
    }
}

/// Returns the operation results of a successful transaction.
fn results(result: xdr::TransactionResult) -> Option<Vec<xdr::OperationResult>> {
    use xdr::{InnerTransactionResultResult as Inner, TransactionResultResult as Outer};
    match result.result {
        Outer::TxSuccess(results) => Some(results.into_vec()),
        Outer::TxFeeBumpInnerSuccess(inner) => match inner.result.result {
            Inner::TxSuccess(results) => Some(results.into_vec()),
            _ => None,
        },
        _ => None,
    }
}

fn effect(account: AccountId, result: &xdr::OperationResult) -> OperationEffect {
    let xdr::OperationResult::OpInner(done) = result else {
        return OperationEffect::default();
    };
    let mut effect = OperationEffect::default();
    for atom in trades(done) {
        let fill = Fill::of(atom);
        effect.traded = effect.traded.saturating_add(fill.native());
        if fill.seller == Some(account) {
            effect.filled = effect.filled.saturating_sub(fill.native());
        }
    }
    match done {
        Done::AccountMerge(xdr::AccountMergeResult::Success(balance)) => effect.merged = Stroops::new(*balance),
        Done::Inflation(xdr::InflationResult::Success(payouts)) => {
            let own = payouts
                .iter()
                .filter(|payout| AccountId::from_xdr(&payout.destination) == account);
            effect.filled = own.fold(0, |sum, payout| sum.saturating_add(payout.amount));
        }
        _ => effect.offer_id = offer(done).and_then(|success| offer_id(&success.offer)),
    }
    effect.sent = sent(done);
    effect
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

    /// Returns the lumens that the taker received minus the lumens paid.
    fn native(&self) -> i64 {
        let lumens = |(asset, amount): (&xdr::Asset, i64)| if *asset == xdr::Asset::Native { amount } else { 0 };
        lumens(self.sold).saturating_sub(lumens(self.bought))
    }
}

/// Computes the net change of the account's lumens by all operations, without fees.
///
/// Returns `None` if the meta lacks the previous balance, as in the first protocol versions, or
/// contains no changes at all: some Horizon servers return such a meta in place of an omitted meta.
fn native_change(account: AccountId, meta: &xdr::TransactionMeta) -> Option<i64> {
    let changes = changes(meta).into_iter().flat_map(|changes| changes.0.iter());
    let mut changes = changes.peekable();
    changes.peek()?;
    let mut sum = 0_i64;
    let mut held = None;
    for change in changes {
        match change {
            LedgerEntryChange::State(entry) => held = lumens(account, entry).or(held),
            LedgerEntryChange::Created(entry) | LedgerEntryChange::Restored(entry) => {
                if let Some(now) = lumens(account, entry) {
                    sum = sum.saturating_add(now);
                    held = Some(now);
                }
            }
            LedgerEntryChange::Updated(entry) => {
                if let Some(now) = lumens(account, entry) {
                    sum = sum.saturating_add(now.saturating_sub(held?));
                    held = Some(now);
                }
            }
            LedgerEntryChange::Removed(LedgerKey::Account(key)) if AccountId::from_xdr(&key.account_id) == account => {
                sum = sum.saturating_sub(held?);
                held = None;
            }
            LedgerEntryChange::Removed(_) => {}
        }
    }
    Some(sum)
}

/// Returns the ledger changes of all operations.
fn changes(meta: &xdr::TransactionMeta) -> Vec<&xdr::LedgerEntryChanges> {
    match meta {
        xdr::TransactionMeta::V0(operations) => operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V1(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V2(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V3(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V4(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
    }
}

/// Returns the balance of the entry of the account.
fn lumens(account: AccountId, entry: &xdr::LedgerEntry) -> Option<i64> {
    match &entry.data {
        LedgerEntryData::Account(entry) if AccountId::from_xdr(&entry.account_id) == account => Some(entry.balance),
        _ => None,
    }
}
