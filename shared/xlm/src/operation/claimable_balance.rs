//! Operations on claimable balances: creation, claim and clawback (CAP-23, CAP-35).

use super::Body;
use super::fields::{At, FieldError, Fields, FromJson, Problem, ensure};
use super::schema::{AnyAsset, PredicateRecord};
use super::values::{Number, PositiveStroops, list};
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

/// A condition on the time of a claim. The JSON has exactly one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(no_recursion)]
pub enum Predicate {
    /// Always true. The predicate of a claimant without a condition, never part of a condition.
    Unconditional,
    /// Both conditions are true.
    And(Vec<Predicate>),
    /// One or more conditions are true.
    Or(Vec<Predicate>),
    /// The condition is false.
    Not(Box<Predicate>),
    /// Before this Unix time in seconds.
    AbsBefore(Number),
    /// Before this number of seconds has passed since the creation of the balance.
    RelBefore(Number),
}

/// The maximum nesting depth accepted by validators, including the outermost level.
const MAX_DEPTH: u32 = 4;

impl FromJson for Predicate {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        read(value, 1)
    }
}

fn read(value: &Value, depth: u32) -> Result<Predicate, FieldError> {
    ensure(depth <= MAX_DEPTH, "predicates must be nested at most four levels deep")?;
    let mut fields = Fields::of(value)?;
    let names = ["and", "or", "not", "abs_before", "rel_before"];
    let given = names.into_iter().filter(|name| fields.has(name)).count();
    let read = if fields.has("and") {
        pair(&mut fields, "and", depth).map(Predicate::And)
    } else if fields.has("or") {
        pair(&mut fields, "or", depth).map(Predicate::Or)
    } else if let Some(inner) = fields.raw("not").filter(|inner| !inner.is_null()) {
        let inner = read_inner(inner, depth).map_err(|error| error.at("not"));
        inner.map(|inner| Predicate::Not(Box::new(inner)))
    } else if let Some(time) = fields.optional("abs_before")? {
        Ok(Predicate::AbsBefore(time))
    } else if let Some(seconds) = fields.optional("rel_before")? {
        Ok(Predicate::RelBefore(seconds))
    } else {
        // An unknown field, if any, makes the more specific error.
        for name in names {
            fields.raw(name);
        }
        fields.end()?;
        return Err(FieldError::limit(
            "predicate must have one of and, or, not, abs_before and rel_before",
        ));
    }?;
    ensure(
        given == 1,
        "predicate must have only one of and, or, not, abs_before and rel_before",
    )?;
    for name in names {
        fields.raw(name);
    }
    fields.end()?;
    Ok(read)
}

fn read_inner(value: &Value, depth: u32) -> Result<Predicate, FieldError> {
    read(value, depth + 1)
}

fn pair(fields: &mut Fields<'_>, name: &'static str, depth: u32) -> Result<Vec<Predicate>, FieldError> {
    let items = fields.raw(name).and_then(Value::as_array);
    let items = items.ok_or(Problem::Type("a list of two predicates"));
    let items = items.map_err(|problem| FieldError::from(problem).at(name))?;
    ensure(items.len() == 2, "list must contain exactly two predicates").map_err(|error| error.at(name))?;
    let read = |(index, item)| read_inner(item, depth).map_err(|error| error.at(format!("[{index}]")).at(name));
    items.iter().enumerate().map(read).collect()
}

impl Predicate {
    pub(super) fn to_xdr(&self) -> xdr::ClaimPredicate {
        // Parsing allows exactly two parts.
        let pair = |parts: &[Self]| {
            let parts: Vec<_> = parts.iter().map(Self::to_xdr).collect();
            parts.try_into().unwrap_or_default()
        };
        match self {
            Self::Unconditional => xdr::ClaimPredicate::Unconditional,
            Self::And(parts) => xdr::ClaimPredicate::And(pair(parts)),
            Self::Or(parts) => xdr::ClaimPredicate::Or(pair(parts)),
            Self::Not(part) => xdr::ClaimPredicate::Not(Some(Box::new(part.to_xdr()))),
            Self::AbsBefore(time) => xdr::ClaimPredicate::BeforeAbsoluteTime(time.get()),
            Self::RelBefore(seconds) => xdr::ClaimPredicate::BeforeRelativeTime(seconds.get()),
        }
    }

    /// Returns `None` for a value that validators reject.
    pub(crate) fn from_xdr(predicate: &xdr::ClaimPredicate) -> Option<Self> {
        let pair = |parts: &[xdr::ClaimPredicate]| {
            let parts: Option<Vec<_>> = parts.iter().map(Self::from_xdr).collect();
            parts.filter(|parts| parts.len() == 2)
        };
        Some(match predicate {
            xdr::ClaimPredicate::Unconditional => Self::Unconditional,
            xdr::ClaimPredicate::And(parts) => Self::And(pair(parts)?),
            xdr::ClaimPredicate::Or(parts) => Self::Or(pair(parts)?),
            xdr::ClaimPredicate::Not(part) => Self::Not(Box::new(Self::from_xdr(part.as_deref()?)?)),
            xdr::ClaimPredicate::BeforeAbsoluteTime(time) => Self::AbsBefore(Number::from_xdr(*time)?),
            xdr::ClaimPredicate::BeforeRelativeTime(seconds) => Self::RelBefore(Number::from_xdr(*seconds)?),
        })
    }
}

/// Parses a predicate for tests of dependent code.
#[cfg(test)]
pub(crate) fn predicate_of(value: &Value) -> Result<Predicate, FieldError> {
    Predicate::from_json(value)
}
