//! Payments on btc, ltc, bch and doge. The sender has the first address of an extended key.

use super::NETWORK;
use super::account::{
    Account, address_request, batch_entry, check_batch, check_recipient, check_valid, info_request, network_request,
    parse_request,
};
use super::history::{Expected, Info, Sent, balance};
use super::progress::{At, Failure, Funding, Progress, ensure, short};
use async_trait::async_trait;
use bitcoin::NetworkKind;
use bitcoin::bip32::{ChildNumber, Xpriv, Xpub};
use bitcoin::secp256k1::Secp256k1;
use wallet_client::address_info_btc_like::{
    BatchKeyEntry, BatchRequest, ExtendedKeyRequest, RecipientRequest, address_info, batch, extended_key_info,
    recipient,
};
use wallet_client::blockchain_connector_btc_like::prepare_transaction::{
    PaymentRequest, price_per_byte, size, utxo_list,
};
use wallet_client::blockchain_connector_btc_like::{AddressType, transaction, validate_address};
use wallet_client::payments::btc_like::{Chain, Payment, Spend, derive, quote};
use wallet_client::payments::{PaymentError, Signed};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::FeeMode;
use wallet_client::{CallError, Client};
use wallet_core::model::ChainName;

/// Path of the first address for payments.
const FIRST: [ChildNumber; 2] = [ChildNumber::Normal { index: 0 }; 2];

/// A sender with a new key.
pub struct BtcLikeAccount {
    pub(super) chain: Chain,
    /// The type of the addresses; the default of the connector if absent.
    pub(super) address_type: Option<AddressType>,
    /// The key of the first address.
    pub(super) key: Secp256k1Key,
    /// The extended public key.
    account: Xpub,
}

impl BtcLikeAccount {
    /// Creates a sender on a chain of this family. Returns `None` also with the negligible probability that a seed
    /// has no key (BIP 32).
    pub fn new(chain: &str, address_type: Option<AddressType>) -> Option<Self> {
        let chain = Chain::from_name(chain)?;
        let mut seed = [0; 32];
        aws_lc_rs::rand::fill(&mut seed).ok()?;
        let curve = Secp256k1::new();
        let account = Xpriv::new_master(NetworkKind::Test, &seed).ok()?;
        let first = account.derive_priv(&curve, &FIRST).ok()?;
        Some(Self {
            chain,
            address_type,
            key: Secp256k1Key::from_bytes(&first.private_key.secret_bytes()).ok()?,
            account: Xpub::from_priv(&curve, &account),
        })
    }

    /// Returns the extended key as a descriptor of the addresses.
    fn descriptor(&self) -> String {
        let is_legacy = self.address_type == Some(AddressType::P2pkh);
        let form = match self.chain {
            Chain::Btc | Chain::Ltc if !is_legacy => "wpkh",
            _ => "pkh",
        };
        format!("{form}({}/<0;1>/*)", self.account)
    }

    async fn derive(&self, client: &Client, key: &Secp256k1Key) -> Result<String, PaymentError> {
        let address_type = self.address_type.as_ref();
        derive(client, self.chain, NETWORK, &key.public_key(), address_type).await
    }

    /// Returns the value of the unspent outputs of a transaction at an address, in base units.
    async fn value_at(&self, client: &Client, address: &str, txid: &str) -> Result<u64, CallError> {
        let listed = utxo_list(client, self.chain.name(), &address_request(address))
            .await?
            .utxo;
        let created = listed.iter().filter(|utxo| utxo.txid == txid);
        Ok(created.filter_map(|utxo| utxo.value.parse::<u64>().ok()).sum())
    }

    /// Returns the amount in base units. The coin of doge is worth less, and the fees and the dust limit are higher.
    pub(super) fn amount(&self) -> u64 {
        match self.chain {
            Chain::Doge => 500_000_000,
            Chain::Btc | Chain::Ltc | Chain::Bch => 20_000,
        }
    }

    /// Checks that the extended key has the address with the funds.
    async fn check_key(&self, client: &Client, address: &str) -> Result<(), Failure> {
        const STEP: &str = "xpub";
        let request = ExtendedKeyRequest::builder()
            .xpub(self.descriptor())
            .network(NETWORK)
            .limit(20)
            .gap(2)
            .build();
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
        let entry = BatchKeyEntry::builder()
            .chain(self.chain.name().to_owned())
            .xpub(request.xpub)
            .maybe_gap(request.gap)
            .build();
        let request = BatchRequest::builder()
            .network(NETWORK)
            .requests(Vec::new())
            .keys(vec![entry])
            .build();
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

    fn decimals(&self) -> u8 {
        8
    }

    fn funds(&self) -> u128 {
        5 * u128::from(self.amount())
    }

    fn amount(&self) -> u128 {
        self.amount().into()
    }

    async fn address(&self, client: &Client) -> Result<String, PaymentError> {
        self.derive(client, &self.key).await
    }

    async fn recipient(&self, client: &Client) -> Result<String, PaymentError> {
        self.derive(client, &Secp256k1Key::random()).await
    }

    async fn info(&self, client: &Client, address: &str) -> Result<Info, CallError> {
        let info = address_info(client, self.chain.name(), &info_request(address)).await?;
        Ok(Info::of(&info))
    }

    async fn query(&self, client: &Client, address: &str) -> Result<(), Failure> {
        let chain = self.chain.name();
        let valid = validate_address(client, chain, &address_request(address)).await;
        check_valid(valid.map(|found| found.valid))?;
        price_per_byte(client, chain, &network_request())
            .await
            .at("price-per-byte")?;
        let listed = utxo_list(client, chain, &address_request(address))
            .await
            .at("utxo-list")?;
        ensure(!listed.utxo.is_empty(), "utxo-list", || "it is empty".to_owned())?;
        let request = PaymentRequest::builder()
            .public_key(self.key.public_key())
            .network(NETWORK)
            .maybe_type(self.address_type.clone())
            .utxo(listed.utxo)
            .to(address.to_owned())
            .amount(self.amount().to_string())
            .build();
        size(client, chain, &request).await.at("size")?;
        let single = address_info(client, chain, &info_request(address)).await.at("batch")?;
        let request = BatchRequest::builder()
            .network(NETWORK)
            .requests(vec![batch_entry(chain, address)])
            .keys(Vec::new())
            .build();
        let batch = batch(client, &request).await.at("batch")?;
        check_batch(&batch.results, &single, |info| &info.balances)?;
        ensure(single.balances.len() == 1, "batch", || {
            format!("{} balances are listed, expected 1", single.balances.len())
        })?;
        let request = RecipientRequest::builder()
            .address(address.to_owned())
            .to(address.to_owned())
            .network(NETWORK)
            .build();
        check_recipient(recipient(client, chain, &request).await)?;
        self.check_key(client, address).await
    }

    async fn sign(&self, progress: &mut Progress<'_>, recipient: &str) -> Result<Sent, Failure> {
        let client = progress.client;
        let payment = Payment::builder()
            .chain(self.chain)
            .network(NETWORK)
            .public_key(self.key.public_key())
            .maybe_address_type(self.address_type.clone())
            .to(recipient.to_owned())
            .amount(Spend::Exact(self.amount()))
            .build();
        let quote = quote(client, &payment).await.at("estimate")?;
        let (inputs, size) = (quote.estimate.utxo.len(), quote.estimate.size);
        let noun = if inputs == 1 { "input" } else { "inputs" };
        progress.done("estimate", format!("{inputs} {noun}, {size} vbytes"));
        let prepared = quote.prepare(client, FeeMode::Normal).await.at("get-hash")?;
        let fee: u128 = prepared.review().fee.into();
        ensure(fee > 0, "estimate", || "the normal fee is 0".to_owned())?;
        let hashes: Vec<_> = prepared.hashes().iter().map(|hash| short(&hex::encode(hash))).collect();
        progress.done("get-hash", format!("{}, fee {}", hashes.join(", "), self.text(fee)));
        let signed = prepared.sign(client, &self.key).await.at("attach-signature")?;
        progress.signed(signed.txdata.len() / 2);
        let amount = Account::amount(self);
        let expected = Expected {
            from: progress.report.address.clone(),
            to: recipient.to_owned(),
            value: amount.to_string(),
            fee: fee..=fee,
            actions: None,
            spent: Some(amount),
            label: format!("{} out, ", self.text(amount)),
        };
        Ok(Sent { signed, expected })
    }

    async fn parse(&self, client: &Client, signed: &Signed) -> Result<Option<String>, CallError> {
        let parsed = transaction::parse(client, self.chain.name(), &parse_request(signed)).await?;
        Ok(parsed.txid)
    }

    fn lists_pending(&self) -> bool {
        true
    }

    /// Requires the amount in the outputs of the recipient, and the change in the outputs of the sender. Outputs of a
    /// user may remain, and upstreams of a deployment may list the new outputs later.
    async fn continue_payment(&self, progress: &mut Progress<'_>, sent: &Sent, to: &str) -> Result<(), Failure> {
        const STEP: &str = "confirmed";
        if progress.funding == Funding::ByUser {
            return Ok(());
        }
        let (client, txid) = (progress.client, &sent.signed.txid);
        let received: u128 = self.value_at(client, to, txid).await.at(STEP)?.into();
        ensure(received == Account::amount(self), STEP, || {
            format!("the recipient received {received}")
        })?;
        let change: u128 = self
            .value_at(client, &progress.report.address, txid)
            .await
            .at(STEP)?
            .into();
        ensure(change == progress.balance, STEP, || {
            format!("the change is {change}, expected {}", progress.balance)
        })?;
        let text = format!("{} received, {} left", self.text(received), self.text(change));
        progress.done(STEP, text);
        Ok(())
    }

    async fn replace(&self, progress: &mut Progress<'_>) -> Result<(), Failure> {
        self.transfer(progress).await
    }
}
