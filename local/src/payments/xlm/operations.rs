//! The transactions of the scenario: payments, an issued asset, an offer, a claimable balance and a second signer.

use super::lumen;
use super::scenario::{Actor, CODE, Content, Holdings, Scenario, Transaction};
use crate::payments::progress::{Failure, ensure, short};
use serde_json::{Value, json};
use wallet_client::address_info_xlm::{ClaimConditions, ClaimState};
use wallet_client::blockchain_connector_xlm::contract::ContractValue;
use wallet_client::blockchain_connector_xlm::operation::{Claimant, OperationBody, Predicate, SetOptions, Signer};
use wallet_client::payments::xlm::{Action, CallAction, Memo};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// Stroops in a lumen, and base units in a unit of any asset.
const UNIT: i64 = 10_000_000;
/// The limit of the trustlines, in base units of the asset.
const LIMIT: i64 = 1_000_000 * UNIT;
/// The amount of the claimable balance for Bob, in stroops.
const ASIDE: i64 = 25 * UNIT;
/// A day, in seconds.
const DAY: u64 = 86_400;

impl Scenario<'_, '_> {
    /// Makes all transactions.
    pub async fn run(mut self) -> Result<(), Failure> {
        let invoice = Memo::Text("invoice 5512".to_owned());
        let payment = self.payment(Actor::Alice, Actor::Bob, lumens(25 * UNIT / 2));
        self.transact(Transaction {
            memo: Some(invoice),
            ..payment.titled(", with a memo")
        })
        .await?;
        for actor in [Actor::Alice, Actor::Bob] {
            self.transact(self.trust(actor)).await?;
        }
        // The issuer pays tokens to Alice, and Alice pays some of them to Bob.
        self.transact(self.payment(Actor::Issuer, Actor::Alice, tokens(500 * UNIT)))
            .await?;
        self.transact(self.payment(Actor::Alice, Actor::Bob, tokens(120 * UNIT)))
            .await?;
        for is_generic in [false, true] {
            self.transact(self.call_contract(is_generic)).await?;
        }
        self.transact(self.offer()).await?;
        self.transact(self.pay_on_a_path()).await?;
        let tomorrow = SystemClock.now().as_secs() + DAY;
        self.transact(self.set_aside(tomorrow)).await?;
        let claim = self.claim(tomorrow).await?;
        self.transact(claim).await?;
        self.transact(self.add_signer()).await?;
        for bumped_by in [None, Some(Actor::Issuer)] {
            self.transact(self.pay_together(bumped_by)).await?;
        }
        for actor in [Actor::Alice, Actor::Bob] {
            self.show(actor);
        }
        Ok(())
    }

    /// Adds a trustline for the asset, required before an account can hold the asset.
    fn trust(&self, actor: Actor) -> Transaction {
        let title = format!("{} trusts the issuer of {CODE}", self.person(actor).name);
        let action = Action::Trust {
            asset: self.asset(),
            limit: Some(LIMIT),
        };
        let entry = json!({ "type": "change-trust", "asset": self.asset(), "to": self.address(Actor::Issuer) });
        let line = Holdings {
            reserves: 1,
            ..tokens(0)
        };
        transaction(title, actor, action, entry, vec![(actor, line)])
    }

    /// Creates an offer that remains in the order book: half a lumen per unit of the asset.
    fn offer(&self) -> Transaction {
        let sold = 60 * UNIT;
        let operation = OperationBody::ManageSellOffer {
            selling: self.asset(),
            buying: lumen(),
            amount: sold.to_string(),
            price: "0.5".to_owned(),
            offer_id: None,
        };
        let title = format!("Bob offers {} for half a lumen each", tokens(sold).text());
        let entry = json!({
            "type": "manage-sell-offer", "asset": self.asset(), "value": value(sold), "to": "native",
            "price": "0.5000000", "offerId": "",
        });
        transaction(
            title,
            Actor::Bob,
            one(operation),
            entry,
            vec![(Actor::Bob, reserves(1))],
        )
    }

    /// Pays the issuer in the asset while Alice sends lumens: the path payment crosses Bob's offer.
    fn pay_on_a_path(&self) -> Transaction {
        let (bought, price) = (20 * UNIT, 10 * UNIT);
        let (alice, issuer) = (self.address(Actor::Alice), self.address(Actor::Issuer));
        let operation = OperationBody::PathPaymentStrictReceive {
            send_asset: lumen(),
            send_max: (11 * UNIT).to_string(),
            destination: issuer.to_owned(),
            dest_asset: self.asset(),
            dest_amount: bought.to_string(),
            path: Vec::new(),
        };
        let title = format!("Alice pays {} to the issuer, sent as lumens", tokens(bought).text());
        let entry = json!({
            "type": "path-payment-strict-receive", "asset": self.asset(), "value": value(bought),
            "sourceAsset": lumen(), "sourceValue": value(price), "from": alice, "to": issuer,
        });
        let changes = vec![
            (Actor::Alice, lumens(-price)),
            (Actor::Bob, lumens(price)),
            (Actor::Bob, tokens(-bought)),
        ];
        Transaction {
            to: issuer.to_owned(),
            value: -price,
            ..transaction(title, Actor::Alice, one(operation), entry, changes)
        }
    }

    /// Creates a claimable balance that Bob can claim until tomorrow and Alice can claim from then on.
    fn set_aside(&self, tomorrow: u64) -> Transaction {
        let until_tomorrow = Predicate::builder().abs_before(tomorrow.to_string()).build();
        let within_a_minute = Predicate::builder().rel_before("60").build();
        let before = Predicate::builder()
            .or(vec![until_tomorrow.clone(), within_a_minute])
            .build();
        let after = Predicate::builder().not(Box::new(until_tomorrow)).build();
        let claimants = [(Actor::Bob, before), (Actor::Alice, after)].map(|(actor, predicate)| {
            Claimant::builder()
                .destination(self.address(actor).to_owned())
                .predicate(predicate)
                .build()
        });
        let operation = OperationBody::CreateClaimableBalance {
            asset: lumen(),
            amount: ASIDE.to_string(),
            claimants: claimants.into(),
        };
        let title = format!("Alice sets {} aside for Bob", lumens(ASIDE).text());
        let entry = json!({
            "type": "create-claimable-balance", "asset": lumen(), "value": value(ASIDE),
            "sponsor": self.address(Actor::Alice),
        });
        // The creator of a claimable balance locks a base reserve per claimant until the balance is claimed.
        let aside = Holdings {
            reserves: 2,
            ..lumens(-ASIDE)
        };
        Transaction {
            value: -ASIDE,
            ..transaction(title, Actor::Alice, one(operation), entry, vec![(Actor::Alice, aside)])
        }
    }

    /// Claims the claimable balance that address info lists for Bob.
    async fn claim(&mut self, tomorrow: u64) -> Result<Transaction, Failure> {
        let [from_then_on, until_then] =
            [(Some(tomorrow), None), (None, Some(tomorrow))].map(|(valid_from, valid_to)| {
                ClaimConditions::builder()
                    .maybe_valid_from(valid_from)
                    .maybe_valid_to(valid_to)
                    .build()
            });
        self.claimable(Actor::Alice, ClaimState::Upcoming, from_then_on).await?;
        let id = self.claimable(Actor::Bob, ClaimState::Claimable, until_then).await?;
        let title = format!("Bob claims {}", short(&id));
        let entry = json!({ "type": "claim-claimable-balance", "balanceId": id });
        let changes = vec![(Actor::Bob, lumens(ASIDE)), (Actor::Alice, reserves(-2))];
        Ok(Transaction {
            to: self.address(Actor::Bob).to_owned(),
            value: ASIDE,
            ..transaction(title, Actor::Bob, Action::Claim { id }, entry, changes)
        })
    }

    /// Returns the id of the only claimable balance of an account after comparing all fields.
    async fn claimable(
        &mut self,
        actor: Actor,
        status: ClaimState,
        conditions: ClaimConditions,
    ) -> Result<String, Failure> {
        const STEP: &str = "claimable";
        let mut listed = self.info(actor, STEP).await?.claimable_balances;
        let count = listed.len();
        let found = listed.pop().filter(|_| count == 1);
        let found =
            found.ok_or_else(|| Failure::new(STEP, format!("{count} claimable balances are listed, expected 1")))?;
        let (alice, claimant) = (self.address(Actor::Alice), self.person(actor));
        let is_expected = (&found.status, found.from.as_deref(), &found.to)
            == (&status, Some(alice), &claimant.address)
            && (&found.asset, &*found.balance.amount) == (&lumen(), &*ASIDE.to_string())
            && found.conditions == conditions;
        ensure(is_expected, STEP, || {
            format!("found {found:?}, expected {status} with {conditions:?}")
        })?;
        let text = format!("{} for {} is {status}", lumens(ASIDE).text(), claimant.name);
        self.progress.done(STEP, text);
        Ok(found.id)
    }

    /// Adds Bob as a signer: transfers from Alice's account then require two signatures.
    fn add_signer(&self) -> Transaction {
        let bob = Signer::builder()
            .ed25519_public_key(self.address(Actor::Bob).to_owned())
            .weight(1)
            .build();
        let options = SetOptions::builder()
            .med_threshold(2)
            .high_threshold(2)
            .signer(bob)
            .build();
        let title = "Bob's key has to sign for Alice too".to_owned();
        let action = one(OperationBody::SetOptions(Box::new(options)));
        let entry = json!({ "type": "set-options", "weight": 1 });
        transaction(title, Actor::Alice, action, entry, vec![(Actor::Alice, reserves(1))])
    }

    /// Returns a payment with two signers, optionally with a fee bump paid by the issuer.
    fn pay_together(&self, bumped_by: Option<Actor>) -> Transaction {
        let more = match bumped_by {
            None => ", signed by both",
            Some(_) => ", signed by both, the fee paid by the issuer",
        };
        Transaction {
            cosigner: Some(Actor::Bob),
            bumped_by,
            ..self.payment(Actor::Alice, Actor::Bob, lumens(10 * UNIT)).titled(more)
        }
    }

    /// Returns a payment of the asset by the contract of the asset: by a token transfer, or by a call of the function.
    fn call_contract(&self, is_generic: bool) -> Transaction {
        let (amount, to) = (10 * UNIT, self.address(Actor::Bob));
        let payment = self.payment(Actor::Alice, Actor::Bob, tokens(amount));
        let (action, more) = if is_generic {
            let address = |actor| ContractValue::Address(self.address(actor).to_owned());
            let arguments = vec![
                address(Actor::Alice),
                address(Actor::Bob),
                ContractValue::I128(amount.to_string()),
            ];
            let function = "transfer".to_owned();
            (CallAction::Invoke { function, arguments }, ", by a contract call")
        } else {
            let (to, amount) = (to.to_owned(), amount.into());
            (CallAction::TransferToken { to, amount }, ", by a token transfer")
        };
        Transaction {
            content: Content::Call(action),
            ..payment.titled(more)
        }
    }

    /// Returns a payment of lumens or of the asset.
    fn payment(&self, from: Actor, to: Actor, moved: Holdings) -> Transaction {
        let (sender, recipient) = (self.person(from), self.person(to));
        let (asset, amount) = match moved.tokens {
            None => (lumen(), moved.lumens),
            Some(tokens) => (self.asset(), tokens),
        };
        let paid = Holdings {
            lumens: -moved.lumens,
            tokens: moved.tokens.map(|tokens| -tokens),
            reserves: 0,
        };
        // An issuer has no balance of the issued asset.
        let holds = |actor: Actor| actor != Actor::Issuer || moved.tokens.is_none();
        let changes = [(from, paid), (to, moved)];
        let changes = changes.into_iter().filter(|(actor, _)| holds(*actor)).collect();
        let title = format!("{} pays {} to {}", sender.name, moved.text(), recipient.name);
        let (from_address, to_address) = (&sender.address, recipient.address.clone());
        let entry = json!({
            "type": "transfer", "asset": asset, "value": value(amount), "from": from_address, "to": to_address,
        });
        let transfer = Action::Transfer {
            to: to_address.clone(),
            amount,
            asset,
        };
        Transaction {
            to: to_address,
            value: -moved.lumens,
            ..transaction(title, from, transfer, entry, changes)
        }
    }
}

impl Transaction {
    fn titled(mut self, more: &str) -> Self {
        self.title += more;
        self
    }
}

/// Returns a transaction with a single signer, without a recipient and a change of lumens in the history.
fn transaction(
    title: String,
    source: Actor,
    action: Action,
    entry: Value,
    changes: Vec<(Actor, Holdings)>,
) -> Transaction {
    Transaction {
        title,
        source,
        content: Content::Action(action),
        memo: None,
        cosigner: None,
        bumped_by: None,
        to: String::new(),
        value: 0,
        entry,
        changes,
    }
}

/// Returns the content of a transaction with a single operation.
fn one(operation: OperationBody) -> Action {
    Action::Operations(vec![operation.into()])
}

/// Returns an amount of base units in the format of address info.
fn value(amount: i64) -> Value {
    json!({ "amount": amount.to_string(), "decimals": 7 })
}

/// Returns holdings of lumens, in stroops.
fn lumens(amount: i64) -> Holdings {
    Holdings {
        lumens: amount,
        ..Holdings::default()
    }
}

/// Returns holdings of the asset, in base units.
fn tokens(amount: i64) -> Holdings {
    Holdings {
        tokens: Some(amount),
        ..Holdings::default()
    }
}

/// Returns a number of locked base reserves.
fn reserves(count: i64) -> Holdings {
    Holdings {
        reserves: count,
        ..Holdings::default()
    }
}
