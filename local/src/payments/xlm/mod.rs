//! Payments on Stellar.

mod operations;
mod scenario;

use super::NETWORK;
use super::account::{
    Account, address_request, check_batch, check_recipient, info_request, network_request, parse_request,
    recipient_request,
};
use super::history::{Expected, Info, Sent, balance};
use super::progress::{At, Failure, Funding, Progress, ensure, short};
use async_trait::async_trait;
use scenario::Scenario;
use serde_json::json;
use wallet_client::address_info_xlm::{BatchEntry, OffersRequest, account, address_info, batch, offers, recipient};
use wallet_client::batch::BatchRequest;
use wallet_client::blockchain_connector_xlm::prepare_transaction::{EstimateRequest, PathsRequest, estimate, paths};
use wallet_client::blockchain_connector_xlm::transaction::preview::PreviewRequest;
use wallet_client::blockchain_connector_xlm::utility::{
    CheckAccountTrustlineRequest, account_reserve, base_reserve, check_account, check_account_trustline,
};
use wallet_client::blockchain_connector_xlm::{ValidateAddressRequest, transaction, validate_address};
use wallet_client::payments::xlm::{Action, Memo, Terms, derive, prepare, recommended_fee};
use wallet_client::payments::{Ed25519Signer, PaymentError, Signed};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::Asset;
use wallet_client::{CallError, Client};

/// The chain as used in paths.
pub const CHAIN: &str = "xlm";
/// The amount in stroops, which creates the recipient's account.
const AMOUNT: i64 = 20_000_000;
/// The required funds in stroops: the amount, fees and the reserve of the sender.
const FUNDS: u128 = 100_000_000;
/// The amount in stroops that the faucet pays to an account.
const FAUCET_FUNDS: u128 = 10_000_000_000;
/// The lowest fee of a transaction with a single operation in stroops.
const BASE_FEE: u32 = 100;

/// A sender, a recipient and an issuer of an asset, with new keys.
pub struct XlmAccount {
    sender: Ed25519Key,
    recipient: Ed25519Key,
    issuer: Ed25519Key,
}

impl XlmAccount {
    /// Creates the keys.
    pub fn random() -> Self {
        Self {
            sender: Ed25519Key::random(),
            recipient: Ed25519Key::random(),
            issuer: Ed25519Key::random(),
        }
    }
}

/// Returns the lumen as an asset.
fn lumen() -> Asset {
    Asset::Coin {
        chain: CHAIN.to_owned(),
    }
}

/// Returns the terms of a transaction with a maximum fee in stroops.
fn terms(key: &Ed25519Key, fee: u32, memo: Option<Memo>) -> Terms {
    Terms::builder()
        .network(NETWORK)
        .public_key(key.public_key())
        .fee(fee)
        .maybe_memo(memo)
        .build()
}

#[async_trait]
impl Account for XlmAccount {
    fn chain(&self) -> &str {
        CHAIN
    }

    fn decimals(&self) -> u8 {
        7
    }

    fn funds(&self) -> u128 {
        FUNDS
    }

    fn faucet_funds(&self) -> u128 {
        FAUCET_FUNDS
    }

    fn amount(&self) -> u128 {
        AMOUNT.unsigned_abs().into()
    }

    async fn address(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, NETWORK, self.sender.public_key()).await
    }

    async fn recipient(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, NETWORK, self.recipient.public_key()).await
    }

    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError> {
        let mut info = Info::of(&address_info(client, CHAIN, &info_request(address).into()).await?);
        let entries = info.transactions.iter_mut();
        entries.flat_map(|entry| &mut entry.actions).for_each(remove_offer_id);
        Ok(info)
    }

    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let request = ValidateAddressRequest::builder()
            .address(address.to_owned())
            .network(NETWORK)
            .build();
        validate_address(client, CHAIN, &request).await.at("validate-address")?;
        let exists = check_account(client, &address_request(address))
            .await
            .at("check-account")?;
        ensure(exists.account_exists, "check-account", || {
            "the account is reported as absent".to_owned()
        })?;
        account_reserve(client, &address_request(address))
            .await
            .at("account-reserve")?;
        let request = CheckAccountTrustlineRequest::builder()
            .address(address.to_owned())
            .issuer(address.to_owned())
            .code("NONE")
            .network(NETWORK)
            .build();
        check_account_trustline(client, &request)
            .await
            .at("check-account-trustline")?;
        base_reserve(client, &network_request()).await.at("base-reserve")?;
        let single = address_info(client, CHAIN, &info_request(address).into())
            .await
            .at("batch")?;
        let entry = BatchEntry::builder()
            .chain(CHAIN.to_owned())
            .address(address.to_owned())
            .limit(20)
            .build();
        let request = BatchRequest::builder().network(NETWORK).requests(vec![entry]).build();
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)?;
        check_recipient(recipient(client, CHAIN, &recipient_request(address)).await)?;
        check_settings(client, address).await?;
        check_paths(client, address).await
    }

    async fn sign(&self, progress: &mut Progress<'_>, recipient: &str) -> Result<Sent, Failure> {
        let client = progress.client;
        let fee = recommended_fee(client, NETWORK).await.at("fee-stat")?;
        ensure(fee >= BASE_FEE, "fee-stat", || format!("only {fee} stroops"))?;
        progress.done("fee-stat", format!("maximum {} per operation", self.text(fee.into())));
        let payment = Action::Transfer {
            to: recipient.to_owned(),
            amount: AMOUNT,
            asset: lumen(),
        };
        let prepared = prepare(client, &terms(&self.sender, fee, None), &payment).await;
        let prepared = prepared.at("get-hash")?;
        progress.done("get-hash", short(&hex::encode(prepared.hash())));
        let signed = prepared.sign(client, &self.sender).await.at("attach-signature")?;
        let padding = signed.txdata.matches('=').count();
        progress.signed(signed.txdata.len() / 4 * 3 - padding);
        let address = progress.report.address.clone();
        let value = json!({ "amount": AMOUNT.to_string(), "decimals": 7 });
        let action =
            json!({ "type": "create-account", "asset": lumen(), "value": value, "from": address, "to": recipient });
        let expected = Expected {
            from: address,
            to: recipient.to_owned(),
            value: (-AMOUNT).to_string(),
            fee: 1..=fee.into(),
            actions: Some(vec![action]),
            spent: Some(self.amount()),
            label: "create-account, ".to_owned(),
        };
        Ok(Sent { signed, expected })
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let request = PreviewRequest::builder()
            .transaction(signed.txdata.clone())
            .network(signed.network)
            .build();
        transaction::preview(client, CHAIN, &request).await?;
        let parsed = transaction::parse(client, CHAIN, &parse_request(signed)).await?;
        Ok(Some(parsed.txid))
    }

    /// Makes the transactions for which the faucet funds a second account.
    async fn continue_payment(&self, progress: &mut Progress<'_>, _sent: &Sent, to: &str) -> Result<(), Failure> {
        if progress.funding == Funding::ByUser {
            return Ok(());
        }
        Scenario::start(self, progress, to).await?.run().await
    }
}

/// Empties the id of a new offer, which only the ledger knows.
fn remove_offer_id(action: &mut serde_json::Value) {
    let is_new = |id: &serde_json::Value| {
        id.as_str()
            .and_then(|id| id.parse::<u64>().ok())
            .is_some_and(|id| id > 0)
    };
    if let Some(id) = action.get_mut("offerId").filter(|id| is_new(id)) {
        *id = "".into();
    }
}

/// Checks that the key of an account is the only signer, that the account has no offers, and that an estimate has the next
/// sequence number.
async fn check_settings(client: &Client, address: &str) -> Result<(), Failure> {
    let settings = account(client, CHAIN, &address_request(address)).await.at("account")?;
    let is_own = matches!(&*settings.signers, [signer] if signer.key == address);
    ensure(is_own, "account", || {
        format!("the signers are {:?}, expected {address}", settings.signers)
    })?;
    let request = OffersRequest::builder().address(address).network(NETWORK).build();
    let listed = offers(client, CHAIN, &request).await.at("offers")?;
    ensure(listed.offers.is_empty(), "offers", || {
        "a new account has offers".to_owned()
    })?;
    let request = EstimateRequest::builder()
        .address(address.to_owned())
        .amount("max")
        .network(NETWORK)
        .build();
    let estimate = estimate(client, CHAIN, &request).await.at("estimate")?;
    let [sequence, next] = [balance(&settings.sequence), balance(&estimate.sequence)];
    ensure(sequence.checked_add(1) == Some(next), "estimate", || {
        format!("the sequence number is {next} after {sequence}")
    })
}

/// Requests the paths of a payment of lumens, from either side.
async fn check_paths(client: &Client, address: &str) -> Result<(), Failure> {
    let native = Some("native".to_owned());
    for (source_asset, destination_asset) in [(native.clone(), None), (None, native)] {
        let request = PathsRequest::builder()
            .from(address.to_owned())
            .amount(AMOUNT.to_string())
            .maybe_source_asset(source_asset)
            .maybe_destination_asset(destination_asset)
            .network(NETWORK)
            .build();
        paths(client, CHAIN, &request).await.at("paths")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offer_ids_are_removed() {
        let offer = |id: serde_json::Value| {
            let mut action = json!({ "type": "manage-sell-offer", "offerId": id });
            remove_offer_id(&mut action);
            action["offerId"].clone()
        };
        assert_eq!(offer(json!("7")), "");
        assert_eq!(offer(json!("0")), "0", "0 is not the id of an offer");
        assert_eq!(offer(json!(7)), 7, "the id must be a string");
    }
}
