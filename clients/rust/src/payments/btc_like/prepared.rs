//! A verified transaction to sign.

use super::transaction::Unsigned;
use super::transfer::{DataOutput, Output};
use crate::blockchain_connector_btc_like::Utxo;
use crate::blockchain_connector_btc_like::transaction::{
    AttachSignatureRequest, GetHashRequest, InputSignature, attach_signature,
};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::payments::signed::{Family, Signed};
use crate::payments::signer::EcdsaSigner;
use crate::wire::Warning;
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
    /// False if the signatures do not contain the values of all inputs (p2pkh on btc, ltc and doge): the fee is then a
    /// statement of the service.
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
        let mut signatures = Vec::new();
        for ((input_index, hash), (owner, signer)) in (0_u32..).zip(&self.hashes).zip(owners.iter().zip(signers?)) {
            let signature = owner.sign(signer, *hash).await?;
            signatures.push(InputSignature { input_index, signature });
        }
        let request = request(self.request.clone(), signatures);
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
