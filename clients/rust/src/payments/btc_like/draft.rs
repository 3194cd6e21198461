//! The comparison of a transaction of the service with that of a payment.

use super::prepared::{Prepared, Review};
use super::transfer::{self, Output, Recipients, Transfer};
use super::{owner, parents, sum};
use crate::blockchain_connector_btc_like::Utxo;
use crate::blockchain_connector_btc_like::transaction::{GetHashRequest, get_hash, parse};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::payments::fee::Offered;
use crate::wire::{ParseRequest, Warning};
use bitcoin::consensus::encode::serialize_hex;
use wallet_btc_like::{Address, BuildError, Inputs, Payments, Sender, Terms, UnsignedTransaction};
use wallet_core::model::ChainName;

/// A payment with inputs.
pub struct Draft<'a> {
    pub transfer: &'a Transfer,
    pub sender: &'a Sender,
    pub utxo: &'a [Utxo],
    pub warnings: &'a [Warning],
}

impl Draft<'_> {
    /// Builds the transaction with payments and a fee in base units, and compares the result with that of the service.
    pub async fn prepare(&self, client: &Client, outputs: Vec<Output>, fee: u64) -> Result<Prepared, PaymentError> {
        let unsigned = self.build(&outputs, fee)?;
        let Transfer { chain, network, .. } = *self.transfer;
        let amount = sum(outputs.iter().map(|output| output.amount)).unwrap_or(u64::MAX);
        let offered = Offered::without_tip(unsigned.fee(), self.paid(&unsigned)?);
        self.transfer
            .max_fee
            .check(client, (chain.name(), network), &offered)
            .await?;
        let request = self.request(&outputs, fee);
        let hashes = unsigned.sighashes();
        let warnings = self.check_hashes(client, &request, &hashes).await?;
        self.check_parse(client, &unsigned).await?;
        let review = Review {
            amount,
            outputs,
            data: self.transfer.data.clone(),
            fee: unsigned.fee(),
            change: unsigned.change(),
            change_address: self.transfer.change_address.clone(),
            utxo: self.utxo.to_vec(),
            are_values_signed: parents::are_values_signed(&unsigned),
            warnings,
        };
        Ok(Prepared {
            request,
            chain,
            network,
            sender: self.sender.clone(),
            unsigned,
            hashes,
            review,
            is_all: matches!(self.transfer.recipients, Recipients::All(_)),
        })
    }

    /// Returns the amount of the outputs to others: not those to the sender, the owners of the inputs and the change
    /// address.
    fn paid(&self, unsigned: &UnsignedTransaction) -> Result<u64, PaymentError> {
        let change = self.transfer.change(self.sender)?;
        let owners = unsigned.inputs().iter().map(|input| input.owner.address());
        let own: Vec<_> = owners.chain([self.sender.address(), &change]).collect();
        let is_own = |script| own.iter().any(|address| address.script_pubkey() == script);
        let outputs = unsigned.as_transaction().output.iter();
        let paid = outputs.filter(|output| !is_own(output.script_pubkey.as_script()));
        Ok(sum(paid.map(|output| output.value.to_sat())).unwrap_or(u64::MAX))
    }

    fn build(&self, outputs: &[Output], fee: u64) -> Result<UnsignedTransaction, PaymentError> {
        let params = self.sender.params();
        let inputs = self.utxo.iter().map(|utxo| owner::input(self.sender, utxo));
        let inputs = Inputs::new(params, inputs.collect::<Result<_, _>>()?);
        let inputs = inputs.map_err(|error| PaymentError::invalid("utxo", error))?;
        let outputs = transfer::payments(params, outputs, &self.transfer.data)?;
        let payments = Payments::new(outputs, self.transfer.change(self.sender)?);
        let payments = payments.map_err(|error| PaymentError::invalid("outputs", error))?;
        let Transfer { locktime, sequence, .. } = *self.transfer;
        let terms = Terms::new(params, None, locktime, sequence, &inputs);
        let terms = terms.map_err(|error| PaymentError::invalid("sequence", error))?;
        UnsignedTransaction::build_unbounded(&inputs, &payments, terms, fee).map_err(|error| match error {
            BuildError::InsufficientFunds { .. } => {
                PaymentError::invalid("utxo", "the inputs do not cover amount and fee")
            }
            error => PaymentError::invalid("outputs", error),
        })
    }

    fn request(&self, outputs: &[Output], fee: u64) -> GetHashRequest {
        let (to, amount, outputs) = transfer::fields(outputs, &self.transfer.data);
        GetHashRequest {
            public_key: self.transfer.public_key.clone(),
            network: Some(self.transfer.network),
            r#type: self.transfer.address_type.clone(),
            utxo: self.utxo.to_vec(),
            to,
            amount,
            outputs,
            change_address: self.transfer.change_address.clone(),
            version: None,
            locktime: self.transfer.locktime,
            sequence: self.transfer.sequence,
            fee: fee.to_string(),
            psbt: None,
            parents: None,
            key_origins: None,
        }
    }

    /// Compares the hashes of the service with those of the transaction built here. Returns all warnings.
    async fn check_hashes(
        &self,
        client: &Client,
        request: &GetHashRequest,
        expected: &[[u8; 32]],
    ) -> Result<Vec<Warning>, PaymentError> {
        let response = get_hash(client, self.transfer.chain.name(), request).await?;
        let found: Vec<_> = response
            .hashes
            .into_iter()
            .map(|it| (it.input_index, it.hash))
            .collect();
        let expected: Vec<_> = (0_u32..).zip(expected.iter().map(hex::encode)).collect();
        check("get-hash", "hash", &found, &expected)?;
        let mut warnings = self.warnings.to_vec();
        for warning in response.warnings {
            if !warnings.iter().any(|known| known.code == warning.code) {
                warnings.push(warning);
            }
        }
        Ok(warnings)
    }

    /// Compares the transaction that the service decodes with that built here.
    async fn check_parse(&self, client: &Client, unsigned: &UnsignedTransaction) -> Result<(), PaymentError> {
        let transaction = unsigned.as_transaction();
        let request = ParseRequest {
            unsigned_message: Some(serialize_hex(transaction)),
            network: Some(self.transfer.network),
            ..ParseRequest::default()
        };
        let parsed = parse(client, self.transfer.chain.name(), &request).await?;
        let outputs = transaction.output.iter();
        let expected: Vec<_> = outputs
            .map(|output| (hex::encode(&output.script_pubkey), output.value.to_sat().to_string()))
            .collect();
        let found: Vec<_> = (parsed.outputs.iter())
            .map(|output| (output.script.clone(), output.amount.clone()))
            .collect();
        check("parse", "outputs", &found, &expected)?;
        for (output, parsed) in transaction.output.iter().zip(&parsed.outputs) {
            if output.script_pubkey.is_op_return() {
                check("parse", "recipient of data", &parsed.to, &String::new())?;
                continue;
            }
            let recipient = Address::parse_recipient(self.sender.params(), &parsed.to);
            let script = recipient.map(|address| address.script_pubkey().to_owned());
            check("parse", "recipient", &script, &Ok(output.script_pubkey.clone()))?;
        }
        let inputs = transaction.input.iter().map(|input| input.previous_output);
        let expected: Vec<_> = inputs.map(|spent| (spent.txid.to_string(), spent.vout)).collect();
        let found: Vec<_> = parsed
            .inputs
            .into_iter()
            .map(|input| (input.txid, input.vout))
            .collect();
        check("parse", "inputs", &found, &expected)?;
        let lock_time = transaction.lock_time.to_consensus_u32();
        check("parse", "lock time", &parsed.lock_time, &lock_time)
    }
}
