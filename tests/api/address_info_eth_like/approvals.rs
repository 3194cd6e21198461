//! Rights of spenders: found in the logs of an index or a node, and confirmed by the contracts.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use super::index::error_reply;
use super::node::TIME;
use super::rows::id;
use crate::support::client::{call, request};
use crate::support::json_rpc::calls;
use crate::support::stub::Reply;
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Permit2 on every chain.
const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
/// Topics of `Approval`, `ApprovalForAll`, and Permit2's `Approval` and `Permit`.
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const APPROVAL_FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
const PERMIT2_APPROVAL: &str = "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b";
const PERMIT2_PERMIT: &str = "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec";

/// `allowance(address,address)`, `isApprovedForAll(address,address)`, `allowance(address,address,address)`.
const ALLOWANCE: &str = "dd62ed3e";
const IS_APPROVED: &str = "e985e9c5";
const PERMIT2_ALLOWANCE: &str = "927da105";

fn word(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

/// Returns a log in Etherscan's format (<https://docs.etherscan.io/api-endpoints/logs>).
fn log(salt: usize, block: usize, contract: &str, event: &str, parties: &[&str]) -> Value {
    let parties = parties.iter().map(|party| format!("0x{}", word(party)));
    let topics: Vec<_> = [event.to_owned()].into_iter().chain(parties).collect();
    json!({
        "address": contract.to_lowercase(),
        "topics": topics,
        "data": format!("0x{}", "0".repeat(64)),
        "blockNumber": format!("{block:#x}"),
        "blockHash": id(block),
        "timeStamp": format!("{:#x}", 1_700_000_000 + block),
        "gasPrice": "0x7",
        "gasUsed": "0x5208",
        "logIndex": "0x",
        "transactionHash": id(salt),
        "transactionIndex": "0x",
    })
}

/// Lets a contract return numbers for a call with addresses as arguments.
fn returns(app: &App, contract: &str, selector: &str, parties: &[&str], numbers: &[u128]) {
    let calldata: String = parties.iter().map(|party| word(party)).collect();
    let data: Vec<_> = numbers.iter().map(|number| format!("{number:064x}")).collect();
    let key = (contract.to_lowercase(), format!("{selector}{calldata}"));
    app.fixture().node.calls.insert(key, data.concat());
}

async fn approvals(app: &App) -> Value {
    app.get(&format!("eth/approvals?address={OWN}")).await.data().clone()
}

/// Adds one right of each kind, the last revoked since.
fn rights(app: &App) -> Vec<Value> {
    returns(app, LISTED, ALLOWANCE, &[OWN, SHOP], &[2_500_000]);
    returns(app, UNLISTED, ALLOWANCE, &[OWN, PERMIT2], &[u128::MAX]);
    returns(app, CONTRACT, IS_APPROVED, &[OWN, SHOP], &[1]);
    let until = u128::from(TIME);
    returns(app, PERMIT2, PERMIT2_ALLOWANCE, &[OWN, LISTED, SHOP], &[7, until, 3]);
    returns(
        app,
        PERMIT2,
        PERMIT2_ALLOWANCE,
        &[OWN, UNLISTED, SHOP],
        &[9, until - 1, 3],
    );
    returns(app, LISTED, ALLOWANCE, &[OWN, CONTRACT], &[0]);
    vec![
        log(1, 10, LISTED, APPROVAL, &[OWN, SHOP]),
        log(2, 11, UNLISTED, APPROVAL, &[OWN, PERMIT2]),
        log(3, 12, CONTRACT, APPROVAL_FOR_ALL, &[OWN, SHOP]),
        log(4, 13, PERMIT2, PERMIT2_APPROVAL, &[OWN, LISTED, SHOP]),
        log(5, 14, PERMIT2, PERMIT2_PERMIT, &[OWN, UNLISTED, SHOP]),
        log(6, 15, LISTED, APPROVAL, &[OWN, CONTRACT]),
        log(7, 16, LISTED, APPROVAL, &[OWN, SHOP]),
    ]
}

fn expected() -> Value {
    let since = |salt: usize, block: usize| json!({ "txid": id(salt), "at": 1_700_000_000 + block });
    json!([
        { "kind": "erc20", "token": LISTED, "spender": SHOP, "amount": { "amount": "2500000", "decimals": 6 },
          "unlimited": false, "since": since(7, 16) },
        { "kind": "permit2", "token": LISTED, "spender": SHOP, "amount": { "amount": "7", "decimals": 6 },
          "unlimited": false, "expires": TIME, "since": since(4, 13) },
        { "kind": "operator", "token": CONTRACT, "unlisted": true, "spender": SHOP, "unlimited": true,
          "since": since(3, 12) },
        { "kind": "erc20", "token": UNLISTED, "unlisted": true, "spender": PERMIT2, "spenderName": "Permit2",
          "amount": { "amount": u128::MAX.to_string(), "decimals": 0 }, "unlimited": true, "since": since(2, 11) },
    ])
}

#[tokio::test]
async fn rights_in_force_are_listed_in_six_requests() {
    for kind in ["etherscan", "blockscout"] {
        let app = App::with(kind).await;
        let logs = rights(&app);
        app.fixture().index.logs = logs;
        let data = approvals(&app).await;
        assert_eq!(data["approvals"], expected(), "{kind}");
        assert_eq!(data["nextCursor"], Value::Null);
        assert_eq!(data["source"], json!({ "upstream": "jsonrpc", "block": "800" }));
        let requests = app.requests();
        let logs = requests.iter().filter(|request| request.path.contains("getLogs"));
        assert_eq!(logs.count(), 4, "{kind}");
        let calls: Vec<_> = requests.iter().flat_map(calls).collect();
        let reads = calls.iter().filter(|call| call.method == "eth_call");
        // The rights, the names, and none that is repeated: two names are missing.
        assert_eq!(reads.count(), 2, "{kind}");
    }
}

/// Names of unlisted tokens are those of their contracts, cleaned.
#[tokio::test]
async fn names_of_unlisted_tokens_come_from_their_contracts() {
    let app = App::new().await;
    let logs = rights(&app);
    let text = |text: &str| format!("{:064x}{:064x}{:0<64}", 32, text.len(), hex::encode(text));
    {
        let mut fixture = app.fixture();
        fixture.index.logs = logs;
        let contract = UNLISTED.to_lowercase();
        let returns = &mut fixture.node.returns;
        returns.insert((contract.clone(), "06fdde03"), text("\u{202e}Fake\u{200b}"));
        returns.insert((contract.clone(), "95d89b41"), text("FK"));
        returns.insert((contract, "313ce567"), format!("{:064x}", 18));
    }
    let data = approvals(&app).await;
    let approval = &data["approvals"][3];
    assert_eq!(
        json!([approval["name"], approval["ticker"], approval["amount"]["decimals"]]),
        json!(["Fake", "FK", 18])
    );
}

/// An index that lists logs of others, of no event, or of contracts that know nothing of them adds nothing.
#[tokio::test]
async fn false_rows_of_an_index_are_confirmed_away() {
    let app = App::new().await;
    let mut logs = rights(&app);
    let mut foreign = log(8, 17, LISTED, APPROVAL, &[OWN, SHOP]);
    foreign["topics"][1] = format!("0x{}", word(SHOP)).into();
    // A contract without the function, and an account without code.
    logs.extend([
        log(9, 18, SHOP, APPROVAL, &[OWN, CONTRACT]),
        log(10, 18, CONTRACT, APPROVAL, &[OWN, CONTRACT]),
        log(11, 18, LISTED, PERMIT2_APPROVAL, &[OWN, CONTRACT, SHOP]),
    ]);
    app.fixture().index.logs = logs;
    assert_eq!(approvals(&app).await["approvals"], expected());
    let rows = json!({ "status": "1", "message": "OK", "result": [foreign] }).to_string();
    app.fixture().index.instead_of.insert("getLogs", Reply::ok(rows));
    let data = approvals(&app).await;
    assert_eq!(json!([data["approvals"], data["source"]["partial"]]), json!([[], null]));
}

#[tokio::test]
async fn node_lists_what_no_index_lists() {
    for reply in [
        error_reply("Error! Missing Or invalid Action name"),
        error_reply("Max rate limit reached"),
        Reply::json(503, "{}"),
        Reply::ok("secret words"),
        Reply::Reset,
    ] {
        let app = App::new().await;
        let logs = rights(&app);
        app.fixture().index.instead_of.insert("getLogs", reply);
        let data = approvals(&app).await;
        assert_eq!(
            json!([data["approvals"], data["source"]["partial"]]),
            json!([[], ["approvals"]]),
            "neither lists logs"
        );
        app.fixture().node.logs = Some(logs.clone());
        let app = App::with("blockbook").await;
        rights(&app);
        app.fixture().node.logs = Some(logs);
        let data = approvals(&app).await;
        assert_eq!(data["approvals"].as_array().map(Vec::len), Some(4));
        assert_eq!(data["approvals"][0]["since"], json!({ "txid": id(7) }), "no time");
        assert_eq!(data["source"]["partial"], Value::Null);
    }
}

/// A node that limits the blocks of a request is read in windows; the page ends where the requests end.
#[tokio::test]
async fn node_is_read_in_windows() {
    let app = App::with("blockbook").await;
    let logs = rights(&app);
    let blocks = 150_000;
    {
        let mut fixture = app.fixture();
        fixture.node.logs = Some(logs);
        fixture.node.block = blocks;
        fixture.node.log_range = 10_000;
    }
    let mut path = format!("eth/approvals?address={OWN}");
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let response = app.get(&path).await;
        let data = response.data().clone();
        found.extend(data["approvals"].as_array().expect("a list").clone());
        pages += 1;
        let Some(cursor) = data["nextCursor"].as_str() else {
            assert_eq!(data["source"]["partial"], Value::Null);
            break;
        };
        assert_eq!(data["source"]["partial"], json!(["approvals"]), "a bound");
        path = format!("eth/approvals?address={OWN}&cursor={cursor}");
    }
    assert_eq!((found.len(), pages), (4, 3));
    // Without a window that the node accepts.
    app.fixture().node.log_range = 1;
    let data = approvals(&app).await;
    assert_eq!(
        json!([data["approvals"], data["source"]["partial"]]),
        json!([[], ["approvals"]])
    );
}

/// 2,500 logs of 1,250 rights are three pages of an index, whose rights add up to those in force.
#[tokio::test]
async fn pages_of_an_index_have_every_right_in_force() {
    let app = App::new().await;
    let spender = |number: usize| format!("0x{number:040x}");
    let mut logs = Vec::new();
    let mut in_force = BTreeMap::new();
    for index in 0..2500 {
        let number = index % 1250 + 1;
        logs.push(log(index, 10 + index / 3, LISTED, APPROVAL, &[OWN, &spender(number)]));
        let amount = if number % 3 == 0 { 0 } else { number as u128 };
        returns(&app, LISTED, ALLOWANCE, &[OWN, &spender(number)], &[amount]);
        in_force.insert(spender(number), amount.to_string());
    }
    in_force.retain(|_, amount| amount != "0");
    app.fixture().index.logs = logs;
    let mut path = format!("eth/approvals?address={OWN}");
    let mut found = BTreeMap::new();
    let mut since = HashMap::new();
    let mut pages = 0;
    loop {
        let data = app.get(&path).await.data().clone();
        assert_eq!(data["source"]["partial"], Value::Null);
        for approval in data["approvals"].as_array().expect("a list") {
            let text = |value: &Value| value.as_str().expect("a text").to_lowercase();
            found.insert(text(&approval["spender"]), text(&approval["amount"]["amount"]));
            since.insert(text(&approval["spender"]), approval["since"]["txid"].clone());
        }
        pages += 1;
        let Some(cursor) = data["nextCursor"].as_str() else {
            break;
        };
        path = format!("eth/approvals?address={OWN}&cursor={cursor}");
    }
    assert_eq!((found, pages), (in_force, 3));
    assert_eq!(since[&spender(1)], id(1250), "the last log");
}

/// Returns the requests to the index and to the node for a whole list of this number of rights of an unlisted token.
async fn requests_for(rights: usize) -> (usize, usize) {
    let app = App::new().await;
    let spender = |number: usize| format!("0x{:040x}", number + 1);
    let mut logs = Vec::new();
    for number in 0..rights {
        logs.push(log(number, 10 + number, UNLISTED, APPROVAL, &[OWN, &spender(number)]));
        returns(&app, UNLISTED, ALLOWANCE, &[OWN, &spender(number)], &[7]);
    }
    app.fixture().index.logs = logs;
    let (mut path, mut found) = (format!("eth/approvals?address={OWN}"), 0);
    loop {
        let data = app.get(&path).await.data().clone();
        found += data["approvals"].as_array().map_or(0, Vec::len);
        let Some(cursor) = data["nextCursor"].as_str() else {
            break;
        };
        path = format!("eth/approvals?address={OWN}&cursor={cursor}");
    }
    assert_eq!(found, rights);
    let requests = app.requests();
    let index = requests.iter().filter(|request| request.path.contains("getLogs"));
    let node = requests.iter().filter(|request| request.body.contains("eth_call"));
    (index.count(), node.count())
}

/// The numbers are in docs/performance.md.
#[tokio::test]
async fn requests_for_whole_lists() {
    assert_eq!(requests_for(1).await, (4, 2));
    assert_eq!(requests_for(50).await, (4, 2));
    assert_eq!(requests_for(1000).await, (8, 5));
}

/// The owner of a hostile token can log an approval of any owner. Such a token hides no right of another.
#[tokio::test]
async fn contract_that_uses_all_gas_hides_no_right() {
    let app = App::new().await;
    let mut logs = rights(&app);
    logs.push(log(20, 30, SHOP, APPROVAL, &[OWN, CONTRACT]));
    app.fixture().index.logs = logs;
    app.fixture().node.burner = Some(SHOP.to_lowercase());
    let data = approvals(&app).await;
    assert_eq!(data["approvals"], expected());
    assert_eq!(data["source"]["partial"], Value::Null);
}

#[tokio::test]
async fn failing_node_is_an_error_without_the_words_of_the_node() {
    for (reply, statuses) in [
        (Reply::json(503, "secret words"), [502, 503]),
        (Reply::Reset, [502, 503]),
        (Reply::ok("secret words"), [502, 503]),
    ] {
        let app = App::new().await;
        let logs = rights(&app);
        app.fixture().index.logs = logs;
        app.fixture().instead_of_node = Some(reply);
        let response = app.get(&format!("eth/approvals?address={OWN}")).await;
        assert!(statuses.contains(&response.status.as_u16()), "{}", response.text);
        assert!(!response.text.contains("secret"), "{}", response.text);
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected_without_requests() {
    let app = App::new().await;
    for list in ["approvals", "nfts"] {
        for (query, code, field) in [
            (String::new(), "invalid_request", "address"),
            ("address=".to_owned(), "invalid_address", "address"),
            (format!("address={}", &OWN[2..]), "invalid_address", "address"),
            (format!("address={OWN}&network=x"), "invalid_request", "network"),
            (format!("address={OWN}&cursor="), "invalid_request", "cursor"),
            (format!("address={OWN}&cursor=!"), "invalid_request", "cursor"),
            (
                format!("address={OWN}&cursor=AwAAAAAAAAPo"),
                "invalid_request",
                "cursor",
            ),
        ] {
            let response = app.get(&format!("eth/{list}?{query}")).await;
            response.assert_error(400, code, Some(field));
        }
        let path = format!("/address-info-eth-like/v1/api/eth/{list}?address={OWN}");
        let get = async |token: &str| call(&app.router, request(Method::GET, &path, token, None)).await;
        get("").await.assert_error(401, "unauthorized", None);
        let other = get(&tokens::token(&["register", "secret", "assets"])).await;
        other.assert_error(403, "insufficient_permission", None);
        let response = app.get(&format!("btc/{list}?address={OWN}")).await;
        response.assert_error(404, "chain_not_supported", None);
    }
    assert!(app.requests().is_empty());
}
