//! Payments in requests.

use super::output::OutputList;
use super::recipients::Recipients;
use super::utxo::{self, UtxoList};
use super::{change_address, payment_to, sender};
use crate::ChainTable;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_btc_like::{Chain, Inputs, Payments, Sender, Terms};
use wallet_core::wire::{AddressTypeText, BtcLikeAddressText, NetworkName, PositiveAmountText, PublicKeyText};
use wallet_http::{ApiError, Field, Required, ResultExt};

/// Payment without its fee.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRequest {
    /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address. For a p2tr address it is the internal
    /// key (BIP 86).
    pub public_key: Required<PublicKeyText>,
    /// livenet or testnet.
    pub network: Field<NetworkName>,
    /// The type of the sender's address: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr. It applies to btc and ltc; bch and doge
    /// always use p2pkh.
    pub r#type: Field<AddressTypeText>,
    /// The outputs to spend, in input order, without duplicates. Each may have another owner.
    pub utxo: Required<UtxoList>,
    /// The recipient's address, in any standard form of the chain and network. Required without `outputs`.
    pub to: Field<BtcLikeAddressText>,
    /// The amount for the recipient in the base unit, at least the dust limit of its address. Required without `outputs`.
    pub amount: Field<PositiveAmountText>,
    /// The recipients and data outputs in order, instead of `to` and `amount`.
    pub outputs: Field<OutputList>,
    /// The address of the change; by default the sender's.
    pub change_address: Field<BtcLikeAddressText>,
    /// The version of the transaction, 1 or 2; by default 2.
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 2, example = 2)]
    pub version: Field<u8>,
    /// The lock time: the earliest block height or, from 500 000 000 on, the earliest Unix time; by default 0 for none.
    #[schema(value_type = Option<u64>, maximum = 4_294_967_295_u64, example = 0)]
    pub locktime: Field<u32>,
    /// The sequence number of all inputs whose `utxo` entry states no other; by default 4294967293, which signals replaceability (BIP 125), on btc and ltc, and
    /// 4294967295 on bch and doge, or 4294967294 with a lock time. A number below 2147483648 is a relative lock time
    /// (BIP 68).
    #[schema(value_type = Option<u64>, maximum = 4_294_967_295_u64, example = 4_294_967_293_u64)]
    pub sequence: Field<u32>,
}

/// Domain values of a [`PaymentRequest`].
pub struct PaymentFields {
    pub sender: Sender,
    pub inputs: Inputs,
    pub payments: Payments,
    /// True if the request names an address for the change.
    pub has_change_address: bool,
    pub terms: Terms,
}

impl PaymentRequest {
    /// Validates the fields and returns domain values.
    pub fn read(self, chains: &ChainTable, chain: Chain) -> Result<PaymentFields, ApiError> {
        let sender = sender(chains, chain, self.public_key, self.network, self.r#type)?;
        let params = sender.params();
        let inputs = utxo::inputs(&sender, self.utxo.required("utxo")?)?;
        let recipients = match Recipients::read(params, self.to, self.amount, self.outputs)? {
            Recipients::One(to, amount) => vec![payment_to(to, &amount)?.into()],
            Recipients::List(list) => list,
        };
        let change = change_address(params, self.change_address)?;
        let has_change_address = change.is_some();
        let change = change.unwrap_or_else(|| sender.address().clone());
        Ok(PaymentFields {
            payments: Payments::new(recipients, change).at("outputs")?,
            has_change_address,
            terms: Terms::new(
                params,
                self.version.optional("version")?,
                self.locktime.optional("locktime")?,
                self.sequence.optional("sequence")?,
                &inputs,
            )?,
            sender,
            inputs,
        })
    }
}
