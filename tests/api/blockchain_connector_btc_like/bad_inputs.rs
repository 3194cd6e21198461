//! The table of invalid inputs: the replaced field, the invalid value and the expected error.

use super::Wallet;
use serde_json::{Value, json};

/// An invalid input.
#[derive(Clone, Debug)]
pub struct Row {
    /// The JSON pointer of the field in the body (RFC 6901).
    pub pointer: &'static str,
    /// The invalid value; `null` removes the field.
    pub value: Value,
    /// The code of the error.
    pub code: &'static str,
    /// The field reported in the error.
    pub field: Option<&'static str>,
}

impl Row {
    /// Returns the top-level field of the row's pointer.
    pub fn top(&self) -> &'static str {
        let names = self.pointer.trim_start_matches('/');
        names.split('/').next().unwrap_or_default()
    }

    /// Returns the body with the invalid value inserted.
    pub fn apply_to(&self, mut body: Value) -> Value {
        let (parent, name) = self.pointer.rsplit_once('/').expect("a JSON pointer");
        match (
            body.pointer_mut(parent).expect("an existing parent"),
            self.value.clone(),
        ) {
            (Value::Object(fields), Value::Null) => drop(fields.remove(name)),
            (Value::Object(fields), value) => drop(fields.insert(name.to_owned(), value)),
            (Value::Array(items), value) => items[name.parse::<usize>().expect("an array index")] = value,
            _ => panic!("{} has no object or array as parent", self.pointer),
        }
        body
    }
}

/// Returns a row for each of the values. An empty `field` means that the error has no field.
fn rows(pointer: &'static str, code: &'static str, field: &'static str, values: Value) -> Vec<Row> {
    let Value::Array(values) = values else {
        panic!("the values of {pointer} must be an array");
    };
    let row = |value| Row {
        pointer,
        value,
        code,
        field: Some(field).filter(|field| !field.is_empty()),
    };
    values.into_iter().map(row).collect()
}

/// Returns all invalid values of get-hash fields.
pub fn of_payments() -> Vec<Row> {
    [of_senders(), of_utxos(), of_recipients(), of_amounts(), of_fees()].concat()
}

/// Returns invalid values of `publicKey`, `network` and `type`.
pub fn of_senders() -> Vec<Row> {
    let key = Wallet::btc().public_key();
    let keys = json!([
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
        format!("06{}", &Wallet::btc().uncompressed_public_key()[2..]),
        // Valid if the address is p2pkh.
        Wallet::btc().uncompressed_public_key(),
    ]);
    let networks = json!(["mainnet", "Testnet", "", "livenet ", true, 1, []]);
    [
        rows(
            "/publicKey",
            "invalid_request",
            "publicKey",
            json!([null, 7, [key], {}]),
        ),
        rows("/publicKey", "invalid_public_key", "publicKey", keys),
        rows("/network", "invalid_request", "network", networks),
        rows(
            "/type",
            "invalid_request",
            "type",
            json!(["p2sh", "P2TR", "p2wsh", "", {}, 7]),
        ),
    ]
    .concat()
}

fn of_utxos() -> Vec<Row> {
    let txid = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    let txids = json!([
        7,
        "",
        "00ff",
        format!("{txid}00"),
        txid.replace('f', "g"),
        "0".repeat(63)
    ]);
    let vouts = json!([null, "1", -1, 1.5, 4_294_967_296_u64]);
    let values = json!([
        "",
        "-1",
        "+1",
        "1e5",
        "0x10",
        "007",
        "1.0",
        "2100000000000001",
        "18446744073709551616"
    ]);
    [
        rows("/utxo", "invalid_request", "utxo", json!([null, [], {}, "[]"])),
        rows("/utxo/1", "invalid_request", "utxo[1]", json!([7, [txid, 0, "5"], "x"])),
        rows("/utxo/0", "invalid_request", "utxo[0].txid", json!([{}])),
        rows("/utxo/0/txid", "invalid_request", "utxo[0].txid", txids),
        rows("/utxo/1/vout", "invalid_request", "utxo[1].vout", vouts),
        rows(
            "/utxo/1/value",
            "invalid_request",
            "utxo[1].value",
            json!([null, 200_000, ["5"]]),
        ),
        rows("/utxo/1/value", "invalid_amount", "utxo[1].value", values),
        // Each value is valid, but their sum exceeds the supply.
        rows("/utxo/1/value", "invalid_amount", "utxo", json!(["2100000000000000"])),
        // The same output as in the first entry.
        rows("/utxo/1/vout", "invalid_request", "utxo[1]", json!([0])),
    ]
    .concat()
}

fn of_recipients() -> Vec<Row> {
    let addresses = json!([
        "",
        "x".repeat(100_000),
        // Invalid checksum, mixed case, foreign networks and chains.
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
        "bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
        "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
        "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE",
        "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
    ]);
    [
        rows("/to", "invalid_request", "to", json!([null, {}, 7])),
        rows("/to", "invalid_address", "to", addresses),
    ]
    .concat()
}

/// Returns invalid values of `amount` for inputs of 300 000.
pub fn of_amounts() -> Vec<Row> {
    let amounts = json!(["", "50000.0", " 50000", "٥٠٠٠٠", "max", "2100000000000001"]);
    [
        rows("/amount", "invalid_request", "amount", json!([null, 50_000, {}])),
        rows("/amount", "invalid_amount", "amount", amounts),
        rows("/amount", "amount_below_dust", "amount", json!(["0", "1", "545"])),
        rows(
            "/amount",
            "insufficient_funds",
            "",
            json!(["300001", "2100000000000000"]),
        ),
    ]
    .concat()
}

/// Returns invalid values of `fee` for inputs of 300 000 and an amount of 50 000.
fn of_fees() -> Vec<Row> {
    [
        rows("/fee", "invalid_request", "fee", json!([null, 5000])),
        rows("/fee", "invalid_amount", "fee", json!(["5000.5", "", "-1"])),
        rows("/fee", "fee_too_low", "fee", json!(["0", "1"])),
        rows("/fee", "insufficient_funds", "", json!(["250001", "2100000000000000"])),
    ]
    .concat()
}

/// Returns invalid values of `address` in estimate requests.
pub fn of_addresses() -> Vec<Row> {
    let addresses = json!([
        "",
        "nonsense",
        "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
        // A valid address of a different key.
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    ]);
    [
        rows("/address", "invalid_request", "address", json!([null, 7])),
        rows("/address", "invalid_address", "address", addresses),
    ]
    .concat()
}

/// Returns invalid values of `prefix` in get-address requests.
pub fn of_prefixes() -> Vec<Row> {
    rows("/prefix", "invalid_request", "prefix", json!(["true", 1, []]))
}

/// Returns invalid values of `signatures` in attach-signature requests that require two signatures.
pub fn of_signatures() -> Vec<Row> {
    // The order of the secp256k1 group.
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let (list, whole) = ("signatures", "signatures[1].signature");
    let (index, recovery) = ("signatures[1].inputIndex", "signatures[1].signature.recovery");
    let (r, s) = ("signatures[1].signature.r", "signatures[1].signature.s");
    [
        rows("/signatures", "invalid_request", list, json!([null, "00", {}])),
        rows("/signatures/1", "invalid_request", "signatures[1]", json!(["00", 7])),
        rows(
            "/signatures/1/inputIndex",
            "invalid_request",
            index,
            json!([null, "1", -1, 1.5]),
        ),
        rows(
            "/signatures/1/signature",
            "invalid_request",
            whole,
            json!([null, ["01", "01"], "3006"]),
        ),
        rows("/signatures/1/signature/s", "invalid_request", s, json!([null, 1])),
        rows("/signatures/1/signature/r", "invalid_request", r, json!([null, 1])),
        rows(
            "/signatures/1/signature/r",
            "invalid_signature",
            r,
            json!(["", "0x", "xyz"]),
        ),
        rows(
            "/signatures/1/signature/s",
            "invalid_signature",
            s,
            json!(["1".repeat(65)]),
        ),
        rows(
            "/signatures/1/signature/s",
            "invalid_signature",
            whole,
            json!(["00", "0"]),
        ),
        rows("/signatures/1/signature/r", "invalid_signature", whole, json!([order])),
        rows(
            "/signatures/1/signature/recovery",
            "invalid_request",
            recovery,
            json!([4, -1, "0"]),
        ),
        rows(
            "/signatures/0/signature/r",
            "invalid_signature",
            "signatures[0]",
            json!(["02"]),
        ),
    ]
    .concat()
}
