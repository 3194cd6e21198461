//! A verified transaction to sign.

use super::transfer::{DataOutput, Output};
use super::{content, owner};
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
use wallet_btc_like::{Input, Sender, UnsignedTransaction};
use wallet_core::model::{BtcLikeChain as Chain, ChainName, Network};

/// The facts to show before signing. All of them are part of the hashes to sign, except where stated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// The recipients with their amounts, in output order.
    pub outputs: Vec<Output>,
    /// The outputs that carry data, after the recipients.
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
    /// False if the signatures do not contain the values of all inputs (p2pkh on btc, ltc and doge). The values are
    /// then those of the transactions that created the outputs, except with
    /// [`prepare_unverified`](super::prepare_unverified) and in a replacement: the values are then those that the app
    /// states or has stored.
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
    pub(super) sender: Sender,
    pub(super) unsigned: UnsignedTransaction,
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

    /// Returns the hashes to sign, for each input.
    pub fn hashes(&self) -> &[[u8; 32]] {
        &self.hashes
    }

    /// Signs all inputs with a single key, and returns the signed transaction after comparing it with the prepared one.
    pub async fn sign(&self, client: &Client, signer: &dyn EcdsaSigner) -> Result<Signed, PaymentError> {
        self.sign_with(client, &[signer]).await
    }

    /// Signs each input with the key of the owner, and returns the signed transaction after comparing it with the
    /// prepared one. Fails before the first signature if a key is missing.
    pub async fn sign_with(&self, client: &Client, signers: &[&dyn EcdsaSigner]) -> Result<Signed, PaymentError> {
        let owners = || self.unsigned.inputs().iter().map(|input| &input.owner);
        let signers: Result<Vec<_>, _> = owners().map(|owner| owner::signer(owner, signers)).collect();
        let signers = signers?;
        let mut signed = self.without_bytes();
        let reservation = reserve(client, &signed, &self.content()).await?;
        let (mut verified, mut signatures) = (Vec::new(), Vec::new());
        for (((input_index, hash), owner), signer) in (0..).zip(&self.hashes).zip(owners()).zip(signers) {
            let signature = owner::sign(owner, signer, *hash).await?;
            verified.push(wallet_btc_like::InputSignature {
                input_index,
                signature: owner::numbers(&signature)?,
            });
            let [r, s] = signature;
            let signature = Signature { s, r, recovery: None };
            signatures.push(InputSignature { input_index, signature });
        }
        let completed = self.unsigned.clone().attach(&verified);
        let completed = completed.map_err(|_| PaymentError::InvalidSignature)?;
        signed.txid = completed.txid().to_string();
        signed.txdata = completed.to_hex();
        // The service can send the transaction as soon as all signatures are known.
        reservation.hold(&signed).await?;
        let request = request(self.request.clone(), signatures);
        let txdata = attach_signature(client, self.chain.name(), &request).await?.txdata;
        check("attach-signature", "transaction", &txdata, &signed.txdata)?;
        Ok(signed)
    }

    /// Returns the payment before the signature.
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

    /// Returns the spent outputs, each with the owner.
    fn utxo(&self) -> Vec<Utxo> {
        let with_owner = |(utxo, Input { owner, .. }): (&Utxo, &Input)| Utxo {
            public_key: Some(owner.public_key().to_string()),
            // Without effect on the chains with a single type.
            r#type: (owner.params().has_segwit()).then(|| owner.address_type().name().to_owned().into()),
            ..utxo.clone()
        };
        let inputs = self.unsigned.inputs();
        self.request.utxo.iter().zip(inputs).map(with_owner).collect()
    }

    fn content(&self) -> Content {
        let transaction = self.unsigned.as_transaction();
        let count = transaction.output.len() - usize::from(self.review.change.is_some());
        let sender = self.sender.address().script_pubkey();
        content::of_payments(transaction, &transaction.output[..count], sender, self.is_all)
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
