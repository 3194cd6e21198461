//! Transfers of non-fungible tokens in histories, from the lists of each kind of index and from calldata.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use super::index::error_reply;
use super::nfts::received;
use super::rows::{blockbook, id, sent, token, with};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Returns the actions of a transaction: kind, id, amount, sender and recipient.
fn actions(info: &Value, transaction: usize) -> Vec<Value> {
    let actions = info["transactions"][transaction]["actions"].as_array();
    let fields = |action: &Value| {
        let asset = &action["asset"];
        json!([
            asset["kind"],
            asset["id"],
            action["value"]["amount"],
            action["from"],
            action["to"]
        ])
    };
    actions.expect("a list").iter().map(fields).collect()
}

/// A received token, and a sent one beside three tokens of a second collection.
fn collection(app: &App) {
    let index = &mut app.fixture().index;
    index.transactions = vec![sent(3, 170, "0")];
    let way_out = json!({ "from": OWN.to_lowercase(), "to": SHOP.to_lowercase() });
    let single = [
        received(4, 171, CONTRACT, "499482"),
        with(received(3, 170, CONTRACT, "5"), &way_out),
    ];
    let several = with(received(3, 170, UNLISTED, "7"), &json!({ "tokenValue": "3" }));
    let zero = with(received(2, 160, UNLISTED, "7"), &json!({ "tokenValue": "0" }));
    index.optional.insert("tokennfttx", single.into());
    index.optional.insert("token1155tx", vec![several, zero]);
}

#[tokio::test]
async fn transfers_are_actions_and_move_no_coins() {
    for kind in ["etherscan", "blockscout"] {
        let app = App::with(kind).await;
        collection(&app);
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], Value::Null, "{kind}");
        let rows = info["transactions"].as_array().expect("a list");
        assert_eq!(rows.len(), 2, "a transfer of zero proves nothing");
        let summary = |row: &Value| {
            json!([
                row["direction"],
                row["net"]["amount"],
                row["value"]["amount"],
                row["flags"]
            ])
        };
        assert_eq!(summary(&rows[0]), json!(["in", "0", "0", ["unlisted-token"]]));
        assert_eq!(summary(&rows[1]), json!(["out", "-147000", "0", ["unlisted-token"]]));
        let expected = json!({
            "asset": { "kind": "erc721", "chain": "eth", "contract": CONTRACT, "id": "499482" },
            "value": { "amount": "1", "decimals": 0 }, "from": SHOP, "to": OWN, "unlisted": true,
            "name": "CryptoKitties", "ticker": "CK", "decimals": 0,
        });
        assert_eq!(rows[0]["actions"], json!([expected]));
        app.fixture()
            .listed_collections
            .push(CONTRACT.parse().expect("an address"));
        let listed = app.info().await;
        let expected = json!({
            "asset": expected["asset"], "value": expected["value"], "from": SHOP, "to": OWN,
        });
        assert_eq!(
            listed["transactions"][0]["actions"],
            json!([expected]),
            "{kind}, a listed collection"
        );
        assert_eq!(listed["transactions"][0]["flags"], Value::Null);
        let expected = [
            json!(["erc721", "5", "1", OWN, SHOP]),
            json!(["erc1155", "7", "3", SHOP, OWN]),
        ];
        assert_eq!(actions(&info, 1), expected);
    }
}

#[tokio::test]
async fn list_that_an_index_lacks_is_partial_and_requested_once() {
    for text in ["Error! Missing Or invalid Action name", "Unknown action"] {
        let app = App::with("blockscout").await;
        collection(&app);
        app.fixture().index.instead_of.insert("token1155tx", error_reply(text));
        for _ in 0..3 {
            let info = app.info().await;
            assert_eq!(info["source"]["partial"], json!(["nft-transfers"]), "{text}");
            assert_eq!(actions(&info, 0), [json!(["erc721", "499482", "1", SHOP, OWN])]);
        }
        let requests = app.optional_paths();
        let count = |action: &str| requests.iter().filter(|path| path.contains(action)).count();
        assert_eq!((count("token1155tx"), count("tokennfttx")), (1, 3), "{text}");
    }
}

/// The rest of the history is complete.
#[tokio::test(start_paused = true)]
async fn failing_lists_are_partial_only() {
    for reply in [
        Reply::json(429, "{}"),
        Reply::json(503, "{}"),
        Reply::Reset,
        Reply::Hang,
        Reply::ok("secret words"),
        error_reply("Max daily rate limit reached"),
        error_reply("Invalid API Key"),
    ] {
        let app = App::new().await;
        collection(&app);
        for action in ["tokennfttx", "token1155tx"] {
            app.fixture().index.instead_of.insert(action, reply.clone());
        }
        for _ in 0..2 {
            let info = app.info().await;
            let shown = (
                &info["source"]["partial"],
                info["transactions"].as_array().map(Vec::len),
            );
            assert_eq!(shown, (&json!(["nft-transfers"]), Some(1)), "{reply:?}");
        }
    }
}

/// Rows of `tokentx` as versions of Blockscout write each standard (`prepare_token_transfer` in
/// `block_scout_web/views/api/rpc/address_view.ex` of blockscout/blockscout).
#[tokio::test]
async fn tokens_in_the_list_of_all_tokens_are_listed_once() {
    let app = App::with("blockscout").await;
    let single = received(3, 172, CONTRACT, "5");
    let several = with(received(2, 171, CONTRACT, "6"), &json!({ "tokenValue": "4" }));
    {
        let index = &mut app.fixture().index;
        index.tokens = vec![single.clone(), several, token(1, 170, LISTED, "9")];
        index.optional.insert("tokennfttx", vec![single]);
    }
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], Value::Null);
    assert_eq!(actions(&info, 0), [json!(["erc721", "5", "1", SHOP, OWN])]);
    assert_eq!(actions(&info, 1), [json!(["erc1155", "6", "4", SHOP, OWN])]);
    let mixed = with(token(4, 173, UNLISTED, "1"), &json!({ "tokenID": "77" }));
    app.fixture().index.tokens.insert(0, mixed);
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["nft-transfers"]), "ERC-404");
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(3));
}

/// Blockbook writes the id of an ERC-721 token as `value` (`getEthereumTokensTransfers` in `api/worker.go` of
/// trezor/blockbook).
#[tokio::test]
async fn transfers_of_blockbook_are_actions() {
    let transfer = |standard: &str, to: &str, fields: &Value| {
        let row = json!({ "standard": standard, "from": SHOP, "to": to, "contract": UNLISTED, "name": "Editions" });
        with(row, fields)
    };
    let tokens = json!([{ "id": "8", "value": "2" }, { "id": "9", "value": "0" }, { "id": "10", "value": "1" }]);
    let tokens = json!({ "multiTokenValues": tokens });
    let app = App::with("blockbook").await;
    let transfers = [
        transfer("ERC721", OWN, &json!({ "value": "7" })),
        transfer("BEP1155", OWN, &tokens),
        transfer("ERC721", CONTRACT, &json!({ "value": "9" })),
        transfer("ERC404", CONTRACT, &json!({ "value": "9" })),
    ];
    app.fixture().index.blockbook = vec![with(blockbook(1, 170, "0"), &json!({ "tokenTransfers": transfers }))];
    let info = app.info().await;
    let expected = [
        json!(["erc721", "7", "1", SHOP, OWN]),
        json!(["erc1155", "8", "2", SHOP, OWN]),
        json!(["erc1155", "10", "1", SHOP, OWN]),
    ];
    assert_eq!(actions(&info, 0), expected);
    assert_eq!(info["source"]["partial"], Value::Null);
    for unknown in [
        transfer("ERC404", OWN, &json!({ "value": "9" })),
        transfer("ERC1155", OWN, &json!({})),
    ] {
        let row = with(blockbook(1, 170, "0"), &json!({ "tokenTransfers": [unknown] }));
        app.fixture().index.blockbook = vec![row];
        let info = app.info().await;
        assert_eq!(info["source"]["partial"], json!(["nft-transfers"]));
    }
}

/// `transferFrom` is a function of ERC-20 as well, so that the number may be an amount.
#[tokio::test]
async fn calldata_of_pending_transactions_names_transfers() {
    let word = |address: &str| format!("{:0>64}", address[2..].to_lowercase());
    let parties = format!("{}{}", word(OWN), word(SHOP));
    for (input, expected) in [
        (
            format!("0x42842e0e{parties}{:064x}", 7),
            vec![json!(["erc721", "7", "1", OWN, SHOP])],
        ),
        (
            format!("0xf242432a{parties}{:064x}{:064x}{:064x}{:064x}", 8, 3, 160, 0),
            vec![json!(["erc1155", "8", "3", OWN, SHOP])],
        ),
        (format!("0x23b872dd{parties}{:064x}", 7), Vec::new()),
    ] {
        let app = App::new().await;
        {
            let node = &mut app.fixture().node;
            node.coin = 1_000_000;
            node.counts = (7, 8);
            let row = json!({ "from": OWN.to_lowercase(), "gas": "0x5208", "gasPrice": "0xa", "hash": id(1),
                "input": input, "nonce": "0x7", "to": UNLISTED, "value": "0x0", "type": "0x0", "chainId": "0x1",
                "v": "0x26", "r": "0x1", "s": "0x1" });
            node.pool = Some(json!({ "pending": { "7": row }, "queued": {} }));
        }
        let info = app.info().await;
        assert_eq!(info["transactions"][0]["status"], "pending");
        assert_eq!(actions(&info, 0), expected, "{input}");
        assert_eq!(info["source"]["partial"], Value::Null);
    }
}

/// Returns the requests to the index and to the node for the whole history of this number of received tokens.
async fn requests_for(tokens: usize) -> (usize, usize) {
    let app = App::new().await;
    let rows = (0..tokens)
        .rev()
        .map(|index| received(index, 100 + index, CONTRACT, &index.to_string()));
    app.fixture().index.optional.insert("tokennfttx", rows.collect());
    let (mut path, mut found) = (format!("eth?address={OWN}&limit=200"), 0);
    loop {
        let data = app.get(&path).await.data().clone();
        assert_eq!(data["source"]["partial"], Value::Null);
        found += data["transactions"].as_array().map_or(0, Vec::len);
        let Some(cursor) = data["nextCursor"].as_str() else {
            break;
        };
        path = format!("eth?address={OWN}&limit=200&cursor={cursor}");
    }
    assert_eq!(found, tokens);
    let requests = app.requests();
    let index = requests
        .iter()
        .filter(|request| request.path.contains("module=account"));
    let node = requests.iter().filter(|request| request.body.contains("eth_call"));
    (index.count(), node.count())
}

/// The numbers are in docs/performance.md.
#[tokio::test]
async fn requests_for_whole_histories() {
    assert_eq!(requests_for(1).await, (7, 1));
    assert_eq!(requests_for(50).await, (7, 1));
    assert_eq!(requests_for(1000).await, (27, 5));
}
