//! Payments of `wallet-cloud check` with raised fees and false outcomes.

use super::{Change, LOST, check_deviating, edit, is};
use crate::ephemeral;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use wallet_client::Response;
use wallet_cloud::check::{Kind, Outcome, Report};

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

/// Raised fees with the chain and the finding.
const RAISED: &[(&str, Change, &str, &str)] = &[
    (
        "btc",
        |request, response| {
            is(request, "/prepare-transaction/estimate/btc")
                && response.status == 200
                && edit(response, |body| {
                    body["data"]["fees"] = json!({ "slow": "60000", "normal": "60000", "fast": "60000" });
                })
        },
        "btc: get-hash",
        "the fee is 60000, the limit is 50000",
    ),
    (
        "eth",
        |request, response| {
            is(request, "/prepare-transaction/estimate/eth")
                && response.status == 200
                && edit(response, |body| raise(&mut body["data"]["maxFees"], 100_000))
        },
        "eth: get-hash",
        "the limit is 20000000000000000",
    ),
    (
        "eth",
        |request, response| {
            is(request, "/prepare-transaction/estimate/eth")
                && response.status == 200
                && edit(response, |body| body["data"]["gasLimit"] = "2100000000".into())
        },
        "eth: get-hash",
        "the limit is 20000000000000000",
    ),
    (
        "eth",
        |request, response| {
            is(request, "/prepare-transaction/estimate/eth")
                && response.status == 200
                && edit(response, |body| {
                    let data = &mut body["data"];
                    let price = json!("500000000000");
                    data["maxFees"] = json!({ "slow": price, "normal": price, "fast": price });
                    data["priorityFees"] = data["maxFees"].clone();
                })
        },
        "eth: get-hash",
        "the tip is 10500000000000000, the limit is 2000000000000000",
    ),
    (
        "xlm",
        |request, response| {
            is(request, "/prepare-transaction/fee-stat/xlm")
                && response.status == 200
                && edit(response, |body| body["data"]["feeCharged"]["max"] = "90000000".into())
        },
        "xlm: get-hash",
        "the limit is 5000000",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn raised_fees_are_findings_and_nothing_is_sent() {
    let running = ephemeral().await;
    for (chain, change, subject, problem) in RAISED {
        let report = check_deviating(&running, chain, *change).await;
        assert!(find(&report, subject, problem), "{subject} {problem}: {report}");
        let payment = &report.chains[0];
        assert_eq!((payment.outcome, &*payment.txid), (Outcome::Failed, ""), "{report}");
        assert!(!payment.steps.contains(&"attach-signature"), "{payment:?}");
    }
    running.shutdown().await.unwrap();
}

fn reject(response: &mut Response) -> bool {
    response.status = 422;
    let error = json!({ "code": "transaction_rejected", "message": "M.", "retriable": false,
        "details": { "reason": "conflict" } });
    edit(response, |body| {
        let id = body["requestId"].clone();
        *body = json!({ "requestId": id, "error": error });
    })
}

/// False responses of the first `send`, each with a part of the finding. The transaction is sent.
const FALSE_OUTCOMES: &[(&str, Change, &str)] = &[
    (
        "btc",
        |request, response| {
            static IS_DONE: AtomicBool = AtomicBool::new(false);
            let is_sent = is(request, "/transaction/send/") && response.status == 200;
            is_sent && !IS_DONE.swap(true, Ordering::SeqCst) && reject(response)
        },
        "422 transaction_rejected",
    ),
    (
        "eth",
        |request, response| {
            static IS_DONE: AtomicBool = AtomicBool::new(false);
            let is_sent = is(request, "/transaction/send/") && response.status == 200;
            is_sent && !IS_DONE.swap(true, Ordering::SeqCst) && reject(response)
        },
        "422 transaction_rejected",
    ),
    (
        "xlm",
        |request, response| {
            static IS_DONE: AtomicBool = AtomicBool::new(false);
            let is_sent = is(request, "/transaction/send/") && response.status == 200;
            is_sent && !IS_DONE.swap(true, Ordering::SeqCst) && reject(response)
        },
        "422 transaction_rejected",
    ),
    // No response at all, also to a replacement.
    (
        "btc",
        |request, response| {
            let is_sent = is(request, "/transaction/send/");
            response.status = if is_sent { LOST } else { response.status };
            is_sent
        },
        "no response",
    ),
    // Another id each time.
    (
        "eth",
        |request, response| {
            is(request, "/transaction/send/")
                && response.status == 200
                && edit(response, |body| {
                    body["data"]["txid"] = format!("0x{}", "7".repeat(64)).into();
                })
        },
        "send returned another txid",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn false_outcomes_of_send_are_findings_and_the_payment_is_watched() {
    let running = ephemeral().await;
    for (chain, change, problem) in FALSE_OUTCOMES {
        let report = check_deviating(&running, chain, *change).await;
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
