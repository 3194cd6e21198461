//! Recipients of a payment: `to` and `amount`, or `outputs`.

use super::{payment_to, recipient};
use serde::Deserialize;
use std::ops::Deref;
use utoipa::ToSchema;
use wallet_btc_like::{Address, Params, Payment};
use wallet_core::wire::{BtcLikeAddressText, PositiveAmountText};
use wallet_http::{ApiError, Field, List, Object, Required, ResultExt};

/// A recipient and its amount.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = PaymentOutput)]
pub struct OutputWire {
    /// The recipient's address, in any standard form of the chain and network.
    to: Required<BtcLikeAddressText>,
    /// The amount in the base unit, at least the dust limit of the address.
    amount: Required<PositiveAmountText>,
}

/// The recipients in output order.
pub type OutputList = List<Object<OutputWire>, 1, 100>;

/// The recipients of a request.
pub enum Recipients {
    /// The fields `to` and `amount`. The amount is not parsed, since it may be `max`.
    One(Address, String),
    /// The field `outputs`.
    List(Vec<Payment>),
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

impl OutputWire {
    fn read(self, params: &'static Params) -> Result<Payment, ApiError> {
        let to = recipient(params, &self.to.required("to")?)?;
        payment_to(to, &self.amount.required("amount")?)
    }
}
