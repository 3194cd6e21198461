//! Messages and replacements on the EVM chains.

use super::NETWORK;
use super::account::Account;
use super::eth_like::EthLikeAccount;
use super::progress::{At, Failure, Progress, ensure};
use super::replacement::plan;
use serde_json::json;
use wallet_client::Client;
use wallet_client::payments::Signed;
use wallet_client::payments::eth_like::{Bump, BumpMode, Message, MessageContent, bump, prepare_message};

impl EthLikeAccount {
    /// Signs a text (EIP-191) and typed data (EIP-712). The client computes the hashes and the signatures too.
    pub(super) async fn sign_messages(&self, client: &Client) -> Result<(), Failure> {
        for content in contents(self.chain_id()?) {
            let message = Message::builder()
                .chain(self.chain().to_owned())
                .network(NETWORK)
                .public_key(self.key.public_key())
                .content(content)
                .build();
            let prepared = prepare_message(client, &message).await.at("message/get-hash")?;
            prepared.sign(client, &self.key).await.at("message/attach-signature")?;
        }
        Ok(())
    }

    /// Sends and replaces a payment, with higher prices and then by a cancellation. Chains that mine immediately
    /// leave no time for a replacement.
    pub(super) async fn replace_payment(&self, progress: &mut Progress<'_>) -> Result<(), Failure> {
        let client = progress.client;
        let recipient = self.recipient(client).await.at("derive")?;
        let first = self.sign(progress, &recipient).await?.signed;
        progress.send(&first).await;
        let faster = self.bump(progress, &first, BumpMode::SpeedUp).await?;
        let cancellation = match &faster {
            Some(faster) => self.bump(progress, faster, BumpMode::Cancel).await?,
            None => None,
        };
        let all = [Some(&first), faster.as_ref(), cancellation.as_ref()];
        let candidates: Vec<_> = all.into_iter().flatten().collect();
        let Some(mined) = progress.mined(&candidates).await? else {
            return Ok(());
        };
        if cancellation
            .as_ref()
            .is_none_or(|cancellation| cancellation.txid != mined.txid)
        {
            return progress
                .check_listed(self, &recipient, &mined.txid, self.amount())
                .await;
        }
        let received = self.info(client, &recipient).await.at("cancel")?.coins();
        ensure(received == 0, "cancel", || {
            format!("the recipient of the cancelled payment has {received}")
        })
    }

    /// Replaces a pending transaction. Returns `None` if the pending transaction was mined first.
    async fn bump(
        &self,
        progress: &mut Progress<'_>,
        pending: &Signed,
        mode: BumpMode,
    ) -> Result<Option<Signed>, Failure> {
        let client = progress.client;
        let request = &Bump::builder()
            .signed(pending.clone())
            .public_key(self.key.public_key())
            .mode(mode)
            .build();
        let Some(replacement) = plan(client, pending, || bump(client, request)).await? else {
            return Ok(None);
        };
        let prepared = replacement.prepare(client).await.at("bump")?;
        let signed = prepared.sign(client, &self.key).await.at("attach-signature")?;
        if !progress.send_replacement(pending, &signed, false).await? {
            return Ok(None);
        }
        progress.done(mode.name(), &signed.txid);
        Ok(Some(signed))
    }
}

fn contents(chain_id: u64) -> [MessageContent; 2] {
    let typed_data = json!({
        "types": {
            "Login": [{ "name": "statement", "type": "string" }, { "name": "expires", "type": "uint256" }],
        },
        "primaryType": "Login",
        "domain": { "name": "wallet-cloud check", "chainId": chain_id },
        "message": { "statement": "Contract test", "expires": "1798761600" },
    });
    [
        MessageContent::Text("Contract test of wallet-cloud \u{2713}".to_owned()),
        MessageContent::TypedData(typed_data),
    ]
}
