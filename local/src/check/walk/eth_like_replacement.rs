//! A payment on the EVM chains that is replaced while it is pending: with higher prices, and then by a cancellation.

use super::Walk;
use super::account::Account;
use super::eth_like::EthLikeAccount;
use super::paid::Paid;
use super::replacement::{plan, send};
use super::step::{At, Failure, ensure};
use wallet_client::payments::Fee;
use wallet_client::payments::Signed;
use wallet_client::payments::eth_like::{Bump, BumpMode, bump};

impl EthLikeAccount {
    /// Sends a payment and replaces it. Chains that mine immediately leave no time for it.
    pub(super) async fn replace(
        &self,
        walk: &Walk<'_>,
        paid: &Paid<'_>,
        steps: &mut Vec<&'static str>,
    ) -> Result<(), Failure> {
        let client = walk.client;
        let recipient = self.recipient(client).await.at("derive")?;
        let first = self.sign(client, &recipient, &mut Vec::new()).await?;
        walk.send(&first).await;
        let faster = self.bump(walk, &first, BumpMode::SpeedUp, steps).await?;
        let cancellation = match &faster {
            Some(faster) => self.bump(walk, faster, BumpMode::Cancel, steps).await?,
            None => None,
        };
        let all = [Some(&first), faster.as_ref(), cancellation.as_ref()];
        let candidates: Vec<_> = all.into_iter().flatten().collect();
        let Some(mined) = walk.mined(&candidates, self.chain(), paid.funding).await? else {
            return Ok(());
        };
        if cancellation
            .as_ref()
            .is_none_or(|cancellation| cancellation.txid != mined.txid)
        {
            let ends = [paid.address, &recipient];
            return walk.check_history(self, ends, mined, self.amount()).await;
        }
        let received = self.info(client, &recipient).await.at("cancel")?.balance;
        ensure(received == 0, "cancel", || {
            format!("the recipient of the cancelled payment has {received}")
        })
    }

    /// Replaces a pending transaction. Returns `None` if it was mined first.
    async fn bump(
        &self,
        walk: &Walk<'_>,
        pending: &Signed,
        mode: BumpMode,
        steps: &mut Vec<&'static str>,
    ) -> Result<Option<Signed>, Failure> {
        let client = walk.client;
        let request = &Bump {
            signed: pending.clone(),
            chain_id: self.chain_id()?,
            public_key: self.key.public_key(),
            mode,
            max_fee: Fee::Limited,
        };
        let Some(replacement) = plan(client, pending, || bump(client, request)).await? else {
            return Ok(None);
        };
        let prepared = replacement.prepare(client).await.at("bump")?;
        let signed = prepared.sign(client, &self.key).await.at("attach-signature")?;
        if !send(walk, pending, &signed, false).await? {
            return Ok(None);
        }
        steps.push(match mode {
            BumpMode::SpeedUp => "speed-up",
            BumpMode::Cancel => "cancel",
        });
        Ok(Some(signed))
    }
}
