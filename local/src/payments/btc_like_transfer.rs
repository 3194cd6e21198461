//! A transfer to several recipients on btc, ltc, bch and doge, which is replaced while pending.

use super::NETWORK;
use super::account::Account;
use super::btc_like::BtcLikeAccount;
use super::history::balance;
use super::progress::{At, Failure, Progress, ensure};
use super::replacement::{has_code, plan};
use wallet_client::payments::Signed;
use wallet_client::payments::btc_like::{Bump, Chain, Output, Recipients, Replacement, Transfer, bump, quote};
use wallet_client::wire::{FeeMode, WarningCode};
use wallet_client::{Client, ErrorCode};

/// The sequence number of inputs that permit a replacement (BIP 125).
const REPLACEABLE: u32 = 0xffff_fffd;

impl BtcLikeAccount {
    /// Pays two recipients, raises the fee, and requires both payments in the history.
    pub(super) async fn transfer(&self, progress: &mut Progress<'_>) -> Result<(), Failure> {
        let client = progress.client;
        let recipients = [
            self.recipient(client).await.at("derive")?,
            self.recipient(client).await.at("derive")?,
        ];
        let pending = self.sign_transfer(client, &recipients).await?;
        progress.send(&pending).await;
        progress.done("several-recipients", &pending.txid);
        let replacement = self.replace_transfer(progress, &pending).await?;
        let candidates: Vec<_> = [&pending].into_iter().chain(&replacement).collect();
        let Some(mined) = progress.mined(&candidates).await? else {
            return Ok(());
        };
        for recipient in &recipients {
            let share = self.share().into();
            progress.check_listed(self, recipient, &mined.txid, share).await?;
        }
        Ok(())
    }

    /// Returns the amount of each recipient in base units.
    fn share(&self) -> u64 {
        self.amount() / 2
    }

    async fn sign_transfer(&self, client: &Client, recipients: &[String]) -> Result<Signed, Failure> {
        let outputs = recipients
            .iter()
            .map(|to| Output::builder().to(to.clone()).amount(self.share()).build());
        let recipients = Recipients::Each(outputs.collect());
        let transfer = Transfer::builder()
            .chain(self.chain)
            .network(NETWORK)
            .public_key(self.key.public_key())
            .recipients(recipients)
            .maybe_address_type(self.address_type.clone())
            .maybe_sequence(self.is_replaceable().then_some(REPLACEABLE))
            .build();
        let quote = quote(client, &transfer).await.at("estimate")?;
        let prepared = quote.prepare(client, FeeMode::Slow).await.at("get-hash")?;
        prepared.sign(client, &self.key).await.at("attach-signature")
    }

    /// Returns true if nodes of the chain can replace transactions.
    fn is_replaceable(&self) -> bool {
        self.chain != Chain::Bch
    }

    /// Replaces a pending transfer with the lowest fee. Returns `None` if the network accepts no replacement.
    async fn replace_transfer(&self, progress: &mut Progress<'_>, pending: &Signed) -> Result<Option<Signed>, Failure> {
        const STEP: &str = "bump";
        let client = progress.client;
        let request = &Bump::builder()
            .signed(pending.clone())
            .public_key(self.key.public_key())
            .maybe_address_type(self.address_type.clone())
            .build();
        if !self.is_replaceable() {
            let is_rejected = match bump(client, request).await {
                Ok(_) => false,
                Err(error) => {
                    let expected = [ErrorCode::InvalidTransaction, ErrorCode::TransactionNotFound];
                    expected.into_iter().any(|code| has_code(&error, code))
                }
            };
            return ensure(is_rejected, STEP, || "a replacement is not rejected".to_owned()).map(|()| None);
        }
        let Some(replacement) = plan(client, pending, || bump(client, request)).await? else {
            return Ok(None);
        };
        check_fees(&replacement)?;
        let prepared = replacement
            .prepare_with(client, replacement.minimum_fee)
            .await
            .at(STEP)?;
        let faster = prepared.sign(client, &self.key).await.at("attach-signature")?;
        let mut warnings = replacement.plan.warnings.iter();
        let is_optional = warnings.any(|warning| warning.code == WarningCode::ReplacementNotRelayed);
        if !progress.send_replacement(pending, &faster, is_optional).await? {
            return Ok(None);
        }
        progress.done(STEP, &faster.txid);
        Ok(Some(faster))
    }
}

/// Requires fees that exceed the fee of the pending transaction.
fn check_fees(replacement: &Replacement) -> Result<(), Failure> {
    let Replacement {
        fees,
        minimum_fee,
        previous_fee,
        ..
    } = replacement;
    ensure(minimum_fee > previous_fee, "bump", || {
        format!("minimumFee is {minimum_fee}, the pending transaction pays {previous_fee}")
    })?;
    let modes = [&fees.slow, &fees.normal, &fees.fast];
    let are_higher = modes.iter().all(|fee| balance(fee) >= u128::from(*minimum_fee));
    ensure(are_higher, "bump", || format!("{fees:?} are below minimumFee"))
}
