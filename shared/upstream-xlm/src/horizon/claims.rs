//! What claims brought: `/transactions/{hash}/effects`.
//!
//! Neither the record of a claim nor its result tells it, and operators leave out the meta, which does. So it is asked for,
//! as far as that is no burden and there is time; what is not told is missing from the values, and the facts say so.

use super::fields::{amount, read};
use super::page::Page;
use super::{Horizon, Sought};
use futures::stream::{self, StreamExt};
use serde::Deserialize;
use std::collections::HashMap;
use std::time::Duration;
use wallet_upstream::client::{Deadline, after, within};
use wallet_upstream::failure::Failure;
use wallet_xlm::history::HistoryFacts;
use wallet_xlm::{AccountId, Asset, BalanceId, Stroops};

/// An effect of an operation; only those of claims have these fields and this type.
#[derive(Debug, Deserialize)]
pub(super) struct WireEffect {
    r#type: String,
    #[serde(default)]
    balance_id: Option<String>,
    /// In the canonical form: `native` or `CODE:ISSUER`.
    #[serde(default)]
    asset: Option<String>,
    #[serde(default)]
    amount: Option<String>,
}

/// What claims brought, by the ids of their balances.
pub(super) type Claims = HashMap<BalanceId, (Asset, Stroops)>;

/// Transactions of an answer that are asked about, and how many at a time: a public Horizon answers about one question a
/// second.
const AT_MOST: usize = 20;
const AT_ONCE: usize = 4;

/// Effects of a transaction that are read, a page: a claim has two or three.
const EFFECTS: u32 = 200;

impl Horizon {
    /// Completes the claims of an account in its history. Half of the time that is left must do, so that the history is told
    /// whatever becomes of this.
    pub(super) async fn tell_claims(&self, account: AccountId, facts: &mut HistoryFacts, deadline: Deadline) {
        let now = after(Duration::ZERO).moment();
        let left = deadline.moment().saturating_duration_since(now);
        let deadline = within(deadline, left / 2);
        let lacking = facts.entries.iter().filter(|entry| entry.lacks_claims(account));
        let hashes: Vec<_> = lacking.map(|entry| entry.hash).take(AT_MOST).collect();
        let asked = stream::iter(hashes).map(|hash| self.claims(hash, deadline));
        let mut answers = asked.buffered(AT_ONCE);
        let mut claims = Claims::new();
        while let Some(answer) = answers.next().await {
            match answer {
                Ok(told) => claims.extend(told),
                Err(failure) => {
                    tracing::warn!(%failure, "what claims brought is missing");
                    break;
                }
            }
        }
        for entry in &mut facts.entries {
            entry.tell_claims(|id| claims.get(id).copied());
        }
        facts.lacks_claims = facts.entries.iter().any(|entry| entry.lacks_claims(account));
    }

    async fn claims(&self, hash: [u8; 32], deadline: Deadline) -> Result<Claims, Failure> {
        let mut url = self.endpoint.url(&["transactions", &hex::encode(hash), "effects"]);
        url.query_pairs_mut().append_pair("limit", &EFFECTS.to_string());
        match self.seek::<Page<WireEffect>>(url, deadline).await? {
            Sought::Found(page) => decode(page),
            Sought::Missing | Sought::BeforeHistory => Ok(Claims::new()),
        }
    }
}

pub(super) fn decode(page: Page<WireEffect>) -> Result<Claims, Failure> {
    let effects = page.records(EFFECTS)?.into_iter();
    let claims = effects.filter(|effect| effect.r#type == "claimable_balance_claimed");
    claims.map(|claim| claim.decode()).collect()
}

impl WireEffect {
    fn decode(&self) -> Result<(BalanceId, (Asset, Stroops)), Failure> {
        let (Some(id), Some(asset), Some(brought)) = (&self.balance_id, &self.asset, &self.amount) else {
            return Err(Failure::unusable("a claim without a balance, an asset or an amount"));
        };
        Ok((
            read("balance_id", id)?,
            (read("asset", asset)?, amount("amount", brought)?),
        ))
    }
}
