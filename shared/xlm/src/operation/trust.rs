//! Trustlines: created by holders of an asset, authorized and clawed back by the issuer.

use super::Body;
use super::assets::{TrustlineTarget, credit};
use super::fields::{At, FieldError, Fields, FromJson, ensure};
use super::schema::{CreditRecord, Trusted};
use super::values::PositiveStroops;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, AssetCode, Credit};
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Creates, changes or deletes a trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangeTrust {
    /// The trusted asset: an issued asset or the shares of a pool.
    #[schema(value_type = Trusted)]
    pub asset: TrustlineTarget,
    /// The maximum balance, in stroops. 0 deletes the trustline. Defaults to the maximum amount.
    #[schema(required = false)]
    pub limit: Stroops,
}

impl Body for ChangeTrust {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            asset: fields.required("asset")?,
            limit: fields.optional("limit")?.unwrap_or(Stroops::MAX),
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        let is_own = matches!(self.asset, TrustlineTarget::Credit(credit) if credit.issuer == source);
        ensure(!is_own, "issuer cannot have a trustline for its own asset").at("asset")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ChangeTrust(xdr::ChangeTrustOp {
            line: self.asset.to_xdr(),
            limit: self.limit.get(),
        })
    }
}

impl ChangeTrust {
    pub(super) fn from_xdr(op: &xdr::ChangeTrustOp) -> Option<Self> {
        Some(Self {
            asset: TrustlineTarget::from_xdr(&op.line)?,
            limit: Stroops::new(op.limit)?,
        })
    }
}

/// Authorizes an account to hold an asset of the source account. Deprecated by `setTrustLineFlags`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllowTrust {
    /// The account of the trustline.
    pub trustor: AccountId,
    /// The asset code.
    pub asset_code: AssetCode,
    /// 1 authorizes fully, 2 authorizes only to maintain liabilities, 0 revokes the authorization.
    #[schema(maximum = 2)]
    pub authorize: u8,
}

impl Body for AllowTrust {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (trustor, asset_code) = (fields.required("trustor")?, fields.required("assetCode")?);
        let authorize = fields.required("authorize")?;
        ensure(authorize <= 2, "authorize must be 0, 1 or 2").at("authorize")?;
        Ok(Self {
            trustor,
            asset_code,
            authorize,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(
            self.trustor != source,
            "issuer cannot have a trustline for its own asset",
        )
        .at("trustor")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::AllowTrust(xdr::AllowTrustOp {
            trustor: self.trustor.to_xdr(),
            asset: self.asset_code.to_xdr(),
            authorize: self.authorize.into(),
        })
    }
}

impl AllowTrust {
    pub(super) fn from_xdr(op: &xdr::AllowTrustOp) -> Option<Self> {
        Some(Self {
            trustor: AccountId::from_xdr(&op.trustor),
            asset_code: AssetCode::from_xdr(&op.asset)?,
            authorize: op.authorize.try_into().ok()?,
        })
    }
}

/// Sets and clears flags of a trustline for an asset of the source account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SetTrustLineFlags {
    /// The account of the trustline.
    pub trustor: AccountId,
    /// The asset.
    #[schema(value_type = CreditRecord)]
    pub asset: Credit,
    /// The flags to set and clear.
    pub flags: TrustLineFlags,
}

/// Flags of a trustline: true sets a flag, false clears it, and an absent flag does not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmTrustLineFlags)]
pub struct TrustLineFlags {
    /// The account is fully authorized to use the asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorized: Option<bool>,
    /// The account is authorized only to maintain its liabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorized_to_maintain_liabilities: Option<bool>,
    /// The issuer can claw the asset back. This flag can only be cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clawback_enabled: Option<bool>,
}

impl TrustLineFlags {
    /// Returns the flags with their bits.
    fn bits(self) -> [(u32, Option<bool>); 3] {
        [
            (1, self.authorized),
            (2, self.authorized_to_maintain_liabilities),
            (4, self.clawback_enabled),
        ]
    }

    /// Returns the sum of the bits with this value.
    fn sum(self, to: bool) -> u32 {
        let bits = self.bits().into_iter().filter(|(_, flag)| *flag == Some(to));
        bits.map(|(bit, _)| bit).sum()
    }

    /// Returns `None` for bits that are unknown, or both set and cleared.
    fn of(set: u32, clear: u32) -> Option<Self> {
        let flag = |bit| match (set & bit != 0, clear & bit != 0) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        let flags = Self {
            authorized: flag(1),
            authorized_to_maintain_liabilities: flag(2),
            clawback_enabled: flag(4),
        };
        (flags.sum(true) == set && flags.sum(false) == clear).then_some(flags)
    }
}

impl FromJson for TrustLineFlags {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let flags = Self {
            authorized: fields.optional("authorized")?,
            authorized_to_maintain_liabilities: fields.optional("authorizedToMaintainLiabilities")?,
            clawback_enabled: fields.optional("clawbackEnabled")?,
        };
        let both = flags.authorized == Some(true) && flags.authorized_to_maintain_liabilities == Some(true);
        ensure(
            !both,
            "only one of authorized and authorizedToMaintainLiabilities can be set",
        )
        .at("authorizedToMaintainLiabilities")?;
        let clawback = flags.clawback_enabled != Some(true);
        ensure(clawback, "clawbackEnabled must be false: this flag can only be cleared").at("clawbackEnabled")?;
        fields.end()?;
        Ok(flags)
    }
}

impl Body for SetTrustLineFlags {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            trustor: fields.required("trustor")?,
            asset: fields.required("asset")?,
            flags: fields.required("flags")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(
            self.trustor != source,
            "issuer cannot have a trustline for its own asset",
        )
        .at("trustor")?;
        ensure(
            self.asset.issuer == source,
            "issuer of the asset must be the source account",
        )
        .at("asset")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::SetTrustLineFlags(xdr::SetTrustLineFlagsOp {
            trustor: self.trustor.to_xdr(),
            asset: Asset::from(self.asset).to_xdr(),
            clear_flags: self.flags.sum(false),
            set_flags: self.flags.sum(true),
        })
    }
}

impl SetTrustLineFlags {
    pub(super) fn from_xdr(op: &xdr::SetTrustLineFlagsOp) -> Option<Self> {
        Some(Self {
            trustor: AccountId::from_xdr(&op.trustor),
            asset: credit(&op.asset)?,
            flags: TrustLineFlags::of(op.set_flags, op.clear_flags)?,
        })
    }
}

/// Claws back an amount of an asset of the source account from a holder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Clawback {
    /// The asset.
    #[schema(value_type = CreditRecord)]
    pub asset: Credit,
    /// The amount, in stroops.
    pub amount: PositiveStroops,
    /// The holder: G… or M….
    pub from: MuxedAccount,
}

impl Body for Clawback {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            asset: fields.required("asset")?,
            amount: fields.required("amount")?,
            from: fields.required("from")?,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(
            self.asset.issuer == source,
            "issuer of the asset must be the source account",
        )
        .at("asset")?;
        ensure(self.from.account != source, "holder must not be the issuer").at("from")
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::Clawback(xdr::ClawbackOp {
            asset: Asset::from(self.asset).to_xdr(),
            from: self.from.to_xdr(),
            amount: self.amount.get(),
        })
    }
}

impl Clawback {
    pub(super) fn from_xdr(op: &xdr::ClawbackOp) -> Option<Self> {
        Some(Self {
            asset: credit(&op.asset)?,
            amount: PositiveStroops::from_xdr(op.amount)?,
            from: MuxedAccount::from_xdr(&op.from),
        })
    }
}
