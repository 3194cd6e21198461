//! `wallet-cloud check`: a contract test of a deployment ([Contract
//! tester](../../../docs/decisions/local.md#contract-tester)).
//!
//! Makes a payment on every testnet that the deployment serves, with keys made for the run, and sends invalid
//! calls to every endpoint. `recorder::Recorder`, a transport of the client, compares every response with the
//! documents that the deployment serves, so the payments and calls compare nothing themselves.

mod calls;
mod closed;
mod contract;
mod deployment;
mod document;
mod hostile;
mod notifications;
mod recorder;
mod report;

pub use crate::payments::{ChainReport, Outcome};
pub use contract::{Contract, Finding, Kind};
pub use deployment::SERVICES;
pub use document::{Document, DocumentError, Operation};
pub use report::{Report, WithoutSuccess};

use crate::payments::{self, Failure, Observer, PaymentRun, causes};
use deployment::Deployment;
use hostile::Tokens;
use recorder::Recorder;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use uuid::Uuid;
use wallet_client::{CallError, Client, ErrorCode, MemoryStore, Session, SessionError, Transport, TransportError};

/// The permission of the tokens of a run.
const PERMISSION: &str = "read";
/// The further permission of the calls of notifications.
const NOTIFY: &str = "notify";

/// The scope and the maximum duration of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The URL before the names of the services.
    pub base_url: String,
    /// A merchant key that may issue tokens with the permission `read`. The calls of notifications are omitted if the key may not
    /// issue tokens with the permission `notify`.
    pub merchant_key: String,
    /// The maximum duration of waiting for funds and for confirmations, for all chains together.
    pub wait: Duration,
    /// The chains to pay on; all served chains if empty.
    pub chains: Vec<String>,
}

/// The error of a check that cannot be made. Deviations of the deployment are findings of the report.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A document cannot be fetched.
    #[error("the document of {service} cannot be fetched")]
    NoDocument {
        /// The service.
        service: &'static str,
        /// The transport error.
        source: TransportError,
    },
    /// A document cannot be used.
    #[error("the document of {service} cannot be used")]
    Document {
        /// The service.
        service: &'static str,
        /// The cause.
        source: DocumentError,
    },
    /// The merchant key obtained no token.
    #[error("the merchant key obtained no token with the permission {PERMISSION}")]
    NoToken(#[source] SessionError),
    /// The deployment does not serve a requested chain.
    #[error("the deployment serves no testnet of {requested}; it serves those of {served}")]
    UnknownChain {
        /// The requested chain.
        requested: String,
        /// The served chains.
        served: String,
    },
}

/// Records failed steps of payments as findings, and shows the addresses to fund.
struct Findings<'a> {
    recorder: &'a Recorder,
    notify: &'a (dyn Fn(&str) + Sync),
}

impl Observer for Findings<'_> {
    fn failed(&self, chain: &str, Failure { step, problem }: &Failure) {
        let subject = format!("{chain}: {step}");
        self.recorder.add(Kind::Payment, &subject, problem.clone(), None);
    }

    fn requires_funds(&self, chain: &str, address: &str, amount: u128) {
        (self.notify)(&format!("{chain}: fund {address} with {amount} base units"));
    }
}

/// Checks a deployment. `notify` receives lines for the user during the run, such as addresses to fund.
pub async fn run(
    transport: Arc<dyn Transport>,
    options: &Options,
    notify: &(dyn Fn(&str) + Sync),
) -> Result<Report, CheckError> {
    let base_url = options.base_url.trim_end_matches('/');
    let documents = documents(&*transport, base_url).await?;
    let recorder = Arc::new(Recorder::new(transport, base_url, documents));
    let shared: Arc<dyn Transport> = Arc::<Recorder>::clone(&recorder);
    let client = Client::over(shared, base_url);
    let session = Session::of(&client, Uuid::new_v4(), &[PERMISSION], Arc::<MemoryStore>::default());
    if let Err(error) = session.establish_by_key(&options.merchant_key).await {
        let recording = recorder.take();
        if recording.findings.is_empty() {
            return Err(CheckError::NoToken(error));
        }
        return Ok(Report::new(base_url, Vec::new(), Vec::new(), recording));
    }
    let client = client.with_session(session.clone());
    let notifying = notifying(&client, &recorder, &options.merchant_key).await;

    let deployment = Deployment::of(&client, &recorder).await;
    let chains = selected(&deployment, &options.chains)?;
    if let Err(error) = session.refresh().await {
        recorder.add(Kind::Call, "refresh", causes(error), None);
    }
    let tokens = Tokens {
        read: session.permission_token().await.ok(),
        notify: match &notifying {
            Some(session) => session.permission_token().await.ok(),
            None => None,
        },
    };
    calls::make(&client, &recorder, tokens.read.as_deref()).await;
    hostile::make(&recorder, &tokens).await;
    let notified = notifying.clone().map(|session| client.with_session(session));
    if let Some(client) = &notified {
        notifications::make(client, &recorder, &chains).await;
    }
    let run = PaymentRun {
        client: &client,
        observer: &Findings {
            recorder: &recorder,
            notify,
        },
        deadline: Instant::now() + options.wait,
        replaces: true,
        notified: notified.as_ref(),
    };
    let accounts = chains.iter().map(|chain| payments::account(chain));
    let chains = run.all(accounts.collect()).await;
    for session in [Some(session), notifying].into_iter().flatten() {
        if let Err(error) = session.end().await {
            recorder.add(Kind::Call, "revoke", causes(error), None);
        }
    }
    Ok(Report::new(base_url, deployment.services, chains, recorder.take()))
}

/// Opens a session with the permission `notify`. Returns `None` if the merchant may not grant the permission, or after a finding.
async fn notifying(client: &Client, recorder: &Recorder, merchant_key: &str) -> Option<Session> {
    let session = Session::of(
        client,
        Uuid::new_v4(),
        &[PERMISSION, NOTIFY],
        Arc::<MemoryStore>::default(),
    );
    let Err(error) = session.establish_by_key(merchant_key).await else {
        return Some(session);
    };
    let lacks_permission = match &error {
        SessionError::Call(cause) => {
            matches!(&**cause, CallError::Response(error) if error.code == ErrorCode::InsufficientPermission)
        }
        _ => false,
    };
    if lacks_permission {
        recorder.omit(
            "/notifications/v1/api/",
            "the merchant may not grant the permission notify",
        );
    } else {
        recorder.add(Kind::Call, "token for notifications", causes(error), None);
    }
    None
}

/// Fetches the document of each service.
async fn documents(transport: &dyn Transport, base_url: &str) -> Result<Vec<Document>, CheckError> {
    let mut documents = Vec::new();
    for service in SERVICES {
        let request = recorder::get(format!("{base_url}/{service}/v1/openapi.json"));
        let response = transport.send(request).await;
        let response = response.map_err(|source| CheckError::NoDocument { service, source })?;
        let document = Document::parse(service, response.status, &response.body);
        documents.push(document.map_err(|source| CheckError::Document { service, source })?);
    }
    Ok(documents)
}

/// Returns the requested chains, or all served chains.
fn selected(deployment: &Deployment, requested: &[String]) -> Result<Vec<String>, CheckError> {
    let served = &deployment.chains;
    match requested.iter().find(|chain| !served.contains(chain)) {
        Some(unknown) => Err(CheckError::UnknownChain {
            requested: unknown.clone(),
            served: served.join(", "),
        }),
        None if requested.is_empty() => Ok(served.clone()),
        None => Ok(requested.to_vec()),
    }
}
