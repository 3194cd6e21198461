//! The steps of a payment: failures, the observer of a run, and the completed steps.

use serde::Serialize;
use std::error::Error;
use tokio::time::Instant;
use wallet_client::Client;
use wallet_client::payments::PaymentError;

/// A failed step.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{step}: {problem}")]
pub struct Failure {
    /// The step.
    pub step: &'static str,
    /// The error with the causes on a single line.
    pub problem: String,
}

impl Failure {
    /// Creates the failure of a step.
    pub fn new(step: &'static str, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { step, problem }
    }
}

/// Attaches a step to the error of a result.
pub trait At<T> {
    /// Returns the value, or the failure of the step.
    fn at(self, step: &'static str) -> Result<T, Failure>;
}

impl<T, E: Error + Send + Sync + 'static> At<T> for Result<T, E> {
    fn at(self, step: &'static str) -> Result<T, Failure> {
        self.map_err(|error| {
            let mismatch = (&error as &dyn std::any::Any).downcast_ref::<PaymentError>();
            let step = match mismatch {
                Some(PaymentError::Mismatch(mismatch)) => mismatch.endpoint,
                _ => step,
            };
            Failure::new(step, causes(error))
        })
    }
}

/// Fails the step unless the condition is true.
pub fn ensure(condition: bool, step: &'static str, otherwise: impl FnOnce() -> String) -> Result<(), Failure> {
    if condition {
        return Ok(());
    }
    Err(Failure::new(step, otherwise()))
}

/// Returns an error with the causes on a single line.
pub fn causes(error: impl Error + Send + Sync + 'static) -> String {
    format!("{:#}", anyhow::Error::new(error))
}

/// Receives the progress of a run while the payments are made.
pub trait Observer: Sync {
    /// A transaction begins.
    fn begin(&self, _title: &str) {}

    /// A step succeeded. The text describes the result to a user.
    fn done(&self, _step: &str, _text: &str) {}

    /// A step failed. The payment continues if the step was sending.
    fn failed(&self, chain: &str, failure: &Failure);

    /// The user has to pay the funds, an amount in base units, since there is no faucet.
    fn requires_funds(&self, _chain: &str, _address: &str, _amount: u128) {}
}

/// The origin of the funds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funding {
    /// The sandbox of the local server paid them, and mines blocks on request.
    ByFaucet,
    /// The user has to pay them.
    ByUser,
}

/// The payment on a chain.
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
    /// The completed steps, each once.
    pub steps: Vec<&'static str>,
    /// The number of confirmed transactions.
    #[serde(skip)]
    pub confirmed: usize,
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

/// A payment in progress.
pub struct Progress<'a> {
    /// The client of the deployment.
    pub client: &'a Client,
    /// The observer of the run.
    pub observer: &'a dyn Observer,
    /// The end of waiting for funds and confirmations.
    pub deadline: Instant,
    /// The facts so far.
    pub report: ChainReport,
    /// The origin of the funds.
    pub funding: Funding,
    /// The balance of the sender in base units after the latest transaction that only the sender can have caused.
    pub balance: u128,
}

impl<'a> Progress<'a> {
    /// Creates the progress of a chain before the first step.
    pub fn new(client: &'a Client, observer: &'a dyn Observer, deadline: Instant, chain: &str) -> Self {
        Self {
            client,
            observer,
            deadline,
            report: ChainReport {
                chain: chain.to_owned(),
                outcome: Outcome::Failed,
                address: String::new(),
                txid: String::new(),
                steps: Vec::new(),
                confirmed: 0,
            },
            funding: Funding::ByUser,
            balance: 0,
        }
    }

    /// Records and shows a completed step.
    pub fn done(&mut self, step: &'static str, text: impl AsRef<str>) {
        if !self.report.steps.contains(&step) {
            self.report.steps.push(step);
        }
        self.observer.done(step, text.as_ref());
    }

    /// Records and shows the signature of a transaction with a number of bytes.
    pub fn signed(&mut self, bytes: usize) {
        let text = format!("txdata of {bytes} bytes, signed with a key that never leaves this process");
        self.done("attach-signature", text);
    }

    /// Records and shows a failed step.
    pub fn failed(&self, failure: &Failure) {
        self.observer.failed(&self.report.chain, failure);
    }
}

/// Formats base units without trailing zeros: `0.05 BTC`.
pub fn units(amount: u128, decimals: u8, ticker: &str) -> String {
    let one = 10_u128.pow(decimals.into());
    let width = usize::from(decimals);
    let text = format!("{}.{:0width$}", amount / one, amount % one);
    format!("{} {ticker}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Shortens a long string to both ends: `1b2c3d4e…5f60`.
pub fn short(text: &str) -> String {
    match (text.get(..8), text.get(text.len().saturating_sub(4)..)) {
        (Some(start), Some(end)) if text.len() > 16 => format!("{start}…{end}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_formatted_without_trailing_zeros() {
        assert_eq!(units(5_000_000, 8, "BTC"), "0.05 BTC");
        assert_eq!(units(30_000_000_000, 8, "DOGE"), "300 DOGE");
        assert_eq!(units(1, 8, "LTC"), "0.00000001 LTC");
        assert_eq!(units(1_500_000_000_000_000_000, 18, "ETH"), "1.5 ETH");
        assert_eq!(units(20, 0, "PCS"), "20 PCS");
    }

    #[test]
    fn long_strings_are_shortened_to_both_ends() {
        assert_eq!(short("0123456789abcdef0123"), "01234567…0123");
        assert_eq!(short("0123456789abcdef"), "0123456789abcdef");
    }
}
