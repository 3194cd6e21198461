//! A wallet that pays through the API.

use super::node::Node;
use serde_json::{Value, json};
use wallet_core::model::ChainName;
use wallet_eth_like::Params;
use wallet_tests::support::connector::{Connector, TestResponse};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::{KeyForm, Signer};

/// One coin, in wei.
pub const COIN: u128 = 1_000_000_000_000_000_000;

/// A chain with a node behind the API.
pub struct NodeFixture {
    /// The chain.
    pub params: Params,
    /// The API under test.
    pub connector: Connector,
    pub node: Node,
}

/// The fee format of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One gas price, with the chain id in the signature (EIP-155).
    Legacy,
    /// A base fee and a tip (EIP-1559).
    FeeMarket,
}

impl NodeFixture {
    /// Creates the API with this node as its upstream.
    pub fn over(params: Params, node: Node) -> Self {
        Self {
            params,
            connector: Connector::over(params.chain.name(), params.network, &node.upstream()),
            node,
        }
    }

    /// Returns the path of an endpoint of the chain.
    pub fn path(&self, endpoint: &str) -> String {
        format!("{endpoint}/{}", self.params.chain.name())
    }

    /// Returns status, confirmations and block of a transaction from the API.
    pub async fn status(&self, txid: &str) -> Value {
        let query = format!("?txid={txid}&network={}", self.params.network);
        let data = self
            .connector
            .get_data(&(self.path("transaction/status") + &query))
            .await;
        assert_eq!(data["txid"], txid);
        json!([data["status"], data["confirmations"], data["block"]])
    }

    /// Mines a block and checks the transaction's status in the API before and after. Returns the receipt.
    pub async fn confirm(&self, txid: &str, expected: &str) -> Value {
        assert_eq!(self.status(txid).await, json!(["pending", 0, ""]));
        self.node.mine().await;
        let receipt = self.node.receipt(txid).await;
        assert_eq!(receipt["transactionHash"], txid, "the transaction is in a block");
        let block = super::node::number(&receipt["blockNumber"]).to_string();
        assert_eq!(self.status(txid).await, json!([expected, 1, block]));
        receipt
    }

    /// Submits a transaction and returns the response.
    pub async fn try_send(&self, txdata: &str) -> TestResponse {
        let body = json!({ "txdata": txdata, "network": self.params.network.name() });
        self.connector.post(&self.path("transaction/send"), &body).await
    }

    /// Submits a transaction that must be accepted and returns its hash.
    pub async fn send(&self, txdata: &str) -> String {
        let response = self.try_send(txdata).await;
        assert_eq!(response.status, 200, "{response:?}");
        text(&response.body["data"]["txid"])
    }
}

/// A wallet on a chain.
pub struct Wallet<'fixture> {
    fixture: &'fixture NodeFixture,
    signer: Signer,
    /// The address of the wallet.
    pub address: String,
}

impl<'fixture> Wallet<'fixture> {
    /// Creates a wallet with a balance, in wei.
    pub async fn with(fixture: &'fixture NodeFixture, random: &mut Random, wei: u128) -> Self {
        let signer = Signer::random(random, KeyForm::Compressed);
        let body = json!({ "publicKey": signer.public_key(), "network": fixture.params.network.name() });
        let data = fixture.connector.data(&fixture.path("get-address"), &body).await;
        let address = text(&data["address"]);
        if wei > 0 {
            fixture.node.fund(&address, wei).await;
        }
        Self {
            fixture,
            signer,
            address,
        }
    }

    /// Requests an estimate of a transaction: nonce, gas limit, prices.
    pub async fn try_estimate(&self, to: Value, amount: u128, data: &str, nonce: Option<u64>) -> TestResponse {
        let body = json!({
            "address": self.address,
            "network": self.fixture.params.network.name(),
            "to": to,
            "amount": amount.to_string(),
            "data": data,
            "nonce": nonce,
        });
        self.fixture
            .connector
            .post(&self.fixture.path("prepare-transaction/estimate"), &body)
            .await
    }

    /// Returns the get-hash request of a transaction with the estimate of a mode.
    pub async fn plan(&self, form: Form, mode: &str, to: Value, amount: u128, data: &str) -> Value {
        let estimate = self.try_estimate(to.clone(), amount, data, None).await;
        assert_eq!(estimate.status, 200, "{estimate:?}");
        self.request(form, mode, &to, amount, data, &estimate.body["data"])
    }

    /// Returns the get-hash request of a transaction with a previous estimate.
    pub fn request(&self, form: Form, mode: &str, to: &Value, amount: u128, data: &str, estimate: &Value) -> Value {
        let mut request = json!({
            "network": self.fixture.params.network.name(),
            "to": to,
            "amount": amount.to_string(),
            "gasLimit": estimate["gasLimit"],
            "nonce": estimate["nonce"],
            "data": data,
        });
        match form {
            Form::Legacy => {
                request["fee"] = estimate["fees"][mode].clone();
                request["gasPrice"] = estimate["gasPrices"][mode].clone();
            }
            Form::FeeMarket => {
                request["fee"] = estimate["maximumFees"][mode].clone();
                request["maxFeePerGas"] = estimate["maxFees"][mode].clone();
                request["maxPriorityFeePerGas"] = estimate["priorityFees"][mode].clone();
            }
        }
        request
    }

    /// Hashes, signs and attaches; returns the signed transaction in hex.
    pub async fn sign(&self, mut request: Value) -> String {
        let fixture = self.fixture;
        request["publicKey"] = json!(self.signer.public_key());
        let hash = fixture
            .connector
            .data(&fixture.path("transaction/get-hash"), &request)
            .await;
        let hash = text(&hash["hash"]);
        request["signature"] = self.signer.sign(hash.trim_start_matches("0x")).to_json();
        let data = fixture
            .connector
            .data(&fixture.path("transaction/attach-signature"), &request)
            .await;
        text(&data["txdata"])
    }

    /// Returns the next nonce of the wallet from the API.
    pub async fn nonce(&self) -> u64 {
        let query = format!("?address={}&network={}", self.address, self.fixture.params.network);
        let path = self.fixture.path("prepare-transaction/nonce") + &query;
        self.fixture.connector.get_data(&path).await["nonce"]
            .as_u64()
            .expect("a number")
    }
}

/// Returns a string value.
#[track_caller]
pub fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

/// Parses an amount in wei.
#[track_caller]
pub fn wei(value: &Value) -> u128 {
    text(value).parse().expect("digits")
}

/// Checks that the response is a rejection by the network for this reason.
#[track_caller]
pub fn assert_rejected(response: &TestResponse, reason: &str) {
    let error = &response.body["error"];
    assert_eq!(
        (response.status, &error["code"], &error["details"]["reason"]),
        (422, &json!("transaction_rejected"), &json!(reason)),
        "{response:?}"
    );
}
