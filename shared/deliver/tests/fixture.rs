//! A subscription, an event, and senders with scripted names.

use async_trait::async_trait;
use secrecy::SecretBox;
use serde_json::{Value, json};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_deliver::{HttpTransport, Made, Sender, SenderPorts, SenderSettings};
use wallet_http::system::OsRandomness;
use wallet_notifications::delivery::{AttemptResult, DeliveryKind, MasterKey, Reach, SecretVersion};
use wallet_notifications::ports::MasterKeys;
use wallet_notifications::{ChainKey, Event, Subscription, Webhook, WebhookStatus};
use wallet_upstream::guarded::Names;
use wallet_upstream::tls;

pub const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

/// A clock that follows the clock of the runtime.
pub struct RuntimeClock(Instant);

impl RuntimeClock {
    pub fn start() -> Arc<dyn Clock> {
        Arc::new(Self(Instant::now()))
    }
}

impl Clock for RuntimeClock {
    fn now(&self) -> Timestamp {
        NOW.after(self.0.elapsed())
    }
}

/// Names with the addresses of each look-up in order; the last addresses stay.
#[derive(Default)]
pub struct ScriptedNames {
    addresses: Mutex<Vec<Vec<IpAddr>>>,
    queried: Mutex<Vec<String>>,
}

impl ScriptedNames {
    pub fn new(lookups: &[&[&str]]) -> Arc<Self> {
        let parse = |lookup: &&[&str]| lookup.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Self {
            addresses: Mutex::new(lookups.iter().map(parse).collect()),
            queried: Mutex::default(),
        })
    }

    /// Returns the names that were looked up.
    pub fn looked_up(&self) -> Vec<String> {
        self.queried.lock().unwrap().clone()
    }
}

#[async_trait]
impl Names for ScriptedNames {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.queried.lock().unwrap().push(name.to_owned());
        let mut addresses = self.addresses.lock().unwrap();
        match addresses.len() {
            0 => Err(io::ErrorKind::NotFound.into()),
            1 => Ok(addresses[0].clone()),
            _ => Ok(addresses.remove(0)),
        }
    }
}

pub fn master() -> MasterKey {
    MasterKey::new(SecretBox::new(Box::new([7; 32])))
}

/// The secret store of a deployment.
struct Keys;

#[async_trait]
impl MasterKeys for Keys {
    async fn master_key(&self) -> Result<Arc<MasterKey>, StoreError> {
        Ok(Arc::new(master()))
    }
}

pub fn ports(clock: Arc<dyn Clock>) -> SenderPorts {
    SenderPorts {
        master_keys: Arc::new(Keys),
        clock,
        randomness: Arc::new(OsRandomness),
    }
}

pub fn settings(reach: Reach) -> SenderSettings {
    SenderSettings::from_settings(reach, |_| None).unwrap()
}

/// Returns a sender to these names, with the roots of the public.
pub fn sender(reach: Reach, names: &Arc<ScriptedNames>) -> Sender {
    let transport = HttpTransport::new(names.clone(), tls::public_roots().unwrap());
    Sender::with_transport(settings(reach), ports(RuntimeClock::start()), Arc::new(transport))
}

/// Returns a sender to loopback, under every name.
pub fn local_sender() -> Sender {
    sender(Reach::PublicAndLoopback, &ScriptedNames::new(&[&["127.0.0.1"]]))
}

pub fn subscription(url: &str) -> Subscription {
    let subscription: Value = json!({
        "id": Uuid::from_u128(1),
        "owner": "m:1",
        "chain": ChainKey::new("btc", "testnet".parse().unwrap()),
        "watched": { "addresses": 1 },
        "states": ["seen", "confirmed"],
        "content": "full",
        "label": null,
        "paused": false,
        "since": { "height": 1, "hash": "00" },
        "last_sequence": 1,
        "created_at": NOW.as_millis(),
        "digest": "",
    });
    let mut subscription: Subscription = serde_json::from_value(subscription).unwrap();
    subscription.secret = SecretVersion::default();
    subscription.webhook = Some(Webhook {
        url: url.to_owned(),
        status: WebhookStatus::Active,
    });
    subscription
}

pub fn event(sequence: u64) -> Event {
    let event = json!({
        "id": format!("{sequence:032x}"),
        "sequence": sequence,
        "subscription": Uuid::from_u128(1),
        "label": "é中💰 \"\\\n",
        "chain": "btc",
        "network": "testnet",
        "state": "confirmed",
        "previousState": "seen",
        "at": NOW.as_secs(),
        "addresses": ["tb1q"],
        "transaction": { "z": 1, "a": { "net": "-1.10" } },
        "block": { "height": 2, "hash": "01", "time": 3 },
        "confirmations": 1,
    });
    serde_json::from_value(event).unwrap()
}

/// Makes an attempt to deliver the first event to a URL, and returns it.
pub async fn attempt(sender: &Sender, url: &str) -> Made {
    attempt_of(sender, &subscription(url), DeliveryKind::Webhook).await
}

/// Makes an attempt to deliver the first event of a subscription, and returns it.
pub async fn attempt_of(sender: &Sender, subscription: &Subscription, kind: DeliveryKind) -> Made {
    sender.attempt(subscription, &event(1), kind).await.unwrap()
}

/// Makes an attempt and returns the result.
pub async fn result(sender: &Sender, url: &str) -> AttemptResult {
    attempt(sender, url).await.result
}

/// The time limit of an attempt.
pub const LIMIT: Duration = Duration::from_secs(15);
