//! Payments, path payments and offers. The effect of the order book is not known before the ledger; the limits of the
//! operation are.

use super::ledger::Step;
use super::ledger::Stop::{Fails, Unknown};
use super::run::Run;
use super::{Bound, Change};
use crate::operation::{OperationBody as Body, PathPaymentStrictReceive, PathPaymentStrictSend, Payment};
use crate::value::address::AccountId;
use crate::value::asset::Asset;

impl Run {
    pub(super) fn pay(&mut self, source: AccountId, payment: &Payment) -> Step {
        let to = payment.destination.account;
        if payment.asset == Asset::Native && to == source {
            return Ok(());
        }
        self.deliver(source, to, payment.asset, payment.amount.get())
    }

    /// Transfers an amount without a conversion: the recipient gets the amount before the sender pays.
    fn deliver(&mut self, source: AccountId, to: AccountId, asset: Asset, amount: i64) -> Step {
        self.check_destination(to, asset)?;
        let received = self.ledger.receive(to, asset, amount)?;
        received.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_line_full"))?;
        let spent = self.ledger.spend(source, asset, amount)?;
        spent.map_err(|fault| fault.stop("op_src_no_trust", "op_src_not_authorized", "op_underfunded"))
    }

    /// Checks that the recipient exists. An issuer that receives the own asset without a conversion need not exist.
    fn check_destination(&self, to: AccountId, asset: Asset) -> Step {
        let is_returned = matches!(asset, Asset::Credit(credit) if credit.issuer == to);
        if is_returned || self.ledger.find(to)?.is_some() {
            return Ok(());
        }
        Err(Fails("op_no_destination"))
    }

    pub(super) fn receive_exactly(&mut self, source: AccountId, payment: &PathPaymentStrictReceive) -> Step {
        let (to, amount) = (payment.destination.account, payment.dest_amount.get());
        if payment.path.is_empty() && payment.send_asset == payment.dest_asset {
            self.check_destination(to, payment.dest_asset)?;
            let received = self.ledger.receive(to, payment.dest_asset, amount)?;
            received.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_line_full"))?;
            if amount > payment.send_max.get() {
                return Err(Fails("op_over_source_max"));
            }
            let spent = self.ledger.spend(source, payment.send_asset, amount)?;
            return spent.map_err(|fault| fault.stop("op_src_no_trust", "op_src_not_authorized", "op_underfunded"));
        }
        if self.ledger.find(to)?.is_none() {
            return Err(Fails("op_no_destination"));
        }
        let received = self.ledger.receive(to, payment.dest_asset, amount)?;
        received.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_line_full"))?;
        self.depends_on("paths");
        self.limits.push(Change {
            account: source,
            asset: payment.send_asset,
            delta: -i128::from(payment.send_max.get()),
            bound: Some(Bound::AtMost),
        });
        Ok(())
    }

    pub(super) fn send_exactly(&mut self, source: AccountId, payment: &PathPaymentStrictSend) -> Step {
        let (to, amount) = (payment.destination.account, payment.send_amount.get());
        let is_direct = payment.path.is_empty() && payment.send_asset == payment.dest_asset;
        if is_direct {
            self.check_destination(to, payment.dest_asset)?;
        } else if self.ledger.find(to)?.is_none() {
            return Err(Fails("op_no_destination"));
        }
        let spent = self.ledger.spend(source, payment.send_asset, amount)?;
        spent.map_err(|fault| fault.stop("op_src_no_trust", "op_src_not_authorized", "op_underfunded"))?;
        if is_direct {
            if amount < payment.dest_min.get() {
                return Err(Fails("op_under_dest_min"));
            }
            let received = self.ledger.receive(to, payment.dest_asset, amount)?;
            return received.map_err(|fault| fault.stop("op_no_trust", "op_not_authorized", "op_line_full"));
        }
        self.depends_on("paths");
        self.limits.push(Change {
            account: to,
            asset: payment.dest_asset,
            delta: payment.dest_min.get().into(),
            bound: Some(Bound::AtLeast),
        });
        Ok(())
    }

    /// Checks what an order requires before offers are crossed. The effect of the order, and of the change or the
    /// deletion of an offer, depends on the offers.
    pub(super) fn offer(&mut self, source: AccountId, body: &Body) -> Step {
        let Some(order) = order(body) else { return Ok(()) };
        if !order.is_deletion {
            let account = self.ledger.account(source)?;
            if let Some(credit) = foreign(source, order.selling) {
                let line = account.line(&credit).ok_or(Fails("op_sell_no_trust"))?;
                if line.holding.balance.get() == 0 {
                    return Err(Fails("op_underfunded"));
                }
                if !line.is_authorized {
                    return Err(Fails("sell_not_authorized"));
                }
            }
            if let Some(credit) = foreign(source, order.buying) {
                let line = account.line(&credit).ok_or(Fails("op_buy_no_trust"))?;
                if !line.is_authorized {
                    return Err(Fails("buy_not_authorized"));
                }
            }
        }
        if order.is_new {
            self.ledger.add_entry(source)?;
        }
        self.depends_on("offers");
        Ok(())
    }

    /// Returns the end of the preview of a pool operation.
    pub(super) const fn pool() -> Step {
        Err(Unknown("pools"))
    }
}

/// An order to sell one asset for another.
struct Order {
    selling: Asset,
    buying: Asset,
    is_new: bool,
    is_deletion: bool,
}

/// Returns the order of an operation, `None` for operations other than offers.
fn order(body: &Body) -> Option<Order> {
    let order = |selling, buying, offer_id: i64, amount: i64| Order {
        selling,
        buying,
        is_new: offer_id == 0,
        is_deletion: amount == 0,
    };
    Some(match body {
        Body::ManageSellOffer(offer) => order(offer.selling, offer.buying, offer.offer_id.get(), offer.amount.get()),
        Body::ManageBuyOffer(offer) => order(
            offer.selling,
            offer.buying,
            offer.offer_id.get(),
            offer.buy_amount.get(),
        ),
        Body::CreatePassiveSellOffer(offer) => order(offer.selling, offer.buying, 0, offer.amount.get()),
        _ => return None,
    })
}

/// Returns the issued asset for which the account requires a trustline.
fn foreign(account: AccountId, asset: Asset) -> Option<crate::value::asset::Credit> {
    match asset {
        Asset::Credit(credit) if credit.issuer != account => Some(credit),
        Asset::Credit(_) | Asset::Native => None,
    }
}
