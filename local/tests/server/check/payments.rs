//! Payments of `wallet-cloud check` with raised fees and false outcomes.

use super::{LOST, check_deviating, edit, is};
use crate::ephemeral;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use wallet_client::{Request, Response};
use wallet_cloud::check::{Kind, Outcome, Report};

/// The path of a transaction to send.
const SEND: &str = "/transaction/send/";

/// Changes a response, and returns true if it did.
type Change = Box<dyn Fn(&Request, &mut Response) -> bool + Send + Sync>;

fn find(report: &Report, subject: &str, problem: &str) -> bool {
    let mut payments = report.findings.iter().filter(|finding| finding.kind == Kind::Payment);
    payments.any(|finding| finding.subject == subject && finding.problem.contains(problem))
}

/// Multiplies the numbers of all modes.
fn raise(numbers: &mut Value, factor: u128) {
    for mode in ["slow", "normal", "fast"] {
        let number: u128 = numbers[mode].as_str().unwrap().parse().unwrap();
        numbers[mode] = (number * factor).to_string().into();
    }
}

/// Raised fees: the chain, the path of the response, the change of the data, and the finding.
type Raised = (&'static str, &'static str, fn(&mut Value), &'static str, &'static str);

const RAISED: [Raised; 5] = [
    (
        "btc",
        "/prepare-transaction/estimate/btc",
        |data| data["fees"] = json!({ "slow": "60000", "normal": "60000", "fast": "60000" }),
        "btc: get-hash",
        "the fee is 60000, the limit is 50000",
    ),
    (
        "eth",
        "/prepare-transaction/estimate/eth",
        |data| raise(&mut data["maxFees"], 100_000),
        "eth: get-hash",
        "the limit is 20000000000000000",
    ),
    (
        "eth",
        "/prepare-transaction/estimate/eth",
        |data| data["gasLimit"] = "2100000000".into(),
        "eth: get-hash",
        "the limit is 20000000000000000",
    ),
    (
        "eth",
        "/prepare-transaction/estimate/eth",
        |data| {
            let price = json!("500000000000");
            data["maxFees"] = json!({ "slow": price, "normal": price, "fast": price });
            data["priorityFees"] = data["maxFees"].clone();
        },
        "eth: get-hash",
        "the tip is 10500000000000000, the limit is 2000000000000000",
    ),
    (
        "xlm",
        "/prepare-transaction/fee-stat/xlm",
        |data| data["feeCharged"]["max"] = "90000000".into(),
        "xlm: get-hash",
        "the limit is 5000000",
    ),
];

/// Returns a change of the data in the successful responses of a path.
fn data_of(path: &'static str, change: impl Fn(&mut Value) + Send + Sync + 'static) -> Change {
    Box::new(move |request, response| {
        is(request, path) && response.status == 200 && edit(response, |body| change(&mut body["data"]))
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn raised_fees_are_findings_and_nothing_is_sent() {
    let running = ephemeral().await;
    for (chain, path, change, subject, problem) in RAISED {
        let report = check_deviating(&running, chain, data_of(path, change)).await;
        assert!(find(&report, subject, problem), "{subject} {problem}: {report}");
        let payment = &report.chains[0];
        assert_eq!((payment.outcome, &*payment.txid), (Outcome::Failed, ""), "{report}");
        assert!(!payment.steps.contains(&"attach-signature"), "{payment:?}");
    }
    running.shutdown().await.unwrap();
}

/// Returns a rejection of the first transaction, although the transaction is sent.
fn rejected_once() -> Change {
    let is_done = AtomicBool::new(false);
    let error = json!({ "code": "transaction_rejected", "message": "M.", "retriable": false,
        "details": { "reason": "conflict" } });
    Box::new(move |request, response| {
        let is_sent = is(request, SEND) && response.status == 200;
        if !is_sent || is_done.swap(true, Ordering::SeqCst) {
            return false;
        }
        response.status = 422;
        edit(response, |body| {
            let id = body["requestId"].clone();
            *body = json!({ "requestId": id, "error": error });
        })
    })
}

/// Returns the loss of every response, also to a replacement.
fn lost() -> Change {
    Box::new(|request, response| {
        let is_sent = is(request, SEND);
        response.status = if is_sent { LOST } else { response.status };
        is_sent
    })
}

/// Returns another id in every response.
fn other_id() -> Change {
    data_of(SEND, |data| data["txid"] = format!("0x{}", "7".repeat(64)).into())
}

#[tokio::test(flavor = "multi_thread")]
async fn false_outcomes_of_send_are_findings_and_the_payment_is_watched() {
    let running = ephemeral().await;
    for (chain, change, problem) in [
        ("btc", rejected_once(), "422 transaction_rejected"),
        ("eth", rejected_once(), "422 transaction_rejected"),
        ("xlm", rejected_once(), "422 transaction_rejected"),
        ("btc", lost(), "no response"),
        ("eth", other_id(), "send returned another txid"),
    ] {
        let report = check_deviating(&running, chain, change).await;
        let subject = format!("{chain}: send");
        assert!(find(&report, &subject, problem), "{problem}: {report}");
        let payment = &report.chains[0];
        assert_eq!(payment.outcome, Outcome::Confirmed, "{report}");
        assert!(
            !payment.txid.is_empty() && payment.steps.contains(&"history"),
            "{payment:?}"
        );
    }
    running.shutdown().await.unwrap();
}
