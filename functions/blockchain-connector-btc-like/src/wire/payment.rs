//! Payments in requests.

use super::output::{OutputList, Recipients};
use super::utxo::{UtxoList, inputs};
use super::{params, sender};
use crate::ChainTable;
use wallet_btc_like::wire::{PositiveUnits, Recipient};
use wallet_btc_like::{AddressType, Chain, Inputs, Payments, PublicKey, Sender, Terms, UnsignedTransaction};
use wallet_core::model::Network;
use wallet_http::{ApiError, Field, Required, ResultExt};

wallet_core::request! {
    /// Payment without its fee.
    pub struct PaymentRequest {
        /// The sender's public key in hex: 33 bytes, or 65 bytes for a p2pkh address. For a p2tr address it is the internal
        /// key (BIP 86).
        pub public_key: Required<PublicKey>,
        /// livenet or testnet.
        pub network: Field<Network>,
        /// The type of the sender's address: p2pkh, p2sh-p2wpkh, p2wpkh or p2tr. It applies to btc and ltc; bch and doge
        /// always use p2pkh.
        pub r#type: Field<AddressType>,
        /// The outputs to spend, in input order, without duplicates. Each may have another owner.
        pub utxo: Required<UtxoList>,
        /// The recipient's address, in any standard form of the chain and network. Required without `outputs`.
        pub to: Field<Recipient>,
        /// The amount for the recipient in the base unit, at least the dust limit of its address. Required without `outputs`.
        pub amount: Field<PositiveUnits>,
        /// The recipients and data outputs in order, instead of `to` and `amount`.
        pub outputs: Field<OutputList>,
        /// The address of the change; by default the sender's.
        pub change_address: Field<Recipient>,
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
        let sender = sender(self.public_key, params(chains, chain, self.network), self.r#type)?;
        let params = sender.params();
        let inputs = inputs(self.utxo, &sender)?;
        let name = self.outputs.name();
        let recipients = match Recipients::read(params, self.to, self.amount, self.outputs)? {
            // The amount of this request is a number.
            Recipients::Max(_) => Vec::new(),
            Recipients::Outputs(outputs) => outputs,
        };
        let change = self.change_address.get_in(params)?;
        let has_change_address = change.is_some();
        let change = change.unwrap_or_else(|| sender.address().clone());
        Ok(PaymentFields {
            payments: Payments::new(recipients, change).at(name)?,
            has_change_address,
            terms: Terms::new(
                params,
                self.version.get()?,
                self.locktime.get()?,
                self.sequence.get()?,
                &inputs,
            )?,
            sender,
            inputs,
        })
    }
}

wallet_core::request! {
    /// Payment with its fee, which determines the transaction.
    pub struct PricedPaymentRequest {
        #[serde(flatten)]
        payment: PaymentRequest,
        /// The fee in the base unit. Change below the dust limit is added to it.
        fee: Required<PositiveUnits>,
    }
}

impl PricedPaymentRequest {
    /// Builds the transaction that the request determines.
    pub fn build(self, chains: &ChainTable, chain: Chain) -> Result<(PaymentFields, UnsignedTransaction), ApiError> {
        let fields = self.payment.read(chains, chain)?;
        let fee = self.fee.get_in(fields.sender.params())?;
        let unsigned = UnsignedTransaction::build(&fields.inputs, &fields.payments, fields.terms, fee)?;
        Ok((fields, unsigned))
    }
}
