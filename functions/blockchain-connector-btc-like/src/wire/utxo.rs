//! Unspent outputs in requests and responses.

use super::{address_type, amount};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{Input, Inputs, OutPoint, PublicKey, Sender, Utxo, parse_txid};
use wallet_core::wire::{AddressTypeText, AmountText, BtcLikeTxidText, HashText, PublicKeyText};
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

/// Unspent output supplied by the client.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UtxoInput)]
pub struct UtxoWire {
    /// The transaction that created the output: 64 hex digits in display order.
    txid: Required<HashText>,
    /// The index of the output in that transaction, from 0.
    vout: Required<u32>,
    /// The value in the base unit. An incorrect value results in an incorrect fee; `send` verifies it.
    value: Required<AmountText>,
    /// The public key of its owner; by default that of the request.
    public_key: Field<PublicKeyText>,
    /// The address type of its owner; by default that of the request. btc and ltc only.
    #[schema(value_type = Option<String>, pattern = "^(p2pkh|p2sh-p2wpkh|p2wpkh|p2tr)$", example = "p2wpkh")]
    r#type: Field<AddressTypeText>,
    /// The sequence number of its input; by default that of the transaction.
    #[schema(value_type = Option<u64>, maximum = 4_294_967_295_u64, example = 4_294_967_293_u64)]
    sequence: Field<u32>,
}

impl UtxoWire {
    fn read(self, sender: &Sender) -> Result<Input, ApiError> {
        let txid = parse_txid(&self.txid.required("txid")?).at("txid")?;
        let vout = self.vout.required("vout")?;
        let value = amount(sender.params(), &self.value.required("value")?, "value")?;
        Ok(Input {
            utxo: Utxo {
                outpoint: OutPoint::new(txid, vout),
                value,
            },
            owner: owner(sender, self.public_key, self.r#type)?,
            sequence: self.sequence.optional("sequence")?,
        })
    }
}

/// Returns the owner with this key and type; each is by default that of the sender.
fn owner(
    sender: &Sender,
    public_key: Field<PublicKeyText>,
    requested: Field<AddressTypeText>,
) -> Result<Sender, ApiError> {
    let public_key = public_key.optional("publicKey")?;
    let public_key = public_key
        .map(|text| PublicKey::parse(&text).at("publicKey"))
        .transpose()?;
    let requested = address_type(sender.params(), requested)?;
    if public_key.is_none() && requested.is_none() {
        return Ok(sender.clone());
    }
    let field = if public_key.is_some() { "publicKey" } else { "type" };
    let public_key = public_key.unwrap_or(*sender.public_key());
    Sender::new(sender.params(), public_key, requested.unwrap_or(sender.address_type())).at(field)
}

/// The outputs that a payment spends.
pub type UtxoList = List<Object<UtxoWire>, 1, 500>;

/// Reads the outputs to spend, whose owner is by default the sender.
pub fn inputs(sender: &Sender, utxo: UtxoList) -> Result<Inputs, ApiError> {
    let entries = utxo.0.into_iter().enumerate();
    let list: Result<Vec<Input>, ApiError> = entries
        .map(|(index, entry)| entry.0.read(sender).at(format!("utxo[{index}]")))
        .collect();
    Inputs::new(sender.params(), list?).at("utxo")
}
