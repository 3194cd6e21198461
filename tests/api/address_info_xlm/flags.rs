//! Flags of transactions.

use super::App;
use super::fixture::{OTHER, OWN};
use super::records::{payment, record};
use serde_json::{Value, json};

/// An address that differs from the second address between the first and the last four characters.
const LOOK_ALIKE: &str = "GDAT5HVTNTAJ3TKKO4D3GBOM4HBSDQE3I7OIFVZPQPA2KAV2IBUJIG54";

#[tokio::test]
async fn counterparties_that_look_alike_are_flagged() {
    let received = |from: &str, amount: &str| {
        let fields = json!({ "from": from, "to": OWN, "asset_type": "native", "amount": amount,
            "source_account": from, "transaction": { "source_account": from, "fee_account": from } });
        record(6, 1, "payment", &fields)
    };
    for (other, amount, expected) in [
        (
            LOOK_ALIKE,
            "1.0000000",
            [json!(["look-alike-address"]), json!(["look-alike-address"])],
        ),
        (
            LOOK_ALIKE,
            "0.0000001",
            [json!(["look-alike-address"]), json!(["dust", "look-alike-address"])],
        ),
        (OTHER, "1.0000000", [Value::Null, Value::Null]),
    ] {
        let app = App::with_operations(vec![payment(7, 1), received(other, amount)]).await;
        let info = app.info().await;
        let rows = info["transactions"].as_array().expect("a list").iter();
        let flags: Vec<_> = rows.map(|row| row["flags"].clone()).collect();
        assert_eq!(flags, expected, "{other} {amount}");
    }
}
