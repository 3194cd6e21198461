//! Request and response types of several endpoints, and their conversion to domain values.
//!
//! The functions read fields in the order of the specification, so that the error identifies the first invalid
//! one.

use crate::ChainTable;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{
    Address, AddressType, Chain, FeeRate, FeeRates, Fees, OutPoint, Params, Payment, PublicKey, Sender, Utxo, Utxos,
    parse_txid,
};
use wallet_core::model::{ChainName, parse_amount};
use wallet_core::wire::{
    AddressTypeText, AmountText, BtcLikeAddressText, BtcLikeTxidText, HashText, NetworkName, PositiveAmountText,
    PublicKeyText,
};
use wallet_http::{ApiError, Field, List, Object, Required, ResultExt, network_not_supported};

/// An unspent output.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Utxo)]
pub struct UtxoRecord {
    /// The transaction that created the output: 64 hex digits in display order.
    txid: BtcLikeTxidText,
    /// The index of the output in that transaction, from 0.
    #[schema(example = 1)]
    vout: u32,
    /// The value in the base unit.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "4000000000")]
    value: String,
}

impl From<&Utxo> for UtxoRecord {
    fn from(utxo: &Utxo) -> Self {
        Self {
            txid: BtcLikeTxidText::of(utxo.outpoint.txid),
            vout: utxo.outpoint.vout,
            value: utxo.value.to_string(),
        }
    }
}

/// One price or fee per mode: slow ≤ normal ≤ fast.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeSet {
    /// Confirmation within about an hour.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5")]
    normal: String,
    /// Confirmation within the next blocks.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "12")]
    fast: String,
    /// Confirmation within a few hours.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2")]
    slow: String,
}

impl FeeSet {
    /// Returns the prices per vbyte, rounded up.
    pub fn byte_prices(rates: &FeeRates) -> Self {
        let price = FeeRate::units_per_byte;
        Self::of(price(rates.slow), price(rates.normal), price(rates.fast))
    }
}

impl From<Fees> for FeeSet {
    fn from(fees: Fees) -> Self {
        let Fees { slow, normal, fast } = fees;
        Self::of(slow, normal, fast)
    }
}

impl FeeSet {
    fn of(slow: u64, normal: u64, fast: u64) -> Self {
        Self {
            normal: normal.to_string(),
            fast: fast.to_string(),
            slow: slow.to_string(),
        }
    }
}

/// One fee rate per mode in base units per virtual byte, with at most three decimals: slow ≤ normal ≤ fast.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateSet {
    /// Confirmation within about an hour.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "1.027")]
    normal: String,
    /// Confirmation within the next blocks.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "3")]
    fast: String,
    /// Confirmation within a few hours.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "0.1")]
    slow: String,
}

impl From<&FeeRates> for RateSet {
    fn from(rates: &FeeRates) -> Self {
        Self {
            normal: rates.normal.to_string(),
            fast: rates.fast.to_string(),
            slow: rates.slow.to_string(),
        }
    }
}

/// Unspent output supplied by the client.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = UtxoInput)]
pub struct UtxoWire {
    /// The transaction that created the output: 64 hex digits in display order.
    txid: Required<HashText>,
    /// The index of the output in that transaction, from 0.
    vout: Required<u32>,
    /// The value in the base unit. An incorrect value results in an incorrect fee; `send` verifies it.
    value: Required<AmountText>,
}

impl UtxoWire {
    fn read(self, params: &Params) -> Result<Utxo, ApiError> {
        let txid = parse_txid(&self.txid.required("txid")?).at("txid")?;
        let vout = self.vout.required("vout")?;
        let value = amount(params, &self.value.required("value")?, "value")?;
        Ok(Utxo {
            outpoint: OutPoint::new(txid, vout),
            value,
        })
    }
}

/// The outputs that a payment spends.
pub type UtxoList = List<Object<UtxoWire>, 1, 500>;

/// Payment without its fee.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRequest {
    /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address.
    pub public_key: Required<PublicKeyText>,
    /// livenet or testnet.
    pub network: Field<NetworkName>,
    /// The type of the sender's address, p2pkh or p2wpkh. It applies to btc and ltc; bch and doge always use
    /// p2pkh.
    pub r#type: Field<AddressTypeText>,
    /// The outputs to spend, in input order, without duplicates.
    pub utxo: Required<UtxoList>,
    /// The recipient's address, in any standard form of the chain and network.
    pub to: Required<BtcLikeAddressText>,
    /// The amount for the recipient in the base unit, at least the dust limit of its address.
    pub amount: Required<PositiveAmountText>,
}

impl PaymentRequest {
    /// Validates the fields and returns domain values.
    pub fn read(self, chains: &ChainTable, chain: Chain) -> Result<(Sender, Utxos, Payment), ApiError> {
        let sender = sender(chains, chain, self.public_key, self.network, self.r#type)?;
        let params = sender.params();
        let utxos = utxos(params, self.utxo)?;
        let payment = payment(params, self.to, self.amount)?;
        Ok((sender, utxos, payment))
    }
}

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
    address_type: Field<AddressTypeText>,
) -> Result<Sender, ApiError> {
    let public_key = PublicKey::parse(&public_key.required("publicKey")?).at("publicKey")?;
    let params = params(chains, chain, network)?;
    let address_type = if params.has_segwit() {
        read_address_type(address_type)?
    } else {
        AddressType::default()
    };
    Sender::new(params, public_key, address_type).at("publicKey")
}

fn read_address_type(address_type: Field<AddressTypeText>) -> Result<AddressType, ApiError> {
    let name = address_type.optional("type")?;
    name.map_or(Ok(AddressType::default()), |name| name.parse()).at("type")
}

fn utxos(params: &'static Params, utxo: Required<UtxoList>) -> Result<Utxos, ApiError> {
    let entries = utxo.required("utxo")?.0.into_iter().enumerate();
    let list: Result<Vec<Utxo>, ApiError> = entries
        .map(|(index, entry)| entry.0.read(params).at(format!("utxo[{index}]")))
        .collect();
    Utxos::new(params, list?).at("utxo")
}

/// Reads `to` and `amount`.
pub fn payment(
    params: &'static Params,
    to: Required<BtcLikeAddressText>,
    amount: Required<PositiveAmountText>,
) -> Result<Payment, ApiError> {
    let to = recipient(params, to)?;
    payment_to(to, &amount.required("amount")?)
}

/// Reads `to`.
pub fn recipient(params: &'static Params, to: Required<BtcLikeAddressText>) -> Result<Address, ApiError> {
    Address::parse_recipient(params, &to.required("to")?).at("to")
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
