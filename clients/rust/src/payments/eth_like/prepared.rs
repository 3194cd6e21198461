//! A verified transaction to sign.

use super::Payment;
use super::call::Action;
use super::content;
use super::transaction::{GasPrice, read, verify, wire};
use crate::blockchain_connector_eth_like::transaction::{AttachSignatureRequest, GetHashRequest, attach_signature};
use crate::client::Client;
use crate::payments::Amount;
use crate::payments::attempts::reserve;
use crate::payments::check::{PaymentError, check};
use crate::payments::signed::{Family, Signed};
use crate::payments::signer::EcdsaSigner;
use crate::wire::Warning;
use wallet_eth_like::{PublicKey, UnsignedTransaction};

/// The facts to show before signing. All of them are part of the hash to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// The content.
    pub action: Action,
    /// The amount in wei.
    pub amount: Amount,
    /// The maximum fee in wei, without the L1 fee of a rollup.
    pub fee: Amount,
    /// The gas limit.
    pub gas_limit: Amount,
    /// The price.
    pub price: GasPrice,
    /// The nonce.
    pub nonce: u64,
    /// The chain id.
    pub chain_id: u64,
    /// Warnings of the service, and that about an unlimited approval in the calldata.
    pub warnings: Vec<Warning>,
}

/// A verified transaction to sign.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) payment: Payment,
    pub(super) sender: PublicKey,
    pub(super) request: GetHashRequest,
    pub(super) transaction: UnsignedTransaction,
    pub(super) review: Review,
}

impl Prepared {
    /// Returns the facts to show before signing.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> [u8; 32] {
        self.transaction.sighash().0
    }

    /// Signs the transaction, and returns the transaction after comparing the signed bytes with the prepared
    /// transaction.
    pub async fn sign(&self, client: &Client, signer: &dyn EcdsaSigner) -> Result<Signed, PaymentError> {
        let content = content::of_action(self.transaction.fields(), self.sender.address(), &self.payment.action);
        let mut payment = Signed {
            family: Family::EthLike,
            chain: self.payment.chain.clone(),
            network: self.payment.network,
            txdata: String::new(),
            txid: String::new(),
            public_key: self.payment.public_key.to_lowercase(),
            utxo: Vec::new(),
        };
        let reservation = reserve(client, &payment, &content).await?;
        let signature = signer.sign(self.hash()).await.map_err(PaymentError::Signer)?;
        let verified = verify(self.transaction.sighash(), &self.sender, &signature)?;
        let completed = self.transaction.clone().attach(&self.sender, &read(&signature)?, None);
        let completed = completed.map_err(|_| PaymentError::InvalidSignature)?;
        payment.txid = completed.hash().to_string();
        payment.txdata = completed.to_hex();
        // The service can send the transaction as soon as the signature is known.
        reservation.hold(&payment).await?;
        let request = self.request.clone();
        let request = AttachSignatureRequest {
            public_key: request.public_key,
            network: request.network,
            to: request.to,
            amount: request.amount,
            fee: request.fee,
            gas_limit: request.gas_limit,
            gas_price: request.gas_price,
            max_fee_per_gas: request.max_fee_per_gas,
            max_priority_fee_per_gas: request.max_priority_fee_per_gas,
            nonce: request.nonce,
            data: request.data,
            signature: wire(&verified),
        };
        let txdata = attach_signature(client, &self.payment.chain, &request).await?.txdata;
        check("attach-signature", "transaction", &txdata, &payment.txdata)?;
        Ok(payment)
    }
}
