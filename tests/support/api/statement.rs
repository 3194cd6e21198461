//! Pages of `statement`, added up.

use serde_json::Value;

/// Returns the rows of all pages. `request` requests the page of a body with this `cursor`.
pub async fn rows(request: impl AsyncFn(&Value) -> Value) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let page = request(&cursor).await;
        rows.extend(page["rows"].as_array().expect("rows").iter().cloned());
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            return rows;
        }
    }
}

/// Returns the change of the coin's balance by a row, with the fee, in base units.
pub fn net(row: &Value) -> i128 {
    let sides = [("received", 1), ("sent", -1), ("fee", -1)];
    let coins = sides.iter().filter(|(side, _)| row[*side]["asset"]["kind"] == "coin");
    let amounts = coins.map(|(side, sign)| {
        let amount = row[*side]["value"]["amount"].as_str().expect("an amount");
        sign * amount.parse::<i128>().expect("a number")
    });
    amounts.sum()
}
