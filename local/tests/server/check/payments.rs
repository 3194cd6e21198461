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

/// Combines changes, each of another chain.
fn all(changes: Vec<Change>) -> Change {
    Box::new(move |request, response| {
        let results = changes.iter().map(|change| change(request, response));
        results.fold(false, |is_any, is_changed| is_any | is_changed)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn raised_fees_are_findings_and_nothing_is_sent() {
    let running = ephemeral().await;
    for run in [&[0, 1, 4][..], &[2], &[3]] {
        let raised: Vec<_> = run.iter().map(|&index| RAISED[index]).collect();
        let chains: Vec<_> = raised.iter().map(|it| it.0).collect();
        let changes = raised.iter().map(|&(_, path, change, ..)| data_of(path, change));
        let report = check_deviating(&running, &chains, all(changes.collect())).await;
        for ((chain, _, _, subject, problem), payment) in raised.into_iter().zip(&report.chains) {
            assert!(find(&report, subject, problem), "{subject} {problem}: {report}");
            assert_eq!(
                (&*payment.chain, payment.outcome, &*payment.txid),
                (chain, Outcome::Failed, ""),
                "{report}"
            );
            assert!(!payment.steps.contains(&"attach-signature"), "{payment:?}");
        }
    }
    running.shutdown().await.unwrap();
}

/// Returns a rejection of the first transaction of a chain, although the transaction is sent.
fn rejected_once(chain: &'static str) -> Change {
    let is_done = AtomicBool::new(false);
    let error = json!({ "code": "transaction_rejected", "message": "M.", "retriable": false,
        "details": { "reason": "conflict" } });
    Box::new(move |request, response| {
        let is_sent = is(request, SEND) && request.url.ends_with(chain) && response.status == 200;
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

/// Returns the loss of every response of a chain, also to a replacement.
fn lost(chain: &'static str) -> Change {
    Box::new(move |request, response| {
        let is_sent = is(request, SEND) && request.url.ends_with(chain);
        response.status = if is_sent { LOST } else { response.status };
        is_sent
    })
}

/// Returns another id in every response of an EVM chain.
fn other_id(path: &'static str) -> Change {
    data_of(path, |data| data["txid"] = format!("0x{}", "7".repeat(64)).into())
}

#[tokio::test(flavor = "multi_thread")]
async fn false_outcomes_of_send_are_findings_and_the_payment_is_watched() {
    let running = ephemeral().await;
    let rejected = "422 transaction_rejected";
    let runs = [
        ["btc", "eth", "xlm"]
            .map(|chain| (chain, rejected_once(chain), rejected))
            .into(),
        vec![
            ("btc", lost("btc"), "no response"),
            ("eth", other_id("/transaction/send/eth"), "send returned another txid"),
        ],
    ];
    for run in runs {
        let mut expected = Vec::new();
        let mut changes = Vec::new();
        for (chain, change, problem) in run {
            expected.push((chain, problem));
            changes.push(change);
        }
        let chains: Vec<_> = expected.iter().map(|(chain, _)| *chain).collect();
        let report = check_deviating(&running, &chains, all(changes)).await;
        for ((chain, problem), payment) in expected.into_iter().zip(&report.chains) {
            assert!(find(&report, &format!("{chain}: send"), problem), "{problem}: {report}");
            assert_eq!(
                (&*payment.chain, payment.outcome),
                (chain, Outcome::Confirmed),
                "{report}"
            );
            assert!(
                !payment.txid.is_empty() && payment.steps.contains(&"history"),
                "{payment:?}"
            );
        }
    }
    running.shutdown().await.unwrap();
}
