//! Payments from several keys to several recipients.

use super::signer::{Counting, Imposter};
use super::{balance, client, fund, mine_block};
use crate::ephemeral;
use wallet_client::Network::Testnet;
use wallet_client::blockchain_connector_btc_like::prepare_transaction::utxo_list;
use wallet_client::blockchain_connector_btc_like::transaction::{
    TransactionStatusRequest, TransactionStatusResponse, parse, status,
};
use wallet_client::blockchain_connector_btc_like::{AddressType, Utxo};
use wallet_client::payments::btc_like::{Chain, Output, Recipients, Transfer, derive, prepare, quote};
use wallet_client::payments::{EcdsaSigner, Fee, PaymentError};
use wallet_client::signers::Secp256k1Key;
use wallet_client::wire::{AddressRequest, FeeMode, ParseRequest, Status, WarningCode};
use wallet_client::{Client, ErrorCode};
use wallet_core::model::ChainName;

pub const TYPES: [AddressType; 4] = [
    AddressType::P2wpkh,
    AddressType::P2pkh,
    AddressType::P2shP2wpkh,
    AddressType::P2tr,
];

/// A key with an address and its unspent outputs.
pub struct Owner {
    pub key: Secp256k1Key,
    pub address_type: AddressType,
    pub address: String,
}

impl Owner {
    pub async fn new(client: &Client, chain: Chain, address_type: AddressType) -> Self {
        let key = Secp256k1Key::random();
        let address = derive(client, chain, Testnet, &key.public_key(), Some(&address_type)).await;
        Self {
            key,
            address_type,
            address: address.unwrap(),
        }
    }

    /// Creates an owner with an output of this value in a block.
    pub async fn funded(client: &Client, chain: Chain, address_type: AddressType, value: u64) -> Self {
        let owner = Self::new(client, chain, address_type).await;
        fund(client, chain.name(), &owner.address, &value.to_string()).await;
        owner
    }

    /// Returns the unspent outputs with this owner.
    pub async fn outputs(&self, client: &Client, chain: Chain) -> Vec<Utxo> {
        let request = AddressRequest::builder()
            .address(self.address.clone())
            .network(Testnet)
            .build();
        let listed = utxo_list(client, chain.name(), &request).await.unwrap().utxo;
        let owned = listed.into_iter().map(|mut utxo| {
            utxo.public_key = Some(self.key.public_key());
            utxo.r#type = Some(self.address_type.clone());
            utxo
        });
        owned.collect()
    }
}

/// One owner of each address type, with an output of this value each.
pub struct Owners(pub Vec<Owner>);

impl Owners {
    pub async fn funded(client: &Client, chain: Chain, value: u64) -> Self {
        let mut owners = Vec::new();
        for address_type in TYPES {
            owners.push(Owner::funded(client, chain, address_type, value).await);
        }
        Self(owners)
    }

    pub async fn outputs(&self, client: &Client, chain: Chain) -> Vec<Utxo> {
        let mut all = Vec::new();
        for owner in &self.0 {
            all.extend(owner.outputs(client, chain).await);
        }
        all
    }

    pub fn signers(&self) -> Vec<&dyn EcdsaSigner> {
        let keys = self.0.iter();
        keys.map(|owner| -> &dyn EcdsaSigner { &owner.key }).collect()
    }

    /// Returns a transfer from the first owner.
    pub fn transfer(&self, chain: Chain, recipients: Recipients) -> Transfer {
        Transfer::new(chain, Testnet, &self.0[0].key.public_key(), recipients)
    }
}

async fn confirmed(client: &Client, chain: Chain, txid: &str) -> TransactionStatusResponse {
    mine_block(client, chain.name()).await;
    let request = TransactionStatusRequest::builder()
        .txid(txid.to_owned())
        .network(Testnet)
        .build();
    let found = status(client, chain.name(), &request).await.unwrap();
    assert_eq!(found.status, Status::Confirmed, "{chain}");
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn outputs_of_all_address_types_pay_several_recipients_and_change() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in [Chain::Btc, Chain::Ltc] {
        let owners = Owners::funded(&client, chain, 10_000_000).await;
        let utxo = owners.outputs(&client, chain).await;
        assert_eq!(utxo.len(), TYPES.len());
        let mut outputs = Vec::new();
        for (address_type, amount) in TYPES.into_iter().zip([9_000_000, 8_000_000, 7_000_000, 11_000_000]) {
            let to = Owner::new(&client, chain, address_type).await.address;
            outputs.push(Output::builder().to(to).amount(amount).build());
        }
        let change = Owner::new(&client, chain, AddressType::P2tr).await.address;
        let mut transfer = owners.transfer(chain, Recipients::Each(outputs.clone()));
        transfer.change_address = Some(change.clone());
        transfer.utxo = Some(utxo.clone());
        transfer.locktime = Some(1);
        transfer.sequence = Some(0xffff_fffe);
        let quote = quote(&client, &transfer).await.unwrap();
        assert_eq!(quote.estimate.utxo.len(), TYPES.len(), "all are needed");
        let prepared = quote.prepare(&client, FeeMode::Normal).await.unwrap();
        let review = prepared.review().clone();
        assert_eq!((review.amount, &review.outputs), (35_000_000, &outputs));
        assert_eq!(review.change, Some(5_000_000 - review.fee));
        assert_eq!(review.change_address.as_ref(), Some(&change));
        assert!(review.are_values_signed, "the taproot signature contains all values");

        let signed = prepared.sign_with(&client, &owners.signers()).await.unwrap();
        let request = ParseRequest::builder()
            .txdata(signed.txdata.clone())
            .network(Testnet)
            .build();
        let parsed = parse(&client, chain.name(), &request).await.unwrap();
        assert_eq!((parsed.lock_time, parsed.txid.as_ref()), (1, Some(&signed.txid)));
        signed.send(&client).await.unwrap();
        confirmed(&client, chain, &signed.txid).await;
        for output in outputs {
            assert_eq!(balance(&client, chain, &output.to).await, output.amount, "{chain}");
        }
        assert_eq!(Some(balance(&client, chain, &change).await), review.change, "{chain}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn all_funds_of_several_keys_are_paid_on_chains_with_one_address_type() {
    let running = ephemeral().await;
    let client = client(&running).await;
    for chain in [Chain::Bch, Chain::Doge] {
        let (first, second) = (
            Owner::funded(&client, chain, AddressType::P2pkh, 500_000_000).await,
            Owner::funded(&client, chain, AddressType::P2pkh, 700_000_000).await,
        );
        let owners = Owners(vec![first, second]);
        let to = Owner::new(&client, chain, AddressType::P2pkh).await.address;
        let mut transfer = owners.transfer(chain, Recipients::All(to.clone()));
        transfer.utxo = Some(owners.outputs(&client, chain).await);
        let quote = quote(&client, &transfer).await.unwrap();
        let prepared = quote.prepare(&client, FeeMode::Normal).await.unwrap();
        let review = prepared.review();
        assert_eq!((review.amount + review.fee, review.change), (1_200_000_000, None));
        assert_eq!(review.are_values_signed, chain == Chain::Bch);
        let signed = prepared.sign_with(&client, &owners.signers()).await.unwrap();
        signed.send(&client).await.unwrap();
        confirmed(&client, chain, &signed.txid).await;
        assert_eq!(balance(&client, chain, &to).await, review.amount, "{chain}");
    }
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_and_incorrect_keys_are_rejected() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let owners = Owners::funded(&client, Chain::Btc, 1_000_000).await;
    let utxo = owners.outputs(&client, Chain::Btc).await;
    let transfer = owners.transfer(Chain::Btc, Recipients::All(owners.0[0].address.clone()));
    let prepared = prepare(&client, &transfer, &utxo, 5_000).await.unwrap();
    assert!(
        prepared
            .review()
            .warnings
            .iter()
            .any(|warning| warning.code == WarningCode::AddressReuse),
        "{:?}",
        prepared.review()
    );
    let Owners(mut others) = owners;
    let last = others.pop().unwrap();
    let first = Counting::new(others.remove(0).key);
    let mut signers: Vec<&dyn EcdsaSigner> = vec![&first];
    signers.extend(others.iter().map(|owner| -> &dyn EcdsaSigner { &owner.key }));
    let error = prepared.sign_with(&client, &signers).await.unwrap_err();
    assert!(
        matches!(error, PaymentError::Invalid { field: "signers", .. }),
        "{error}"
    );
    assert_eq!(first.count(), 0, "no signature before all keys are known");

    // Without BIP 340.
    let without_taproot = Imposter {
        public_key: last.key.public_key(),
        key: last.key,
    };
    signers.push(&without_taproot);
    let error = prepared.sign_with(&client, &signers).await.unwrap_err();
    assert!(matches!(error, PaymentError::Signer(_)), "{error}");
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_of_a_transfer_are_met() {
    let running = ephemeral().await;
    let client = client(&running).await;
    let chain = Chain::Btc;
    let owner = Owner::funded(&client, chain, AddressType::P2wpkh, 1_000_000).await;
    let to = Owner::new(&client, chain, AddressType::P2wpkh).await.address;
    let pay = |amount: u64| {
        let outputs = vec![Output::builder().to(to.clone()).amount(amount).build()];
        Transfer::new(chain, Testnet, &owner.key.public_key(), Recipients::Each(outputs))
    };
    let mut deep = pay(100_000);
    deep.min_confirmations = Some(2);
    let error = quote(&client, &deep).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.is(ErrorCode::InsufficientFunds)),
        "{error}"
    );
    mine_block(&client, chain.name()).await;
    quote(&client, &deep).await.unwrap();

    let mut limited = pay(100_000);
    limited.max_fee = Fee::AtMost(1_u64.into());
    let quoted = quote(&client, &limited).await.unwrap();
    let error = quoted.prepare(&client, FeeMode::Normal).await.unwrap_err();
    assert!(matches!(error, PaymentError::FeeAboveLimit { .. }), "{error}");

    let mut foreign = pay(100_000);
    foreign.change_address = Some("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".to_owned());
    let utxo = owner.outputs(&client, chain).await;
    let error = prepare(&client, &foreign, &utxo, 1000).await.unwrap_err();
    assert!(
        matches!(
            error,
            PaymentError::Invalid {
                field: "change_address",
                ..
            }
        ),
        "{error}"
    );

    // A lock time above the height of the chain: the transaction is built, and the network rejects it for now.
    let mut later = pay(100_000);
    later.locktime = Some(1_000_000);
    let prepared = prepare(&client, &later, &utxo, 1000).await.unwrap();
    let signed = prepared.sign(&client, &owner.key).await.unwrap();
    let error = signed.send(&client).await.unwrap_err();
    assert!(
        matches!(&error, PaymentError::Call(call) if call.response().is_some_and(|it| it.status == 422)),
        "{error}"
    );
    running.shutdown().await.unwrap();
}
