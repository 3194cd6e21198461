//! Sending a signed transaction, waiting for a block, and comparing the histories with the transaction.

use super::account::Account;
use super::history::{Info, Sent};
use super::progress::{At, Failure, Funding, Progress, ensure, short};
use super::{INTERVAL, LAG};
use std::time::Duration;
use tokio::time::Instant;
use wallet_client::payments::{Settled, Signed, WatchPolicy};
use wallet_client::sandbox::{self, MineRequest};
use wallet_client::wire::Status;

/// The most attempts to send a transaction.
const SENDS: usize = 2;
/// The duration in which a mined transaction has to be confirmed.
pub const MINED: Duration = Duration::from_secs(10);

impl Progress<'_> {
    /// Decodes and sends a transaction, and waits until the transaction is in a block, in the history of the sender,
    /// and with the received amount in that of the recipient. Returns the fee in base units, `None` if the transaction
    /// is in no block in time.
    pub async fn settle(
        &mut self,
        account: &dyn Account,
        sent: &Sent,
        received: Option<(&str, u128)>,
    ) -> Result<Option<u128>, Failure> {
        let signed = &sent.signed;
        let parsed = account.parse(self.client, signed).await.at("parse")?;
        ensure(parsed.as_ref() == Some(&signed.txid), "parse", || {
            format!("txid is {parsed:?}, expected {}", signed.txid)
        })?;
        self.done("parse", "the signed bytes have the transaction hash");
        if self.report.txid.is_empty() {
            self.report.txid.clone_from(&signed.txid);
        }
        if self.send(signed).await {
            self.done("send", &signed.txid);
        }
        if !self.is_confirmed(account, sent).await? {
            return Ok(None);
        }
        let fee = self.entry(account, sent, &[Status::Confirmed], received).await?;
        self.report.confirmed += 1;
        Ok(Some(fee))
    }

    /// Sends a transaction, and the same bytes once more after an error. Returns true after a success. An error is a
    /// finding and ends nothing: the transaction may have been sent, which the status shows.
    pub async fn send(&self, signed: &Signed) -> bool {
        for _ in 0..SENDS {
            match signed.send(self.client).await.at("send") {
                Ok(()) => return true,
                Err(failure) => self.failed(&failure),
            }
        }
        false
    }

    /// Mines a block of the sandbox.
    pub async fn mine(&mut self) -> Result<(), Failure> {
        let chain = self.report.chain.clone();
        let mined = sandbox::mine(self.client, &MineRequest::builder().chain(chain).build())
            .await
            .at("mine")?;
        self.done("mine", format!("block {}", mined.block));
        Ok(())
    }

    /// Waits for a block with the transaction. The sandbox mines a block, unless sending confirms the transaction.
    async fn is_confirmed(&mut self, account: &dyn Account, sent: &Sent) -> Result<bool, Failure> {
        const STEP: &str = "status";
        let found = sent.signed.status(self.client).await.at(STEP)?;
        let mut timeout = self.deadline.saturating_duration_since(Instant::now());
        if self.funding == Funding::ByFaucet {
            let status = found.map(|found| found.status);
            ensure(
                matches!(status, Some(Status::Pending | Status::Confirmed)),
                STEP,
                || format!("the status of the sent transaction is {status:?}"),
            )?;
            if status == Some(Status::Pending) {
                self.done(STEP, "pending");
                if account.lists_pending() {
                    self.entry(account, sent, &[Status::Pending, Status::Confirmed], None)
                        .await?;
                }
                self.mine().await?;
            }
            timeout = timeout.max(MINED);
        }
        let policy = WatchPolicy::builder().interval(INTERVAL).timeout(timeout).build();
        let settled = sent.signed.watch(self.client, policy).await.at(STEP)?;
        if let Settled::Confirmed(found) = settled {
            self.done(STEP, format!("confirmed in block {}", found.block));
            return Ok(true);
        }
        let is_waiting = matches!(settled, Settled::Pending(_) | Settled::Unknown);
        ensure(self.funding == Funding::ByUser && is_waiting, STEP, || {
            format!("the transaction is not confirmed in a mined block: {settled:?}")
        })?;
        Ok(false)
    }

    /// Compares the entry of a transaction with the expected entry, and returns the fee in base units.
    async fn entry(
        &mut self,
        account: &dyn Account,
        sent: &Sent,
        statuses: &[Status],
        received: Option<(&str, u128)>,
    ) -> Result<u128, Failure> {
        let difference = |info: &Info| self.difference(info, sent, statuses);
        let info = self.history(account, &sent.expected.from, difference, received).await?;
        let Some(entry) = info.find(&sent.signed.txid) else {
            return Err(Failure::new("history", not_listed(&sent.signed.txid)));
        };
        if statuses == [Status::Confirmed] && sent.expected.spent.is_some() {
            self.balance = info.coins();
        }
        let (status, fee, left) = (&entry.status, account.text(entry.fee()), account.text(info.coins()));
        self.done(
            "history",
            format!("{}{status}, fee {fee}; {left} left", sent.expected.label),
        );
        Ok(entry.fee())
    }

    /// Returns the difference between the history of the sender and the expected history. With funds of the faucet, no
    /// further transactions change the balance.
    fn difference(&self, info: &Info, sent: &Sent, statuses: &[Status]) -> Option<String> {
        let Sent { signed, expected } = sent;
        let Some(entry) = info.find(&signed.txid) else {
            return Some(not_listed(&signed.txid));
        };
        let difference = expected.difference(entry, statuses);
        if difference.is_some() || self.funding == Funding::ByUser {
            return difference;
        }
        if info
            .transactions
            .first()
            .is_none_or(|latest| latest.txid != signed.txid)
        {
            return Some("the transaction is not the latest one".to_owned());
        }
        let (found, left) = (
            info.coins(),
            expected.spent.map(|spent| spent.saturating_add(entry.fee())),
        );
        let left = self.balance.saturating_sub(left?);
        (found != left).then(|| format!("the balance is {found}, expected {left}"))
    }

    /// Waits until the history of a sender has no difference, and the recipient has the received amount in base units.
    pub async fn history(
        &self,
        account: &dyn Account,
        sender: &str,
        difference: impl Fn(&Info) -> Option<String> + Sync,
        received: Option<(&str, u128)>,
    ) -> Result<Info, Failure> {
        const STEP: &str = "history";
        let deadline = Instant::now() + LAG;
        loop {
            let info = account.info(self.client, sender).await.at(STEP)?;
            let mut problem = difference(&info);
            if let (None, Some((recipient, amount))) = (&problem, received) {
                let info = account.info(self.client, recipient).await.at(STEP)?;
                let found = info.coins();
                problem = (found != amount || info.transactions.is_empty())
                    .then(|| format!("the recipient has {found}, expected {amount}"));
            }
            let Some(problem) = problem else { return Ok(info) };
            ensure(Instant::now() + INTERVAL <= deadline, STEP, || problem)?;
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Requires a transaction in the histories of the sender and of a recipient, which has the amount in base units.
    pub async fn check_listed(
        &self,
        account: &dyn Account,
        recipient: &str,
        txid: &str,
        amount: u128,
    ) -> Result<(), Failure> {
        let is_listed = |info: &Info| info.find(txid).is_none().then(|| not_listed(txid));
        let sender = &self.report.address;
        self.history(account, sender, is_listed, Some((recipient, amount)))
            .await?;
        self.history(account, recipient, is_listed, None).await?;
        Ok(())
    }
}

fn not_listed(txid: &str) -> String {
    format!("the transaction {} is not listed", short(txid))
}
