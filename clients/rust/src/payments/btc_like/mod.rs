//! Payments on btc, ltc, bch and doge.

mod child;
pub(super) mod content;
mod draft;
mod owner;
mod parents;
mod prepared;
mod replacement;
mod transfer;

pub use child::{ChildQuote, Parent, pay_for_parent};
pub use prepared::{Prepared, Review};
pub use replacement::{Bump, Replacement, bump};
pub use transfer::{DataOutput, Output, Payment, Recipients, Spend, Transfer};

use super::check::{PaymentError, check};
use super::signed::Signed;
use crate::blockchain_connector_btc_like::prepare_transaction::{EstimateResponse, estimate};
use crate::blockchain_connector_btc_like::{AddressType, GetAddressRequest, Utxo, get_address};
use crate::client::Client;
use crate::wire::FeeMode;
use draft::Draft;
use wallet_btc_like::{Address, Sender};
use wallet_core::model::{ChainName, Network};

pub use wallet_btc_like::AddressError;
pub use wallet_core::model::BtcLikeChain as Chain;

/// A payment with inputs and fees.
#[derive(Clone, Debug)]
pub struct Quote {
    transfer: Transfer,
    sender: Sender,
    /// The response of the service.
    pub estimate: EstimateResponse,
}

/// Returns the address of a public key, without a call. The type is p2wpkh if absent, and without effect on bch and doge.
pub fn address(
    chain: Chain,
    network: Network,
    public_key: &str,
    address_type: Option<&AddressType>,
) -> Result<String, PaymentError> {
    let owner = owner::new(owner::params(chain, network), public_key, address_type)?;
    Ok(owner.address().to_string())
}

/// Requests the address of a public key, and compares the response with the key.
pub async fn derive(
    client: &Client,
    chain: Chain,
    network: Network,
    public_key: &str,
    address_type: Option<&AddressType>,
) -> Result<String, PaymentError> {
    let owner = owner::new(owner::params(chain, network), public_key, address_type)?;
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
        &Address::parse_recipient(owner.params(), &address).as_ref(),
        &Ok(owner.address()),
    )?;
    Ok(address)
}

/// Returns the output script of an address, without a call. Fails for addresses of a different chain or network.
pub fn output_script(chain: Chain, network: Network, address: &str) -> Result<Vec<u8>, AddressError> {
    let address = Address::parse_recipient(owner::params(chain, network), address)?;
    Ok(address.script_pubkey().to_bytes())
}

/// Requests inputs and fees for a [`Payment`] or [`Transfer`].
pub async fn quote(client: &Client, payment: impl Into<Transfer>) -> Result<Quote, PaymentError> {
    let transfer = payment.into();
    transfer.check_data()?;
    let (chain, address_type) = (transfer.chain, transfer.address_type.as_ref());
    let sender = transfer.sender()?;
    let address = derive(client, chain, transfer.network, &transfer.public_key, address_type).await?;
    let estimate = estimate(client, chain.name(), &transfer.estimate_request(address)).await?;
    transfer.check_selection(&sender, &estimate.utxo)?;
    parents::check_values(&sender, &estimate.utxo, &estimate.parents)?;
    Ok(Quote {
        transfer,
        sender,
        estimate,
    })
}

/// Requests fees for a further attempt at an unresolved payment. It spends outputs that the signed transaction spends,
/// so that at most one of both is mined. Fails while the network knows the signed transaction: watch or [`bump()`] it
/// then.
pub async fn quote_instead_of(
    client: &Client,
    payment: impl Into<Transfer>,
    signed: &Signed,
) -> Result<Quote, PaymentError> {
    let transfer = Transfer {
        utxo: Some(signed.utxo.clone()),
        ..payment.into()
    };
    quote(client, transfer).await
}

/// Verifies the values of unspent outputs that the signatures of their owners do not prove: the service returns the
/// transactions that created them with the estimate of a payment of all of them.
async fn prove_values(client: &Client, transfer: &Transfer, utxo: &[Utxo]) -> Result<(), PaymentError> {
    let Transfer { chain, network, .. } = *transfer;
    let sender = transfer.sender()?;
    if parents::are_proven(&sender, utxo)? {
        return Ok(());
    }
    let address_type = transfer.address_type.as_ref();
    let address = derive(client, chain, network, &transfer.public_key, address_type).await?;
    let all = Transfer {
        address_type: transfer.address_type.clone(),
        utxo: Some(utxo.to_vec()),
        ..Transfer::new(chain, network, &transfer.public_key, Recipients::All(address.clone()))
    };
    let estimate = estimate(client, chain.name(), &all.estimate_request(address)).await?;
    parents::check_values(&sender, utxo, &estimate.parents)
}

/// Builds a transaction that spends all given outputs, selected by the app, and compares it with that of the
/// service. `fee` is in base units. With [`Recipients::All`], the recipient receives the rest. Values that the
/// signatures do not prove are verified by the transactions that created the outputs: the outputs must be unspent, and
/// each worth more than the fee of its input.
pub async fn prepare(
    client: &Client,
    payment: impl Into<Transfer>,
    utxo: &[Utxo],
    fee: u64,
) -> Result<Prepared, PaymentError> {
    let transfer = payment.into();
    prove_values(client, &transfer, utxo).await?;
    prepare_unverified(client, transfer, utxo, fee).await
}

/// Builds a transaction like [`prepare`], and uses the values of the outputs as the app states them. If they are less
/// than the actual ones, the difference is paid as fee ([`Review::are_values_signed`]): only for values from a source
/// that the app trusts.
pub async fn prepare_unverified(
    client: &Client,
    payment: impl Into<Transfer>,
    utxo: &[Utxo],
    fee: u64,
) -> Result<Prepared, PaymentError> {
    let transfer = payment.into();
    transfer.check_data()?;
    let outputs = match &transfer.recipients {
        Recipients::Each(outputs) => outputs.clone(),
        Recipients::All(to) => {
            let values: Result<Vec<_>, _> = utxo.iter().map(|utxo| number("utxo", &utxo.value)).collect();
            let rest = sum(values?).and_then(|sum| sum.checked_sub(fee));
            let amount = rest.ok_or_else(|| PaymentError::invalid("utxo", "the inputs do not cover the fee"))?;
            let to = to.clone();
            vec![Output { to, amount }]
        }
    };
    let draft = Draft {
        transfer: &transfer,
        sender: &transfer.sender()?,
        utxo,
        warnings: &[],
    };
    draft.prepare(client, outputs, fee).await
}

impl Quote {
    /// Builds the transaction with the fee of a mode and compares the result with that of the service.
    pub async fn prepare(&self, client: &Client, mode: FeeMode) -> Result<Prepared, PaymentError> {
        let fee = number("fees", self.estimate.fees.of(mode))?;
        let outputs = match (&self.transfer.recipients, &self.estimate.amounts) {
            (Recipients::Each(outputs), _) => outputs.clone(),
            (Recipients::All(to), Some(amounts)) => vec![Output {
                to: to.clone(),
                amount: number("amounts", amounts.of(mode))?,
            }],
            (Recipients::All(_), None) => return Err(PaymentError::invalid("amounts", "they are missing")),
        };
        self.draft().prepare(client, outputs, fee).await
    }

    /// Builds the transaction with a fee in base units and compares the result with that of the service. The only
    /// recipient receives `amount` in base units; with several recipients it must be the sum of their amounts.
    pub async fn prepare_with(&self, client: &Client, amount: u64, fee: u64) -> Result<Prepared, PaymentError> {
        let outputs = match &self.transfer.recipients {
            Recipients::All(to) => vec![Output { to: to.clone(), amount }],
            Recipients::Each(outputs) => match &**outputs {
                [Output { to, .. }] => vec![Output { to: to.clone(), amount }],
                outputs if sum(outputs.iter().map(|output| output.amount)) == Some(amount) => outputs.to_vec(),
                _ => return Err(PaymentError::invalid("amount", "it is not the sum of the amounts")),
            },
        };
        self.draft().prepare(client, outputs, fee).await
    }

    fn draft(&self) -> Draft<'_> {
        Draft {
            transfer: &self.transfer,
            sender: &self.sender,
            utxo: &self.estimate.utxo,
            warnings: &self.estimate.warnings,
        }
    }
}

/// Parses an amount in base units.
fn number(field: &'static str, text: &str) -> Result<u64, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}

/// Returns the sum, or `None` above 64 bits.
fn sum(values: impl IntoIterator<Item = u64>) -> Option<u64> {
    values.into_iter().try_fold(0_u64, u64::checked_add)
}
