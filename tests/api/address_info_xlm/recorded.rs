//! Records of real Horizon servers, as published in the tests of SDKs. The facts come from
//!
//! - `lightsail-network/java-stellar-sdk` (Apache-2.0): `src/test/resources/responses`, and for records of 2015 to 2018
//!   `src/test/java/org/stellar/sdk/responses` as of 2018;
//! - `stellar/js-stellar-sdk` (Apache-2.0): `test/unit/server/horizon/join.test.ts`;
//! - `StellarCN/py-stellar-base` (Apache-2.0): `tests/sep/txrep_data`.

use super::App;
use super::records::{account, amount, and, hash, payment, trade, xlm};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use stellar_xdr::{
    AccountId, AlphaNum4, Asset, AssetCode4, ClaimAtom, ClaimOfferAtom, OperationResult, OperationResultTr,
    PathPaymentStrictReceiveResult, PathPaymentStrictReceiveResultSuccess, SimplePaymentResult, TransactionResult,
    TransactionResultExt, TransactionResultResult,
};
use wallet_sandbox::xlm::codec;

/// Returns a transaction record of 2024 with a hash that is not recorded, and the record of the operation.
fn with_transaction(mut operation: Value, transaction: &Value) -> Value {
    let recorded = payment(7, 1)["transaction"].clone();
    let source = json!({ "source_account": operation["source_account"] });
    operation["transaction"] = and(and(recorded, &source), transaction);
    operation
}

/// Requests the address info of an account with this only operation.
async fn info_with(address: &str, operations: Vec<Value>) -> Value {
    let app = App::with_operations(operations).await;
    app.ledger().put(account(address, "100.0000000"));
    app.info_of(address).await
}

fn issued(code: &str, issuer: &str) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": code, "issuer": issuer })
}

const TRADER: &str = "GDA2KZG7UB3C3KU4RYRGCQI6JPV2I2FYBWT434MQHPE36FH7CWGVR5X3";
const AQUA: &str = "GBNZILSTVQZ4R7IKQDGHYGY2QXL5QOFJYQMXPKWRRM5PAV7Y4M67AQUA";

/// `account.json`, as far as relevant for balances.
#[tokio::test]
async fn reserve_and_offers_bind_lumens() {
    let mut recorded = account(TRADER, "10025.7670792");
    let liabilities = json!({ "buying_liabilities": "10000.0000000", "selling_liabilities": "25.1000000" });
    let lumens = and(recorded["balances"][0].clone(), &liabilities);
    let aqua = json!({ "balance": "85729.1030749", "limit": "922337203685.4775807",
        "buying_liabilities": "0.0000000", "selling_liabilities": "0.0000000", "last_modified_ledger": 52_414_854,
        "is_authorized": true, "is_authorized_to_maintain_liabilities": true, "asset_type": "credit_alphanum4",
        "asset_code": "AQUA", "asset_issuer": AQUA });
    recorded["balances"] = json!([aqua, lumens]);
    for (name, count) in [("subentry_count", 12), ("num_sponsoring", 1), ("num_sponsored", 2)] {
        recorded[name] = count.into();
    }
    let app = App::new().await;
    app.ledger().put(recorded);
    // 10025.7670792 − 25.1 − (2 + 12 + 1 − 2) × 0.5
    let expected = json!([
        { "asset": xlm(), "balance": amount("100257670792"), "spendable": amount("99941670792"),
            "details": { "sellingLiabilities": "251000000", "buyingLiabilities": "100000000000" } },
        { "asset": issued("AQUA", AQUA), "balance": amount("857291030749"), "spendable": amount("857291030749"),
            "details": { "sellingLiabilities": "0", "buyingLiabilities": "0", "limit": "9223372036854775807",
                "authorized": true, "authorizedToMaintainLiabilities": true, "clawbackEnabled": false } },
    ]);
    assert_eq!(app.info_of(TRADER).await["balances"], expected);
}

const SWAPPER: &str = "GDBKRQWEUJGRWWCAGK75L4PZXM2S3DQQIG6S43Y2GMN3IUFZWCLSRA46";
const BTC: &str = "GAUTUYY2THLF7SGITDFMXJVYH3LHDSMGEAKSBU267M2K7A3W543CKUEF";

/// `operations/path_payment_strict_send.json`.
#[tokio::test]
async fn swap_to_oneself_shows_both_sides() {
    let recorded = json!({ "id": "150660589386170369", "paging_token": "150660589386170369",
        "transaction_successful": true, "source_account": SWAPPER, "type": "path_payment_strict_send", "type_i": 13,
        "created_at": "2021-04-24T05:51:27Z", "asset_type": "credit_alphanum4", "asset_code": "BTC",
        "asset_issuer": BTC, "from": SWAPPER, "to": SWAPPER, "amount": "0.0005045", "path": [],
        "source_amount": "57.4988800", "destination_min": "0.0004995", "source_asset_type": "native" });
    let info = info_with(SWAPPER, vec![with_transaction(recorded, &json!({}))]).await;
    let shown = &info["transactions"][0];
    let action = json!({ "type": "path-payment-strict-send", "asset": issued("BTC", BTC), "value": amount("5045"),
        "sourceAsset": xlm(), "sourceValue": amount("574988800"), "from": SWAPPER, "to": SWAPPER });
    assert_eq!(
        (&shown["actions"], &shown["value"]),
        (&json!([action]), &amount("-574988800"))
    );
}

/// `operations/path_payment_strict_receive.json`: a failed transaction, whose sent amount is 0 in the record.
#[tokio::test]
async fn failed_path_payment_keeps_its_content() {
    const SENDER: &str = "GDQLBBDNG5L3TZLR5RPVQFT4CUORSTHWX3GJBHCCADXBJV55ZHW6CL5B";
    let recorded = json!({ "id": "150661572933464065", "paging_token": "150661572933464065",
        "transaction_successful": false, "source_account": SENDER, "type": "path_payment_strict_receive",
        "type_i": 2, "created_at": "2021-04-24T06:12:00Z", "asset_type": "native", "from": SENDER, "to": SENDER,
        "amount": "2386.8885355", "path": [], "source_amount": "0.0000000", "source_max": "2386.8885355",
        "source_asset_type": "native" });
    let transaction = json!({ "successful": false, "result_xdr": "AAAAAAAAAGT/////AAAAAQAAAAAAAAAC////9gAAAAA=" });
    let info = info_with(SENDER, vec![with_transaction(recorded, &transaction)]).await;
    let shown = &info["transactions"][0];
    let action = json!({ "type": "path-payment-strict-receive", "asset": xlm(), "value": amount("23868885355"),
        "sourceAsset": xlm(), "sourceValue": amount("23868885355"), "from": SENDER, "to": SENDER });
    assert_eq!(shown["failedActions"], json!([action]));
    let changed = (&shown["status"], &shown["actions"], &shown["value"]);
    assert_eq!(changed, (&json!("rejected"), &json!([]), &amount("0")));
}

const OLD_SENDER: &str = "GC45JH537XZD4DY4WTV5PCUJL4KPOIE4WMGX5OP5KSPS2OLGRUOVVIGD";
const XRP: &str = "GBVOL67TMUQBGL4TZYNMY3ZQ5WGQYFPFD5VJRWXR72VA33VFNL225PL5";

/// A path payment as stored in April 2018, without the sent amount.
fn path_payment_of_2018(transaction: &Value) -> Value {
    let recorded = json!({ "id": "75252830662840321", "paging_token": "75252830662840321",
        "source_account": OLD_SENDER, "type": "path_payment", "type_i": 2, "created_at": "2018-04-24T12:58:12Z",
        "asset_type": "native", "from": OLD_SENDER, "to": OLD_SENDER, "amount": "2.5000000", "path": [],
        "source_max": "1.1779523", "source_asset_type": "credit_alphanum4", "source_asset_code": "XRP",
        "source_asset_issuer": XRP });
    with_transaction(recorded, transaction)
}

#[tokio::test]
async fn path_payment_of_2018_hides_no_other_row() {
    // A later and an earlier transaction.
    let earlier = and(
        payment(2, 1),
        &json!({ "id": "75252830662800001", "paging_token": "75252830662800001" }),
    );
    let operations = vec![payment(9, 1), path_payment_of_2018(&json!({})), earlier];
    let info = info_with(OLD_SENDER, operations).await;
    assert_eq!(info["source"]["partial"], json!(["rows"]));
    let transactions = info["transactions"].as_array().expect("an array").iter();
    let txids: Vec<_> = transactions.map(|transaction| &transaction["txid"]).collect();
    assert_eq!(txids, [&json!(hash(9)), &json!(hash(2))]);
}

/// Returns the result of a path payment with the fills, in base64. The trades of 2018 are not recorded.
fn result(sold: [i64; 2]) -> String {
    let issuer: AccountId = XRP.parse().expect("an address");
    let xrp = Asset::CreditAlphanum4(AlphaNum4 {
        asset_code: AssetCode4(*b"XRP\0"),
        issuer: issuer.clone(),
    });
    let fills = sold.map(|amount_bought| {
        ClaimAtom::OrderBook(ClaimOfferAtom {
            seller_id: issuer.clone(),
            offer_id: 7,
            asset_sold: Asset::Native,
            amount_sold: 12_500_000,
            asset_bought: xrp.clone(),
            amount_bought,
        })
    });
    let success = PathPaymentStrictReceiveResultSuccess {
        offers: codec::list(fills.to_vec()),
        last: SimplePaymentResult {
            destination: OLD_SENDER.parse().expect("an address"),
            asset: Asset::Native,
            amount: 25_000_000,
        },
    };
    let done = OperationResultTr::PathPaymentStrictReceive(PathPaymentStrictReceiveResult::Success(success));
    codec::base64(&TransactionResult {
        fee_charged: 100,
        result: TransactionResultResult::TxSuccess(codec::list(vec![OperationResult::OpInner(done)])),
        ext: TransactionResultExt::V0,
    })
}

#[tokio::test]
async fn result_has_the_sent_amount_of_2018() {
    let transaction = json!({ "result_xdr": result([5_000_000, 6_000_001]) });
    let info = info_with(OLD_SENDER, vec![path_payment_of_2018(&transaction)]).await;
    assert_eq!(info["source"]["partial"], Value::Null);
    let action = json!({ "type": "path-payment-strict-receive", "asset": xlm(), "value": amount("25000000"),
        "sourceAsset": issued("XRP", XRP), "sourceValue": amount("11000001"), "from": OLD_SENDER,
        "to": OLD_SENDER });
    assert_eq!(info["transactions"][0]["actions"], json!([action]));
}

/// A path payment of 2019 in a single asset, whose result has no trades. The sixth operation of the transaction; the
/// fee is a number, and the memo an empty text.
#[tokio::test]
async fn result_and_record_of_2019_have_the_same_sent_amount() {
    const FROM: &str = "GD7PZVW3WXKEWT4XQPV57K3DARCAQ5XZE5ZWFSDTGHBMQ4U7ZWYWZLPC";
    const TO: &str = "GCC3LGXHBZ6NSJOJCETNRRYTNDQJGCRC3P7YC2ZQ2ER3YWVJJQ2YDUL7";
    const USD: &str = "GBXGR3C3VKWAJCWLF7LX5TLS4KWQKPKJ4KUOJ6T6NEBROA62TTUUM6GD";
    const HASH: &str = "de8ca055af7972f817e9d3f7c7a0b480de82593bc378f0e48f83b8e31985e4e5";
    let transaction = json!({ "memo": "", "memo_type": "text", "successful": true, "hash": HASH, "ledger": 679_846,
        "created_at": "2019-09-12T14:24:35Z", "fee_charged": 3600, "max_fee": 3600, "operation_count": 6,
        "source_account": "GBIABVWR2LOKFDMAI6QA2NGT4G54O3BC577GAWDQ6QMOUP5E3ULBBGYX",
        "result_xdr": "AAAAAAAADhAAAAAAAAAABgAAAAAAAAABAAAAAAAAAAAAAAAGAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAKAAAAAAAAAAAAAAAFAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAAhbWa5w582SXJESbYxxNo4JMKItv/gWsw0SO8WqlMNYEAAAABVVNEAAAAAABuaOxbqqwEissv137NcuKtBT1J4qjk+n5pAxcD2pzpRgAAABdIdugAAAAAAA==" });
    let mut recorded = json!({ "id": "2919916336320518", "paging_token": "2919916336320518",
        "transaction_successful": true, "source_account": FROM, "type": "path_payment", "type_i": 2,
        "created_at": "2019-09-12T14:24:35Z", "asset_type": "credit_alphanum4", "asset_code": "USD",
        "asset_issuer": USD, "from": FROM, "to": TO, "amount": "10000.0000000", "path": [],
        "source_amount": "10000.0000000", "source_max": "10000.0000000", "source_asset_type": "credit_alphanum4",
        "source_asset_code": "USD", "source_asset_issuer": USD });
    recorded = with_transaction(recorded, &transaction);
    let whole = info_with(FROM, vec![recorded.clone()]).await["transactions"][0].clone();
    let action = json!({ "type": "path-payment-strict-receive", "asset": issued("USD", USD),
        "value": amount("100000000000"), "sourceAsset": issued("USD", USD), "sourceValue": amount("100000000000"),
        "from": FROM, "to": TO });
    assert_eq!((&whole["actions"], &whole["txid"]), (&json!([action]), &json!(HASH)));
    assert_eq!(whole["fee"], amount("3600"));
    assert_eq!(whole["memo"], json!({ "type": "text", "value": "" }));
    // As stored by a server before June 2018.
    recorded.as_object_mut().expect("an object").remove("source_amount");
    assert_eq!(info_with(FROM, vec![recorded]).await["transactions"][0], whole);
}

/// A record of 2015: ids and fees are numbers, only successful transactions are listed, and the memo is a hash.
#[tokio::test]
async fn transaction_of_2015_is_read() {
    const FUNDER: &str = "GD6WU64OEP5C4LRBH6NK3MHYIA2ADN6K6II6EXPNVUR3ERBXT4AN4ACD";
    const CREATED: &str = "GAR4DDXYNSN2CORG3XQFLAPWYKTUMLZYHYWV4Y2YJJ4JO6ZJFXMJD7PT";
    const HASH: &str = "5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b";
    let mut operation = json!({ "account": CREATED, "funder": FUNDER, "id": 3_936_840_037_961_729_u64,
        "paging_token": "3936840037961729", "source_account": FUNDER, "starting_balance": "299454.904954",
        "type": "create_account", "type_i": 0 });
    operation["transaction"] = json!({ "id": HASH, "paging_token": "3933090531512320", "hash": HASH,
        "ledger": 915_744, "created_at": "2015-11-20T17:01:28Z",
        "source_account": "GCUB7JL4APK7LKJ6MZF7Q2JTLHAGNBIUA7XIXD5SQTG52GQ2DAT6XZMK",
        "source_account_sequence": 2_373_051_035_426_646_u64, "fee_paid": 100, "operation_count": 1,
        "result_xdr": "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA=", "memo_type": "hash",
        "memo": "UQQWROg9ashoyElBi2OS3b6d9T8AAAAAAAAAAAAAAAA=", "signatures": [] });
    let info = info_with(CREATED, vec![operation]).await;
    assert_eq!(info["source"]["partial"], Value::Null);
    let expected = json!({ "txid": HASH, "block": "915744", "date": 1_448_038_888, "fee": amount("100"),
        "value": amount("2994549049540"), "net": amount("2994549049540"), "direction": "in", "confirmations": 59_000_000 - 915_743, "from": "GCUB7JL4APK7LKJ6MZF7Q2JTLHAGNBIUA7XIXD5SQTG52GQ2DAT6XZMK",
        "to": CREATED, "status": "confirmed",
        "actions": [{ "type": "create-account", "asset": xlm(), "value": amount("2994549049540"), "from": FUNDER,
            "to": CREATED }],
        "memo": { "type": "hash", "value": "51041644e83d6ac868c849418b6392ddbe9df53f000000000000000000000000" } });
    assert_eq!(info["transactions"], json!([expected]));
}

/// A text memo that is not UTF-8 (`test_to_txrep_no_utf8.txt`), and the memos of `transaction.json`.
#[tokio::test]
async fn memos_are_exact() {
    let bytes = hex::decode("7ed49fbfab2e545cafdb0cd81b9463e2").expect("hex");
    for (fields, expected) in [
        (
            json!({ "memo_type": "text", "memo": String::from_utf8_lossy(&bytes), "memo_bytes": BASE64.encode(&bytes) }),
            json!({ "type": "text", "value": String::from_utf8_lossy(&bytes),
                "bytes": "7ed49fbfab2e545cafdb0cd81b9463e2" }),
        ),
        (
            json!({ "memo_type": "text", "memo": "0,075% Daily for Holders",
                "memo_bytes": "MCwwNzUlIERhaWx5IGZvciBIb2xkZXJz" }),
            json!({ "type": "text", "value": "0,075% Daily for Holders" }),
        ),
        // Servers of 2015 omit an empty text.
        (json!({ "memo_type": "text" }), json!({ "type": "text", "value": "" })),
    ] {
        let app = App::with_operations(vec![and(payment(7, 1), &json!({ "transaction": fields }))]).await;
        assert_eq!(app.latest().await["memo"], expected);
    }
}

/// `trade_orderbook.json`: an operation of the base account takes the offer of the counter account.
#[tokio::test]
async fn fill_of_a_resting_offer_is_disclosed_to_its_owner() {
    const SELLER: &str = "GB4FWDMQZEMDNAYUHOUOOXCG4TOWCNDUUEAI7ZUHNNPAK2236444OXHD";
    const OPERATION: u64 = 150_615_114_272_284_677;
    let app = App::new().await;
    app.ledger().put(account(SELLER, "0.4355160"));
    let earlier = json!({ "id": (OPERATION - (1 << 32)).to_string(), "source_account": SELLER });
    app.ledger().operations = vec![and(payment(7, 1), &earlier)];
    app.ledger().trades = vec![trade(OPERATION, 0)];
    let info = app.info_of(SELLER).await;
    assert_eq!(info["source"]["partial"], json!(["fills"]));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
}
