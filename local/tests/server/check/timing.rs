//! Upstreams that know a pending transaction late, and blocks that contain it before its replacement.

use super::{is, options};
use crate::ephemeral;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_client::{HttpTransport, Method, Request, Response, Transport, TransportError};
use wallet_cloud::check::{self, ChainReport, Outcome};

/// A connection with other circumstances on two chains.
struct Circumstances {
    inner: HttpTransport,
    base_url: String,
    bumps: AtomicUsize,
}

impl Circumstances {
    /// Requests the plan of an unknown transaction the first time.
    fn rename_first(&self, request: &mut Request) {
        if is(request, "/bump/btc") && has_txid(request) && self.bumps.fetch_add(1, Ordering::SeqCst) == 0 {
            edit(request, |body| body["txid"] = "0".repeat(64).into());
        }
    }

    /// Mines a block with the transaction that was sent.
    async fn mine(&self, request: Request) {
        let mut block = request;
        block.method = Method::Post;
        block.url = format!("{}/sandbox/v1/mine", self.base_url);
        block.body = Some(json!({ "chain": "eth" }).to_string().into_bytes());
        let response = self.inner.send(block).await.unwrap();
        assert_eq!(response.status, 200);
    }
}

fn has_txid(request: &Request) -> bool {
    let body = request
        .body
        .as_deref()
        .and_then(|body| serde_json::from_slice::<Value>(body).ok());
    body.is_some_and(|body| body["txid"].is_string())
}

fn edit(request: &mut Request, edit: impl Fn(&mut Value)) {
    let mut body = serde_json::from_slice(request.body.as_deref().unwrap()).unwrap();
    edit(&mut body);
    request.body = Some(body.to_string().into_bytes());
}

#[async_trait]
impl Transport for Circumstances {
    async fn send(&self, mut request: Request) -> Result<Response, TransportError> {
        self.rename_first(&mut request);
        let response = self.inner.send(request.clone()).await?;
        if is(&request, "/transaction/send/eth") && response.status == 200 {
            self.mine(request).await;
        }
        Ok(response)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn replacements_that_are_too_early_or_too_late_are_no_finding() {
    let running = ephemeral().await;
    let circumstances = Arc::new(Circumstances {
        inner: HttpTransport::new().unwrap(),
        base_url: running.base_url.clone(),
        bumps: AtomicUsize::new(0),
    });
    let shared: Arc<dyn Transport> = Arc::<Circumstances>::clone(&circumstances);
    let report = check::run(shared, &options(&running, &["btc", "eth"]), &|_| {})
        .await
        .unwrap();
    assert!(report.findings.is_empty(), "{report}");
    let [btc, eth] = &*report.chains else {
        panic!("{report}");
    };
    let has = |chain: &ChainReport, step: &str| chain.steps.contains(&step);
    assert_eq!([btc.outcome, eth.outcome], [Outcome::Confirmed; 2], "{report}");
    assert!(has(btc, "bump"), "{btc:?}");
    assert_eq!(circumstances.bumps.load(Ordering::SeqCst), 2, "repeated");
    assert!(
        has(eth, "messages") && !has(eth, "speed-up") && !has(eth, "cancel"),
        "{eth:?}"
    );
    running.shutdown().await.unwrap();
}
