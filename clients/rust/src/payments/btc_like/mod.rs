//! Payments on btc, ltc, bch and doge.

mod address;
mod draft;
mod params;
mod prepared;
mod transaction;

pub use address::AddressError;
pub use prepared::{Prepared, Review};

use super::check::{PaymentError, check};
use crate::blockchain_connector_btc_like::prepare_transaction::{EstimateRequest, EstimateResponse, estimate};
use crate::blockchain_connector_btc_like::{AddressType, GetAddressRequest, Utxo, get_address};
use crate::client::Client;
use crate::wire::FeeMode;
use bitcoin::ScriptBuf;
use draft::Draft;
use params::Params;
use transaction::Sender;
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
        to: Some(payment.to.clone()),
        amount: Some(match payment.amount {
            Spend::Exact(amount) => amount.to_string(),
            Spend::Max => "max".to_owned(),
        }),
        ..EstimateRequest::default()
    };
    Ok(Quote {
        payment: payment.clone(),
        sender,
        estimate: estimate(client, chain.name(), &request).await?,
    })
}

/// Builds a transaction that spends all of these outputs, selected by the app, and compares it with that of the
/// service. `fee` is in base units. With [`Spend::Max`], the recipient receives the rest.
pub async fn prepare(client: &Client, payment: &Payment, utxo: &[Utxo], fee: u64) -> Result<Prepared, PaymentError> {
    let params = Params::of(payment.chain, payment.network);
    let amount = match payment.amount {
        Spend::Exact(amount) => amount,
        Spend::Max => {
            let values: Result<Vec<_>, _> = utxo.iter().map(|utxo| number("utxo", &utxo.value)).collect();
            let sum = values?.into_iter().try_fold(0_u64, u64::checked_add);
            let rest = sum.and_then(|sum| sum.checked_sub(fee));
            rest.ok_or_else(|| PaymentError::invalid("utxo", "the inputs do not cover the fee"))?
        }
    };
    let draft = Draft {
        payment,
        sender: &Sender::new(params, &payment.public_key, payment.address_type.as_ref())?,
        utxo,
        warnings: &[],
    };
    draft.prepare(client, amount, fee).await
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
        let draft = Draft {
            payment: &self.payment,
            sender: &self.sender,
            utxo: &self.estimate.utxo,
            warnings: &self.estimate.warnings,
        };
        draft.prepare(client, amount, fee).await
    }
}

fn number(field: &'static str, text: &str) -> Result<u64, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}
