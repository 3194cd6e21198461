//! Operations on claimable balances: creation, claim and clawback (CAP-23, CAP-35).

use super::Body;
use super::fields::{At, FieldError, Fields, FromJson, Problem, ensure};
use super::predicate::Predicate;
use super::schema::{AnyAsset, PredicateRecord};
use super::values::{PositiveStroops, list};
use crate::chain::BalanceId;
use crate::value::address::AccountId;
use crate::value::asset::Asset;
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// Creates a balance that the first of several claimants can claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CreateClaimableBalance {
    /// The claimable asset.
    #[schema(value_type = AnyAsset)]
    pub asset: Asset,
    /// The claimable amount, in stroops.
    pub amount: PositiveStroops,
    /// The claimants: 1 to 10 different accounts.
    #[schema(min_items = 1, max_items = 10)]
    pub claimants: Vec<Claimant>,
}

/// A claimant of a balance and the condition of the claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = XlmClaimant)]
pub struct Claimant {
    /// The address of the claimant.
    pub destination: AccountId,
    /// The condition of the claim. No condition if absent.
    #[serde(skip_serializing_if = "is_unconditional")]
    #[schema(value_type = PredicateRecord, required = false)]
    pub predicate: Predicate,
}

fn is_unconditional(predicate: &Predicate) -> bool {
    *predicate == Predicate::Unconditional
}

/// The maximum number of claimants of a balance.
const MAX_CLAIMANTS: usize = 10;

impl FromJson for Claimant {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        let mut fields = Fields::of(value)?;
        let claimant = Self {
            destination: fields.required("destination")?,
            predicate: fields.optional("predicate")?.unwrap_or(Predicate::Unconditional),
        };
        fields.end()?;
        Ok(claimant)
    }
}

fn claimants(fields: &mut Fields<'_>) -> Result<Vec<Claimant>, FieldError> {
    let value = fields
        .raw("claimants")
        .filter(|value| !value.is_null())
        .ok_or(Problem::Missing)?;
    let claimants: Vec<Claimant> = list(value)?;
    let count = (1..=MAX_CLAIMANTS).contains(&claimants.len());
    ensure(count, "claimable balance must have 1 to 10 claimants")?;
    for (index, claimant) in claimants.iter().enumerate() {
        let is_duplicate = claimants[..index]
            .iter()
            .any(|other| other.destination == claimant.destination);
        ensure(
            !is_duplicate,
            "destination must differ from those of preceding claimants",
        )
        .at("destination")
        .map_err(|error| error.at(format!("[{index}]")))?;
    }
    Ok(claimants)
}

impl Body for CreateClaimableBalance {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            asset: fields.required("asset")?,
            amount: fields.required("amount")?,
            claimants: claimants(fields).at("claimants")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        let claimants = self.claimants.iter().map(|claimant| {
            xdr::Claimant::ClaimantTypeV0(xdr::ClaimantV0 {
                destination: claimant.destination.to_xdr(),
                predicate: claimant.predicate.to_xdr(),
            })
        });
        let claimants: Vec<_> = claimants.collect();
        xdr::OperationBody::CreateClaimableBalance(xdr::CreateClaimableBalanceOp {
            asset: self.asset.to_xdr(),
            amount: self.amount.get(),
            // Parsing allows at most 10 claimants.
            claimants: claimants.try_into().unwrap_or_default(),
        })
    }
}

impl CreateClaimableBalance {
    pub(super) fn from_xdr(op: &xdr::CreateClaimableBalanceOp) -> Option<Self> {
        let claimants = op.claimants.iter().map(|xdr::Claimant::ClaimantTypeV0(claimant)| {
            Some(Claimant {
                destination: AccountId::from_xdr(&claimant.destination),
                predicate: Predicate::from_xdr(&claimant.predicate)?,
            })
        });
        Some(Self {
            asset: Asset::from_xdr(&op.asset)?,
            amount: PositiveStroops::from_xdr(op.amount)?,
            claimants: claimants.collect::<Option<_>>()?,
        })
    }
}

/// Claims a balance for the source account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimClaimableBalance {
    /// The balance id: 72 hex digits, or B….
    pub balance_id: BalanceId,
}

impl Body for ClaimClaimableBalance {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            balance_id: fields.required("balanceId")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ClaimClaimableBalance(xdr::ClaimClaimableBalanceOp {
            balance_id: self.balance_id.to_xdr(),
        })
    }
}

/// Claws back a whole unclaimed balance of an asset issued by the source account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClawbackClaimableBalance {
    /// The balance id: 72 hex digits, or B….
    pub balance_id: BalanceId,
}

impl Body for ClawbackClaimableBalance {
    fn read(fields: &mut Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            balance_id: fields.required("balanceId")?,
        })
    }

    fn to_xdr(&self) -> xdr::OperationBody {
        xdr::OperationBody::ClawbackClaimableBalance(xdr::ClawbackClaimableBalanceOp {
            balance_id: self.balance_id.to_xdr(),
        })
    }
}
