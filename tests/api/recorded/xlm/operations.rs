//! Operations as an exporter recorded them, in the form of parse.

use super::values::{asset, stroops};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

/// Returns a field of a recorded operation.
fn text<'a>(recorded: &'a Value, name: &str) -> &'a str {
    recorded[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} of {recorded}"))
}

fn path(recorded: &Value) -> Vec<Value> {
    let path = recorded["path"].as_array().expect("a list").iter();
    path.map(|hop| asset(hop.as_str().expect("an asset"))).collect()
}

/// Converts the value of a data entry, which is recorded in base64. All recorded values are text.
fn data_value(recorded: &Value) -> Value {
    recorded.as_str().map_or(Value::Null, |base64| {
        let bytes = BASE64.decode(base64).expect("base64");
        json!(String::from_utf8(bytes).expect("text"))
    })
}

/// The options with the same value in parse, by their recorded name. An exporter records the names of Horizon.
const OPTIONS: [(&str, &str); 6] = [
    ("inflation_dest", "inflationDest"),
    ("home_domain", "homeDomain"),
    ("master_key_weight", "masterWeight"),
    ("low_threshold", "lowThreshold"),
    ("med_threshold", "medThreshold"),
    ("high_threshold", "highThreshold"),
];

/// Converts options. Flags are 0 if they are not recorded: an operation without flags and one with no flag are the
/// same.
fn options(recorded: &Value) -> Value {
    let mut options = json!({ "type": "setOptions" });
    for (name, ours) in OPTIONS {
        options[ours] = recorded[name].clone();
    }
    for (name, ours) in [("set_flags", "setFlags"), ("clear_flags", "clearFlags")] {
        let flags = recorded[name].as_array().into_iter().flatten();
        options[ours] = flags.filter_map(Value::as_u64).sum::<u64>().into();
    }
    options["signer"] = match &recorded["signer_key"] {
        Value::Null => Value::Null,
        key => json!({ "ed25519PublicKey": key, "weight": recorded["signer_weight"] }),
    };
    options
}

/// Returns the fields that parse must return for a recorded operation, except the price. The amount of an offer is
/// that of the bought or sold asset.
pub fn expected(recorded: &Value) -> Value {
    let get = |name| text(recorded, name);
    let asset_at = |name| asset(get(name));
    match get("type") {
        "payment" => {
            json!({ "type": "payment", "destination": get("to"), "asset": asset_at("asset"), "amount": get("amount") })
        }
        "create_account" => json!({ "type": "createAccount", "destination": get("account") }),
        "path_payment_strict_receive" => {
            json!({ "type": "pathPaymentStrictReceive", "sendAsset": asset_at("source_asset"),
                "sendMax": get("source_max"), "destination": get("to"), "destAsset": asset_at("asset"),
                "destAmount": get("amount"), "path": path(recorded) })
        }
        "manage_sell_offer" => json!({ "type": "manageSellOffer", "selling": asset_at("selling"),
            "buying": asset_at("buying"), "amount": get("amount"), "offerId": get("offer_id") }),
        "manage_buy_offer" => json!({ "type": "manageBuyOffer", "selling": asset_at("selling"),
            "buying": asset_at("buying"), "buyAmount": get("amount"), "offerId": get("offer_id") }),
        "change_trust" => json!({ "type": "changeTrust", "asset": asset_at("asset"), "limit": get("limit") }),
        "allow_trust" => {
            let authorize = match (&recorded["authorize"], &recorded["maintain"]) {
                (Value::Bool(true), _) => 1,
                (_, Value::Bool(true)) => 2,
                _ => 0,
            };
            json!({ "type": "allowTrust", "trustor": get("trustor"), "assetCode": get("asset_code"),
                "authorize": authorize })
        }
        "path_payment_strict_send" => json!({ "type": "pathPaymentStrictSend", "sendAsset": asset_at("source_asset"),
            "sendAmount": get("source_amount"), "destination": get("to"), "destAsset": asset_at("asset"),
            "destMin": get("destination_min"), "path": path(recorded) }),
        "create_passive_sell_offer" => json!({ "type": "createPassiveSellOffer", "selling": asset_at("selling"),
            "buying": asset_at("buying"), "amount": get("amount") }),
        "account_merge" => json!({ "type": "accountMerge", "destination": get("into") }),
        "bump_sequence" => json!({ "type": "bumpSequence", "bumpTo": get("bump_to") }),
        "inflation" => json!({ "type": "inflation" }),
        "manage_data" => json!({ "type": "manageData", "name": get("name"), "value": data_value(&recorded["value"]) }),
        "set_options" => options(recorded),
        other => panic!("operation {other} is not expected in the data files"),
    }
}

/// Returns the starting balance in stroops, of a parsed operation.
pub fn starting_balance(parsed: &Value) -> String {
    stroops(&parsed["startingBalance"])
}

/// Returns true if a decimal number or fraction is exactly the fraction `n/d`.
pub fn is_price(found: &Value, recorded: &str) -> bool {
    let number = |text: &str| text.parse::<u128>().ok();
    let fraction = |text: &str| {
        let (n, d) = text.split_once('/')?;
        Some((number(n)?, number(d)?))
    };
    let decimal = |text: &str| {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let scale = 10u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        Some((number(&format!("{whole}{decimals}"))?, scale))
    };
    let read = |text: &str| fraction(text).or_else(|| decimal(text));
    match (found.as_str().and_then(read), fraction(recorded)) {
        (Some((n, d)), Some((recorded_n, recorded_d))) => n * recorded_d == recorded_n * d,
        _ => false,
    }
}
