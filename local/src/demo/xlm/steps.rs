//! The transactions of the demo run.

use super::actors::{Actor, CODE, ExpectedHoldings, lumen};
use super::holdings::Expected;
use super::transaction::TransactionSpec;
use super::{DemoRun, UNIT};
use crate::demo::step::StepError;
use wallet_client::address_info_xlm::KnownAction;
use wallet_client::blockchain_connector_xlm::operation::{OperationBody, SetOptions, Signer};
use wallet_client::payments::xlm::{Action, Memo};
use wallet_client::wire::Value;

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
        spec.operation = "CreateAccount";
        spec.expected.action = KnownAction::CreateAccount {
            asset: lumen(),
            value: value(50 * UNIT),
            from: self.actors.address(Actor::Alice).to_owned(),
            to: self.actors.address(Actor::Bob).to_owned(),
        };
        spec.title += ", who has no account yet";
        self.transact(spec).await
    }

    /// Pays lumens to an account that exists.
    pub(super) async fn pay(&mut self) -> Result<(), StepError> {
        let mut spec = self.payment(Actor::Alice, Actor::Bob, ExpectedHoldings::lumens(25 * UNIT / 2));
        spec.memo = Some(Memo::Text("invoice 5512".to_owned()));
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
        let title = format!("{} trusts the issuer of {CODE}", self.actors.get(actor).name);
        let trust = Action::Trust {
            asset: asset.clone(),
            limit: Some(LIMIT),
        };
        let expected = Expected {
            to: String::new(),
            value: 0,
            action: KnownAction::ChangeTrust {
                asset: Some(asset),
                liquidity_pool_id: None,
                to: self.actors.address(Actor::Issuer).to_owned(),
            },
        };
        let spec = TransactionSpec::new(title, actor, "ChangeTrust", trust, expected);
        self.transact(spec.with_changes([(actor, line)])).await
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
        let operation = OperationBody::ManageSellOffer {
            selling: asset.clone(),
            buying: lumen(),
            amount: (60 * UNIT).to_string(),
            price: "0.5".to_owned(),
            offer_id: None,
        };
        let made = ExpectedHoldings {
            reserves: 1,
            ..ExpectedHoldings::default()
        };
        let title = format!("Bob offers {} for half a lumen each", sold.text());
        let expected = Expected {
            to: String::new(),
            value: 0,
            action: KnownAction::ManageSellOffer {
                asset,
                value: value(60 * UNIT),
                to: "native".to_owned(),
                price: "0.5000000".to_owned(),
                offer_id: String::new(),
            },
        };
        let spec = TransactionSpec::new(title, Actor::Bob, "ManageSellOffer", one(operation), expected);
        self.transact(spec.with_changes([(Actor::Bob, made)])).await
    }

    /// Pays the issuer in the asset while Alice sends lumens: the path payment crosses Bob's offer.
    pub(super) async fn pay_on_a_path(&mut self) -> Result<(), StepError> {
        let (bought, price) = (ExpectedHoldings::tokens(20 * UNIT), ExpectedHoldings::lumens(10 * UNIT));
        let (alice, issuer) = (self.actors.address(Actor::Alice), self.actors.address(Actor::Issuer));
        let operation = OperationBody::PathPaymentStrictReceive {
            send_asset: lumen(),
            send_max: (11 * UNIT).to_string(),
            destination: issuer.to_owned(),
            dest_asset: self.actors.asset(),
            dest_amount: (20 * UNIT).to_string(),
            path: Vec::new(),
        };
        let title = format!("Alice pays {} to the issuer, sent as lumens", bought.text());
        let expected = Expected {
            to: issuer.to_owned(),
            value: price.paid().lumens,
            action: KnownAction::PathPaymentStrictReceive {
                asset: self.actors.asset(),
                value: value(20 * UNIT),
                source_asset: lumen(),
                source_value: value(10 * UNIT),
                from: alice.to_owned(),
                to: issuer.to_owned(),
            },
        };
        let action = one(operation);
        let spec = TransactionSpec::new(title, Actor::Alice, "PathPaymentStrictReceive", action, expected);
        let changes = [
            (Actor::Alice, price.paid()),
            (Actor::Bob, price),
            (Actor::Bob, bought.paid()),
        ];
        self.transact(spec.with_changes(changes)).await
    }

    /// Adds Bob as a signer: transfers from Alice's account then require two signatures.
    pub(super) async fn add_signer(&mut self) -> Result<(), StepError> {
        let bob = Signer {
            ed25519_public_key: Some(self.actors.address(Actor::Bob).to_owned()),
            weight: Some(1),
            ..Signer::default()
        };
        let options = SetOptions {
            med_threshold: Some(2),
            high_threshold: Some(2),
            signer: Some(bob),
            ..SetOptions::default()
        };
        let signer = ExpectedHoldings {
            reserves: 1,
            ..ExpectedHoldings::default()
        };
        let expected = Expected {
            to: String::new(),
            value: 0,
            action: KnownAction::SetOptions { weight: Some(1) },
        };
        let title = "Bob's key has to sign for Alice too".to_owned();
        let action = one(OperationBody::SetOptions(Box::new(options)));
        let spec = TransactionSpec::new(title, Actor::Alice, "SetOptions", action, expected);
        self.transact(spec.with_changes([(Actor::Alice, signer)])).await
    }

    /// Sends a payment with two signers, optionally with a fee bump paid by another account.
    pub(super) async fn pay_together(&mut self, bumped_by: Option<Actor>) -> Result<(), StepError> {
        let mut spec = self.payment(Actor::Alice, Actor::Bob, ExpectedHoldings::lumens(10 * UNIT));
        spec.title += match bumped_by {
            None => ", signed by both",
            Some(_) => ", signed by both, the fee paid by the issuer",
        };
        spec.cosigner = Some(Actor::Bob);
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
        let title = format!("{} pays {} to {}", sender.name, moved.text(), recipient.name);
        let transfer = Action::Transfer {
            to: recipient.address.clone(),
            amount,
            asset: asset.clone(),
        };
        let expected = Expected {
            to: recipient.address.clone(),
            value: -moved.lumens,
            action: KnownAction::Transfer {
                asset,
                value: value(amount),
                from: sender.address.clone(),
                to: recipient.address.clone(),
            },
        };
        let spec = TransactionSpec::new(title, from, "Payment", transfer, expected);
        spec.with_changes(changes.into_iter().filter(|(actor, _)| holds(*actor)))
    }
}

/// Returns a transaction of one operation.
pub(super) fn one(operation: OperationBody) -> Action {
    Action::Operations(vec![operation.into()])
}

/// Returns an amount of base units in the format of address info.
pub(super) fn value(amount: i64) -> Value {
    Value {
        amount: amount.to_string(),
        decimals: 7,
    }
}
