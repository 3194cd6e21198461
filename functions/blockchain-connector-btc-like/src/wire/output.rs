//! Entries of `outputs`: a recipient and its amount, or data.

use super::{amount, payment_to, recipient};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{DataOutput, Output, Params};
use wallet_core::wire::{AmountText, BtcLikeAddressText, DataText};
use wallet_http::{ApiError, Field, List, Object};

/// A recipient and its amount, or data: one of `to`, `data` and `script`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = PaymentOutput, example = json!({ "to": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "amount": "100000" }))]
pub struct OutputWire {
    /// The recipient's address, in any standard form of the chain and network; absent or empty for data.
    to: Field<BtcLikeAddressText>,
    /// The amount in the base unit, at least the dust limit of the address. With data it is by default 0, and at most the
    /// dust limit, since it is lost.
    amount: Field<AmountText>,
    /// Data in hex, at least one byte: the output is `OP_RETURN` with one push. The scripts of all data outputs have at most
    /// 100 000 bytes on btc, 83 on ltc and doge, 223 on bch. ltc and doge permit one data output.
    #[schema(value_type = Option<DataText>, example = "6d656d6f")]
    data: Field<DataText>,
    /// The script of a data output in hex, as `parse` returns it: `OP_RETURN`, then pushes only. For data in several pushes
    /// or with number opcodes, for example a Runestone.
    #[schema(value_type = Option<DataText>, example = "6a5d0614c0a2331441")]
    script: Field<DataText>,
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

impl OutputWire {
    /// Validates the fields and returns the output.
    pub(super) fn read(self, params: &'static Params) -> Result<Output, ApiError> {
        let data = self.data.optional("data")?;
        let script = self.script.optional("script")?;
        let data = match (data, script) {
            (None, None) => return read_payment(params, self.to, self.amount),
            (Some(data), None) => DataOutput::of_data(&data)?,
            (None, Some(script)) => DataOutput::of_script(&script)?,
            (Some(_), Some(_)) => {
                return Err(ApiError::invalid_request("Send either data or script, not both.").at("script"));
            }
        };
        if self.to.optional("to")?.is_some_and(|to| !to.is_empty()) {
            return Err(ApiError::invalid_request("Send either to, or data or script, not both.").at("to"));
        }
        let lost = self.amount.optional("amount")?;
        let lost = lost.map(|text| amount(params, &text, "amount")).transpose()?;
        Ok(Output::Data(data.with_amount(params, lost.unwrap_or(0))?))
    }
}

fn read_payment(
    params: &'static Params,
    to: Field<BtcLikeAddressText>,
    amount: Field<AmountText>,
) -> Result<Output, ApiError> {
    let to = recipient(params, &to.required("to")?)?;
    payment_to(to, &amount.required("amount")?).map(Output::Payment)
}
