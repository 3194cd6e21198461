//! The report of a check, as text and as JSON.

mod not_tried;

use crate::check::deployment::ServiceState;
use crate::check::problem::Finding;
use crate::check::recorder::Recording;
use not_tried::reason;
use serde::Serialize;
use std::fmt;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The URL before the names of the services.
    pub base_url: String,
    /// The services.
    pub services: Vec<ServiceState>,
    /// The payments.
    pub chains: Vec<ChainReport>,
    /// The number of responses that were compared with the documents.
    pub responses: u64,
    /// The number of documented operations.
    pub operations: usize,
    /// The operations of which no success was compared.
    pub operations_without_success: Vec<WithoutSuccess>,
    /// The deviations.
    pub findings: Vec<Finding>,
}

/// An operation of which no success was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutSuccess {
    /// The method and the path.
    pub operation: String,
    /// The reason.
    pub reason: String,
}

/// The payment on one chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChainReport {
    /// The chain.
    pub chain: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The address of the sender.
    pub address: String,
    /// The transaction hash; empty if nothing was sent.
    pub txid: String,
    /// The completed steps.
    pub steps: Vec<&'static str>,
}

/// The outcome of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Confirmed, and part of the sender's history.
    Confirmed,
    /// Sent, and not confirmed in time.
    Pending,
    /// The sender had no funds in time.
    NotFunded,
    /// A step failed.
    Failed,
}

impl Outcome {
    /// Returns the outcome for display.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Pending => "pending: not confirmed in time",
            Self::NotFunded => "not funded",
            Self::Failed => "failed",
        }
    }
}

impl Report {
    /// Combines the facts of a run.
    pub fn new(base_url: &str, services: Vec<ServiceState>, chains: Vec<ChainReport>, recording: Recording) -> Self {
        let without = recording.documented.difference(&recording.succeeded);
        let without = without.map(|operation| WithoutSuccess {
            operation: operation.clone(),
            reason: reason(operation, &chains, &recording.findings),
        });
        let operations_without_success = without.collect();
        Self {
            base_url: base_url.to_owned(),
            services,
            chains,
            responses: recording.responses,
            operations: recording.documented.len(),
            operations_without_success,
            findings: recording.findings,
        }
    }

    /// Returns the report as indented JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.base_url)?;
        for ServiceState {
            service,
            version,
            status,
            causes,
        } in &self.services
        {
            writeln!(f, "  {service} {version}: {status}")?;
            causes.iter().try_for_each(|cause| writeln!(f, "    {cause}"))?;
        }
        writeln!(f, "\nPayments on testnets")?;
        for chain in &self.chains {
            writeln!(f, "  {}: {} ({})", chain.chain, chain.outcome.text(), chain.address)?;
        }
        let called = self.operations - self.operations_without_success.len();
        writeln!(
            f,
            "\n{} responses compared with the documents; {called} of {} operations succeeded at least once",
            self.responses, self.operations
        )?;
        for WithoutSuccess { operation, reason } in &self.operations_without_success {
            writeln!(f, "  without success: {operation}: {reason}")?;
        }
        if self.findings.is_empty() {
            return write!(f, "\nNo findings");
        }
        write!(f, "\nFindings: {}", self.findings.len())?;
        self.findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.subject, self.problem)?;
        if self.times > 1 {
            write!(f, " ({} times)", self.times)?;
        }
        match &self.request_id {
            Some(id) => write!(f, " (requestId {id})"),
            None => Ok(()),
        }
    }
}
