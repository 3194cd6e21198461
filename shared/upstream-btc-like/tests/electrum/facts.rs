//! Balances and histories.

use super::ledger::{ALICE, BOB, CAROL, Ledger, NOTHING, address, btc, header, script, time, transaction};
use super::server::{Call, Reaction, Server};
use super::{NOW, node, soon};
use serde_json::json;
use std::collections::HashSet;
use wallet_btc_like::OutPoint;
use wallet_btc_like::history::{AddressFacts, Entry, HistoryPage, Input, Output, Payee, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_core::ports::upstream::UpstreamError;

const COIN: u64 = 100_000_000;

/// Returns a ledger and its txids, oldest first: a reward to Alice in block 100, a payment of 30 to Bob with change
/// of 19 in block 105, and a pending payment of the change to Carol with an `OP_RETURN` output.
fn story() -> (Ledger, [String; 3]) {
    let mut ledger = Ledger::up_to(110);
    let reward = transaction(&[NOTHING], &[(50 * COIN, script(ALICE))], 1);
    let reward = ledger.add(reward, 100, &[ALICE]);
    let outputs = [(30 * COIN, script(BOB)), (19 * COIN, script(ALICE))];
    let payment = ledger.add(transaction(&[(&reward, 0)], &outputs, 2), 105, &[ALICE, BOB]);
    let outputs = [
        (18 * COIN, script(CAROL)),
        (0, vec![0x6a, 2, 0xaa, 0xbb]),
        (7, vec![0x51]),
    ];
    let pending = ledger.add(transaction(&[(&payment, 1)], &outputs, 3), 0, &[ALICE, CAROL]);
    (ledger, [reward, payment, pending])
}

async fn facts(
    server: &Server,
    owner_address: &str,
    from: Position,
    limit: u32,
) -> Result<AddressFacts, UpstreamError> {
    node(server)
        .address_facts(&address(owner_address), from, limit, soon())
        .await
}

/// Returns the page of a response.
fn page_of(facts: Result<AddressFacts, UpstreamError>) -> HistoryPage {
    facts.expect("facts").history.expect("a history")
}

fn owner(text: &str, value: u64, (parent, vout): (&str, u32)) -> Input {
    Input {
        owner: Some(address(text)),
        value,
        spent: Some(OutPoint::new(parent.parse().unwrap(), vout)),
    }
}

fn paid(text: &str, value: u64) -> Output {
    Output {
        payee: Payee::Address(address(text)),
        value,
    }
}

#[tokio::test]
async fn history_is_derived_from_raw_transactions() {
    let (ledger, [reward, payment, pending]) = story();
    let server = Server::start(move |call| ledger.respond(call)).await;
    let found = facts(&server, ALICE, Position::default(), 10).await.expect("facts");
    let no_address = |payee, value| Output { payee, value };
    let expected = [
        Entry {
            txid: pending.parse().unwrap(),
            height: None,
            time: NOW,
            fee: COIN - 7,
            inputs: vec![owner(ALICE, 19 * COIN, (&payment, 1))],
            outputs: vec![
                paid(CAROL, 18 * COIN),
                no_address(Payee::Data, 0),
                no_address(Payee::Script, 7),
            ],
        },
        Entry {
            txid: payment.parse().unwrap(),
            height: Some(105),
            time: time(105),
            fee: COIN,
            inputs: vec![owner(ALICE, 50 * COIN, (&reward, 0))],
            outputs: vec![paid(BOB, 30 * COIN), paid(ALICE, 19 * COIN)],
        },
        Entry {
            txid: reward.parse().unwrap(),
            height: Some(100),
            time: time(100),
            fee: 0,
            inputs: vec![Input {
                owner: None,
                value: 0,
                spent: None,
            }],
            outputs: vec![paid(ALICE, 50 * COIN)],
        },
    ];
    assert_eq!((found.upstream, found.tip, found.funds.total()), ("electrum", 110, 42));
    let page = found.history.expect("a history");
    assert_eq!((page.entries, page.next), (expected.to_vec(), None));
}

/// ElectrumX between a block and the next mempool update: the payment is in both.
#[tokio::test]
async fn transaction_in_a_block_and_in_the_mempool_counts_once_in_the_balance() {
    let mut ledger = Ledger::up_to(110);
    let reward = ledger.add(transaction(&[NOTHING], &[(50 * COIN, script(ALICE))], 1), 100, &[ALICE]);
    let outputs = [(30 * COIN, script(BOB)), (19 * COIN, script(ALICE))];
    let payment = transaction(&[(&reward, 0)], &outputs, 2);
    let txid = ledger.add(payment.clone(), 105, &[ALICE]);
    ledger.add(payment, 0, &[ALICE]);
    for height in [105, 0] {
        let row = json!({ "tx_hash": txid, "tx_pos": 1, "height": height, "value": 19 * COIN });
        ledger.list(ALICE, row);
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let found = facts(&server, ALICE, Position::default(), 10).await.expect("facts");
    assert_eq!(found.funds.total(), 19 * COIN);
    assert_eq!(page_of(Ok(found)).entries.len(), 2);
}

#[tokio::test]
async fn no_call_is_repeated() {
    let mut ledger = Ledger::up_to(500);
    for number in 0..100 {
        let parent = ledger.add_unlisted(transaction(&[NOTHING], &[(1000, script(BOB))], number));
        let payment = transaction(&[(&parent, 0)], &[(900, script(ALICE))], number);
        ledger.add(payment, i64::from(number) + 1, &[ALICE]);
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let port = node(&server);
    let page = port
        .address_facts(&address(ALICE), Position::default(), 100, soon())
        .await;
    assert_eq!(page_of(page).entries.len(), 100);
    let calls = server.calls();
    let count = |method: &str| calls.iter().filter(|call| call.method == method).count();
    let get = "blockchain.transaction.get";
    assert_eq!(
        (count(get), count("blockchain.block.header"), calls.len()),
        (200, 100, 302)
    );
    assert!(calls.iter().all(|call| call.connection == 0));
    let distinct: HashSet<_> = calls
        .iter()
        .map(|call| format!("{} {}", call.method, call.params))
        .collect();
    assert_eq!(distinct.len(), calls.len(), "no call is repeated");

    let again = port
        .address_facts(&address(ALICE), Position::default(), 100, soon())
        .await;
    assert_eq!(page_of(again).entries.len(), 100);
    let fetched = server.methods().iter().filter(|method| *method == get).count();
    assert_eq!(fetched, 200, "transactions are cached");
}

#[tokio::test]
async fn pages_contain_every_transaction_once() {
    let mut ledger = Ledger::up_to(500);
    let mut all = Vec::new();
    // Five in each block, three of them pending.
    for number in 0..33_u32 {
        let height = if number < 30 { i64::from(number / 5) + 1 } else { 0 };
        let reward = transaction(&[NOTHING], &[(1000, script(ALICE))], number);
        all.push(ledger.add(reward, height, &[ALICE]));
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let port = node(&server);
    for limit in [1, 2, 4, 7, 33, 100] {
        let (mut received, mut from) = (Vec::new(), Position::default());
        loop {
            let page = page_of(port.address_facts(&address(ALICE), from, limit, soon()).await);
            assert!(page.entries.len() <= limit as usize);
            received.extend(page.entries.iter().map(|entry| entry.txid.to_string()));
            match page.next {
                Some(next) => from = next,
                None => break,
            }
        }
        assert!(
            received[..3].iter().all(|txid| all[30..].contains(txid)),
            "pending first"
        );
        let confirmed: Vec<_> = all[..30].iter().rev().cloned().collect();
        assert_eq!(received[3..], confirmed, "latest first, {limit} per page");
    }
}

#[tokio::test]
async fn unused_address_has_no_history() {
    let server = Server::start(|call| Ledger::up_to(7).respond(call)).await;
    let found = page_of(facts(&server, BOB, Position::default(), 10).await);
    assert_eq!((found.entries, found.next), (Vec::new(), None));
    assert_eq!(server.calls().len(), 2, "{:?}", server.methods());
}

/// A page may need the parents of thousands of inputs; then the page ends early.
#[tokio::test]
async fn page_with_too_many_parents_ends_early() {
    let mut ledger = Ledger::up_to(500);
    for number in 0..6 {
        let parents: Vec<_> = (0..600)
            .map(|index| ledger.add_unlisted(transaction(&[NOTHING], &[(1, script(BOB))], number * 1000 + index)))
            .collect();
        let inputs: Vec<_> = parents.iter().map(|parent| (parent.as_str(), 0)).collect();
        let payment = transaction(&inputs, &[(600, script(ALICE))], number);
        ledger.add(payment, i64::from(number) + 1, &[ALICE]);
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let first = page_of(facts(&server, ALICE, Position::default(), 10).await);
    assert_eq!(first.entries.len(), 3);
    let rest = page_of(facts(&server, ALICE, first.next.expect("there is more"), 10).await);
    let heights: Vec<_> = first
        .entries
        .iter()
        .chain(&rest.entries)
        .map(|entry| entry.height)
        .collect();
    assert_eq!(heights, [6, 5, 4, 3, 2, 1].map(Some));
    assert_eq!(rest.next, None);
}

/// Requests the facts from a server with replaced responses to a method.
async fn facts_with_replacement(
    ledger: Ledger,
    method: &'static str,
    replacement: Reaction,
) -> Result<AddressFacts, UpstreamError> {
    let script = move |call: &Call| {
        if call.method == method {
            replacement.clone()
        } else {
            ledger.respond(call)
        }
    };
    facts(&Server::start(script).await, ALICE, Position::default(), 10).await
}

#[tokio::test]
async fn inconsistent_data_is_unusable() {
    let (ledger, [reward, payment, _]) = story();
    let other = hex::encode(transaction(&[NOTHING], &[(50 * COIN, script(ALICE))], 9));
    let history = "blockchain.scripthash.get_history";
    let balance = "blockchain.scripthash.get_balance";
    let max_money = btc().max_money;
    for (method, replacement) in [
        ("blockchain.transaction.get", json!(other)),
        ("blockchain.transaction.get", json!("zz")),
        ("blockchain.transaction.get", json!({ "hex": other })),
        ("blockchain.transaction.get", json!(null)),
        (history, json!([{ "tx_hash": reward, "height": 4_294_967_296_u64 }])),
        (history, json!([{ "tx_hash": reward, "height": 200 }])),
        (history, json!([{ "tx_hash": reward, "height": "100" }])),
        (history, json!([{ "tx_hash": reward }])),
        (history, json!([{ "tx_hash": &payment[1..], "height": 100 }])),
        (history, json!({})),
        (balance, json!({ "confirmed": 5, "unconfirmed": -6 })),
        (balance, json!({ "confirmed": max_money, "unconfirmed": 1 })),
        (balance, json!({ "confirmed": 1.5, "unconfirmed": 0 })),
        (balance, json!({ "confirmed": "5", "unconfirmed": "0" })),
        (balance, json!({ "confirmed": 5 })),
        (balance, json!(5)),
        ("blockchain.block.header", json!("00ff")),
        ("blockchain.block.header", json!({ "header": "00" })),
        ("blockchain.headers.subscribe", json!({ "height": -1, "hex": "" })),
        ("blockchain.headers.subscribe", json!({ "height": 110 })),
    ] {
        let received = facts_with_replacement(ledger.clone(), method, Reaction::Result(replacement.clone())).await;
        assert!(
            matches!(received, Err(UpstreamError::Unusable { .. })),
            "{method} {replacement}: {received:?}"
        );
    }
}

/// A transaction cannot pay more than the spent inputs.
#[tokio::test]
async fn negative_fee_is_unusable() {
    let mut ledger = Ledger::up_to(110);
    let parent = ledger.add_unlisted(transaction(&[NOTHING], &[(5, script(BOB))], 0));
    for (number, inputs) in [[(parent.as_str(), 0)], [(parent.as_str(), 1)]].iter().enumerate() {
        let mut ledger = ledger.clone();
        ledger.add(transaction(inputs, &[(6, script(ALICE))], 1), 5, &[ALICE]);
        let server = Server::start(move |call| ledger.respond(call)).await;
        let received = facts(&server, ALICE, Position::default(), 10).await;
        assert!(
            matches!(received, Err(UpstreamError::Unusable { .. })),
            "{number}: {received:?}"
        );
    }
}

#[tokio::test]
async fn concurrently_arriving_block_is_accepted() {
    let (mut ledger, _) = story();
    ledger.tip = 105;
    let tip = Reaction::Result(json!({ "height": 104, "hex": header(104) }));
    let received = facts_with_replacement(ledger, "blockchain.headers.subscribe", tip)
        .await
        .expect("facts");
    assert_eq!(received.tip, 105);
}
