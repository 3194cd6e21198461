//! Payments, token transfers and calls on the EVM chains.

mod bump;
mod call;
pub(super) mod content;
mod draft;
mod message;
mod prepared;
mod transaction;

pub use bump::{Bump, BumpMode, Replacement, bump};
pub use call::Action;
pub use message::{Message, MessageContent, MessageReview, PreparedMessage, prepare_message};
pub use prepared::{Prepared, Review};
pub use transaction::GasPrice;

use super::Amount;
use super::check::{PaymentError, check};
use super::fee::Fee;
use super::signed::Signed;
use crate::blockchain_connector_eth_like::prepare_transaction::{EstimateRequest, EstimateResponse, estimate};
use crate::blockchain_connector_eth_like::{GetAddressRequest, get_address};
use crate::client::Client;
use crate::wire::FeeMode;
use bon::Builder;
use call::Fields;
use draft::Draft;
use std::fmt::Display;
use std::str::FromStr;
use transaction::{params, public_key};
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, PublicKey, TransactionFields};

/// A transaction to make.
#[derive(Clone, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct Payment {
    /// The chain as used in paths.
    pub chain: String,
    /// The network.
    pub network: Network,
    /// The sender's public key in hex.
    pub public_key: String,
    /// The content.
    pub action: Action,
    /// The highest fee in wei, without the L1 fee of a rollup.
    #[builder(default)]
    pub max_fee: Fee,
}

/// A transaction with nonce, gas limit and prices.
#[derive(Clone, Debug)]
pub struct Quote {
    payment: Payment,
    sender: PublicKey,
    fields: Fields,
    /// The response of the service.
    pub estimate: EstimateResponse,
}

/// Returns the chain id of a chain of this version (EIP-155).
pub fn chain_id(chain: &str, network: Network) -> Option<u64> {
    Chain::from_name(chain).map(|chain| chain.id(network))
}

/// Returns the address of a public key, without a call. The address is the same on all chains.
pub fn address(key: &str) -> Result<String, PaymentError> {
    Ok(public_key(key)?.address().to_string())
}

/// Requests the address of a public key, and compares the response with the key.
pub async fn derive(client: &Client, chain: &str, network: Network, key: &str) -> Result<String, PaymentError> {
    let request = GetAddressRequest {
        public_key: key.to_owned(),
        network: Some(network),
        prefix: None,
    };
    let address = get_address(client, chain, &request).await?.address;
    check("get-address", "address", &address, &self::address(key)?)?;
    Ok(address)
}

/// Requests nonce, gas limit and prices for a transaction.
pub async fn quote(client: &Client, payment: &Payment) -> Result<Quote, PaymentError> {
    let request = payment.estimate_request()?;
    let estimate = estimate(client, &payment.chain, &request).await?;
    Quote::new(payment, estimate)
}

/// Requests prices for a transaction with this nonce, for example to replace a pending transaction.
pub async fn quote_with_nonce(client: &Client, payment: &Payment, nonce: u64) -> Result<Quote, PaymentError> {
    let request = EstimateRequest {
        nonce: Some(nonce),
        ..payment.estimate_request()?
    };
    let estimate = estimate(client, &payment.chain, &request).await?;
    check("estimate", "nonce", &estimate.nonce, &nonce)?;
    Quote::new(payment, estimate)
}

/// Requests prices for a further attempt at an unresolved payment. It has the nonce of the signed transaction, so that
/// at most one of both is mined.
pub async fn quote_instead_of(client: &Client, payment: &Payment, signed: &Signed) -> Result<Quote, PaymentError> {
    let earlier = content::decode(signed);
    let earlier = earlier.ok_or_else(|| PaymentError::invalid("signed", "it is not a transaction of this client"))?;
    quote_with_nonce(client, payment, earlier.nonce()).await
}

impl Payment {
    fn estimate_request(&self) -> Result<EstimateRequest, PaymentError> {
        let fields = self.action.fields()?;
        Ok(EstimateRequest {
            address: public_key(&self.public_key)?.address().to_string(),
            network: Some(self.network),
            r#type: None,
            to: fields.to.map(|to| to.to_string()),
            amount: fields
                .amount
                .map_or_else(|| "max".to_owned(), |amount| amount.to_string()),
            data: Some(data_text(&fields.data)),
            nonce: None,
        })
    }
}

impl Quote {
    /// Creates a quote with a known nonce, gas limit and prices.
    pub fn new(payment: &Payment, estimate: EstimateResponse) -> Result<Self, PaymentError> {
        Ok(Self {
            payment: payment.clone(),
            sender: public_key(&payment.public_key)?,
            fields: payment.action.fields()?,
            estimate,
        })
    }

    /// Builds the transaction with the prices of a mode and compares the result with that of the service. It is an
    /// EIP-1559 transaction if the chain has a base fee, otherwise a legacy one. For all coins the maximum price is the
    /// gas price, from which the service computed the amount.
    pub async fn prepare(&self, client: &Client, mode: FeeMode) -> Result<Prepared, PaymentError> {
        let estimate = &self.estimate;
        let gas_price = || number("gasPrices", estimate.gas_prices.of(mode));
        let price = match (&estimate.max_fees, &estimate.priority_fees) {
            (Some(max_fees), Some(tips)) => {
                let max_fee = match self.fields.amount {
                    Some(_) => number("maxFees", max_fees.of(mode))?,
                    None => gas_price()?,
                };
                GasPrice::FeeMarket {
                    max_fee,
                    priority_fee: max_fee.min(number("priorityFees", tips.of(mode))?),
                }
            }
            _ => GasPrice::Legacy(gas_price()?),
        };
        let amount = match (self.fields.amount, &estimate.amounts) {
            (Some(amount), _) => amount,
            (None, Some(amounts)) => number("amounts", amounts.of(mode))?,
            (None, None) => return Err(PaymentError::invalid("amounts", "they are missing")),
        };
        self.draft(amount, price, true)?.prepare(client).await
    }

    /// Builds the transaction with a price and compares the result with that of the service.
    pub async fn prepare_with(
        &self,
        client: &Client,
        amount: Amount,
        price: GasPrice,
    ) -> Result<Prepared, PaymentError> {
        self.draft(amount, price, false)?.prepare(client).await
    }

    fn draft(&self, amount: Amount, price: GasPrice, is_price_of_service: bool) -> Result<Draft<'_>, PaymentError> {
        let fields = TransactionFields {
            params: params(&self.payment.chain, self.payment.network)?,
            nonce: self.estimate.nonce,
            to: self.fields.to,
            amount,
            data: self.fields.data.clone(),
            gas_limit: number("gasLimit", &self.estimate.gas_limit)?,
            price: price.into(),
        };
        Ok(Draft {
            payment: &self.payment,
            sender: self.sender,
            fields,
            warnings: &self.estimate.warnings,
            is_price_of_service,
        })
    }
}

/// Encodes calldata; empty data is an empty string.
fn data_text(data: &[u8]) -> String {
    if data.is_empty() { String::new() } else { hex(data) }
}

/// Encodes bytes as lower-case hex with `0x`.
fn hex(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

fn number<T: FromStr<Err: Display>>(field: &'static str, text: &str) -> Result<T, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}
