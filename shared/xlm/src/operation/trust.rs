//! Trustlines: made by who holds an asset, authorized and clawed back by who issues it.

use super::Body;
use super::assets::{Line, credit};
use super::fields::{At, FieldError, Fields, FromJson, ensure};
use super::schema::{CreditRecord, Trusted};
use super::values::PositiveStroops;
use crate::address::{AccountId, MuxedAccount};
use crate::amount::Stroops;
use crate::asset::{Asset, AssetCode, Credit};
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Makes, changes or deletes a trustline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangeTrust {
    /// What is trusted: an asset of an issuer, or a pool.
    #[schema(value_type = Trusted)]
    pub asset: Line,
    /// The most that the account will hold, in stroops; 0 deletes the trustline. The maximum when it is left out.
    #[schema(value_type = String, default = "9223372036854775807")]
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
        let is_own = matches!(self.asset, Line::Credit(credit) if credit.issuer == source);
        ensure(!is_own, "an issuer needs no trustline for its own asset").at("asset")
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
            asset: Line::from_xdr(&op.line)?,
            limit: Stroops::new(op.limit)?,
        })
    }
}

/// Authorizes an account to hold an asset of the source account, in the old way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllowTrust {
    /// Whose trustline it is.
    #[schema(value_type = String)]
    pub trustor: AccountId,
    /// The code of the asset.
    #[schema(value_type = String)]
    pub asset_code: AssetCode,
    /// 1 authorizes, 2 lets open offers stand and no more, 0 takes it all back.
    pub authorize: u8,
}

impl Body for AllowTrust {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        let (trustor, asset_code) = (fields.required("trustor")?, fields.required("assetCode")?);
        let authorize = fields.required("authorize")?;
        ensure(authorize <= 2, "give 0, 1 or 2 as authorize").at("authorize")?;
        Ok(Self {
            trustor,
            asset_code,
            authorize,
        })
    }

    fn check(&self, source: AccountId) -> Result<(), FieldError> {
        ensure(self.trustor != source, "an issuer has no trustline for its own asset").at("trustor")
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
    /// Whose trustline it is.
    #[schema(value_type = String)]
    pub trustor: AccountId,
    /// The asset.
    #[schema(value_type = CreditRecord)]
    pub asset: Credit,
    /// What becomes of the flags.
    pub flags: TrustLineFlags,
}

/// Flags of a trustline: true sets one, false clears it, and one that is absent stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = XlmTrustLineFlags)]
pub struct TrustLineFlags {
    /// The account may use the asset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorized: Option<bool>,
    /// The offers that are open may stand, and no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorized_to_maintain_liabilities: Option<bool>,
    /// The issuer may take the asset back; this can only be cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clawback_enabled: Option<bool>,
}

impl TrustLineFlags {
    /// The flags with their bits.
    fn bits(self) -> [(u32, Option<bool>); 3] {
        [
            (1, self.authorized),
            (2, self.authorized_to_maintain_liabilities),
            (4, self.clawback_enabled),
        ]
    }

    /// The sum of the bits that are set to this.
    fn sum(self, to: bool) -> u32 {
        let bits = self.bits().into_iter().filter(|(_, flag)| *flag == Some(to));
        bits.map(|(bit, _)| bit).sum()
    }

    /// `None` for bits that are unknown, or both set and cleared.
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
        ensure(clawback, "the flag clawbackEnabled can only be set to false").at("clawbackEnabled")?;
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
        ensure(self.trustor != source, "an issuer has no trustline for its own asset").at("trustor")?;
        ensure(
            self.asset.issuer == source,
            "only the issuer of an asset sets flags of its trustlines",
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

/// Takes an amount of an asset of the source account back from who holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Clawback {
    /// The asset.
    #[schema(value_type = CreditRecord)]
    pub asset: Credit,
    /// How much of it, in stroops.
    #[schema(value_type = String)]
    pub amount: PositiveStroops,
    /// From whom: G… or M….
    #[schema(value_type = String)]
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
        ensure(self.asset.issuer == source, "only the issuer of an asset claws it back").at("asset")?;
        ensure(self.from.account != source, "an issuer does not hold its own asset").at("from")
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
