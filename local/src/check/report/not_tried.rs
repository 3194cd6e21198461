//! The operations that a check does not call with success, and the reasons.

use super::{ChainReport, Outcome};
use crate::check::problem::{Finding, Kind};

const REQUIRES_ACCOUNT: &str = "it requires an account, and a check registers none";
const EDITS_CATALOGUE: &str = "it edits the catalogue, which requires the permission assets";

/// The operations that no check calls, by a part of their names.
const NEVER: [(&str, &str); 10] = [
    (
        "/authorization/v1/api/account",
        "it creates or changes an account, and a check registers none",
    ),
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
        "a check makes only payments on Stellar",
    ),
];

/// Returns the reason why an operation had no success.
pub fn reason(operation: &str, chains: &[ChainReport], findings: &[Finding]) -> String {
    if let Some((_, reason)) = NEVER.iter().find(|(part, _)| operation.contains(part)) {
        return (*reason).to_owned();
    }
    // An invalid call is not supposed to succeed.
    let mut failed = findings.iter().filter(|it| it.kind != Kind::Rejection);
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
        let reason = |operation| reason(operation, &chains, &[]);
        assert_eq!(reason(BUMP), "the payments did not reach it: btc not funded");
        assert_eq!(reason(PATHS), "no step of a payment on the checked chains calls it");
        assert_eq!(
            reason("GET /asset-info/v1/api/chain/list"),
            "the payments did not reach it: btc not funded, eth failed"
        );
        assert_eq!(reason("POST /authorization/v1/api/account/otp"), NEVER[0].1);
    }

    #[test]
    fn operation_that_failed_refers_to_the_findings() {
        let chains = chains([
            ("btc", Outcome::Failed),
            ("eth", Outcome::Failed),
            ("xlm", Outcome::Failed),
        ]);
        let reason = |findings: &[Finding]| reason(BUMP, &chains, findings);
        let failed = [finding(Kind::Status, BUMP)];
        assert_eq!(reason(&failed), "it was called and failed: see the findings");
        let others = [finding(Kind::Rejection, BUMP), finding(Kind::Status, PATHS)];
        assert_eq!(reason(&others), "the payments did not reach it: btc failed");
    }
}
