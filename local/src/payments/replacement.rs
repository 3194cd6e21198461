//! Replacements of pending transactions, which may be mined first at any time.

use super::progress::{At, Failure, Funding, Progress, ensure};
use super::settle::MINED;
use super::{INTERVAL, LAG};
use tokio::time::Instant;
use wallet_client::payments::{PaymentError, Signed};
use wallet_client::wire::Status;
use wallet_client::{Client, ErrorCode};

/// Requests a replacement until an upstream knows the pending transaction. Returns `None` if the transaction is in a block.
pub async fn plan<T, F>(client: &Client, pending: &Signed, request: impl Fn() -> F) -> Result<Option<T>, Failure>
where
    F: Future<Output = Result<T, PaymentError>>,
{
    let deadline = Instant::now() + LAG;
    loop {
        let error = match request().await {
            Ok(replacement) => return Ok(Some(replacement)),
            Err(error) => error,
        };
        if is_confirmed(client, pending).await? {
            return Ok(None);
        }
        let is_known = !has_code(&error, ErrorCode::TransactionNotFound);
        if is_known || Instant::now() + INTERVAL > deadline {
            return Err(error).at("bump");
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Returns true if a call failed with this code.
pub fn has_code(error: &PaymentError, code: ErrorCode) -> bool {
    matches!(error, PaymentError::Call(call) if call.is(code))
}

impl Progress<'_> {
    /// Sends a replacement. Returns false if the network rejects the replacement for an accepted reason: `is_optional`,
    /// or the pending transaction is in a block. Any further error is a finding, after which the same bytes are sent
    /// again.
    pub async fn send_replacement(
        &self,
        pending: &Signed,
        replacement: &Signed,
        is_optional: bool,
    ) -> Result<bool, Failure> {
        let client = self.client;
        let Err(error) = replacement.send(client).await else {
            return Ok(true);
        };
        let is_rejected = has_code(&error, ErrorCode::TransactionRejected);
        if is_rejected && (is_optional || confirmed_one(client, &[pending], Instant::now() + LAG).await?.is_some()) {
            return Ok(false);
        }
        if let Err(failure) = Err::<(), _>(error).at("send") {
            self.failed(&failure);
        }
        self.send(replacement).await;
        Ok(true)
    }

    /// Waits until a transaction or a replacement of it is in a block, and returns the mined transaction. The sandbox
    /// mines the last replacement.
    pub async fn mined<'a>(&mut self, candidates: &[&'a Signed]) -> Result<Option<&'a Signed>, Failure> {
        if self.funding == Funding::ByUser {
            return confirmed_one(self.client, candidates, self.deadline).await;
        }
        self.mine().await?;
        let last = &candidates[candidates.len().saturating_sub(1)..];
        let mined = confirmed_one(self.client, last, Instant::now() + MINED).await?;
        ensure(mined.is_some(), "status", || {
            "the last replacement is not confirmed in a mined block".to_owned()
        })?;
        Ok(mined)
    }
}

/// Returns the first transaction in a block, `None` if there is none by the deadline.
async fn confirmed_one<'a>(
    client: &Client,
    candidates: &[&'a Signed],
    deadline: Instant,
) -> Result<Option<&'a Signed>, Failure> {
    loop {
        for candidate in candidates {
            if is_confirmed(client, candidate).await? {
                return Ok(Some(*candidate));
            }
        }
        if Instant::now() + INTERVAL > deadline {
            return Ok(None);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn is_confirmed(client: &Client, signed: &Signed) -> Result<bool, Failure> {
    let found = signed.status(client).await.at("status")?;
    Ok(found.is_some_and(|found| found.status == Status::Confirmed))
}
