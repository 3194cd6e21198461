//! Payments on the testnets of a deployment, with keys made for the run.
//!
//! `check` and `demo` make the same payments: [`PaymentRun`] reports the steps and the failures to an [`Observer`]. The
//! sandbox of the local server pays the funds from a faucet, and mines blocks on request. Only with such funds, tokens
//! are sent on the EVM chains, and an asset is issued and traded on Stellar.

mod account;
mod btc_like;
mod btc_like_transfer;
mod eth_like;
mod eth_like_replacement;
mod eth_like_tokens;
mod event;
mod history;
mod progress;
mod replacement;
mod settle;
mod xlm;

pub use account::Account;
pub use btc_like::BtcLikeAccount;
pub use eth_like::EthLikeAccount;
pub use event::WEBHOOK;
pub use progress::{At, ChainReport, Failure, Observer, Outcome, causes, ensure, short};
pub use xlm::XlmAccount;

use event::Watched;
use progress::{Funding, Progress};
use std::time::Duration;
use tokio::time::Instant;
use wallet_client::sandbox::{FaucetRequest, faucet};
use wallet_client::{CallError, Client, Network};

/// The network of the payments. Livenets are never used.
const NETWORK: Network = Network::Testnet;
/// The delay between two requests for a status, a balance or a history.
const INTERVAL: Duration = Duration::from_secs(2);
/// The duration in which address info has to show a confirmed transaction.
const LAG: Duration = Duration::from_secs(20);

/// The payments of a run.
pub struct PaymentRun<'a> {
    /// The client of the deployment.
    pub client: &'a Client,
    /// Receives the steps and the failures.
    pub observer: &'a dyn Observer,
    /// The end of waiting for funds and confirmations.
    pub deadline: Instant,
    /// True if pending transactions are replaced after the payment.
    pub replaces: bool,
    /// A client with the permission `notify`: the log of notifications has to have the payment. `None` without the permission.
    pub notified: Option<&'a Client>,
}

/// A payment with the sender.
struct Payment<'a> {
    account: Box<dyn Account>,
    progress: Progress<'a>,
    /// True if the sender has an address.
    is_started: bool,
}

impl PaymentRun<'_> {
    /// Makes a payment from each sender, and the transactions after the payment. A failed step ends the transactions of
    /// the sender.
    pub async fn all(&self, accounts: Vec<Box<dyn Account>>) -> Vec<ChainReport> {
        // All addresses are shown before the first payment, so that the user can fund them in the meantime.
        let mut payments = Vec::new();
        for account in accounts {
            payments.push(self.start(account).await);
        }
        let mut reports = Vec::new();
        for mut payment in payments {
            if payment.is_started {
                payment.progress.report.outcome = match self.pay(&mut payment).await {
                    Ok(outcome) => outcome,
                    Err(failure) => {
                        payment.progress.failed(&failure);
                        Outcome::Failed
                    }
                };
            }
            reports.push(payment.progress.report);
        }
        reports
    }

    /// Derives the address of the sender and requests funds from the faucet, unless there is none.
    async fn start(&self, account: Box<dyn Account>) -> Payment<'_> {
        let mut progress = Progress::new(self.client, self.observer, self.deadline, account.chain());
        let started = progress.fund(&*account).await;
        let is_started = started.is_ok();
        if let Err(failure) = started {
            progress.failed(&failure);
        }
        Payment {
            account,
            progress,
            is_started,
        }
    }

    async fn pay(&self, payment: &mut Payment<'_>) -> Result<Outcome, Failure> {
        let Payment { account, progress, .. } = payment;
        let account = &**account;
        if !progress.is_funded(account).await? {
            return Ok(Outcome::NotFunded);
        }
        account.query(self.client, &progress.report.address).await?;
        progress.done("query", "fees, balances in a batch, and the state of the sender");
        let recipient = account.recipient(self.client).await.at("derive")?;
        progress.done("derive", format!("{recipient} of the recipient"));
        let watched = match self.notified {
            Some(client) => Watched::new(client, account.chain(), &recipient).await?,
            None => None,
        };
        let paid = self.pay_to(account, progress, &recipient, watched.as_ref()).await;
        if let Some(watched) = watched {
            let ended = watched.end().await;
            return paid.and_then(|outcome| ended.map(|()| outcome));
        }
        paid
    }

    async fn pay_to(
        &self,
        account: &dyn Account,
        progress: &mut Progress<'_>,
        recipient: &str,
        watched: Option<&Watched<'_>>,
    ) -> Result<Outcome, Failure> {
        self.observer.begin(&format!("pay {}", account.text(account.amount())));
        let sent = account.sign(progress, recipient).await?;
        let received = Some((recipient, account.amount()));
        let Some(fee) = progress.settle(account, &sent, received).await? else {
            return Ok(Outcome::Pending);
        };
        account.continue_payment(progress, &sent, recipient).await?;
        if self.replaces {
            account.replace(progress).await?;
        }
        // The log has the payment by now.
        if let Some(watched) = watched {
            let state = watched.check(self.client, account, (&sent.signed.txid, fee)).await?;
            progress.done("event", format!("{state} in the log of the recipient"));
        }
        Ok(Outcome::Confirmed)
    }
}

impl Progress<'_> {
    async fn fund(&mut self, account: &dyn Account) -> Result<(), Failure> {
        let address = account.address(self.client).await.at("derive")?;
        self.report.address.clone_from(&address);
        self.done("derive", &address);
        let amount = account.faucet_funds();
        if let Some(txid) = self.request_funds(&address, amount, None).await? {
            self.funding = Funding::ByFaucet;
            self.done("faucet", format!("{} in {}", account.text(amount), short(&txid)));
            return self.mine().await;
        }
        let funds = account.funds();
        self.observer.requires_funds(account.chain(), &address, funds);
        Ok(())
    }

    /// Requests coins, or tokens of a contract, from the faucet, and returns the transaction hash, `None` without a faucet. A
    /// deployment without a sandbox has no such path, and a sandbox has no faucet for a chain with a configured upstream.
    async fn request_funds(&self, address: &str, amount: u128, token: Option<&str>) -> Result<Option<String>, Failure> {
        let request = FaucetRequest::builder()
            .chain(self.report.chain.clone())
            .address(address.to_owned())
            .amount(amount.to_string())
            .maybe_token(token.map(str::to_owned))
            .build();
        match faucet(self.client, &request).await {
            Ok(paid) => Ok(Some(paid.txid)),
            Err(error) if has_no_faucet(&error) => Ok(None),
            Err(error) => Err(error).at("faucet"),
        }
    }

    /// Waits until the sender has the funds.
    async fn is_funded(&mut self, account: &dyn Account) -> Result<bool, Failure> {
        const STEP: &str = "fund";
        let is_by_faucet = self.funding == Funding::ByFaucet;
        let deadline = match self.funding {
            Funding::ByFaucet => self.deadline.max(Instant::now() + LAG),
            Funding::ByUser => self.deadline,
        };
        loop {
            let info = account.info(self.client, &self.report.address).await.at(STEP)?;
            let found = info.coins();
            if found == account.faucet_funds() || (!is_by_faucet && found >= account.funds()) {
                self.balance = found;
                self.done(STEP, format!("{} at the address", account.text(found)));
                return Ok(true);
            }
            if Instant::now() + INTERVAL > deadline {
                return ensure(!is_by_faucet, STEP, || {
                    format!("the balance is {found} after the faucet paid")
                })
                .map(|()| false);
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }
}

fn has_no_faucet(error: &CallError) -> bool {
    let status = match error {
        CallError::Response(response) => response.status,
        CallError::Undocumented { status, .. } => *status,
        _ => return false,
    };
    matches!(status, 401 | 403 | 404 | 405)
}

/// Returns the sender of a chain with a new key. The chains of this version outside the families of btc and xlm are EVM
/// chains.
pub fn account(chain: &str) -> Box<dyn Account> {
    match BtcLikeAccount::new(chain, None) {
        Some(account) => Box::new(account),
        None if chain == xlm::CHAIN => Box::new(XlmAccount::random()),
        None => Box::new(EthLikeAccount::new(chain)),
    }
}
