//! Changes of the coin balance in recorded histories, computed from the recorded lists.

use super::data::Fact;
use super::histories::{id, is_genesis, rows};
use super::numbers::{lower, number};
use serde_json::Value;

/// Returns the coins in wei that these rows move to the address minus those that they move from it.
pub fn moved<'a>(rows: impl Iterator<Item = &'a Value>, own: &str) -> i128 {
    rows.map(|row| {
        let value = number(&row["value"]).cast_signed();
        let sign = |side: &Value| i128::from(lower(side) == own);
        let to = if lower(&row["to"]).is_empty() {
            &row["contractAddress"]
        } else {
            &row["to"]
        };
        value * (sign(to) - sign(&row["from"]))
    })
    .sum()
}

/// Checks the net of a transaction against the rows of the recorded lists with the hash. A rejected transaction and
/// a reverted call move nothing.
pub fn check_net(fact: &Fact, found: &Value) {
    let own = fact.text("address").to_lowercase();
    let hash = lower(&found["txid"]);
    let of_hash = |list| {
        rows(fact, list)
            .iter()
            .filter(|row| !is_genesis(row) && id(row) == hash)
    };
    let succeeded = |row: &&Value| found["status"] != "rejected" && row["isError"] != "1";
    let mut net = moved(of_hash("txlist").filter(succeeded), &own);
    net += moved(of_hash("txlistinternal").filter(succeeded), &own);
    if of_hash("txlist").any(|row| lower(&row["from"]) == own) {
        net -= number(&found["fee"]["amount"]).cast_signed();
    }
    assert_eq!(found["net"]["amount"], net.to_string(), "{found} {fact}");
}
