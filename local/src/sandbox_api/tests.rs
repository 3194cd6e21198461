//! Tests of the sandbox endpoints and of the upstream settings of sandbox chains.

use super::*;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;
use wallet_assets::chains;
use wallet_core::model::{ChainName, Network};
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, Service, mount};
use wallet_sandbox::eth_like::node::Node;
use wallet_sandbox::eth_like::rules::CHAINS;
use wallet_sandbox::{Sandbox, SandboxOptions, chain_names};
use {wallet_btc_like as btc_like, wallet_eth_like as eth_like, wallet_xlm as xlm};

const ADDRESSES: [(&str, &str); 14] = [
    ("btc", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
    ("btc", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
    ("btc", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"),
    ("btc", "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7"),
    ("btc", "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c"),
    ("ltc", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
    ("ltc", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
    ("bch", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
    ("bch", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
    ("bch", "bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap"),
    ("doge", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
    ("btc", "TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX"),
    ("eth", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    ("etc", "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"),
];

async fn start() -> (Sandbox, Router) {
    let options = SandboxOptions {
        chains: chain_names().collect(),
        port: 0,
        folder: None,
        block_interval: None,
        close_ledgers_immediately: false,
        tokens: tokens(),
        clock: sandbox_clock(Arc::new(SystemClock)),
    };
    let sandbox = Sandbox::start(options).await.unwrap();
    let app = mount(
        vec![Service::undocumented(NAME, chain_router(sandbox.chains()))],
        &HttpConfig::default(),
    );
    (sandbox, app)
}

async fn post(app: &Router, call: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/sandbox/v1/{call}")).header("content-type", "application/json");
    let response = app
        .clone()
        .oneshot(request.body(Body::from(body.to_string())).unwrap())
        .await
        .unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap())
}

#[tokio::test]
async fn faucet_pays_every_address_kind_and_mine_confirms_it() {
    let (_sandbox, app) = start().await;
    let mut paid = Vec::new();
    for (chain, address) in ADDRESSES {
        let (status, body) = post(
            &app,
            "faucet",
            json!({ "chain": chain, "address": address, "amount": "2000000" }),
        )
        .await;
        assert_eq!(status, StatusCode::OK, "{chain} {address}: {body}");
        let has_outputs = !address.starts_with("0x");
        assert_eq!(body["data"]["vout"], if has_outputs { json!(0) } else { Value::Null });
        if chain == "btc" {
            paid.push(body["data"]["txid"].clone());
        }
    }
    let (status, body) = post(&app, "mine", json!({ "chain": "btc" })).await;
    assert_eq!(
        (status, &body["data"]["block"], &body["data"]["txids"]),
        (StatusCode::OK, &json!("110"), &json!(paid))
    );
}

// The account and a muxed address from the examples of SEP-23.
const ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const MUXED: &str = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";

#[tokio::test]
async fn xlm_faucet_creates_an_account_and_pays_it() {
    let (_sandbox, app) = start().await;
    let pay = |address, amount| {
        let body = json!({ "chain": "xlm", "address": address, "amount": amount });
        post(&app, "faucet", body)
    };
    for (address, amount, code, field) in [
        ("GA7QYNF7", "10000000", "invalid_address", "address"),
        // A muxed address cannot create the account, and a new account must hold two base reserves.
        (MUXED, "10000000", "invalid_address", "address"),
        (ACCOUNT, "9999999", "invalid_amount", "amount"),
        (ACCOUNT, "1000000000001", "invalid_amount", "amount"),
        (ACCOUNT, "1.5", "invalid_amount", "amount"),
    ] {
        let (status, response_body) = pay(address, amount).await;
        let error = &response_body["error"];
        let expected = (400, &json!(code), &json!(field));
        assert_eq!(
            (status.as_u16(), &error["code"], &error["field"]),
            expected,
            "{address} {amount}"
        );
    }
    let mut paid = Vec::new();
    for (address, amount) in [(ACCOUNT, "10000000"), (MUXED, "1"), (ACCOUNT, "5")] {
        let (status, response_body) = pay(address, amount).await;
        assert_eq!(status, StatusCode::OK, "{response_body}");
        assert_eq!(response_body["data"]["vout"], Value::Null);
        paid.push(response_body["data"]["txid"].clone());
    }
    let (_, mined) = post(&app, "mine", json!({ "chain": "xlm" })).await;
    // Each payment closed the ledger of the previous payment.
    let expected = (&json!("4"), &json!([paid[2]]));
    assert_eq!((&mined["data"]["block"], &mined["data"]["txids"]), expected);
}

#[tokio::test]
async fn invalid_faucet_requests_are_rejected() {
    let (_sandbox, app) = start().await;
    let livenet = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";
    let to = |amount: Value| json!({ "chain": "btc", "address": ADDRESSES[0].1, "amount": amount });
    for (body, status, code, field) in [
        (json!({}), 400, "invalid_request", "chain"),
        (json!({ "chain": "sol" }), 404, "chain_not_supported", "chain"),
        (json!({ "chain": "btc" }), 400, "invalid_request", "address"),
        (
            json!({ "chain": "btc", "address": 7 }),
            400,
            "invalid_request",
            "address",
        ),
        (
            json!({ "chain": "btc", "address": "x", "amount": "1" }),
            400,
            "invalid_address",
            "address",
        ),
        (
            json!({ "chain": "doge", "address": livenet, "amount": "1" }),
            400,
            "invalid_address",
            "address",
        ),
        (to(Value::Null), 400, "invalid_request", "amount"),
        (to(json!(1000)), 400, "invalid_request", "amount"),
        (to(json!("-5")), 400, "invalid_amount", "amount"),
        (to(json!("545")), 400, "amount_below_dust", "amount"),
        (to(json!("1000000001")), 400, "invalid_amount", "amount"),
    ] {
        let (found, response_body) = post(&app, "faucet", body.clone()).await;
        let error = &response_body["error"];
        let expected = (status, &json!(code), &json!(field));
        assert_eq!((found.as_u16(), &error["code"], &error["field"]), expected, "{body}");
    }
}

#[tokio::test]
async fn concurrent_payments_are_distinct() {
    let (sandbox, app) = start().await;
    let pay = |_| {
        post(
            &app,
            "faucet",
            json!({ "chain": "doge", "address": ADDRESSES[10].1, "amount": "500000000000" }),
        )
    };
    let responses = futures::future::join_all((0..20).map(pay)).await;
    let txids: std::collections::HashSet<_> = responses
        .iter()
        .map(|(_, body)| body["data"]["txid"].to_string())
        .collect();
    assert!(
        responses.iter().all(|(status, _)| *status == StatusCode::OK),
        "{responses:?}"
    );
    assert_eq!(txids.len(), 20);
    let mined = sandbox.chains().mine("doge").unwrap();
    assert_eq!(mined.txids.len(), 20);
}

#[tokio::test]
async fn invalid_mine_requests_are_rejected() {
    let (_sandbox, app) = start().await;
    for (body, status, code) in [
        (json!({}), 400, "invalid_request"),
        (json!({ "chain": "sol" }), 404, "chain_not_supported"),
    ] {
        let (found, response_body) = post(&app, "mine", body).await;
        assert_eq!(
            (found.as_u16(), &response_body["error"]["code"]),
            (status, &json!(code))
        );
    }
}

const TXID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

#[tokio::test]
async fn payment_is_pending_again_after_a_reorganisation_and_can_be_dropped() {
    let (_sandbox, app) = start().await;
    for (chain, address) in [ADDRESSES[0], ADDRESSES[10], ADDRESSES[12]] {
        let payment = json!({ "chain": chain, "address": address, "amount": "2000000" });
        let (_, paid) = post(&app, "faucet", payment).await;
        let txid = &paid["data"]["txid"];
        let (_, mined) = post(&app, "mine", json!({ "chain": chain })).await;
        let (status, response) = post(&app, "reorganise", json!({ "chain": chain, "depth": 1 })).await;
        assert_eq!(status, StatusCode::OK, "{chain}: {response}");
        let data = &response["data"];
        assert_eq!(data["dropped"], json!([txid]));
        let block = |response: &Value| response["block"].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(block(data), block(&mined["data"]) + 1);
        assert_ne!(data["hash"], mined["data"]["hash"]);
        let drop = json!({ "chain": chain, "txid": txid });
        let (status, response) = post(&app, "drop", drop.clone()).await;
        assert_eq!((status, &response["data"]), (StatusCode::OK, &json!({})));
        let (status, response) = post(&app, "drop", drop).await;
        assert_eq!(
            (status.as_u16(), &response["error"]["code"]),
            (404, &json!("not_found"))
        );
    }
}

#[tokio::test]
async fn automatic_blocks_are_reported() {
    let (_sandbox, app) = start().await;
    // This sandbox has no interval of blocks.
    for (chain, on) in [("btc", false), ("eth", true), ("xlm", true)] {
        let response = post(&app, "automatic-blocks", json!({ "chain": chain, "on": on })).await;
        assert_eq!(
            (response.0, &response.1["data"]),
            (StatusCode::OK, &json!({ "on": false })),
            "{chain}"
        );
    }
}

async fn check_rejected(app: &Router, call: &str, body: Value, code: &str, field: &str) {
    let (status, response_body) = post(app, call, body.clone()).await;
    let error = &response_body["error"];
    let expected = if code == "invalid_request" { 400 } else { 404 };
    let expected = (expected, &json!(code), &json!(field));
    assert_eq!(
        (status.as_u16(), &error["code"], &error["field"]),
        expected,
        "{call} {body}"
    );
}

#[tokio::test]
async fn invalid_reorganisations_are_rejected() {
    let (_sandbox, app) = start().await;
    post(&app, "mine", json!({ "chain": "btc" })).await;
    for (chain, depth, code, field) in [
        ("sol", json!(1), "chain_not_supported", "chain"),
        ("xlm", json!(1), "invalid_request", "chain"),
        ("eth", json!(1), "invalid_request", "depth"),
        ("btc", Value::Null, "invalid_request", "depth"),
        ("btc", json!(0), "invalid_request", "depth"),
        ("btc", json!(2), "invalid_request", "depth"),
        ("btc", json!(21), "invalid_request", "depth"),
        ("btc", json!(-1), "invalid_request", "depth"),
        ("btc", json!(1.5), "invalid_request", "depth"),
        ("btc", json!("1"), "invalid_request", "depth"),
    ] {
        let body = json!({ "chain": chain, "depth": depth });
        check_rejected(&app, "reorganise", body, code, field).await;
    }
    check_rejected(&app, "reorganise", json!({ "depth": 1 }), "invalid_request", "chain").await;
    for (chain, depth, message) in [
        ("btc", 2, "Use a depth of at most 1: the first blocks of a chain stay."),
        ("eth", 1, "Mine a block first: the first blocks of a chain stay."),
    ] {
        let (_, response) = post(&app, "reorganise", json!({ "chain": chain, "depth": depth })).await;
        assert_eq!(response["error"]["message"], message);
    }
}

#[tokio::test]
async fn invalid_drops_are_rejected() {
    let (_sandbox, app) = start().await;
    for (chain, txid, code, field) in [
        ("sol", json!(TXID), "chain_not_supported", "chain"),
        ("xlm", json!(TXID), "invalid_request", "chain"),
        ("btc", Value::Null, "invalid_request", "txid"),
        ("btc", json!(7), "invalid_request", "txid"),
        ("btc", json!(TXID), "not_found", "txid"),
        ("eth", json!(TXID), "not_found", "txid"),
        ("eth", json!("0x12"), "not_found", "txid"),
    ] {
        let body = json!({ "chain": chain, "txid": txid });
        check_rejected(&app, "drop", body, code, field).await;
    }
    check_rejected(&app, "drop", json!({ "txid": TXID }), "invalid_request", "chain").await;
}

#[tokio::test]
async fn invalid_requests_for_automatic_blocks_are_rejected() {
    let (_sandbox, app) = start().await;
    for (chain, on, code, field) in [
        ("sol", json!(true), "chain_not_supported", "chain"),
        ("btc", Value::Null, "invalid_request", "on"),
        ("btc", json!("yes"), "invalid_request", "on"),
    ] {
        let body = json!({ "chain": chain, "on": on });
        check_rejected(&app, "automatic-blocks", body, code, field).await;
    }
    check_rejected(
        &app,
        "automatic-blocks",
        json!({ "on": true }),
        "invalid_request",
        "chain",
    )
    .await;
}

#[test]
fn sandbox_has_the_testnets_of_the_services() {
    let btc_like = btc_like::Chain::ALL.iter().map(|chain| chain.name());
    let eth_like = eth_like::Chain::ALL.iter().map(|chain| chain.name());
    let xlm = xlm::Chain::ALL.iter().map(|chain| chain.name());
    let names: Vec<_> = btc_like.chain(eth_like).chain(xlm).collect();
    assert_eq!(chain_names().collect::<Vec<_>>(), names);
    for (rules, &chain) in CHAINS.iter().zip(eth_like::Chain::ALL) {
        let params = eth_like::Params::of(chain, Network::Testnet);
        assert_eq!(
            (rules.chain_id, rules.max_gas, rules.max_fee().to_string()),
            (params.chain_id(), params.max_gas(), params.max_fee().to_string())
        );
        let facts = chains().iter();
        let facts = facts.filter(|facts| facts.chain.name() == rules.name && facts.network == Network::Testnet);
        let confirmations: Vec<_> = facts.map(|facts| u64::from(facts.confirmations)).collect();
        assert_eq!(confirmations, [rules.confirmations], "{chain}");
        // The sandbox accepts the lowest tip that the services return.
        let min_tip: u128 = params.min_tip().to_string().parse().expect("a number");
        assert!(rules.min_tip() <= min_tip, "{chain}");
        let differences = (
            params.has_constant_transfer_gas(),
            params.ignores_tip(),
            params.has_l1_height(),
        );
        let expected = (!rules.is_arbitrum(), rules.is_arbitrum(), rules.is_arbitrum());
        assert_eq!(differences, expected, "{chain}");
        assert_eq!(
            (rules.has_fee_market, rules.is_op_stack(), rules.has_multicall),
            (params.has_fee_market(), params.is_rollup(), params.has_multicall()),
            "{chain}"
        );
    }
}

/// Compares every form of address that the services and the sandbox print.
#[test]
fn sandbox_has_the_addresses_of_the_services() {
    let (short, long) = ([7; 20], [7; 32]);
    let scripts = [
        [&[0x76, 0xa9, 20][..], &short, &[0x88, 0xac]].concat(),
        [&[0xa9, 20][..], &short, &[0x87]].concat(),
        [&[0xaa, 32][..], &long, &[0x87]].concat(),
        [&[0, 20][..], &short].concat(),
        [&[0, 32][..], &long].concat(),
        [&[0x51, 32][..], &long].concat(),
        [&[0x52, 32][..], &long].concat(),
        vec![0x6a, 1, 0],
    ];
    for chain in wallet_sandbox::btc_like::rules::Chain::ALL {
        let services = btc_like::Chain::from_name(chain.name()).unwrap();
        let params = btc_like::Params::of(services, Network::Testnet).unwrap();
        let sandbox = &wallet_sandbox::btc_like::rules::Rules::of(chain).address;
        for script in &scripts {
            let script = bitcoin::Script::from_bytes(script);
            let address = btc_like::Address::from_script(params, script);
            assert_eq!(
                sandbox.encode(script),
                address.as_ref().map(ToString::to_string),
                "{chain}"
            );
            let Some(address) = address else { continue };
            for text in [address.encode(true), address.encode(false)] {
                assert_eq!(sandbox.decode(&text).as_deref(), Some(script), "{chain} {text}");
            }
        }
    }
}

#[test]
fn every_chain_has_the_tokens_of_the_catalogue() {
    let tokens = tokens();
    for rules in &CHAINS {
        let clock = sandbox_clock(Arc::new(SystemClock));
        let node = Node::open(rules, &tokens, clock, None).unwrap();
        let own: Vec<_> = tokens.iter().filter(|token| token.chain == rules.name).collect();
        assert!(!own.is_empty());
        for token in own {
            let has_code = node.read(|ledger| ledger.state().has_code(token.contract.parse().unwrap()));
            assert!(has_code, "{} {}", rules.name, token.contract);
        }
    }
    assert!(
        tokens
            .iter()
            .all(|token| CHAINS.iter().any(|rules| rules.name == token.chain))
    );
}

#[tokio::test]
async fn requests_of_foreign_pages_are_rejected() {
    let (_sandbox, app) = start().await;
    let body = json!({ "chain": "btc" });
    for (name, value, expected) in [
        ("origin", "https://evil.example", StatusCode::BAD_REQUEST),
        ("host", "rebound.evil.example:9000", StatusCode::BAD_REQUEST),
        ("origin", "http://localhost:3000", StatusCode::OK),
        ("host", "127.0.0.1:9000", StatusCode::OK),
    ] {
        let request = Request::post("/sandbox/v1/mine")
            .header("content-type", "application/json")
            .header(name, value)
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), expected, "{name}: {value}");
    }
}
