//! A verified transaction to sign.

use super::content;
use super::owner::Owner;
use super::transaction::Unsigned;
use super::transfer::{DataOutput, Output};
use super::unlock::unlock;
use crate::blockchain_connector_btc_like::Utxo;
use crate::blockchain_connector_btc_like::transaction::{
    AttachSignatureRequest, GetHashRequest, InputSignature, Signature, attach_signature,
};
use crate::client::Client;
use crate::payments::attempts::reserve;
use crate::payments::check::{PaymentError, check};
use crate::payments::content::Content;
use crate::payments::signed::{Family, Signed};
use crate::payments::signer::EcdsaSigner;
use crate::wire::Warning;
use bitcoin::consensus::encode::serialize_hex;
use wallet_core::model::{BtcLikeChain as Chain, ChainName, Network};

/// The facts to show before signing. All of them are part of the hashes to sign, except where stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The recipients with their amounts, in output order.
    pub outputs: Vec<Output>,
    /// The outputs that carry data, after those to the recipients.
    pub data: Vec<DataOutput>,
    /// The sum of the amounts in base units.
    pub amount: u64,
    /// The fee in base units.
    pub fee: u64,
    /// The change in base units.
    pub change: Option<u64>,
    /// The address of the change; the sender's if absent.
    pub change_address: Option<String>,
    /// The inputs.
    pub utxo: Vec<Utxo>,
    /// False if the signatures do not contain the values of all inputs (p2pkh on btc, ltc and doge). The values are then those
    /// of the transactions that created the outputs, except with [`prepare_unverified`](super::prepare_unverified) and in a
    /// replacement: the values are then those that the app states or has stored.
    pub are_values_signed: bool,
    /// Warnings of the service.
    pub warnings: Vec<Warning>,
}

/// A verified transaction to sign.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) request: GetHashRequest,
    pub(super) chain: Chain,
    pub(super) network: Network,
    pub(super) unsigned: Unsigned,
    pub(super) hashes: Vec<[u8; 32]>,
    pub(super) review: Review,
    /// True if the recipient receives all funds.
    pub(super) is_all: bool,
}

impl Prepared {
    /// Returns the facts to show before signing.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the hashes to sign, one for each input.
    pub fn hashes(&self) -> &[[u8; 32]] {
        &self.hashes
    }

    /// Signs all inputs with one key, and returns the signed transaction after comparing it with the prepared one.
    pub async fn sign(&self, client: &Client, signer: &dyn EcdsaSigner) -> Result<Signed, PaymentError> {
        self.sign_with(client, &[signer]).await
    }

    /// Signs each input with the key of its owner, and returns the signed transaction after comparing it with the
    /// prepared one. Fails before the first signature if a key is missing.
    pub async fn sign_with(&self, client: &Client, signers: &[&dyn EcdsaSigner]) -> Result<Signed, PaymentError> {
        let owners = &self.unsigned.owners;
        let signers: Result<Vec<_>, _> = owners.iter().map(|owner| owner.signer(signers)).collect();
        let signers = signers?;
        let mut signed = self.without_bytes();
        let reservation = reserve(client, &signed, &self.content()).await?;
        let mut completed = self.unsigned.transaction.clone();
        let mut signatures = Vec::new();
        for ((index, hash), (owner, signer)) in self.hashes.iter().enumerate().zip(owners.iter().zip(signers)) {
            let signature = owner.sign(signer, *hash).await?;
            let (script, witness) = unlock(owner, &signature).ok_or(PaymentError::InvalidSignature)?;
            completed.input[index].script_sig = script;
            completed.input[index].witness = witness;
            signatures.push(wire(index, &signature));
        }
        signed.txid = completed.compute_txid().to_string();
        signed.txdata = serialize_hex(&completed);
        // The service can send the transaction as soon as it has the signatures.
        reservation.hold(&signed).await?;
        let request = request(self.request.clone(), signatures);
        let txdata = attach_signature(client, self.chain.name(), &request).await?.txdata;
        check("attach-signature", "transaction", &txdata, &signed.txdata)?;
        Ok(signed)
    }

    /// Returns the payment before its signature.
    fn without_bytes(&self) -> Signed {
        Signed {
            family: Family::BtcLike,
            chain: self.chain.name().to_owned(),
            network: self.network,
            txdata: String::new(),
            txid: String::new(),
            public_key: self.request.public_key.to_lowercase(),
            utxo: self.utxo(),
        }
    }

    /// Returns the spent outputs, each with its owner.
    fn utxo(&self) -> Vec<Utxo> {
        let owners = self.unsigned.owners.iter();
        let with_owner = |(utxo, owner): (&Utxo, &Owner)| Utxo {
            public_key: Some(owner.public_key.to_string()),
            // Without effect on the chains of one type.
            r#type: owner.params.segwit.map(|_| owner.address_type.clone()),
            ..utxo.clone()
        };
        self.request.utxo.iter().zip(owners).map(with_owner).collect()
    }

    fn content(&self) -> Content {
        let outputs = &self.unsigned.transaction.output;
        let count = outputs.len() - usize::from(self.review.change.is_some());
        let sender = &self.unsigned.sender;
        content::of_payments(&self.unsigned.transaction, &outputs[..count], sender, self.is_all)
    }
}

/// Returns the signature of an input in the form of requests.
fn wire(index: usize, signature: &[u8; 64]) -> InputSignature {
    let (r, s) = signature.split_at(32);
    InputSignature {
        input_index: u32::try_from(index).unwrap_or(u32::MAX),
        signature: Signature {
            s: hex::encode(s),
            r: hex::encode(r),
            recovery: None,
        },
    }
}

/// Adds signatures to a payment.
fn request(payment: GetHashRequest, signatures: Vec<InputSignature>) -> AttachSignatureRequest {
    AttachSignatureRequest {
        public_key: payment.public_key,
        network: payment.network,
        r#type: payment.r#type,
        utxo: payment.utxo,
        to: payment.to,
        amount: payment.amount,
        outputs: payment.outputs,
        change_address: payment.change_address,
        version: payment.version,
        locktime: payment.locktime,
        sequence: payment.sequence,
        fee: payment.fee,
        signatures,
    }
}
