//! Preview of transactions with a scripted node.

use super::App;
use super::fixture::Fixture;
use super::wallet::ADDRESS;
use crate::support::asset_list::AssetList;
use crate::support::stub::Reply;
use serde_json::{Value, json};

const PATH: &str = "transaction/preview/eth";
const TO: &str = "0x3535353535353535353535353535353535353535";
/// The address of the logs of movements of the coin (execution-apis, `eth_simulateV1`).
const COIN_LOGS: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
/// `Transfer(address,address,uint256)`.
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

fn payment() -> Value {
    json!({ "from": ADDRESS, "to": TO, "value": "5" })
}

fn word(address: &str) -> String {
    format!("0x{:0>64}", &address[2..].to_lowercase())
}

fn transfer(contract: &str, amount: u64) -> Value {
    json!({
        "address": contract,
        "topics": [TRANSFER, word(ADDRESS), word(TO)],
        "data": format!("0x{amount:064x}"),
    })
}

fn simulated(status: &str, logs: &Value, data: &str) -> Value {
    let call = json!({ "status": status, "returnData": data, "gasUsed": "0x5208", "logs": logs });
    json!([{ "number": "0x1312d01", "calls": [call] }])
}

async fn app(result: Value) -> App {
    App::of(Fixture {
        instead_of: [("eth_simulateV1", Ok(result))].into(),
        ..Fixture::default()
    })
    .await
}

#[tokio::test]
async fn payment_moves_the_coin_and_the_fee_is_separate() {
    let app = app(simulated("0x1", &json!([transfer(COIN_LOGS, 5)]), "0x")).await;
    let response = app.post(PATH, &payment()).await;
    let data = response.data();
    assert_eq!(data["outcome"], "success");
    let change = |address: &str, amount: &str| json!({ "address": address, "kind": "coin", "delta": { "amount": amount, "decimals": 18 } });
    assert_eq!(data["changes"], json!([change(ADDRESS, "-5"), change(TO, "5")]));
    assert_eq!(data["gasUsed"], "21000");
    assert_eq!(data["source"]["block"], "20000000");
    assert!(data["fee"]["amount"].as_str().is_some());
    assert_eq!(data["source"]["partial"], Value::Null);
}

#[tokio::test]
async fn revert_has_the_reason_and_the_data() {
    let data = format!("0x08c379a0{:064x}{:064x}{:0<64}", 32, 2, "6e6f");
    let app = app(simulated("0x0", &json!([]), &data)).await;
    let response = app.post(PATH, &payment()).await;
    assert_eq!(response.data()["outcome"], "reverted");
    let error = json!({ "name": "Error", "arguments": ["no"] });
    assert_eq!(response.data()["reason"], json!({ "text": "no", "error": error }));
    assert_eq!(response.data()["revertData"], data);
    assert_eq!(response.data()["changes"], json!([]));
}

/// The node limits the second simulation, with reads before and after, to a result of one call.
#[tokio::test]
async fn token_without_readable_balances_is_named() {
    let token = "0x1111111111111111111111111111111111111111";
    let app = app(simulated("0x1", &json!([transfer(token, 7)]), "0x")).await;
    let mut request = payment();
    request["to"] = token.into();
    request["data"] = "0x12345678".into();
    let response = app.post(PATH, &request).await;
    let data = response.data();
    assert_eq!(data["changes"][0]["delta"]["amount"], "-7");
    assert_eq!(data["changes"][0]["kind"], "erc20");
    assert_eq!(data["source"]["partial"], json!(["balances", "decimals", "created"]));
}

/// Logs of a token and of two collections, the second without a name.
const TOKENS: [&str; 3] = [
    "0x1111111111111111111111111111111111111111",
    "0x2222222222222222222222222222222222222222",
    "0x3333333333333333333333333333333333333333",
];

async fn unlisted(assets: AssetList) -> (Vec<Value>, Value) {
    let mut nft = transfer(TOKENS[1], 0);
    nft["topics"] = json!([TRANSFER, word(ADDRESS), word(TO), word(TOKENS[0])]);
    nft["data"] = "0x".into();
    let logs = json!([
        transfer(COIN_LOGS, 5),
        transfer(TOKENS[0], 7),
        nft,
        transfer(TOKENS[2], 9)
    ]);
    let fixture = Fixture {
        instead_of: [("eth_simulateV1", Ok(simulated("0x1", &logs, "0x")))].into(),
        ..Fixture::default()
    };
    let app = App::with_assets(fixture, assets).await;
    let mut request = payment();
    request["to"] = TOKENS[0].into();
    request["data"] = "0x12345678".into();
    let response = app.post(PATH, &request).await;
    let data = response.data();
    let changes = data["changes"].as_array().expect("changes").iter();
    let own = changes.filter(|change| change["address"] == ADDRESS);
    let flags = own.map(|change| json!([change["kind"], change["contract"], change["unlisted"]]));
    (flags.collect(), data["source"]["partial"].clone())
}

#[tokio::test]
async fn tokens_and_collections_outside_the_asset_list_are_unlisted() {
    let listed = |all: &[&str]| AssetList(Some(all.iter().map(|text| text.parse().expect("an address")).collect()));
    let of = |flags: [Value; 3]| {
        let [token, nft, other] = flags;
        vec![
            json!(["coin", null, null]),
            json!(["erc20", TOKENS[0], token]),
            json!(["erc721", TOKENS[1], nft]),
            json!(["erc20", TOKENS[2], other]),
        ]
    };
    let [yes, no] = [json!(true), Value::Null];
    let (flags, partial) = unlisted(listed(&TOKENS[..2])).await;
    assert_eq!(flags, of([no.clone(), no.clone(), yes.clone()]));
    assert!(!partial.to_string().contains("assets"));
    let (flags, _) = unlisted(listed(&[])).await;
    assert_eq!(flags, of([yes.clone(), yes.clone(), yes]));
    // Without the list nothing is claimed about the tokens.
    let (flags, partial) = unlisted(AssetList(None)).await;
    assert_eq!(flags, of([no.clone(), no.clone(), no]));
    assert!(partial.as_array().expect("a list").contains(&json!("assets")));
}

#[tokio::test]
async fn node_without_the_methods_leaves_the_outcome_unknown() {
    let app = App::new().await;
    let spender = word(TO);
    let data = format!("0x095ea7b3{}{}", &spender[2..], "ff".repeat(32));
    let request = json!({ "from": ADDRESS, "to": TO, "data": data });
    for _ in 0..3 {
        let response = app.post(PATH, &request).await;
        let data = response.data();
        assert_eq!(data["outcome"], "unknown");
        assert_eq!(data["source"]["partial"], json!(["preview"]));
        assert_eq!(data["calls"][0]["method"], "approve");
        assert_eq!(data["warnings"][0]["code"], "unlimited_approval");
    }
    let probes = app.methods();
    let probes = probes
        .iter()
        .filter(|method| *method == "eth_simulateV1" || *method == "debug_traceCall");
    assert_eq!(probes.count(), 3, "one probe of each method: two tracers");
}

#[tokio::test]
async fn useless_simulations_leave_the_outcome_unknown_and_affect_no_request() {
    let replies = [
        Reply::json(200, "[]"),
        Reply::json(500, "{}"),
        Reply::json(429, "{}"),
        Reply::json(200, format!("\"{}\"", "0".repeat(3_000_000))),
        Reply::Hang,
    ];
    for reply in replies {
        let app = App::of(Fixture {
            failing: Some(("eth_simulateV1", reply)),
            ..Fixture::default()
        })
        .await;
        for _ in 0..2 {
            let response = app.post(PATH, &payment()).await;
            assert_eq!(response.data()["outcome"], "unknown");
        }
        let nonce = app
            .get(&format!("prepare-transaction/nonce/eth?address={ADDRESS}"))
            .await;
        assert_eq!(nonce.data()["nonce"], 7);
    }
}

#[tokio::test]
async fn balance_below_the_value_reverts() {
    let error = crate::support::json_rpc::error(-38014, "insufficient funds for gas * price + value");
    let app = App::of(Fixture {
        instead_of: [("eth_simulateV1", error)].into(),
        ..Fixture::default()
    })
    .await;
    let response = app.post(PATH, &payment()).await;
    assert_eq!(response.data()["outcome"], "reverted");
    assert_eq!(response.data()["reason"]["text"], "insufficient funds");
}

#[tokio::test]
async fn invalid_requests_are_rejected_without_a_request() {
    let app = App::new().await;
    for (request, code, field) in [
        (json!({ "to": TO }), "invalid_request", "from"),
        (json!({ "from": "0x12", "to": TO }), "invalid_address", "from"),
        (json!({ "from": ADDRESS }), "invalid_request", "to"),
        (
            json!({ "from": ADDRESS, "to": TO, "value": "-1" }),
            "invalid_amount",
            "value",
        ),
        (
            json!({ "from": ADDRESS, "to": TO, "data": "0x1" }),
            "invalid_request",
            "data",
        ),
        (json!({ "from": ADDRESS, "to": null }), "invalid_request", "data"),
        (json!({ "txdata": "0x00" }), "invalid_transaction", "txdata"),
        (json!({ "txdata": "0x00", "to": TO }), "invalid_request", "to"),
        (
            json!({ "from": ADDRESS, "to": TO, "network": "x" }),
            "invalid_request",
            "network",
        ),
    ] {
        let response = app.post(PATH, &request).await;
        response.assert_error(400, code, Some(field));
    }
    assert!(app.requests().is_empty());
}
