//! Payments on the testnets of a deployment, with keys made for the run.

mod account;
mod btc_like;
mod btc_like_transfer;
mod eth_like;
mod eth_like_replacement;
mod extended_key;
mod funding;
mod message;
mod paid;
mod replacement;
mod step;
mod xlm;

use super::problem::Kind;
use super::recorder::Recorder;
use super::report::{ChainReport, Outcome};
use account::Account;
use btc_like::BtcLikeAccount;
use eth_like::EthLikeAccount;
use funding::mine;
use paid::{Funding, Paid};
use std::time::Duration;
use step::{At, Failure, ensure};
use tokio::time::Instant;
use wallet_client::payments::{Settled, Signed, WatchPolicy};
use wallet_client::{Client, Network};
use xlm::XlmAccount;

/// The network of the payments. Livenets are never used.
const NETWORK: Network = Network::Testnet;
/// The delay between two requests for a status, a balance or a history.
const INTERVAL: Duration = Duration::from_secs(2);
/// The duration in which address info has to show a confirmed transaction.
const LAG: Duration = Duration::from_secs(20);
/// The most attempts to send a transaction.
const SENDS: usize = 2;
/// The duration in which a mined transaction has to be confirmed.
const MINED: Duration = Duration::from_secs(10);

/// The payments of a run.
pub struct Walk<'a> {
    /// The client of the deployment.
    pub client: &'a Client,
    /// The findings.
    pub recorder: &'a Recorder,
    /// The end of waiting for funds and confirmations.
    pub deadline: Instant,
    /// Shows a line to the user.
    pub notify: &'a (dyn Fn(&str) + Sync),
}

/// A payment with its sender.
struct Payment {
    account: Box<dyn Account>,
    funding: Option<Funding>,
    report: ChainReport,
}

impl Walk<'_> {
    /// Makes a payment on each chain. A failed step is a finding.
    pub async fn all(&self, chains: &[String]) -> Vec<ChainReport> {
        // All addresses are shown before the first payment, so that the user can fund them in the meantime.
        let mut payments = Vec::new();
        for chain in chains {
            payments.push(self.start(chain).await);
        }
        let mut reports = Vec::new();
        for mut payment in payments {
            if let Some(funding) = payment.funding {
                let paid = self.pay(&mut payment, funding).await;
                payment.report.outcome = self.outcome(&payment.report.chain, paid);
            }
            reports.push(payment.report);
        }
        reports
    }

    /// Derives the address of the sender and requests funds from the faucet, if there is one.
    async fn start(&self, chain: &str) -> Payment {
        let account = account(chain);
        let mut report = ChainReport {
            chain: chain.to_owned(),
            outcome: Outcome::Failed,
            address: String::new(),
            txid: String::new(),
            steps: Vec::new(),
        };
        let funding = self.fund(&*account, &mut report).await;
        let funding = match funding {
            Ok(funding) => Some(funding),
            Err(failure) => {
                self.outcome(chain, Err(failure));
                None
            }
        };
        Payment {
            account,
            funding,
            report,
        }
    }

    async fn fund(&self, account: &dyn Account, report: &mut ChainReport) -> Result<Funding, Failure> {
        report.address = account.address(self.client).await.at("derive")?;
        report.steps.push("derive");
        let funding = funding::request(self.client, account, &report.address).await?;
        if funding == Funding::ByUser {
            let (amount, address) = (account.funds(), &report.address);
            (self.notify)(&format!("{}: fund {address} with {amount} base units", account.chain()));
        }
        Ok(funding)
    }

    async fn pay(&self, payment: &mut Payment, funding: Funding) -> Result<Outcome, Failure> {
        let Payment { account, report, .. } = payment;
        let (account, client) = (&**account, self.client);
        if !self.is_funded(account, &report.address, funding).await? {
            return Ok(Outcome::NotFunded);
        }
        report.steps.push("fund");
        account.query(client, &report.address).await?;
        report.steps.push("query");
        let recipient = account.recipient(client).await.at("derive")?;
        let signed = account.sign(client, &recipient, &mut report.steps).await?;
        let parsed = account.parse(client, &signed).await.at("parse")?;
        ensure(parsed.as_ref() == Some(&signed.txid), "parse", || {
            format!("txid is {parsed:?}, expected {}", signed.txid)
        })?;
        report.steps.push("parse");
        report.txid.clone_from(&signed.txid);
        if self.send(&signed).await {
            report.steps.push("send");
        }
        if !self.is_confirmed(&signed, account.chain(), funding).await? {
            return Ok(Outcome::Pending);
        }
        report.steps.push("status");
        self.check_history(account, [&report.address, &recipient], &signed, account.amount())
            .await?;
        report.steps.push("history");
        let paid = Paid {
            address: &report.address,
            funding,
        };
        account.further(self, &paid, &mut report.steps).await?;
        Ok(Outcome::Confirmed)
    }

    /// Sends a transaction, and the same bytes once more after an error. Returns true after a success. An error is a finding and ends
    /// nothing: the transaction may have been sent, which its status shows.
    async fn send(&self, signed: &Signed) -> bool {
        for _ in 0..SENDS {
            match signed.send(self.client).await.at("send") {
                Ok(()) => return true,
                Err(failure) => self.record(&signed.chain, failure),
            }
        }
        false
    }

    /// Waits until the sender has the funds.
    async fn is_funded(&self, account: &dyn Account, address: &str, funding: Funding) -> Result<bool, Failure> {
        let deadline = match funding {
            Funding::ByFaucet => self.deadline.max(Instant::now() + LAG),
            Funding::ByUser => self.deadline,
        };
        loop {
            let info = account.info(self.client, address).await.at("fund")?;
            if info.balance >= account.funds() {
                return Ok(true);
            }
            if Instant::now() + INTERVAL > deadline {
                let balance = info.balance;
                return ensure(funding == Funding::ByUser, "fund", || {
                    format!("the balance is {balance} after the faucet paid")
                })
                .map(|()| false);
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    async fn is_confirmed(&self, signed: &Signed, chain: &str, funding: Funding) -> Result<bool, Failure> {
        signed.status(self.client).await.at("status")?;
        let mut timeout = self.deadline.saturating_duration_since(Instant::now());
        if funding == Funding::ByFaucet {
            mine(self.client, chain).await?;
            timeout = timeout.max(MINED);
        }
        let policy = WatchPolicy {
            interval: INTERVAL,
            timeout,
            ..WatchPolicy::default()
        };
        let settled = signed.watch(self.client, policy).await.at("status")?;
        let is_confirmed = matches!(settled, Settled::Confirmed(_));
        let is_waiting = funding == Funding::ByUser && matches!(settled, Settled::Pending(_) | Settled::Unknown);
        ensure(is_confirmed || is_waiting, "status", || {
            format!("the transaction is not confirmed in a mined block: {settled:?}")
        })?;
        Ok(is_confirmed)
    }

    /// Requires the transaction in the histories of both addresses, and the amount at the recipient.
    async fn check_history(
        &self,
        account: &dyn Account,
        [sender, recipient]: [&str; 2],
        signed: &Signed,
        amount: u128,
    ) -> Result<(), Failure> {
        const STEP: &str = "history";
        let deadline = Instant::now() + LAG;
        loop {
            let sent = account.info(self.client, sender).await.at(STEP)?;
            let received = account.info(self.client, recipient).await.at(STEP)?;
            let is_listed = sent.txids.contains(&signed.txid) && received.txids.contains(&signed.txid);
            if is_listed && received.balance == amount {
                return Ok(());
            }
            ensure(Instant::now() + INTERVAL <= deadline, STEP, || {
                let found = if is_listed { "listed" } else { "not listed" };
                format!(
                    "the transaction is {found}, and the recipient has {}, expected {amount}",
                    received.balance
                )
            })?;
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Returns the outcome, and records a failure.
    fn outcome(&self, chain: &str, result: Result<Outcome, Failure>) -> Outcome {
        result.unwrap_or_else(|failure| {
            self.record(chain, failure);
            Outcome::Failed
        })
    }

    fn record(&self, chain: &str, Failure { step, problem }: Failure) {
        self.recorder
            .add(Kind::Payment, &format!("{chain}: {step}"), problem, None);
    }
}

/// Returns the sender of a chain with a new key. The chains of this version that are in no other family are EVM chains.
fn account(chain: &str) -> Box<dyn Account> {
    match BtcLikeAccount::new(chain) {
        Some(account) => Box::new(account),
        None if chain == xlm::CHAIN => Box::new(XlmAccount::new()),
        None => Box::new(EthLikeAccount::new(chain)),
    }
}
