//! Operations as an exporter recorded them, in the form of parse.

use super::asset::asset;
use serde_json::{Value, json};

/// Returns a field of a recorded operation.
fn text<'a>(recorded: &'a Value, name: &str) -> &'a str {
    recorded[name].as_str().unwrap_or_else(|| panic!("{name} of {recorded}"))
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
            let path = recorded["path"].as_array().expect("a list").iter();
            let path: Vec<_> = path.map(|hop| asset(hop.as_str().expect("an asset"))).collect();
            json!({ "type": "pathPaymentStrictReceive", "sendAsset": asset_at("source_asset"),
                "sendMax": get("source_max"), "destination": get("to"), "destAsset": asset_at("asset"),
                "destAmount": get("amount"), "path": path })
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
        "set_options" => json!({ "type": "setOptions" }),
        other => panic!("operation {other} is not expected in the data files"),
    }
}

/// Returns the starting balance in stroops, of a parsed operation.
pub fn starting_balance(parsed: &Value) -> String {
    super::asset::stroops(&parsed["startingBalance"])
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
