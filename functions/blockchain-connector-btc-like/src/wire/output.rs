//! Entries of `outputs`: a recipient and an amount, or data.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::wire::{Recipient, Units};
use wallet_btc_like::{Address, DataOutput, Output, Params, Payment};
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::wire::{AmountText, BtcLikeAddressText, DataText, Wire};
use wallet_http::{Field, List, Object};

wallet_core::request! {
    /// A recipient and its amount, or data: one of `to`, `data` and `script`.
    #[schema(as = PaymentOutput, example = json!({ "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "amount": "100000" }))]
    pub struct OutputWire {
        /// The recipient's address, in any standard form of the chain and network; absent or empty for data.
        to: Field<Recipient>,
        /// The amount in the base unit, at least the dust limit of the address. With data it is by default 0, and at most the
        /// dust limit, since it is lost.
        amount: Field<Units>,
        /// Data in hex, at least one byte: the output is `OP_RETURN` with one push. The scripts of all data outputs have at most
        /// 100 000 bytes on btc, 83 on ltc and doge, 223 on bch. ltc and doge permit one data output.
        #[schema(value_type = Option<DataText>, example = "6d656d6f")]
        data: Field<DataText>,
        /// The script of a data output in hex, as `parse` returns it: `OP_RETURN`, then pushes only. For data in several pushes
        /// or with number opcodes, for example a Runestone.
        #[schema(value_type = Option<DataText>, example = "6a5d0614c0a2331441")]
        script: Field<DataText>,
    }
}

/// A payment to a recipient, or data.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PaymentOutputRecord)]
pub struct OutputRecord {
    /// The recipient's address in its canonical form; empty for data.
    to: BtcLikeAddressText,
    /// The amount in the base unit.
    amount: AmountText,
    /// The script of a data output in hex; absent for a payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, pattern = "^([0-9a-f]{2})+$", required = false, example = "6a5d0614c0a2331441")]
    script: Option<String>,
}

impl From<&Output> for OutputRecord {
    fn from(output: &Output) -> Self {
        Self {
            to: output.to().map(BtcLikeAddressText::of).unwrap_or_default(),
            amount: AmountText::of(output.amount()),
            script: output.is_data().then(|| hex::encode(output.script().as_bytes())),
        }
    }
}

/// The recipients and data outputs in order.
pub type OutputList = List<Object<OutputWire>, 1, 100>;

impl Wire<&'static Params> for OutputWire {
    type Json = Self;
    type Value = Output;
    type Error = ErrorInfo;

    fn read(
        Self {
            to,
            amount,
            data,
            script,
        }: Self,
        params: &'static Params,
    ) -> Result<Output, ErrorInfo> {
        let both = script.error("Send either data or script, not both.");
        let data = match (data.get()?, script.get()?) {
            (None, None) => {
                let to = to.required().get_in(params)?;
                let name = amount.name();
                return payment(to, amount.required().get_in(params)?, &name);
            }
            (Some(data), None) => DataOutput::of_data(&data),
            (None, Some(script)) => DataOutput::of_script(&script),
            (Some(_), Some(_)) => return Err(both),
        };
        let data = data.map_err(|error| error.info())?;
        if to.is_present()? && !to.text().is_empty() {
            return Err(to.error("Send either to, or data or script, not both."));
        }
        let lost = amount.get_in(params)?.unwrap_or(0);
        data.with_amount(params, lost)
            .map(Output::Data)
            .map_err(|error| error.info())
    }
}

/// Returns a payment, or the error at the field of the amount.
fn payment(to: Address, amount: u64, name: &str) -> Result<Output, ErrorInfo> {
    let payment = Payment::new(to, amount).map(Output::Payment);
    payment.map_err(|error| error.info().at(name))
}

/// The recipients of a payment: `to` and `amount`, or `outputs`.
pub enum Recipients {
    /// The recipient of all funds: the amount is `max`.
    Max(Address),
    /// The payments and data outputs.
    Outputs(Vec<Output>),
}

impl Recipients {
    /// Reads the three fields.
    pub fn read<T>(
        params: &'static Params,
        to: Field<Recipient>,
        amount: Field<T>,
        outputs: Field<OutputList>,
    ) -> Result<Self, ErrorInfo>
    where
        T: Wire<&'static Params, Value: Into<Option<u64>>>,
    {
        if !outputs.is_absent() {
            if to.is_present()? || amount.is_present()? {
                return Err(outputs.error("Send either to and amount, or outputs, not both."));
            }
            return outputs.required().get_in(params).map(Self::Outputs);
        }
        let to = to.required().get_in(params)?;
        let name = amount.name();
        match amount.required().get_in(params)?.into() {
            None => Ok(Self::Max(to)),
            Some(amount) => Ok(Self::Outputs(vec![payment(to, amount, &name)?])),
        }
    }
}
