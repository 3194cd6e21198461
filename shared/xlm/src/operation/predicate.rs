//! When a claimant may claim (CAP-23).

use super::fields::{FieldError, Fields, FromJson, Problem, ensure};
use super::values::Number;
use serde::Serialize;
use serde_json::Value;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// A condition on the time of a claim. Exactly one of the fields stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(no_recursion)]
pub enum Predicate {
    /// Always. It is never written inside another condition; a claimant without a predicate has it.
    Unconditional,
    /// Both hold.
    And(Vec<Predicate>),
    /// At least one holds.
    Or(Vec<Predicate>),
    /// It does not hold.
    Not(Box<Predicate>),
    /// Before this Unix time in seconds.
    AbsBefore(Number),
    /// Before this many seconds have passed since the balance was made.
    RelBefore(Number),
}

/// The levels that validators accept, the outermost included.
const MAX_DEPTH: u32 = 4;

impl FromJson for Predicate {
    fn from_json(value: &Value) -> Result<Self, FieldError> {
        read(value, 1)
    }
}

fn read(value: &Value, depth: u32) -> Result<Predicate, FieldError> {
    ensure(depth <= MAX_DEPTH, "predicates are nested at most four deep")?;
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
        // An unknown field is the better thing to name, if there is one.
        for name in names {
            fields.raw(name);
        }
        fields.end()?;
        return Err(FieldError::limit(
            "a predicate has one of and, or, not, abs_before and rel_before",
        ));
    }?;
    ensure(
        given == 1,
        "a predicate has only one of and, or, not, abs_before and rel_before",
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
    ensure(items.len() == 2, "give exactly two predicates here").map_err(|error| error.at(name))?;
    let read = |(place, item)| read_inner(item, depth).map_err(|error| error.at(format!("[{place}]")).at(name));
    items.iter().enumerate().map(read).collect()
}

impl Predicate {
    pub(super) fn to_xdr(&self) -> xdr::ClaimPredicate {
        // What was read has two parts, and two fit.
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

    /// `None` for what validators refuse.
    pub(super) fn from_xdr(predicate: &xdr::ClaimPredicate) -> Option<Self> {
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

/// Reads a predicate, for tests of what follows from one.
#[cfg(test)]
pub(crate) fn predicate_of(value: &Value) -> Result<Predicate, FieldError> {
    Predicate::from_json(value)
}
