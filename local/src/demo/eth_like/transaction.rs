//! One transaction: estimate, hash, signature, attach, send, mining and its entry in address info.

use super::DemoRun;
use super::holdings::{Expected, Holdings};
use crate::demo::NETWORK;
use crate::demo::screen::short;
use crate::demo::status::{self, status};
use crate::demo::step::{AtStep, Problem, StepError, ensure};
use wallet_client::payments::eth_like::{Action, GasPrice, Payment, Prepared, chain_id, quote};
use wallet_client::payments::{Amount, Fee, Signed};
use wallet_client::wire::{FeeMode, Status};

impl DemoRun<'_> {
    /// Makes a transaction and checks that it is confirmed. Returns its fee in wei.
    pub(super) async fn transact(&mut self, sender: &str, title: &str, action: Action) -> Result<u128, StepError> {
        self.screen.line(&format!("  {title}"));
        let (prepared, max) = self.prepare(action.clone()).await?;
        let signed = prepared.sign(self.client, &self.key).await.at("sign")?;
        self.screen
            .done("sign", "locally, with a key that never leaves this process");
        let bytes = signed.txdata.len().saturating_sub(2) / 2;
        self.screen.done("attach", &format!("txdata of {bytes} bytes"));
        signed.send(self.client).await.at("send")?;
        self.screen.done("send", &signed.txid);
        self.status(&signed, &Status::Pending).await?;
        self.mine().await?;
        self.status(&signed, &Status::Confirmed).await?;
        self.history(sender, &signed.txid, &Expected::of(&action), max).await
    }

    /// Requests nonce, gas and prices, and prepares the transaction. Returns it with the maximum fee in wei.
    async fn prepare(&mut self, action: Action) -> Result<(Prepared, u128), StepError> {
        const STEP: &str = "estimate";
        let chain = self.plan.chain;
        let id = chain_id(chain, NETWORK).ok_or_else(|| Problem::Unexpected(format!("{chain} has no chain id")));
        let payment = Payment {
            chain: chain.to_owned(),
            network: NETWORK,
            chain_id: id.at(STEP)?,
            public_key: self.key.public_key(),
            action,
            max_fee: Fee::Limited,
        };
        let quote = quote(self.client, &payment).await.at(STEP)?;
        let prepared = quote.prepare(self.client, FeeMode::Normal).await.at("hash")?;
        let review = prepared.review();
        let kind = match review.price {
            GasPrice::FeeMarket { .. } => "EIP-1559",
            GasPrice::Legacy(_) => "legacy",
        };
        ensure(review.fee > Amount::default(), STEP, || {
            "the normal fee is 0".to_owned()
        })?;
        let max = u128::try_from(review.fee).unwrap_or(u128::MAX);
        let l1_fee = quote.estimate.l1_fee.as_ref().and_then(|fee| fee.parse().ok());
        let max = max.saturating_add(l1_fee.unwrap_or(0));
        let text = format!(
            "{kind}, nonce {}, {} gas, maximum fee {}",
            review.nonce,
            review.gas_limit,
            self.coins(max)
        );
        self.screen.done(STEP, &text);
        self.screen
            .done("hash", &short(&format!("0x{}", hex::encode(prepared.hash()))));
        Ok((prepared, max))
    }

    /// Checks and prints the status of the transaction.
    async fn status(&mut self, signed: &Signed, expected: &Status) -> Result<(), StepError> {
        let found = status(self.client, signed, expected).await?;
        self.screen.done(status::STEP, found.status.name());
        Ok(())
    }

    /// Checks that the transaction is the latest one in the sender's history. Returns its fee in wei.
    async fn history(
        &mut self,
        sender: &str,
        txid: &str,
        expected: &Expected<'_>,
        max: u128,
    ) -> Result<u128, StepError> {
        const STEP: &str = "history";
        let holdings = Holdings::of(self.client, self.plan.chain, sender, STEP).await?;
        let fee = holdings.latest(sender, txid, expected).at(STEP)?;
        ensure((1..=max).contains(&fee), STEP, || {
            format!("the fee is {fee} wei, the maximum is {max} wei")
        })?;
        self.screen.done(STEP, &format!("confirmed, fee {}", self.coins(fee)));
        Ok(fee)
    }
}
