//! One transaction: estimate, hash, signature, attach, send, mining and its entry in address info.

use super::holdings::{Expected, Holdings};
use super::responses::{EstimateData, HashData};
use super::{DemoRun, SERVICE};
use crate::demo::responses::{SentData, SignedData, StatusData};
use crate::demo::screen::short;
use crate::demo::step::{AtStep, StepError, ensure};
use serde_json::{Value, json};

/// The transaction to make.
pub struct TransactionSpec {
    /// The printed title.
    pub title: String,
    /// The recipient or the called contract.
    pub to: String,
    /// The value in wei.
    pub amount: u128,
    /// The calldata in hex.
    pub data: String,
}

/// A confirmed transaction.
pub struct Done {
    /// The fee in wei.
    pub fee: u128,
}

impl DemoRun<'_> {
    /// Makes a transaction and checks that it is confirmed.
    pub(super) async fn transact(
        &mut self,
        sender: &str,
        spec: &TransactionSpec,
        expected: &Expected,
    ) -> Result<Done, StepError> {
        self.screen.line(&format!("  {}", spec.title));
        let (transaction, max) = self.prepare(sender, spec).await?;
        let txdata = self.sign(&transaction).await?;
        let body = json!({ "txdata": txdata, "network": "testnet" });
        let sent: SentData = self.post("transaction/send", body).await.at("send")?;
        self.screen.done("send", &sent.txid);
        self.status(&sent.txid, "pending").await?;
        self.mine().await?;
        self.status(&sent.txid, "confirmed").await?;
        self.history(sender, &sent.txid, expected, max).await
    }

    /// Requests an estimate and returns the body for get-hash and attach-signature, with the maximum fee in
    /// wei.
    async fn prepare(&mut self, sender: &str, spec: &TransactionSpec) -> Result<(Value, u128), StepError> {
        let amount = spec.amount.to_string();
        let query = json!({
            "address": sender, "network": "testnet", "to": spec.to, "amount": amount, "data": spec.data,
        });
        let call = "prepare-transaction/estimate";
        let estimate: EstimateData = self.post(call, query).await.at("estimate")?;
        let mut transaction = json!({
            "publicKey": self.wallet.public_key(), "network": "testnet", "to": spec.to, "amount": amount,
            "data": spec.data, "nonce": estimate.nonce, "gasLimit": estimate.gas_limit,
        });
        let (kind, fee) = match estimate.market {
            Some(market) if self.plan.fee_market => {
                transaction["maxFeePerGas"] = market.prices.normal.into();
                transaction["maxPriorityFeePerGas"] = market.tips.normal.into();
                ("EIP-1559", market.fees.normal)
            }
            _ => {
                transaction["gasPrice"] = estimate.gas_prices.normal.into();
                ("legacy", estimate.fees.normal)
            }
        };
        transaction["fee"] = fee.clone().into();
        let number = |text: &str| text.parse::<u128>().unwrap_or(0);
        ensure(number(&fee) > 0, "estimate", || format!("the normal fee is {fee:?}"))?;
        let fee = number(&fee) + number(&estimate.l1_fee);
        let (gas, max) = (&estimate.gas_limit, self.coins(fee));
        let text = format!("{kind}, nonce {}, {gas} gas, maximum fee {max}", estimate.nonce);
        self.screen.done("estimate", &text);
        Ok((transaction, fee))
    }

    async fn sign(&mut self, transaction: &Value) -> Result<String, StepError> {
        let call = "transaction/get-hash";
        let data: HashData = self.post(call, transaction.clone()).await.at("hash")?;
        self.screen.done("hash", &short(&data.hash));
        let signature = self.wallet.sign(data.hash.trim_start_matches("0x"));
        ensure(signature.is_some(), "sign", || format!("{:?} is not a hash", data.hash))?;
        self.screen
            .done("sign", "locally, with a key that never leaves this process");
        let mut body = transaction.clone();
        body["signature"] = signature.into();
        let call = "transaction/attach-signature";
        let signed: SignedData = self.post(call, body).await.at("attach")?;
        let bytes = signed.txdata.len().saturating_sub(2) / 2;
        self.screen.done("attach", &format!("txdata of {bytes} bytes"));
        Ok(signed.txdata)
    }

    /// Checks and prints the status of the transaction.
    async fn status(&mut self, txid: &str, expected: &str) -> Result<(), StepError> {
        const STEP: &str = "status";
        let path = format!("{SERVICE}/api/transaction/status/{}", self.plan.chain);
        let query = [("txid", txid), ("network", "testnet")];
        let data: StatusData = self.api.get(&path, &query).await.at(STEP)?;
        ensure(data.status == expected, STEP, || {
            format!("found {:?}, expected {expected:?}", data.status)
        })?;
        self.screen.done(STEP, &data.status);
        Ok(())
    }

    /// Checks that the transaction is the latest one in the sender's history.
    async fn history(&mut self, sender: &str, txid: &str, expected: &Expected, max: u128) -> Result<Done, StepError> {
        const STEP: &str = "history";
        let holdings = Holdings::of(self.api, self.plan.chain, sender, STEP).await?;
        let fee = holdings.latest(sender, txid, expected).at(STEP)?;
        ensure((1..=max).contains(&fee), STEP, || {
            format!("the fee is {fee} wei, the maximum is {max} wei")
        })?;
        self.screen.done(STEP, &format!("confirmed, fee {}", self.coins(fee)));
        Ok(Done { fee })
    }
}
