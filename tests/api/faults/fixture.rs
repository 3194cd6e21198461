//! The services of a chain family over two upstreams, either of which may be faulty.

use super::connectors;
use super::evm_node::{ADDRESS, MINED};
use super::family::Family;
use super::horizon::{self, APPLIED};
use super::upstream::{Behaviour, Upstream};
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use crate::{address_info_btc_like, blockchain_connector_btc_like};
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_client::Client;
use wallet_test_support::clock::advance_if_paused;
use wallet_tests::support::router;
use wallet_upstream::client::Limits;

pub use crate::blockchain_connector_btc_like::Wallet;
pub use crate::support::timeouts::Timeouts;

/// A marker in every hostile string of the tests; no response of ours may contain it.
pub const HOSTILE: &str = "evil.example";

/// For faults that show immediately.
pub const PATIENT: Timeouts = Timeouts {
    limits: Limits {
        connect: Duration::from_secs(3),
        attempt: Duration::from_secs(5),
        body: 200_000,
    },
    request: Duration::from_secs(20),
};

/// For faults that cause a timeout.
pub const IMPATIENT: Timeouts = Timeouts {
    limits: Limits {
        connect: Duration::from_millis(500),
        attempt: Duration::from_millis(800),
        body: 200_000,
    },
    request: Duration::from_secs(5),
};

/// The reads from the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// Balance and history of an address.
    AddressInfo,
    /// The unspent outputs of an address.
    UtxoList,
    /// Inputs and fees of a payment.
    Estimate,
    /// Fee rates.
    PricePerByte,
    /// The status of a transaction.
    Status,
    /// The number of transactions sent by an account.
    Nonce,
    /// The gas limit of a transaction.
    GasLimit,
    /// Gas prices.
    GasPrice,
    /// A complete estimate of an account's transaction.
    EvmEstimate,
    /// The status of an EVM transaction.
    EvmStatus,
    /// The Stellar fee statistics.
    FeeStat,
    /// The minimum balance of a Stellar account.
    Reserve,
    /// The hash of a claim transaction, which requires the account's sequence number.
    StellarHash,
    /// The status of a Stellar transaction.
    StellarStatus,
}

impl Read {
    /// The reads of the UTXO chains.
    pub const UTXO: [Self; 5] = [
        Self::AddressInfo,
        Self::UtxoList,
        Self::Estimate,
        Self::PricePerByte,
        Self::Status,
    ];

    /// The reads of the EVM chains.
    pub const EVM: [Self; 5] = [
        Self::Nonce,
        Self::GasLimit,
        Self::GasPrice,
        Self::EvmEstimate,
        Self::EvmStatus,
    ];

    /// The Stellar reads.
    pub const STELLAR: [Self; 4] = [Self::FeeStat, Self::Reserve, Self::StellarHash, Self::StellarStatus];

    /// Returns the maximum number of additional requests to two upstreams: an upstream that fails to return the history
    /// of an address is queried for the balance alone.
    pub const fn fallbacks(self) -> usize {
        match self {
            Self::AddressInfo => 2,
            _ => 0,
        }
    }

    /// Returns the upstream path prefixes and method names of the read, each requested once per attempt.
    pub const fn endpoints(self) -> &'static [&'static str] {
        match self {
            Self::AddressInfo => &["/api/v2/address/"],
            Self::UtxoList => &["/api/v2/utxo/"],
            Self::Estimate => &["/api/v2/utxo/", "/api/v2/estimatefee/6"],
            Self::PricePerByte => &["/api/v2/estimatefee/6"],
            Self::Status => &["/api/v2/tx/"],
            Self::Nonce => &["eth_getTransactionCount"],
            Self::GasLimit => &["eth_estimateGas"],
            Self::GasPrice => &["eth_gasPrice"],
            Self::EvmEstimate => &["eth_estimateGas", "eth_gasPrice"],
            Self::EvmStatus => &["eth_getTransactionReceipt"],
            Self::FeeStat => &["/fee_stats"],
            Self::Reserve | Self::StellarHash => &["/accounts/"],
            Self::StellarStatus => &["/transactions/"],
        }
    }
}

/// The services of a family with a client token, and their upstreams in order.
pub struct Fixture {
    family: Family,
    connector: Router,
    /// The address info service, for the UTXO chains only.
    address_info: Option<Router>,
    token: String,
    pub upstreams: Vec<Upstream>,
}

impl Fixture {
    /// Starts services over upstreams with the behaviours.
    pub async fn of(family: Family, behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        Self::with(family, PATIENT, behaviours).await
    }

    /// Starts services with the timeouts over upstreams with the behaviours.
    pub async fn with(family: Family, timeouts: Timeouts, behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        // Not every upstream has a server.
        advance_if_paused();
        let mut upstreams = Vec::new();
        for behaviour in behaviours {
            upstreams.push(Upstream::start(family, behaviour).await);
        }
        let entries: Vec<_> = upstreams
            .iter()
            .map(|upstream| format!("{}+{}", family.kind(), upstream.url))
            .collect();
        let list = entries.join(",");
        let setting = |name: &str| name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| list.clone());
        let Timeouts { limits, request } = timeouts;
        let connector = match family {
            Family::Utxo => blockchain_connector_btc_like::service_within(limits, request, &[], setting),
            Family::Evm => connectors::eth_like(timeouts, setting),
            Family::Stellar => connectors::xlm(timeouts, setting),
        };
        let address_info =
            (family == Family::Utxo).then(|| address_info_btc_like::service_within(limits, request, setting));
        Self {
            family,
            connector,
            address_info,
            token: tokens::token(&["read"]),
            upstreams,
        }
    }

    /// Returns the preferred upstream.
    pub fn first(&self) -> &Upstream {
        &self.upstreams[0]
    }

    /// Returns the second upstream.
    pub fn second(&self) -> &Upstream {
        &self.upstreams[1]
    }

    /// Counts the requests to all upstreams for a path prefix or a method.
    pub fn request_count(&self, path: &str) -> usize {
        self.upstreams.iter().map(|upstream| upstream.request_count(path)).sum()
    }

    /// Returns the chain family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// Returns the Rust client of the connector.
    pub fn client(&self) -> Client {
        router::client(&self.connector, &self.token)
    }

    /// Sends `POST /api/{path}` to the connector.
    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        let path = format!("/{}/v1/api/{path}", self.family.connector());
        let response = call(&self.connector, request(Method::POST, &path, &self.token, Some(body))).await;
        assert_no_upstream_text(response)
    }

    /// Sends `POST /api/batch` to the address info of the UTXO chains.
    pub async fn batch(&self, body: &Value) -> TestResponse {
        let path = "/address-info-btc-like/v1/api/batch";
        let response = call(
            self.address_info(),
            request(Method::POST, path, &self.token, Some(body)),
        )
        .await;
        assert_no_upstream_text(response)
    }

    fn address_info(&self) -> &Router {
        self.address_info
            .as_ref()
            .expect("the family is that of the UTXO chains")
    }

    /// Sends the request of a read.
    pub async fn read(&self, read: Read) -> TestResponse {
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
            Read::Nonce => self.prepare(&format!("nonce/eth?address={ADDRESS}")).await,
            Read::GasPrice => self.prepare("gas-price/eth").await,
            Read::GasLimit => self.post("prepare-transaction/gas-limit/eth", &evm_payment()).await,
            Read::EvmEstimate => self.post("prepare-transaction/estimate/eth", &evm_payment()).await,
            Read::EvmStatus => {
                let path = format!("transaction/status/eth?txid={MINED}");
                self.get(self.family.connector(), &path).await
            }
            Read::FeeStat => self.prepare("fee-stat/xlm").await,
            Read::Reserve => {
                let body = json!({ "address": horizon::wallet().address() });
                let mut response = self.post("utility/account-reserve", &body).await;
                // The utility endpoints have no envelope.
                response.json["data"] = response.json["reserved"].take();
                response
            }
            Read::StellarHash => {
                let body = json!({ "publicKey": horizon::wallet().public_key(), "fee": "100",
                    "claimableBalanceId": format!("00000000{APPLIED}") });
                self.post("transaction/get-hash/xlm/claimable-balance", &body).await
            }
            Read::StellarStatus => {
                let path = format!("transaction/status/xlm?txid={APPLIED}");
                self.get(self.family.connector(), &path).await
            }
        }
    }

    async fn prepare(&self, path: &str) -> TestResponse {
        let path = format!("prepare-transaction/{path}");
        self.get(self.family.connector(), &path).await
    }

    /// Sends `GET /api/{path}` to a service.
    pub async fn get(&self, service: &str, path: &str) -> TestResponse {
        let router = match service {
            "address-info-btc-like" => self.address_info(),
            _ => &self.connector,
        };
        let path = format!("/{service}/v1/api/{path}");
        assert_no_upstream_text(call(router, request(Method::GET, &path, &self.token, None)).await)
    }
}

/// Returns the query of an account's payment.
fn evm_payment() -> Value {
    json!({
        "address": ADDRESS,
        "to": "0x3535353535353535353535353535353535353535",
        "amount": "1000000000000000000",
        "data": "",
        "nonce": 9,
    })
}

/// Asserts that a response contains neither upstream text nor the upstream's address.
fn assert_no_upstream_text(response: TestResponse) -> TestResponse {
    for word in [HOSTILE, "127.0.0.1", "localhost"] {
        assert!(!response.text.contains(word), "{}", response.text);
    }
    response
}

/// Returns the funding transaction of the test wallet.
pub fn income(wallet: &Wallet) -> bitcoin::Transaction {
    wallet.income(&[60_000, 70_000, 80_000], 1)
}
