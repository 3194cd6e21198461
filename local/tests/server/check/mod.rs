//! `wallet-cloud check` against the local server, and against one that deviates from its documents on purpose.

mod deviations;
mod payments;
mod timing;

use crate::client::{client, mine_block};
use crate::ephemeral;
use crate::program::{program, text};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::{HttpTransport, Method, Request, Response, Transport, TransportError};
use wallet_cloud::check::{self, CheckError, Options, Outcome, Report};
use wallet_cloud::serve::Running;

/// The chains whose testnet the local server serves.
const CHAINS: usize = 15;

/// Changes a response, and returns true if it did.
type Change = fn(&Request, &mut Response) -> bool;

/// The status with which a change loses a response.
const LOST: u16 = 0;

/// A connection that changes responses.
struct Deviating<C> {
    inner: HttpTransport,
    change: C,
    changed: AtomicUsize,
}

#[async_trait]
impl<C: Fn(&Request, &mut Response) -> bool + Send + Sync> Transport for Deviating<C> {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let mut response = self.inner.send(request.clone()).await?;
        // The documents remain those of the services.
        if !request.url.ends_with("/openapi.json") && (self.change)(&request, &mut response) {
            self.changed.fetch_add(1, Ordering::SeqCst);
        }
        if response.status == LOST {
            return Err(TransportError::new("closed"));
        }
        Ok(response)
    }
}

fn options(running: &Running, chains: &[&str]) -> Options {
    Options {
        base_url: format!("{}/", running.base_url),
        merchant_key: running.merchant_key.clone(),
        wait: Duration::ZERO,
        chains: chains.iter().map(|&chain| chain.to_owned()).collect(),
    }
}

/// Checks a server with a change of its responses, which has to occur.
async fn check_deviating<C>(running: &Running, chains: &[&str], change: C) -> Report
where
    C: Fn(&Request, &mut Response) -> bool + Send + Sync + 'static,
{
    let transport = Arc::new(Deviating {
        inner: HttpTransport::new().unwrap(),
        change,
        changed: AtomicUsize::new(0),
    });
    let shared: Arc<dyn Transport> = Arc::<Deviating<C>>::clone(&transport);
    let report = check::run(shared, &options(running, chains), &|_| {}).await.unwrap();
    assert_ne!(transport.changed.load(Ordering::SeqCst), 0, "no response was changed");
    report
}

/// Changes the JSON body of a response.
fn edit(response: &mut Response, edit: impl Fn(&mut Value)) -> bool {
    let Ok(mut body) = serde_json::from_slice::<Value>(&response.body) else {
        return false;
    };
    let before = body.clone();
    edit(&mut body);
    response.body = body.to_string().into_bytes();
    body != before
}

fn without_header(response: &mut Response, name: &str) -> bool {
    let count = response.headers.len();
    response.headers.retain(|(header, _)| header != name);
    response.headers.len() < count
}

fn is(request: &Request, path: &str) -> bool {
    request.url.contains(path)
}

/// Returns the steps after the payment. Nodes of ltc replace nothing by default, and those of bch never.
fn further_steps(chain: &str) -> &'static [&'static str] {
    match chain {
        "btc" | "doge" => &["several-recipients", "bump"],
        "ltc" | "bch" => &["several-recipients"],
        "xlm" => &[
            "token-transfer",
            "contract-call",
            "fee-bump",
            "rejected",
            "claimable",
            "owns",
        ],
        _ => &["tokens", "messages", "speed-up", "cancel"],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn local_server_has_no_findings_and_all_chains_are_paid_on() {
    let running = ephemeral().await;
    let transport = Arc::new(HttpTransport::new().unwrap());
    let report = check::run(transport, &options(&running, &[]), &|_| {}).await.unwrap();
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.chains.len(), CHAINS, "{report}");
    for chain in &report.chains {
        assert_eq!(chain.outcome, Outcome::Confirmed, "{report}");
        for step in [
            "derive",
            "fund",
            "get-hash",
            "attach-signature",
            "parse",
            "send",
            "status",
            "history",
            "event",
        ] {
            assert!(chain.steps.contains(&step), "{step} of {chain:?}");
        }
        for step in further_steps(&chain.chain) {
            assert!(chain.steps.contains(step), "{step} of {chain:?}");
        }
        assert_eq!(chain.txid.trim_start_matches("0x").len(), 64, "{chain:?}");
    }
    assert_eq!(report.services.len(), 9, "{report}");
    assert!(report.to_string().ends_with("No findings"), "{report}");
    let json: Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(
        (&json["findings"], &json["chains"][0]["outcome"]),
        (&json!([]), &json!("confirmed"))
    );
    // The tester registers no account, edits no asset, and sends only payments.
    let unexpected: Vec<_> = report
        .operations_without_success
        .iter()
        .filter(|it| it.reason.starts_with("no step of a payment"))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    let text = report.to_string();
    let without = "without success: POST /asset-info/v1/api/{kind}: it edits the catalogue";
    assert!(text.contains(without) && !text.contains("degraded"), "{text}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_not_part_of_findings() {
    let running = ephemeral().await;
    let report = check_deviating(&running, &["btc"], |request, response| {
        is(request, "/issue-by-key")
            && response.status == 200
            && edit(response, |body| {
                let token = body["data"]["permissionToken"]["permissionToken"].clone();
                body["data"]["permissionToken"]["expiresAt"] = token;
            })
    })
    .await;
    let text = format!("{report} {}", report.to_json());
    assert!(text.contains("expiresAt"), "{text}");
    // Every token starts with the base64url form of `{"`.
    assert!(!text.contains("eyJ"), "{text}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn merchant_without_the_permission_notify_is_no_finding() {
    let running = ephemeral().await;
    let report = check_deviating(&running, &["doge"], |request, response| {
        let body = request.body.as_deref().unwrap_or_default();
        let is_changed = is(request, "/issue-by-key") && String::from_utf8_lossy(body).contains("notify");
        if is_changed {
            response.status = 403;
            let error = json!({ "code": "insufficient_permission", "message": "M.", "retriable": false,
                "details": { "required": "notify" } });
            let challenge = r#"Bearer error="insufficient_scope""#;
            response
                .headers
                .push(("www-authenticate".to_owned(), challenge.to_owned()));
            edit(response, |body| {
                *body = json!({ "requestId": body["requestId"], "error": error });
            });
        }
        is_changed
    })
    .await;
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.chains[0].outcome, Outcome::Confirmed, "{report}");
    let text = report.to_string();
    let without = "without success: GET /notifications/v1/api/event: the merchant may not grant the permission notify";
    assert!(text.contains(without), "{text}");
    running.shutdown().await.unwrap();
}

/// A deployment without a sandbox: its gateway rejects the paths.
fn without_faucet(request: &Request, response: &mut Response) -> bool {
    let is_changed = is(request, "/sandbox/v1/");
    if is_changed {
        response.status = 404;
        response.body = br#"{"message":"Not Found"}"#.to_vec();
    }
    is_changed
}

/// Pays like [`without_faucet`], and also without executing the request.
struct NoSandbox(HttpTransport);

#[async_trait]
impl Transport for NoSandbox {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let mut response = Response::builder()
            .status(0)
            .headers(Vec::new())
            .body(Vec::new())
            .build();
        if without_faucet(&request, &mut response) {
            return Ok(response);
        }
        self.0.send(request).await
    }
}

/// A gateway that rejects the first request to some paths.
struct Limited {
    inner: HttpTransport,
    rejected: Mutex<Vec<String>>,
}

#[async_trait]
impl Transport for Limited {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let paths = [
            "/address-info-xlm/v1/no/such/path",
            "/asset-info/v1/api/fiat/list",
            "/get-address/bch",
        ];
        let is_new = !self.rejected.lock().unwrap().contains(&request.url);
        if is_new && paths.iter().any(|path| is(&request, path)) {
            self.rejected.lock().unwrap().push(request.url);
            return Ok(Response::builder()
                .status(429)
                .headers(vec![("content-type".to_owned(), "application/json".to_owned())])
                .body(br#"{"message":"Too Many Requests"}"#.to_vec())
                .build());
        }
        self.inner.send(request).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_a_gateway_limits_are_repeated() {
    let running = ephemeral().await;
    let limited = Arc::new(Limited {
        inner: HttpTransport::new().unwrap(),
        rejected: Mutex::default(),
    });
    let shared: Arc<dyn Transport> = Arc::<Limited>::clone(&limited);
    let report = check::run(shared, &options(&running, &["bch"]), &|_| {}).await.unwrap();
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.chains[0].outcome, Outcome::Confirmed, "{report}");
    assert_eq!(limited.rejected.lock().unwrap().len(), 3);
    running.shutdown().await.unwrap();
}

/// Serves the services of a server with a change of their responses, and returns the base URL.
async fn proxy(running: &Running, change: Change) -> String {
    let transport = HttpTransport::new().unwrap();
    let base_url = running.base_url.clone();
    let forward = async move |request: axum::extract::Request| {
        let (parts, body) = request.into_parts();
        let names = ["authorization", "content-type", "if-none-match", "request-id"];
        let header = |name: &'static str| Some((name, parts.headers.get(name)?.to_str().ok()?.to_owned()));
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let request = Request::builder()
            .method(match parts.method.as_str() {
                "GET" => Method::Get,
                "POST" => Method::Post,
                "PUT" => Method::Put,
                _ => Method::Delete,
            })
            .url(format!("{base_url}{}", parts.uri))
            .headers(names.into_iter().filter_map(header).collect())
            .maybe_body((!body.is_empty()).then(|| body.to_vec()))
            .build();
        let mut response = transport.send(request.clone()).await.unwrap();
        change(&request, &mut response);
        let mut forwarded = axum::response::Response::builder().status(response.status);
        for (name, value) in &response.headers {
            if name != "content-length" && name != "transfer-encoding" {
                forwarded = forwarded.header(name, value);
            }
        }
        forwarded.body(axum::body::Body::from(response.body)).unwrap()
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = axum::Router::new()
        .fallback(forward)
        .layer(axum::extract::DefaultBodyLimit::disable());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    format!("http://{address}")
}

/// Runs the command and returns whether it succeeded, its output and its error text.
async fn command(base_url: &str, merchant_key: &str, arguments: &[&str]) -> (bool, String, String) {
    let mut command = program();
    command.args(["check", base_url, "--chain", "btc"]).args(arguments);
    command.env("WALLET_CLOUD_DEV_MERCHANT_KEY", merchant_key);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn command_fails_if_there_are_findings() {
    let running = ephemeral().await;
    let key = &running.merchant_key;
    let (is_success, out, error) = command(&running.base_url, key, &["--json"]).await;
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(is_success, "{out} {error}");
    assert_eq!(report["chains"][0]["outcome"], "confirmed", "{out}");

    let deviating = proxy(&running, |_, response| {
        response.status == 405 && without_header(response, "allow")
    })
    .await;
    let (is_success, out, error) = command(&deviating, key, &[]).await;
    assert!(!is_success && out.contains("allow is missing"), "{out} {error}");
    assert!(
        error.starts_with("error: the deployment differs from its documents"),
        "{error}"
    );
    assert!(out.contains("btc: confirmed"), "{out}");

    let (is_success, out, error) = command("http://127.0.0.1:1", key, &["--json"]).await;
    assert!(!is_success && out.is_empty() && !error.contains(key), "{out} {error}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn chains_without_funds_are_reported_and_are_no_finding() {
    let running = ephemeral().await;
    let transport = Arc::new(NoSandbox(HttpTransport::new().unwrap()));
    let lines = Mutex::new(Vec::new());
    let notify = |line: &str| lines.lock().unwrap().push(line.to_owned());
    let options = options(&running, &["doge", "xlm"]);
    let report = check::run(transport, &options, &notify).await.unwrap();
    assert!(report.findings.is_empty(), "{report}");
    let lines = lines.into_inner().unwrap();
    assert_eq!((report.chains.len(), lines.len()), (2, 2), "{report} {lines:?}");
    for (chain, line) in report.chains.iter().zip(&lines) {
        assert_eq!((chain.outcome, &*chain.txid), (Outcome::NotFunded, ""));
        assert!(
            line.starts_with(&chain.chain) && line.contains(&chain.address),
            "{line}"
        );
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn funds_of_the_user_are_awaited() {
    let running = ephemeral().await;
    let user = client(&running).await;
    let (sender, mut addresses) = tokio::sync::mpsc::unbounded_channel();
    let miner = tokio::spawn(async move {
        while let Some(line) = addresses.recv().await {
            let line: String = line;
            let request = FaucetRequest::builder()
                .chain("ltc")
                .address(line.split(' ').nth(2).unwrap().to_owned())
                .amount(line.split(' ').nth(4).unwrap().to_owned())
                .build();
            faucet(&user, &request).await.unwrap();
        }
        loop {
            mine_block(&user, "ltc").await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    let transport = Arc::new(NoSandbox(HttpTransport::new().unwrap()));
    let mut options = options(&running, &["ltc"]);
    options.wait = Duration::from_mins(1);
    let sender = Mutex::new(Some(sender));
    let notify = |line: &str| {
        let sender = sender.lock().unwrap().take().unwrap();
        sender.send(line.to_owned()).unwrap();
    };
    let report = check::run(transport, &options, &notify).await.unwrap();
    miner.abort();
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.chains[0].outcome, Outcome::Confirmed, "{report}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn check_that_cannot_be_made_is_an_error() {
    let running = ephemeral().await;
    let run = async |options: &Options| {
        let transport = Arc::new(HttpTransport::new().unwrap());
        check::run(transport, options, &|_| {}).await.unwrap_err()
    };
    let error = run(&options(&running, &["zora"])).await;
    assert!(
        matches!(&error, CheckError::UnknownChain { requested, served } if requested == "zora" && served.contains("btc")),
        "{error}"
    );
    let mut invalid = options(&running, &[]);
    invalid.merchant_key = format!("wck_local_{}", "x".repeat(43));
    let error = format!("{:#}", anyhow::Error::new(run(&invalid).await));
    assert!(
        error.contains("obtained no token") && error.contains("invalid_merchant_key"),
        "{error}"
    );
    invalid.base_url += "elsewhere";
    let error = format!("{:#}", anyhow::Error::new(run(&invalid).await));
    assert!(error.contains("the document of authorization"), "{error}");
    running.shutdown().await.unwrap();
}
