//! One UTXO payment: address, coins, estimate, hash, signature, attach, send, confirmation.

use super::api::Api;
use super::holdings::{Holdings, Sent};
use super::responses::{
    AddressData, EstimateData, Hash, HashData, MinedData, SentData, SignedData, StatusData, UtxoData,
};
use super::screen::{Screen, coins, short};
use super::step::{AtStep, StepError, ensure};
use super::wallet::Wallet;
use serde_json::{Value, json};

/// The base path of the connector.
const SERVICE: &str = "/blockchain-connector-btc-like/v1";

/// The payment on one chain.
pub struct Plan {
    /// The chain as used in paths.
    pub chain: &'static str,
    /// The ticker of the coin.
    pub ticker: &'static str,
    /// The address type of the sender; `None` if the chain has only one.
    pub address_type: Option<&'static str>,
    /// The requested faucet amount in base units.
    pub funds: u64,
    /// The paid amount in base units.
    pub amount: u64,
}

/// A payment in progress.
pub struct Payment<'a> {
    plan: &'a Plan,
    api: &'a Api,
    screen: &'a mut Screen,
    wallet: Wallet,
}

impl<'a> Payment<'a> {
    /// Creates a payment from a new key.
    pub fn new(plan: &'a Plan, api: &'a Api, screen: &'a mut Screen) -> Self {
        Self {
            plan,
            api,
            screen,
            wallet: Wallet::random(),
        }
    }

    /// Funds a new address and makes a payment until it is confirmed.
    pub async fn run(mut self) -> Result<(), StepError> {
        let sender = self.derive(&self.wallet.public_key()).await.at("address")?;
        self.screen.done("address", &sender);
        let recipient = self.derive(&Wallet::random().public_key()).await.at("recipient")?;
        self.screen.done("recipient", &recipient);
        self.holds(&sender, 0, "before").await?;
        self.fund(&sender).await?;
        self.holds(&sender, self.plan.funds, "balance").await?;
        let (transaction, fee) = self.prepare(&sender, &recipient).await?;
        let txdata = self.sign(&transaction).await?;
        let txid = self.send(&txdata).await?;
        let sent = Sent {
            txid,
            sender,
            recipient,
            amount: self.plan.amount,
            fee,
        };
        self.status(&sent.txid, "pending").await?;
        self.history(&sent, "pending").await?;
        self.mine("mined").await?;
        self.status(&sent.txid, "confirmed").await?;
        self.confirm(&sent).await?;
        self.history(&sent, "confirmed").await?;
        self.holds(&sent.recipient, self.plan.amount, "recipient").await
    }

    async fn derive(&self, public_key: &str) -> Result<String, super::api::CallError> {
        let mut body = json!({ "publicKey": public_key, "network": "testnet", "prefix": true });
        self.add_type(&mut body);
        let data: AddressData = self.post("get-address", body).await?;
        Ok(data.address)
    }

    async fn fund(&mut self, address: &str) -> Result<(), StepError> {
        let body = json!({ "chain": self.plan.chain, "address": address, "amount": self.plan.funds.to_string() });
        let paid: SentData = self.api.post("/sandbox/v1/faucet", &body).await.at("faucet")?;
        let text = format!("{} in {}", self.coins(self.plan.funds), short(&paid.txid));
        self.screen.done("faucet", &text);
        self.mine("mined").await
    }

    async fn mine(&mut self, step: &'static str) -> Result<(), StepError> {
        let mined: MinedData = self
            .api
            .post("/sandbox/v1/mine", &json!({ "chain": self.plan.chain }))
            .await
            .at(step)?;
        self.screen.done(step, &format!("block {}", mined.block));
        Ok(())
    }

    /// Requests an estimate and returns the body for get-hash and attach-signature, with the fee in base
    /// units.
    async fn prepare(&mut self, sender: &str, recipient: &str) -> Result<(Value, u64), StepError> {
        let mut body = json!({
            "publicKey": self.wallet.public_key(),
            "network": "testnet",
            "to": recipient,
            "amount": self.plan.amount.to_string(),
        });
        self.add_type(&mut body);
        let mut query = body.clone();
        query["address"] = sender.into();
        let estimate: EstimateData = self.post("prepare-transaction/estimate", query).await.at("estimate")?;
        let fee = estimate.fees.normal.parse().unwrap_or(0);
        ensure(fee > 0, "estimate", || {
            format!("the normal fee is {:?}", estimate.fees.normal)
        })?;
        let inputs = if estimate.utxo.len() == 1 { "input" } else { "inputs" };
        let text = format!(
            "{} {inputs}, {} vB, fee {}",
            estimate.utxo.len(),
            estimate.size,
            self.coins(fee)
        );
        self.screen.done("estimate", &text);
        body["utxo"] = json!(estimate.utxo);
        body["fee"] = estimate.fees.normal.into();
        Ok((body, fee))
    }

    async fn sign(&mut self, transaction: &Value) -> Result<String, StepError> {
        let data: HashData = self
            .post("transaction/get-hash", transaction.clone())
            .await
            .at("hash")?;
        let shown: Vec<_> = data.hashes.iter().map(|hash| short(&hash.hash)).collect();
        self.screen.done("hash", &shown.join(", "));

        let mut signatures = Vec::new();
        for Hash { input_index, hash } in &data.hashes {
            let signature = self.wallet.sign(hash);
            ensure(signature.is_some(), "sign", || format!("{hash:?} is not a hash"))?;
            signatures.push(json!({ "inputIndex": input_index, "signature": signature }));
        }
        self.screen
            .done("sign", "locally, with a key that never leaves this process");

        let mut body = transaction.clone();
        body["signatures"] = signatures.into();
        let data: SignedData = self.post("transaction/attach-signature", body).await.at("attach")?;
        self.screen
            .done("attach", &format!("txdata of {} bytes", data.txdata.len() / 2));
        Ok(data.txdata)
    }

    async fn send(&mut self, txdata: &str) -> Result<String, StepError> {
        let body = json!({ "txdata": txdata, "network": "testnet" });
        let sent: SentData = self.post("transaction/send", body).await.at("send")?;
        let text = format!("{} in {}", self.coins(self.plan.amount), short(&sent.txid));
        self.screen.done("send", &text);
        Ok(sent.txid)
    }

    /// Checks and prints the status of the payment.
    async fn status(&mut self, txid: &str, expected: &str) -> Result<(), StepError> {
        const STEP: &str = "status";
        let path = format!("{SERVICE}/api/transaction/status/{}", self.plan.chain);
        let query = [("txid", txid), ("network", "testnet")];
        let data: StatusData = self.api.get(&path, &query).await.at(STEP)?;
        ensure(data.status == expected, STEP, || {
            format!("found {:?}, expected {expected:?}", data.status)
        })?;
        let block = match data.block.as_str() {
            "" => String::new(),
            block => format!(" in block {block}"),
        };
        self.screen.done(STEP, &format!("{}{block}", data.status));
        Ok(())
    }

    /// Checks and prints the balance of an address in address info.
    async fn holds(&mut self, address: &str, expected: u64, step: &'static str) -> Result<(), StepError> {
        let holdings = Holdings::of(self.api, self.plan.chain, address, step).await?;
        let balance = holdings.balance(step)?;
        ensure(balance == expected, step, || {
            format!("the balance is {balance}, expected {expected}")
        })?;
        let text = format!("{} on {}", self.coins(balance), short(address));
        self.screen.done(step, &text);
        Ok(())
    }

    /// Checks and prints the payment as the latest entry of the sender's history.
    async fn history(&mut self, sent: &Sent, status: &'static str) -> Result<(), StepError> {
        const STEP: &str = "history";
        let holdings = Holdings::of(self.api, self.plan.chain, &sent.sender, STEP).await?;
        let left = self.plan.funds.saturating_sub(self.plan.amount + sent.fee);
        let balance = holdings.balance(STEP)?;
        ensure(balance == left, STEP, || {
            format!("the balance is {balance}, expected {left}")
        })?;
        ensure(holdings.newest_is(sent, status), STEP, || {
            format!("the latest transaction is not the {status} payment")
        })?;
        let text = format!(
            "{} out, {status}; {} left",
            self.coins(self.plan.amount),
            self.coins(balance)
        );
        self.screen.done(STEP, &text);
        Ok(())
    }

    /// Checks the received amount at the recipient and the change at the sender.
    async fn confirm(&mut self, sent: &Sent) -> Result<(), StepError> {
        const STEP: &str = "confirmed";
        let received = self.value_at(&sent.recipient, &sent.txid).await?;
        ensure(received == self.plan.amount, STEP, || {
            format!("the recipient received {received}")
        })?;
        let change = self.value_at(&sent.sender, &sent.txid).await?;
        let expected = self.plan.funds.saturating_sub(self.plan.amount + sent.fee);
        ensure(change == expected, STEP, || {
            format!("the change is {change}, expected {expected}")
        })?;
        let text = format!("{} received, {} left", self.coins(received), self.coins(change));
        self.screen.done(STEP, &text);
        Ok(())
    }

    /// Returns the value of a transaction's unspent outputs at an address, in base units.
    async fn value_at(&self, address: &str, txid: &str) -> Result<u64, StepError> {
        let path = format!("{SERVICE}/api/prepare-transaction/utxo-list/{}", self.plan.chain);
        let query = [("address", address), ("network", "testnet")];
        let data: UtxoData = self.api.get(&path, &query).await.at("confirmed")?;
        let own = data.utxo.iter().filter(|utxo| utxo.txid == txid);
        Ok(own.filter_map(|utxo| utxo.value.parse::<u64>().ok()).sum())
    }

    async fn post<T: serde::de::DeserializeOwned>(&self, call: &str, body: Value) -> Result<T, super::api::CallError> {
        self.api
            .post(&format!("{SERVICE}/api/{call}/{}", self.plan.chain), &body)
            .await
    }

    fn add_type(&self, body: &mut Value) {
        if let Some(address_type) = self.plan.address_type {
            body["type"] = address_type.into();
        }
    }

    fn coins(&self, amount: u64) -> String {
        coins(amount, self.plan.ticker)
    }
}
