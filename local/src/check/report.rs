//! The report of a check, as text and as JSON, with the reasons why operations had no success.

use super::contract::{Finding, Kind};
use super::recorder::Recording;
use crate::payments::{ChainReport, Outcome};
use serde::Serialize;
use std::fmt;

const CHANGES_ACCOUNT: &str = "it creates or changes an account, and a check registers none";
const REQUIRES_ACCOUNT: &str = "it requires an account, and a check registers none";
const NO_PAYMENT: &str = "payments do not use it, and a check does not call it";
const REQUIRES_NAME: &str = "it requires the name of a third party, and a check knows none";
const EDITS_CATALOGUE: &str = "it edits the catalogue, which requires the permission assets";

/// The operations that no check calls, by a part of their names.
const NEVER: &[(&str, &str)] = &[
    ("/api/payment-request/", NO_PAYMENT),
    ("/api/resolve-name/{chain}", REQUIRES_NAME),
    ("/api/lookup-address/{chain}", REQUIRES_NAME),
    ("/api/transaction/attach-psbt/{chain}", NO_PAYMENT),
    ("/{chain}/balance-history", NO_PAYMENT),
    ("/{chain}/statement", NO_PAYMENT),
    ("/api/prepare-transaction/erc721-transfer-data", NO_PAYMENT),
    ("/api/prepare-transaction/erc1155-transfer-data", NO_PAYMENT),
    ("/api/prepare-transaction/set-approval-for-all-data", NO_PAYMENT),
    ("/api/prepare-transaction/permit2-lockdown-data", NO_PAYMENT),
    ("/authorization/v1/api/account", CHANGES_ACCOUNT),
    ("/authorization/v1/api/permission/issue-by-factors", REQUIRES_ACCOUNT),
    ("/authorization/v1/api/security-factor", REQUIRES_ACCOUNT),
    ("/authorization/v1/api/session", REQUIRES_ACCOUNT),
    (
        "/asset-info/v1/api/price",
        "it uses up the plan of the price source, if there is one",
    ),
    ("POST /asset-info/v1/api/{kind}", EDITS_CATALOGUE),
    ("PUT /asset-info/v1/api/{kind}", EDITS_CATALOGUE),
    ("DELETE /asset-info/v1/api/{kind}", EDITS_CATALOGUE),
    (
        "/address-info-eth-like/v1/api/{chain}/token",
        "it requires a token contract, and a check knows none of the testnet",
    ),
    (
        "/blockchain-connector-xlm/v1/api/transaction/get-hash/{chain}/",
        "without a faucet, a check makes only payments on Stellar",
    ),
];

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

/// The state of a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServiceState {
    /// The name.
    pub service: String,
    /// The version.
    pub version: String,
    /// `ok` or `degraded`.
    pub status: String,
    /// The upstreams because of which the service is degraded, with the states.
    pub causes: Vec<String>,
}

/// An operation of which no success was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutSuccess {
    /// The method and the path.
    pub operation: String,
    /// The reason.
    pub reason: String,
}

impl Report {
    /// Combines the facts of a run.
    pub fn new(base_url: &str, services: Vec<ServiceState>, chains: Vec<ChainReport>, recording: Recording) -> Self {
        let without = recording.documented.difference(&recording.succeeded);
        let without = without.map(|operation| WithoutSuccess {
            operation: operation.clone(),
            reason: reason(operation, &chains, &recording),
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

/// Returns the reason why an operation had no success.
fn reason(operation: &str, chains: &[ChainReport], recording: &Recording) -> String {
    let mut omitted = NEVER.iter().chain(&recording.omitted);
    if let Some((_, reason)) = omitted.find(|(part, _)| operation.contains(part)) {
        return (*reason).to_owned();
    }
    // An invalid call is not supposed to succeed.
    let mut failed = recording.findings.iter().filter(|it| it.kind != Kind::Rejection);
    if failed.any(|it| it.subject == operation) {
        return "it was called and failed: see the findings".to_owned();
    }
    let of_family = chains.iter().filter(|it| serves(operation, &it.chain));
    let incomplete = of_family.filter(|it| it.outcome != Outcome::Confirmed);
    let incomplete: Vec<_> = incomplete
        .map(|it| format!("{} {}", it.chain, it.outcome.text()))
        .collect();
    if incomplete.is_empty() {
        return "no step of a payment on the checked chains calls it".to_owned();
    }
    format!("the payments did not reach it: {}", incomplete.join(", "))
}

/// Returns true if the service of an operation serves the chain, or all chains.
fn serves(operation: &str, chain: &str) -> bool {
    let family = match chain {
        "btc" | "ltc" | "bch" | "doge" => "-btc-like/",
        "xlm" => "-xlm/",
        _ => "-eth-like/",
    };
    let families = ["-btc-like/", "-eth-like/", "-xlm/"];
    operation.contains(family) || !families.iter().any(|other| operation.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUMP: &str = "POST /blockchain-connector-btc-like/v1/api/prepare-transaction/bump/{chain}";
    const PATHS: &str = "GET /blockchain-connector-xlm/v1/api/prepare-transaction/paths/{chain}";

    fn chains(outcomes: [(&str, Outcome); 3]) -> Vec<ChainReport> {
        let report = |(chain, outcome): (&str, _)| ChainReport {
            chain: chain.to_owned(),
            outcome,
            address: String::new(),
            txid: String::new(),
            steps: Vec::new(),
            confirmed: 0,
        };
        outcomes.map(report).into()
    }

    fn finding(kind: Kind, subject: &str) -> Finding {
        Finding {
            kind,
            subject: subject.to_owned(),
            problem: "status 500".to_owned(),
            request_id: None,
            times: 1,
        }
    }

    #[test]
    fn payments_of_the_family_did_not_reach_an_operation() {
        let chains = chains([
            ("btc", Outcome::NotFunded),
            ("eth", Outcome::Failed),
            ("xlm", Outcome::Confirmed),
        ]);
        let reason = |operation| reason(operation, &chains, &Recording::default());
        assert_eq!(reason(BUMP), "the payments did not reach it: btc not funded");
        assert_eq!(reason(PATHS), "no step of a payment on the checked chains calls it");
        assert_eq!(
            reason("GET /asset-info/v1/api/chain/list"),
            "the payments did not reach it: btc not funded, eth failed"
        );
        assert_eq!(reason("POST /authorization/v1/api/account/otp"), CHANGES_ACCOUNT);
    }

    #[test]
    fn operation_that_failed_refers_to_the_findings() {
        let chains = chains([
            ("btc", Outcome::Failed),
            ("eth", Outcome::Failed),
            ("xlm", Outcome::Failed),
        ]);
        let reason = |findings: [Finding; 2]| {
            let recording = Recording {
                findings: findings.into(),
                ..Recording::default()
            };
            reason(BUMP, &chains, &recording)
        };
        let failed = [finding(Kind::Status, BUMP), finding(Kind::Status, PATHS)];
        assert_eq!(reason(failed), "it was called and failed: see the findings");
        let others = [finding(Kind::Rejection, BUMP), finding(Kind::Status, PATHS)];
        assert_eq!(reason(others), "the payments did not reach it: btc failed");
    }
}
