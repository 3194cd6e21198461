//! Non-fungible tokens: found in the lists of an index, and confirmed by the contracts.

use super::App;
use super::fixture::{CONTRACT, OWN, SHOP, UNLISTED};
use super::index::error_reply;
use super::rows::{id, with};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Functions `ownerOf(uint256)`, `tokenURI(uint256)`, `balanceOf(address,uint256)`, `uri(uint256)` and `name()`.
const OWNER_OF: &str = "6352211e";
const TOKEN_URI: &str = "c87b56dd";
const BALANCE_OF: &str = "00fdd58e";
const URI: &str = "0e89341c";

/// Returns a row of `tokennfttx` as in the recorded list of an address with `CryptoKitties`
/// (pcko1/etherscan-python, `get_erc721_token_transfer_events_by_address`).
pub fn received(salt: usize, block: usize, contract: &str, token: &str) -> Value {
    json!({
        "blockNumber": block.to_string(), "timeStamp": "1545241494", "hash": id(salt), "nonce": "356",
        "blockHash": id(block), "from": SHOP.to_lowercase(), "contractAddress": contract.to_lowercase(),
        "to": OWN.to_lowercase(), "tokenID": token, "tokenName": "CryptoKitties", "tokenSymbol": "CK",
        "tokenDecimal": "0", "transactionIndex": "144", "gas": "109165", "gasPrice": "2100000000", "gasUsed": "36389",
        "cumulativeGasUsed": "7894976", "input": "deprecated", "confirmations": "4228978",
    })
}

fn word(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

fn text(text: &str) -> String {
    let padded = text.len().next_multiple_of(32) * 2;
    format!("{:064x}{:064x}{:0<padded$}", 32, text.len(), hex::encode(text))
}

fn returns(app: &App, contract: &str, calldata: &str, data: String) {
    let key = (contract.to_lowercase(), calldata.to_owned());
    app.fixture().node.calls.insert(key, data);
}

async fn nfts(app: &App) -> Value {
    app.get(&format!("eth/nfts?address={OWN}")).await.data().clone()
}

/// Two tokens that are owned, one that was sent on, and one that the contract does not know.
fn collection(app: &App) {
    let number = |id: u64| format!("{id:064x}");
    returns(app, CONTRACT, &format!("{OWNER_OF}{}", number(499_482)), word(OWN));
    returns(app, CONTRACT, &format!("{OWNER_OF}{}", number(5)), word(SHOP));
    returns(
        app,
        CONTRACT,
        &format!("{TOKEN_URI}{}", number(499_482)),
        text("ipfs://a\u{202e}<b>\"{id}"),
    );
    returns(app, CONTRACT, "06fdde03", text("Crypto\u{200b}Kitties"));
    returns(
        app,
        UNLISTED,
        &format!("{BALANCE_OF}{}{}", word(OWN), number(7)),
        number(3),
    );
    returns(app, UNLISTED, &format!("{URI}{}", number(7)), text(&"u".repeat(2000)));
    let index = &mut app.fixture().index;
    index.optional.insert(
        "tokennfttx",
        vec![
            received(4, 13, CONTRACT, "9"),
            received(3, 12, CONTRACT, "5"),
            received(2, 11, CONTRACT, "499482"),
            // The way out and back.
            with(
                received(2, 10, CONTRACT, "499482"),
                &json!({ "to": SHOP.to_lowercase() }),
            ),
            received(1, 9, CONTRACT, "499482"),
        ],
    );
    index.optional.insert(
        "token1155tx",
        vec![with(received(6, 12, UNLISTED, "7"), &json!({ "tokenValue": "8" }))],
    );
}

#[tokio::test]
async fn owned_tokens_are_listed_with_their_texts() {
    for kind in ["etherscan", "blockscout"] {
        let app = App::with(kind).await;
        collection(&app);
        let data = nfts(&app).await;
        let expected = json!([
            { "kind": "erc1155", "contract": UNLISTED, "id": "7", "amount": "3", "unlisted": true,
              "flags": ["unlisted-token"] },
            { "kind": "erc721", "contract": CONTRACT, "id": "499482", "amount": "1", "collection": "CryptoKitties",
              "tokenUri": "ipfs://a\u{202e}<b>\"{id}", "unlisted": true, "flags": ["unlisted-token"] },
        ]);
        assert_eq!(data["nfts"], expected, "{kind}");
        assert_eq!(data["nextCursor"], Value::Null);
        assert_eq!(data["source"], json!({ "upstream": "jsonrpc", "block": "800" }));
    }
}

#[tokio::test]
async fn listed_collection_is_not_flagged() {
    let app = App::new().await;
    collection(&app);
    app.fixture()
        .listed_collections
        .push(CONTRACT.parse().expect("an address"));
    let data = nfts(&app).await;
    let flags = [0, 1].map(|row| json!([data["nfts"][row]["unlisted"], data["nfts"][row]["flags"]]));
    assert_eq!(flags, [json!([true, ["unlisted-token"]]), json!([false, []])]);
    app.fixture().lacks_list = true;
    let data = nfts(&app).await;
    assert_eq!(
        json!([data["nfts"][1]["unlisted"], data["source"]["partial"]]),
        json!([true, ["assets"]])
    );
}

#[tokio::test]
async fn list_that_an_index_lacks_is_partial() {
    for (kind, reply) in [
        ("etherscan", error_reply("Error! Missing Or invalid Action name")),
        ("blockscout", error_reply("Unknown action")),
        ("etherscan", Reply::json(503, "{}")),
        ("etherscan", Reply::ok("secret words")),
    ] {
        let app = App::with(kind).await;
        collection(&app);
        app.fixture().index.instead_of.insert("token1155tx", reply);
        let data = nfts(&app).await;
        assert_eq!(
            json!([data["nfts"][0]["id"], data["source"]["partial"]]),
            json!(["499482", ["nfts"]])
        );
    }
    let app = App::new().await;
    collection(&app);
    for action in ["tokennfttx", "token1155tx"] {
        app.fixture()
            .index
            .instead_of
            .insert(action, error_reply("Invalid API Key"));
    }
    let data = nfts(&app).await;
    assert_eq!(json!([data["nfts"], data["source"]["partial"]]), json!([[], ["nfts"]]));
    let app = App::with("blockbook").await;
    assert_eq!(nfts(&app).await["source"]["partial"], json!(["nfts"]));
}

/// 1,500 received tokens are read in pages of at most 200 different ones.
#[tokio::test]
async fn pages_have_every_token() {
    let app = App::new().await;
    let rows = (0..1500)
        .rev()
        .map(|index| received(index, 100 + index / 2, CONTRACT, &index.to_string()));
    let rows: Vec<_> = rows.collect();
    for index in (0..1500_u64).filter(|index| index % 5 == 0) {
        returns(&app, CONTRACT, &format!("{OWNER_OF}{index:064x}"), word(OWN));
    }
    app.fixture().index.optional.insert("tokennfttx", rows);
    let mut path = format!("eth/nfts?address={OWN}");
    let mut found = Vec::new();
    loop {
        let data = app.get(&path).await.data().clone();
        assert_eq!(data["source"]["partial"], Value::Null);
        let ids = data["nfts"].as_array().expect("a list").iter();
        let ids: Vec<u64> = ids
            .map(|nft| nft["id"].as_str().and_then(|id| id.parse().ok()).expect("an id"))
            .collect();
        assert!(ids.len() <= 200);
        found.extend(ids);
        let Some(cursor) = data["nextCursor"].as_str() else {
            break;
        };
        path = format!("eth/nfts?address={OWN}&cursor={cursor}");
    }
    let expected: Vec<_> = (0..1500_u64).rev().filter(|index| index % 5 == 0).collect();
    assert_eq!(found, expected);
}

/// Returns the requests to the index and to the node for a whole list of this number of owned tokens.
async fn requests_for(tokens: usize) -> (usize, usize) {
    let app = App::new().await;
    let rows = (0..tokens)
        .rev()
        .map(|index| received(index, 100 + index, CONTRACT, &index.to_string()));
    let rows: Vec<_> = rows.collect();
    for index in 0..tokens {
        returns(&app, CONTRACT, &format!("{OWNER_OF}{index:064x}"), word(OWN));
    }
    app.fixture().index.optional.insert("tokennfttx", rows);
    let (mut path, mut found) = (format!("eth/nfts?address={OWN}"), 0);
    loop {
        let data = app.get(&path).await.data().clone();
        found += data["nfts"].as_array().map_or(0, Vec::len);
        let Some(cursor) = data["nextCursor"].as_str() else {
            break;
        };
        path = format!("eth/nfts?address={OWN}&cursor={cursor}");
    }
    assert_eq!(found, tokens);
    let requests = app.requests();
    let index = requests.iter().filter(|request| request.path.contains("token"));
    let node = requests.iter().filter(|request| request.body.contains("eth_call"));
    (index.count(), node.count())
}

/// The numbers are in docs/performance.md.
#[tokio::test]
async fn requests_for_whole_lists() {
    assert_eq!(requests_for(1).await, (2, 2));
    assert_eq!(requests_for(50).await, (2, 2));
    assert_eq!(requests_for(1000).await, (10, 10));
}
