//! One transaction: hash, parse, signatures, send and its entry in address info.

use super::actors::{Actor, ExpectedHoldings, xlm};
use super::holdings::Holdings;
use super::responses::{HashData, ParsedData};
use super::{DemoRun, SERVICE};
use crate::demo::api::CallError;
use crate::demo::responses::{SentData, SignedData, StatusData};
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use serde_json::{Value, json};

/// The transaction to make.
pub struct TransactionSpec {
    /// The printed title.
    pub title: String,
    /// The get-hash call that builds the transaction.
    pub call: &'static str,
    /// The fields of the call apart from key, network and fee.
    pub body: Value,
    /// The expected operation type.
    pub operation: &'static str,
    /// The signers; the first one is the source account.
    pub signers: Vec<Actor>,
    /// The payer of a fee bump; if `None`, the first signer pays the fee.
    pub bumped_by: Option<Actor>,
    /// The expected history entry.
    pub expected: Expected,
    /// The expected changes of holdings apart from the fee.
    pub changes: Vec<(Actor, ExpectedHoldings)>,
}

/// The expected history entry of a transaction.
pub struct Expected {
    /// The recipient; empty if there is none.
    pub to: String,
    /// The change of the source account's lumens, in stroops.
    pub value: i64,
    /// The single action. The `offerId` of a new offer is `null` here, since only the ledger knows it.
    pub action: Value,
}

/// A transaction with its signatures.
struct Signed {
    txid: String,
    txdata: String,
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
        let payer = spec.bumped_by.unwrap_or(spec.source());
        self.actors.get_mut(payer).expected.lumens -= fee;
        for (actor, change) in spec.changes {
            self.actors.get_mut(actor).expected.add(change);
        }
        self.check_holdings().await?;
        self.confirmed += 1;
        Ok(())
    }

    async fn build(&mut self, spec: &TransactionSpec) -> Result<Signed, StepError> {
        let mut body = spec.body.clone();
        body["publicKey"] = self.actors.get(spec.source()).wallet.public_key().into();
        body["network"] = "testnet".into();
        body["fee"] = self.fee.to_string().into();
        let path = format!("{SERVICE}/transaction/get-hash/xlm/{}", spec.call);
        let built: HashData = self.api.post(&path, &body).await.at("hash")?;
        self.screen.done("hash", &short(&built.hash));
        self.parse(&built, spec).await?;
        let mut txdata = built.unsigned_message;
        for (index, signer) in spec.signers.iter().enumerate() {
            if index > 0 {
                self.check_rejection(&txdata).await?;
            }
            txdata = self.sign(*signer, &built.hash, txdata).await?;
        }
        let txid = built.hash;
        Ok(Signed { txid, txdata })
    }

    /// Wraps a signed transaction in a fee bump paid by another account.
    async fn bump(&mut self, signed: &Signed, payer: Actor, spec: &TransactionSpec) -> Result<Signed, StepError> {
        let body = json!({
            "publicKey": self.actors.get(payer).wallet.public_key(), "network": "testnet",
            "txdata": signed.txdata, "fee": (2 * self.fee).to_string(),
        });
        let path = format!("{SERVICE}/transaction/get-hash/xlm/fee-bump");
        let built: HashData = self.api.post(&path, &body).await.at("fee bump")?;
        let text = format!("{} pays: {}", self.actors.get(payer).name, short(&built.hash));
        self.screen.done("fee bump", &text);
        self.parse(&built, spec).await?;
        let txdata = self.sign(payer, &built.hash, built.unsigned_message).await?;
        let txid = built.hash;
        Ok(Signed { txid, txdata })
    }

    /// Parses the transaction before signing, as every signer should.
    async fn parse(&mut self, built: &HashData, spec: &TransactionSpec) -> Result<(), StepError> {
        const STEP: &str = "parse";
        let body = json!({ "unsignedMessage": built.unsigned_message, "network": "testnet" });
        let path = format!("{SERVICE}/transaction/parse/xlm");
        let parsed: ParsedData = self.api.post(&path, &body).await.at(STEP)?;
        let kinds: Vec<_> = parsed.operations.iter().map(|operation| &*operation.kind).collect();
        let found = (&*parsed.txid, &*kinds);
        ensure(found == (&*built.hash, &[spec.operation]), STEP, || {
            format!("found {found:?}")
        })?;
        self.screen.done(STEP, spec.operation);
        Ok(())
    }

    async fn sign(&mut self, actor: Actor, hash: &str, message: String) -> Result<String, StepError> {
        let wallet = &self.actors.get(actor).wallet;
        let signature = wallet.sign(hash);
        ensure(signature.is_some(), "sign", || format!("{hash:?} is not a hash"))?;
        let body = json!({
            "publicKey": wallet.public_key(), "network": "testnet",
            "unsignedMessage": message, "signature": signature,
        });
        let path = format!("{SERVICE}/transaction/attach-signature/xlm");
        let signed: SignedData = self.api.post(&path, &body).await.at("attach")?;
        let text = format!(
            "by {}, with a key that never leaves this process",
            self.actors.get(actor).name
        );
        self.screen.done("sign", &text);
        Ok(signed.txdata)
    }

    async fn post_send(&self, txdata: &str) -> Result<SentData, CallError> {
        let body = json!({ "txdata": txdata, "network": "testnet" });
        self.api.post(&format!("{SERVICE}/transaction/send/xlm"), &body).await
    }

    /// Checks that the network rejects the transaction because signatures are missing.
    async fn check_rejection(&mut self, txdata: &str) -> Result<(), StepError> {
        const STEP: &str = "rejected";
        match self.post_send(txdata).await {
            Err(CallError::ErrorResponse { status: 422, code, .. }) if code == "transaction_rejected" => {
                self.screen.done(STEP, "by the network: more signatures are required");
                Ok(())
            }
            Err(error) => Err(error).at(STEP),
            Ok(_) => ensure(false, STEP, || "the network accepted too few signatures".to_owned()),
        }
    }

    /// Submits the transaction, which returns once a ledger includes it.
    async fn send(&mut self, signed: &Signed) -> Result<(), StepError> {
        let sent = self.post_send(&signed.txdata).await.at("send")?;
        ensure(sent.txid == signed.txid, "send", || {
            format!("the hash is {}, expected the signed one", sent.txid)
        })?;
        self.screen.done("send", &sent.txid);
        let path = format!("{SERVICE}/transaction/status/xlm");
        let query = [("txid", &*sent.txid), ("network", "testnet")];
        let data: StatusData = self.api.get(&path, &query).await.at("status")?;
        ensure(data.status == "confirmed", "status", || format!("{:?}", data.status))?;
        self.screen
            .done("status", &format!("confirmed in ledger {}", data.block));
        Ok(())
    }

    /// Checks that the transaction is the latest one in its account's history and returns its fee in stroops.
    async fn history(&mut self, txid: &str, spec: &TransactionSpec) -> Result<i64, StepError> {
        const STEP: &str = "history";
        let source = self.actors.address(spec.source());
        let holdings = Holdings::of(self.api, source, STEP).await?;
        let fee = holdings.latest(source, txid, &spec.expected).at(STEP)?;
        ensure((1..=2 * self.fee).contains(&fee), STEP, || {
            format!("the fee is {fee} stroops, the maximum is {}", 2 * self.fee)
        })?;
        let action = spec.expected.action["type"].as_str().unwrap_or_default();
        self.screen.done(STEP, &format!("{action}, fee {}", xlm(fee)));
        Ok(fee)
    }
}

impl TransactionSpec {
    /// Returns the source account.
    fn source(&self) -> Actor {
        self.signers.first().copied().unwrap_or(Actor::Alice)
    }
}
