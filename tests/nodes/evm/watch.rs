//! Notifications over anvil: reorganisations, and pending transfers of non-fungible tokens.

use super::node::Node;
use super::payment::sepolia;
use crate::notified::{OWNER, subscribe};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_assets::Seed;
use wallet_cloud::serve::EmbeddedDatabase;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::broadcasts::Broadcasts;
use wallet_core::ports::system::Clock;
use wallet_deliver::LocalQueue;
use wallet_http::system::SystemClock;
use wallet_notifications::delivery::Schedule;
use wallet_notifications::ports::EventLog;
use wallet_notifications::{ChainKey, Cursor, Event, State, Subscription};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::DynamoNotifications;
use wallet_tests::support::api::timeouts::client;
use wallet_upstream::client::after;
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_watch::chains::{EthLikePorts, eth_like};
use wallet_watch::{ChainLoop, Chains, LoopPorts, Tick, WatchRequest, WatchedChain};

const SHOP: &str = "0x3535353535353535353535353535353535353535";
const TOKEN: &str = "0x4949494949494949494949494949494949494949";

/// The gas price of all transactions, so that a repeated transaction has the same id.
const GAS_PRICE: &str = "0x2540be400";

/// The code of a contract that reports `transferFrom(from, to, id)` by the event `Transfer` of ERC-721.
const ERC_721: &str = "0x604435602435600435\
                       7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60006000a400";

/// The code of a contract that reports `safeTransferFrom(from, to, id, value, data)` by the event `TransferSingle` of ERC-1155.
const ERC_1155: &str = "0x60406044600037602435600435337fc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62\
                        60406000a400";

/// A loop over a node, and a subscription to the address of a shop.
struct Watch {
    node: Node,
    payer: String,
    nonce: u64,
    store: Arc<DynamoNotifications>,
    process: ChainLoop,
    subscription: Subscription,
}

/// Returns sepolia with this node.
fn chain(node: &Node, database: &EmbeddedDatabase, clock: &Arc<dyn Clock>) -> Arc<dyn WatchedChain> {
    let (name, upstream) = (setting_name(sepolia().chain.name(), sepolia().network), node.upstream());
    let client = client();
    let setting = |setting: &str| (setting == name).then(|| upstream.clone());
    let nodes = EthLikeNodes::from_settings(client, clock, setting).expect("a valid setting");
    let assets = CachedAssets::new(Seed::BuiltIn, Arc::new(database.assets.clone()), clock.clone());
    let ports = EthLikePorts {
        nodes: Arc::new(nodes),
        tokens: Arc::new(assets),
    };
    let key = ChainKey::new(sepolia().chain.name(), Network::Testnet);
    Chains::new(eth_like(&ports)).get(&key).expect("the chain").clone()
}

impl Watch {
    async fn new() -> Option<Self> {
        let node = Node::anvil(sepolia().chain_id()).await?;
        let accounts = node.call("eth_accounts", json!([])).await;
        let database = EmbeddedDatabase::open(None).await.expect("an empty database");
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let chain = chain(&node, &database, &clock);
        let store = Arc::new(database.notifications.clone());
        let subscription = subscribe(&store, &*chain, WatchRequest::Addresses(vec![SHOP.to_owned()])).await;
        let ports = LoopPorts {
            store: store.clone(),
            subscriptions: store.clone(),
            clock,
            retention: Duration::from_hours(24),
            queue: Arc::new(LocalQueue::default()),
            schedule: Schedule::default(),
        };
        Some(Self {
            payer: accounts[0].as_str().expect("an account").to_owned(),
            node,
            nonce: 0,
            store,
            process: ChainLoop::new(ports, chain, Uuid::new_v4()),
            subscription,
        })
    }

    /// Sends a transaction with a nonce, and returns the id.
    async fn send(&self, nonce: u64, to: &str, wei: u64, data: &str) -> String {
        let transaction = json!({
            "from": self.payer, "to": to, "value": format!("{wei:#x}"), "data": data, "gas": "0x30d40",
            "gasPrice": GAS_PRICE, "nonce": format!("{nonce:#x}"),
        });
        let txid = self.node.call("eth_sendTransaction", json!([transaction])).await;
        txid.as_str().expect("an id").to_owned()
    }

    /// Pays the shop and mines the payment. Returns the id.
    async fn pay(&mut self, wei: u64) -> String {
        let txid = self.send(self.nonce, SHOP, wei, "0x").await;
        self.nonce += 1;
        self.node.mine().await;
        txid
    }

    /// Ticks to the head.
    async fn catch_up(&mut self) {
        for _ in 0..100 {
            let tick = self.process.tick(after(Duration::from_mins(10))).await.expect("a tick");
            if tick == Tick::AtHead {
                return;
            }
        }
        panic!("not at the head");
    }

    async fn events(&self) -> Vec<Event> {
        let now = SystemClock.now();
        let ids = [self.subscription.id];
        let page = self.store.events(OWNER, &ids, &Cursor::default(), 500, now).await;
        page.expect("a page").events
    }

    async fn states(&self, txid: &str) -> Vec<State> {
        let events = self.events().await.into_iter();
        let of_transaction = events.filter(|event| event.transaction["txid"] == txid);
        of_transaction.map(|event| event.state).collect()
    }
}

/// The abandoned transactions are gone from anvil, and are sent again.
#[tokio::test]
async fn reorganised_payments_are_dropped_and_confirmed_again() {
    let Some(mut watch) = Watch::new().await else { return };
    for depth in 1..=6_u64 {
        let first = watch.nonce;
        let mut txids = Vec::new();
        for number in 0..depth {
            txids.push(watch.pay(1000 * depth + number).await);
        }
        watch.catch_up().await;
        watch.node.call("anvil_reorg", json!([depth, []])).await;
        watch.node.mine().await;
        watch.catch_up().await;
        for txid in &txids {
            assert_eq!(watch.states(txid).await, [State::Confirmed, State::Dropped], "{depth}");
        }
        for (number, txid) in (0..depth).zip(&txids) {
            assert_eq!(
                &watch.send(first + number, SHOP, 1000 * depth + number, "0x").await,
                txid
            );
        }
        watch.node.mine().await;
        watch.catch_up().await;
        for txid in &txids {
            let mut states = watch.states(txid).await;
            states.retain(|state| *state != State::Seen);
            assert_eq!(states, [State::Confirmed, State::Dropped, State::Confirmed], "{depth}");
        }
    }
    let mut nets = BTreeMap::new();
    for (event, sequence) in watch.events().await.into_iter().zip(1..) {
        assert_eq!(event.sequence, sequence);
        let net = event.transaction["net"]["amount"]
            .as_str()
            .expect("digits")
            .parse::<u128>();
        let counted = if event.state == State::Dropped {
            0
        } else {
            net.expect("digits")
        };
        nets.insert(event.transaction["txid"].to_string(), counted);
    }
    assert_eq!(nets.len(), 21);
    assert_eq!(nets.values().sum::<u128>(), watch.node.balance(SHOP).await);
}

/// The recipient is in the calldata of the pending transaction, and in the events of the receipt.
#[tokio::test]
async fn pending_transfer_of_a_non_fungible_token_is_seen_by_the_recipient() {
    let Some(mut watch) = Watch::new().await else { return };
    let word = |address: &str| format!("{:0>64}", address[2..].to_lowercase());
    let parties = format!("{}{}", word(&watch.payer), word(SHOP));
    let (id, one) = (format!("{:064x}", 7), format!("{:064x}", 1));
    let data = format!("{:064x}{:064x}", 160, 0);
    for (code, calldata) in [
        (ERC_721, format!("0x23b872dd{parties}{id}")),
        (ERC_721, format!("0x42842e0e{parties}{id}")),
        (ERC_1155, format!("0xf242432a{parties}{id}{one}{data}")),
    ] {
        watch.node.set_code(TOKEN, code).await;
        let txid = watch.send(watch.nonce, TOKEN, 0, &calldata).await;
        watch.nonce += 1;
        // As the service does that broadcasts the transaction.
        let key = watch.subscription.chain.clone();
        let recorded = watch
            .store
            .record(&key.chain, key.network, &txid, SystemClock.now())
            .await;
        recorded.expect("a write");
        watch.catch_up().await;
        assert_eq!(watch.states(&txid).await, [State::Seen], "{calldata}");
        watch.node.mine().await;
        watch.catch_up().await;
        assert_eq!(watch.states(&txid).await, [State::Seen, State::Confirmed], "{calldata}");
        let events = watch.events().await;
        let confirmed = events.last().expect("an event");
        assert_eq!(
            (&confirmed.addresses[..], confirmed.transaction["status"].as_str()),
            (&[SHOP.to_owned()][..], Some("confirmed"))
        );
        assert_eq!(
            confirmed.transaction["net"]["amount"],
            Value::from("0"),
            "{confirmed:?}"
        );
    }
}
