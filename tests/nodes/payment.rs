//! The steps of a payment: derive, fund, list, estimate, hash, sign, attach, send, mine, check.

use crate::bridge::Bridge;
use crate::core::{CoreNode, Program};
use crate::electrumx::ElectrumX;
use crate::javascript::JavascriptNode;
use crate::node::Node;
use serde_json::json;
use std::sync::Arc;
use wallet_client::Client;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;
use wallet_client::blockchain_connector_btc_like::transaction::{TransactionStatusRequest, status};
use wallet_client::payments::btc_like::{Payment, Prepared, Quote, Spend, derive, quote};
use wallet_client::payments::{Fee, PaymentError, Signed};
use wallet_client::signers::{KeyForm, Secp256k1Key};
use wallet_client::wire::{AddressRequest, FeeMode, Status};
use wallet_core::model::{BtcLikeChain as Chain, ChainName, Network};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::{Oracle, ValidAddress};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::random_key;
use wallet_tests::support::tools;

/// All tests use the testnet, whose address versions regtest shares, or can be configured in the node.
pub const NETWORK: Network = Network::Testnet;

/// A chain with a node behind the API.
pub struct NodeFixture {
    pub chain: Chain,
    /// The client of the API under test.
    client: Client,
    pub node: Arc<dyn Node>,
    /// ElectrumX as the API's upstream; otherwise the bridge is.
    electrumx: Option<ElectrumX>,
    bridge: Bridge,
}

impl NodeFixture {
    async fn to(chain: Chain, node: Arc<dyn Node>) -> Self {
        let bridge = Bridge::start(Arc::clone(&node)).await;
        Self {
            chain,
            client: Connector::over(chain.name(), NETWORK, &bridge.upstream()).client(),
            node,
            electrumx: None,
            bridge,
        }
    }

    /// Returns the same fixture with ElectrumX for this coin between the node and the API.
    pub async fn over_electrumx(self, coin: &str) -> Option<Self> {
        let electrumx = ElectrumX::start(self.chain.name(), coin, self.node.as_ref()).await?;
        Some(Self {
            client: Connector::over(self.chain.name(), NETWORK, &electrumx.upstream()).client(),
            electrumx: Some(electrumx),
            ..self
        })
    }

    /// Starts bcoin with bitcoin's testnet addresses.
    pub async fn btc() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x6f, "scripthash": 0xc4, "bech32": "tb" });
        let node = JavascriptNode::start("btc on bcoin", "bcoin", &prefixes)?;
        Some(Self::to(Chain::Btc, Arc::new(node)).await)
    }

    /// Starts litecoind with additional configuration lines.
    pub async fn ltc(settings: &str) -> Option<Self> {
        // The recipients require the npm packages.
        tools::node_modules("ltc on litecoind")?;
        let node = CoreNode::start(Program::Litecoind, "ltc on litecoind", settings).await?;
        Some(Self::to(Chain::Ltc, Arc::new(node)).await)
    }

    /// Starts bitcoind with additional configuration lines.
    pub async fn btc_on_bitcoind(settings: &str) -> Option<Self> {
        let node = CoreNode::start(Program::Bitcoind, "btc on bitcoind", settings).await?;
        Some(Self::to(Chain::Btc, Arc::new(node)).await)
    }

    /// Returns the same fixture with the default relay minimum of the API.
    pub fn with_default_minimum(self) -> Self {
        let connector = Connector::over_with(self.chain.name(), NETWORK, &self.bridge.upstream(), &[]);
        Self {
            client: connector.client(),
            ..self
        }
    }

    /// Starts bcash with the testnet's addresses.
    pub async fn bch() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x6f, "scripthash": 0xc4, "cashaddr": "bchtest" });
        let node = JavascriptNode::start("bch on bcash", "bcash", &prefixes)?;
        Some(Self::to(Chain::Bch, Arc::new(node)).await)
    }

    /// Starts bcoin with dogecoin addresses: no dogecoin node is available, and bcoin validates the same
    /// scripts and hashes.
    pub async fn doge() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x71, "scripthash": 0xc4, "bech32": "unused" });
        let node = JavascriptNode::start("doge on bcoin", "bcoin", &prefixes)?;
        Some(Self::to(Chain::Doge, Arc::new(node)).await)
    }

    /// Returns the client after the upstream of the API has caught up with the node.
    pub async fn api(&self) -> &Client {
        if let Some(electrumx) = &self.electrumx {
            electrumx.catch_up(self.node.as_ref()).await;
        }
        &self.client
    }

    /// Returns an amount sufficient for a payment with change, in base units.
    pub fn ample(&self) -> u64 {
        if self.chain == Chain::Doge {
            500_000_000
        } else {
            10_000_000
        }
    }

    /// Submits a transaction that must be accepted.
    pub async fn send(&self, signed: &Signed) {
        let client = self.api().await;
        signed.send(client).await.expect("the transaction is accepted");
        signed.release(client).await.expect("the payment is released");
    }

    /// Submits a transaction with different signed bytes, which must not be accepted. Returns the error.
    pub async fn rejection(&self, signed: &Signed, txdata: String) -> PaymentError {
        let mut altered = signed.clone();
        altered.txdata = txdata;
        altered.send(self.api().await).await.expect_err("a rejection")
    }

    /// Mines a block and checks the transaction's status in the API before and after.
    pub async fn confirm(&self, txid: &str) {
        let mempool = self.node.mempool().await;
        assert!(mempool.iter().any(|pending| pending == txid), "{txid} is pending");
        assert_eq!(self.status(txid).await, (Status::Pending, 0, String::new()));
        self.node.mine(1, None).await;
        let known = self
            .node
            .transaction(txid)
            .await
            .expect("the node has the mined transaction");
        let height = self.node.height().await;
        assert_eq!(known.height, Some(height), "{txid} is in the last block");
        assert_eq!(self.status(txid).await, (Status::Confirmed, 1, height.to_string()));
    }

    /// Returns status, confirmations and block of a transaction from the API.
    async fn status(&self, txid: &str) -> (Status, u64, String) {
        let request = TransactionStatusRequest::builder()
            .txid(txid.to_owned())
            .network(NETWORK)
            .build();
        let found = status(self.api().await, self.chain.name(), &request).await;
        let found = found.expect("the transaction is known");
        assert_eq!(found.txid, txid);
        (found.status, found.confirmations, found.block)
    }
}

/// A wallet on a chain.
pub struct Wallet<'fixture> {
    /// The chain of the wallet.
    pub fixture: &'fixture NodeFixture,
    /// The type of the wallet's address.
    pub address_type: AddressType,
    key: Secp256k1Key,
    /// The address of the wallet, with the prefix on bch.
    pub address: String,
}

impl<'fixture> Wallet<'fixture> {
    /// Creates an empty wallet.
    pub async fn new(
        fixture: &'fixture NodeFixture,
        random: &mut Random,
        address_type: &AddressType,
        form: KeyForm,
    ) -> Self {
        let key = random_key(random, form);
        let public_key = key.public_key();
        let address = derive(&fixture.client, fixture.chain, NETWORK, &public_key, Some(address_type)).await;
        Self {
            fixture,
            address_type: address_type.clone(),
            key,
            address: address.expect("an address"),
        }
    }

    /// Returns the public key in hex.
    pub fn public_key(&self) -> String {
        self.key.public_key()
    }

    /// Returns the unspent outputs listed by the API, as (txid, vout, value).
    pub async fn utxo(&self) -> Vec<(String, u32, String)> {
        let request = AddressRequest::builder()
            .address(self.address.clone())
            .network(NETWORK)
            .build();
        let listed = utxo_list(self.fixture.api().await, self.fixture.chain.name(), &request).await;
        let listed = listed.expect("a list").utxo.into_iter();
        listed.map(|utxo| (utxo.txid, utxo.vout, utxo.value)).collect()
    }

    /// Requests inputs and fees for a payment.
    pub async fn quote(&self, to: &str, amount: Spend) -> Quote {
        let payment = Payment::builder()
            .chain(self.fixture.chain)
            .network(NETWORK)
            .public_key(self.public_key())
            .address_type(self.address_type.clone())
            .to(to.to_owned())
            .amount(amount)
            .max_fee(Fee::Unlimited)
            .build();
        quote(self.fixture.api().await, &payment).await.expect("a quote")
    }

    /// Signs the payment of a quote with the fee of a mode.
    pub async fn sign(&self, quote: &Quote, mode: FeeMode) -> (Prepared, Signed) {
        let prepared = quote.prepare(&self.fixture.client, mode).await;
        let prepared = prepared.expect("the transaction of the quote");
        let signed = self.sign_prepared(&prepared).await;
        (prepared, signed)
    }

    /// Signs the payment of a quote with a different amount and fee.
    pub async fn sign_with(&self, quote: &Quote, amount: u64, fee: u64) -> Signed {
        let prepared = quote.prepare_with(&self.fixture.client, amount, fee).await;
        let prepared = prepared.expect("the transaction of the quote");
        self.sign_prepared(&prepared).await
    }

    async fn sign_prepared(&self, prepared: &Prepared) -> Signed {
        let signed = prepared.sign(&self.fixture.client, &self.key).await;
        let signed = signed.expect("a signed transaction");
        // Equal payments of a test are separate payments.
        signed
            .release(&self.fixture.client)
            .await
            .expect("the payment is released");
        signed
    }

    /// Signs a payment of an amount with the normal fee.
    pub async fn pay(&self, to: &str, amount: u64) -> (Prepared, Signed) {
        let quote = self.quote(to, Spend::Exact(amount)).await;
        self.sign(&quote, FeeMode::Normal).await
    }
}

/// Funds a wallet with confirmed and pending coins and makes payments to all recipients, each in a block.
pub async fn pay_everyone(fixture: &NodeFixture, address_type: AddressType, form: KeyForm, kinds: &[&str]) {
    let mut random = Random::new();
    let wallet = Wallet::new(fixture, &mut random, &address_type, form).await;
    assert_eq!(wallet.utxo().await, [], "a new address has nothing");
    let mut funded = Vec::new();
    for odd in [1, 77] {
        let txid = fixture.node.fund(&wallet.address, fixture.ample() * 2 + odd).await;
        funded.push(txid);
        if odd == 1 {
            fixture.node.mine(1, None).await;
        }
    }
    let listed = wallet.utxo().await;
    assert!(
        funded
            .iter()
            .all(|txid| listed.iter().any(|(listed, ..)| listed == txid))
    );
    let recipients = recipients(fixture, &mut random, kinds).await;
    for (turn, recipient) in recipients.iter().enumerate() {
        let mode = [FeeMode::Slow, FeeMode::Normal, FeeMode::Fast][turn % 3];
        pay(
            &wallet,
            recipient,
            fixture.ample() / 10 + u64::try_from(turn).expect("few"),
            mode,
        )
        .await;
    }
    empty(&wallet, random.one_of(&recipients)).await;
}

/// Returns an address of each of the kinds.
pub async fn recipients(fixture: &NodeFixture, random: &mut Random, kinds: &[&str]) -> Vec<ValidAddress> {
    let mut oracle = Oracle::start("recipients").expect("the packages of the node are installed");
    let seed = random.between(0, u64::MAX);
    let all = oracle.valid_addresses(seed, fixture.chain.name(), NETWORK.name()).await;
    let selected: Vec<_> = all
        .into_iter()
        .filter(|valid| kinds.contains(&valid.kind.as_str()))
        .collect();
    assert_eq!(selected.len(), kinds.len(), "{kinds:?}");
    selected
}

async fn pay(wallet: &Wallet<'_>, recipient: &ValidAddress, amount: u64, mode: FeeMode) {
    let fixture = wallet.fixture;
    let quote = wallet.quote(&recipient.address, Spend::Exact(amount)).await;
    let (prepared, signed) = wallet.sign(&quote, mode).await;
    let values = quote.estimate.utxo.iter().map(|utxo| units(&utxo.value));
    let change = values.sum::<u64>() - amount - units(quote.estimate.fees.of(mode));
    assert_eq!(prepared.review().change, Some(change));
    fixture.send(&signed).await;
    fixture.confirm(&signed.txid).await;

    let received = fixture.node.unspent(&recipient.address).await;
    let output = received.iter().find(|coin| coin.txid == signed.txid);
    let output = output.unwrap_or_else(|| panic!("{} received {}", recipient.kind, signed.txid));
    assert_eq!((output.vout, output.value), (0, amount), "{}", recipient.kind);
    let listed = wallet.utxo().await;
    assert!(
        listed.contains(&(signed.txid, 1, change.to_string())),
        "the change is listed: {listed:?}"
    );
}

fn units(amount: &str) -> u64 {
    amount.parse().expect("an amount")
}

/// Sends the whole balance: the wallet is empty afterwards and the recipient has everything except the fee.
async fn empty(wallet: &Wallet<'_>, recipient: &ValidAddress) {
    let fixture = wallet.fixture;
    let owned: u64 = fixture
        .node
        .unspent(&wallet.address)
        .await
        .iter()
        .map(|coin| coin.value)
        .sum();
    let quote = wallet.quote(&recipient.address, Spend::Max).await;
    let (prepared, signed) = wallet.sign(&quote, FeeMode::Normal).await;
    let (amount, fee) = (prepared.review().amount, prepared.review().fee);
    assert_eq!(amount + fee, owned);
    fixture.send(&signed).await;
    fixture.confirm(&signed.txid).await;
    assert!(
        fixture.node.unspent(&wallet.address).await.is_empty(),
        "{}",
        signed.txid
    );
    let received = fixture.node.unspent(&recipient.address).await;
    let output = received.iter().find(|coin| coin.txid == signed.txid);
    let output = output.expect("an output of it");
    assert_eq!((output.vout, output.value), (0, amount), "{}", recipient.kind);
}

#[tokio::test]
async fn btc_payments_are_mined_by_bcoin() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    let kinds = ["p2pkh", "p2sh, version 196", "p2wpkh", "p2wsh"];
    pay_everyone(&fixture, AddressType::P2wpkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn btc_payments_are_mined_by_bitcoind() {
    let Some(fixture) = NodeFixture::btc_on_bitcoind("").await else {
        return;
    };
    let kinds = ["p2pkh", "p2sh, version 196", "p2wpkh", "p2wsh", "p2tr"];
    pay_everyone(&fixture, AddressType::P2wpkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn ltc_payments_are_mined_by_litecoind() {
    let Some(fixture) = NodeFixture::ltc("").await else {
        return;
    };
    let kinds = [
        "p2pkh",
        "p2sh, version 58",
        "p2sh, version 196",
        "p2wpkh",
        "p2wsh",
        "p2tr",
    ];
    pay_everyone(&fixture, AddressType::P2wpkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn bch_payments_are_mined_by_bcash() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    let kinds = ["p2pkh of 20 bytes", "p2sh of 20 bytes"];
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn doge_payments_are_mined_by_a_node_with_its_rules() {
    let Some(fixture) = NodeFixture::doge().await else {
        return;
    };
    let kinds = ["p2pkh", "p2sh, version 196"];
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, AddressType::P2pkh, KeyForm::Uncompressed, &kinds).await;
}
