//! Payments on the EVM chains.

use super::NETWORK;
use super::account::{
    Account, address_request, check_batch, check_recipient, check_valid, info_request, network_request, parse_request,
    recipient_request,
};
use super::history::{Expected, Info, Sent, balance};
use super::progress::{At, Failure, Progress, ensure, short};
use async_trait::async_trait;
use wallet_client::address_info_eth_like::{BatchEntry, OwnerRequest, address_info, approvals, batch, nfts, recipient};
use wallet_client::batch::BatchRequest;
use wallet_client::blockchain_connector_eth_like::prepare_transaction::{
    Erc20Request, GasLimitRequest, erc20_approve_data, erc20_transfer_data, gas_limit, gas_price, nonce,
};
use wallet_client::blockchain_connector_eth_like::transaction::PreviewRequest;
use wallet_client::blockchain_connector_eth_like::{transaction, validate_address};
use wallet_client::payments::eth_like::{Action, GasPrice, Payment, chain_id, derive, quote};
use wallet_client::payments::{Amount, PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
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
        chain_id(&self.chain, NETWORK)
            .ok_or_else(|| Failure::new("estimate", "this version of the client has no chain id of the chain"))
    }

    /// Prepares and signs a transaction. The expected entry has no recipient, and no coins but the fee.
    pub(super) async fn sign_action(&self, progress: &mut Progress<'_>, action: Action) -> Result<Sent, Failure> {
        let client = progress.client;
        let payment = Payment::builder()
            .chain(self.chain.clone())
            .network(NETWORK)
            .public_key(self.key.public_key())
            .action(action)
            .build();
        let quote = quote(client, &payment).await.at("estimate")?;
        let prepared = quote.prepare(client, FeeMode::Normal).await.at("get-hash")?;
        let review = prepared.review();
        let kind = match review.price {
            GasPrice::Legacy(_) => "legacy",
            _ => "EIP-1559",
        };
        ensure(review.fee > Amount::default(), "estimate", || {
            "the normal fee is 0".to_owned()
        })?;
        let l1_fee = quote.estimate.l1_fee.as_deref();
        let largest = u128::try_from(review.fee).unwrap_or(u128::MAX);
        let largest = largest.saturating_add(l1_fee.map_or(0, balance));
        let (nonce, gas) = (review.nonce, review.gas_limit);
        let fee = self.text(largest);
        progress.done(
            "estimate",
            format!("{kind}, nonce {nonce}, {gas} gas, maximum fee {fee}"),
        );
        progress.done("get-hash", short(&format!("0x{}", hex::encode(prepared.hash()))));
        let signed = prepared.sign(client, &self.key).await.at("attach-signature")?;
        progress.signed(signed.txdata.len().saturating_sub(2) / 2);
        let expected = Expected {
            from: progress.report.address.clone(),
            to: String::new(),
            value: "0".to_owned(),
            fee: 1..=largest,
            actions: None,
            spent: l1_fee.is_none().then_some(0),
            label: String::new(),
        };
        Ok(Sent { signed, expected })
    }

    /// Requests the rights of spenders, the non-fungible tokens, and the facts about a recipient.
    async fn check_safety(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let chain = &*self.chain;
        let request = OwnerRequest::builder()
            .address(address.to_owned())
            .network(NETWORK)
            .build();
        approvals(client, chain, &request).await.at("approvals")?;
        nfts(client, chain, &request).await.at("nfts")?;
        check_recipient(recipient(client, chain, &recipient_request(address)).await)
    }

    /// Checks that a batch returns what the single request does.
    async fn check_batch(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let request = info_request(address).into();
        let single = address_info(client, &self.chain, &request).await.at("batch")?;
        let entry = BatchEntry::builder()
            .chain(self.chain.clone())
            .address(address.to_owned())
            .limit(20)
            .build();
        let request = BatchRequest::builder().network(NETWORK).requests(vec![entry]).build();
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)
    }
}

#[async_trait]
impl Account for EthLikeAccount {
    fn chain(&self) -> &str {
        &self.chain
    }

    fn decimals(&self) -> u8 {
        18
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
        Ok(Info::of(&info))
    }

    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let chain = &*self.chain;
        let valid = validate_address(client, chain, &address_request(address)).await;
        check_valid(valid.map(|found| found.valid))?;
        gas_price(client, chain, &network_request()).await.at("gas-price")?;
        let nonce = nonce(client, chain, &address_request(address)).await.at("nonce")?.nonce;
        let request = GasLimitRequest::builder()
            .to(address.to_owned())
            .amount(AMOUNT.to_string())
            .data(String::new())
            .nonce(nonce)
            .network(NETWORK)
            .address(address.to_owned())
            .build();
        gas_limit(client, chain, &request).await.at("gas-limit")?;
        let request = Erc20Request::builder()
            .to(address.to_owned())
            .amount(AMOUNT.to_string())
            .build();
        erc20_transfer_data(client, &request).await.at("erc20-transfer-data")?;
        erc20_approve_data(client, &request).await.at("erc20-approve-data")?;
        self.check_safety(client, address).await?;
        self.check_batch(client, address).await
    }

    async fn sign(&self, progress: &mut Progress<'_>, recipient: &str) -> Result<Sent, Failure> {
        let payment = Action::Pay {
            to: recipient.to_owned(),
            amount: Amount::from(AMOUNT),
        };
        let mut sent = self.sign_action(progress, payment).await?;
        recipient.clone_into(&mut sent.expected.to);
        sent.expected.value = AMOUNT.to_string();
        sent.expected.spent = sent.expected.spent.map(|_| AMOUNT);
        Ok(sent)
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let request = PreviewRequest::builder()
            .txdata(signed.txdata.clone())
            .network(signed.network)
            .build();
        transaction::preview(client, &self.chain, &request).await?;
        let parsed = transaction::parse(client, &self.chain, &parse_request(signed)).await?;
        Ok(parsed.txid)
    }

    async fn continue_payment(&self, progress: &mut Progress<'_>, _sent: &Sent, to: &str) -> Result<(), Failure> {
        self.send_tokens(progress, to).await?;
        self.sign_messages(progress.client).await?;
        progress.done("messages", "a text and typed data, each with its hash and signature");
        Ok(())
    }

    async fn replace(&self, progress: &mut Progress<'_>) -> Result<(), Failure> {
        self.replace_payment(progress).await
    }
}
