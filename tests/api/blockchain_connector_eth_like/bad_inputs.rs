//! The table of invalid inputs: the replaced field, the invalid value and the expected error.

use super::wallet::{public_key, uncompressed_public_key};
use serde_json::{Value, json};

/// An invalid input.
#[derive(Clone, Debug)]
pub struct Row {
    /// The field of the body, which is also the field of the error.
    pub field: &'static str,
    /// The invalid value; `null` removes the field.
    pub value: Value,
    /// The code of the error.
    pub code: &'static str,
}

impl Row {
    /// Returns the body with the invalid value inserted.
    pub fn apply_to(&self, mut body: Value) -> Value {
        let fields = body.as_object_mut().expect("an object");
        match self.value.clone() {
            Value::Null => drop(fields.remove(self.field)),
            value => drop(fields.insert(self.field.to_owned(), value)),
        }
        body
    }
}

/// Returns a row for each of the values.
fn rows(field: &'static str, code: &'static str, values: Value) -> Vec<Row> {
    let Value::Array(values) = values else {
        panic!("the values of {field} must be an array");
    };
    let row = |value| Row { field, value, code };
    values.into_iter().map(row).collect()
}

/// Returns all invalid values of get-hash fields.
pub fn of_transactions() -> Vec<Row> {
    [
        of_keys(),
        of_networks(),
        of_recipients(),
        of_amounts(),
        of_fees(),
        of_prices(),
        of_nonces(),
        of_data(),
    ]
    .concat()
}

/// Returns invalid values of `publicKey`.
pub fn of_keys() -> Vec<Row> {
    let key = public_key();
    let wrong = json!([
        "",
        "0x",
        "zz",
        key[1..],
        key[2..],
        format!("{key}00"),
        format!("0x0x{key}"),
        format!("05{}", &key[2..]),
        format!("02{}", "ff".repeat(32)),
        format!("02{}", "00".repeat(32)),
        format!("04{}", "11".repeat(64)),
        format!("06{}", &uncompressed_public_key()[2..]),
    ]);
    [
        rows("publicKey", "invalid_request", json!([null, 7, [key], {}])),
        rows("publicKey", "invalid_public_key", wrong),
    ]
    .concat()
}

/// Returns invalid values of `network`.
pub fn of_networks() -> Vec<Row> {
    let wrong = json!(["mainnet", "Testnet", "", "livenet ", true, 1, []]);
    rows("network", "invalid_request", wrong)
}

fn invalid_addresses() -> Value {
    json!([
        "",
        "0x",
        "0x353535353535353535353535353535353535353",
        "0x35353535353535353535353535353535353535355",
        "0x353535353535353535353535353535353535353g",
        " 0x3535353535353535353535353535353535353535",
        "3535353535353535353535353535353535353535",
        "0X3535353535353535353535353535353535353535",
        "0x5AaEb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "vitalik.eth",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    ])
}

/// Returns invalid values of `to`. An omitted field is missing; `null` is not.
pub fn of_recipients() -> Vec<Row> {
    [
        rows("to", "invalid_request", json!([null, 7, [], {}, true])),
        rows("to", "invalid_address", invalid_addresses()),
    ]
    .concat()
}

/// Returns invalid values of the sender's `address`.
pub fn of_senders() -> Vec<Row> {
    [
        rows("address", "invalid_request", json!([7, [], {}, true])),
        rows("address", "invalid_address", invalid_addresses()),
    ]
    .concat()
}

/// Returns strings that are not valid numbers, or exceed 256 bits.
fn invalid_amounts() -> Value {
    let too_large = "115792089237316195423570985008687907853269984665640564039457584007913129639936";
    json!([
        "",
        "-1",
        "+1",
        "01",
        "1.0",
        "1e18",
        "0x1",
        " 1",
        "1 ",
        "١",
        "one",
        too_large,
        "9".repeat(300)
    ])
}

/// Returns invalid values of `amount`.
pub fn of_amounts() -> Vec<Row> {
    [
        rows("amount", "invalid_request", json!([null, 1000, [], {}])),
        rows("amount", "invalid_amount", invalid_amounts()),
    ]
    .concat()
}

/// Returns invalid values of `fee` and `gasLimit`.
fn of_fees() -> Vec<Row> {
    let limits = json!([
        null,
        21000,
        [],
        "",
        "-1",
        "021000",
        "21000.0",
        "0x5208",
        "0",
        "20999",
        "16777217",
        "9".repeat(100)
    ]);
    [
        rows("fee", "invalid_request", json!([null, 420, []])),
        rows("fee", "invalid_amount", invalid_amounts()),
        rows("fee", "fee_mismatch", json!(["0", "1", "420000000000001"])),
        rows("gasLimit", "invalid_request", limits),
    ]
    .concat()
}

/// Returns invalid values of `gasPrice`, and conflicting fields.
fn of_prices() -> Vec<Row> {
    [
        rows("gasPrice", "invalid_request", json!([null, 20, [], {}])),
        rows("gasPrice", "invalid_amount", invalid_amounts()),
        rows("maxFeePerGas", "invalid_request", json!(["20000000000", 7])),
        rows("maxPriorityFeePerGas", "invalid_request", json!(["1", []])),
    ]
    .concat()
}

/// Returns invalid values of a required `nonce`.
pub fn of_nonces() -> Vec<Row> {
    rows("nonce", "invalid_request", json!([null]))
        .into_iter()
        .chain(of_given_nonces())
        .collect()
}

/// Returns invalid values of an optional `nonce`.
pub fn of_given_nonces() -> Vec<Row> {
    let wrong = json!(["7", -1, 1.5, 9_007_199_254_740_992_u64, u64::MAX, 1e300, [], {}, true]);
    rows("nonce", "invalid_request", wrong)
}

/// Returns invalid values of a required `data`.
pub fn of_data() -> Vec<Row> {
    rows("data", "invalid_request", json!([null]))
        .into_iter()
        .chain(of_given_data())
        .collect()
}

/// Returns invalid values of an optional `data`.
pub fn of_given_data() -> Vec<Row> {
    let too_long = "00".repeat(100_001);
    let wrong = json!([7, [], {}, "0", "0x0", "0xgg", "zz", "0x0x00", " 00", too_long]);
    rows("data", "invalid_request", wrong)
}
