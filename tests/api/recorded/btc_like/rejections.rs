//! POST /api/transaction/send/{chain}: messages of nodes, as users quoted them, in the formats of the servers.

use super::data::read;
use super::differences::Differences;
use super::electrum::Electrum;
use super::esplora::{Esplora, send_over};
use super::send::{list, with_parents};
use crate::blockchain_connector_btc_like::App;
use crate::support::client::TestResponse;
use crate::support::stub::Reply;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    source: String,
    reports: Vec<Report>,
}

/// Issue thread, code of the RPC error, message, and `details.reason`, or `known` if the node has the transaction.
type Report = (String, i32, String, String);

static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    let file: File = read(include_str!("data/node_rejections.json"));
    assert!(!file.source.is_empty());
    file.reports
});

/// Returns the number of reports.
pub fn count() -> usize {
    REPORTS.len()
}

fn check(differences: &mut Differences, response: &TestResponse, txid: &str, (thread, code, message, reason): &Report) {
    let place = format!("{thread} {code}: {message}: {}", response.text);
    if reason == "known" {
        differences.compare(&place, &response.json["data"]["txid"], txid);
    } else {
        let found = (response.status.as_u16(), response.detail("reason"));
        differences.compare(&place, found, (422, &json!(reason)));
    }
}

#[tokio::test]
async fn messages_through_blockbook_have_their_reason() {
    let (recorded, parents) = with_parents().remove(0);
    let body = json!({ "txdata": recorded.hex, "network": recorded.network });
    let mut differences = Differences::default();
    for report in REPORTS.iter() {
        // A new service, because the circuit breaker opens after repeated failures.
        let app = App::new().await;
        list(&app, &parents);
        let error = format!("{}: {}", report.1, report.2);
        app.fixture().submit = Reply::json(400, json!({ "error": error }).to_string());
        let response = app.post(&format!("transaction/send/{}", recorded.chain), &body).await;
        check(&mut differences, &response, &recorded.txid, report);
    }
    differences.assert_none();
}

/// Returns the message in the forms of Esplora servers, before and since 2021.
fn over_esplora(code: i32, message: &str) -> [String; 2] {
    let object = json!({ "code": code, "message": message });
    [
        format!("sendrawtransaction RPC error: {object}"),
        format!("sendrawtransaction RPC error {code}: {message}"),
    ]
}

#[tokio::test]
async fn messages_through_esplora_have_their_reason() {
    let (recorded, parents) = with_parents()
        .into_iter()
        .find(|(recorded, _)| recorded.chain == "btc")
        .expect("one");
    let body = json!({ "txdata": recorded.hex, "network": recorded.network });
    let mut differences = Differences::default();
    for report in REPORTS.iter() {
        for text in over_esplora(report.1, &report.2) {
            let server = Esplora::start(&parents, &text).await;
            let response = send_over(&server.upstream(), &body).await;
            check(&mut differences, &response, &recorded.txid, report);
        }
    }
    differences.assert_none();
}

#[tokio::test]
async fn messages_through_electrum_have_their_reason() {
    let (recorded, _) = with_parents()
        .into_iter()
        .find(|(recorded, _)| recorded.chain == "btc")
        .expect("one");
    let body = json!({ "txdata": recorded.hex, "network": recorded.network });
    let mut differences = Differences::default();
    for report in REPORTS.iter() {
        // ElectrumX and Fulcrum; electrs passes on what Esplora does.
        let electrumx = format!(
            "the transaction was rejected by network rules.\n\n{}\n[{}]",
            report.2, recorded.hex
        );
        for text in over_esplora(report.1, &report.2).into_iter().chain([electrumx]) {
            let server = Electrum::start(&recorded.txid).await;
            server.set_broadcast(Err(json!({ "code": 1, "message": text })));
            let response = send_over(&server.upstream, &body).await;
            check(&mut differences, &response, &recorded.txid, report);
        }
    }
    differences.assert_none();
}
