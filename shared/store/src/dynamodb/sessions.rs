//! [`DynamoSessions`], and the list of an account's sessions.

use super::RACES;
use super::accounts::{account_key, admits_session, epoch_of, has_epoch, token_ids, token_ids_of};
use super::item::{Item, item, new_nonce, read, read_all};
use super::session_item::{CurrentSession, StoredSession, is_expired, is_unspent, session_key, to_item};
use super::tables::Tables;
use super::transaction::{Condition, Outcome, Transaction, backoff, snapshot};
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use std::collections::HashMap;
use uuid::Uuid;
use wallet_core::auth::Subject;
use wallet_core::ports::accounts::AccountId;
use wallet_core::ports::sessions::{OpenSessionError, RotateOutcome, Rotation, Session, SessionId, Sessions};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The session store in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoSessions {
    client: Client,
    tables: Tables,
}

impl DynamoSessions {
    /// Creates an adapter for the tables.
    pub fn new(client: Client, tables: Tables) -> Self {
        Self { client, tables }
    }

    async fn open_for_merchant(&self, session: &Session) -> Result<(), OpenSessionError> {
        let nonce = new_nonce();
        let outcome = Transaction::new("open session")
            .put(&self.tables.sessions, to_item(session, &nonce), Condition::absent())?
            .send(&self.client)
            .await?;
        outcome.of_write(&nonce).map_err(|_| id_in_use())
    }

    async fn open_for_account(&self, session: &Session, account: AccountId) -> Result<(), OpenSessionError> {
        let table = &self.tables.sessions;
        let epoch = session
            .epoch
            .ok_or_else(|| StoreError::new("the session of an account has no epoch"))?;
        let nonce = new_nonce();
        for race in 0..RACES {
            let current = CurrentSession::read(&self.client, table, account, session.token_id).await?;
            let mut transaction = Transaction::new("open session")
                .update(
                    &self.tables.accounts,
                    &account_key(account),
                    "ADD token_ids :opened",
                    item([(":opened", token_ids([session.token_id]))]),
                    admits_session(epoch, session.token_id),
                )?
                .put(table, to_item(session, &nonce), Condition::absent())?
                .put(table, current.to_item(session, &nonce), current.unchanged())?;
            if let Some(replaced) = current.session {
                transaction = transaction.delete(table, &session_key(replaced), None)?;
            }
            match transaction.send(&self.client).await?.of_write(&nonce) {
                Ok(()) => return Ok(()),
                Err(failed) if failed.at(0) => {
                    let listed = failed
                        .stored(0)
                        .filter(|stored| matches!(epoch_of(stored), Ok(current) if current == epoch));
                    let listed = listed.ok_or(OpenSessionError::AccountChanged)?;
                    self.list(account, epoch)
                        .remove_some(listed, session.created_at)
                        .await?;
                }
                Err(failed) if failed.at(1) => return Err(id_in_use()),
                // A second session was opened under the same token id since the pointer was read.
                Err(_) => backoff(race).await,
            }
        }
        Err(StoreError::new("open session: too many concurrent sessions under one token id").into())
    }

    fn list(&self, account: AccountId, epoch: u64) -> SessionList<'_> {
        SessionList {
            client: &self.client,
            tables: &self.tables,
            account,
            epoch,
        }
    }

    /// Returns an account's item with the list of sessions, or `None` if the account is deleted.
    async fn listed(&self, account: AccountId) -> Result<Option<(Item, SessionList<'_>)>, StoreError> {
        let stored = read(&self.client, &self.tables.accounts, &account_key(account)).await?;
        let Some(stored) = stored else {
            return Ok(None);
        };
        let list = self.list(account, epoch_of(&stored)?);
        Ok(Some((stored, list)))
    }

    /// Makes the successor token current. Returns `None` if the condition does not hold.
    async fn spend(&self, session: &Session, rotation: &Rotation, nonce: &str) -> Result<Option<Session>, StoreError> {
        let rotated = Session {
            generation: session.generation.saturating_add(1),
            previous: Some(rotation.presented),
            previous_spent_at: Some(rotation.now),
            current: rotation.successor,
            idle_expires_at: rotation.idle_expires_at,
            ..session.clone()
        };
        let condition = is_unspent(session, rotation.now);
        let mut transaction =
            Transaction::new("rotate session").put(&self.tables.sessions, to_item(&rotated, nonce), condition)?;
        if let (Subject::Account(account), Some(epoch)) = (&session.subject, session.epoch) {
            transaction = transaction.check(&self.tables.accounts, &account_key(*account), has_epoch(epoch))?;
        }
        let written = transaction.send(&self.client).await?.of_write(nonce);
        Ok(written.is_ok().then_some(rotated))
    }

    /// Reads a session together with the account, from a consistent snapshot. Returns `None` if the session has
    /// ended, also because the account was deleted or has a different epoch.
    async fn load_current(&self, session: &Session) -> Result<Option<StoredSession>, StoreError> {
        let Subject::Account(account) = session.subject else {
            return StoredSession::read(&self.client, &self.tables.sessions, session.id).await;
        };
        let keys = [
            (self.tables.sessions.as_str(), &*session_key(session.id)),
            (self.tables.accounts.as_str(), &*account_key(account)),
        ];
        let [stored, account] = snapshot(&self.client, keys).await?;
        let (Some(stored), Some(account)) = (stored, account) else {
            return Ok(None);
        };
        let stored = StoredSession::from_item(&stored)?;
        let epoch = epoch_of(&account)?;
        Ok((stored.session.epoch == Some(epoch)).then_some(stored))
    }
}

#[async_trait]
impl Sessions for DynamoSessions {
    async fn open(&self, session: &Session) -> Result<(), OpenSessionError> {
        match session.subject {
            Subject::Merchant(_) => self.open_for_merchant(session).await,
            Subject::Account(account) => self.open_for_account(session, account).await,
        }
    }

    async fn find(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        let stored = StoredSession::read(&self.client, &self.tables.sessions, id).await?;
        Ok(stored.map(|stored| stored.session))
    }

    async fn rotate(&self, rotation: &Rotation) -> Result<RotateOutcome, StoreError> {
        let nonce = new_nonce();
        let Some(read) = StoredSession::read(&self.client, &self.tables.sessions, rotation.id).await? else {
            return Ok(RotateOutcome::Ended);
        };
        let mut session = read.session;
        for race in 0..RACES {
            if is_spendable(&session, rotation) {
                if let Some(rotated) = self.spend(&session, rotation, &nonce).await? {
                    return Ok(RotateOutcome::Rotated(rotated));
                }
                backoff(race).await;
            }
            match self.load_current(&session).await? {
                None => return Ok(RotateOutcome::Ended),
                Some(latest) if latest.nonce == nonce => return Ok(RotateOutcome::Rotated(latest.session)),
                Some(latest) if !is_spendable(&latest.session, rotation) => {
                    return Ok(RotateOutcome::NotCurrent(latest.session));
                }
                // A password change has raised the epoch since the read.
                Some(latest) => session = latest.session,
            }
        }
        Err(StoreError::new("rotate session: too many concurrent changes"))
    }

    async fn end(&self, id: SessionId) -> Result<(), StoreError> {
        let outcome = Transaction::new("end session")
            .delete(&self.tables.sessions, &session_key(id), None)?
            .send(&self.client)
            .await?;
        match outcome {
            Outcome::Written => Ok(()),
            Outcome::ConditionsFailed(_) => Err(StoreError::new("end session: rejected without a condition")),
        }
    }

    async fn of_account(&self, account: AccountId, now: Timestamp) -> Result<Vec<Session>, StoreError> {
        let Some((stored, list)) = self.listed(account).await? else {
            return Ok(Vec::new());
        };
        let entries = list.read(&stored, now).await?;
        Ok(entries.into_iter().filter_map(|entry| entry.live).collect())
    }

    async fn end_of_account(&self, account: AccountId, token_id: Uuid, now: Timestamp) -> Result<bool, StoreError> {
        for race in 0..RACES {
            let Some((stored, list)) = self.listed(account).await? else {
                return Ok(false);
            };
            let entries = list.read(&stored, now).await?;
            let entry = entries.into_iter().find(|entry| entry.pointer.token_id == token_id);
            let Some(entry) = entry.filter(|entry| entry.live.is_some()) else {
                return Ok(false);
            };
            if list.remove(&[entry]).await? {
                return Ok(true);
            }
            backoff(race).await;
        }
        Err(StoreError::new(
            "end session: too many concurrent sessions under one token id",
        ))
    }
}

fn is_spendable(session: &Session, rotation: &Rotation) -> bool {
    session.current == rotation.presented && !is_expired(session, rotation.now)
}

/// Returns the error for a random session id of 16 bytes that is already in use.
fn id_in_use() -> OpenSessionError {
    StoreError::new("open session: the session id is in use").into()
}

/// The maximum number of entries that a transaction removes. Each entry takes two writes, and a transaction has at most
/// 100.
const REMOVED_AT_ONCE: usize = 20;

/// The list of an account's sessions: the token ids in the account's item, which may include ended sessions.
pub(super) struct SessionList<'a> {
    pub(super) client: &'a Client,
    pub(super) tables: &'a Tables,
    pub(super) account: AccountId,
    pub(super) epoch: u64,
}

/// An entry of the list.
pub(super) struct Entry {
    pub(super) pointer: CurrentSession,
    /// The session, or `None` if ended or expired.
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

    /// Removes entries and ends their sessions. Returns false without a change if an entry, or the epoch of the
    /// account, has changed since the read.
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
