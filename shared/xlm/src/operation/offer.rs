//! Offers on the network's exchange.
//!
//! A price goes into the XDR as it stands and is never inverted: of `manageSellOffer` and `createPassiveSellOffer` it is
//! units of `buying` for one unit of `selling`, of `manageBuyOffer` units of `selling` for one unit of `buying`.

use super::Body;
use super::fields::{At, FieldError, Fields, Problem, ensure};
use super::schema::AnyAsset;
use super::values::{Number, PositiveStroops};
use crate::amount::Stroops;
use crate::asset::Asset;
use crate::price::Price;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Makes, changes or withdraws an offer to sell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManageSellOffer {
    /// What is sold.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// What is bought.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// How much is sold, in stroops; 0 withdraws the offer.
    #[schema(value_type = String)]
    pub amount: Stroops,
    /// Units of `buying` for one unit of `selling`: with 0.5, 10 of what is sold bring 5 of what is bought.
    #[schema(value_type = String, example = "0.5")]
    pub price: Price,
    /// The offer to change; 0 makes a new one.
    #[schema(value_type = String, default = "0")]
    pub offer_id: Number,
}

/// Makes, changes or withdraws an offer to buy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManageBuyOffer {
    /// What is sold.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// What is bought.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// How much is bought, in stroops; 0 withdraws the offer.
    #[schema(value_type = String)]
    pub buy_amount: Stroops,
    /// Units of `selling` for one unit of `buying`: with 0.5, 10 of what is bought cost 5 of what is sold.
    #[schema(value_type = String, example = "0.5")]
    pub price: Price,
    /// The offer to change; 0 makes a new one.
    #[schema(value_type = String, default = "0")]
    pub offer_id: Number,
}

/// Makes an offer that takes no other of the same price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CreatePassiveSellOffer {
    /// What is sold.
    #[schema(value_type = AnyAsset)]
    pub selling: Asset,
    /// What is bought.
    #[schema(value_type = AnyAsset)]
    pub buying: Asset,
    /// How much is sold, in stroops.
    #[schema(value_type = String)]
    pub amount: PositiveStroops,
    /// Units of `buying` for one unit of `selling`: with 0.5, 10 of what is sold bring 5 of what is bought.
    #[schema(value_type = String, example = "0.5")]
    pub price: Price,
}

/// The two sides of an offer, which must differ.
fn sides(fields: &mut Fields<'_>) -> Result<(Asset, Asset), FieldError> {
    let (selling, buying) = (fields.required("selling")?, fields.required("buying")?);
    ensure(selling != buying, "selling and buying must differ").at("buying")?;
    Ok((selling, buying))
}

/// The amount of an offer, which is 0 only where the offer exists and is withdrawn.
fn amount(amount: Stroops, offer_id: Number, field: &'static str) -> Result<Stroops, FieldError> {
    if amount == Stroops::default() && offer_id == Number::default() {
        let problem =
            Problem::AmountLimit("the amount of a new offer must be above 0; 0 withdraws the offer of offerId");
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
