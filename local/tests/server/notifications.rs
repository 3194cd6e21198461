//! Notifications from the view of a user with curl: a subscription, a payment of the faucet, and the long poll.

use super::client::eth_like::{ETHER, payment};
use super::client::{client, fund};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::AddressType;
use wallet_client::payments::btc_like::{Chain, Payment, Spend, derive, quote};
use wallet_client::payments::{Amount, eth_like};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
use wallet_cloud::serve::{Options, start};

pub const BTC: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
pub const ETH: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
pub const XLM: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

/// Returns a client for plain requests.
#[expect(clippy::disallowed_methods, reason = "the tests send the requests of curl and of a proxy")]
pub fn http_client() -> Client {
    // A previous test has installed the provider if this fails.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    Client::builder().no_proxy().build().unwrap()
}

/// A caller with a token.
pub struct Caller {
    client: Client,
    base_url: String,
    token: String,
}

impl Caller {
    pub async fn new(base_url: &str, merchant_key: &str) -> Self {
        let mut caller = Self {
            client: http_client(),
            base_url: base_url.to_owned(),
            token: String::new(),
        };
        let body = json!({
            "merchantKey": merchant_key, "tokenId": Uuid::new_v4(), "permissions": ["read", "notify"],
        });
        let issued = caller
            .post("/authorization/v1/api/permission/issue-by-key", &body)
            .await;
        let token = issued["permissionToken"]["permissionToken"].as_str().unwrap();
        token.clone_into(&mut caller.token);
        caller
    }

    /// Returns the token.
    pub fn token(&self) -> &str {
        &self.token
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.client.post(format!("{}{path}", self.base_url)).json(body);
        self.send(path, request).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(path, self.client.get(format!("{}{path}", self.base_url)))
            .await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Value {
        let request = self.client.put(format!("{}{path}", self.base_url)).json(body);
        self.send(path, request).await
    }

    async fn send(&self, path: &str, request: reqwest::RequestBuilder) -> Value {
        let (status, body) = self.exchange(request).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body["data"].clone()
    }

    /// Returns the data of a response, `None` if the request is rejected.
    pub async fn try_post(&self, path: &str, body: &Value) -> Option<Value> {
        let request = self.client.post(format!("{}{path}", self.base_url)).json(body);
        let (status, body) = self.exchange(request).await;
        (status == StatusCode::OK).then(|| body["data"].clone())
    }

    async fn exchange(&self, request: reqwest::RequestBuilder) -> (StatusCode, Value) {
        let request = if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        };
        let response = request.send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    async fn subscribe(&self, chain: &str, address: &str) -> Value {
        let body = json!({ "chain": chain, "network": "testnet", "addresses": [address] });
        self.post("/notifications/v1/api/subscription", &body).await
    }

    pub async fn pay(&self, chain: &str, address: &str, amount: &str) -> String {
        let body = json!({ "chain": chain, "address": address, "amount": amount });
        let paid = self.post("/sandbox/v1/faucet", &body).await;
        paid["txid"].as_str().unwrap().to_owned()
    }

    pub async fn mine(&self, chain: &str, blocks: u32) {
        for _ in 0..blocks {
            self.post("/sandbox/v1/mine", &json!({ "chain": chain })).await;
        }
    }

    async fn stop_blocks(&self, chain: &str) {
        let body = json!({ "chain": chain, "on": false });
        self.post("/sandbox/v1/automatic-blocks", &body).await;
    }

    /// Returns the next events after a cursor, which is advanced. Waits as long as the service does, repeatedly.
    async fn next(&self, subscription: &Value, cursor: &mut String) -> Vec<Value> {
        for _ in 0..6 {
            let id = subscription["id"].as_str().unwrap();
            let after = if cursor.is_empty() {
                String::new()
            } else {
                format!("&after={cursor}")
            };
            let page = self
                .get(&format!("/notifications/v1/api/event?subscription={id}&wait=20{after}"))
                .await;
            page["cursor"].as_str().unwrap().clone_into(cursor);
            let events = page["events"].as_array().unwrap().clone();
            if !events.is_empty() {
                return events;
            }
        }
        panic!("no event of {subscription}");
    }

    /// Checks that the next event of a transaction has this state, and returns the event.
    async fn expect(&self, subscription: &Value, cursor: &mut String, txid: &str, state: &str) -> Value {
        let events = self.next(subscription, cursor).await;
        let [event] = &*events else { panic!("{events:?}") };
        assert_eq!(event["state"], state, "{event}");
        assert_eq!(event["transaction"]["txid"], txid, "{event}");
        event.clone()
    }
}

/// Returns the number of confirmations after which a transaction is final.
pub async fn confirmations(caller: &Caller, chain: &str) -> u32 {
    let chains = caller.get("/asset-info/v1/api/chain/list").await;
    let mut chains = chains.as_array().unwrap().iter();
    let facts = chains.find(|facts| facts["chain"] == chain && facts["network"] == "testnet");
    facts.unwrap()["confirmations"].as_u64().unwrap().try_into().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_is_reported_on_a_chain_of_each_family() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let mined = async |chain: &str, address: &str, amount: &str| {
        let subscription = caller.subscribe(chain, address).await;
        let mut cursor = String::new();
        let txid = caller.pay(chain, address, amount).await;
        if chain == "btc" {
            let seen = caller.expect(&subscription, &mut cursor, &txid, "seen").await;
            assert_eq!(seen["transaction"]["status"], "pending", "{seen}");
        }
        caller.mine(chain, 1).await;
        let confirmed = caller.expect(&subscription, &mut cursor, &txid, "confirmed").await;
        assert_eq!(confirmed["transaction"]["net"]["amount"], amount, "{confirmed}");
        assert_eq!(confirmed["transaction"]["direction"], "in", "{confirmed}");
        assert_eq!(confirmed["addresses"], json!([address]), "{confirmed}");
        let depth = confirmations(&caller, chain).await;
        caller.mine(chain, depth - 1).await;
        let last = caller.expect(&subscription, &mut cursor, &txid, "final").await;
        assert_eq!(last["previousState"], "confirmed", "{last}");
        assert_eq!(last["confirmations"], depth, "{last}");
    };
    let at_once = async {
        let subscription = caller.subscribe("xlm", XLM).await;
        let txid = caller.pay("xlm", XLM, "30000000").await;
        let event = caller.expect(&subscription, &mut String::new(), &txid, "final").await;
        assert_eq!(event.get("previousState"), None, "{event}");
        assert_eq!(event["transaction"]["net"]["amount"], "30000000", "{event}");
    };
    tokio::join!(
        mined("btc", BTC, "12345"),
        mined("eth", ETH, "30000000000000000"),
        at_once
    );
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn reorganised_payment_is_dropped_and_confirmed_again() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let reorganised = async |chain: &str, address: &str, amount: &str, depth: u32| {
        let subscription = caller.subscribe(chain, address).await;
        let mut cursor = String::new();
        let txid = caller.pay(chain, address, amount).await;
        caller.mine(chain, depth).await;
        let mut event = caller.next(&subscription, &mut cursor).await.remove(0);
        if event["state"] == "seen" {
            event = caller.expect(&subscription, &mut cursor, &txid, "confirmed").await;
        }
        assert_eq!(event["state"], "confirmed", "{event}");
        let body = json!({ "chain": chain, "depth": depth });
        let undone = caller.post("/sandbox/v1/reorganise", &body).await;
        assert_eq!(undone["dropped"], json!([txid]), "{undone}");
        let mut states = Vec::new();
        while states.last().is_none_or(|state| state != "confirmed") {
            for event in caller.next(&subscription, &mut cursor).await {
                assert_eq!(event["transaction"]["txid"], txid, "{event}");
                states.push(event["state"].as_str().unwrap().to_owned());
            }
            caller.mine(chain, 1).await;
        }
        states.retain(|state| state != "seen");
        assert_eq!(states, ["dropped", "confirmed"], "{chain}");
    };
    tokio::join!(
        reorganised("ltc", "tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0", "12345", 3),
        reorganised("bsc", ETH, "30000000000000000", 4),
    );
    running.shutdown().await.unwrap();
}

/// The addresses have coins before the subscriptions exist. A key path of taproot reveals only a signature.
#[tokio::test(flavor = "multi_thread")]
async fn payment_from_each_kind_of_address_is_reported() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let client = client(&running).await;
    let recipient = Secp256k1Key::random().public_key();
    let to = derive(&client, Chain::Btc, Testnet, &recipient, None).await.unwrap();
    let kinds = [
        AddressType::P2pkh,
        AddressType::P2shP2wpkh,
        AddressType::P2wpkh,
        AddressType::P2tr,
    ];
    let mut subscribed = Vec::new();
    for kind in kinds {
        let key = Secp256k1Key::random();
        let from = derive(&client, Chain::Btc, Testnet, &key.public_key(), Some(&kind))
            .await
            .unwrap();
        fund(&client, "btc", &from, "50000000").await;
        let subscription = caller.subscribe("btc", &from).await;
        let payment = Payment::builder()
            .chain(Chain::Btc)
            .network(Testnet)
            .public_key(key.public_key())
            .address_type(kind)
            .to(to.clone())
            .amount(Spend::Exact(20_000_000))
            .build();
        let quoted = quote(&client, &payment).await.unwrap();
        let prepared = quoted.prepare(&client, FeeMode::Normal).await.unwrap();
        let paid = 20_000_000 + prepared.review().fee;
        let signed = prepared.sign(&client, &key).await.unwrap();
        signed.send(&client).await.unwrap();
        subscribed.push((from, subscription, signed.txid.clone(), paid));
    }
    caller.mine("btc", 1).await;
    for (from, subscription, txid, paid) in subscribed {
        let mut cursor = String::new();
        let confirmed = loop {
            let events = caller.next(&subscription, &mut cursor).await;
            let is_it = |event: &&Value| event["state"] == "confirmed" && event["transaction"]["txid"] == txid;
            if let Some(event) = events.iter().find(is_it) {
                break event.clone();
            }
        };
        assert_eq!(confirmed["transaction"]["direction"], "out", "{from}: {confirmed}");
        assert_eq!(confirmed["transaction"]["net"]["amount"], format!("-{paid}"), "{from}");
        assert_eq!(confirmed["addresses"], json!([from]), "{confirmed}");
    }
    running.shutdown().await.unwrap();
}

/// The node of the sandbox lists a pending transaction for the sender only.
#[tokio::test(flavor = "multi_thread")]
async fn broadcast_of_coins_and_tokens_is_seen_by_the_recipient() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let client = client(&running).await;
    caller.stop_blocks("eth").await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = eth_like::derive(&client, "eth", Testnet, &key.public_key())
        .await
        .unwrap();
    let to = eth_like::derive(&client, "eth", Testnet, &other.public_key())
        .await
        .unwrap();
    let tokens = caller.get("/asset-info/v1/api/erc20/list?chain=eth").await;
    let contract = tokens[0]["contract"].as_str().unwrap().to_owned();
    fund(&client, "eth", &from, &ETHER.to_string()).await;
    let body = json!({ "chain": "eth", "address": from, "amount": "1000", "token": contract });
    caller.post("/sandbox/v1/faucet", &body).await;
    caller.mine("eth", 1).await;
    let subscription = caller.subscribe("eth", &to).await;
    // Payments that others broadcast are not seen.
    assert_eq!(subscription["health"]["partial"], json!(["seen"]), "{subscription}");
    let mut cursor = String::new();
    let coins = eth_like::Action::Pay {
        to: to.clone(),
        amount: Amount::from(1_000_000_u64),
    };
    let tokens = eth_like::Action::TransferToken {
        contract,
        to: to.clone(),
        amount: Amount::from(250_u64),
    };
    for action in [coins, tokens] {
        let quoted = eth_like::quote(&client, &payment("eth", &key, action)).await.unwrap();
        let prepared = quoted.prepare(&client, FeeMode::Normal).await.unwrap();
        let signed = prepared.sign(&client, &key).await.unwrap();
        signed.send(&client).await.unwrap();
        let seen = caller.expect(&subscription, &mut cursor, &signed.txid, "seen").await;
        assert_eq!(seen["addresses"], json!([to]), "{seen}");
        assert_eq!(seen["transaction"]["status"], "pending", "{seen}");
        caller.mine("eth", 1).await;
        let confirmed = caller
            .expect(&subscription, &mut cursor, &signed.txid, "confirmed")
            .await;
        assert_eq!(confirmed["previousState"], "seen", "{confirmed}");
        assert_eq!(confirmed["transaction"]["actions"], seen["transaction"]["actions"]);
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn broadcast_on_a_utxo_chain_is_seen_by_the_recipient() {
    let running = start(Options::ephemeral()).await.unwrap();
    let caller = Caller::new(&running.base_url, &running.merchant_key).await;
    let client = client(&running).await;
    caller.stop_blocks("ltc").await;
    let (key, other) = (Secp256k1Key::random(), Secp256k1Key::random());
    let from = derive(&client, Chain::Ltc, Testnet, &key.public_key(), None)
        .await
        .unwrap();
    let to = derive(&client, Chain::Ltc, Testnet, &other.public_key(), None)
        .await
        .unwrap();
    fund(&client, "ltc", &from, "50000000").await;
    caller.mine("ltc", 1).await;
    let subscription = caller.subscribe("ltc", &to).await;
    let payment = Payment::builder()
        .chain(Chain::Ltc)
        .network(Testnet)
        .public_key(key.public_key())
        .to(to.clone())
        .amount(Spend::Exact(20_000_000))
        .build();
    let quoted = quote(&client, &payment).await.unwrap();
    let prepared = quoted.prepare(&client, FeeMode::Normal).await.unwrap();
    let signed = prepared.sign(&client, &key).await.unwrap();
    signed.send(&client).await.unwrap();
    let mut cursor = String::new();
    let seen = caller.expect(&subscription, &mut cursor, &signed.txid, "seen").await;
    assert_eq!(seen["transaction"]["net"]["amount"], "20000000", "{seen}");
    caller.mine("ltc", 1).await;
    caller
        .expect(&subscription, &mut cursor, &signed.txid, "confirmed")
        .await;
    running.shutdown().await.unwrap();
}
