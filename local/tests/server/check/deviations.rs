//! Each deviation of a response is a finding.

use super::{Change, check_deviating, edit, is, without_header};
use crate::ephemeral;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_client::{Request, Response};
use wallet_cloud::check::{Finding, Kind};

/// A change with the kind, a part of the subject and a part of the problem of a finding.
type Deviation = (&'static str, Change, (Kind, &'static str, &'static str));

/// The chains of the first run, and the deviations: at most one of the payments on each chain, since a payment ends with the first
/// failure.
const FIRST: (&[&str], &[Deviation]) = (
    &["btc", "doge", "ltc", "bch", "eth", "avax", "xlm"],
    &[
        (
            "a replacement with another payment",
            |request, response| {
                is(request, "/bump/btc")
                    && response.status == 200
                    && edit(response, |body| body["data"]["outputs"][0]["amount"] = "9999".into())
            },
            (Kind::Payment, "btc: bump", "another payments"),
        ),
        (
            "a replacement with a fee that nodes reject",
            |request, response| {
                is(request, "/bump/doge")
                    && response.status == 200
                    && edit(response, |body| {
                        let data = &mut body["data"];
                        data["minimumFee"] = "1".into();
                        data["fees"] = json!({ "slow": "1", "normal": "1", "fast": "1" });
                    })
            },
            (Kind::Payment, "doge: bump", "minimumFee is 1"),
        ),
        (
            "a batch with another balance",
            |request, response| {
                is(request, "/address-info-btc-like/v1/api/batch")
                    && has(request, "\"ltc\"")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["results"][0]["data"]["balances"][0]["balance"]["amount"] = "1".into();
                    })
            },
            (Kind::Payment, "ltc: batch", "not that of the single request"),
        ),
        (
            "an event with another amount",
            |request, response| {
                is(request, "/notifications/v1/api/event")
                    && response.status == 200
                    && edit(response, |body| {
                        if let Some(event) = body.pointer_mut("/data/events/0") {
                            event["transaction"]["net"]["amount"] = "1".into();
                        }
                    })
            },
            (Kind::Payment, "bch: event", "net of the event differs"),
        ),
        (
            "another hash of a message",
            |request, response| {
                is(request, "/message/get-hash/eth")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["hash"] = format!("0x{}", "0".repeat(64)).into();
                    })
            },
            (Kind::Payment, "eth: message/get-hash", "another hash"),
        ),
        (
            "a cancellation that pays",
            |request, response| {
                is(request, "/prepare-transaction/bump/avax")
                    && response.status == 200
                    && edit(response, |body| {
                        let amount = &mut body["data"]["amount"];
                        if amount == "0" {
                            *amount = "1".into();
                        }
                    })
            },
            (Kind::Payment, "avax: bump", "another amount"),
        ),
        (
            "another sequence number",
            |request, response| {
                is(request, "/prepare-transaction/estimate/xlm")
                    && response.status == 200
                    && edit(response, |body| body["data"]["sequence"] = "7".into())
            },
            (Kind::Payment, "xlm: estimate", "the sequence number is 7"),
        ),
        (
            "a webhook to a private address is accepted",
            |request, response| {
                let is_changed =
                    is(request, "/api/subscription") && response.status == 400 && has(request, "https://10.0.0.1/");
                if is_changed {
                    response.status = 409;
                    edit(response, |body| body["error"]["code"] = "already_exists".into());
                }
                is_changed
            },
            (
                Kind::Rejection,
                "notifications: a webhook to https://10.0.0.1/",
                "already_exists",
            ),
        ),
        (
            "another secret of a webhook",
            |request, response| {
                is(request, "/secret")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["secret"] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into();
                    })
            },
            (Kind::Call, "notifications: the test", "a signature differs"),
        ),
        (
            "an undocumented code",
            |_, response| {
                response.status == 401 && edit(response, |body| body["error"]["code"] = "no_such_code".into())
            },
            (Kind::Code, "GET /address-info-btc-like/v1/api/{chain}", "no_such_code"),
        ),
        (
            "a documented code of another status",
            |_, response| {
                response.status == 415 && edit(response, |body| body["error"]["code"] = "invalid_request".into())
            },
            (Kind::Code, "get-address/{chain}", "not documented for the status 415"),
        ),
        (
            "an internal error",
            |request, response| {
                let is_changed = is(request, "/transaction/parse/btc") && response.status == 400;
                if is_changed {
                    response.status = 500;
                    edit(response, |body| body["error"]["code"] = "internal_error".into());
                }
                is_changed
            },
            (Kind::Rejection, "transaction/parse/{chain}", "a malformed body"),
        ),
        (
            "no token is required",
            |request, response| {
                let is_changed = is(request, "/erc20-approve-data") && response.status == 401;
                if is_changed {
                    response.status = 400;
                    edit(response, |body| body["error"]["code"] = "invalid_request".into());
                }
                is_changed
            },
            (
                Kind::Rejection,
                "erc20-approve-data",
                "no token: the response is 400 invalid_request",
            ),
        ),
        (
            "an id of another request",
            |request, response| {
                let is_changed = is(request, "/jwks.json") && response.status == 200;
                is_changed && without_header(response, "request-id") && {
                    let other = uuid::Uuid::new_v4().to_string();
                    response.headers.push(("request-id".to_owned(), other));
                    true
                }
            },
            (Kind::Header, "jwks.json", "not that of the request"),
        ),
    ],
);

/// The chains and deviations of the second run, where the deviations of the first run are no findings.
const SECOND: (&[&str], &[Deviation]) = (
    &["btc", "doge", "ltc", "bch", "eth", "avax", "xlm"],
    &[
        (
            "a required field is missing",
            |request, response| {
                is(request, "/estimate/btc")
                    && edit(response, |body| {
                        body["data"].as_object_mut().map(|data| data.remove("size"));
                    })
            },
            (
                Kind::Body,
                "POST /blockchain-connector-btc-like/v1/api/prepare-transaction/estimate/{chain}",
                "\"size\" is a required property",
            ),
        ),
        (
            "a field has another type",
            |request, response| {
                is(request, "/transaction/status/doge")
                    && response.status == 200
                    && edit(response, |body| body["data"]["confirmations"] = "1".into())
            },
            (Kind::Body, "transaction/status/{chain}", "/data/confirmations"),
        ),
        (
            "another status",
            |request, response| {
                let is_changed = is(request, "/get-address/ltc") && response.status == 200;
                response.status = if is_changed { 201 } else { response.status };
                is_changed
            },
            (Kind::Status, "get-address/{chain}", "the status 201 is not documented"),
        ),
        (
            "another hash",
            |request, response| {
                is(request, "/get-hash/bch")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["hashes"][0]["hash"] = "0".repeat(64).into();
                    })
            },
            (Kind::Payment, "bch: get-hash", "get-hash returned another hash"),
        ),
        (
            "another signature of a message",
            |request, response| {
                is(request, "/message/attach-signature/eth")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["signature"] = format!("0x{}1b", "1".repeat(128)).into();
                    })
            },
            (Kind::Payment, "eth: message/attach-signature", "another signature"),
        ),
        (
            "a replacement at a price that replaces nothing",
            |request, response| {
                is(request, "/prepare-transaction/bump/avax")
                    && response.status == 200
                    && edit(response, |body| {
                        body["data"]["maxPriorityFeePerGas"] = "1".into();
                    })
            },
            (Kind::Payment, "avax: bump", "another replacing price"),
        ),
        (
            "a token transfer of another amount",
            |request, response| {
                is(request, "/get-hash/xlm/token-transfer")
                    && response.status == 200
                    && edit(response, |body| body["data"]["amount"]["amount"] = "1".into())
            },
            (Kind::Payment, "xlm: get-hash", "another amount: Some"),
        ),
        (
            "no id",
            |request, response| is(request, "/errors.json") && without_header(response, "request-id"),
            (Kind::Header, "errors.json", "request-id is missing"),
        ),
        (
            "no Allow",
            |_, response| response.status == 405 && without_header(response, "allow"),
            (Kind::Header, "/v1/", "allow is missing"),
        ),
        (
            "no challenge",
            |_, response| without_header(response, "www-authenticate"),
            (Kind::Header, "/v1/", "www-authenticate is missing"),
        ),
        (
            "another type of content",
            |request, response| is(request, "/api/coin/list") && without_header(response, "content-type"),
            (Kind::Header, "/asset-info/v1/api/{kind}/list", "content type"),
        ),
        (
            "unknown paths exist",
            |request, response| {
                let is_changed = is(request, "/no/such/path");
                response.status = if is_changed { 200 } else { response.status };
                is_changed
            },
            (Kind::Rejection, "/no/such/path", "an unknown path: the response is 200"),
        ),
    ],
);

fn has(request: &Request, text: &str) -> bool {
    String::from_utf8_lossy(request.body.as_deref().unwrap_or_default()).contains(text)
}

/// Returns true if a finding is that of a deviation.
fn is_of(finding: &Finding, (_, _, (kind, subject, problem)): &Deviation) -> bool {
    finding.kind == *kind && finding.subject.contains(subject) && finding.problem.contains(problem)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_deviation_is_found() {
    let running = ephemeral().await;
    for ((chains, deviations), (_, absent)) in [(FIRST, SECOND), (SECOND, FIRST)] {
        let counts: Arc<[AtomicUsize]> = deviations.iter().map(|_| AtomicUsize::new(0)).collect();
        let counted = Arc::clone(&counts);
        let all = move |request: &Request, response: &mut Response| {
            let mut is_changed = false;
            for ((_, change, _), count) in deviations.iter().zip(&*counted) {
                if change(request, response) {
                    count.fetch_add(1, Ordering::SeqCst);
                    is_changed = true;
                }
            }
            is_changed
        };
        let report = check_deviating(&running, chains, all).await;
        let is_found = |deviation| report.findings.iter().any(|finding| is_of(finding, deviation));
        for (deviation, count) in deviations.iter().zip(&*counts) {
            let name = deviation.0;
            assert_ne!(count.load(Ordering::SeqCst), 0, "{name}: no response was changed");
            assert!(is_found(deviation), "{name}: {report}");
        }
        for deviation in absent {
            assert!(!is_found(deviation), "{} in the other run: {report}", deviation.0);
        }
    }
    running.shutdown().await.unwrap();
}
