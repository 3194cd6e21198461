//! A wallet that pays through the API.

use super::node::{Node, number};
use crate::rejections::response;
use serde_json::Value;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::{EstimateResponse, nonce};
use wallet_client::blockchain_connector_eth_like::transaction::{
    Signature, TransactionStatusRequest, TransactionStatusResponse, status,
};
use wallet_client::payments::eth_like::{Action, GasPrice, Payment, Prepared, Quote, derive, quote};
use wallet_client::payments::{Amount, Fee, PaymentError, Signed};
use wallet_client::signers::{KeyForm, Secp256k1Key};
use wallet_client::wire::{AddressRequest, FeeMode, Status};
use wallet_client::{CallError, Client, ErrorCode};
use wallet_core::model::ChainName;
use wallet_eth_like::Params;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::random_key;

/// A coin, in wei.
pub const COIN: u128 = 1_000_000_000_000_000_000;

/// A chain with a node behind the API.
pub struct NodeFixture {
    /// The chain.
    pub params: Params,
    /// The client of the API under test.
    pub client: Client,
    pub node: Node,
}

/// The fee format of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A single gas price, with the chain id in the signature (EIP-155).
    Legacy,
    /// A base fee and a tip (EIP-1559).
    FeeMarket,
}

impl Form {
    /// Returns the price of an estimate.
    pub fn price(self, estimate: &EstimateResponse, mode: FeeMode) -> GasPrice {
        let set = |set: &Option<_>| set.clone().expect("a chain with a base fee");
        match self {
            Self::Legacy => GasPrice::Legacy(amount(estimate.gas_prices.of(mode))),
            Self::FeeMarket => GasPrice::FeeMarket {
                max_fee: amount(set(&estimate.max_fees).of(mode)),
                priority_fee: amount(set(&estimate.priority_fees).of(mode)),
            },
        }
    }
}

impl NodeFixture {
    /// Creates the API with this node as the upstream.
    pub fn over(params: Params, node: Node) -> Self {
        Self {
            params,
            client: Connector::over(params.chain.name(), params.network, &node.upstream()).client(),
            node,
        }
    }

    /// Requests the status of a transaction.
    pub async fn try_status(&self, txid: &str) -> Result<TransactionStatusResponse, CallError> {
        let request = TransactionStatusRequest::builder()
            .txid(txid.to_owned())
            .network(self.params.network)
            .build();
        status(&self.client, self.params.chain.name(), &request).await
    }

    /// Returns status, confirmations and block of a transaction from the API.
    pub async fn status(&self, txid: &str) -> (Status, u64, String) {
        let found = self.try_status(txid).await.expect("the transaction is known");
        assert_eq!(found.txid, txid);
        (found.status, found.confirmations, found.block)
    }

    /// Mines a block and checks the transaction's status in the API before and after. Returns the receipt.
    pub async fn confirm(&self, txid: &str, expected: Status) -> Value {
        assert_eq!(self.status(txid).await, (Status::Pending, 0, String::new()));
        self.node.mine().await;
        let receipt = self.node.receipt(txid).await;
        assert_eq!(receipt["transactionHash"], txid, "the transaction is in a block");
        let block = number(&receipt["blockNumber"]).to_string();
        assert_eq!(self.status(txid).await, (expected, 1, block));
        receipt
    }

    /// Submits a transaction that must be accepted.
    pub async fn send(&self, signed: &Signed) {
        signed.send(&self.client).await.expect("the transaction is accepted");
        signed.release(&self.client).await.expect("the payment is released");
    }
}

/// A wallet on a chain.
pub struct Wallet<'fixture> {
    fixture: &'fixture NodeFixture,
    key: Secp256k1Key,
    /// The address of the wallet.
    pub address: String,
}

impl<'fixture> Wallet<'fixture> {
    /// Creates a wallet with a balance, in wei.
    pub async fn with(fixture: &'fixture NodeFixture, random: &mut Random, wei: u128) -> Self {
        let wallet = Self::of_key(fixture, random_key(random, KeyForm::Compressed)).await;
        if wei > 0 {
            fixture.node.fund(&wallet.address, wei).await;
        }
        wallet
    }

    /// Creates a wallet with a key.
    pub async fn of_key(fixture: &'fixture NodeFixture, key: Secp256k1Key) -> Self {
        let (chain, network) = (fixture.params.chain.name(), fixture.params.network);
        let address = derive(&fixture.client, chain, network, &key.public_key()).await;
        let address = address.expect("an address");
        Self { fixture, key, address }
    }

    /// Returns a transaction of the wallet.
    pub fn payment(&self, action: Action) -> Payment {
        Payment::builder()
            .chain(self.fixture.params.chain.name().to_owned())
            .network(self.fixture.params.network)
            .public_key(self.key.public_key())
            .action(action)
            .max_fee(Fee::Unlimited)
            .build()
    }

    /// Requests nonce, gas limit and prices of a transaction.
    pub async fn quote(&self, action: Action) -> Result<Quote, PaymentError> {
        quote(&self.fixture.client, &self.payment(action)).await
    }

    /// Signs the transaction of a quote with an amount in wei and a price.
    pub async fn sign_with(&self, quote: &Quote, wei: u128, price: GasPrice) -> Signed {
        let client = &self.fixture.client;
        let prepared = quote.prepare_with(client, wei.into(), price).await;
        self.sign_prepared(&prepared.expect("the transaction of the quote"))
            .await
    }

    /// Signs a prepared transaction.
    pub async fn sign_prepared(&self, prepared: &Prepared) -> Signed {
        let signed = prepared.sign(&self.fixture.client, &self.key).await;
        let signed = signed.expect("a signed transaction");
        // Equal payments of a test are separate payments.
        signed
            .release(&self.fixture.client)
            .await
            .expect("the payment is released");
        signed
    }

    /// Signs a payment of a quote.
    pub async fn sign(&self, quote: &Quote, wei: u128, form: Form, mode: FeeMode) -> Signed {
        self.sign_with(quote, wei, form.price(&quote.estimate, mode)).await
    }

    /// Makes a transaction without coins, which must be confirmed. Returns the receipt.
    pub async fn call(&self, action: Action, form: Form, mode: FeeMode) -> Value {
        let quote = self.quote(action).await.expect("a quote");
        let signed = self.sign(&quote, 0, form, mode).await;
        self.fixture.send(&signed).await;
        self.fixture.confirm(&signed.txid, Status::Confirmed).await
    }

    /// Returns the wallet's public key in hex.
    pub fn public_key(&self) -> String {
        self.key.public_key()
    }

    /// Signs a hash in hex with `0x`.
    pub fn sign_hash(&self, hash: &str) -> Signature {
        let bytes = hex::decode(hash.trim_start_matches("0x")).expect("hex");
        let signature = self.key.sign_ecdsa(bytes.try_into().expect("32 bytes"));
        Signature::builder()
            .r(hex::encode(signature.r))
            .s(hex::encode(signature.s))
            .build()
    }

    /// Returns the next nonce of the wallet from the API.
    pub async fn nonce(&self) -> u64 {
        let request = AddressRequest::builder()
            .address(self.address.clone())
            .network(self.fixture.params.network)
            .build();
        let found = nonce(&self.fixture.client, self.fixture.params.chain.name(), &request).await;
        found.expect("a nonce").nonce
    }
}

/// Returns a payment of coins, in wei.
pub fn pay_coins(to: &str, wei: u128) -> Action {
    Action::Pay {
        to: to.to_owned(),
        amount: wei.into(),
    }
}

/// Parses an amount.
#[track_caller]
pub fn amount(text: &str) -> Amount {
    text.parse().expect("digits")
}

/// Parses an amount in wei.
#[track_caller]
pub fn wei(amount: Amount) -> u128 {
    amount.try_into().expect("at most 128 bits")
}

/// Checks that the transaction is rejected by the network for this reason.
#[track_caller]
pub fn assert_rejected(sent: Result<(), PaymentError>, reason: &str) {
    let response = response(sent.expect_err("a rejection"));
    let found = (response.status, response.details["reason"].as_str());
    assert_eq!(found, (422, Some(reason)), "{response:?}");
    assert_eq!(response.code, ErrorCode::TransactionRejected);
}
