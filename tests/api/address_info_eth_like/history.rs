//! Balances and transactions as they are told.

use super::App;
use super::rows::{id, internal, sent, token, with};
use super::world::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use serde_json::{Value, json};

fn coins(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 18 })
}

fn coin() -> Value {
    json!({ "kind": "coin", "chain": "eth" })
}

fn erc20(contract: &str) -> Value {
    json!({ "kind": "erc20", "chain": "eth", "contract": contract })
}

#[tokio::test]
async fn an_address_never_used_lists_the_coin_and_no_transactions() {
    let app = App::new().await;
    for slash in ["", "/"] {
        let answer = app.get(&format!("eth{slash}?address={OWN}")).await;
        let expected = json!({
            "address": OWN,
            "chain": "eth",
            "balances": [{ "asset": coin(), "balance": coins("0") }],
            "transactions": [],
            "source": { "upstream": "jsonrpc", "block": "800" },
        });
        assert_eq!(*answer.data(), expected);
    }
}

#[tokio::test]
async fn the_coin_and_the_listed_tokens_it_holds_are_told() {
    let app = App::new().await;
    {
        let mut world = app.world();
        world.node.coin = 5;
        let more = [UNLISTED, CONTRACT].map(|contract| wallet_eth_like::Erc20Token {
            contract: contract.parse().expect("an address"),
            decimals: 0,
        });
        world.listed.extend(more);
        // The last of the three tells no balance.
        world.node.tokens = [(LISTED, 7), (UNLISTED, 0)]
            .map(|(contract, amount)| (contract.to_lowercase(), amount))
            .into();
    }
    let expected = json!([
        { "asset": coin(), "balance": coins("5") },
        { "asset": erc20(LISTED), "balance": { "amount": "7", "decimals": 6 } },
    ]);
    assert_eq!(app.info().await["balances"], expected);
}

#[tokio::test]
async fn a_payment_is_told_with_every_field_of_the_specification() {
    let app = App::new().await;
    app.world().index.transactions = vec![sent(1, 170, "5")];
    let expected = json!([{
        "txid": id(1),
        "block": "170",
        "date": 1_700_000_170,
        "fee": coins("147000"),
        "value": coins("5"),
        "from": OWN,
        "to": SHOP,
        "status": "confirmed",
        "actions": [{ "asset": coin(), "value": coins("5"), "from": OWN, "to": SHOP }],
    }]);
    assert_eq!(app.info().await["transactions"], expected);
}

#[tokio::test]
async fn what_three_lists_say_of_one_transaction_becomes_one() {
    let app = App::new().await;
    {
        let index = &mut app.world().index;
        index.transactions = vec![with(sent(1, 170, "5"), &json!({ "to": CONTRACT }))];
        index.internal = vec![internal(1, 170, "2"), internal(1, 170, "3")];
        index.tokens = vec![token(1, 170, LISTED, "9"), token(1, 170, UNLISTED, "10")];
    }
    let info = app.info().await;
    let transactions = info["transactions"].as_array().expect("a list");
    assert_eq!(transactions.len(), 1);
    let expected = json!([
        { "asset": coin(), "value": coins("5"), "from": OWN, "to": CONTRACT },
        { "asset": coin(), "value": coins("2"), "from": CONTRACT, "to": OWN },
        { "asset": coin(), "value": coins("3"), "from": CONTRACT, "to": OWN },
        { "asset": erc20(LISTED), "value": { "amount": "9", "decimals": 6 }, "from": SHOP, "to": OWN },
        { "asset": erc20(UNLISTED), "value": { "amount": "10", "decimals": 8 }, "from": SHOP, "to": OWN },
    ]);
    assert_eq!(transactions[0]["actions"], expected);
}

#[tokio::test]
async fn a_transaction_of_others_is_told_by_its_effects() {
    let app = App::new().await;
    {
        let index = &mut app.world().index;
        index.internal = vec![internal(2, 171, "2")];
        index.tokens = vec![token(1, 170, LISTED, "9")];
    }
    let info = app.info().await;
    let shown = |at: usize| {
        let told = &info["transactions"][at];
        json!([
            told["txid"],
            told["from"],
            told["to"],
            told["value"]["amount"],
            told["fee"]["amount"],
            told["status"]
        ])
    };
    assert_eq!(shown(0), json!([id(2), CONTRACT, OWN, "2", "0", "confirmed"]));
    assert_eq!(shown(1), json!([id(1), SHOP, OWN, "0", "350000", "confirmed"]));
}

#[tokio::test]
async fn a_failed_one_is_rejected_and_paid_its_fee() {
    for failure in [
        json!({ "isError": "1", "txreceipt_status": "0" }),
        json!({ "txreceipt_status": "0" }),
    ] {
        let app = App::new().await;
        app.world().index.transactions = vec![with(sent(1, 170, "5"), &failure)];
        let info = app.info().await;
        let told = &info["transactions"][0];
        assert_eq!((&told["status"], &told["actions"]), (&json!("rejected"), &json!([])));
        assert_eq!((&told["value"], &told["fee"]), (&coins("0"), &coins("147000")));
    }
}

#[tokio::test]
async fn a_new_contract_is_the_recipient() {
    let app = App::new().await;
    let creation = json!({ "to": "", "contractAddress": CONTRACT.to_lowercase() });
    app.world().index.transactions = vec![with(sent(1, 170, "0"), &creation)];
    assert_eq!(app.info().await["transactions"][0]["to"], CONTRACT);
}

#[tokio::test]
async fn what_is_not_worth_telling_is_left_out() {
    let app = App::new().await;
    {
        let index = &mut app.world().index;
        index.internal = vec![
            internal(1, 175, "0"),
            with(internal(2, 174, "5"), &json!({ "type": "delegatecall" })),
            with(internal(3, 173, "5"), &json!({ "callType": "staticcall" })),
            with(internal(4, 172, "5"), &json!({ "isError": "1" })),
        ];
        let mut of_a_kind = with(token(6, 170, UNLISTED, "1"), &json!({ "tokenID": "77" }));
        index.tokens = vec![token(5, 171, LISTED, "0"), of_a_kind.clone()];
        of_a_kind["hash"] = json!(id(7));
        of_a_kind.as_object_mut().expect("an object").remove("value");
        index.tokens.push(of_a_kind);
    }
    assert_eq!(app.info().await["transactions"], json!([]));
}

#[tokio::test]
async fn the_fee_of_a_rollup_counts_where_it_is_told() {
    let app = App::new().await;
    let fields = json!({ "L1FeesPaid": "1000" });
    app.world().index.transactions = vec![with(sent(1, 170, "5"), &fields)];
    assert_eq!(app.info().await["transactions"][0]["fee"], coins("148000"));
}

#[tokio::test]
async fn the_address_is_told_as_asked_and_others_with_their_checksum() {
    let app = App::new().await;
    app.world().index.transactions = vec![sent(1, 170, "5")];
    for asked in [OWN.to_owned(), OWN.to_lowercase(), OWN.replace("0x", "").to_uppercase()] {
        let answer = app.get(&format!("eth?address={asked}")).await;
        let data = answer.data();
        assert_eq!(data["address"], asked);
        let told = &data["transactions"][0];
        assert_eq!((&told["from"], &told["to"]), (&json!(asked), &json!(SHOP)));
    }
}

#[tokio::test]
async fn no_text_of_the_upstream_gets_into_an_answer() {
    let app = App::new().await;
    {
        let index = &mut app.world().index;
        index.transactions = vec![sent(1, 170, "5")];
        let decimals = json!({ "tokenDecimal": "255" });
        index.tokens = vec![with(token(1, 170, UNLISTED, "9"), &decimals)];
    }
    let text = app.info().await.to_string();
    assert!(
        !text.contains("secret words") && !text.contains("script") && !text.contains("255"),
        "{text}"
    );
}
