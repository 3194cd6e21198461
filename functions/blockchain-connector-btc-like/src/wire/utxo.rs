//! Unspent outputs in requests and responses.

use super::address_type;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::{TxidField, Units};
use wallet_btc_like::{AddressType, Input, Inputs, OutPoint, PublicKey, Sender, Utxo};
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{AddressTypeText, BtcLikeTxidText, PublicKeyText, Wire};
use wallet_http::{ApiError, Field, List, Object, Required, ResultExt};

/// An unspent output.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
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
    /// The public key of its owner; present if it differs from that of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicKeyText, required = false)]
    public_key: Option<PublicKeyText>,
    /// The address type of its owner; present if it differs from that of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AddressTypeText, required = false)]
    r#type: Option<AddressTypeText>,
    /// The sequence number of its input; present if the request states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, maximum = 4_294_967_295_u64, example = 4_294_967_293_u64)]
    sequence: Option<u32>,
}

impl From<&Utxo> for UtxoRecord {
    fn from(utxo: &Utxo) -> Self {
        Self {
            txid: BtcLikeTxidText::of(utxo.outpoint.txid),
            vout: utxo.outpoint.vout,
            value: utxo.value.to_string(),
            public_key: None,
            r#type: None,
            sequence: None,
        }
    }
}

impl UtxoRecord {
    /// Returns the record of an input in the response to a request of this sender, with the sequence number that the request
    /// states for the output.
    pub fn of_input(input: &Input, sender: &Sender, requested: Option<&Inputs>) -> Self {
        let Input { utxo, owner, .. } = input;
        let key = Some(owner.public_key()).filter(|key| *key != sender.public_key());
        let address_type = Some(owner.address_type()).filter(|it| *it != sender.address_type());
        Self {
            public_key: key.map(PublicKeyText::of),
            r#type: address_type.map(|it| AddressTypeText::of(it.name())),
            sequence: requested.and_then(|requested| requested.sequence_of(utxo.outpoint)),
            ..Self::from(utxo)
        }
    }
}

wallet_core::request! {
    /// Unspent output supplied by the client.
    #[schema(as = UtxoInput)]
    pub struct UtxoWire {
        /// The transaction that created the output: 64 hex digits in display order.
        txid: Required<TxidField>,
        /// The index of the output in that transaction, from 0.
        vout: Required<u32>,
        /// The value in the base unit. An incorrect value results in an incorrect fee; `send` verifies it.
        value: Required<Units>,
        /// The public key of its owner; by default that of the request.
        public_key: Field<PublicKey>,
        /// The address type of its owner; by default that of the request. btc and ltc only.
        #[schema(value_type = Option<String>, pattern = "^(p2pkh|p2sh-p2wpkh|p2wpkh|p2tr)$", example = "p2wpkh")]
        r#type: Field<AddressType>,
        /// The sequence number of its input; by default that of the transaction.
        #[schema(value_type = Option<u64>, maximum = 4_294_967_295_u64, example = 4_294_967_293_u64)]
        sequence: Field<u32>,
    }
}

impl Wire<&Sender> for UtxoWire {
    type Json = Self;
    type Value = Input;
    type Error = ErrorInfo;

    fn read(utxo: Self, sender: &Sender) -> Result<Input, ErrorInfo> {
        let (txid, vout) = (utxo.txid.get()?, utxo.vout.get()?);
        Ok(Input {
            utxo: Utxo {
                outpoint: OutPoint::new(txid, vout),
                value: utxo.value.get_in(sender.params())?,
            },
            owner: owner(sender, utxo.public_key, utxo.r#type)?,
            sequence: utxo.sequence.get()?,
        })
    }
}

/// Returns the owner with this key and type; each is by default that of the sender.
fn owner(sender: &Sender, public_key: Field<PublicKey>, requested: Field<AddressType>) -> Result<Sender, ErrorInfo> {
    let (name_of_key, name_of_type) = (public_key.name(), requested.name());
    let public_key = public_key.get()?;
    let requested = address_type(sender.params(), requested)?;
    if public_key.is_none() && requested.is_none() {
        return Ok(sender.clone());
    }
    let name = if public_key.is_some() {
        name_of_key
    } else {
        name_of_type
    };
    let public_key = public_key.unwrap_or(*sender.public_key());
    let owner = Sender::new(sender.params(), public_key, requested.unwrap_or(sender.address_type()));
    owner.map_err(|error| error.info().at(name))
}

/// The outputs that a payment spends, whose owner is by default the sender.
pub type UtxoList = List<Object<UtxoWire>, 1, 500>;

/// Reads the outputs to spend.
pub fn inputs(utxo: Required<UtxoList>, sender: &Sender) -> Result<Inputs, ApiError> {
    let name = utxo.name();
    Inputs::new(sender.params(), utxo.get_in(sender)?).at(name)
}
