//! Claimed amounts: `/transactions/{hash}/effects`.
//!
//! Neither the record of a claim nor the result contains the amount, and operators omit the meta, which does.
//! The effects are therefore requested within limits of load and time, as optional requests
//! (docs/decisions/upstreams.md#optional-requests), and cached. Amounts that are not available are missing from the
//! values, and the facts are marked accordingly.

use super::fields::{amount, read};
use super::response::Page;
use super::{Horizon, Lookup, look_up, optional_deadline};
use futures::stream::{self, StreamExt};
use serde::Deserialize;
use std::collections::HashMap;
use wallet_upstream::{Deadline, Failure, Lane, Topic};
use wallet_xlm::history::HistoryFacts;
use wallet_xlm::{AccountId, Asset, BalanceId, LedgerTransaction, Stroops};

/// Effect of an operation; only effects of claims have such fields and this type.
#[derive(Debug, Deserialize)]
pub(super) struct WireEffect {
    r#type: String,
    balance_id: Option<String>,
    /// In the canonical form: `native` or `CODE:ISSUER`.
    asset: Option<String>,
    amount: Option<String>,
}

/// Claimed amounts by balance id.
pub(super) type Claims = HashMap<BalanceId, (Asset, Stroops)>;

/// Maximum number of transactions per request whose effects are requested: a public Horizon serves about 1
/// request per second.
const MAX_TRANSACTIONS: usize = 20;
/// Concurrent optional requests of a response.
const CONCURRENCY: usize = 2;

/// Effects per transaction that are read, a single page: a claim has two or three.
const EFFECTS: u32 = 200;

impl Horizon {
    /// Completes the claims of an account in the history. Uses at most half of the remaining time, so that the
    /// history is returned regardless of the outcome.
    pub(super) async fn resolve_claims(&self, account: AccountId, facts: &mut HistoryFacts, deadline: Deadline) {
        let deadline = optional_deadline(deadline);
        let lacking = facts
            .entries
            .iter()
            .filter(|entry| entry.has_unresolved_claims(account));
        let mut claims = Claims::new();
        let mut hashes = Vec::new();
        for hash in lacking.map(|entry| entry.hash) {
            match self.claims.get(&hash) {
                Some(known) => claims.extend(known),
                None => hashes.push(hash),
            }
        }
        hashes.truncate(MAX_TRANSACTIONS);
        let requests = stream::iter(hashes).map(|hash| self.claims(hash, deadline));
        let mut responses = requests.buffered(CONCURRENCY);
        while let Some(response) = responses.next().await {
            match response {
                Ok(resolved) => claims.extend(resolved),
                Err(failure) => {
                    tracing::warn!(%failure, "claimed amounts unavailable");
                    break;
                }
            }
        }
        for entry in &mut facts.entries {
            entry.resolve_claims(|id| claims.get(id).copied());
        }
        facts.has_unresolved_claims = facts.entries.iter().any(|entry| entry.has_unresolved_claims(account));
    }

    /// Completes the claims of all accounts in a transaction. Uses at most half of the remaining time, so that the
    /// transaction is returned regardless of the outcome.
    pub(super) async fn complete_claims(&self, transaction: &mut LedgerTransaction, deadline: Deadline) {
        let entry = &transaction.entry;
        if !transaction
            .accounts()
            .any(|account| entry.has_unresolved_claims(account))
        {
            return;
        }
        let claims = match self.claims.get(&entry.hash) {
            Some(known) => Ok(known),
            None => self.claims(entry.hash, optional_deadline(deadline)).await,
        };
        match claims {
            Ok(claims) => transaction.entry.resolve_claims(|id| claims.get(id).copied()),
            Err(failure) => tracing::warn!(%failure, "claimed amounts unavailable"),
        }
    }

    async fn claims(&self, hash: [u8; 32], deadline: Deadline) -> Result<Claims, Failure> {
        let mut url = self.endpoint.url(&["transactions", &hex::encode(hash), "effects"]);
        url.query_pairs_mut().append_pair("limit", &EFFECTS.to_string());
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Effects), url, deadline)
            .await?;
        match look_up::<Page<WireEffect>>(&response)? {
            Lookup::Found(page) => {
                let claims = decode(page)?;
                if !claims.is_empty() {
                    self.claims.put(hash, claims.clone());
                }
                Ok(claims)
            }
            Lookup::Missing | Lookup::BeforeHistory => Ok(Claims::new()),
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
        let (Some(id), Some(asset), Some(claimed)) = (&self.balance_id, &self.asset, &self.amount) else {
            return Err(Failure::unusable("claim without balance_id, asset or amount"));
        };
        Ok((
            read("balance_id", id)?,
            (read("asset", asset)?, amount("amount", claimed)?),
        ))
    }
}
