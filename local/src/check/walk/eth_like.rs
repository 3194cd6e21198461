//! Payments on the EVM chains.

use super::account::{
    Account, Info, address_request, balance, check_batch, info_request, network_request, parse_request,
};
use super::paid::Paid;
use super::step::{At, Failure, ensure};
use super::{NETWORK, Walk};
use async_trait::async_trait;
use wallet_client::address_info_eth_like::{BatchEntry, address_info, batch};
use wallet_client::batch::BatchRequest;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::{
    Erc20Request, GasLimitRequest, erc20_approve_data, erc20_transfer_data, gas_limit, gas_price, nonce,
};
use wallet_client::blockchain_connector_eth_like::{transaction, validate_address};
use wallet_client::payments::eth_like::{Action, Payment, chain_id, derive, quote};
use wallet_client::payments::{Amount, Fee, PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{Asset, FeeMode};
use wallet_client::{CallError, Client};

/// The amount in wei.
const AMOUNT: u128 = 1_000_000_000_000_000;
/// The required funds in wei: the amount and fees.
const FUNDS: u128 = 50 * AMOUNT;

/// A sender with a new key.
pub struct EthLikeAccount {
    chain: String,
    pub(super) key: Secp256k1Key,
}

impl EthLikeAccount {
    /// Creates a sender.
    pub fn new(chain: &str) -> Self {
        Self {
            chain: chain.to_owned(),
            key: Secp256k1Key::random(),
        }
    }

    /// Returns the chain id, if this version of the client knows the chain.
    pub(super) fn chain_id(&self) -> Result<u64, Failure> {
        chain_id(&self.chain, NETWORK).ok_or_else(|| Failure {
            step: "estimate",
            problem: "this version of the client has no chain id of it".to_owned(),
        })
    }

    /// Checks that a batch returns what the single request does.
    async fn check_batch(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let request = info_request(address).into();
        let single = address_info(client, &self.chain, &request).await.at("batch")?;
        let entry = BatchEntry {
            chain: self.chain.clone(),
            address: address.to_owned(),
            limit: Some(20),
            cursor: None,
            tokens: None,
        };
        let request = BatchRequest {
            network: Some(NETWORK),
            requests: vec![entry],
        };
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)
    }
}

#[async_trait]
impl Account for EthLikeAccount {
    fn chain(&self) -> &str {
        &self.chain
    }

    fn funds(&self) -> u128 {
        FUNDS
    }

    fn amount(&self) -> u128 {
        AMOUNT
    }

    async fn address(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, &self.chain, NETWORK, &self.key.public_key()).await
    }

    async fn recipient(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, &self.chain, NETWORK, &Secp256k1Key::random().public_key()).await
    }

    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError> {
        let info = address_info(client, &self.chain, &info_request(address).into()).await?;
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
        let chain = &*self.chain;
        let valid = validate_address(client, chain, &address_request(address)).await;
        let valid = valid.at("validate-address")?.valid;
        ensure(valid, "validate-address", || {
            "the address is reported as invalid".to_owned()
        })?;
        gas_price(client, chain, &network_request()).await.at("gas-price")?;
        let nonce = nonce(client, chain, &address_request(address)).await.at("nonce")?.nonce;
        let request = GasLimitRequest {
            to: Some(address.to_owned()),
            amount: AMOUNT.to_string(),
            data: String::new(),
            nonce,
            network: Some(NETWORK),
            address: Some(address.to_owned()),
        };
        gas_limit(client, chain, &request).await.at("gas-limit")?;
        let request = Erc20Request {
            to: address.to_owned(),
            amount: AMOUNT.to_string(),
        };
        erc20_transfer_data(client, &request).await.at("erc20-transfer-data")?;
        erc20_approve_data(client, &request).await.at("erc20-approve-data")?;
        self.check_batch(client, address).await
    }

    async fn sign(&self, client: &Client, recipient: &str, steps: &mut Vec<&'static str>) -> Result<Signed, Failure> {
        let payment = Payment {
            chain: self.chain.clone(),
            network: NETWORK,
            chain_id: self.chain_id()?,
            public_key: self.key.public_key(),
            action: Action::Pay {
                to: recipient.to_owned(),
                amount: Amount::from(AMOUNT),
            },
            max_fee: Fee::Limited,
        };
        let quote = quote(client, &payment).await.at("estimate")?;
        steps.push("estimate");
        let prepared = quote.prepare(client, FeeMode::Normal).await.at("get-hash")?;
        steps.push("get-hash");
        let signed = prepared.sign(client, &self.key).await.at("attach-signature")?;
        steps.push("attach-signature");
        Ok(signed)
    }

    async fn further(&self, walk: &Walk<'_>, paid: &Paid<'_>, steps: &mut Vec<&'static str>) -> Result<(), Failure> {
        self.sign_messages(walk.client).await?;
        steps.push("messages");
        self.replace(walk, paid, steps).await
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let parsed = transaction::parse(client, &self.chain, &parse_request(signed)).await?;
        Ok(parsed.txid)
    }
}
