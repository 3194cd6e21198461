//! Both UTXO services over two upstreams, either of which may be at fault.

use super::upstream::{Behaviour, Upstream};
use crate::support::client::{Answer, call, request};
use crate::support::tokens;
use crate::{address_info_btc_like, blockchain_connector_btc_like};
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_upstream::client::Limits;

pub use crate::blockchain_connector_btc_like::Wallet;

/// A word of every hostile text in these tests: no answer of ours may hold it.
pub const HOSTILE: &str = "evil.example";

/// How long the services wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For an upstream.
    pub limits: Limits,
    /// With a request altogether.
    pub request: Duration,
}

/// For faults that show at once: so long that no good upstream is taken for a silent one, however busy the machine.
pub const PATIENT: Patience = Patience {
    limits: Limits {
        connect: Duration::from_secs(3),
        attempt: Duration::from_secs(5),
        body: 200_000,
    },
    request: Duration::from_secs(20),
};

/// For silence, which takes as long as one waits for it.
pub const IMPATIENT: Patience = Patience {
    limits: Limits {
        connect: Duration::from_millis(500),
        attempt: Duration::from_millis(800),
        body: 200_000,
    },
    request: Duration::from_secs(5),
};

/// What the services read from the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// Balance and history of an address.
    AddressInfo,
    /// The unspent outputs of an address.
    UtxoList,
    /// Inputs and fees for a payment.
    Estimate,
    /// Prices for block space.
    PricePerByte,
    /// Where a transaction stands.
    Status,
}

impl Read {
    /// Every one.
    pub const ALL: [Self; 5] = [
        Self::AddressInfo,
        Self::UtxoList,
        Self::Estimate,
        Self::PricePerByte,
        Self::Status,
    ];

    /// What it asks an upstream for, as the beginnings of paths: each once per attempt.
    pub const fn asks(self) -> &'static [&'static str] {
        match self {
            Self::AddressInfo => &["/api/v2/address/"],
            Self::UtxoList => &["/api/v2/utxo/"],
            Self::Estimate => &["/api/v2/utxo/", "/api/v2/estimatefee/6"],
            Self::PricePerByte => &["/api/v2/estimatefee/6"],
            Self::Status => &["/api/v2/tx/"],
        }
    }
}

/// The services, a caller of them, and the upstreams in their order.
pub struct World {
    connector: Router,
    address_info: Router,
    token: String,
    /// The upstreams.
    pub upstreams: Vec<Upstream>,
}

impl World {
    /// Services over upstreams that behave so.
    pub async fn of(behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        Self::with(PATIENT, behaviours).await
    }

    /// Services with so much patience over upstreams that behave so.
    pub async fn with(patience: Patience, behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        let mut upstreams = Vec::new();
        for behaviour in behaviours {
            upstreams.push(Upstream::start(behaviour).await);
        }
        let entries: Vec<_> = upstreams
            .iter()
            .map(|upstream| format!("blockbook+{}", upstream.url))
            .collect();
        let list = entries.join(",");
        let setting = |name: &str| name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| list.clone());
        Self {
            connector: blockchain_connector_btc_like::service_within(patience.limits, patience.request, &[], setting),
            address_info: address_info_btc_like::service_within(patience.limits, patience.request, setting),
            token: tokens::token(&["read"]),
            upstreams,
        }
    }

    /// The preferred upstream.
    pub fn first(&self) -> &Upstream {
        &self.upstreams[0]
    }

    /// The one after it.
    pub fn second(&self) -> &Upstream {
        &self.upstreams[1]
    }

    /// How often all upstreams together were asked for this.
    pub fn asked(&self, path: &str) -> usize {
        self.upstreams.iter().map(|upstream| upstream.asked(path)).sum()
    }

    /// `POST /blockchain-connector-btc-like/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let path = format!("/blockchain-connector-btc-like/v1/api/{path}");
        let answer = call(&self.connector, request(Method::POST, &path, &self.token, Some(body))).await;
        check_words(answer)
    }

    /// Asks for one of the things that come from the network.
    pub async fn read(&self, read: Read) -> Answer {
        let wallet = Wallet::btc();
        let (address, txid) = (wallet.address(), income(&wallet).compute_txid());
        match read {
            Read::AddressInfo => {
                self.get("address-info-btc-like", &format!("btc?address={address}"))
                    .await
            }
            Read::UtxoList => self.prepare(&format!("utxo-list/btc?address={address}")).await,
            Read::PricePerByte => self.prepare("price-per-byte/btc").await,
            Read::Status => {
                let path = format!("transaction/status/btc?txid={txid}");
                self.get("blockchain-connector-btc-like", &path).await
            }
            Read::Estimate => {
                let mut body = wallet.payment(&[], 100_000, 0);
                body["address"] = json!(address);
                self.post("prepare-transaction/estimate/btc", &body).await
            }
        }
    }

    async fn prepare(&self, path: &str) -> Answer {
        let path = format!("prepare-transaction/{path}");
        self.get("blockchain-connector-btc-like", &path).await
    }

    async fn get(&self, service: &str, path: &str) -> Answer {
        let router = match service {
            "address-info-btc-like" => &self.address_info,
            _ => &self.connector,
        };
        let path = format!("/{service}/v1/api/{path}");
        check_words(call(router, request(Method::GET, &path, &self.token, None)).await)
    }
}

/// No word of an upstream, nor its address, is in an answer.
fn check_words(answer: Answer) -> Answer {
    for word in [HOSTILE, "127.0.0.1", "localhost"] {
        assert!(!answer.text.contains(word), "{}", answer.text);
    }
    answer
}

/// What the wallet of these tests owns.
pub fn income(wallet: &Wallet) -> bitcoin::Transaction {
    wallet.income(&[60_000, 70_000, 80_000], 1)
}
