//! Names in the contracts of the Ethereum Name Service on anvil, resolved by the API and by ethers: the published registry and
//! public resolver, a resolver of names below, and a gateway of off-chain names with TLS on loopback.

use super::node::Node;
use super::payment::sepolia;
use super::preview::compiled;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use blockchain_connector_eth_like::NameGateways;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use reqwest::Url;
use rustls::RootCertStore;
use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use wallet_core::model::Network;
use wallet_core::public_endpoint::Reach;
use wallet_eth_like::Hash;
use wallet_tests::support::connector::{Connector, TestResponse};
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;
use wallet_upstream::guarded::{GuardedClients, Names};
use wallet_upstream::name_servers::NameServers;
use wallet_upstream::tls;

/// A chain with the coin type on its testnet (ENSIP-11).
type Coin = (&'static str, u64);

const ETH: Coin = ("eth", 60);
const MATIC: Coin = ("matic", 0x8000_0000 + 80_002);
const BASE: Coin = ("base", 0x8000_0000 + 84_532);

const ALICE: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const BOB: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const CAROL: &str = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
const DAVE: &str = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";

/// The number of random names.
const NAMES: usize = 100;

/// Every name has the loopback address.
struct Loopback;

#[async_trait]
impl Names for Loopback {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![Ipv4Addr::LOCALHOST.into()])
    }
}

/// A chain with the contracts.
struct Scene {
    connector: Connector,
    ethers: JsonLines,
    node: Node,
}

/// A certificate of the gateways, with the root.
struct Certificate {
    roots: RootCertStore,
    /// Key, certificate and root in Base64.
    parts: Value,
}

impl Certificate {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        // Without a name of the root, OpenSSL takes the certificate for a root.
        params.distinguished_name.push(DnType::CommonName, "root");
        let key = || KeyPair::generate().expect("a key");
        let authority = CertifiedIssuer::self_signed(params, key()).expect("a certificate");
        let names = ["gateway.example".to_owned(), "forbidden.example".to_owned()];
        let (params, key) = (CertificateParams::new(names).expect("names"), key());
        let certificate = params.signed_by(&key, &authority).expect("a certificate");
        let mut roots = RootCertStore::empty();
        roots.add(authority.der().clone()).expect("a root");
        Self {
            roots,
            parts: json!({
                "key": STANDARD.encode(key.serialize_der()),
                "certificate": STANDARD.encode(certificate.der()),
                "root": STANDARD.encode(authority.der()),
            }),
        }
    }
}

fn gateways(roots: RootCertStore) -> NameGateways {
    let clients = GuardedClients::new(Arc::new(Loopback), tls::with_roots(roots).expect("a configuration"));
    let servers = Arc::new(NameServers::new(clients, Reach::PublicAndLoopback));
    let setting = |name: &str| (name == "WALLET_CLOUD_NAME_GATEWAYS").then(|| "gateway.example".to_owned());
    NameGateways::from_settings(servers, setting).expect("a list of gateways")
}

impl Scene {
    async fn start() -> Option<Self> {
        let chain_id = sepolia().chain_id();
        let node = Node::anvil(chain_id).await?;
        let modules = tools::node_modules("names on the EVM chains")?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/evm");
        let source = folder.join("Names.sol");
        let wildcard = compiled(&modules, &source, "Wildcard").await?;
        let offchain = compiled(&modules, &source, "Offchain").await?;
        let arguments = [modules.to_str()?, &node.url, &chain_id.to_string()];
        let mut ethers = JsonLines::node(&folder.join("ens.mjs"), &arguments);
        let Certificate { roots, mut parts } = Certificate::new();
        parts["wildcard"] = wildcard.into();
        parts["offchain"] = offchain.into();
        ethers.call("deploy", parts).await;
        let connector = Connector::of_names(Network::Testnet, &node.upstream(), gateways(roots));
        Some(Self {
            connector,
            ethers,
            node,
        })
    }

    async fn register(&mut self, names: &Value) {
        self.ethers.call("register", json!({ "names": names })).await;
    }

    async fn resolve(&self, chain: &str, name: &str) -> TestResponse {
        self.connector
            .get(&query(&format!("resolve-name/{chain}"), "name", name))
            .await
    }

    async fn look_up(&self, chain: &str, address: &str) -> TestResponse {
        let path = query(&format!("lookup-address/{chain}"), "address", address);
        self.connector.get(&path).await
    }

    /// Returns the addresses of ethers, `null` without one.
    async fn by_ethers(&mut self, names: &[(&str, u64)]) -> Vec<Value> {
        let names: Vec<_> = names
            .iter()
            .map(|(name, coin)| json!({ "name": name, "coin": coin }))
            .collect();
        let found = self.ethers.call("resolve", json!({ "names": names })).await;
        serde_json::from_value(found).expect("a list")
    }
}

fn query(path: &str, field: &str, value: &str) -> String {
    let parameters = [(field, value), ("network", "testnet")];
    let url = Url::parse_with_params("http://unused.example/", parameters).expect("a URL");
    format!("{path}?{}", url.query().unwrap_or_default())
}

/// Returns the address or the reason of an error.
fn outcome(response: &TestResponse) -> &str {
    let body = &response.body;
    let found = match response.status {
        200 => &body["data"]["address"],
        404 => &body["error"]["details"]["reason"],
        _ => &body["error"]["code"],
    };
    found.as_str().unwrap_or_else(|| panic!("{body}"))
}

/// Returns the address in the first bytes of a hash.
fn address_of(hash: &Hash) -> String {
    format!("0x{}", hex::encode(&hash.0[..20]))
}

async fn assert_outcomes(scene: &mut Scene, cases: &[(&str, Coin, &str)]) {
    let names: Vec<_> = cases.iter().map(|(name, (_, coin), _)| (*name, *coin)).collect();
    let by_ethers = scene.by_ethers(&names).await;
    for ((name, (chain, _), expected), ethers) in cases.iter().zip(by_ethers) {
        let response = scene.resolve(chain, name).await;
        assert!(
            outcome(&response).eq_ignore_ascii_case(expected),
            "{name} on {chain}: {}",
            response.body
        );
        let ours = &response.body["data"]["address"];
        assert_eq!(*ours, ethers, "{name} on {chain}: {}", response.body);
    }
}

#[tokio::test]
async fn names_have_the_addresses_of_the_contracts() {
    let Some(mut scene) = Scene::start().await else { return };
    let (eth, matic) = (ETH.1.to_string(), MATIC.1.to_string());
    scene
        .register(&json!([
            { "name": "both.eth", "resolver": "public", "addresses": { &eth: ALICE, &matic: BOB } },
            { "name": "ether.eth", "resolver": "public", "addresses": { &eth: CAROL } },
            { "name": "matic.eth", "resolver": "public", "addresses": { &matic: CAROL } },
            { "name": "own.both.eth", "resolver": "public", "addresses": { &eth: DAVE } },
            { "name": "zero.eth", "resolver": "public", "addresses": { &eth: format!("0x{}", "0".repeat(40)) } },
            { "name": "empty.eth", "resolver": "public" },
            { "name": "bare.eth" },
            { "name": "bare.both.eth" },
        ]))
        .await;
    let cases = [
        ("both.eth", ETH, ALICE),
        ("both.eth", MATIC, BOB),
        ("both.eth", BASE, "no_address"),
        ("ether.eth", ETH, CAROL),
        ("ether.eth", MATIC, "no_address"),
        ("matic.eth", ETH, "no_address"),
        ("matic.eth", MATIC, CAROL),
        ("own.both.eth", ETH, DAVE),
        ("own.both.eth", MATIC, "no_address"),
        ("zero.eth", ETH, "no_address"),
        ("empty.eth", ETH, "no_address"),
        ("bare.eth", ETH, "unknown_name"),
        ("bare.both.eth", ETH, "unknown_name"),
        ("missing.eth", ETH, "unknown_name"),
        // The public resolver does not resolve names below its own.
        ("missing.both.eth", ETH, "unknown_name"),
    ];
    assert_outcomes(&mut scene, &cases).await;
}

#[tokio::test]
async fn names_below_and_offchain_names_are_resolved() {
    let Some(mut scene) = Scene::start().await else { return };
    scene
        .register(&json!([
            { "name": "wild.eth", "resolver": "wildcard" },
            { "name": "bare.wild.eth" },
            { "name": "off.eth", "resolver": "offchain" },
            { "name": "forbidden.eth", "resolver": "forbidden" },
        ]))
        .await;
    let by_label = |label: &str| address_of(&Hash::of(label));
    let by_name = |name: &str| address_of(&Hash::of(dns_encoded(name)));
    let last = |name: &str| format!("0x{}", hex::encode(&Hash::of(dns_encoded(name)).0[12..]));
    let (any, deep, own) = (by_label("any"), by_label("deep"), by_label("wild"));
    let (bare, off, x_off) = (by_label("bare"), by_name("off.eth"), by_name("x.off.eth"));
    let x_off_matic = last("x.off.eth");
    assert_outcomes(
        &mut scene,
        &[
            ("any.wild.eth", ETH, &any),
            ("deep.any.wild.eth", ETH, &deep),
            ("bare.wild.eth", ETH, &bare),
            ("wild.eth", ETH, &own),
            ("off.eth", ETH, &off),
            ("x.off.eth", ETH, &x_off),
            ("x.off.eth", MATIC, &x_off_matic),
            ("gone.off.eth", ETH, "unknown_name"),
            ("forged.off.eth", ETH, "upstream_error"),
        ],
    )
    .await;
    // The resolver returns addresses that depend on the chain.
    let [on_matic, on_base] = [MATIC, BASE].map(|(chain, _)| chain);
    let found = [
        scene.resolve(on_matic, "any.wild.eth").await,
        scene.resolve(on_base, "any.wild.eth").await,
    ];
    let by_ethers = scene
        .by_ethers(&[("any.wild.eth", MATIC.1), ("any.wild.eth", BASE.1)])
        .await;
    assert_eq!(
        found.map(|response| response.body["data"]["address"].clone()),
        *by_ethers
    );
    assert_ne!(by_ethers[0], by_ethers[1]);
    let rejected = scene.resolve("eth", "x.forbidden.eth").await;
    assert_eq!(outcome(&rejected), "gateway_not_allowed");
}

/// Returns a name of short labels in the wire format of DNS.
fn dns_encoded(name: &str) -> Vec<u8> {
    let label = |label: &str| {
        [
            vec![u8::try_from(label.len()).expect("a label")],
            label.as_bytes().to_vec(),
        ]
        .concat()
    };
    name.split('.').flat_map(label).chain([0]).collect()
}

fn reverse(address: &str, namespace: &str) -> String {
    format!("{}.{namespace}.reverse", address[2..].to_lowercase())
}

#[tokio::test]
async fn addresses_have_the_names_that_have_the_addresses() {
    let Some(mut scene) = Scene::start().await else { return };
    let wild = address_of(&Hash::of("any"));
    let (eth, matic) = (ETH.1.to_string(), MATIC.1.to_string());
    let text = |address: &str, namespace: &str, text: &str| json!({ "name": reverse(address, namespace), "resolver": "public", "text": text });
    scene
        .register(&json!([
            { "name": "alice.eth", "resolver": "public", "addresses": { &eth: ALICE, &matic: BOB } },
            { "name": "dave.eth", "resolver": "public", "addresses": { &eth: DAVE } },
            { "name": "wild.eth", "resolver": "wildcard" },
            text(ALICE, "addr", "alice.eth"),
            text(BOB, "80013882", "alice.eth"),
            text(CAROL, "addr", "alice.eth"),
            text(DAVE, "addr", "Dave.eth"),
            text(DAVE, "80013882", "dave.eth"),
            text(&wild, "addr", "any.wild.eth"),
        ]))
        .await;
    let addresses = [ALICE, BOB, CAROL, DAVE, &wild];
    let by_ethers = scene.ethers.call("lookUp", json!({ "addresses": addresses })).await;
    let expected = [
        Ok("alice.eth"),
        Err("unknown_name"),
        Err("mismatch"),
        Err("not_normalised"),
        Ok("any.wild.eth"),
    ];
    for (index, (address, expected)) in addresses.into_iter().zip(expected).enumerate() {
        assert_name(&scene.look_up("eth", address).await, expected);
        // ethers returns names that are not normalised.
        let of_ethers = if expected == Err("not_normalised") {
            Some("Dave.eth")
        } else {
            expected.ok()
        };
        assert_eq!(by_ethers[index], json!(of_ethers), "{address}");
    }
    // ethers has no look-up for other chains without a universal resolver.
    for (address, expected) in [
        (BOB, Ok("alice.eth")),
        (DAVE, Err("mismatch")),
        (ALICE, Err("unknown_name")),
    ] {
        assert_name(&scene.look_up("matic", address).await, expected);
    }
}

#[track_caller]
fn assert_name(response: &TestResponse, expected: Result<&str, &str>) {
    let body = &response.body;
    match expected {
        Ok(name) => assert_eq!(body["data"]["name"], name, "{body}"),
        Err(reason) => assert_eq!((response.status, outcome(response)), (404, reason), "{body}"),
    }
}

/// Parts of labels, of a script each, and emoji.
const SCRIPTS: [&[&str]; 8] = [
    &["a", "B", "c", "\u{e9}", "\u{d6}", "z", "0", "9", "-", "\u{df}"],
    &["\u{431}", "\u{416}", "\u{43b}", "\u{44f}", "\u{451}", "5"],
    &["\u{3b2}", "\u{3bb}", "\u{39e}", "\u{3c9}", "\u{3c2}"],
    &["\u{6771}", "\u{4eac}", "\u{3042}", "\u{30ab}", "\u{30fc}"],
    &["\u{ac00}", "\u{b098}", "\u{d55c}"],
    &["\u{5d0}", "\u{5d1}", "\u{5e9}", "7"],
    &["\u{627}", "\u{628}", "\u{645}", "\u{6f3}"],
    &["\u{915}", "\u{92e}", "\u{93e}", "\u{928}"],
];
const EMOJI: [&str; 6] = [
    "\u{1f600}",
    "\u{1f468}\u{200d}\u{2695}\u{fe0f}",
    "\u{1f1fa}\u{1f1f8}",
    "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
    "\u{1f44d}\u{1f3fd}",
    "7\u{fe0f}\u{20e3}",
];

fn random_label(random: &mut Random) -> String {
    let script = random.one_of(&SCRIPTS);
    let count = random.between(3, 9);
    let part = |_| {
        let is_emoji = random.once_in(6);
        *random.one_of(if is_emoji { &EMOJI } else { script })
    };
    (0..count).map(part).collect()
}

/// Returns random names that ethers normalises, with the normalised form.
async fn random_names(scene: &mut Scene, random: &mut Random) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while found.len() < NAMES {
        let names: Vec<_> = (0..NAMES)
            .map(|_| {
                let labels = random.between(1, 2);
                let labels: Vec<_> = (0..labels).map(|_| random_label(random)).collect();
                format!("{}.eth", labels.join("."))
            })
            .collect();
        let normalised = scene.ethers.call("normalise", json!({ "names": names })).await;
        let normalised: Vec<Option<String>> = serde_json::from_value(normalised).expect("a list");
        found.extend(
            names
                .into_iter()
                .zip(normalised)
                .filter_map(|(name, form)| Some((name, form?))),
        );
    }
    found.truncate(NAMES);
    found
}

#[tokio::test]
async fn random_names_are_resolved_as_by_ethers() {
    let Some(mut scene) = Scene::start().await else { return };
    let mut random = Random::new();
    let names = random_names(&mut scene, &mut random).await;
    let mut address = || format!("0x{}", hex::encode(random.bytes::<20>()));
    let mut registered = Vec::new();
    for (_, form) in &names {
        let addresses = json!({ ETH.1.to_string(): address(), MATIC.1.to_string(): address() });
        registered.push(json!({ "name": form, "resolver": "public", "addresses": addresses }));
    }
    scene.register(&json!(registered)).await;
    for (chain, coin) in [ETH, MATIC] {
        // The budget of a caller is sufficient for the names on one chain.
        scene.connector = Connector::of_names(Network::Testnet, &scene.node.upstream(), NameGateways::default());
        let requested: Vec<_> = names.iter().map(|(name, _)| (&**name, coin)).collect();
        let by_ethers = scene.by_ethers(&requested).await;
        assert!(by_ethers.iter().all(Value::is_string), "{by_ethers:?}");
        for ((name, form), ethers) in names.iter().zip(by_ethers) {
            let response = scene.resolve(chain, name).await;
            let data = &response.body["data"];
            assert_eq!(
                [&data["name"], &data["address"]],
                [&json!(form), &ethers],
                "{name} {}: {}",
                name.escape_unicode(),
                response.body
            );
        }
    }
}
