//! The transactions of the demo run.

use super::cast::{CODE, Purse, Who};
use super::holdings::{Claimable, Holdings, lumen};
use super::transaction::{Expected, Wish};
use super::{UNIT, Walk};
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use serde_json::{Value, json};

/// The amount of the claimable balance for Bob, in stroops.
const ASIDE: i64 = 25 * UNIT;
/// The trustline limit, in base units of the asset.
const LIMIT: i64 = 1_000_000 * UNIT;

impl Walk<'_> {
    /// Pays lumens to an address without an account, which creates the account.
    pub(super) async fn create_account(&mut self) -> Result<(), StepError> {
        let begin = Purse {
            reserves: 2,
            ..Purse::lumens(50 * UNIT)
        };
        let mut wish = self.payment(Who::Alice, Who::Bob, begin);
        wish.operation = "createAccount";
        wish.expected.action["type"] = "create-account".into();
        wish.title += ", who has no account yet";
        self.transact(wish).await
    }

    /// Pays lumens to an account that exists.
    pub(super) async fn pay(&mut self) -> Result<(), StepError> {
        let mut wish = self.payment(Who::Alice, Who::Bob, Purse::lumens(25 * UNIT / 2));
        wish.body["memo"] = "invoice 5512".into();
        wish.title += ", with a memo";
        self.transact(wish).await
    }

    /// Adds a trustline for the asset, required before an account can hold it.
    pub(super) async fn trust(&mut self, who: Who) -> Result<(), StepError> {
        let asset = self.cast.asset();
        let line = Purse {
            reserves: 1,
            ..Purse::tokens(0)
        };
        self.transact(Wish {
            title: format!("{} trusts the issuer of {CODE}", self.cast.get(who).name),
            call: "add-trustline",
            body: json!({ "asset": asset, "amount": LIMIT.to_string() }),
            operation: "changeTrust",
            signers: vec![who],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({ "type": "change-trust", "asset": asset, "to": self.cast.address(Who::Issuer) }),
            },
            changes: vec![(who, line)],
        })
        .await
    }

    /// Issues the asset: the issuer pays tokens to Alice.
    pub(super) async fn issue(&mut self) -> Result<(), StepError> {
        let wish = self.payment(Who::Issuer, Who::Alice, Purse::tokens(500 * UNIT));
        self.transact(wish).await
    }

    /// Pays the asset from one holder to another.
    pub(super) async fn send_asset(&mut self) -> Result<(), StepError> {
        let wish = self.payment(Who::Alice, Who::Bob, Purse::tokens(120 * UNIT));
        self.transact(wish).await
    }

    /// Creates an offer that remains in the order book: half a lumen per unit of the asset.
    pub(super) async fn offer(&mut self) -> Result<(), StepError> {
        let (asset, sold) = (self.cast.asset(), Purse::tokens(60 * UNIT));
        let operation = json!({
            "type": "manageSellOffer", "selling": asset, "buying": lumen(),
            "amount": (60 * UNIT).to_string(), "price": "0.5",
        });
        let made = Purse {
            reserves: 1,
            ..Purse::default()
        };
        self.transact(Wish {
            title: format!("Bob offers {} for half a lumen each", sold.text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "manageSellOffer",
            signers: vec![Who::Bob],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({
                    "type": "manage-sell-offer", "asset": asset, "value": value(60 * UNIT),
                    "to": "native", "price": "0.5000000", "offerId": null,
                }),
            },
            changes: vec![(Who::Bob, made)],
        })
        .await
    }

    /// Pays the issuer in the asset while Alice sends lumens: the path payment crosses Bob's offer.
    pub(super) async fn pay_on_a_path(&mut self) -> Result<(), StepError> {
        let (bought, price) = (Purse::tokens(20 * UNIT), Purse::lumens(10 * UNIT));
        let (alice, issuer) = (self.cast.address(Who::Alice), self.cast.address(Who::Issuer));
        let operation = json!({
            "type": "pathPaymentStrictReceive", "sendAsset": lumen(), "sendMax": (11 * UNIT).to_string(),
            "destination": issuer, "destAsset": self.cast.asset(), "destAmount": (20 * UNIT).to_string(), "path": [],
        });
        let action = json!({
            "type": "path-payment-strict-receive", "asset": self.cast.asset(), "value": value(20 * UNIT),
            "from": alice, "to": issuer,
        });
        self.transact(Wish {
            title: format!("Alice pays {} to the issuer, sent as lumens", bought.text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "pathPaymentStrictReceive",
            signers: vec![Who::Alice],
            bumped_by: None,
            expected: Expected {
                to: issuer.to_owned(),
                value: price.paid().lumens,
                action,
            },
            changes: vec![(Who::Alice, price.paid()), (Who::Bob, price), (Who::Bob, bought.paid())],
        })
        .await
    }

    /// Creates a claimable balance that Bob can claim until tomorrow and Alice can claim from then on.
    pub(super) async fn set_aside(&mut self, tomorrow: u64) -> Result<(), StepError> {
        let before = json!({ "or": [{ "abs_before": tomorrow.to_string() }, { "rel_before": "60" }] });
        let after = json!({ "not": { "abs_before": tomorrow.to_string() } });
        let operation = json!({
            "type": "createClaimableBalance", "asset": lumen(), "amount": ASIDE.to_string(),
            "claimants": [
                { "destination": self.cast.address(Who::Bob), "predicate": before },
                { "destination": self.cast.address(Who::Alice), "predicate": after },
            ],
        });
        // The creator of a claimable balance locks one base reserve per claimant until the balance is
        // claimed.
        let aside = Purse {
            reserves: 2,
            ..Purse::lumens(-ASIDE)
        };
        let alice = self.cast.address(Who::Alice);
        let action = json!({
            "type": "create-claimable-balance", "asset": lumen(), "value": value(ASIDE), "sponsor": alice,
        });
        self.transact(Wish {
            title: format!("Alice sets {} aside for Bob", Purse::lumens(ASIDE).text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "createClaimableBalance",
            signers: vec![Who::Alice],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: -ASIDE,
                action,
            },
            changes: vec![(Who::Alice, aside)],
        })
        .await
    }

    /// Claims the claimable balance that address info lists for Bob.
    pub(super) async fn claim(&mut self, tomorrow: u64) -> Result<(), StepError> {
        let from_then_on = json!({ "validFrom": tomorrow });
        self.claimable(Who::Alice, "upcoming", from_then_on).await?;
        let until_then = json!({ "validTo": tomorrow });
        let id = self.claimable(Who::Bob, "claimable", until_then).await?.id;
        let released = Purse {
            reserves: -2,
            ..Purse::default()
        };
        self.transact(Wish {
            title: format!("Bob claims {}", short(&id)),
            call: "claimable-balance",
            body: json!({ "claimableBalanceId": id }),
            operation: "claimClaimableBalance",
            signers: vec![Who::Bob],
            bumped_by: None,
            expected: Expected {
                to: self.cast.address(Who::Bob).to_owned(),
                value: ASIDE,
                action: json!({ "type": "claim-claimable-balance", "balanceId": id }),
            },
            changes: vec![(Who::Bob, Purse::lumens(ASIDE)), (Who::Alice, released)],
        })
        .await
    }

    /// Returns the only claimable balance of an actor after checking its fields.
    async fn claimable(&mut self, who: Who, status: &str, conditions: Value) -> Result<Claimable, StepError> {
        const STEP: &str = "claimable";
        let (alice, claimant) = (self.cast.address(Who::Alice), self.cast.get(who));
        let holdings = Holdings::of(self.api, &claimant.address, STEP).await?;
        let found = holdings.only_claimable().at(STEP)?;
        let found_fields = (&*found.status, &*found.from, &*found.to);
        ensure(found_fields == (status, alice, &claimant.address), STEP, || {
            format!("found {found_fields:?}")
        })?;
        ensure(found.is_lumens(ASIDE), STEP, || {
            "the amount or the asset differs".to_owned()
        })?;
        ensure(found.conditions == conditions, STEP, || {
            format!("found {}, expected {conditions}", found.conditions)
        })?;
        let text = format!("{} for {} is {status}", Purse::lumens(ASIDE).text(), claimant.name);
        self.screen.done(STEP, &text);
        Ok(found)
    }

    /// Adds Bob as a signer: transfers from Alice's account then require two signatures.
    pub(super) async fn add_signer(&mut self) -> Result<(), StepError> {
        let operation = json!({
            "type": "setOptions", "medThreshold": 2, "highThreshold": 2,
            "signer": { "ed25519PublicKey": self.cast.address(Who::Bob), "weight": 1 },
        });
        let signer = Purse {
            reserves: 1,
            ..Purse::default()
        };
        self.transact(Wish {
            title: "Bob's key has to sign for Alice too".to_owned(),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "setOptions",
            signers: vec![Who::Alice],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({ "type": "set-options", "weight": 1 }),
            },
            changes: vec![(Who::Alice, signer)],
        })
        .await
    }

    /// Sends a payment with two signers, optionally with a fee bump paid by another account.
    pub(super) async fn pay_together(&mut self, bumped_by: Option<Who>) -> Result<(), StepError> {
        let mut wish = self.payment(Who::Alice, Who::Bob, Purse::lumens(10 * UNIT));
        wish.title += match bumped_by {
            None => ", signed by both",
            Some(_) => ", signed by both, the fee paid by the issuer",
        };
        wish.signers.push(Who::Bob);
        wish.bumped_by = bumped_by;
        self.transact(wish).await
    }

    /// Returns a payment of lumens or of the asset.
    fn payment(&self, from: Who, to: Who, moved: Purse) -> Wish {
        let (sender, recipient) = (self.cast.get(from), self.cast.get(to));
        let (asset, amount) = match moved.tokens {
            None => (lumen(), moved.lumens),
            Some(tokens) => (self.cast.asset(), tokens),
        };
        let changes = [(from, moved.paid()), (to, moved)];
        // An issuer has no balance of the asset that it issues.
        let holds = |who: Who| who != Who::Issuer || moved.tokens.is_none();
        Wish {
            title: format!("{} pays {} to {}", sender.name, moved.text(), recipient.name),
            call: "transfer",
            body: json!({ "to": recipient.address, "amount": amount.to_string(), "asset": asset }),
            operation: "payment",
            signers: vec![from],
            bumped_by: None,
            expected: Expected {
                to: recipient.address.clone(),
                value: -moved.lumens,
                action: json!({
                    "type": "transfer", "asset": asset, "value": value(amount),
                    "from": sender.address, "to": recipient.address,
                }),
            },
            changes: changes.into_iter().filter(|(who, _)| holds(*who)).collect(),
        }
    }
}

/// Returns an amount of base units in the format of address info.
fn value(amount: i64) -> Value {
    json!({ "amount": amount.to_string(), "decimals": 7 })
}
