//! The operations that a check does not call with success, and the reasons.

use super::report::{ChainReport, Outcome};

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
pub fn reason(operation: &str, chains: &[ChainReport]) -> String {
    if let Some((_, reason)) = NEVER.iter().find(|(part, _)| operation.contains(part)) {
        return (*reason).to_owned();
    }
    let incomplete = chains.iter().filter(|it| it.outcome != Outcome::Confirmed);
    let incomplete: Vec<_> = incomplete
        .map(|it| format!("{} {}", it.chain, it.outcome.text()))
        .collect();
    if incomplete.is_empty() {
        return "no step of a payment on the checked chains calls it".to_owned();
    }
    format!("the payments did not reach it: {}", incomplete.join(", "))
}
