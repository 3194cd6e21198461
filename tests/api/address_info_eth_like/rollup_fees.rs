//! Fees on a rollup: the gas fee of the index, and the L1 data fee and operator fee of receipts.

use super::App;
use super::fixture::{OWN, SHOP};
use super::rows::{id, sent};
use crate::support::json_rpc::calls;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashMap;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};

/// Hash, block, gas used, gas price, and the fields of the receipt that state the fee, with the total.
struct Recorded {
    txid: &'static str,
    block: u64,
    gas_used: u64,
    gas_price: u64,
    receipt: fn() -> Value,
    fee: &'static str,
}

/// Transactions of op, recorded in rotki/rotki (`test_transactions.py`, AGPL-3.0: only the L1 fees are taken; of the
/// first, gas fee and total are in issue 13), foundry-rs/foundry (`ui.rs`, MIT), and the documentation of getblock.io.
const RECORDED: [Recorded; 4] = [
    Recorded {
        txid: "0x92ae5e1c4b4a2d5e2af9c4abc415a9dc0b826ba1fa158c57219fc1b6e852a061",
        block: 111_000_000,
        gas_used: 53_403,
        gas_price: 1_000_000,
        receipt: || json!({ "l1Fee": "0x59184cde02a4", "l1FeeScalar": "0.684" }),
        fee: "98014306705252",
    },
    Recorded {
        txid: "0x6eb136db4d36cf695f4026da16f602ed4a2583b2420dbbcbd4f436943190b665",
        block: 106_757_395,
        gas_used: 21_000,
        gas_price: 1_000_000,
        receipt: || json!({ "l1Fee": "0x6946c3290ff5", "l1FeeScalar": "0.684", "operatorFeeScalar": null }),
        fee: "115773642875381",
    },
    Recorded {
        txid: "0x91181b0dca3b29aa136eeb2f536be5ce7b0aebc949be1c44b5509093c516097d",
        block: 0x07b1_ab93,
        gas_used: 0xc222,
        gas_price: 0x18961,
        receipt: || json!({ "type": "0x2", "l1BaseFeeScalar": "0x146b", "l1BlobBaseFee": "0x6a83078", "l1Fee": "0x51a9af7fd3" }),
        fee: "355744039093",
    },
    Recorded {
        txid: "0xca5a3c6bcb4a1ddf5e762687816b82dbcf869b8c5a4d7301b65f33f8b0f53685",
        block: 0x0908_7826,
        gas_used: 0xbdbfe,
        gas_price: 0x15f,
        receipt: || json!({ "daFootprintGasScalar": "0x190", "l1BlobBaseFee": "0xa92fc3", "l1Fee": "0xae8f1995" }),
        fee: "3201415895",
    },
];

impl Recorded {
    fn row(&self) -> Value {
        let mut row = sent(1, usize::try_from(self.block).expect("a height"), "5");
        row["hash"] = self.txid.into();
        row["gasUsed"] = self.gas_used.to_string().into();
        row["gasPrice"] = self.gas_price.to_string().into();
        row
    }

    fn receipt(&self) -> Value {
        let mut receipt = (self.receipt)();
        receipt["transactionHash"] = self.txid.into();
        receipt["blockNumber"] = format!("{:#x}", self.block).into();
        receipt["gasUsed"] = format!("{:#x}", self.gas_used).into();
        receipt
    }
}

/// Starts the service with the recorded transactions, latest first, and a received transaction.
async fn recorded(chain: &str) -> App {
    let app = App::of(chain, "blockscout").await;
    {
        let mut fixture = app.fixture();
        let mut rows: Vec<_> = RECORDED.iter().map(Recorded::row).collect();
        let mut received = sent(9, 100, "7");
        received["from"] = SHOP.into();
        received["to"] = OWN.into();
        rows.push(received);
        let height = |row: &Value| -> u64 {
            row["blockNumber"]
                .as_str()
                .and_then(|text| text.parse().ok())
                .expect("a height")
        };
        rows.sort_by_key(|row| Reverse(height(row)));
        fixture.index.transactions = rows;
        let chain = Chain::from_name(chain).expect("a chain");
        fixture.node.chain_id = Params::of(chain, Network::Livenet).chain_id();
        let receipts = RECORDED.iter().map(|one| (one.txid.to_owned(), one.receipt()));
        fixture.node.receipts = Ok(receipts.collect());
    }
    app
}

async fn info(app: &App, chain: &str) -> Value {
    app.get(&format!("{chain}/?address={OWN}")).await.data().clone()
}

fn fees(info: &Value) -> HashMap<String, String> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let rows = info["transactions"].as_array().expect("a list").iter();
    rows.map(|row| (text(&row["txid"]), text(&row["fee"]["amount"])))
        .collect()
}

/// Returns the numbers of receipts in the batches so far.
fn batches(app: &App) -> Vec<usize> {
    let requests = app.requests();
    let receipts = requests
        .iter()
        .filter(|request| request.method == "POST")
        .map(|request| {
            let calls = calls(request);
            calls
                .iter()
                .filter(|call| call.method == "eth_getTransactionReceipt")
                .count()
        });
    receipts.filter(|count| *count > 0).collect()
}

#[tokio::test]
async fn fee_includes_the_l1_fee_of_the_receipt() {
    for chain in ["op", "base"] {
        let app = recorded(chain).await;
        let info = info(&app, chain).await;
        let fees = fees(&info);
        for one in &RECORDED {
            assert_eq!(fees[one.txid], one.fee);
        }
        assert_eq!(fees[&id(9)], "147000", "the fee that another address has paid");
        assert!(info["source"]["partial"].is_null(), "{}", info["source"]);
        assert_eq!(batches(&app), [4], "one batch");
        assert_eq!(fees, self::fees(&self::info(&app, chain).await));
        assert_eq!(batches(&app), [4], "receipts never change");
    }
}

#[tokio::test]
async fn missing_l1_fees_are_disclosed() {
    let (known, unknown) = (&RECORDED[0], &RECORDED[2]);
    for damaged in [
        json!(null),
        json!({ "l1Fee": null }),
        json!({ "blockNumber": "0x1" }),
        json!({ "gasUsed": "x" }),
    ] {
        let app = recorded("op").await;
        if let Ok(receipts) = &mut app.fixture().node.receipts {
            let receipt = receipts.get_mut(unknown.txid).expect("a receipt");
            match damaged.as_object() {
                Some(fields) => fields.iter().for_each(|(name, value)| receipt[name] = value.clone()),
                None => *receipt = json!(null),
            }
        }
        let info = info(&app, "op").await;
        assert_eq!(info["source"]["partial"], json!(["l1-fees"]), "{damaged}");
        let gas_fee = (unknown.gas_used * unknown.gas_price).to_string();
        assert_eq!(
            (&fees(&info)[known.txid][..], &fees(&info)[unknown.txid]),
            (known.fee, &gas_fee)
        );
    }
}

#[tokio::test]
async fn failing_receipts_never_fail_the_response() {
    let app = recorded("op").await;
    for error in [
        json!({ "code": -32601, "message": "method not found" }),
        json!({ "code": -32005, "message": "rate limited" }),
    ] {
        app.fixture().node.receipts = Err(error);
        let info = info(&app, "op").await;
        assert_eq!(info["source"]["partial"], json!(["l1-fees"]));
        assert_eq!(fees(&info).len(), 5);
    }
}

#[tokio::test]
async fn index_with_l1_fees_needs_no_receipts() {
    let app = recorded("op").await;
    for row in &mut app.fixture().index.transactions {
        row["L1FeesPaid"] = "1000".into();
    }
    let info = info(&app, "op").await;
    assert_eq!(fees(&info)[RECORDED[0].txid], "53403001000");
    assert!(info["source"]["partial"].is_null());
    assert_eq!(batches(&app), [0_usize; 0]);
}

/// Some indexes list the price 0 for a transaction that has paid a price.
#[tokio::test]
async fn price_that_the_index_lacks_is_that_of_the_receipt() {
    for l1_fee in [None, Some("1000")] {
        let app = recorded("op").await;
        let one = &RECORDED[0];
        {
            let mut fixture = app.fixture();
            let row = fixture
                .index
                .transactions
                .iter_mut()
                .find(|row| row["hash"] == one.txid);
            let row = row.expect("a row");
            row["gasPrice"] = "0".into();
            if let Some(l1_fee) = l1_fee {
                row["L1FeesPaid"] = l1_fee.into();
            }
            let receipts = fixture.node.receipts.as_mut().expect("receipts");
            let receipt = receipts.get_mut(one.txid).expect("a receipt");
            receipt["effectiveGasPrice"] = format!("{:#x}", one.gas_price).into();
        }
        let info = info(&app, "op").await;
        assert_eq!(fees(&info)[one.txid], one.fee, "{l1_fee:?}");
        assert!(info["source"]["partial"].is_null());
    }
}

/// A row with the price 0 has no gas fee: the L1 fee is shown, and the missing part is disclosed.
#[tokio::test]
async fn missing_gas_fees_are_disclosed() {
    let one = &RECORDED[0];
    let l1_fee = "97960903705252";
    for (listed, has_receipt) in [(Some(l1_fee), false), (Some(l1_fee), true), (None, true)] {
        let app = recorded("op").await;
        {
            let mut fixture = app.fixture();
            let rows = &mut fixture.index.transactions;
            let row = rows.iter_mut().find(|row| row["hash"] == one.txid).expect("a row");
            row["gasPrice"] = "0".into();
            if let Some(listed) = listed {
                row["L1FeesPaid"] = listed.into();
            }
            if !has_receipt {
                let receipts = fixture.node.receipts.as_mut().expect("receipts");
                receipts.insert(one.txid.to_owned(), json!(null));
            }
        }
        let info = info(&app, "op").await;
        assert_eq!(fees(&info)[one.txid], l1_fee, "{listed:?} {has_receipt}");
        assert_eq!(
            info["source"]["partial"],
            json!(["l1-fees"]),
            "{listed:?} {has_receipt}"
        );
    }
}

/// Rows of an index with the offered price, and receipts of arb, recorded in rotki/test-caching
/// (`tests/api/recorded/eth_like`): the first offers 0.12 gwei and the second 1.510667 gwei, with a tip of 1.5 gwei;
/// the base fees are 0.1 and 0.010667 gwei.
#[tokio::test]
async fn fee_on_arbitrum_is_at_the_price_of_the_receipt() {
    let offered = [120_000_000_u64, 1_510_667_000];
    let paid = [(0x4_fe02_u64, 100_000_000_u64), (0x1_fa6a, 10_667_000)];
    let app = recorded("arb").await;
    let changed = &RECORDED[..2];
    {
        let mut fixture = app.fixture();
        for (one, (offered, (gas, price))) in changed.iter().zip(offered.into_iter().zip(paid)) {
            let rows = &mut fixture.index.transactions;
            let row = rows.iter_mut().find(|row| row["hash"] == one.txid).expect("a row");
            row["gasPrice"] = offered.to_string().into();
            row["gasUsed"] = gas.to_string().into();
            let receipts = fixture.node.receipts.as_mut().expect("receipts");
            let receipt = receipts.get_mut(one.txid).expect("a receipt");
            receipt["gasUsed"] = format!("{gas:#x}").into();
            receipt["effectiveGasPrice"] = format!("{price:#x}").into();
        }
    }
    let info = info(&app, "arb").await;
    for (one, (gas, price)) in changed.iter().zip(paid) {
        assert_eq!(fees(&info)[one.txid], (gas * price).to_string());
    }
    assert_eq!(
        info["source"]["partial"],
        json!(["l1-fees"]),
        "two receipts have no price"
    );
    let listed = RECORDED[2].gas_used * RECORDED[2].gas_price;
    assert_eq!(fees(&info)[RECORDED[2].txid], listed.to_string());
}

#[tokio::test]
async fn other_chains_need_no_receipts() {
    let app = recorded("eth").await;
    let info = info(&app, "eth").await;
    assert_eq!(fees(&info)[RECORDED[0].txid], "53403000000");
    assert!(info["source"]["partial"].is_null());
    assert_eq!(batches(&app), [0_usize; 0]);
}
