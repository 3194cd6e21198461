//! Arbitrary JSON from a hostile server.

use proptest::prelude::*;
use serde_json::Value;

const TXID: &str = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/// Returns a strategy for arbitrary JSON, shaped to pass the first checks of the decoders occasionally.
pub fn hostile_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just(TXID.to_owned()),
        Just("-1".to_owned()),
        Just("0.00001".to_owned()),
        Just("-26: dust".to_owned()),
        "[0-9.-]{0,30}",
        "[0-9a-f]{0,64}",
        ".{0,20}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    let name = prop_oneof![
        prop::sample::select(vec![
            "txid",
            "vout",
            "value",
            "confirmations",
            "coinbase",
            "hex",
            "result",
            "error",
            "balance",
            "unconfirmedBalance",
            "transactions",
            "vin",
            "addresses",
            "blockHeight",
            "fees",
            "tx_hash",
            "tx_pos",
            "height",
            "confirmed",
            "unconfirmed",
            "id",
            "code",
            "message",
            "fee",
            "status",
            "block_height",
            "scriptpubkey",
            "24",
        ])
        .prop_map(str::to_owned),
        ".{0,5}",
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}
