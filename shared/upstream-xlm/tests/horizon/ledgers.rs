//! Ledgers with all transactions: the latest ledger of several operators, pages, counts, and single transactions.

use super::{LEDGER, OTHER, OWN, Server, assert_unusable, node, own, page, problem, root, soon};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::history::View;
use wallet_xlm::ports::XlmLedgers;
use wallet_xlm::{AccountId, LedgerContents, LedgerId};

const CLOSED: &str = "/ledgers/59000000";
const TRANSACTIONS: &str = "/ledgers/59000000/transactions";
const OPERATIONS: &str = "/ledgers/59000000/operations";
const BUMPED: &str = "/transactions/0000000000000000000000000000000000000000000000000000000000000009";
const BUMPED_OPERATIONS: &str =
    "/transactions/0000000000000000000000000000000000000000000000000000000000000009/operations";

/// Result and meta of transaction fa2515cdd1ca720e36e1869672dd561d62d8321d5cdecc940bea2194f447d3a7 on livenet: an offer
/// of `GBKP…` that fills an offer of `GD2O…` for 1719 stroops.
const FILL_RESULT: &str = "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAMAAAAAAAAAAEAAAABAAAAAPTkY4ubpiUhQC0wzVkwhqoe3K9+YfWLQKlk/Tcs/GZoAAAAAF8wzsIAAAACU29sYXJDaXR5AAAAAAAAABF4NbVRFSNccYgsGG2rcmwgVTh6Avv6J604ub2mw6aYAAAAAAAAAAMAAAAAAAAAAAAABrcAAAACAAAAAA==";
const FILL_META: &str = "AAAAAwAAAAAAAAACAAAAAwMtegAAAAAAAAAAAFT6WFAoGZDigKi/8VeUhQWLjloZKZ45hXt9QZXIhGySAAAAAP77c+oDI3u2AAGTegAAAkIAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAMAAAAAAy15/wAAAABm1ZhlAAAAAAAAAAEDLXoAAAAAAAAAAABU+lhQKBmQ4oCov/FXlIUFi45aGSmeOYV7fUGVyIRskgAAAAD++3PqAyN7tgABk3sAAAJCAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAADAAAAAAMtegAAAAAAZtWYawAAAAAAAAABAAAACgAAAAMDLXoAAAAAAAAAAABU+lhQKBmQ4oCov/FXlIUFi45aGSmeOYV7fUGVyIRskgAAAAD++3PqAyN7tgABk3sAAAJCAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAADAAAAAAMtegAAAAAAZtWYawAAAAAAAAABAy16AAAAAAAAAAAAVPpYUCgZkOKAqL/xV5SFBYuOWhkpnjmFe31BlciEbJIAAAAA/vttMwMje7YAAZN7AAACQgAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAwAAAAADLXoAAAAAAGbVmGsAAAAAAAAAAwMtea0AAAACAAAAAPTkY4ubpiUhQC0wzVkwhqoe3K9+YfWLQKlk/Tcs/GZoAAAAAF8wzsIAAAACU29sYXJDaXR5AAAAAAAAABF4NbVRFSNccYgsGG2rcmwgVTh6Avv6J604ub2mw6aYAAAAAAAAACijZQKNAABv5wAAADIAAAAAAAAAAAAAAAAAAAABAy16AAAAAAIAAAAA9ORji5umJSFALTDNWTCGqh7cr35h9YtAqWT9Nyz8ZmgAAAAAXzDOwgAAAAJTb2xhckNpdHkAAAAAAAAAEXg1tVEVI1xxiCwYbatybCBVOHoC+/onrTi5vabDppgAAAAAAAAAKKNlAooAAG/nAAAAMgAAAAAAAAAAAAAAAAAAAAMDLXn/AAAAAAAAAAD05GOLm6YlIUAtMM1ZMIaqHtyvfmH1i0CpZP03LPxmaAAAAAAUVnxkAyZk7QAAACUAAAAuAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAABAAmXpyYomK0AAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAADAAAAAAMmZdwAAAAAZqzAmQAAAAAAAAABAy16AAAAAAAAAAAA9ORji5umJSFALTDNWTCGqh7cr35h9YtAqWT9Nyz8ZmgAAAAAFFaDGwMmZO0AAAAlAAAALgAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAQAJl6cmKJH2AAAAAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAwAAAAADJmXcAAAAAGaswJkAAAAAAAAAAwMtea0AAAABAAAAAPTkY4ubpiUhQC0wzVkwhqoe3K9+YfWLQKlk/Tcs/GZoAAAAAlNvbGFyQ2l0eQAAAAAAAAAReDW1URUjXHGILBhtq3JsIFU4egL7+ietOLm9psOmmFT6lmi/qn+Nf/////////8AAAAFAAAAAQAAAAAAAAAARWOR4VWHio0AAAAAAAAAAAAAAAEDLXoAAAAAAQAAAAD05GOLm6YlIUAtMM1ZMIaqHtyvfmH1i0CpZP03LPxmaAAAAAJTb2xhckNpdHkAAAAAAAAAEXg1tVEVI1xxiCwYbatybCBVOHoC+/onrTi5vabDpphU+pZov6p/in//////////AAAABQAAAAEAAAAAAAAAAEVjkeFVh4qKAAAAAAAAAAAAAAADAy15rQAAAAEAAAAAVPpYUCgZkOKAqL/xV5SFBYuOWhkpnjmFe31BlciEbJIAAAACU29sYXJDaXR5AAAAAAAAABF4NbVRFSNccYgsGG2rcmwgVTh6Avv6J604ub2mw6aYAAAAAAAACHN//////////wAAAAUAAAAAAAAAAAAAAAEDLXoAAAAAAQAAAABU+lhQKBmQ4oCov/FXlIUFi45aGSmeOYV7fUGVyIRskgAAAAJTb2xhckNpdHkAAAAAAAAAEXg1tVEVI1xxiCwYbatybCBVOHoC+/onrTi5vabDppgAAAAAAAAIdn//////////AAAABQAAAAAAAAAAAAAAAAAAAAA=";
const OWNER: &str = "GD2OIY4LTOTCKIKAFUYM2WJQQ2VB5XFPPZQ7LC2AVFSP2NZM7RTGRELO";

/// Returns the number (SEP-35) of a record of the ledger from the indices of the transaction and the operation.
const fn number(transaction: u64, operation: u64) -> u64 {
    (59_000_000 << 32) | (transaction << 12) | operation
}

fn transaction(index: u64, succeeded: bool, operations: u64) -> Value {
    let hash = format!("{index:064x}");
    json!({ "id": hash, "paging_token": number(index, 0).to_string(), "successful": succeeded, "hash": hash,
        "ledger": LEDGER, "created_at": "2026-11-21T20:00:00Z", "source_account": OTHER,
        "source_account_sequence": "253403070464000007", "fee_account": OTHER, "fee_charged": "200",
        "max_fee": "1000", "operation_count": operations, "envelope_xdr": "AAAA", "result_xdr": "AAAA",
        "fee_meta_xdr": "AAAA", "memo_type": "none", "signatures": [] })
}

fn payment(transaction: u64, index: u64) -> Value {
    json!({ "id": number(transaction, index).to_string(), "paging_token": number(transaction, index).to_string(),
        "type": "payment", "type_i": 1, "transaction_successful": true, "transaction_hash": format!("{transaction:064x}"),
        "source_account": OTHER, "created_at": "2026-11-21T20:00:00Z", "asset_type": "native", "from": OTHER, "to": OWN,
        "amount": "0.0000005" })
}

/// Returns the record of the ledger: successful and failed transactions, operations of the successful transactions and
/// of all.
fn closed(successful: usize, failed: usize, operations: usize, all_operations: usize) -> Value {
    json!({ "id": "7", "paging_token": "7", "hash": format!("{LEDGER:064x}"), "prev_hash": format!("{:064x}", LEDGER - 1),
        "sequence": LEDGER, "successful_transaction_count": successful, "failed_transaction_count": failed,
        "operation_count": operations, "tx_set_operation_count": all_operations, "closed_at": "2026-11-21T19:59:58Z" })
}

/// Serves a list in ascending order, page by page.
fn serve(server: &Server, path: &'static str, all: Vec<Value>) {
    server.set_handler(path, move |request| {
        let parameter = |name: &str| -> Option<u64> {
            let pairs = request.path.split_once('?')?.1.split('&');
            pairs
                .filter_map(|pair| pair.split_once('='))
                .find(|(key, _)| *key == name)?
                .1
                .parse()
                .ok()
        };
        let cursor = parameter("cursor").unwrap_or(0);
        let number = |record: &Value| record["paging_token"].as_str().unwrap().parse::<u64>().unwrap();
        let limit = usize::try_from(parameter("limit").unwrap()).unwrap();
        let records: Vec<_> = all
            .iter()
            .filter(|record| number(record) > cursor)
            .take(limit)
            .cloned()
            .collect();
        Reply::ok(page(&records).to_string())
    });
}

/// Serves a ledger of two successful transactions with three operations, and a failed transaction with one.
fn serve_ledger(server: &Server) {
    server.set_document(CLOSED, closed(2, 1, 3, 4));
    let transactions = [(1, true, 2), (2, false, 1), (3, true, 1)];
    let transactions = transactions.map(|(index, succeeded, operations)| transaction(index, succeeded, operations));
    serve(server, TRANSACTIONS, transactions.to_vec());
    serve(
        server,
        OPERATIONS,
        vec![payment(1, 1), payment(1, 2), payment(2, 1), payment(3, 1)],
    );
}

async fn read(server: &Server) -> Result<Option<LedgerContents>, UpstreamError> {
    server.node.ledger(Livenet, LEDGER, soon()).await
}

fn paths(server: &Server, path: &str) -> Vec<String> {
    server
        .requests_for(path)
        .into_iter()
        .map(|request| request.path)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn ledger_has_all_transactions_with_all_operations() {
    let server = Server::start().await;
    serve_ledger(&server);
    let ledger = read(&server).await.unwrap().expect("a ledger");
    let id = |number: u32| -> [u8; 32] { hex::decode(format!("{number:064x}")).unwrap().try_into().unwrap() };
    assert_eq!(
        (ledger.id.sequence, ledger.id.hash, ledger.parent),
        (LEDGER, id(LEDGER), id(LEDGER - 1))
    );
    assert_eq!(ledger.time, 1_795_291_198);
    let shown = ledger
        .transactions
        .iter()
        .map(|found| (found.entry.succeeded, found.entry.operations.len(), found.sequence));
    let sequence = 253_403_070_464_000_007;
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [(true, 2, sequence), (false, 1, sequence), (true, 1, sequence)]
    );
    let accounts: BTreeSet<_> = ledger.transactions[1].accounts().collect();
    assert_eq!(accounts, BTreeSet::from([own(), OTHER.parse().unwrap()]));
    assert_eq!(
        paths(&server, TRANSACTIONS),
        [format!("{TRANSACTIONS}?order=asc&limit=200&include_failed=true")]
    );
    assert_eq!(
        paths(&server, OPERATIONS),
        [format!("{OPERATIONS}?order=asc&limit=200&include_failed=true")]
    );
}

#[tokio::test(start_paused = true)]
async fn empty_ledger_requires_no_lists() {
    let server = Server::start().await;
    server.set_document(CLOSED, closed(0, 0, 0, 0));
    assert_eq!(read(&server).await.unwrap().expect("a ledger").transactions, []);
}

#[tokio::test(start_paused = true)]
async fn lists_are_read_to_the_end() {
    let server = Server::start().await;
    server.set_document(CLOSED, closed(400, 0, 450, 450));
    let operations = |index: u64| if index <= 50 { 2 } else { 1 };
    let transactions = (1..=400).map(|index| transaction(index, true, operations(index)));
    serve(&server, TRANSACTIONS, transactions.collect());
    let steps = (1..=400).flat_map(|index| (1..=operations(index)).map(move |step| payment(index, step)));
    serve(&server, OPERATIONS, steps.collect());
    let ledger = read(&server).await.unwrap().expect("a ledger");
    let count: usize = ledger
        .transactions
        .iter()
        .map(|found| found.entry.operations.len())
        .sum();
    assert_eq!((ledger.transactions.len(), count), (400, 450));
    // The third page shows that no transaction follows.
    assert_eq!(
        (paths(&server, TRANSACTIONS).len(), paths(&server, OPERATIONS).len()),
        (3, 3)
    );
}

#[tokio::test(start_paused = true)]
async fn oversized_pages_are_requested_in_smaller_size() {
    let server = Server::start().await;
    server.set_document(CLOSED, closed(60, 0, 60, 60));
    let transactions = (1..=60).map(|index| {
        let mut record = transaction(index, true, 1);
        record["result_meta_xdr"] = "A".repeat(10_000).into();
        record
    });
    serve(&server, TRANSACTIONS, transactions.collect());
    serve(&server, OPERATIONS, (1..=60).map(|index| payment(index, 1)).collect());
    assert_eq!(read(&server).await.unwrap().expect("a ledger").transactions.len(), 60);
}

#[tokio::test(start_paused = true)]
async fn other_numbers_of_records_than_stated_are_rejected() {
    for stated in [
        (3, 1, 3, 4),
        (1, 1, 3, 4),
        (2, 1, 2, 4),
        (2, 1, 3, 5),
        (2, 1, 3, 3),
        (1, 2, 3, 4),
        (2, 1, 4, 4),
        (0, 0, 0, 0),
        (3, 0, 3, 4),
    ] {
        let server = Server::start().await;
        serve_ledger(&server);
        let (successful, failed, operations, all) = stated;
        server.set_document(CLOSED, closed(successful, failed, operations, all));
        let read = read(&server).await;
        if stated == (0, 0, 0, 0) {
            // Nothing contradicts a ledger without transactions.
            assert!(read.is_ok());
        } else {
            assert_unusable(&read);
        }
    }
    let server = Server::start().await;
    server.set_document(CLOSED, closed(usize::MAX, usize::MAX, 3, 4));
    assert!(read(&server).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn missing_pages_and_records_are_rejected() {
    let server = Server::start().await;
    serve_ledger(&server);
    serve(
        &server,
        TRANSACTIONS,
        vec![transaction(1, true, 2), transaction(3, true, 1)],
    );
    assert_unusable(&read(&server).await);
    serve_ledger(&server);
    // The operations belong to different transactions than stated.
    serve(
        &server,
        OPERATIONS,
        vec![payment(1, 1), payment(2, 1), payment(2, 2), payment(3, 1)],
    );
    assert_unusable(&read(&server).await);
    serve(
        &server,
        OPERATIONS,
        vec![payment(1, 1), payment(1, 3), payment(2, 1), payment(3, 1)],
    );
    assert_unusable(&read(&server).await);
    let mut foreign = payment(3, 1);
    foreign["transaction_hash"] = format!("{:064x}", 1).into();
    serve(
        &server,
        OPERATIONS,
        vec![payment(1, 1), payment(1, 2), payment(2, 1), foreign],
    );
    assert_unusable(&read(&server).await);
    server.set_handler(OPERATIONS, |_| problem(404, "not_found"));
    assert_unusable(&read(&server).await);
}

#[tokio::test(start_paused = true)]
async fn cursor_that_does_not_advance_is_rejected() {
    let server = Server::start().await;
    server.set_document(CLOSED, closed(400, 0, 400, 400));
    let first: Vec<_> = (1..=200).map(|index| transaction(index, true, 1)).collect();
    server.set_document(TRANSACTIONS, page(&first));
    assert_unusable(&read(&server).await);
    assert_eq!(paths(&server, TRANSACTIONS).len(), 2);
    let mut reversed = first;
    reversed.reverse();
    server.set_document(TRANSACTIONS, page(&reversed));
    assert_unusable(&read(&server).await);
}

#[tokio::test(start_paused = true)]
async fn records_of_a_different_ledger_are_rejected() {
    let server = Server::start().await;
    serve_ledger(&server);
    let mut other = closed(2, 1, 3, 4);
    other["sequence"] = (LEDGER + 1).into();
    server.set_document(CLOSED, other);
    assert_unusable(&read(&server).await);
    serve_ledger(&server);
    let mut moved = transaction(1, true, 2);
    moved["ledger"] = (LEDGER - 1).into();
    serve(
        &server,
        TRANSACTIONS,
        vec![moved, transaction(2, false, 1), transaction(3, true, 1)],
    );
    assert_unusable(&read(&server).await);
}

#[tokio::test(start_paused = true)]
async fn ledger_above_the_latest_is_absent_and_a_gap_fails() {
    let server = Server::start().await;
    assert_eq!(server.node.ledger(Livenet, LEDGER + 1, soon()).await, Ok(None));
    let gap = server.node.ledger(Livenet, LEDGER - 1, soon()).await;
    assert!(matches!(gap, Err(UpstreamError::Unavailable { .. })), "{gap:?}");
    server.set_handler("/ledgers/1", |_| problem(410, "before_history"));
    assert!(server.node.ledger(Livenet, 1, soon()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn unreadable_operation_is_omitted_and_the_meta_shows_its_accounts() {
    let server = Server::start().await;
    server.set_document(CLOSED, closed(1, 0, 2, 2));
    let mut filling = transaction(1, true, 2);
    filling["result_xdr"] = FILL_RESULT.into();
    filling["result_meta_xdr"] = FILL_META.into();
    serve(&server, TRANSACTIONS, vec![filling]);
    let (mut future, mut unreadable) = (payment(1, 1), payment(1, 2));
    future["type"] = "teleport".into();
    unreadable["amount"] = "many".into();
    serve(&server, OPERATIONS, vec![future, unreadable]);
    let ledger = read(&server).await.unwrap().expect("a ledger");
    let found = &ledger.transactions[0];
    assert_eq!(found.entry.operations, []);
    let owner: AccountId = OWNER.parse().unwrap();
    assert!(found.accounts().any(|account| account == owner));
    let row = View::of_accounts([owner]).transaction(&found.entry, LEDGER);
    assert_eq!(row.transaction.net.amount, "1719");
}

/// Serves a fee bump with the inner hash 9 and the outer hash 8, in which the account claims a balance.
fn serve_bump(server: &Server) -> String {
    let outer = format!("{:064x}", 8);
    let mut bump = transaction(1, true, 1);
    bump["hash"] = format!("{:064x}", 9).into();
    bump["inner_transaction"] = json!({ "hash": format!("{:064x}", 9), "max_fee": "100" });
    bump["fee_bump_transaction"] = json!({ "hash": outer });
    server.set_document(BUMPED, bump);
    let balance = format!("{:072x}", 5);
    let mut claim = payment(1, 1);
    claim["type"] = "claim_claimable_balance".into();
    claim["balance_id"] = balance.clone().into();
    claim["claimant"] = OWN.into();
    claim["transaction_hash"] = outer.into();
    serve(server, BUMPED_OPERATIONS, vec![claim]);
    balance
}

#[tokio::test(start_paused = true)]
async fn transaction_by_the_inner_hash_has_the_outer_hash_and_the_claimed_amounts() {
    let server = Server::start().await;
    let balance = serve_bump(&server);
    let effect =
        json!({ "type": "claimable_balance_claimed", "balance_id": balance, "asset": "native", "amount": "0.0000040" });
    server.set_document(
        "/transactions/0000000000000000000000000000000000000000000000000000000000000008/effects",
        page(&[effect]),
    );
    let mut inner = [0; 32];
    inner[31] = 9;
    let found = server
        .node
        .transaction(Livenet, inner, soon())
        .await
        .unwrap()
        .expect("a transaction");
    assert_eq!(hex::encode(found.entry.hash), format!("{:064x}", 8));
    assert!(!found.entry.has_unresolved_claims(own()));
    let row = View::of_accounts([own()]).transaction(&found.entry, LEDGER);
    assert_eq!(row.transaction.net.amount, "40");
    assert_eq!(server.node.transaction(Livenet, [1; 32], soon()).await, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn transaction_without_all_operations_is_rejected() {
    let server = Server::start().await;
    serve_bump(&server);
    serve(&server, BUMPED_OPERATIONS, vec![]);
    let mut inner = [0; 32];
    inner[31] = 9;
    assert_unusable(&server.node.transaction(Livenet, inner, soon()).await);
}

/// Starts a Horizon with this latest ledger. The hash of a ledger is the sequence number with this first byte.
async fn horizon(latest: u32, chain: u8) -> Stub {
    let record = move |sequence: u32| {
        let mut record = closed(0, 0, 0, 0);
        record["sequence"] = sequence.into();
        record["hash"] = format!("{chain:02x}{sequence:062x}").into();
        record["base_reserve_in_stroops"] = 5_000_000.into();
        record
    };
    Stub::start(move |request: &Request| {
        let path = request.path.split('?').next().unwrap_or_default();
        match path.strip_prefix("/ledgers") {
            Some("") => Reply::ok(page(&[record(latest)]).to_string()),
            Some(sequence) => match sequence[1..].parse::<u32>() {
                Ok(sequence) if sequence <= latest => Reply::ok(record(sequence).to_string()),
                _ => problem(404, "not_found"),
            },
            None => Reply::ok(root(Livenet).to_string()),
        }
    })
    .await
}

/// Returns the latest ledger of Horizons with these latest ledgers and chains; the operators are hosts with different
/// ports.
async fn head(servers: &[(u32, u8)]) -> Result<LedgerId, UpstreamError> {
    let mut stubs = Vec::new();
    for (latest, chain) in servers {
        stubs.push(horizon(*latest, *chain).await);
    }
    let urls: Vec<_> = stubs.iter().map(|stub| stub.url.as_str()).collect();
    let node: XlmUpstreams = node(&urls);
    node.head(Livenet, wallet_upstream::after(Duration::from_secs(20)))
        .await
}

fn id(sequence: u32, chain: u8) -> LedgerId {
    let hash = hex::decode(format!("{chain:02x}{sequence:062x}")).unwrap();
    LedgerId {
        sequence,
        hash: hash.try_into().unwrap(),
    }
}

#[tokio::test(start_paused = true)]
async fn head_is_the_latest_ledger_of_two_operators() {
    assert_eq!(head(&[(LEDGER, 1)]).await, Ok(id(LEDGER, 1)));
    assert_eq!(head(&[(LEDGER, 1), (LEDGER, 1)]).await, Ok(id(LEDGER, 1)));
    assert_eq!(head(&[(LEDGER + 2, 1), (LEDGER, 1)]).await, Ok(id(LEDGER, 1)));
    assert_eq!(
        head(&[(LEDGER, 1), (LEDGER + 1, 1), (LEDGER + 3, 1)]).await,
        Ok(id(LEDGER + 1, 1))
    );
}

#[tokio::test(start_paused = true)]
async fn single_operator_does_not_move_the_head() {
    // The first server claims a height of a different chain, near or far.
    for claimed in [LEDGER + 3, LEDGER + 900_000] {
        let servers = [(claimed, 7), (LEDGER + 1, 1), (LEDGER, 1)];
        assert_eq!(head(&servers).await, Ok(id(LEDGER, 1)), "{claimed}");
    }
    let alone = head(&[(LEDGER + 3, 7), (LEDGER, 1)]).await;
    assert!(matches!(alone, Err(UpstreamError::Unavailable { .. })), "{alone:?}");
    let forked = head(&[(LEDGER, 7), (LEDGER, 1)]).await;
    assert!(matches!(forked, Err(UpstreamError::Unavailable { .. })), "{forked:?}");
}

#[tokio::test(start_paused = true)]
async fn head_without_a_hash_is_rejected() {
    let server = Server::start().await;
    assert_unusable(&server.node.head(Livenet, soon()).await);
}

#[tokio::test(start_paused = true)]
async fn incomplete_ledger_is_read_from_the_next_server() {
    let (incomplete, complete) = (Server::start().await, Server::start().await);
    serve_ledger(&incomplete);
    serve(&incomplete, OPERATIONS, vec![payment(1, 1)]);
    serve_ledger(&complete);
    let node = node(&[&incomplete.stub.url, &complete.stub.url]);
    let ledger = node.ledger(Livenet, LEDGER, soon()).await.unwrap().expect("a ledger");
    assert_eq!(ledger.transactions.len(), 3);
    assert_eq!(incomplete.requests_for(OPERATIONS).len(), 1);
    // An operation that one server cannot show is read from the second.
    let mut unreadable = payment(3, 1);
    unreadable["amount"] = "many".into();
    serve(
        &incomplete,
        OPERATIONS,
        vec![payment(1, 1), payment(1, 2), payment(2, 1), unreadable],
    );
    let ledger = node.ledger(Livenet, LEDGER, soon()).await.unwrap().expect("a ledger");
    assert_eq!(ledger.transactions[2].entry.operations.len(), 1);
}
