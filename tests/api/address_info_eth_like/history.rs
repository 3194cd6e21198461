//! Balances and transactions in responses.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP, UNLISTED};
use super::rows::{id, internal, sent, token, with};
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
async fn unused_address_lists_the_coin_and_no_transactions() {
    let app = App::new().await;
    for slash in ["", "/"] {
        let response = app.get(&format!("eth{slash}?address={OWN}")).await;
        let expected = json!({
            "address": OWN,
            "chain": "eth",
            "balances": [{ "asset": coin(), "balance": coins("0"), "spendable": coins("0") }],
            "transactions": [],
            "source": { "upstream": "jsonrpc", "block": "800" },
        });
        assert_eq!(*response.data(), expected);
    }
}

#[tokio::test]
async fn coin_and_held_listed_tokens_are_returned() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.node.coin = 5;
        let more = [UNLISTED, CONTRACT].map(|contract| wallet_eth_like::Erc20Token {
            contract: contract.parse().expect("an address"),
            decimals: 0,
        });
        fixture.listed.extend(more);
        // The last of the three contracts returns no balance.
        fixture.node.tokens = [(LISTED, 7), (UNLISTED, 0)]
            .map(|(contract, amount)| (contract.to_lowercase(), amount))
            .into();
    }
    let expected = json!([
        { "asset": coin(), "balance": coins("5"), "spendable": coins("5") },
        {
            "asset": erc20(LISTED),
            "balance": { "amount": "7", "decimals": 6 },
            "spendable": { "amount": "7", "decimals": 6 },
        },
    ]);
    assert_eq!(app.info().await["balances"], expected);
}

#[tokio::test]
async fn payment_has_every_specified_field() {
    let app = App::new().await;
    app.fixture().index.transactions = vec![sent(1, 170, "5")];
    let expected = json!([{
        "txid": id(1),
        "block": "170",
        "date": 1_700_000_170,
        "fee": coins("147000"),
        "value": coins("5"),
        "net": coins("-147005"),
        "direction": "out",
        "confirmations": 631,
        "from": OWN,
        "to": SHOP,
        "status": "confirmed",
        "actions": [{ "asset": coin(), "value": coins("5"), "from": OWN, "to": SHOP }],
    }]);
    assert_eq!(app.info().await["transactions"], expected);
}

#[tokio::test]
async fn rows_of_three_lists_are_merged_into_one_transaction() {
    let app = App::new().await;
    {
        let index = &mut app.fixture().index;
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
        { "asset": erc20(UNLISTED), "value": { "amount": "10", "decimals": 8 }, "from": SHOP, "to": OWN,
            "unlisted": true, "name": "secret words", "ticker": "<script>", "decimals": 8 },
    ]);
    assert_eq!(transactions[0]["actions"], expected);
    assert_eq!(transactions[0]["flags"], json!(["unlisted-token"]));
}

#[tokio::test]
async fn foreign_transaction_is_described_by_its_effects() {
    let app = App::new().await;
    {
        let index = &mut app.fixture().index;
        index.internal = vec![internal(2, 171, "2")];
        index.tokens = vec![token(1, 170, LISTED, "9")];
    }
    let info = app.info().await;
    let shown = |at: usize| {
        let transaction = &info["transactions"][at];
        json!([
            transaction["txid"],
            transaction["from"],
            transaction["to"],
            transaction["value"]["amount"],
            transaction["fee"]["amount"],
            transaction["status"]
        ])
    };
    assert_eq!(shown(0), json!([id(2), CONTRACT, OWN, "2", "0", "confirmed"]));
    assert_eq!(shown(1), json!([id(1), SHOP, OWN, "0", "350000", "confirmed"]));
}

#[tokio::test]
async fn failed_transaction_is_rejected_with_its_fee() {
    for failure in [
        json!({ "isError": "1", "txreceipt_status": "0" }),
        json!({ "txreceipt_status": "0" }),
    ] {
        let app = App::new().await;
        app.fixture().index.transactions = vec![with(sent(1, 170, "5"), &failure)];
        let info = app.info().await;
        let transaction = &info["transactions"][0];
        assert_eq!(
            (&transaction["status"], &transaction["actions"]),
            (&json!("rejected"), &json!([]))
        );
        assert_eq!(
            (&transaction["value"], &transaction["fee"]),
            (&coins("0"), &coins("147000"))
        );
    }
}

#[tokio::test]
async fn created_contract_is_the_recipient() {
    let app = App::new().await;
    let creation = json!({ "to": "", "contractAddress": CONTRACT.to_lowercase() });
    app.fixture().index.transactions = vec![with(sent(1, 170, "0"), &creation)];
    assert_eq!(app.info().await["transactions"][0]["to"], CONTRACT);
}

#[tokio::test]
async fn irrelevant_rows_are_omitted() {
    let app = App::new().await;
    {
        let index = &mut app.fixture().index;
        index.internal = vec![
            internal(1, 175, "0"),
            with(internal(2, 174, "5"), &json!({ "type": "delegatecall" })),
            with(internal(3, 173, "5"), &json!({ "callType": "staticcall" })),
            with(internal(4, 172, "5"), &json!({ "isError": "1" })),
        ];
        let of_a_kind = with(token(6, 170, UNLISTED, "1"), &json!({ "tokenID": "77" }));
        index.tokens = vec![token(5, 171, LISTED, "0"), of_a_kind];
    }
    assert_eq!(app.info().await["transactions"], json!([]));
}

#[tokio::test]
async fn reported_rollup_fee_is_included() {
    let app = App::new().await;
    let fields = json!({ "L1FeesPaid": "1000" });
    app.fixture().index.transactions = vec![with(sent(1, 170, "5"), &fields)];
    assert_eq!(app.info().await["transactions"][0]["fee"], coins("148000"));
}

#[tokio::test]
async fn requested_address_is_unchanged_and_others_have_checksums() {
    let app = App::new().await;
    app.fixture().index.transactions = vec![sent(1, 170, "5")];
    for requested in [
        OWN.to_owned(),
        OWN.to_lowercase(),
        OWN.to_uppercase().replacen("0X", "0x", 1),
    ] {
        let response = app.get(&format!("eth?address={requested}")).await;
        let data = response.data();
        assert_eq!(data["address"], requested);
        let transaction = &data["transactions"][0];
        assert_eq!(
            (&transaction["from"], &transaction["to"]),
            (&json!(requested), &json!(SHOP))
        );
    }
}

#[tokio::test]
async fn upstream_text_is_not_returned() {
    let app = App::new().await;
    {
        let index = &mut app.fixture().index;
        index.transactions = vec![sent(1, 170, "5")];
        let decimals = json!({ "tokenDecimal": "255" });
        let unnamed = json!({ "tokenDecimal": "255", "tokenName": "\u{202e}", "tokenSymbol": "" });
        index.tokens = vec![
            with(token(1, 170, LISTED, "9"), &decimals),
            with(token(1, 170, UNLISTED, "9"), &unnamed),
        ];
    }
    let text = app.info().await.to_string();
    assert!(
        !text.contains("secret words") && !text.contains("script") && !text.contains("255"),
        "{text}"
    );
}

/// A genesis allocation and a later payment, as Etherscan lists them. Recorded in
/// `tests/mock_responses/get_account_transactions.json` of ApeWorX/ape-etherscan (Apache-2.0).
#[tokio::test]
async fn genesis_allocation_is_listed_with_the_transactions() {
    const HOLDER: &str = "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a";
    const PAYMENT: &str = "0xad1c27dd8d0329dbc400021d7477b34ac41e84365bd54b45a4019a15deb10c0d";
    let app = App::new().await;
    app.fixture().index.transactions = vec![
        json!({
            "blockNumber": "47884", "timeStamp": "1438947953", "hash": PAYMENT, "nonce": "0",
            "blockHash": "0xf2988b9870e092f2898662ccdbc06e0e320a08139e9c6be98d0ce372f8611f22", "transactionIndex": "0",
            "from": HOLDER, "to": "0x2910543af39aba0cd09dbb2d50200b3e800a63d2", "value": "5000000000000000000",
            "gas": "23000", "gasPrice": "400000000000", "isError": "0", "txreceipt_status": "",
            "input": "0x454e34354139455138", "contractAddress": "", "cumulativeGasUsed": "21612", "gasUsed": "21612",
            "confirmations": "12650177",
        }),
        json!({
            "blockNumber": "0", "timeStamp": "1438269973", "hash": "GENESIS_ddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
            "nonce": "", "blockHash": "", "transactionIndex": "0", "from": "GENESIS", "to": HOLDER,
            "value": "10000000000000000000000", "gas": "0", "gasPrice": "0", "isError": "0", "txreceipt_status": "",
            "input": "", "contractAddress": "", "cumulativeGasUsed": "0", "gasUsed": "0",
            "confirmations": "12698061",
        }),
    ];
    let allocated = json!({
        "txid": format!("0x{}", "0".repeat(64)),
        "block": "0",
        "date": 1_438_269_973,
        "fee": coins("0"),
        "value": coins("10000000000000000000000"),
        "net": coins("10000000000000000000000"),
        "direction": "in",
        "confirmations": 801,
        "from": "",
        "to": HOLDER,
        "status": "confirmed",
        "actions": [{ "asset": coin(), "value": coins("10000000000000000000000"), "from": "", "to": HOLDER }],
    });
    let response = app.get(&format!("eth?address={HOLDER}")).await;
    let info = response.data();
    assert_eq!(info["source"]["partial"], Value::Null);
    assert_eq!(
        (&info["transactions"][0]["txid"], &info["transactions"][1]),
        (&json!(PAYMENT), &allocated)
    );
    // Behind a cursor as well.
    let response = app.get(&format!("eth?address={HOLDER}&limit=1")).await;
    let cursor = response.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    let response = app.get(&format!("eth?address={HOLDER}&limit=1&cursor={cursor}")).await;
    assert_eq!(response.data()["transactions"], json!([allocated]));
}
