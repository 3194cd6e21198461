//! Comparison of the log with the truth about a chain, and of the deliveries with the log.

use super::super::client;
use super::super::notifications::Caller;
use super::network::{Arrival, Receiver};
use super::world::{Block, Watched};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use wallet_client::Client;
use wallet_client::Network::Testnet;
use wallet_client::address_info_xlm::AddressInfoRequest;
use wallet_client::address_info_xlm::address_info;
use wallet_notifications::delivery::WebhookSecret;

/// The number of requests for the rest of the log without a new event, each of 5 s.
const REQUESTS: u32 = 60;

fn txid(event: &Value) -> &str {
    event["transaction"]["txid"].as_str().unwrap()
}

fn state(event: &Value) -> &str {
    event["state"].as_str().unwrap()
}

/// Returns the last event of each transaction.
fn last(events: &[Value]) -> BTreeMap<&str, &Value> {
    events.iter().map(|event| (txid(event), event)).collect()
}

/// Reads the log until each transaction has the state of the chain, and checks every event.
pub async fn log(caller: &Caller, watched: &Watched, id: &str) -> Vec<Value> {
    let (mut events, mut cursor, mut empty) = (Vec::new(), String::new(), 0);
    while empty < REQUESTS {
        let path = format!("/notifications/v1/api/event?subscription={id}&limit=500&wait=5{cursor}");
        let page = caller.get(&path).await;
        cursor = format!("&after={}", page["cursor"].as_str().unwrap());
        events.extend(page["events"].as_array().unwrap().iter().cloned());
        empty = if page["events"] == json!([]) { empty + 1 } else { 0 };
        if empty > 0 && unsettled(watched, &events).is_empty() {
            break;
        }
    }
    let unsettled = unsettled(watched, &events);
    assert!(unsettled.is_empty(), "{}: {unsettled:?}", watched.chain);
    check_events(watched, &events);
    events
}

/// Returns the transactions whose last event is not the truth, with the event.
fn unsettled<'a>(watched: &'a Watched, events: &'a [Value]) -> Vec<(&'a String, Option<&'a Value>)> {
    let last = last(events);
    let is_settled = |txid: &String| match last.get(txid.as_str()) {
        None => !watched.is_mined(txid),
        Some(event) if watched.is_mined(txid) => state(event) == "final",
        Some(event) => ["dropped", "replaced"].contains(&state(event)),
    };
    let wrong = watched.transactions.keys().filter(|txid| !is_settled(txid));
    wrong.map(|txid| (txid, last.get(txid.as_str()).copied())).collect()
}

/// Checks numbers, ids, order of states, and the facts of every event.
fn check_events(watched: &Watched, events: &[Value]) {
    let (mut ids, mut previous) = (BTreeSet::new(), BTreeMap::<&str, &Value>::new());
    for (event, sequence) in events.iter().zip(1..) {
        assert_eq!(event["sequence"], sequence, "{event}");
        assert!(ids.insert(event["id"].as_str().unwrap()), "doubled: {event}");
        if watched.foreign.contains(txid(event)) {
            // Pending transactions need no second operator.
            assert!(["seen", "dropped"].contains(&state(event)), "false: {event}");
            continue;
        }
        let received = watched.transactions.get(txid(event));
        let received = received.unwrap_or_else(|| panic!("false: {event}"));
        if let Some(amount) = received {
            assert_eq!(event["transaction"]["net"]["amount"], amount.to_string(), "{event}");
        }
        let before = previous.insert(txid(event), event);
        let previous_state = before.map_or(&Value::Null, |before| &before["state"]);
        assert_eq!(&event["previousState"], previous_state, "{event}");
        match (state(event), before.map(state)) {
            ("confirmed" | "final", _) if watched.chain == "xlm" => {}
            ("confirmed", None | Some("seen" | "dropped" | "replaced")) | ("final", Some("confirmed")) => {
                let block = block(watched, event).unwrap_or_else(|| panic!("not in the block: {event}"));
                assert!(
                    state(event) == "confirmed" || !block.is_abandoned || is_shallow(watched),
                    "{event}"
                );
            }
            ("dropped", Some("confirmed" | "final")) => {
                let block = before.and_then(|before| block(watched, before));
                assert!(
                    block.is_some_and(|block| block.is_abandoned),
                    "{event} after {before:?}"
                );
            }
            ("dropped", Some("seen")) => assert!(may_disappear(watched), "{event} after {before:?}"),
            ("replaced", Some("seen" | "dropped")) => {
                let by = event["replacedBy"].as_str().unwrap();
                assert!(watched.transactions.contains_key(by) && by != txid(event), "{event}");
            }
            ("seen", None | Some("dropped")) => {}
            _ => panic!("{event} after {before:?}"),
        }
    }
}

/// Returns true if the deepest reorganisations of a trial abandon final transactions of the chain.
fn is_shallow(watched: &Watched) -> bool {
    ["btc", "ltc", "avax", "ftm"].contains(&watched.chain)
}

/// Returns true if a pending transaction of the chain can have disappeared.
fn may_disappear(watched: &Watched) -> bool {
    watched.has_drops || watched.blocks.iter().any(|block| block.is_abandoned)
}

/// Returns the block of an event, if it has contained the transaction.
fn block<'a>(watched: &'a Watched, event: &Value) -> Option<&'a Block> {
    watched.blocks.iter().find(|block| {
        event["block"]["hash"] == block.hash
            && event["block"]["height"] == block.height
            && block.txids.iter().any(|mined| mined == txid(event))
    })
}

/// Waits until each event was received, and checks every delivery. Returns the times from the blocks to the first deliveries.
pub async fn deliveries(
    receiver: &Receiver,
    watched: &Watched,
    secret: &WebhookSecret,
    events: &[Value],
) -> Vec<Duration> {
    let log: BTreeMap<_, _> = events
        .iter()
        .map(|event| (event["id"].as_str().unwrap(), event))
        .collect();
    let mut first = BTreeMap::<String, Arrival>::new();
    for _ in 0..REQUESTS {
        let arrivals = receiver.arrivals(watched.chain);
        let repeated = arrivals.len() - log.len().min(arrivals.len());
        for arrival in arrivals {
            let id = arrival.verify(secret);
            let body: Value = serde_json::from_slice(&arrival.body).unwrap();
            assert_eq!(log.get(id.as_str()), Some(&&body), "a delivery that is not in the log");
            let known = first.entry(id).or_insert_with(|| arrival.clone());
            assert_eq!(known.body, arrival.body, "a repetition has the same body");
        }
        if first.len() == log.len() {
            println!(
                "{}: {} events, {repeated} repeated deliveries",
                watched.chain,
                log.len()
            );
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(first.len(), log.len(), "{}: every event is delivered", watched.chain);
    let latency = |event: &&Value| {
        let since = match state(event) {
            "confirmed" => block(watched, event)?.mined_at,
            _ => *watched.paid_at.get(txid(event))?,
        };
        Some(first[event["id"].as_str()?].at.saturating_duration_since(since))
    };
    events.iter().filter_map(|event| latency(&event)).collect()
}

/// Checks that the amounts of the final transactions add up to the balances of the chain.
pub async fn balances(client: &Client, watched: &Watched, events: &[Value]) {
    let last = last(events);
    let nets = last.values().filter(|event| state(event) == "final").map(|event| {
        let net = event["transaction"]["net"]["amount"].as_str().unwrap();
        net.parse::<i128>().unwrap()
    });
    let mut balance = 0_i128;
    for address in &watched.addresses {
        let found = match watched.chain {
            "xlm" => xlm_balance(client, address).await,
            "btc" | "ltc" | "bch" | "doge" => {
                let chain = watched.utxo().unwrap();
                Some(client::balance(client, chain, address).await.to_string())
            }
            chain => client::eth_like::balance(client, chain, address, None).await,
        };
        balance += found.map_or(0, |found| found.parse::<i128>().unwrap());
    }
    assert_eq!(nets.sum::<i128>(), balance, "{}", watched.chain);
}

async fn xlm_balance(client: &Client, address: &str) -> Option<String> {
    let request = AddressInfoRequest::builder()
        .address(address.to_owned())
        .network(Testnet)
        .build();
    let info = address_info(client, "xlm", &request).await.ok()?;
    Some(info.balances.first()?.balance.amount.clone())
}

pub fn print_latencies(mut latencies: Vec<Duration>) {
    latencies.sort_unstable();
    let count = latencies.len();
    if let Some(last) = count.checked_sub(1) {
        let at = |percent: usize| latencies[last * percent / 100].as_millis();
        println!("block to delivery of {count}: p50 {} ms, p99 {} ms", at(50), at(99));
    }
}
