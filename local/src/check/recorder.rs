//! The transport that compares every response with the documents.

use super::contract::{Contract, Finding, Kind};
use super::document::Document;
use async_trait::async_trait;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use uuid::Uuid;
use wallet_client::{Method, Request, Response, Transport, TransportError};

/// The endpoints of the local sandbox, which the documents do not contain.
const SANDBOX: &str = "/sandbox/v1/";
/// The most different findings that are kept.
const MAX_FINDINGS: usize = 1000;

/// The most repetitions of a call that a gateway rejects because of the rate.
const REPETITIONS: u32 = 5;
/// The longest delay before a repetition.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// A transport that compares every response with the documents.
pub struct Recorder {
    inner: Arc<dyn Transport>,
    base_url: String,
    contract: Contract,
    recording: Mutex<Recording>,
}

/// The facts of a run.
#[derive(Default)]
pub struct Recording {
    /// The number of compared responses.
    pub responses: u64,
    /// The names of the documented operations.
    pub documented: BTreeSet<String>,
    /// The names of the operations that returned a success.
    pub succeeded: BTreeSet<String>,
    /// The deviations.
    pub findings: Vec<Finding>,
    /// The parts of the names of operations that the run omits, with the reasons.
    pub omitted: Vec<(&'static str, &'static str)>,
}

/// Returns a `GET` request without headers.
pub fn get(url: String) -> Request {
    Request::builder()
        .method(Method::Get)
        .url(url)
        .headers(vec![("request-id", Uuid::new_v4().to_string())])
        .build()
}

impl Recorder {
    /// Creates a transport over a transport. `base_url` has no trailing slash.
    pub fn new(inner: Arc<dyn Transport>, base_url: &str, documents: Vec<Document>) -> Self {
        let operations = documents.iter().flat_map(|document| &document.operations);
        let documented = operations.map(|operation| operation.name.clone()).collect();
        Self {
            inner,
            base_url: base_url.to_owned(),
            contract: Contract::new(documents),
            recording: Mutex::new(Recording {
                documented,
                ..Recording::default()
            }),
        }
    }

    /// Returns the documents.
    pub fn documents(&self) -> &[Document] {
        self.contract.documents()
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Sends a request, again if a gateway limits the rate. Returns `None` without a response, which is a finding.
    pub async fn exchange(&self, request: Request) -> Option<Response> {
        let mut repetitions = 0;
        loop {
            let response = self.send(request.clone()).await.ok()?;
            if response.status != 429 || repetitions == REPETITIONS {
                return Some(response);
            }
            repetitions += 1;
            let seconds = response.header("retry-after").and_then(|seconds| seconds.parse().ok());
            let delay = Duration::from_secs(seconds.unwrap_or(1));
            tokio::time::sleep(delay.min(MAX_DELAY)).await;
        }
    }

    /// Adds a finding, or counts an equal finding.
    pub fn add(&self, kind: Kind, subject: &str, problem: String, request_id: Option<String>) {
        let mut recording = self.recording();
        let findings = &mut recording.findings;
        let equal = findings
            .iter_mut()
            .find(|it| it.kind == kind && it.subject == subject && it.problem == problem);
        if let Some(equal) = equal {
            equal.times += 1;
        } else if findings.len() < MAX_FINDINGS {
            findings.push(Finding {
                kind,
                subject: subject.to_owned(),
                problem,
                request_id,
                times: 1,
            });
        }
    }

    /// Records that the run omits the operations with a part in their names, with the reason.
    pub fn omit(&self, part: &'static str, reason: &'static str) {
        self.recording().omitted.push((part, reason));
    }

    /// Returns the facts recorded so far, and removes them.
    pub fn take(&self) -> Recording {
        std::mem::take(&mut self.recording())
    }

    fn recording(&self) -> MutexGuard<'_, Recording> {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compare(&self, request: &Request, response: &Response) {
        let Some(path) = self.path(request) else { return };
        if path.starts_with(SANDBOX) {
            return;
        }
        let (name, problems) = self.contract.compare(&path, request, response);
        let mut recording = self.recording();
        recording.responses += 1;
        if response.status < 400 && recording.documented.contains(&name) {
            recording.succeeded.insert(name.clone());
        }
        drop(recording);
        for (kind, problem) in problems {
            let id = response.header("request-id").map(str::to_owned);
            self.add(kind, &name, problem, id);
        }
    }

    /// Returns the path of a request without the query.
    fn path(&self, request: &Request) -> Option<String> {
        let path = request.url.strip_prefix(&self.base_url)?;
        Some(path.split('?').next().unwrap_or_default().to_owned())
    }
}

#[async_trait]
impl Transport for Recorder {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let result = self.inner.send(request.clone()).await;
        if let Ok(response) = &result {
            self.compare(&request, response);
        } else {
            let path = self.path(&request).unwrap_or_default();
            let subject = format!("{} {path}", request.method.name());
            self.add(Kind::NoResponse, &subject, "no complete response".to_owned(), None);
        }
        result
    }
}
