//! Payments on Stellar.

use super::NETWORK;
use super::account::{
    Account, Info, address_request, balance, batch_entry, check_batch, info_request, network_request, parse_request,
};
use super::step::{At, Failure, ensure};
use async_trait::async_trait;
use wallet_client::address_info_xlm::{account, address_info, batch, offers};
use wallet_client::batch::BatchRequest;
use wallet_client::blockchain_connector_xlm::prepare_transaction::{EstimateRequest, PathsRequest, estimate, paths};
use wallet_client::blockchain_connector_xlm::utility::{
    CheckAccountTrustlineRequest, account_reserve, base_reserve, check_account, check_account_trustline,
};
use wallet_client::blockchain_connector_xlm::{ValidateAddressRequest, transaction, validate_address};
use wallet_client::payments::xlm::{Action, Terms, derive, prepare, recommended_fee};
use wallet_client::payments::{Ed25519Signer, Fee, PaymentError, Signed};
use wallet_client::signers::Ed25519Key;
use wallet_client::wire::Asset;
use wallet_client::{CallError, Client};

/// The chain as used in paths.
pub const CHAIN: &str = "xlm";
/// The amount in stroops. It creates the recipient's account.
const AMOUNT: i64 = 20_000_000;
/// The required funds in stroops: the amount, fees and the reserve of the sender.
const FUNDS: u128 = 100_000_000;

/// A sender with a new key.
pub struct XlmAccount(Ed25519Key);

impl XlmAccount {
    /// Creates a sender.
    pub fn new() -> Self {
        Self(Ed25519Key::random())
    }
}

#[async_trait]
impl Account for XlmAccount {
    fn chain(&self) -> &str {
        CHAIN
    }

    fn funds(&self) -> u128 {
        FUNDS
    }

    fn amount(&self) -> u128 {
        AMOUNT.unsigned_abs().into()
    }

    async fn address(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, NETWORK, self.0.public_key()).await
    }

    async fn recipient(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, NETWORK, Ed25519Key::random().public_key()).await
    }

    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError> {
        let info = address_info(client, CHAIN, &info_request(address)).await?;
        let coin = info.balances.iter().find(|it| matches!(it.asset, Asset::Coin { .. }));
        Ok(Info {
            balance: coin.map_or(0, |coin| balance(&coin.balance.amount)),
            txids: info
                .transactions
                .into_iter()
                .map(|transaction| transaction.txid)
                .collect(),
        })
    }

    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let request = ValidateAddressRequest {
            address: address.to_owned(),
            network: Some(NETWORK),
            code: None,
            issuer: None,
        };
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
        let request = CheckAccountTrustlineRequest {
            address: address.to_owned(),
            issuer: address.to_owned(),
            code: "NONE".to_owned(),
            network: Some(NETWORK),
        };
        check_account_trustline(client, &request)
            .await
            .at("check-account-trustline")?;
        base_reserve(client, &network_request()).await.at("base-reserve")?;
        let single = address_info(client, CHAIN, &info_request(address)).await.at("batch")?;
        let request = BatchRequest {
            network: Some(NETWORK),
            requests: vec![batch_entry(CHAIN, address)],
        };
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)?;
        check_settings(client, address).await?;
        check_paths(client, address).await
    }

    async fn sign(&self, client: &Client, recipient: &str, steps: &mut Vec<&'static str>) -> Result<Signed, Failure> {
        let terms = Terms {
            network: NETWORK,
            public_key: self.0.public_key(),
            fee: recommended_fee(client, NETWORK).await.at("fee-stat")?,
            max_fee: Fee::Limited,
            memo: None,
            timeout: None,
            sequence: None,
        };
        steps.push("fee-stat");
        let payment = Action::Transfer {
            to: recipient.to_owned(),
            amount: AMOUNT,
            asset: Asset::Coin {
                chain: CHAIN.to_owned(),
            },
        };
        let prepared = prepare(client, &terms, &payment).await.at("get-hash")?;
        steps.push("get-hash");
        let signed = prepared.sign(client, &self.0).await.at("attach-signature")?;
        steps.push("attach-signature");
        Ok(signed)
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let parsed = transaction::parse(client, CHAIN, &parse_request(signed)).await?;
        Ok(Some(parsed.txid))
    }
}

/// Checks that the only signer of an account is its key, that it has no offers, and that an estimate has its next
/// sequence number.
async fn check_settings(client: &Client, address: &str) -> Result<(), Failure> {
    let settings = account(client, CHAIN, &address_request(address)).await.at("account")?;
    let is_own = matches!(&*settings.signers, [signer] if signer.key == address);
    ensure(is_own, "account", || {
        format!("the signers are {:?}, expected {address}", settings.signers)
    })?;
    let listed = offers(client, CHAIN, &info_request(address)).await.at("offers")?;
    ensure(listed.offers.is_empty(), "offers", || {
        "a new account has offers".to_owned()
    })?;
    let request = EstimateRequest {
        address: address.to_owned(),
        to: None,
        amount: Some("max".to_owned()),
        asset: None,
        network: Some(NETWORK),
        operations: None,
    };
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
        let request = PathsRequest {
            from: address.to_owned(),
            to: None,
            amount: AMOUNT.to_string(),
            source_asset,
            destination_asset,
            network: Some(NETWORK),
        };
        paths(client, CHAIN, &request).await.at("paths")?;
    }
    Ok(())
}
