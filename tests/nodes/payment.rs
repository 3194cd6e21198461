//! The steps of a payment: derive, fund, list, estimate, hash, sign, attach, send, mine, check.

use crate::bridge::Bridge;
use crate::electrumx::ElectrumX;
use crate::javascript::JavascriptNode;
use crate::litecoind::Litecoind;
use crate::node::Node;
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_core::model::Network;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::{Oracle, ValidAddress};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::{KeyForm, Signer};
use wallet_tests::support::tools;

/// All tests use the testnet: its address versions are those of regtest, or can be configured in the node.
pub const NETWORK: Network = Network::Testnet;

/// A chain with a node behind the API.
pub struct NodeFixture {
    /// The chain as used in paths.
    pub chain: &'static str,
    /// The API under test.
    pub connector: Connector,
    pub node: Arc<dyn Node>,
    /// ElectrumX if it is the API's upstream; otherwise the bridge is.
    electrumx: Option<ElectrumX>,
    _bridge: Bridge,
}

impl NodeFixture {
    async fn to(chain: &'static str, node: Arc<dyn Node>) -> Self {
        let bridge = Bridge::start(Arc::clone(&node)).await;
        Self {
            chain,
            connector: Connector::over(chain, NETWORK, &bridge.upstream()),
            node,
            electrumx: None,
            _bridge: bridge,
        }
    }

    /// Returns the same fixture with ElectrumX for this coin between the node and the API.
    pub async fn over_electrumx(self, coin: &str) -> Option<Self> {
        let electrumx = ElectrumX::start(self.chain, coin, self.node.as_ref()).await?;
        Some(Self {
            connector: Connector::over(self.chain, NETWORK, &electrumx.upstream()),
            electrumx: Some(electrumx),
            ..self
        })
    }

    /// Starts bcoin with bitcoin's testnet addresses.
    pub async fn btc() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x6f, "scripthash": 0xc4, "bech32": "tb" });
        let node = JavascriptNode::start("btc on bcoin", "bcoin", &prefixes)?;
        Some(Self::to("btc", Arc::new(node)).await)
    }

    /// Starts litecoind with additional configuration lines.
    pub async fn ltc(settings: &str) -> Option<Self> {
        // The recipients require the npm packages.
        tools::node_modules("ltc on litecoind")?;
        let node = Litecoind::start("ltc on litecoind", settings).await?;
        Some(Self::to("ltc", Arc::new(node)).await)
    }

    /// Starts bcash with the testnet's addresses.
    pub async fn bch() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x6f, "scripthash": 0xc4, "cashaddr": "bchtest" });
        let node = JavascriptNode::start("bch on bcash", "bcash", &prefixes)?;
        Some(Self::to("bch", Arc::new(node)).await)
    }

    /// Starts bcoin with dogecoin addresses: no dogecoin node is available, and bcoin validates the same
    /// scripts and hashes.
    pub async fn doge() -> Option<Self> {
        let prefixes = json!({ "pubkeyhash": 0x71, "scripthash": 0xc4, "bech32": "unused" });
        let node = JavascriptNode::start("doge on bcoin", "bcoin", &prefixes)?;
        Some(Self::to("doge", Arc::new(node)).await)
    }

    /// Returns the API after its upstream has caught up with the node.
    pub async fn api(&self) -> &Connector {
        if let Some(electrumx) = &self.electrumx {
            electrumx.catch_up(self.node.as_ref()).await;
        }
        &self.connector
    }

    /// Returns an amount sufficient for a payment with change, in base units.
    pub fn ample(&self) -> u64 {
        if self.chain == "doge" { 500_000_000 } else { 10_000_000 }
    }

    /// Mines one block and checks the transaction's status in the API before and after.
    pub async fn confirm(&self, txid: &str) {
        let mempool = self.node.mempool().await;
        assert!(mempool.iter().any(|pending| pending == txid), "{txid} is pending");
        assert_eq!(self.status(txid).await, json!(["pending", 0, ""]));
        self.node.mine(1, None).await;
        let known = self
            .node
            .transaction(txid)
            .await
            .expect("the node has the mined transaction");
        let height = self.node.height().await;
        assert_eq!(known.height, Some(height), "{txid} is in the last block");
        assert_eq!(self.status(txid).await, json!(["confirmed", 1, height.to_string()]));
    }

    /// Returns status, confirmations and block of a transaction from the API.
    async fn status(&self, txid: &str) -> Value {
        let path = format!("transaction/status/{}?txid={txid}&network={NETWORK}", self.chain);
        let data = self.api().await.get_data(&path).await;
        assert_eq!(data["txid"], txid);
        json!([data["status"], data["confirmations"], data["block"]])
    }
}

/// A wallet on a chain.
pub struct Wallet<'fixture> {
    /// The chain of the wallet.
    pub fixture: &'fixture NodeFixture,
    /// The address type, p2wpkh or p2pkh.
    pub address_type: &'static str,
    /// The key of the wallet.
    pub signer: Signer,
    /// The address of the wallet, with the prefix on bch.
    pub address: String,
}

impl<'fixture> Wallet<'fixture> {
    /// Creates an empty wallet.
    pub async fn new(
        fixture: &'fixture NodeFixture,
        random: &mut Random,
        address_type: &'static str,
        form: KeyForm,
    ) -> Self {
        let signer = Signer::random(random, form);
        let body = json!({
            "publicKey": signer.public_key(),
            "network": NETWORK.name(),
            "type": address_type,
            "prefix": true,
        });
        let data = fixture
            .connector
            .data(&format!("get-address/{}", fixture.chain), &body)
            .await;
        let address = data["address"].as_str().expect("an address").to_owned();
        Self {
            fixture,
            address_type,
            signer,
            address,
        }
    }

    /// Returns the unspent outputs listed by the API, as (txid, vout, value).
    pub async fn utxo(&self) -> Vec<(String, u64, String)> {
        let query = format!("?address={}&network={NETWORK}", self.address);
        let path = format!("prepare-transaction/utxo-list/{}{query}", self.fixture.chain);
        let data = self.fixture.api().await.get_data(&path).await;
        let row = |utxo: &Value| {
            (
                utxo["txid"].as_str().expect("a txid").to_owned(),
                utxo["vout"].as_u64().expect("a number"),
                utxo["value"].as_str().expect("a string").to_owned(),
            )
        };
        data["utxo"].as_array().expect("a list").iter().map(row).collect()
    }

    /// Returns the common fields of all requests about a payment.
    pub fn request(&self, to: &str, amount: u64) -> Value {
        json!({
            "address": self.address,
            "publicKey": self.signer.public_key(),
            "network": NETWORK.name(),
            "type": self.address_type,
            "to": to,
            "amount": amount.to_string(),
        })
    }

    /// Returns the get-hash request with the inputs and the fee of the estimate.
    pub async fn plan(&self, to: &str, amount: u64, mode: &str) -> Value {
        let mut request = self.request(to, amount);
        let path = format!("prepare-transaction/estimate/{}", self.fixture.chain);
        let estimate = self.fixture.api().await.data(&path, &request).await;
        request["utxo"] = estimate["utxo"].clone();
        request["fee"] = estimate["fees"][mode].clone();
        request
    }

    /// Hashes, signs and attaches; returns the signed transaction in hex.
    pub async fn sign(&self, mut request: Value) -> String {
        let chain = self.fixture.chain;
        let hashes = self
            .fixture
            .connector
            .data(&format!("transaction/get-hash/{chain}"), &request)
            .await;
        request["signatures"] = self.signer.sign_all(&hashes["hashes"]);
        let path = format!("transaction/attach-signature/{chain}");
        let data = self.fixture.connector.data(&path, &request).await;
        data["txdata"].as_str().expect("txdata").to_owned()
    }

    /// Submits a transaction and returns its hash.
    pub async fn send(&self, txdata: &str) -> String {
        let body = json!({ "txdata": txdata, "network": NETWORK.name() });
        let path = format!("transaction/send/{}", self.fixture.chain);
        let data = self.fixture.api().await.data(&path, &body).await;
        data["txid"].as_str().expect("a txid").to_owned()
    }
}

fn units(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).expect("an amount")
}

/// Funds a wallet with confirmed and pending coins and makes payments to all recipients, one block each.
pub async fn pay_everyone(fixture: &NodeFixture, address_type: &'static str, form: KeyForm, kinds: &[&str]) {
    let mut random = Random::new();
    let wallet = Wallet::new(fixture, &mut random, address_type, form).await;
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
        let mode = ["slow", "normal", "fast"][turn % 3];
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

/// Returns one address of each of these kinds.
pub async fn recipients(fixture: &NodeFixture, random: &mut Random, kinds: &[&str]) -> Vec<ValidAddress> {
    let mut oracle = Oracle::start("recipients").expect("the packages of the node are installed");
    let seed = random.between(0, u64::MAX);
    let all = oracle.valid_addresses(seed, fixture.chain, NETWORK.name()).await;
    let selected: Vec<_> = all
        .into_iter()
        .filter(|valid| kinds.contains(&valid.kind.as_str()))
        .collect();
    assert_eq!(selected.len(), kinds.len(), "{kinds:?}");
    selected
}

async fn pay(wallet: &Wallet<'_>, recipient: &ValidAddress, amount: u64, mode: &str) {
    let fixture = wallet.fixture;
    let request = wallet.plan(&recipient.address, amount, mode).await;
    let inputs = request["utxo"].as_array().expect("a list").iter();
    let spent: u64 = inputs.map(|utxo| units(&utxo["value"])).sum();
    let change = spent - amount - units(&request["fee"]);
    let txid = wallet.send(&wallet.sign(request).await).await;
    fixture.confirm(&txid).await;

    let received = fixture.node.unspent(&recipient.address).await;
    let output = received.iter().find(|coin| coin.txid == txid);
    let output = output.unwrap_or_else(|| panic!("{} received {txid}", recipient.kind));
    assert_eq!((output.vout, output.value), (0, amount), "{}", recipient.kind);
    let listed = wallet.utxo().await;
    assert!(
        listed.contains(&(txid, 1, change.to_string())),
        "the change is listed: {listed:?}"
    );
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
    let mut request = wallet.request(&recipient.address, 0);
    request["amount"] = json!("max");
    let path = format!("prepare-transaction/estimate/{}", fixture.chain);
    let estimate = fixture.api().await.data(&path, &request).await;
    request["utxo"] = estimate["utxo"].clone();
    request["amount"] = estimate["amounts"]["normal"].clone();
    request["fee"] = estimate["fees"]["normal"].clone();
    let (amount, fee) = (units(&request["amount"]), units(&request["fee"]));
    assert_eq!(amount + fee, owned);
    let txid = wallet.send(&wallet.sign(request).await).await;
    fixture.confirm(&txid).await;
    assert!(fixture.node.unspent(&wallet.address).await.is_empty(), "{txid}");
    let received = fixture.node.unspent(&recipient.address).await;
    let output = received.iter().find(|coin| coin.txid == txid).expect("an output of it");
    assert_eq!((output.vout, output.value), (0, amount), "{}", recipient.kind);
}

#[tokio::test]
async fn btc_payments_are_mined_by_bcoin() {
    let Some(fixture) = NodeFixture::btc().await else {
        return;
    };
    let kinds = ["p2pkh", "p2sh, version 196", "p2wpkh", "p2wsh"];
    pay_everyone(&fixture, "p2wpkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &kinds).await;
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
    pay_everyone(&fixture, "p2wpkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn bch_payments_are_mined_by_bcash() {
    let Some(fixture) = NodeFixture::bch().await else {
        return;
    };
    let kinds = ["p2pkh of 20 bytes", "p2sh of 20 bytes"];
    pay_everyone(&fixture, "p2pkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &kinds).await;
}

#[tokio::test]
async fn doge_payments_are_mined_by_a_node_with_its_rules() {
    let Some(fixture) = NodeFixture::doge().await else {
        return;
    };
    let kinds = ["p2pkh", "p2sh, version 196"];
    pay_everyone(&fixture, "p2pkh", KeyForm::Compressed, &kinds).await;
    pay_everyone(&fixture, "p2pkh", KeyForm::Uncompressed, &kinds).await;
}
