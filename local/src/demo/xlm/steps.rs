//! The transactions of the demo run.

use super::actors::{Actor, CODE, ExpectedHoldings};
use super::holdings::{Claimable, Expected, Holdings, lumen};
use super::transaction::TransactionSpec;
use super::{DemoRun, UNIT};
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use serde_json::{Value, json};

/// The amount of the claimable balance for Bob, in stroops.
const ASIDE: i64 = 25 * UNIT;
/// The trustline limit, in base units of the asset.
const LIMIT: i64 = 1_000_000 * UNIT;

impl DemoRun<'_> {
    /// Pays lumens to an address without an account, which creates the account.
    pub(super) async fn create_account(&mut self) -> Result<(), StepError> {
        let begin = ExpectedHoldings {
            reserves: 2,
            ..ExpectedHoldings::lumens(50 * UNIT)
        };
        let mut spec = self.payment(Actor::Alice, Actor::Bob, begin);
        spec.operation = "createAccount";
        spec.expected.action["type"] = "create-account".into();
        spec.title += ", who has no account yet";
        self.transact(spec).await
    }

    /// Pays lumens to an account that exists.
    pub(super) async fn pay(&mut self) -> Result<(), StepError> {
        let mut spec = self.payment(Actor::Alice, Actor::Bob, ExpectedHoldings::lumens(25 * UNIT / 2));
        spec.body["memo"] = "invoice 5512".into();
        spec.title += ", with a memo";
        self.transact(spec).await
    }

    /// Adds a trustline for the asset, required before an account can hold it.
    pub(super) async fn trust(&mut self, actor: Actor) -> Result<(), StepError> {
        let asset = self.actors.asset();
        let line = ExpectedHoldings {
            reserves: 1,
            ..ExpectedHoldings::tokens(0)
        };
        self.transact(TransactionSpec {
            title: format!("{} trusts the issuer of {CODE}", self.actors.get(actor).name),
            call: "add-trustline",
            body: json!({ "asset": asset, "amount": LIMIT.to_string() }),
            operation: "changeTrust",
            signers: vec![actor],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({ "type": "change-trust", "asset": asset, "to": self.actors.address(Actor::Issuer) }),
            },
            changes: vec![(actor, line)],
        })
        .await
    }

    /// Issues the asset: the issuer pays tokens to Alice.
    pub(super) async fn issue(&mut self) -> Result<(), StepError> {
        let spec = self.payment(Actor::Issuer, Actor::Alice, ExpectedHoldings::tokens(500 * UNIT));
        self.transact(spec).await
    }

    /// Pays the asset from one holder to another.
    pub(super) async fn send_asset(&mut self) -> Result<(), StepError> {
        let spec = self.payment(Actor::Alice, Actor::Bob, ExpectedHoldings::tokens(120 * UNIT));
        self.transact(spec).await
    }

    /// Creates an offer that remains in the order book: half a lumen per unit of the asset.
    pub(super) async fn offer(&mut self) -> Result<(), StepError> {
        let (asset, sold) = (self.actors.asset(), ExpectedHoldings::tokens(60 * UNIT));
        let operation = json!({
            "type": "manageSellOffer", "selling": asset, "buying": lumen(),
            "amount": (60 * UNIT).to_string(), "price": "0.5",
        });
        let made = ExpectedHoldings {
            reserves: 1,
            ..ExpectedHoldings::default()
        };
        self.transact(TransactionSpec {
            title: format!("Bob offers {} for half a lumen each", sold.text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "manageSellOffer",
            signers: vec![Actor::Bob],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({
                    "type": "manage-sell-offer", "asset": asset, "value": value(60 * UNIT),
                    "to": "native", "price": "0.5000000", "offerId": null,
                }),
            },
            changes: vec![(Actor::Bob, made)],
        })
        .await
    }

    /// Pays the issuer in the asset while Alice sends lumens: the path payment crosses Bob's offer.
    pub(super) async fn pay_on_a_path(&mut self) -> Result<(), StepError> {
        let (bought, price) = (ExpectedHoldings::tokens(20 * UNIT), ExpectedHoldings::lumens(10 * UNIT));
        let (alice, issuer) = (self.actors.address(Actor::Alice), self.actors.address(Actor::Issuer));
        let operation = json!({
            "type": "pathPaymentStrictReceive", "sendAsset": lumen(), "sendMax": (11 * UNIT).to_string(),
            "destination": issuer, "destAsset": self.actors.asset(), "destAmount": (20 * UNIT).to_string(), "path": [],
        });
        let action = json!({
            "type": "path-payment-strict-receive", "asset": self.actors.asset(), "value": value(20 * UNIT),
            "sourceAsset": lumen(), "sourceValue": value(10 * UNIT), "from": alice, "to": issuer,
        });
        self.transact(TransactionSpec {
            title: format!("Alice pays {} to the issuer, sent as lumens", bought.text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "pathPaymentStrictReceive",
            signers: vec![Actor::Alice],
            bumped_by: None,
            expected: Expected {
                to: issuer.to_owned(),
                value: price.paid().lumens,
                action,
            },
            changes: vec![
                (Actor::Alice, price.paid()),
                (Actor::Bob, price),
                (Actor::Bob, bought.paid()),
            ],
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
                { "destination": self.actors.address(Actor::Bob), "predicate": before },
                { "destination": self.actors.address(Actor::Alice), "predicate": after },
            ],
        });
        // The creator of a claimable balance locks one base reserve per claimant until the balance is
        // claimed.
        let aside = ExpectedHoldings {
            reserves: 2,
            ..ExpectedHoldings::lumens(-ASIDE)
        };
        let alice = self.actors.address(Actor::Alice);
        let action = json!({
            "type": "create-claimable-balance", "asset": lumen(), "value": value(ASIDE), "sponsor": alice,
        });
        self.transact(TransactionSpec {
            title: format!("Alice sets {} aside for Bob", ExpectedHoldings::lumens(ASIDE).text()),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "createClaimableBalance",
            signers: vec![Actor::Alice],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: -ASIDE,
                action,
            },
            changes: vec![(Actor::Alice, aside)],
        })
        .await
    }

    /// Claims the claimable balance that address info lists for Bob.
    pub(super) async fn claim(&mut self, tomorrow: u64) -> Result<(), StepError> {
        let from_then_on = json!({ "validFrom": tomorrow });
        self.claimable(Actor::Alice, "upcoming", from_then_on).await?;
        let until_then = json!({ "validTo": tomorrow });
        let id = self.claimable(Actor::Bob, "claimable", until_then).await?.id;
        let released = ExpectedHoldings {
            reserves: -2,
            ..ExpectedHoldings::default()
        };
        self.transact(TransactionSpec {
            title: format!("Bob claims {}", short(&id)),
            call: "claimable-balance",
            body: json!({ "claimableBalanceId": id }),
            operation: "claimClaimableBalance",
            signers: vec![Actor::Bob],
            bumped_by: None,
            expected: Expected {
                to: self.actors.address(Actor::Bob).to_owned(),
                value: ASIDE,
                action: json!({ "type": "claim-claimable-balance", "balanceId": id }),
            },
            changes: vec![(Actor::Bob, ExpectedHoldings::lumens(ASIDE)), (Actor::Alice, released)],
        })
        .await
    }

    /// Returns the only claimable balance of an actor after checking its fields.
    async fn claimable(&mut self, actor: Actor, status: &str, conditions: Value) -> Result<Claimable, StepError> {
        const STEP: &str = "claimable";
        let (alice, claimant) = (self.actors.address(Actor::Alice), self.actors.get(actor));
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
        let text = format!(
            "{} for {} is {status}",
            ExpectedHoldings::lumens(ASIDE).text(),
            claimant.name
        );
        self.screen.done(STEP, &text);
        Ok(found)
    }

    /// Adds Bob as a signer: transfers from Alice's account then require two signatures.
    pub(super) async fn add_signer(&mut self) -> Result<(), StepError> {
        let operation = json!({
            "type": "setOptions", "medThreshold": 2, "highThreshold": 2,
            "signer": { "ed25519PublicKey": self.actors.address(Actor::Bob), "weight": 1 },
        });
        let signer = ExpectedHoldings {
            reserves: 1,
            ..ExpectedHoldings::default()
        };
        self.transact(TransactionSpec {
            title: "Bob's key has to sign for Alice too".to_owned(),
            call: "multi-operations",
            body: json!({ "operations": [operation] }),
            operation: "setOptions",
            signers: vec![Actor::Alice],
            bumped_by: None,
            expected: Expected {
                to: String::new(),
                value: 0,
                action: json!({ "type": "set-options", "weight": 1 }),
            },
            changes: vec![(Actor::Alice, signer)],
        })
        .await
    }

    /// Sends a payment with two signers, optionally with a fee bump paid by another account.
    pub(super) async fn pay_together(&mut self, bumped_by: Option<Actor>) -> Result<(), StepError> {
        let mut spec = self.payment(Actor::Alice, Actor::Bob, ExpectedHoldings::lumens(10 * UNIT));
        spec.title += match bumped_by {
            None => ", signed by both",
            Some(_) => ", signed by both, the fee paid by the issuer",
        };
        spec.signers.push(Actor::Bob);
        spec.bumped_by = bumped_by;
        self.transact(spec).await
    }

    /// Returns a payment of lumens or of the asset.
    fn payment(&self, from: Actor, to: Actor, moved: ExpectedHoldings) -> TransactionSpec {
        let (sender, recipient) = (self.actors.get(from), self.actors.get(to));
        let (asset, amount) = match moved.tokens {
            None => (lumen(), moved.lumens),
            Some(tokens) => (self.actors.asset(), tokens),
        };
        let changes = [(from, moved.paid()), (to, moved)];
        // An issuer has no balance of the asset that it issues.
        let holds = |actor: Actor| actor != Actor::Issuer || moved.tokens.is_none();
        TransactionSpec {
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
            changes: changes.into_iter().filter(|(actor, _)| holds(*actor)).collect(),
        }
    }
}

/// Returns an amount of base units in the format of address info.
fn value(amount: i64) -> Value {
    json!({ "amount": amount.to_string(), "decimals": 7 })
}
