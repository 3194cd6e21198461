//! Payments on btc, ltc, bch and doge.

mod address;
mod params;
mod prepared;
mod transaction;

pub use address::AddressError;
pub use prepared::{Prepared, Review};

use super::check::{PaymentError, check};
use crate::blockchain_connector_btc_like::prepare_transaction::{EstimateRequest, EstimateResponse, estimate};
use crate::blockchain_connector_btc_like::transaction::{GetHashRequest, get_hash, parse};
use crate::blockchain_connector_btc_like::{AddressType, GetAddressRequest, get_address};
use crate::client::Client;
use crate::wire::{FeeMode, ParseRequest};
use bitcoin::ScriptBuf;
use params::Params;
use transaction::{Sender, Unsigned};
use wallet_core::model::{ChainName, Network};

pub use wallet_core::model::BtcLikeChain as Chain;

/// The amount of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spend {
    /// An amount in base units.
    Exact(u64),
    /// All funds.
    Max,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// The sender's public key in hex.
    pub public_key: String,
    /// The type of the sender's address; p2wpkh if absent. Without effect on bch and doge.
    pub address_type: Option<AddressType>,
    /// The recipient's address.
    pub to: String,
    /// The amount.
    pub amount: Spend,
    /// The highest fee in base units; unlimited if absent.
    pub max_fee: Option<u64>,
}

/// A payment with its inputs and fees.
#[derive(Clone, Debug)]
pub struct Quote {
    payment: Payment,
    sender: Sender,
    /// The response of the service.
    pub estimate: EstimateResponse,
}

/// Returns the address of a public key, which is compared with the key.
pub async fn derive(
    client: &Client,
    chain: Chain,
    network: Network,
    public_key: &str,
    address_type: Option<&AddressType>,
) -> Result<String, PaymentError> {
    let sender = Sender::new(Params::of(chain, network), public_key, address_type)?;
    let request = GetAddressRequest {
        public_key: public_key.to_owned(),
        network: Some(network),
        r#type: address_type.cloned(),
        prefix: Some(true),
    };
    let address = get_address(client, chain.name(), &request).await?.address;
    check(
        "get-address",
        "address",
        &address::script(&sender.params, &address),
        &Ok(sender.script),
    )?;
    Ok(address)
}

/// Returns the output script of an address, without a call. Fails for addresses of another chain or network.
pub fn output_script(chain: Chain, network: Network, address: &str) -> Result<Vec<u8>, AddressError> {
    address::script(&Params::of(chain, network), address).map(ScriptBuf::into_bytes)
}

/// Requests inputs and fees for a payment.
pub async fn quote(client: &Client, payment: &Payment) -> Result<Quote, PaymentError> {
    let params = Params::of(payment.chain, payment.network);
    let sender = Sender::new(params, &payment.public_key, payment.address_type.as_ref())?;
    let (chain, address_type) = (payment.chain, payment.address_type.as_ref());
    let request = EstimateRequest {
        address: derive(client, chain, payment.network, &payment.public_key, address_type).await?,
        public_key: payment.public_key.clone(),
        network: Some(payment.network),
        r#type: payment.address_type.clone(),
        to: payment.to.clone(),
        amount: match payment.amount {
            Spend::Exact(amount) => amount.to_string(),
            Spend::Max => "max".to_owned(),
        },
    };
    Ok(Quote {
        payment: payment.clone(),
        sender,
        estimate: estimate(client, chain.name(), &request).await?,
    })
}

impl Quote {
    /// Builds the transaction with the fee of a mode and compares it with that of the service.
    pub async fn prepare(&self, client: &Client, mode: FeeMode) -> Result<Prepared, PaymentError> {
        let fee = number("fees", self.estimate.fees.of(mode))?;
        let amount = match (self.payment.amount, &self.estimate.amounts) {
            (Spend::Exact(amount), _) => amount,
            (Spend::Max, Some(amounts)) => number("amounts", amounts.of(mode))?,
            (Spend::Max, None) => return Err(PaymentError::invalid("amounts", "they are missing")),
        };
        self.prepare_with(client, amount, fee).await
    }

    /// Builds the transaction with a fee in base units and compares it with that of the service.
    pub async fn prepare_with(&self, client: &Client, amount: u64, fee: u64) -> Result<Prepared, PaymentError> {
        let recipient = address::script(&self.sender.params, &self.payment.to);
        let recipient = recipient.map_err(|error| PaymentError::invalid("to", error))?;
        let unsigned = Unsigned::build(&self.sender, &self.estimate.utxo, recipient, amount, fee)?;
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
            utxo: self.estimate.utxo.clone(),
            to: self.payment.to.clone(),
            amount: amount.to_string(),
            fee: fee.to_string(),
        };
        let hashes = unsigned.hashes(&self.sender)?;
        self.check_hashes(client, &request, &hashes).await?;
        self.check_parse(client, &unsigned).await?;
        let review = Review {
            to: self.payment.to.clone(),
            amount,
            fee: unsigned.fee,
            change: unsigned.change,
            utxo: self.estimate.utxo.clone(),
            are_values_signed: self.payment.chain == Chain::Bch || self.sender.address_type == AddressType::P2wpkh,
            warnings: self.estimate.warnings.clone(),
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
        let expected: Vec<_> = (self.estimate.utxo.iter())
            .map(|utxo| (utxo.txid.clone(), utxo.vout))
            .collect();
        let found: Vec<_> = parsed
            .inputs
            .into_iter()
            .map(|input| (input.txid, input.vout))
            .collect();
        check("parse", "inputs", &found, &expected)
    }
}

fn number(field: &'static str, text: &str) -> Result<u64, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}
