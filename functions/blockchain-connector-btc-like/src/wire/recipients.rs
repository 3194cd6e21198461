//! Recipients of a payment: `to` and `amount`, or `outputs`.

use super::output::OutputList;
use super::recipient;
use std::ops::Deref;
use wallet_btc_like::{Address, Output, Params};
use wallet_core::wire::BtcLikeAddressText;
use wallet_http::{ApiError, Field, ResultExt};

/// The recipients of a request.
pub enum Recipients {
    /// The fields `to` and `amount`. The amount is not parsed, since it may be `max`.
    One(Address, String),
    /// The field `outputs`.
    List(Vec<Output>),
}

impl Recipients {
    /// Reads `to` and `amount`, or `outputs`.
    pub fn read<A: Deref<Target = str>>(
        params: &'static Params,
        to: Field<BtcLikeAddressText>,
        amount: Field<A>,
        outputs: Field<OutputList>,
    ) -> Result<Self, ApiError> {
        if matches!(outputs, Field::Absent | Field::Null) {
            let to = recipient(params, &to.required("to")?)?;
            return Ok(Self::One(to, amount.required("amount")?.to_string()));
        }
        if to.optional("to")?.is_some() || amount.optional("amount")?.is_some() {
            let message = "Send either to and amount, or outputs, not both.";
            return Err(ApiError::invalid_request(message).at("outputs"));
        }
        let entries = outputs.required("outputs")?.0.into_iter().enumerate();
        let list = entries.map(|(index, entry)| entry.0.read(params).at(format!("outputs[{index}]")));
        list.collect::<Result<_, _>>().map(Self::List)
    }
}
