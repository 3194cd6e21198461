//! Offers on the decentralized exchange.
//!
//! A price is converted to XDR unchanged and never inverted: for `manageSellOffer` and
//! `createPassiveSellOffer` the number of `buying` units per `selling` unit, for
//! `manageBuyOffer` the number of `selling` units per `buying` unit.

use super::Body;
use super::fields::{At, FieldError, Fields, Problem, ensure};
use super::schema::AnyAsset;
use super::values::{Number, PositiveStroops};
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use crate::value::price::Price;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;
use wallet_core::wire::AmountText;

/// Creates, changes or deletes a sell offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManageSellOffer {
    /// The sold asset.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// The bought asset.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// The sold amount, in stroops. 0 deletes the offer.
    pub amount: Stroops,
    /// The number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5.
    pub price: Price,
    /// The id of the offer to change. `0`, the default, creates a new offer.
    #[schema(value_type = AmountText, required = false)]
    pub offer_id: Number,
}

/// Creates, changes or deletes a buy offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManageBuyOffer {
    /// The sold asset.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// The bought asset.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// The bought amount, in stroops. 0 deletes the offer.
    pub buy_amount: Stroops,
    /// The number of `selling` units per `buying` unit: at 0.5, a purchase of 10 costs 5.
    pub price: Price,
    /// The id of the offer to change. `0`, the default, creates a new offer.
    #[schema(value_type = AmountText, required = false)]
    pub offer_id: Number,
}

/// Creates an offer that takes no other offer of the same price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CreatePassiveSellOffer {
    /// The sold asset.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// The bought asset.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// The sold amount, in stroops.
    pub amount: PositiveStroops,
    /// The number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5.
    pub price: Price,
}

/// Parses the two assets of an offer, which must differ.
fn sides(fields: &mut Fields<'_>) -> Result<(Asset, Asset), FieldError> {
    let (selling, buying) = (fields.required("selling")?, fields.required("buying")?);
    ensure(selling != buying, "selling and buying must differ").at("buying")?;
    Ok((selling, buying))
}

/// Checks the amount of an offer. The amount may be 0 only to delete an existing offer.
fn amount(amount: Stroops, offer_id: Number, field: &'static str) -> Result<Stroops, FieldError> {
    if amount == Stroops::default() && offer_id == Number::default() {
        let problem =
            Problem::AmountLimit("amount of a new offer must be greater than 0; 0 deletes the offer of offerId");
        return Err(FieldError::from(problem).at(field));
    }
    Ok(amount)
}

impl Body for ManageSellOffer {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (selling, buying) = sides(fields)?;
        let (stroops, price) = (fields.required("amount")?, fields.required("price")?);
        let offer_id = fields.optional("offerId")?.unwrap_or_default();
        Ok(Self {
            selling,
            buying,
            amount: amount(stroops, offer_id, "amount")?,
            price,
            offer_id,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ManageSellOffer(xdr::ManageSellOfferOp {
            selling: self.selling.to_xdr(),
            buying: self.buying.to_xdr(),
            amount: self.amount.get(),
            price: self.price.to_xdr(),
            offer_id: self.offer_id.get(),
        })
    }
}

impl ManageSellOffer {
    pub(super) fn from_xdr(op: &xdr::ManageSellOfferOp) -> Option<Self> {
        Some(Self {
            selling: Asset::from_xdr(&op.selling)?,
            buying: Asset::from_xdr(&op.buying)?,
            amount: Stroops::new(op.amount)?,
            price: Price::from_xdr(&op.price)?,
            offer_id: Number::from_xdr(op.offer_id)?,
        })
    }
}

impl Body for ManageBuyOffer {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (selling, buying) = sides(fields)?;
        let (stroops, price) = (fields.required("buyAmount")?, fields.required("price")?);
        let offer_id = fields.optional("offerId")?.unwrap_or_default();
        Ok(Self {
            selling,
            buying,
            buy_amount: amount(stroops, offer_id, "buyAmount")?,
            price,
            offer_id,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ManageBuyOffer(xdr::ManageBuyOfferOp {
            selling: self.selling.to_xdr(),
            buying: self.buying.to_xdr(),
            buy_amount: self.buy_amount.get(),
            price: self.price.to_xdr(),
            offer_id: self.offer_id.get(),
        })
    }
}

impl ManageBuyOffer {
    pub(super) fn from_xdr(op: &xdr::ManageBuyOfferOp) -> Option<Self> {
        Some(Self {
            selling: Asset::from_xdr(&op.selling)?,
            buying: Asset::from_xdr(&op.buying)?,
            buy_amount: Stroops::new(op.buy_amount)?,
            price: Price::from_xdr(&op.price)?,
            offer_id: Number::from_xdr(op.offer_id)?,
        })
    }
}

impl Body for CreatePassiveSellOffer {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (selling, buying) = sides(fields)?;
        Ok(Self {
            selling,
            buying,
            amount: fields.required("amount")?,
            price: fields.required("price")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::CreatePassiveSellOffer(xdr::CreatePassiveSellOfferOp {
            selling: self.selling.to_xdr(),
            buying: self.buying.to_xdr(),
            amount: self.amount.get(),
            price: self.price.to_xdr(),
        })
    }
}

impl CreatePassiveSellOffer {
    pub(super) fn from_xdr(op: &xdr::CreatePassiveSellOfferOp) -> Option<Self> {
        Some(Self {
            selling: Asset::from_xdr(&op.selling)?,
            buying: Asset::from_xdr(&op.buying)?,
            amount: PositiveStroops::from_xdr(op.amount)?,
            price: Price::from_xdr(&op.price)?,
        })
    }
}
