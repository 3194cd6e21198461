//! Every decoder against texts of strangers: a value or a failure, never a panic, and never a value out of bounds.

use super::balance::Balance;
use super::head::{Subscription, Tip};
use super::message::Incoming;
use super::{broadcast, fees, head, history_rows, transactions, unspent};
use serde_json::value::RawValue;
use wallet_core::btc_like::{Chain, Params, Txid};
use wallet_core::model::Network;

fn btc() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

/// Takes a text for the answer to every question; panics where a decoder lets something impossible through.
pub fn read_all(text: &str) {
    let tip = Tip {
        height: 800_000,
        time: 0,
    };
    if let Ok(rows) = serde_json::from_str::<Vec<unspent::Row>>(text)
        && let Ok(outputs) = unspent::decode(&rows, tip, btc())
    {
        assert!(outputs.iter().all(|output| output.utxo.value <= btc().max_money));
        assert!(outputs.iter().all(|output| output.confirmations <= tip.height + 4));
    }
    if let Ok(number) = serde_json::from_str::<Box<RawValue>>(text)
        && let Ok(Some(rate)) = fees::decode(&number, btc())
    {
        assert!(rate <= btc().fee_cap * 1000);
    }
    if let Ok(balance) = serde_json::from_str::<Balance>(text)
        && let Ok(total) = balance.total(btc())
    {
        assert!(total <= btc().max_money);
    }
    if let Ok(rows) = serde_json::from_str::<Vec<history_rows::Row>>(text)
        && let Ok(history) = history_rows::newest_first(&rows)
    {
        assert!(history.len() <= rows.len());
        assert!(history.is_sorted_by_key(|(_, height)| std::cmp::Reverse(height.unwrap_or(u32::MAX))));
    }
    if let Ok(subscription) = serde_json::from_str::<Subscription>(text) {
        let _ = subscription.tip();
    }
    if let Ok(text) = serde_json::from_str::<String>(text) {
        let txid = "00".repeat(32).parse::<Txid>().expect("64 hex digits");
        let _ = (
            head::time(&text),
            transactions::decode(txid, &text),
            broadcast::judgement(&text),
        );
    }
    read_line(text);
}

/// Takes a text for a line from a server, and for the error in one.
fn read_line(text: &str) {
    let _ = Incoming::read(text);
    if let Ok(Incoming::Answer { answer, .. }) = Incoming::read(&format!("{{\"id\": 1, \"error\": {text}}}"))
        && let Ok(Err(error)) = answer.result::<String>()
    {
        let _ = (error.failure(), error.says_unknown());
    }
}

#[cfg(test)]
mod tests {
    use super::{read_all, read_line};
    use crate::hostile_json::hostile_json;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json(), cut in any::<prop::sample::Index>()) {
            let text = body.to_string();
            read_all(&text);
            if let Some(part) = text.get(..cut.index(text.len())) {
                read_line(part);
            }
        }
    }
}
