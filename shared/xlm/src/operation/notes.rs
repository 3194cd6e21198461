//! Notes on operations that complement their fields.

use super::fields::FieldError;
use super::{Operation, OperationBody};
use crate::value::address::AccountId;
use crate::value::asset::Asset;
use crate::value::price::Price;

/// A note on an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field that the note refers to. Empty for the whole operation.
    pub field: &'static str,
    /// The note: one sentence of plain text.
    pub text: String,
}

impl Operation {
    /// Returns the notes on the operation: the meaning of prices, since a bare price shows no unit,
    /// and operations that the network rejects.
    pub fn notes(&self) -> Vec<Note> {
        match &self.body {
            OperationBody::ManageSellOffer(offer) => vec![sold(&offer.selling, &offer.buying, offer.price)],
            OperationBody::CreatePassiveSellOffer(offer) => vec![sold(&offer.selling, &offer.buying, offer.price)],
            OperationBody::ManageBuyOffer(offer) => {
                let (bought, paid) = (name(&offer.buying), name(&offer.selling));
                let text = format!("1 {bought} is bought for at most {} {paid}.", offer.price);
                vec![Note { field: "price", text }]
            }
            OperationBody::LiquidityPoolDeposit(deposit) => vec![
                bound("minPrice", "at least", deposit.min_price),
                bound("maxPrice", "at most", deposit.max_price),
            ],
            OperationBody::RevokeLiquidityPoolSponsorship(_) => vec![Note {
                field: "",
                text: "The network rejects this operation: a liquidity pool has no sponsor.".to_owned(),
            }],
            _ => Vec::new(),
        }
    }
}

fn sold(selling: &Asset, buying: &Asset, price: Price) -> Note {
    let text = format!("1 {} is sold for at least {price} {}.", name(selling), name(buying));
    Note { field: "price", text }
}

fn bound(field: &'static str, bound: &str, price: Price) -> Note {
    let text = format!("1 of the second asset of the pool is worth {bound} {price} of the first one.");
    Note { field, text }
}

/// Returns the common name of the asset.
fn name(asset: &Asset) -> &str {
    match asset {
        Asset::Native => "XLM",
        Asset::Credit(credit) => credit.code.as_str(),
    }
}

/// The open sponsorships at a point of a transaction.
#[derive(Clone, Debug, Default)]
pub struct Sponsorships {
    /// The sponsorships without an end so far, in the order of their start.
    open: Vec<Sponsorship>,
}

/// A sponsorship: an account pays the reserves of entries that a second account creates.
#[derive(Clone, Copy, Debug)]
struct Sponsorship {
    sponsored: AccountId,
    sponsor: AccountId,
    /// The index of the operation that started the sponsorship.
    start: usize,
}

impl Sponsorships {
    /// Returns true if the reserves of this account are currently sponsored.
    pub fn covers(&self, account: AccountId) -> bool {
        self.open.iter().any(|open| open.sponsored == account)
    }

    /// Updates the sponsorships with the operation at this index and checks the operation.
    pub fn follow(&mut self, index: usize, body: &OperationBody, source: AccountId) -> Result<(), FieldError> {
        match body {
            OperationBody::BeginSponsoringFutureReserves(begin) => self.begin(Sponsorship {
                sponsored: begin.sponsored_id,
                sponsor: source,
                start: index,
            }),
            OperationBody::EndSponsoringFutureReserves(_) => self.end(source),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, begin: Sponsorship) -> Result<(), FieldError> {
        if self.covers(begin.sponsored) {
            return Err(FieldError::limit("reserves of this account are already sponsored").at("sponsoredId"));
        }
        let pays = |account| self.open.iter().any(|open| open.sponsor == account);
        if self.covers(begin.sponsor) || pays(begin.sponsored) {
            return Err(FieldError::limit("sponsored account must not sponsor another account"));
        }
        self.open.push(begin);
        Ok(())
    }

    fn end(&mut self, sponsored: AccountId) -> Result<(), FieldError> {
        if !self.covers(sponsored) {
            let not_sponsored =
                "source account is not sponsored here; beginSponsoringFutureReserves must precede this operation";
            return Err(FieldError::limit(not_sponsored));
        }
        self.open.retain(|open| open.sponsored != sponsored);
        Ok(())
    }

    /// Returns the index of the first `beginSponsoringFutureReserves` without an end.
    pub fn first_open(&self) -> Option<usize> {
        self.open.first().map(|open| open.start)
    }
}

#[cfg(test)]
mod tests {
    use crate::operation::tests::{BOB, HASH, read};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(operation: Value, expected: &[(&str, &str)]) {
        let notes = read(&[operation]).unwrap().as_slice()[0].notes();
        let notes: Vec<_> = notes.iter().map(|note| (note.field, note.text.as_str())).collect();
        assert_eq!(notes, expected);
    }

    fn offer(kind: &str, amount: &str) -> Value {
        let mut offer = json!({
            "type": kind,
            "selling": { "kind": "coin", "chain": "xlm" },
            "buying": { "code": "USD", "issuer": BOB },
            "price": "0.25",
        });
        offer[amount] = "1".into();
        offer
    }

    #[test]
    fn price_notes_state_the_unit() {
        let sold = [("price", "1 XLM is sold for at least 0.25 USD.")];
        check(offer("manageSellOffer", "amount"), &sold);
        check(offer("createPassiveSellOffer", "amount"), &sold);
        let bought = [("price", "1 USD is bought for at most 0.25 XLM.")];
        check(offer("manageBuyOffer", "buyAmount"), &bought);
        let deposit = json!({ "type": "liquidityPoolDeposit", "liquidityPoolId": HASH,
            "maxAmountA": "1", "maxAmountB": "1", "minPrice": "1/3", "maxPrice": "2" });
        check(
            deposit,
            &[
                (
                    "minPrice",
                    "1 of the second asset of the pool is worth at least 1/3 of the first one.",
                ),
                (
                    "maxPrice",
                    "1 of the second asset of the pool is worth at most 2 of the first one.",
                ),
            ],
        );
    }

    #[test]
    fn operation_rejected_by_the_network_has_a_note() {
        let revoke = json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": HASH });
        let rejected = "The network rejects this operation: a liquidity pool has no sponsor.";
        check(revoke, &[("", rejected)]);
        check(json!({ "type": "bumpSequence", "bumpTo": 1 }), &[]);
    }
}
