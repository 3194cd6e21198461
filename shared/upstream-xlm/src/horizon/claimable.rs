//! Claimable balances of an account: `/claimable_balances?claimant={id}`.

use super::fields::{WireNumber, amount, read, unix_time};
use super::response::Page;
use super::{Horizon, Lookup, rejected};
use serde::Deserialize;
use wallet_upstream::{Deadline, Failure, ListRow};
use wallet_xlm::history::{ClaimableBalance, ClaimableFacts};
use wallet_xlm::operation::{Claimant, Number, Predicate};
use wallet_xlm::{AccountId, BalanceId, StoredBalance};

#[derive(Debug, Deserialize)]
pub(super) struct WireBalance {
    id: String,
    /// In the canonical form: `native` or `CODE:ISSUER`.
    asset: String,
    amount: String,
    sponsor: Option<String>,
    last_modified_time: Option<String>,
    claimants: Vec<WireClaimant>,
    #[serde(default)]
    flags: WireFlags,
    paging_token: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct WireFlags {
    #[serde(default)]
    clawback_enabled: bool,
}

#[derive(Debug, Deserialize)]
struct WireClaimant {
    destination: String,
    predicate: WirePredicate,
}

/// Predicate with exactly one field present. Without fields the predicate is never true; with unknown fields, the
/// predicate is unreadable.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WirePredicate {
    #[serde(default)]
    unconditional: bool,
    and: Option<Vec<WirePredicate>>,
    or: Option<Vec<WirePredicate>>,
    not: Option<Box<WirePredicate>>,
    /// Date with a year of four or more digits.
    abs_before: Option<String>,
    /// The same time in Unix seconds.
    abs_before_epoch: Option<WireNumber>,
    rel_before: Option<String>,
}

/// Maximum nesting of a predicate that validators accept, including the outermost level (CAP-23).
const MAX_DEPTH: u32 = 4;

const PAGE: u32 = 200;
/// Maximum number of pages. Any account can add claimants, and airdrops do so often.
const PAGES: usize = 5;

impl Horizon {
    /// Returns the claimable balances of an account, latest first, and whether there are more than were read.
    pub(crate) async fn claimable(&self, id: AccountId, deadline: Deadline) -> Result<ClaimableFacts, Failure> {
        let mut facts = ClaimableFacts::default();
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES {
            let mut url = self.endpoint.url(&["claimable_balances"]);
            let query = [
                ("claimant", id.to_string()),
                ("order", "desc".to_owned()),
                ("limit", PAGE.to_string()),
            ];
            url.query_pairs_mut().extend_pairs(query);
            if let Some(cursor) = &cursor {
                url.query_pairs_mut().append_pair("cursor", cursor);
            }
            let page: Page<ListRow<WireBalance>> = self.get(url, deadline).await?;
            let records = page.records(PAGE)?;
            cursor = records.last().and_then(paging_token);
            for record in &records {
                match decode(record, id) {
                    Ok(balance) => facts.balances.extend(balance),
                    Err(failure) => {
                        tracing::warn!(%failure, "unreadable claimable balance omitted");
                        facts.lacks_rows = true;
                    }
                }
            }
            if records.len() < PAGE as usize {
                return Ok(facts);
            }
            if cursor.is_none() {
                break;
            }
        }
        facts.has_more = true;
        Ok(facts)
    }
}

impl Horizon {
    /// Returns the claimable balance with this id as stored, `None` if there is no such balance.
    pub(crate) async fn stored_balance(
        &self,
        id: BalanceId,
        deadline: Deadline,
    ) -> Result<Option<StoredBalance>, Failure> {
        let url = self.endpoint.url(&["claimable_balances", &id.to_string()]);
        match self.seek::<WireBalance>(url, deadline).await? {
            Lookup::Found(balance) => balance.stored(id).map(Some),
            Lookup::Missing => Ok(None),
            Lookup::BeforeHistory => Err(rejected("a claimable balance before history")),
        }
    }
}

/// Returns the position of a record, readable or not.
fn paging_token(record: &ListRow<WireBalance>) -> Option<String> {
    match record {
        ListRow::Read(balance) => Some(balance.paging_token.clone()),
        ListRow::Unreadable(value) => value["paging_token"].as_str().map(str::to_owned),
    }
}

/// Decodes a record as [`WireBalance::decode`].
fn decode(record: &ListRow<WireBalance>, claimant: AccountId) -> Result<Option<ClaimableBalance>, Failure> {
    match record {
        ListRow::Read(balance) => balance.decode(claimant),
        ListRow::Unreadable(_) => Err(Failure::unusable("not a claimable balance")),
    }
}

impl WireBalance {
    /// Decodes the balance for a claimant, `None` if the account is no claimant.
    pub(super) fn decode(&self, claimant: AccountId) -> Result<Option<ClaimableBalance>, Failure> {
        let address = claimant.to_string();
        let Some(own) = self.claimants.iter().find(|claimant| claimant.destination == address) else {
            return Ok(None);
        };
        let sponsor = self.sponsor.as_deref();
        let made = self.last_modified_time.as_deref();
        Ok(Some(ClaimableBalance {
            id: read("id", &self.id)?,
            asset: read("asset", &self.asset)?,
            amount: amount("amount", &self.amount)?,
            sponsor: sponsor.map(|sponsor| read("sponsor", sponsor)).transpose()?,
            made: made.map(|made| unix_time("last_modified_time", made)).transpose()?,
            predicate: own.predicate.decode(MAX_DEPTH)?,
        }))
    }
}

impl WireBalance {
    /// Decodes the balance with all claimants, and checks the id against the request.
    fn stored(&self, requested: BalanceId) -> Result<StoredBalance, Failure> {
        if read::<BalanceId>("id", &self.id)? != requested {
            return Err(Failure::unusable("id does not match the request"));
        }
        let sponsor = self.sponsor.as_deref();
        let made = self.last_modified_time.as_deref();
        let claimant = |claimant: &WireClaimant| {
            Ok(Claimant {
                destination: read("destination", &claimant.destination)?,
                predicate: claimant.predicate.decode(MAX_DEPTH)?,
            })
        };
        Ok(StoredBalance {
            asset: read("asset", &self.asset)?,
            amount: amount("amount", &self.amount)?.get(),
            claimants: self.claimants.iter().map(claimant).collect::<Result<_, Failure>>()?,
            made: made.map_or(Ok(0), |made| unix_time("last_modified_time", made))?,
            sponsor: sponsor.map(|sponsor| read("sponsor", sponsor)).transpose()?,
            has_clawback: self.flags.clawback_enabled,
        })
    }
}

impl WirePredicate {
    /// Decodes the predicate with at most `levels` levels.
    fn decode(&self, levels: u32) -> Result<Predicate, Failure> {
        let below = levels
            .checked_sub(1)
            .ok_or_else(|| Failure::unusable("predicate: nested too deeply"))?;
        let two = |parts: &[Self]| {
            if parts.len() != 2 {
                return Err(Failure::unusable("predicate: and/or must have two parts"));
            }
            parts
                .iter()
                .map(|part| part.decode(below))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(if self.unconditional {
            Predicate::Unconditional
        } else if let Some(parts) = &self.and {
            Predicate::And(two(parts)?)
        } else if let Some(parts) = &self.or {
            Predicate::Or(two(parts)?)
        } else if let Some(part) = &self.not {
            Predicate::Not(Box::new(part.decode(below)?))
        } else if let Some(seconds) = &self.rel_before {
            Predicate::RelBefore(number("rel_before", read("rel_before", seconds)?)?)
        } else if let Some(time) = self.abs_before()? {
            Predicate::AbsBefore(time)
        } else {
            Predicate::Not(Box::new(Predicate::Unconditional))
        })
    }

    /// Returns the Unix time, derived from the date if the server sends no Unix time.
    fn abs_before(&self) -> Result<Option<Number>, Failure> {
        let seconds = match (&self.abs_before_epoch, &self.abs_before) {
            (Some(seconds), _) => seconds.read("abs_before_epoch")?,
            (None, Some(date)) => i64::try_from(unix_time("abs_before", date)?).unwrap_or(i64::MAX),
            (None, None) => return Ok(None),
        };
        number("abs_before", seconds).map(Some)
    }
}

fn number(field: &str, seconds: i64) -> Result<Number, Failure> {
    Number::new(seconds).ok_or_else(|| Failure::unusable(format_args!("{field}: must not be negative")))
}
