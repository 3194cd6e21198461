//! What an account may claim: `/claimable_balances?claimant={id}`.

use super::Horizon;
use super::fields::{amount, read, unix_time};
use super::page::Page;
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::AccountId;
use wallet_xlm::history::{ClaimableBalance, ClaimableFacts};
use wallet_xlm::operation::{Number, Predicate};

/// A claimable balance.
#[derive(Debug, Deserialize)]
pub(super) struct WireBalance {
    id: String,
    /// In the canonical form: `native` or `CODE:ISSUER`.
    asset: String,
    amount: String,
    #[serde(default)]
    sponsor: Option<String>,
    #[serde(default)]
    last_modified_time: Option<String>,
    claimants: Vec<WireClaimant>,
    paging_token: String,
}

#[derive(Debug, Deserialize)]
struct WireClaimant {
    destination: String,
    predicate: WirePredicate,
}

/// A predicate, one field of which is there. Without any it never holds.
#[derive(Debug, Deserialize)]
pub(super) struct WirePredicate {
    #[serde(default)]
    unconditional: bool,
    #[serde(default)]
    and: Option<Vec<WirePredicate>>,
    #[serde(default)]
    or: Option<Vec<WirePredicate>>,
    #[serde(default)]
    not: Option<Box<WirePredicate>>,
    /// A date, whose year may have more than four digits.
    #[serde(default)]
    abs_before: Option<String>,
    /// The same in Unix seconds.
    #[serde(default)]
    abs_before_epoch: Option<WireSeconds>,
    #[serde(default)]
    rel_before: Option<String>,
}

/// Seconds: a text, or of old Horizons a number.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum WireSeconds {
    Text(String),
    Number(i64),
}

/// The levels of a predicate that validators accept, the outermost included (CAP-23).
const DEEPEST: u32 = 4;

/// Records on a page.
const PAGE: u32 = 200;
/// Pages that are read. Whoever likes can make an account a claimant, and airdrops make it one very often.
const PAGES: usize = 5;

impl Horizon {
    /// What an account may claim, the newest first, and whether there is more than is read.
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
            let page: Page<WireBalance> = self.get(url, deadline).await?;
            let records = page.records(PAGE)?;
            let is_last = records.len() < PAGE as usize;
            cursor = records.last().map(|last| last.paging_token.clone());
            for record in &records {
                facts.balances.extend(record.decode(id)?);
            }
            if is_last {
                return Ok(facts);
            }
        }
        facts.has_more = true;
        Ok(facts)
    }
}

impl WireBalance {
    /// The balance as it is for a claimant; `None` when the account is none of them.
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
            predicate: own.predicate.decode(DEEPEST)?,
        }))
    }
}

impl WirePredicate {
    /// The predicate, of at most so many levels.
    fn decode(&self, levels: u32) -> Result<Predicate, Failure> {
        let below = levels
            .checked_sub(1)
            .ok_or_else(|| Failure::unusable("predicate: nested too deep"))?;
        let two = |parts: &[Self]| {
            if parts.len() != 2 {
                return Err(Failure::unusable("predicate: and, or without two parts"));
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
            Predicate::RelBefore(number("rel_before", seconds)?)
        } else if let Some(time) = self.abs_before()? {
            Predicate::AbsBefore(time)
        } else {
            Predicate::Not(Box::new(Predicate::Unconditional))
        })
    }

    /// The Unix time; of Horizons that do not tell it the date.
    fn abs_before(&self) -> Result<Option<Number>, Failure> {
        let seconds = match (&self.abs_before_epoch, &self.abs_before) {
            (Some(WireSeconds::Text(seconds)), _) => return number("abs_before_epoch", seconds).map(Some),
            (Some(WireSeconds::Number(seconds)), _) => Some(*seconds),
            (None, Some(date)) => i64::try_from(unix_time("abs_before", date)?).ok(),
            (None, None) => return Ok(None),
        };
        let number = seconds.and_then(Number::new);
        number.map(Some).ok_or_else(|| Failure::unusable("abs_before: no time"))
    }
}

fn number(field: &str, text: &str) -> Result<Number, Failure> {
    Number::new(read(field, text)?).ok_or_else(|| Failure::unusable(format_args!("{field}: below 0")))
}
