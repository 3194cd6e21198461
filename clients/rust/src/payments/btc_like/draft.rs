//! The comparison of a transaction of the service with that of a payment.

use super::prepared::{Prepared, Review};
use super::transaction::{Sender, Unsigned};
use super::{Chain, Payment, address};
use crate::blockchain_connector_btc_like::transaction::{GetHashRequest, get_hash, parse};
use crate::blockchain_connector_btc_like::{AddressType, Utxo};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::wire::{ParseRequest, Warning};
use wallet_core::model::ChainName;

/// A payment with its inputs.
pub struct Draft<'a> {
    pub payment: &'a Payment,
    pub sender: &'a Sender,
    pub utxo: &'a [Utxo],
    pub warnings: &'a [Warning],
}

impl Draft<'_> {
    /// Builds the transaction with an amount and a fee in base units, and compares it with that of the service.
    pub async fn prepare(&self, client: &Client, amount: u64, fee: u64) -> Result<Prepared, PaymentError> {
        let recipient = address::script(&self.sender.params, &self.payment.to);
        let recipient = recipient.map_err(|error| PaymentError::invalid("to", error))?;
        let unsigned = Unsigned::build(self.sender, self.utxo, recipient, amount, fee)?;
        if let Some(limit) = self.payment.max_fee.filter(|limit| unsigned.fee > *limit) {
            return Err(PaymentError::FeeAboveLimit {
                fee: unsigned.fee.to_string(),
                limit: limit.to_string(),
            });
        }
        let request = GetHashRequest {
            public_key: self.payment.public_key.clone(),
            network: Some(self.payment.network),
            r#type: self.payment.address_type.clone(),
            utxo: self.utxo.to_vec(),
            to: Some(self.payment.to.clone()),
            amount: Some(amount.to_string()),
            fee: fee.to_string(),
            ..GetHashRequest::default()
        };
        let hashes = unsigned.hashes(self.sender)?;
        self.check_hashes(client, &request, &hashes).await?;
        self.check_parse(client, &unsigned).await?;
        let review = Review {
            to: self.payment.to.clone(),
            amount,
            fee: unsigned.fee,
            change: unsigned.change,
            utxo: self.utxo.to_vec(),
            are_values_signed: self.payment.chain == Chain::Bch || self.sender.address_type == AddressType::P2wpkh,
            warnings: self.warnings.to_vec(),
        };
        Ok(Prepared {
            sender: self.sender.clone(),
            request,
            chain: self.payment.chain,
            network: self.payment.network,
            unsigned,
            hashes,
            review,
        })
    }

    /// Compares the hashes of the service with those of the transaction built here.
    async fn check_hashes(
        &self,
        client: &Client,
        request: &GetHashRequest,
        expected: &[[u8; 32]],
    ) -> Result<(), PaymentError> {
        let response = get_hash(client, self.payment.chain.name(), request).await?;
        let found: Vec<_> = response
            .hashes
            .into_iter()
            .map(|it| (it.input_index, it.hash))
            .collect();
        let expected: Vec<_> = (0_u32..).zip(expected.iter().map(hex::encode)).collect();
        check("get-hash", "hash", &found, &expected)
    }

    /// Compares the outputs that the service decodes with those of the transaction built here.
    async fn check_parse(&self, client: &Client, unsigned: &Unsigned) -> Result<(), PaymentError> {
        let request = ParseRequest {
            txdata: None,
            unsigned_message: Some(unsigned.to_hex()),
            network: Some(self.payment.network),
        };
        let parsed = parse(client, self.payment.chain.name(), &request).await?;
        let outputs = unsigned.transaction.output.iter();
        let expected: Vec<_> = outputs
            .map(|output| (hex::encode(&output.script_pubkey), output.value.to_sat().to_string()))
            .collect();
        let found: Vec<_> = (parsed.outputs.iter())
            .map(|output| (output.script.clone(), output.amount.clone()))
            .collect();
        check("parse", "outputs", &found, &expected)?;
        for (output, parsed) in unsigned.transaction.output.iter().zip(&parsed.outputs) {
            let script = address::script(&self.sender.params, &parsed.to);
            check("parse", "recipient", &script, &Ok(output.script_pubkey.clone()))?;
        }
        let expected: Vec<_> = (self.utxo.iter()).map(|utxo| (utxo.txid.clone(), utxo.vout)).collect();
        let found: Vec<_> = parsed
            .inputs
            .into_iter()
            .map(|input| (input.txid, input.vout))
            .collect();
        check("parse", "inputs", &found, &expected)
    }
}
