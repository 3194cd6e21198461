//! Histories: pages, transaction boundaries, ends.

use super::{OTHER, OWN, OWN_MUXED, Server, assert_unusable, own, page, problem, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, Request};
use wallet_xlm::history::{HistoryFacts, Position, View};
use wallet_xlm::ports::XlmIndex;

pub(super) const OPERATIONS: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K/operations";

const TRANSACTIONS: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K/transactions";

/// Returns the id (TOID) of an operation from the indices of its transaction and of itself.
const fn number(transaction: u64, index: u64) -> u64 {
    (59_000_000 << 32) | (transaction << 12) | index
}

/// Returns the record of an operation with its transaction.
pub(super) fn record(transaction: u64, index: u64, kind: &str, mut fields: Value) -> Value {
    let hash = format!("{transaction:064x}");
    let number = number(transaction, index).to_string();
    fields["id"] = number.clone().into();
    fields["paging_token"] = number.into();
    fields["_links"] = json!({ "self": { "href": "" } });
    fields["type"] = kind.into();
    fields["type_i"] = 1.into();
    fields["transaction_successful"] = true.into();
    fields["source_account"] = OWN.into();
    fields["created_at"] = "2026-11-21T20:00:00Z".into();
    fields["transaction_hash"] = hash.clone().into();
    fields["transaction"] = json!({ "id": hash, "paging_token": "7", "successful": true, "hash": hash,
        "ledger": 59_000_000, "created_at": "2026-11-21T20:00:00Z", "source_account": OWN,
        "source_account_sequence": "7", "fee_account": OWN, "fee_charged": "200", "max_fee": "1000",
        "operation_count": 2, "envelope_xdr": "AAAA", "result_xdr": "AAAA", "fee_meta_xdr": "AAAA",
        "memo_type": "none", "signatures": [] });
    fields
}

/// Returns the transaction of an operation as a separate record.
fn listed(operation: &Value) -> Value {
    let mut transaction = operation["transaction"].clone();
    let number: u64 = operation["id"].as_str().unwrap().parse().unwrap();
    transaction["paging_token"] = (number & !0xfff).to_string().into();
    transaction
}

/// Returns the record of a transaction in which the account has no operation.
fn foreign(transaction: u64, source: &str, fee_payer: &str) -> Value {
    let mut record = listed(&payment(transaction, 1));
    record["source_account"] = source.into();
    record["fee_account"] = fee_payer.into();
    record
}

/// Returns a payment of lumens by the account.
fn payment(transaction: u64, index: u64) -> Value {
    let fields = json!({ "asset_type": "native", "from": OWN, "to": OTHER, "amount": "0.0000001" });
    record(transaction, index, "payment", fields)
}

async fn history(server: &Server, from: Position, limit: u32) -> Result<HistoryFacts, UpstreamError> {
    server.node.history(Livenet, own(), from, limit, soon()).await
}

/// Returns the transactions as the service presents them.
pub(super) async fn shown(server: &Server, from: Position, limit: u32) -> Vec<Value> {
    let view = View::new(own(), OWN.to_owned());
    let facts = history(server, from, limit).await.expect("a history");
    let shown = facts.entries.iter().map(|entry| view.transaction(entry, 170));
    shown
        .map(|record| serde_json::to_value(record).expect("a record"))
        .collect()
}

/// Returns a parameter of the query.
fn query_parameter(request: &Request, name: &str) -> Option<u64> {
    let query = request.path.split_once('?')?.1;
    let value = query
        .split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    value?.parse().ok()
}

/// Serves a history of these operations, latest first, page by page.
fn serve_history(server: &Server, all: Vec<Value>) {
    serve_list(server, OPERATIONS, all);
}

/// Serves a list of these records, latest first, page by page.
fn serve_list(server: &Server, path: &'static str, all: Vec<Value>) {
    server.set_handler(path, move |request| {
        let cursor = query_parameter(request, "cursor").unwrap_or(u64::MAX);
        let number = |record: &Value| record["paging_token"].as_str().unwrap().parse::<u64>().unwrap();
        let records = all.iter().filter(|record| number(record) < cursor);
        let limit = usize::try_from(query_parameter(request, "limit").unwrap()).unwrap();
        let records: Vec<_> = records.take(limit).cloned().collect();
        Reply::ok(page(&records).to_string())
    });
}

/// Returns the number of operations of each transaction.
fn sizes(facts: &HistoryFacts) -> Vec<usize> {
    facts.entries.iter().map(|entry| entry.operations.len()).collect()
}

#[tokio::test(start_paused = true)]
async fn transaction_has_the_format_of_the_specification() {
    let server = Server::start().await;
    serve_history(&server, vec![payment(3, 2), payment(3, 1)]);
    let action = json!({ "type": "transfer", "asset": { "kind": "coin", "chain": "xlm" },
        "value": { "amount": "1", "decimals": 7 }, "from": OWN, "to": OTHER });
    let expected = json!({ "txid": format!("{:064x}", 3), "block": "59000000", "date": 1_795_291_200,
        "fee": { "amount": "200", "decimals": 7 }, "value": { "amount": "-2", "decimals": 7 }, "from": OWN,
        "to": OTHER, "status": "confirmed", "confirmations": 1, "direction": "out",
        "net": { "amount": "-202", "decimals": 7 }, "actions": [action, action] });
    assert_eq!(shown(&server, Position::Start, 10).await, [expected]);
    let query = "order=desc&limit=15&include_failed=true&join=transactions";
    assert_eq!(server.requests_for(OPERATIONS)[0].path, format!("{OPERATIONS}?{query}"));
}

#[tokio::test(start_paused = true)]
async fn operations_are_in_order_within_their_transaction() {
    let server = Server::start().await;
    let bump = |index| record(5, index, "bump_sequence", json!({ "bump_to": index.to_string() }));
    serve_history(&server, vec![payment(6, 1), bump(3), bump(2), bump(1), payment(4, 9)]);
    let all = shown(&server, Position::Start, 10).await;
    let steps: Vec<_> = all[1]["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["to"].clone())
        .collect();
    assert_eq!(steps, ["1", "2", "3"]);
    assert_eq!(all.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn operations_of_two_transactions_are_never_merged() {
    let server = Server::start().await;
    let mut other = payment(6, 1);
    other["transaction"]["hash"] = format!("{:064x}", 5).into();
    serve_history(&server, vec![payment(6, 2), other]);
    let facts = history(&server, Position::Start, 10).await.unwrap();
    assert_eq!(
        sizes(&facts),
        [1, 1],
        "although their ids indicate the same transaction"
    );
}

#[tokio::test(start_paused = true)]
async fn transaction_across_pages_is_complete() {
    let server = Server::start().await;
    // The first page has ten operations and ends within the second transaction.
    let ops = |transaction, count| (1..=count).rev().map(move |index| payment(transaction, index));
    let all: Vec<_> = ops(9, 8).chain(ops(8, 30)).chain(ops(7, 2)).chain(ops(6, 1)).collect();
    serve_history(&server, all);
    let first = history(&server, Position::Start, 2).await.unwrap();
    assert_eq!(sizes(&first), [8, 30]);
    assert_eq!(first.next, Some(Position::After(number(8, 0))));
    let second = history(&server, first.next.unwrap(), 1).await.unwrap();
    assert_eq!(
        (sizes(&second), second.next),
        (vec![2], Some(Position::After(number(7, 0))))
    );
    let last = history(&server, second.next.unwrap(), 50).await.unwrap();
    assert_eq!((sizes(&last), last.next), (vec![1], None));
}

#[tokio::test(start_paused = true)]
async fn every_transaction_is_returned_once_for_any_limit() {
    let server = Server::start().await;
    let counts = [1, 100, 1, 1, 37, 1, 100, 2, 1];
    let transactions = counts.iter().zip((1..=counts.len() as u64).rev());
    let all =
        transactions.flat_map(|(count, transaction)| (1..=*count).rev().map(move |index| payment(transaction, index)));
    serve_history(&server, all.collect());
    for limit in [1, 2, 5, 200] {
        let (mut returned, mut next) = (Vec::new(), Some(Position::Start));
        while let Some(from) = next {
            let part = history(&server, from, limit).await.unwrap();
            assert!(part.entries.len() <= limit as usize);
            returned.extend(sizes(&part));
            next = part.next;
        }
        assert_eq!(returned, counts.map(|count| usize::try_from(count).unwrap()), "{limit}");
    }
}

#[tokio::test(start_paused = true)]
async fn oversized_pages_are_requested_again_in_smaller_size() {
    let server = Server::start().await;
    let all = (1..=60).rev().map(|transaction| {
        let mut record = payment(transaction, 1);
        record["transaction"]["result_meta_xdr"] = "A".repeat(5000).into();
        record
    });
    serve_history(&server, all.collect());
    let found = history(&server, Position::Start, 50).await.unwrap();
    assert_eq!(
        (found.entries.len(), found.next),
        (50, Some(Position::After(number(11, 0))))
    );
}

#[tokio::test(start_paused = true)]
async fn missing_history_and_its_end_are_not_failures() {
    let server = Server::start().await;
    assert_eq!(history(&server, Position::Start, 10).await, Ok(HistoryFacts::default()));
    server.set_handler(OPERATIONS, |_| problem(410, "before_history"));
    let old = Position::After(number(7, 0));
    assert_eq!(history(&server, old, 10).await, Ok(HistoryFacts::default()));
}

#[tokio::test(start_paused = true)]
async fn transactions_before_the_end_of_history_are_returned() {
    let server = Server::start().await;
    let all: Vec<_> = (1..=10).rev().map(|transaction| payment(transaction, 1)).collect();
    server.set_handler(OPERATIONS, move |request| match query_parameter(request, "cursor") {
        None => Reply::ok(page(&all).to_string()),
        Some(_) => problem(410, "before_history"),
    });
    let found = history(&server, Position::Start, 10).await.unwrap();
    assert_eq!((found.entries.len(), found.next), (10, None));
}

#[tokio::test(start_paused = true)]
async fn failed_transactions_are_rejected_regardless_of_their_operations() {
    let server = Server::start().await;
    let mut failed = payment(3, 1);
    let mut malformed = record(3, 2, "manage_sell_offer", json!({ "amount": "evil" }));
    for record in [&mut failed, &mut malformed] {
        record["transaction_successful"] = false.into();
        record["transaction"]["successful"] = false.into();
    }
    serve_history(&server, vec![malformed, failed]);
    let all = shown(&server, Position::Start, 10).await;
    assert_eq!(
        (&all[0]["status"], &all[0]["actions"]),
        (&json!("rejected"), &json!([]))
    );
    assert_eq!(all[0]["failedActions"].as_array().map(Vec::len), Some(1));
    let facts = history(&server, Position::Start, 10).await.unwrap();
    assert!(facts.lacks_rows, "an operation is missing");
    assert_eq!(
        (&all[0]["value"]["amount"], &all[0]["to"]),
        (&json!("0"), &json!(OTHER))
    );
}

#[tokio::test(start_paused = true)]
async fn fee_bump_of_a_muxed_account_has_the_outer_hash() {
    let server = Server::start().await;
    let mut bumped = payment(3, 1);
    bumped["source_account_muxed"] = OWN_MUXED.into();
    bumped["transaction"]["account_muxed"] = OWN_MUXED.into();
    bumped["transaction"]["fee_account"] = OTHER.into();
    bumped["transaction"]["fee_bump_transaction"] = json!({ "hash": format!("{:064x}", 3), "signatures": [] });
    bumped["transaction"]["inner_transaction"] =
        json!({ "hash": format!("{:064x}", 4), "signatures": [], "max_fee": "100" });
    serve_history(&server, vec![bumped]);
    let all = shown(&server, Position::Start, 10).await;
    assert_eq!(
        (&all[0]["txid"], &all[0]["from"]),
        (&json!(format!("{:064x}", 3)), &json!(OWN_MUXED))
    );
}

#[tokio::test(start_paused = true)]
async fn unordered_or_oversized_lists_are_unusable() {
    for records in [
        vec![payment(3, 1), payment(4, 1)],
        vec![payment(3, 1), payment(3, 1)],
        vec![payment(3, 1); 30],
        vec![json!({ "type": "payment" })],
        vec![json!("evil")],
    ] {
        let server = Server::start().await;
        server.set_document(OPERATIONS, page(&records));
        assert_unusable(&history(&server, Position::Start, 10).await);
    }
    let server = Server::start().await;
    server.set_document(OPERATIONS, page(&[payment(3, 1)]));
    assert_unusable(&history(&server, Position::After(number(3, 0)), 10).await);
}

/// Returns the number and the net change of each transaction.
async fn nets(server: &Server, from: Position, limit: u32) -> Vec<(u64, String)> {
    let shown = shown(server, from, limit).await;
    let net = |row: &Value| {
        let number = u64::from_str_radix(row["txid"].as_str().unwrap(), 16).unwrap();
        (number, row["net"]["amount"].as_str().unwrap().to_owned())
    };
    shown.iter().map(net).collect()
}

fn net(transaction: u64, net: &str) -> (u64, String) {
    (transaction, net.to_owned())
}

#[tokio::test(start_paused = true)]
async fn transactions_without_own_operations_are_listed() {
    let server = Server::start().await;
    let own = [payment(6, 1), payment(3, 1)];
    serve_list(&server, OPERATIONS, own.to_vec());
    // A fee bump of another transaction, a channel account with and without the fee, and a transaction without effect.
    let others = [
        foreign(7, OTHER, OWN),
        foreign(5, OWN, OWN),
        foreign(4, OWN, OTHER),
        foreign(2, OTHER, OTHER),
    ];
    let mut all: Vec<_> = own.iter().map(listed).chain(others).collect();
    all.sort_by_key(|record| std::cmp::Reverse(record["hash"].as_str().unwrap().to_owned()));
    serve_list(&server, TRANSACTIONS, all);
    let expected = [
        net(7, "-200"),
        net(6, "-201"),
        net(5, "-200"),
        net(4, "0"),
        net(3, "-201"),
    ];
    assert_eq!(nets(&server, Position::Start, 10).await, expected);
    assert_eq!(server.requests_for(OPERATIONS).len(), 1);
    let query = "order=desc&limit=11&include_failed=true";
    let requests = server.requests_for(TRANSACTIONS);
    assert_eq!(
        requests.iter().map(|request| request.path.as_str()).collect::<Vec<_>>(),
        [format!("{TRANSACTIONS}?{query}")]
    );
    let bumped = &shown(&server, Position::Start, 1).await[0];
    assert_eq!(
        (&bumped["from"], &bumped["to"], &bumped["direction"], &bumped["actions"]),
        (&json!(OTHER), &json!(""), &json!("out"), &json!([]))
    );
}

#[tokio::test(start_paused = true)]
async fn both_lists_are_paged_together() {
    let server = Server::start().await;
    // Runs of transactions with and without own operations, which exceed the pages of either list.
    let is_own = |transaction: &u64| (transaction / 30).is_multiple_of(2) || transaction.is_multiple_of(7);
    let operations = (1..=240).rev().filter(is_own);
    serve_list(
        &server,
        OPERATIONS,
        operations
            .flat_map(|transaction| [payment(transaction, 2), payment(transaction, 1)])
            .collect(),
    );
    let record = |transaction| {
        if is_own(&transaction) {
            listed(&payment(transaction, 1))
        } else {
            foreign(transaction, OTHER, OWN)
        }
    };
    serve_list(&server, TRANSACTIONS, (1..=240).rev().map(record).collect());
    let expected: Vec<_> = (1..=240)
        .rev()
        .map(|transaction| net(transaction, if is_own(&transaction) { "-202" } else { "-200" }))
        .collect();
    for limit in [1, 7, 50, 200] {
        let (mut returned, mut next, mut pages) = (Vec::new(), Some(Position::Start), 0);
        while let Some(from) = next {
            returned.extend(nets(&server, from, limit).await);
            next = history(&server, from, limit).await.unwrap().next;
            pages += 1;
        }
        assert_eq!(
            (returned, pages),
            (expected.clone(), 240_usize.div_ceil(limit as usize)),
            "{limit}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn oversized_lists_of_transactions_are_requested_in_smaller_size() {
    let server = Server::start().await;
    let all = (1..=60).rev().map(|transaction| {
        let mut record = foreign(transaction, OTHER, OWN);
        record["result_meta_xdr"] = "A".repeat(5000).into();
        record
    });
    serve_list(&server, TRANSACTIONS, all.collect());
    let found = history(&server, Position::Start, 50).await.unwrap();
    assert_eq!(
        (found.entries.len(), found.next),
        (50, Some(Position::After(number(11, 0))))
    );
}

#[tokio::test(start_paused = true)]
async fn unreadable_transactions_are_disclosed() {
    let server = Server::start().await;
    let mut evil = foreign(5, OTHER, OWN);
    evil["fee_charged"] = "evil".into();
    serve_list(&server, TRANSACTIONS, vec![evil, foreign(4, OTHER, OWN)]);
    let found = history(&server, Position::Start, 10).await.unwrap();
    assert_eq!((found.entries.len(), found.lacks_rows), (1, true));
    for records in [
        vec![foreign(4, OTHER, OWN), foreign(5, OTHER, OWN)],
        vec![json!({ "hash": "evil" })],
    ] {
        server.set_document(TRANSACTIONS, page(&records));
        assert_unusable(&history(&server, Position::Start, 10).await);
    }
    server.set_handler(TRANSACTIONS, |_| problem(500, "server_error"));
    assert!(
        history(&server, Position::Start, 10).await.is_err(),
        "the history would lack fees"
    );
}
