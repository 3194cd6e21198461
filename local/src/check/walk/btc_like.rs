//! Payments on btc, ltc, bch and doge.

use super::account::{
    Account, Info, address_request, balance, batch_entry, check_batch, info_request, network_request, parse_request,
};
use super::extended_key::SenderKeys;
use super::paid::Paid;
use super::step::{At, Failure, ensure};
use super::{NETWORK, Walk};
use async_trait::async_trait;
use wallet_client::address_info_btc_like::{
    BatchKeyEntry, BatchRequest, ExtendedKeyRequest, address_info, batch, extended_key_info,
};
use wallet_client::blockchain_connector_btc_like::prepare_transaction::{
    PaymentRequest, price_per_byte, size, utxo_list,
};
use wallet_client::blockchain_connector_btc_like::{transaction, validate_address};
use wallet_client::payments::btc_like::{Chain, Payment, Spend, derive, quote};
use wallet_client::payments::{Fee, PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
use wallet_client::{CallError, Client};
use wallet_core::model::ChainName;

/// A sender with a new key.
pub struct BtcLikeAccount {
    pub(super) chain: Chain,
    pub(super) keys: SenderKeys,
}

impl BtcLikeAccount {
    /// Creates a sender, if the chain is one of this family.
    pub fn new(chain: &str) -> Option<Self> {
        Some(Self {
            chain: Chain::from_name(chain)?,
            keys: SenderKeys::random()?,
        })
    }

    /// Returns the amount in base units. The coin of doge is worth less, and its fees and dust limit are higher.
    pub(super) fn amount(&self) -> u64 {
        match self.chain {
            Chain::Doge => 500_000_000,
            Chain::Btc | Chain::Ltc | Chain::Bch => 20_000,
        }
    }

    /// Checks that the extended key has the address with its funds.
    async fn check_key(&self, client: &Client, address: &str) -> Result<(), Failure> {
        const STEP: &str = "xpub";
        let request = ExtendedKeyRequest {
            xpub: self.keys.descriptor(self.chain),
            network: Some(NETWORK),
            limit: Some(20),
            cursor: None,
            gap: Some(2),
        };
        let info = extended_key_info(client, self.chain.name(), &request).await.at(STEP)?;
        let total = info.balances.first().map_or(0, |coin| balance(&coin.balance.amount));
        let first = info.addresses.first();
        let is_own = first.is_some_and(|first| first.address == address && first.used);
        ensure(is_own, STEP, || {
            format!("the first address is {first:?}, expected {address}")
        })?;
        ensure(total >= self.funds(), STEP, || {
            format!("the balance is {total} after the funding")
        })?;
        ensure(!info.utxo.is_empty() && !info.transactions.is_empty(), STEP, || {
            "outputs or transactions are missing".to_owned()
        })?;
        let entry = BatchKeyEntry {
            chain: self.chain.name().to_owned(),
            xpub: request.xpub,
            limit: None,
            cursor: None,
            gap: request.gap,
        };
        let request = BatchRequest {
            network: Some(NETWORK),
            requests: Vec::new(),
            keys: vec![entry],
        };
        let batch = batch(client, &request).await.at("batch")?;
        let found = batch.keys.first().and_then(|result| result.data.as_ref());
        let is_equal = found.is_some_and(|found| found.balances == info.balances);
        ensure(is_equal, "batch", || {
            "the result is not that of the single request".to_owned()
        })
    }
}

#[async_trait]
impl Account for BtcLikeAccount {
    fn chain(&self) -> &str {
        self.chain.name()
    }

    fn funds(&self) -> u128 {
        5 * u128::from(self.amount())
    }

    fn amount(&self) -> u128 {
        self.amount().into()
    }

    async fn address(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, self.chain, NETWORK, &self.keys.key.public_key(), None).await
    }

    async fn recipient(&self, client: &Client) -> Result<String, PaymentError> {
        derive(client, self.chain, NETWORK, &Secp256k1Key::random().public_key(), None).await
    }

    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError> {
        let info = address_info(client, self.chain.name(), &info_request(address)).await?;
        Ok(Info {
            balance: info.balances.first().map_or(0, |coin| balance(&coin.balance.amount)),
            txids: info
                .transactions
                .into_iter()
                .map(|transaction| transaction.txid)
                .collect(),
        })
    }

    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let chain = self.chain.name();
        let valid = validate_address(client, chain, &address_request(address)).await;
        let valid = valid.at("validate-address")?.valid;
        ensure(valid, "validate-address", || {
            "the address is reported as invalid".to_owned()
        })?;
        price_per_byte(client, chain, &network_request())
            .await
            .at("price-per-byte")?;
        let listed = utxo_list(client, chain, &address_request(address))
            .await
            .at("utxo-list")?;
        ensure(!listed.utxo.is_empty(), "utxo-list", || "it is empty".to_owned())?;
        let request = PaymentRequest {
            public_key: self.keys.key.public_key(),
            network: Some(NETWORK),
            r#type: None,
            utxo: listed.utxo,
            to: Some(address.to_owned()),
            amount: Some(self.amount().to_string()),
            ..PaymentRequest::default()
        };
        size(client, chain, &request).await.at("size")?;
        let single = address_info(client, chain, &info_request(address)).await.at("batch")?;
        let request = BatchRequest {
            network: Some(NETWORK),
            requests: vec![batch_entry(chain, address)],
            keys: Vec::new(),
        };
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)?;
        self.check_key(client, address).await
    }

    async fn sign(&self, client: &Client, recipient: &str, steps: &mut Vec<&'static str>) -> Result<Signed, Failure> {
        let payment = Payment {
            chain: self.chain,
            network: NETWORK,
            public_key: self.keys.key.public_key(),
            address_type: None,
            to: recipient.to_owned(),
            amount: Spend::Exact(self.amount()),
            max_fee: Fee::Limited,
        };
        let quote = quote(client, &payment).await.at("estimate")?;
        steps.push("estimate");
        let prepared = quote.prepare(client, FeeMode::Normal).await.at("get-hash")?;
        steps.push("get-hash");
        let signed = prepared.sign(client, &self.keys.key).await.at("attach-signature")?;
        steps.push("attach-signature");
        Ok(signed)
    }

    async fn further(&self, walk: &Walk<'_>, paid: &Paid<'_>, steps: &mut Vec<&'static str>) -> Result<(), Failure> {
        self.transfer(walk, paid, steps).await
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let parsed = transaction::parse(client, self.chain.name(), &parse_request(signed)).await?;
        Ok(parsed.txid)
    }
}
