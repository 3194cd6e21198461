//! Payments and path payments.

use super::Body;
use super::fields::{At, FieldError, Fields, ensure};
use super::schema::AnyAsset;
use super::values::{PositiveStroops, list};
use crate::value::address::MuxedAccount;
use crate::value::asset::Asset;
use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Pays an amount of an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Payment {
    /// The recipient: G… or M….
    pub destination: MuxedAccount,
    /// The asset.
    #[schema(value_type = AnyAsset)]
    pub asset: Asset,
    /// The amount, in stroops.
    pub amount: PositiveStroops,
}

impl Body for Payment {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            destination: fields.required("destination")?,
            asset: fields.required("asset")?,
            amount: fields.required("amount")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::Payment(xdr::PaymentOp {
            destination: self.destination.to_xdr(),
            asset: self.asset.to_xdr(),
            amount: self.amount.get(),
        })
    }
}

impl Payment {
    pub(super) fn from_xdr(op: &xdr::PaymentOp) -> Option<Self> {
        Some(Self {
            destination: MuxedAccount::from_xdr(&op.destination),
            asset: Asset::from_xdr(&op.asset)?,
            amount: PositiveStroops::from_xdr(op.amount)?,
        })
    }
}

/// Pays an exact received amount of one asset from another asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathPaymentStrictReceive {
    /// The sent asset.
    #[schema(value_type = AnyAsset)]
    pub send_asset: Asset,
    /// The maximum sent amount, in stroops.
    pub send_max: PositiveStroops,
    /// The recipient: G… or M….
    pub destination: MuxedAccount,
    /// The received asset.
    #[schema(value_type = AnyAsset)]
    pub dest_asset: Asset,
    /// The received amount, in stroops.
    pub dest_amount: PositiveStroops,
    /// The intermediate assets of the exchange, at most 5.
    #[schema(value_type = Vec<AnyAsset>, max_items = 5)]
    pub path: Path,
}

/// Pays with an exact sent amount of one asset and delivers another asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathPaymentStrictSend {
    /// The sent asset.
    #[schema(value_type = AnyAsset)]
    pub send_asset: Asset,
    /// The sent amount, in stroops, without the fee.
    pub send_amount: PositiveStroops,
    /// The recipient: G… or M….
    pub destination: MuxedAccount,
    /// The received asset.
    #[schema(value_type = AnyAsset)]
    pub dest_asset: Asset,
    /// The minimum received amount, in stroops.
    pub dest_min: PositiveStroops,
    /// The intermediate assets of the exchange, at most 5.
    #[schema(value_type = Vec<AnyAsset>, max_items = 5)]
    pub path: Path,
}

/// The intermediate assets of a path payment, at most 5.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Path(Vec<Asset>);

impl Path {
    const MAX: usize = 5;

    /// Returns true without intermediate assets.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let Some(value) = fields.raw("path").filter(|path| !path.is_null()) else {
            return Err(FieldError::from(super::fields::Problem::Missing).at("path"));
        };
        let assets = list(value).at("path")?;
        ensure(assets.len() <= Self::MAX, "path must have at most 5 assets").at("path")?;
        Ok(Self(assets))
    }

    fn to_xdr(&self) -> xdr::VecM<xdr::Asset, 5> {
        // Parsing allows at most 5 assets.
        let assets: Vec<_> = self.0.iter().map(|asset| asset.to_xdr()).collect();
        assets.try_into().unwrap_or_default()
    }

    fn from_xdr(path: &xdr::VecM<xdr::Asset, 5>) -> Option<Self> {
        let assets: Option<Vec<_>> = path.iter().map(Asset::from_xdr).collect();
        assets.map(Self)
    }
}

impl Body for PathPaymentStrictReceive {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            send_asset: fields.required("sendAsset")?,
            send_max: fields.required("sendMax")?,
            destination: fields.required("destination")?,
            dest_asset: fields.required("destAsset")?,
            dest_amount: fields.required("destAmount")?,
            path: Path::read(fields)?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::PathPaymentStrictReceive(xdr::PathPaymentStrictReceiveOp {
            send_asset: self.send_asset.to_xdr(),
            send_max: self.send_max.get(),
            destination: self.destination.to_xdr(),
            dest_asset: self.dest_asset.to_xdr(),
            dest_amount: self.dest_amount.get(),
            path: self.path.to_xdr(),
        })
    }
}

impl PathPaymentStrictReceive {
    pub(super) fn from_xdr(op: &xdr::PathPaymentStrictReceiveOp) -> Option<Self> {
        Some(Self {
            send_asset: Asset::from_xdr(&op.send_asset)?,
            send_max: PositiveStroops::from_xdr(op.send_max)?,
            destination: MuxedAccount::from_xdr(&op.destination),
            dest_asset: Asset::from_xdr(&op.dest_asset)?,
            dest_amount: PositiveStroops::from_xdr(op.dest_amount)?,
            path: Path::from_xdr(&op.path)?,
        })
    }
}

impl Body for PathPaymentStrictSend {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            send_asset: fields.required("sendAsset")?,
            send_amount: fields.required("sendAmount")?,
            destination: fields.required("destination")?,
            dest_asset: fields.required("destAsset")?,
            dest_min: fields.required("destMin")?,
            path: Path::read(fields)?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::PathPaymentStrictSend(xdr::PathPaymentStrictSendOp {
            send_asset: self.send_asset.to_xdr(),
            send_amount: self.send_amount.get(),
            destination: self.destination.to_xdr(),
            dest_asset: self.dest_asset.to_xdr(),
            dest_min: self.dest_min.get(),
            path: self.path.to_xdr(),
        })
    }
}

impl PathPaymentStrictSend {
    pub(super) fn from_xdr(op: &xdr::PathPaymentStrictSendOp) -> Option<Self> {
        Some(Self {
            send_asset: Asset::from_xdr(&op.send_asset)?,
            send_amount: PositiveStroops::from_xdr(op.send_amount)?,
            destination: MuxedAccount::from_xdr(&op.destination),
            dest_asset: Asset::from_xdr(&op.dest_asset)?,
            dest_min: PositiveStroops::from_xdr(op.dest_min)?,
            path: Path::from_xdr(&op.path)?,
        })
    }
}
