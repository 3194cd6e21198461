//! One transaction: hash, check, signatures, send, and what address info says of it.

use super::answers::{HashData, ParsedData};
use super::cast::{Purse, Who, xlm};
use super::holdings::Holdings;
use super::{SERVICE, Walk};
use crate::demo::answers::{SentData, SignedData, StatusData};
use crate::demo::api::CallError;
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use serde_json::{Value, json};

/// What a transaction should do.
pub struct Wish {
    /// For the screen.
    pub title: String,
    /// Which get-hash call builds it.
    pub call: &'static str,
    /// Its fields beside key, network and fee.
    pub body: Value,
    /// The operation that comes of it.
    pub operation: &'static str,
    /// Who signs it; it is a transaction of the first one's account.
    pub signers: Vec<Who>,
    /// Who pays the fee by a fee bump; else the first signer does.
    pub bumped_by: Option<Who>,
    /// What the history must say of it.
    pub expected: Expected,
    /// What it changes beside the fee.
    pub changes: Vec<(Who, Purse)>,
}

/// What a history must say of a transaction.
pub struct Expected {
    /// Who is paid; empty for nobody.
    pub to: String,
    /// What it changes in the lumens of the account, in stroops.
    pub value: i64,
    /// The one action that it has. The `offerId` of a new offer is `null` here, since only the ledger knows it.
    pub action: Value,
}

/// A transaction with its signatures.
struct Signed {
    txid: String,
    txdata: String,
}

impl Walk<'_> {
    /// Makes a transaction, sees it in a ledger, and checks what everybody owns then.
    pub(super) async fn transact(&mut self, wish: Wish) -> Result<(), StepError> {
        self.screen.line(&format!("  {}", wish.title));
        let mut signed = self.build(&wish).await?;
        if let Some(payer) = wish.bumped_by {
            signed = self.bump(&signed, payer, &wish).await?;
        }
        self.send(&signed).await?;
        let fee = self.history(&signed.txid, &wish).await?;
        let payer = wish.bumped_by.unwrap_or(wish.source());
        self.cast.get_mut(payer).purse.lumens -= fee;
        for (who, change) in wish.changes {
            self.cast.get_mut(who).purse.add(change);
        }
        self.check_purses().await?;
        self.confirmed += 1;
        Ok(())
    }

    async fn build(&mut self, wish: &Wish) -> Result<Signed, StepError> {
        let mut body = wish.body.clone();
        body["publicKey"] = self.cast.get(wish.source()).wallet.public_key().into();
        body["network"] = "testnet".into();
        body["fee"] = self.fee.to_string().into();
        let path = format!("{SERVICE}/transaction/get-hash/xlm/{}", wish.call);
        let built: HashData = self.api.post(&path, &body).await.at("hash")?;
        self.screen.done("hash", &short(&built.hash));
        self.parse(&built, wish).await?;
        let mut txdata = built.unsigned_message;
        for (place, signer) in wish.signers.iter().enumerate() {
            if place > 0 {
                self.is_refused(&txdata).await?;
            }
            txdata = self.sign(*signer, &built.hash, txdata).await?;
        }
        let txid = built.hash;
        Ok(Signed { txid, txdata })
    }

    /// Wraps a signed transaction so that somebody else pays for it.
    async fn bump(&mut self, signed: &Signed, payer: Who, wish: &Wish) -> Result<Signed, StepError> {
        let body = json!({
            "publicKey": self.cast.get(payer).wallet.public_key(), "network": "testnet",
            "txdata": signed.txdata, "fee": (2 * self.fee).to_string(),
        });
        let path = format!("{SERVICE}/transaction/get-hash/xlm/fee-bump");
        let built: HashData = self.api.post(&path, &body).await.at("fee bump")?;
        let text = format!("{} pays: {}", self.cast.get(payer).name, short(&built.hash));
        self.screen.done("fee bump", &text);
        self.parse(&built, wish).await?;
        let txdata = self.sign(payer, &built.hash, built.unsigned_message).await?;
        let txid = built.hash;
        Ok(Signed { txid, txdata })
    }

    /// Reads what is about to be signed, as every signer should.
    async fn parse(&mut self, built: &HashData, wish: &Wish) -> Result<(), StepError> {
        const STEP: &str = "parse";
        let body = json!({ "unsignedMessage": built.unsigned_message, "network": "testnet" });
        let path = format!("{SERVICE}/transaction/parse/xlm");
        let parsed: ParsedData = self.api.post(&path, &body).await.at(STEP)?;
        let kinds: Vec<_> = parsed.operations.iter().map(|operation| &*operation.kind).collect();
        let told = (&*parsed.txid, &*kinds);
        ensure(told == (&*built.hash, &[wish.operation]), STEP, || {
            format!("it is {told:?}")
        })?;
        self.screen.done(STEP, wish.operation);
        Ok(())
    }

    async fn sign(&mut self, who: Who, hash: &str, message: String) -> Result<String, StepError> {
        let wallet = &self.cast.get(who).wallet;
        let signature = wallet.sign(hash);
        ensure(signature.is_some(), "sign", || format!("{hash:?} is no hash"))?;
        let body = json!({
            "publicKey": wallet.public_key(), "network": "testnet",
            "unsignedMessage": message, "signature": signature,
        });
        let path = format!("{SERVICE}/transaction/attach-signature/xlm");
        let signed: SignedData = self.api.post(&path, &body).await.at("attach")?;
        let text = format!("by {}, with a key that never leaves", self.cast.get(who).name);
        self.screen.done("sign", &text);
        Ok(signed.txdata)
    }

    async fn post_send(&self, txdata: &str) -> Result<SentData, CallError> {
        let body = json!({ "txdata": txdata, "network": "testnet" });
        self.api.post(&format!("{SERVICE}/transaction/send/xlm"), &body).await
    }

    /// Sees that the network wants more signatures.
    async fn is_refused(&mut self, txdata: &str) -> Result<(), StepError> {
        const STEP: &str = "refused";
        match self.post_send(txdata).await {
            Err(CallError::Refused { status: 422, code, .. }) if code == "transaction_rejected" => {
                self.screen.done(STEP, "by the network: it wants more signatures");
                Ok(())
            }
            Err(error) => Err(error).at(STEP),
            Ok(_) => ensure(false, STEP, || "too few signatures were enough".to_owned()),
        }
    }

    /// Sends it, which waits for the ledger.
    async fn send(&mut self, signed: &Signed) -> Result<(), StepError> {
        let sent = self.post_send(&signed.txdata).await.at("send")?;
        ensure(sent.txid == signed.txid, "send", || format!("it became {}", sent.txid))?;
        self.screen.done("send", &sent.txid);
        let path = format!("{SERVICE}/transaction/status/xlm");
        let query = [("txid", &*sent.txid), ("network", "testnet")];
        let data: StatusData = self.api.get(&path, &query).await.at("status")?;
        ensure(data.status == "confirmed", "status", || format!("{:?}", data.status))?;
        self.screen
            .done("status", &format!("confirmed in ledger {}", data.block));
        Ok(())
    }

    /// Finds the transaction as the newest of its account's history; gives its fee in stroops.
    async fn history(&mut self, txid: &str, wish: &Wish) -> Result<i64, StepError> {
        const STEP: &str = "history";
        let source = self.cast.address(wish.source());
        let holdings = Holdings::of(self.api, source, STEP).await?;
        let fee = holdings.newest(source, txid, &wish.expected).at(STEP)?;
        ensure((1..=2 * self.fee).contains(&fee), STEP, || {
            format!("a fee of {fee} stroops, where {} was the most", 2 * self.fee)
        })?;
        let action = wish.expected.action["type"].as_str().unwrap_or_default();
        self.screen.done(STEP, &format!("{action}, {} paid for it", xlm(fee)));
        Ok(fee)
    }
}

impl Wish {
    /// Whose transaction it is.
    fn source(&self) -> Who {
        self.signers.first().copied().unwrap_or(Who::Alice)
    }
}
