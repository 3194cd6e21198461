//! One transaction: hash, parse, signatures, send and its entry in address info.

use super::DemoRun;
use super::actors::{Actor, ExpectedHoldings, xlm};
use super::holdings::{Expected, Holdings};
use crate::demo::NETWORK;
use crate::demo::screen::short;
use crate::demo::status::{self, status};
use crate::demo::step::{AtStep, StepError, ensure};
use wallet_client::payments::xlm::{Action, Memo, Prepared, Terms, prepare, prepare_fee_bump};
use wallet_client::payments::{Ed25519Signer, Fee, PaymentError, Signed};
use wallet_client::wire::Status;
use wallet_client::{CallError, ErrorCode};

/// The transaction to make.
pub struct TransactionSpec {
    /// The printed title.
    pub title: String,
    /// The content.
    pub action: Action,
    /// The memo.
    pub memo: Option<Memo>,
    /// The name of the only operation in the protocol.
    pub operation: &'static str,
    /// The source account, which signs.
    pub source: Actor,
    /// Another signer, without whom the network rejects the transaction.
    pub cosigner: Option<Actor>,
    /// The payer of a fee bump; if `None`, the source account pays the fee.
    pub bumped_by: Option<Actor>,
    /// The expected history entry.
    pub expected: Expected,
    /// The expected changes of holdings apart from the fee.
    pub changes: Vec<(Actor, ExpectedHoldings)>,
}

impl TransactionSpec {
    /// Returns a transaction with one signer and without changes of holdings.
    pub fn new(title: String, source: Actor, operation: &'static str, action: Action, expected: Expected) -> Self {
        Self {
            title,
            action,
            memo: None,
            operation,
            source,
            cosigner: None,
            bumped_by: None,
            expected,
            changes: Vec::new(),
        }
    }

    /// Adds expected changes of holdings.
    #[must_use]
    pub fn with_changes(mut self, changes: impl IntoIterator<Item = (Actor, ExpectedHoldings)>) -> Self {
        self.changes.extend(changes);
        self
    }
}

impl DemoRun<'_> {
    /// Makes a transaction, checks that it is in a ledger and checks the holdings of all actors.
    pub(super) async fn transact(&mut self, spec: TransactionSpec) -> Result<(), StepError> {
        self.screen.line(&format!("  {}", spec.title));
        let mut signed = self.build(&spec).await?;
        if let Some(payer) = spec.bumped_by {
            signed = self.bump(&signed, payer, &spec).await?;
        }
        self.send(&signed).await?;
        let fee = self.history(&signed.txid, &spec).await?;
        let payer = spec.bumped_by.unwrap_or(spec.source);
        self.actors.get_mut(payer).expected.lumens -= fee;
        for (actor, change) in spec.changes {
            self.actors.get_mut(actor).expected.add(change);
        }
        self.check_holdings().await?;
        self.confirmed += 1;
        Ok(())
    }

    async fn build(&mut self, spec: &TransactionSpec) -> Result<Signed, StepError> {
        let terms = Terms {
            network: NETWORK,
            public_key: self.actors.get(spec.source).key.public_key(),
            fee: self.fee,
            max_fee: Fee::Limited,
            memo: spec.memo.clone(),
            timeout: None,
            sequence: None,
        };
        let prepared = prepare(self.client, &terms, &spec.action).await.at("hash")?;
        self.screen.done("hash", &short(&hex::encode(prepared.hash())));
        self.check_operation(&prepared, spec)?;
        let key = &self.actors.get(spec.source).key;
        let mut signed = prepared.sign(self.client, key).await.at("sign")?;
        self.print_signer(spec.source);
        if let Some(cosigner) = spec.cosigner {
            self.check_rejection(&signed).await?;
            let key = &self.actors.get(cosigner).key;
            signed = prepared.sign_also(self.client, &signed, key).await.at("sign")?;
            self.print_signer(cosigner);
        }
        Ok(signed)
    }

    /// Wraps a signed transaction in a fee bump paid by another account.
    async fn bump(&mut self, signed: &Signed, payer: Actor, spec: &TransactionSpec) -> Result<Signed, StepError> {
        const STEP: &str = "fee bump";
        let key = &self.actors.get(payer).key;
        let built = prepare_fee_bump(self.client, signed, key.public_key(), 2 * self.fee, Fee::Limited).await;
        let prepared = built.at(STEP)?;
        let hash = short(&hex::encode(prepared.hash()));
        let text = format!("{} pays: {hash}", self.actors.get(payer).name);
        self.screen.done(STEP, &text);
        self.check_operation(&prepared, spec)?;
        let key = &self.actors.get(payer).key;
        let signed = prepared.sign(self.client, key).await.at("sign")?;
        self.print_signer(payer);
        Ok(signed)
    }

    /// Checks and prints the operation that is signed. The client has compared it with the action.
    fn check_operation(&mut self, prepared: &Prepared, spec: &TransactionSpec) -> Result<(), StepError> {
        const STEP: &str = "parse";
        let operations = prepared.review().operations.iter();
        let found: Vec<_> = operations.map(|operation| operation.body.name()).collect();
        ensure(found == [spec.operation], STEP, || format!("found {found:?}"))?;
        let (first, rest) = spec.operation.split_at(1);
        self.screen.done(STEP, &format!("{}{rest}", first.to_lowercase()));
        Ok(())
    }

    fn print_signer(&mut self, actor: Actor) {
        let text = format!(
            "by {}, with a key that never leaves this process",
            self.actors.get(actor).name
        );
        self.screen.done("sign", &text);
    }

    /// Checks that the network rejects the transaction because signatures are missing.
    async fn check_rejection(&mut self, signed: &Signed) -> Result<(), StepError> {
        const STEP: &str = "rejected";
        match signed.send(self.client).await {
            Err(PaymentError::Call(CallError::Response(error)))
                if error.status == 422 && error.code == ErrorCode::TransactionRejected =>
            {
                self.screen.done(STEP, "by the network: more signatures are required");
                Ok(())
            }
            Err(error) => Err(error).at(STEP),
            Ok(()) => ensure(false, STEP, || "the network accepted too few signatures".to_owned()),
        }
    }

    /// Submits the transaction, which returns once a ledger includes it.
    async fn send(&mut self, signed: &Signed) -> Result<(), StepError> {
        signed.send(self.client).await.at("send")?;
        self.screen.done("send", &signed.txid);
        let found = status(self.client, signed, &Status::Confirmed).await?;
        let text = format!("{} in ledger {}", found.status, found.block);
        self.screen.done(status::STEP, &text);
        Ok(())
    }

    /// Checks that the transaction is the latest one in its account's history and returns its fee in stroops.
    async fn history(&mut self, txid: &str, spec: &TransactionSpec) -> Result<i64, StepError> {
        const STEP: &str = "history";
        let source = self.actors.address(spec.source);
        let holdings = Holdings::of(self.client, source, STEP).await?;
        let fee = holdings.latest(source, txid, &spec.expected).at(STEP)?;
        let maximum = 2 * i64::from(self.fee);
        ensure((1..=maximum).contains(&fee), STEP, || {
            format!("the fee is {fee} stroops, the maximum is {maximum}")
        })?;
        let text = format!("{}, fee {}", spec.expected.action_type(), xlm(fee));
        self.screen.done(STEP, &text);
        Ok(fee)
    }
}
