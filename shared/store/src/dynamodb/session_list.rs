//! The list of an account's sessions: the token ids in the account's item, which may include ended sessions.

use crate::dynamodb::account_item::{account_key, has_epoch, token_ids, token_ids_of};
use crate::dynamodb::item::{Item, item, read_all};
use crate::dynamodb::session_item::{CurrentSession, StoredSession, is_expired, session_key};
use crate::dynamodb::tables::Tables;
use crate::dynamodb::transaction::{Outcome, Transaction};
use aws_sdk_dynamodb::Client;
use std::collections::HashMap;
use wallet_core::ports::accounts::AccountId;
use wallet_core::ports::sessions::Session;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The maximum number of entries that one transaction removes. Each takes two writes, and a transaction has at most 100.
const REMOVED_AT_ONCE: usize = 20;

/// The list of an account.
pub(super) struct SessionList<'a> {
    pub(super) client: &'a Client,
    pub(super) tables: &'a Tables,
    pub(super) account: AccountId,
    pub(super) epoch: u64,
}

/// An entry of the list.
pub(super) struct Entry {
    pub(super) pointer: CurrentSession,
    /// The session, or `None` if it has ended or expired.
    pub(super) live: Option<Session>,
}

impl SessionList<'_> {
    /// Reads the entries that an account's item lists.
    pub(super) async fn read(&self, account: &Item, now: Timestamp) -> Result<Vec<Entry>, StoreError> {
        let table = &self.tables.sessions;
        let ids = token_ids_of(account)?;
        let pointers = CurrentSession::read_all(self.client, table, self.account, &ids).await?;
        let keys: Vec<_> = pointers
            .iter()
            .filter_map(|pointer| pointer.session)
            .map(session_key)
            .collect();
        let mut sessions = HashMap::new();
        for stored in read_all(self.client, table, &keys).await? {
            let session = StoredSession::from_item(&stored)?.session;
            if session.epoch == Some(self.epoch) && !is_expired(&session, now) {
                sessions.insert(session.id, session);
            }
        }
        let entry = |pointer: CurrentSession| Entry {
            live: pointer.session.and_then(|id| sessions.remove(&id)),
            pointer,
        };
        Ok(pointers.into_iter().map(entry).collect())
    }

    /// Removes entries of ended sessions from a full list. If there are none, the session that was not used for the
    /// longest time ends.
    ///
    /// A concurrent change of an entry prevents the removal; the caller tries again.
    pub(super) async fn remove_some(&self, account: &Item, now: Timestamp) -> Result<(), StoreError> {
        let entries = self.read(account, now).await?;
        let (live, ended): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.live.is_some());
        let mut removed: Vec<_> = ended.into_iter().take(REMOVED_AT_ONCE).collect();
        if removed.is_empty() {
            let oldest = live
                .into_iter()
                .min_by_key(|entry| entry.live.as_ref().map(Session::last_used_at));
            removed.extend(oldest);
        }
        self.remove(&removed).await?;
        Ok(())
    }

    /// Removes entries and ends their sessions. Returns false without a change if one of them, or the epoch of the account,
    /// has changed since it was read.
    pub(super) async fn remove(&self, entries: &[Entry]) -> Result<bool, StoreError> {
        let table = &self.tables.sessions;
        let removed = token_ids(entries.iter().map(|entry| entry.pointer.token_id));
        let mut transaction = Transaction::new("remove sessions").update(
            &self.tables.accounts,
            &account_key(self.account),
            "DELETE token_ids :removed",
            item([(":removed", removed)]),
            has_epoch(self.epoch),
        )?;
        for Entry { pointer, .. } in entries {
            transaction = transaction.delete(table, &pointer.key, Some(pointer.unchanged()))?;
            if let Some(id) = pointer.session {
                transaction = transaction.delete(table, &session_key(id), None)?;
            }
        }
        Ok(matches!(transaction.send(self.client).await?, Outcome::Written))
    }
}
