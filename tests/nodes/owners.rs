//! Addresses of all types with their keys, and transactions that spend outputs of several of them.

use crate::payment::{NETWORK, NodeFixture};
use crate::rejections::response;
use bitcoin::secp256k1::SecretKey;
use bitcoin::{NetworkKind, PrivateKey};
use wallet_client::blockchain_connector_btc_like::transaction::{
    AttachPsbtRequest, AttachSignatureRequest, GetHashRequest, InputSignature, Signature, attach_psbt,
    attach_signature, get_hash, send,
};
use wallet_client::blockchain_connector_btc_like::{AddressType, GetAddressRequest, PaymentOutput, Utxo, get_address};
use wallet_client::payments::PaymentError;
use wallet_client::signers::KeyForm;
use wallet_client::wire::SendRequest;
use wallet_core::model::ChainName;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// An address with the key.
pub struct Owner {
    signer: Signer,
    /// The type of the address.
    pub address_type: AddressType,
    /// The address.
    pub address: String,
}

impl Owner {
    /// Creates a key and derives the address.
    pub async fn new(fixture: &NodeFixture, random: &mut Random, address_type: &AddressType) -> Self {
        let signer = Signer::random(random, KeyForm::Compressed);
        let request = GetAddressRequest::builder()
            .public_key(signer.public_key())
            .network(NETWORK)
            .r#type(address_type.clone())
            .build();
        let derived = get_address(fixture.api().await, fixture.chain.name(), &request).await;
        Self {
            signer,
            address_type: address_type.clone(),
            address: derived.expect("an address").address,
        }
    }

    /// Returns the public key in hex, on taproot the internal key.
    pub fn public_key(&self) -> String {
        self.signer.public_key()
    }

    /// Returns the private key in the wallet import format, for a signer of the Bitcoin Core family.
    pub fn private_key(&self) -> String {
        let key = SecretKey::from_slice(&self.signer.secret()).expect("a key");
        PrivateKey::new(key, NetworkKind::Test).to_wif()
    }

    /// Returns the descriptor of the address with the private key.
    pub fn descriptor(&self) -> String {
        let key = self.private_key();
        match self.address_type {
            AddressType::P2pkh => format!("pkh({key})"),
            AddressType::P2shP2wpkh => format!("sh(wpkh({key}))"),
            AddressType::P2tr => format!("tr({key})"),
            _ => format!("wpkh({key})"),
        }
    }

    /// Funds the address in a block and returns the output.
    pub async fn fund(&self, fixture: &NodeFixture, value: u64) -> Utxo {
        let txid = fixture.node.fund(&self.address, value).await;
        fixture.node.mine(1, None).await;
        let coins = fixture.node.unspent(&self.address).await;
        let coin = coins.iter().find(|coin| coin.txid == txid).expect("the output");
        Utxo::builder()
            .txid(txid)
            .vout(coin.vout)
            .value(coin.value.to_string())
            .build()
    }

    fn sign(&self, hash: &str) -> Signature {
        let signature = match self.address_type {
            AddressType::P2tr => self.signer.sign_taproot(hash),
            _ => self.signer.sign(hash),
        };
        Signature::builder()
            .r(hex::encode(signature.r))
            .s(hex::encode(signature.s))
            .build()
    }
}

/// A transaction that spends outputs of several owners. The first owner gets the change by default.
pub struct Transaction<'a> {
    pub inputs: Vec<(&'a Owner, Utxo)>,
    pub outputs: Vec<PaymentOutput>,
    pub change_address: Option<String>,
    /// The fee in base units.
    pub fee: u64,
}

impl Transaction<'_> {
    fn request(&self) -> GetHashRequest {
        let (first, _) = &self.inputs[0];
        let named = |(owner, utxo): &(&Owner, Utxo)| {
            let mut changed = utxo.clone();
            changed.public_key = Some(owner.public_key());
            changed.r#type = Some(owner.address_type.clone());
            changed
        };
        GetHashRequest::builder()
            .public_key(first.public_key())
            .network(NETWORK)
            .r#type(first.address_type.clone())
            .utxo(self.inputs.iter().map(named).collect())
            .outputs(self.outputs.clone())
            .maybe_change_address(self.change_address.clone())
            .fee(self.fee.to_string())
            .build()
    }

    /// Returns the PSBT of the transaction with its parents, signed by `sign`, after attach-psbt: the bytes in hex.
    pub async fn sign_psbt(&self, fixture: &NodeFixture, sign: impl AsyncFn(String) -> String) -> String {
        let (client, chain) = (fixture.api().await, fixture.chain.name());
        let mut request = self.request();
        let mut parents = Vec::new();
        for (_, utxo) in &self.inputs {
            parents.push(fixture.node.transaction(&utxo.txid).await.expect("a transaction").hex);
        }
        (request.psbt, request.parents) = (Some(true), Some(parents));
        let unsigned = get_hash(client, chain, &request).await.expect("hashes").psbt;
        let request = AttachPsbtRequest::builder()
            .public_key(request.public_key)
            .maybe_network(request.network)
            .maybe_type(request.r#type)
            .utxo(request.utxo)
            .maybe_outputs(request.outputs)
            .maybe_change_address(request.change_address)
            .fee(request.fee)
            .psbt(sign(unsigned.expect("a PSBT")).await)
            .build();
        let attached = attach_psbt(client, chain, &request).await;
        attached.expect("a signed PSBT").txdata
    }

    /// Signs the transaction. Returns the bytes in hex.
    pub async fn sign(&self, fixture: &NodeFixture) -> String {
        let (client, chain, request) = (fixture.api().await, fixture.chain.name(), self.request());
        let hashes = get_hash(client, chain, &request).await.expect("hashes").hashes;
        let signatures = hashes.iter().zip(&self.inputs).map(|(hash, (owner, _))| {
            InputSignature::builder()
                .input_index(hash.input_index)
                .signature(owner.sign(&hash.hash))
                .build()
        });
        let request = AttachSignatureRequest::builder()
            .public_key(request.public_key)
            .maybe_network(request.network)
            .maybe_type(request.r#type)
            .utxo(request.utxo)
            .maybe_outputs(request.outputs)
            .maybe_change_address(request.change_address)
            .fee(request.fee)
            .signatures(signatures.collect())
            .build();
        let attached = attach_signature(client, chain, &request).await;
        attached.expect("valid signatures").txdata
    }

    /// Signs and submits the transaction. Returns the hash, or the reason of a rejection by the network.
    pub async fn send(&self, fixture: &NodeFixture) -> Result<String, String> {
        submit(fixture, self.sign(fixture).await).await
    }
}

/// Submits a transaction. Returns the hash, or the reason of a rejection by the network.
pub async fn submit(fixture: &NodeFixture, txdata: String) -> Result<String, String> {
    let network = Some(NETWORK);
    let sent = send(
        fixture.api().await,
        fixture.chain.name(),
        &SendRequest::builder().txdata(txdata).maybe_network(network).build(),
    )
    .await;
    match sent {
        Ok(sent) => Ok(sent.txid),
        Err(error) => {
            let response = response(PaymentError::Call(error));
            assert_eq!(
                (response.status, response.code.name()),
                (422, "transaction_rejected"),
                "{response:?}"
            );
            Err(response.details["reason"].as_str().expect("a reason").to_owned())
        }
    }
}
