//! A verified transaction to sign.

use super::transaction::{Sender, Unsigned};
use crate::blockchain_connector_btc_like::Utxo;
use crate::blockchain_connector_btc_like::transaction::{
    AttachSignatureRequest, GetHashRequest, InputSignature, Signature, attach_signature,
};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::payments::signed::{Family, Signed};
use crate::payments::signer::EcdsaSigner;
use crate::wire::Warning;
use bitcoin::secp256k1::{Message, Secp256k1, ecdsa};
use wallet_core::model::{BtcLikeChain as Chain, ChainName, Network};

/// The facts to show before signing. All of them are part of the hashes to sign, except where stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The recipient's address.
    pub to: String,
    /// The amount for the recipient in base units.
    pub amount: u64,
    /// The fee in base units.
    pub fee: u64,
    /// The change to the sender in base units.
    pub change: Option<u64>,
    /// The inputs.
    pub utxo: Vec<Utxo>,
    /// False if the signatures do not contain the values of the inputs (p2pkh on btc, ltc and doge): the fee is then a
    /// statement of the service.
    pub are_values_signed: bool,
    /// Warnings of the service.
    pub warnings: Vec<Warning>,
}

/// A verified transaction to sign.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) sender: Sender,
    pub(super) request: GetHashRequest,
    pub(super) chain: Chain,
    pub(super) network: Network,
    pub(super) unsigned: Unsigned,
    pub(super) hashes: Vec<[u8; 32]>,
    pub(super) review: Review,
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

    /// Signs all inputs, and returns the signed transaction after comparing it with the prepared one.
    pub async fn sign(&self, client: &Client, signer: &dyn EcdsaSigner) -> Result<Signed, PaymentError> {
        let mut signatures = Vec::new();
        for (input_index, hash) in (0_u32..).zip(&self.hashes) {
            let signature = signer.sign(*hash).await.map_err(PaymentError::Signer)?;
            let compact = [signature.r, signature.s].concat();
            let parsed = ecdsa::Signature::from_compact(&compact).map_err(|_| PaymentError::InvalidSignature)?;
            let message = Message::from_digest(*hash);
            let verified =
                Secp256k1::verification_only().verify_ecdsa(&message, &parsed, &self.sender.public_key.inner);
            verified.map_err(|_| PaymentError::InvalidSignature)?;
            let signature = Signature {
                s: hex::encode(signature.s),
                r: hex::encode(signature.r),
                recovery: None,
            };
            signatures.push(InputSignature { input_index, signature });
        }
        let GetHashRequest {
            public_key,
            network,
            r#type,
            utxo,
            to,
            amount,
            fee,
            ..
        } = self.request.clone();
        let request = AttachSignatureRequest {
            public_key,
            network,
            r#type,
            utxo,
            to,
            amount,
            fee,
            signatures,
            ..AttachSignatureRequest::default()
        };
        let txdata = attach_signature(client, self.chain.name(), &request).await?.txdata;
        let completed = self.unsigned.signed(&txdata);
        check("attach-signature", "transaction", &completed.is_some(), &true)?;
        Ok(Signed {
            family: Family::BtcLike,
            chain: self.chain.name().to_owned(),
            network: self.network,
            txid: completed
                .map(|transaction| transaction.compute_txid().to_string())
                .unwrap_or_default(),
            txdata,
        })
    }
}
