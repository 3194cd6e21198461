//! Request and response types of several endpoints, and their conversion to domain values.
//!
//! The functions read fields in the order of the specification, so that the error identifies the first invalid
//! one.

mod fees;
mod output;
mod payment;
mod recipients;
mod utxo;

pub use fees::{FeeSet, RateSet};
pub use output::{OutputList, OutputRecord};
pub use payment::{PaymentFields, PaymentRequest};
pub use recipients::Recipients;
pub use utxo::{UtxoList, UtxoRecord, inputs};

use crate::ChainTable;
use wallet_btc_like::{Address, AddressType, Chain, Params, Payment, PublicKey, Sender};
use wallet_core::model::{ChainName, parse_amount};
use wallet_core::wire::{AddressTypeText, BtcLikeAddressText, NetworkName, PublicKeyText};
use wallet_http::{ApiError, ErrorCode, Field, Required, ResultExt, network_not_supported};

/// Returns the parameters of the chain on the requested network; the default is livenet.
pub fn params(chains: &ChainTable, chain: Chain, network: Field<NetworkName>) -> Result<&'static Params, ApiError> {
    let network = wallet_http::network(network)?;
    chains
        .params(chain, network)
        .ok_or_else(|| network_not_supported(chain.name(), network))
}

/// Reads the sender from `publicKey`, `network` and `type`.
///
/// `type` may have any value on chains without address types.
pub fn sender(
    chains: &ChainTable,
    chain: Chain,
    public_key: Required<PublicKeyText>,
    network: Field<NetworkName>,
    requested: Field<AddressTypeText>,
) -> Result<Sender, ApiError> {
    let public_key = PublicKey::parse(&public_key.required("publicKey")?).at("publicKey")?;
    let params = params(chains, chain, network)?;
    let address_type = address_type(params, requested)?.unwrap_or_default();
    Sender::new(params, public_key, address_type).at("publicKey")
}

/// Reads `type`, which may have any value on chains with one address type only.
fn address_type(params: &Params, requested: Field<AddressTypeText>) -> Result<Option<AddressType>, ApiError> {
    if params.address_types.len() == 1 {
        return Ok(None);
    }
    let name = requested.optional("type")?;
    name.map(|name| name.parse()).transpose().at("type")
}

/// Reads the text of `to`.
pub fn recipient(params: &'static Params, to: &str) -> Result<Address, ApiError> {
    Address::parse_recipient(params, to).at("to")
}

/// Reads `changeAddress`.
pub fn change_address(
    params: &'static Params,
    address: Field<BtcLikeAddressText>,
) -> Result<Option<Address>, ApiError> {
    let text = address.optional("changeAddress")?;
    text.map(|text| Address::parse_recipient(params, &text).at("changeAddress"))
        .transpose()
}

/// Returns the error of a transaction that the network does not know.
pub fn transaction_not_found() -> ApiError {
    ApiError::new(
        ErrorCode::TransactionNotFound,
        "The network does not know this transaction; retry later, or send the transaction again.",
    )
}

/// Reads `amount` for a payment to this address.
pub fn payment_to(to: Address, amount_text: &str) -> Result<Payment, ApiError> {
    let amount = amount(to.params(), amount_text, "amount")?;
    Payment::new(to, amount).at("amount")
}

/// Parses an amount of at most the chain's money supply.
pub fn amount(params: &Params, text: &str, name: &str) -> Result<u64, ApiError> {
    parse_amount(text, params.max_money).at(name)
}
