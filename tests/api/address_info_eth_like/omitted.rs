//! Changes of holdings that the history omits, and that the index lists.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use super::index::error_reply;
use super::rows::{blockbook, id, sent, token, with};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Rows of the lists in the formats of Etherscan's documentation of its endpoints
/// (<https://docs.etherscan.io/api-endpoints/accounts>).
fn rows() -> [(&'static str, &'static str, Value); 4] {
    let nft = json!({
        "blockNumber": "4708120", "timeStamp": "1512907118", "hash": id(9), "nonce": "0", "from": SHOP.to_lowercase(),
        "contractAddress": CONTRACT.to_lowercase(), "to": OWN.to_lowercase(), "tokenID": "202106",
        "tokenName": "secret words", "tokenSymbol": "CK", "tokenDecimal": "0", "transactionIndex": "81",
    });
    let withdrawal = json!({
        "withdrawalIndex": "14", "validatorIndex": "119023", "address": OWN.to_lowercase(), "amount": "3402931175",
        "blockNumber": "17034877", "timestamp": "1681338599",
    });
    let block = json!({ "blockNumber": "3462296", "timeStamp": "1491118514", "blockReward": "5194770940000000000" });
    [
        ("tokennfttx", "nft-transfers", nft.clone()),
        ("token1155tx", "nft-transfers", with(nft, &json!({ "tokenValue": "1" }))),
        ("txsBeaconWithdrawal", "withdrawals", withdrawal),
        ("getminedblocks", "block-rewards", block),
    ]
}

#[tokio::test(start_paused = true)]
async fn omitted_changes_that_the_index_lists_are_disclosed() {
    for (action, name, row) in rows() {
        let app = App::new().await;
        app.fixture().index.transactions = vec![sent(1, 170, "5")];
        app.fixture().index.optional.insert(action, vec![row]);
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!([name]), "{action}");
        assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test(start_paused = true)]
async fn lists_are_requested_once_for_an_address() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.index.transactions = vec![sent(2, 171, "5"), sent(1, 170, "5")];
        fixture.index.optional = rows()
            .into_iter()
            .take(2)
            .map(|(action, _, row)| (action, vec![row]))
            .collect();
    }
    let response = app.get(&format!("eth?address={OWN}&limit=1")).await;
    let cursor = response.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    for _ in 0..3 {
        let response = app.get(&format!("eth?address={OWN}&cursor={cursor}")).await;
        assert_eq!(
            response.data()["source"]["partial"],
            json!(["nft-transfers"]),
            "next page"
        );
        app.info().await;
    }
    let action = |name: &str| {
        format!(
            "/v2/api?chainid=1&module=account&action={name}&address={OWN}&page=1&offset=1&sort=desc&blocktype=blocks"
        )
    };
    let expected = ["getminedblocks", "token1155tx", "tokennfttx", "txsBeaconWithdrawal"].map(action);
    assert_eq!(app.optional_paths(), expected);
    // Another address is unknown.
    app.get(&format!("eth?address={SHOP}")).await.data();
    assert_eq!(app.optional_paths().len(), 8);
}

#[tokio::test(start_paused = true)]
async fn unsupported_lists_are_remembered_for_all_addresses() {
    for text in ["Error! Missing Or invalid Action name", "Unknown action"] {
        let app = App::with("blockscout").await;
        for (action, ..) in rows() {
            app.fixture().index.instead_of.insert(action, error_reply(text));
        }
        for address in [OWN, SHOP, CONTRACT] {
            let response = app.get(&format!("eth?address={address}")).await;
            assert_eq!(response.data()["source"]["partial"], Value::Null, "{text}");
        }
        assert_eq!(app.optional_paths().len(), 4, "{text}");
    }
}

/// Neither the history of this address nor that of others is affected.
#[tokio::test(start_paused = true)]
async fn failing_lists_have_no_effect() {
    for reply in [
        Reply::json(429, "{}"),
        Reply::json(503, "{}"),
        Reply::Reset,
        Reply::Hang,
        Reply::ok("secret words"),
        error_reply("Max rate limit reached"),
        error_reply("Max daily rate limit reached"),
        error_reply("Invalid API Key"),
    ] {
        let app = App::new().await;
        app.fixture().index.transactions = vec![sent(1, 170, "5")];
        for (action, ..) in rows() {
            app.fixture().index.instead_of.insert(action, reply.clone());
        }
        for _ in 0..3 {
            let info = app.info().await;
            assert_eq!(
                (
                    &info["source"]["partial"],
                    info["transactions"].as_array().map(Vec::len)
                ),
                (&Value::Null, Some(1)),
                "{reply:?}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn non_fungible_tokens_in_the_list_of_tokens_are_disclosed() {
    let app = App::with("blockscout").await;
    app.fixture().index.tokens = vec![
        token(2, 171, LISTED, "9"),
        with(token(1, 170, UNLISTED, "1"), &json!({ "tokenID": "77" })),
    ];
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["nft-transfers"]));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn non_fungible_tokens_of_blockbook_are_disclosed() {
    let transfer = |to: &str| json!({ "type": "ERC721", "standard": "ERC721", "from": SHOP, "to": to, "contract": UNLISTED, "value": "1" });
    for (to, partial) in [(OWN, json!(["nft-transfers"])), (CONTRACT, Value::Null)] {
        let app = App::with("blockbook").await;
        let row = with(blockbook(1, 170, "5"), &json!({ "tokenTransfers": [transfer(to)] }));
        app.fixture().index.blockbook = vec![row];
        assert_eq!(app.info().await["source"]["partial"], partial, "{to}");
    }
}
