//! Request and response types of several endpoints, and their conversion to domain values.

mod fees;
mod key_origin;
mod output;
mod payment;
mod utxo;

pub use fees::{FeeSet, RateSet};
pub use key_origin::KeyOriginList;
pub use output::{OutputList, OutputRecord, Recipients};
pub use payment::{PaymentFields, PaymentRequest, PricedPaymentRequest};
pub use utxo::{UtxoList, UtxoRecord, inputs};

use crate::ChainTable;
use wallet_btc_like::{Address, AddressType, Chain, Params, PublicKey, Sender};
use wallet_core::error::ErrorInfo;
use wallet_core::model::{ChainName, Network};
use wallet_http::{ApiError, ErrorCode, Field, Required, ResultExt, network_not_supported};

/// Returns the parameters of the chain on the requested network; the default is livenet.
pub fn params(chains: &ChainTable, chain: Chain, network: Field<Network>) -> Result<&'static Params, ApiError> {
    let network = network.or_default()?;
    let params = chains.params(chain, network);
    params.ok_or_else(|| network_not_supported(chain.name(), network))
}

/// Reads the address of a request. The specification lists the address before the network, but only the network's
/// parameters show which addresses are valid.
pub fn address(address: Required<Address>, params: Result<&'static Params, ApiError>) -> Result<Address, ApiError> {
    address.is_present()?;
    Ok(address.get_in(params?)?)
}

/// Reads the sender from `publicKey`, `network` and `type`.
///
/// `type` may have any value on chains without address types.
pub fn sender(
    public_key: Required<PublicKey>,
    params: Result<&'static Params, ApiError>,
    requested: Field<AddressType>,
) -> Result<Sender, ApiError> {
    let name = public_key.name();
    let public_key = public_key.get()?;
    let params = params?;
    let address_type = address_type(params, requested)?.unwrap_or_default();
    Sender::new(params, public_key, address_type).at(name)
}

/// Reads `type`, which may have any value on chains with a single address type.
fn address_type(params: &Params, requested: Field<AddressType>) -> Result<Option<AddressType>, ErrorInfo> {
    if params.address_types.len() == 1 {
        return Ok(None);
    }
    requested.get()
}

/// Returns the error of a transaction that the network does not know.
pub fn transaction_not_found() -> ApiError {
    ApiError::new(
        ErrorCode::TransactionNotFound,
        "The network does not know this transaction; retry later, or send the transaction again.",
    )
}
