//! The status of a sent transaction.

use super::step::{AtStep, Problem, StepError, ensure};
use wallet_client::Client;
use wallet_client::payments::{Signed, TransactionStatus};
use wallet_client::wire::Status;

/// The name of the step.
pub const STEP: &str = "status";

/// Returns the status of a transaction after comparing it with the expected one.
pub async fn status(client: &Client, signed: &Signed, expected: &Status) -> Result<TransactionStatus, StepError> {
    let found = signed.status(client).await.at(STEP)?;
    let found = found.ok_or_else(|| Problem::Unexpected("the transaction is unknown".to_owned()));
    let found = found.at(STEP)?;
    ensure(found.status == *expected, STEP, || {
        format!("found {}, expected {expected}", found.status)
    })?;
    Ok(found)
}
