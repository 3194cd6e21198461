//! Each deviation of a response is a finding.

use super::{Change, check_deviating, edit, is, without_header};
use crate::ephemeral;
use serde_json::json;
use wallet_cloud::check::Kind;

/// A change with the kind, a part of the subject and a part of the problem of a finding.
type Deviation = (&'static str, Change, (Kind, &'static str, &'static str));

/// Deviations that every run finds, or one on btc.
const DEVIATIONS: &[Deviation] = &[
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
            is(request, "/bump/btc")
                && response.status == 200
                && edit(response, |body| {
                    let data = &mut body["data"];
                    data["minimumFee"] = "1".into();
                    data["fees"] = json!({ "slow": "1", "normal": "1", "fast": "1" });
                })
        },
        (Kind::Payment, "btc: bump", "minimumFee is 1"),
    ),
    (
        "a batch with another balance",
        |request, response| {
            is(request, "/address-info-btc-like/v1/api/batch")
                && response.status == 200
                && edit(response, |body| {
                    body["data"]["results"][0]["data"]["balances"][0]["balance"]["amount"] = "1".into();
                })
        },
        (Kind::Payment, "btc: batch", "not that of the single request"),
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
        (Kind::Payment, "btc: event", "net of the event differs"),
    ),
    (
        "a webhook to a private address is accepted",
        |request, response| {
            let body = request.body.as_deref().unwrap_or_default();
            let is_changed = is(request, "/api/subscription")
                && response.status == 400
                && String::from_utf8_lossy(body).contains("https://10.0.0.1/");
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
            is(request, "/transaction/status/btc")
                && response.status == 200
                && edit(response, |body| body["data"]["confirmations"] = "1".into())
        },
        (Kind::Body, "transaction/status/{chain}", "/data/confirmations"),
    ),
    (
        "another status",
        |request, response| {
            let is_changed = is(request, "/get-address/btc") && response.status == 200;
            response.status = if is_changed { 201 } else { response.status };
            is_changed
        },
        (Kind::Status, "get-address/{chain}", "the status 201 is not documented"),
    ),
    (
        "another hash",
        |request, response| {
            is(request, "/get-hash/btc")
                && response.status == 200
                && edit(response, |body| {
                    body["data"]["hashes"][0]["hash"] = "0".repeat(64).into();
                })
        },
        (Kind::Payment, "btc: get-hash", "get-hash returned another hash"),
    ),
    (
        "an undocumented code",
        |_, response| response.status == 401 && edit(response, |body| body["error"]["code"] = "no_such_code".into()),
        (Kind::Code, "GET /address-info-btc-like/v1/api/{chain}", "no_such_code"),
    ),
    (
        "a documented code of another status",
        |_, response| response.status == 415 && edit(response, |body| body["error"]["code"] = "invalid_request".into()),
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
];

const EVM_DEVIATIONS: &[Deviation] = &[
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
        "a cancellation that pays",
        |request, response| {
            is(request, "/prepare-transaction/bump/eth")
                && response.status == 200
                && edit(response, |body| {
                    let amount = &mut body["data"]["amount"];
                    if amount == "0" {
                        *amount = "1".into();
                    }
                })
        },
        (Kind::Payment, "eth: bump", "another amount"),
    ),
    (
        "a replacement at a price that replaces nothing",
        |request, response| {
            is(request, "/prepare-transaction/bump/eth")
                && response.status == 200
                && edit(response, |body| {
                    body["data"]["maxPriorityFeePerGas"] = "1".into();
                })
        },
        (Kind::Payment, "eth: bump", "another replacing price"),
    ),
];

const XLM_DEVIATIONS: &[Deviation] = &[(
    "another sequence number",
    |request, response| {
        is(request, "/prepare-transaction/estimate/xlm")
            && response.status == 200
            && edit(response, |body| body["data"]["sequence"] = "7".into())
    },
    (Kind::Payment, "xlm: estimate", "the sequence number is 7"),
)];

#[tokio::test(flavor = "multi_thread")]
async fn each_deviation_is_found() {
    let running = ephemeral().await;
    let all = [("btc", DEVIATIONS), ("eth", EVM_DEVIATIONS), ("xlm", XLM_DEVIATIONS)];
    let all = all
        .into_iter()
        .flat_map(|(chain, list)| list.iter().map(move |it| (chain, it)));
    for (chain, (name, change, (kind, subject, problem))) in all {
        let report = check_deviating(&running, chain, *change).await;
        let found = report.findings.iter().any(|finding| {
            finding.kind == *kind && finding.subject.contains(subject) && finding.problem.contains(problem)
        });
        assert!(found, "{name}: {report}");
    }
    running.shutdown().await.unwrap();
}
