//! Changes of holdings that the history omits, and that the index lists.

use super::App;
use super::fixture::{CONTRACT, OWN, SHOP};
use super::index::error_reply;
use super::rows::sent;
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Rows of the lists in the formats of Etherscan's documentation of the endpoints
/// (<https://docs.etherscan.io/api-endpoints/accounts>).
fn rows() -> [(&'static str, &'static str, Value); 2] {
    let withdrawal = json!({
        "withdrawalIndex": "14", "validatorIndex": "119023", "address": OWN.to_lowercase(), "amount": "3402931175",
        "blockNumber": "17034877", "timestamp": "1681338599",
    });
    let block = json!({ "blockNumber": "3462296", "timeStamp": "1491118514", "blockReward": "5194770940000000000" });
    [
        ("txsBeaconWithdrawal", "withdrawals", withdrawal),
        ("getminedblocks", "block-rewards", block),
    ]
}

/// Returns the requests of a single row, sorted.
fn checks(app: &App) -> Vec<String> {
    let paths = app.optional_paths().into_iter();
    paths.filter(|path| path.contains("offset=1&")).collect()
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
        fixture.index.optional = rows().map(|(action, _, row)| (action, vec![row])).into();
    }
    let response = app.get(&format!("eth?address={OWN}&limit=1")).await;
    let cursor = response.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    for _ in 0..3 {
        let response = app.get(&format!("eth?address={OWN}&cursor={cursor}")).await;
        assert_eq!(
            response.data()["source"]["partial"],
            json!(["withdrawals", "block-rewards"]),
            "next page"
        );
        app.info().await;
    }
    let action = |name: &str| {
        format!(
            "/v2/api?chainid=1&module=account&action={name}&address={OWN}&page=1&offset=1&sort=desc&blocktype=blocks"
        )
    };
    let expected = ["getminedblocks", "txsBeaconWithdrawal"].map(action);
    assert_eq!(checks(&app), expected);
    // A different address is unknown.
    app.get(&format!("eth?address={SHOP}")).await.data();
    assert_eq!(checks(&app).len(), 4);
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
        assert_eq!(checks(&app).len(), 2, "{text}");
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
