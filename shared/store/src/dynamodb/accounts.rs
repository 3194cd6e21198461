//! [`DynamoAccounts`], and the items of accounts.
//!
//! | pk | content |
//! |---|---|
//! | `a#<account id>` | the account, with the token ids of the sessions |
//! | `u#<base64url SHA-256 of the user name>` | the id of the account with that name |
//!
//! The second factor is a map in the item of an account:
//!
//! | State | Attributes |
//! |---|---|
//! | absent | none |
//! | pending | `kid`, `secret`, `expires_at` |
//! | active | `kid`, `secret`, `last_step`, and `recovery` unless all codes are used |

use super::item::{
    Item, NONCE, bytes, bytes_of, flag, flag_of, item, malformed, new_nonce, number, number_of, optional_number_of,
    optional_raw_bytes_of, read, text, text_of, texts, texts_of, timestamp, timestamp_of,
};
use super::session_item::{CurrentSession, StoredSession, is_expired, session_key};
use super::tables::{KEY_ATTRIBUTE, Tables};
use super::transaction::{Condition, Outcome, Transaction, backoff};
use crate::dynamodb::RACES;
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use wallet_core::auth::{
    ActiveFactor, MerchantId, PendingFactor, RecoveryCodeHashes, SealedSecret, SecondFactor, TimeStep, Username,
};
use wallet_core::ports::accounts::{
    Account, AccountId, Accounts, ChangeAccountError, CreateAccountError, CredentialChange,
};
use wallet_core::ports::sessions::SESSIONS_PER_ACCOUNT;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The account store in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoAccounts {
    client: Client,
    tables: Tables,
}

impl DynamoAccounts {
    /// Creates an adapter for the tables.
    pub fn new(client: Client, tables: Tables) -> Self {
        Self { client, tables }
    }

    /// Starts the transaction of a change of credentials. Of the list of sessions, the retained session remains.
    fn credentials(
        &self,
        account: &Account,
        change: &CredentialChange<'_>,
        retained_token_id: Uuid,
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        let mut values = item([
            (":next", number(account.epoch + 1)),
            (":retained", token_ids([retained_token_id])),
            (":nonce", text(nonce)),
        ]);
        let (expression, condition) = match change {
            CredentialChange::Password(hash) => {
                values.insert(":hash".to_owned(), text(hash));
                let set = "SET password_hash = :hash, epoch = :next, token_ids = :retained, nonce = :nonce";
                (set, has_epoch(account.epoch))
            }
            CredentialChange::SecondFactor(factor) => {
                values.extend(factor_values(account, factor));
                let set = "SET second_factor = :factor, factor_revision = :next_revision, epoch = :next, \
                           token_ids = :retained, nonce = :nonce";
                (set, has_factor_of(account))
            }
        };
        let key = account_key(account.id);
        Transaction::new("change credentials").update(&self.tables.accounts, &key, expression, values, condition)
    }

    /// Adds the session that survives a change of credentials to the transaction.
    /// The pointer is checked as well, so that a concurrently opened session is not lost unnoticed.
    async fn carry_session(
        &self,
        transaction: Transaction,
        account: &Account,
        token_id: Uuid,
        now: Timestamp,
    ) -> Result<Transaction, StoreError> {
        let table = &self.tables.sessions;
        let current = CurrentSession::read(&self.client, table, account.id, token_id).await?;
        let transaction = transaction.check(table, &current.key, current.unchanged())?;
        let Some(id) = current.session else {
            return Ok(transaction);
        };
        let surviving = StoredSession::read(&self.client, table, id).await?;
        match surviving.map(|stored| stored.session) {
            Some(session) if session.epoch == Some(account.epoch) && !is_expired(&session, now) => {
                let raised = item([(":next", number(account.epoch + 1))]);
                transaction.update(
                    table,
                    &session_key(id),
                    "SET epoch = :next",
                    raised,
                    has_epoch(account.epoch),
                )
            }
            _ => Ok(transaction),
        }
    }
}

/// Returns the values of a new second factor and the revision.
fn factor_values(account: &Account, factor: &SecondFactor) -> Item {
    item([
        (":factor", to_attribute(factor)),
        (":next_revision", number(account.factor_revision + 1)),
    ])
}

#[async_trait]
impl Accounts for DynamoAccounts {
    async fn create(&self, account: &Account) -> Result<(), CreateAccountError> {
        let table = &self.tables.accounts;
        let nonce = new_nonce();
        let outcome = Transaction::new("create account")
            .put(table, to_item(account, &nonce), Condition::absent())?
            .put(table, to_pointer(account, &nonce), Condition::absent())?
            .send(&self.client)
            .await?;
        outcome.of_write(&nonce).map_err(|_| CreateAccountError::UsernameTaken)
    }

    async fn find_by_username(&self, username: &Username) -> Result<Option<Account>, StoreError> {
        let pointer = read(&self.client, &self.tables.accounts, &username_key(username)).await?;
        // An unknown name costs a second read too, so that the response time does not reveal if a name exists.
        let id = pointer.as_ref().map_or(Ok(Uuid::nil()), pointed_at)?;
        let found = self.find(id).await?;
        // The account may have been deleted between the two reads and the name reused; then the account is a different
        // account.
        Ok(found.filter(|account| account.username == *username))
    }

    async fn find(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let stored = read(&self.client, &self.tables.accounts, &account_key(id)).await?;
        stored.as_ref().map(from_item).transpose()
    }

    async fn change_credentials(
        &self,
        account: &Account,
        change: CredentialChange<'_>,
        retained_token_id: Uuid,
        now: Timestamp,
    ) -> Result<(), ChangeAccountError> {
        let nonce = new_nonce();
        for race in 0..RACES {
            let transaction = self.credentials(account, &change, retained_token_id, &nonce)?;
            let transaction = self.carry_session(transaction, account, retained_token_id, now).await?;
            match transaction.send(&self.client).await?.of_write(&nonce) {
                Ok(()) => return Ok(()),
                Err(failed) if failed.at(0) => return Err(ChangeAccountError::Changed),
                // The surviving session was replaced or ended after the read.
                Err(_) => backoff(race).await,
            }
        }
        Err(StoreError::new("change credentials: too many concurrent changes of the surviving session").into())
    }

    async fn update_second_factor(&self, account: &Account, factor: &SecondFactor) -> Result<(), ChangeAccountError> {
        let nonce = new_nonce();
        let mut values = factor_values(account, factor);
        values.insert(":nonce".to_owned(), text(&nonce));
        let outcome = Transaction::new("update second factor")
            .update(
                &self.tables.accounts,
                &account_key(account.id),
                "SET second_factor = :factor, factor_revision = :next_revision, nonce = :nonce",
                values,
                has_factor_of(account),
            )?
            .send(&self.client)
            .await?;
        outcome.of_write(&nonce).map_err(|_| ChangeAccountError::Changed)
    }

    async fn rehash(&self, account: &Account, new_hash: &str) -> Result<(), ChangeAccountError> {
        // The condition holds before and after the write, so a retry needs no nonce.
        let outcome = Transaction::new("rehash")
            .update(
                &self.tables.accounts,
                &account_key(account.id),
                "SET password_hash = :hash",
                item([(":hash", text(new_hash))]),
                has_epoch(account.epoch),
            )?
            .send(&self.client)
            .await?;
        match outcome {
            Outcome::Written => Ok(()),
            Outcome::ConditionsFailed(_) => Err(ChangeAccountError::Changed),
        }
    }

    async fn end_sessions(&self, account: &Account, disabled: bool) -> Result<(), ChangeAccountError> {
        let nonce = new_nonce();
        let values = item([
            (":next", number(account.epoch + 1)),
            (":disabled", flag(disabled)),
            (":nonce", text(&nonce)),
        ]);
        let outcome = Transaction::new("end sessions")
            .update(
                &self.tables.accounts,
                &account_key(account.id),
                "SET epoch = :next, is_disabled = :disabled, nonce = :nonce REMOVE token_ids",
                values,
                has_epoch(account.epoch),
            )?
            .send(&self.client)
            .await?;
        outcome.of_write(&nonce).map_err(|_| ChangeAccountError::Changed)
    }

    async fn delete(&self, account: &Account) -> Result<(), ChangeAccountError> {
        let table = &self.tables.accounts;
        let outcome = Transaction::new("delete account")
            .delete(table, &account_key(account.id), Some(has_epoch(account.epoch)))?
            .delete(table, &username_key(&account.username), Some(points_at(account.id)))?
            .send(&self.client)
            .await?;
        match outcome {
            Outcome::Written => Ok(()),
            // Ids are never reused: a missing account was deleted, perhaps by an earlier attempt with a lost
            // response.
            Outcome::ConditionsFailed(failed) if failed.stored(0).is_none() => Ok(()),
            Outcome::ConditionsFailed(_) => Err(ChangeAccountError::Changed),
        }
    }
}

const ACCOUNT_ID: &str = "account_id";
const USERNAME: &str = "username";
const PASSWORD_HASH: &str = "password_hash";
const EPOCH: &str = "epoch";
const DISABLED: &str = "is_disabled";
const MERCHANT: &str = "merchant";
const CREATED_AT: &str = "created_at";
const SECOND_FACTOR: &str = "second_factor";
const FACTOR_REVISION: &str = "factor_revision";
const TOKEN_IDS: &str = "token_ids";

/// Returns the key of an account.
pub(super) fn account_key(id: AccountId) -> String {
    format!("a#{id}")
}

/// Returns the key of the pointer from a user name. The hash gives all keys the same length and prevents names in
/// keys, which appear in DynamoDB metrics.
pub(super) fn username_key(username: &Username) -> String {
    format!("u#{}", username_hash(username))
}

/// Returns the SHA-256 of a prepared user name in base64url.
fn username_hash(username: &Username) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(username.as_str()))
}

/// Returns the item of an account.
pub(super) fn to_item(account: &Account, nonce: &str) -> Item {
    item([
        (KEY_ATTRIBUTE, text(account_key(account.id))),
        (SECOND_FACTOR, to_attribute(&account.second_factor)),
        (FACTOR_REVISION, number(account.factor_revision)),
        (ACCOUNT_ID, text(account.id)),
        (USERNAME, text(account.username.as_str())),
        (PASSWORD_HASH, text(&account.password_hash)),
        (EPOCH, number(account.epoch)),
        (DISABLED, flag(account.disabled)),
        (MERCHANT, text(&account.merchant)),
        (CREATED_AT, timestamp(account.created_at)),
        (NONCE, text(nonce)),
    ])
}

/// Returns the item that points from the user name to the account.
pub(super) fn to_pointer(account: &Account, nonce: &str) -> Item {
    item([
        (KEY_ATTRIBUTE, text(username_key(&account.username))),
        (ACCOUNT_ID, text(account.id)),
        (NONCE, text(nonce)),
    ])
}

/// Parses the account in an item.
pub(super) fn from_item(item: &Item) -> Result<Account, StoreError> {
    Ok(Account {
        id: pointed_at(item)?,
        username: Username::from_stored(text_of(item, USERNAME)?.to_owned()),
        password_hash: text_of(item, PASSWORD_HASH)?.to_owned(),
        epoch: epoch_of(item)?,
        // Accounts of versions without disabled accounts are enabled.
        disabled: flag_of(item, DISABLED)?,
        second_factor: from_attribute(item.get(SECOND_FACTOR))?,
        factor_revision: optional_number_of(item, FACTOR_REVISION)?.unwrap_or_default(),
        merchant: MerchantId::parse(text_of(item, MERCHANT)?).map_err(|_| malformed(MERCHANT))?,
        created_at: timestamp_of(item, CREATED_AT)?,
    })
}

/// Parses the account id in a pointer.
pub(super) fn pointed_at(item: &Item) -> Result<AccountId, StoreError> {
    AccountId::try_parse(text_of(item, ACCOUNT_ID)?).map_err(|_| malformed(ACCOUNT_ID))
}

/// Parses the epoch of the account in an item.
pub(super) fn epoch_of(item: &Item) -> Result<u64, StoreError> {
    number_of(item, EPOCH)
}

/// Returns the condition that the account exists and has this epoch.
pub(super) fn has_epoch(epoch: u64) -> Condition {
    Condition::new("epoch = :epoch", item([(":epoch", number(epoch))]))
}

/// Returns the condition that the account exists and has the epoch and the second factor that were read.
pub(super) fn has_factor_of(account: &Account) -> Condition {
    let mut values = item([(":epoch", number(account.epoch))]);
    // Accounts of versions without second factors have no revision.
    if account.factor_revision == 0 {
        let unchanged = "epoch = :epoch AND (attribute_not_exists(factor_revision) OR factor_revision = :revision)";
        values.insert(":revision".to_owned(), number(0));
        return Condition::new(unchanged, values);
    }
    values.insert(":revision".to_owned(), number(account.factor_revision));
    Condition::new("epoch = :epoch AND factor_revision = :revision", values)
}

/// Returns the condition that the account has the epoch, and that a session under the token id exceeds no limit.
pub(super) fn admits_session(epoch: u64, token_id: Uuid) -> Condition {
    let values = item([
        (":epoch", number(epoch)),
        (":token_id", text(token_id)),
        (":limit", number(SESSIONS_PER_ACCOUNT as u64)),
    ]);
    Condition::new(
        "epoch = :epoch AND (attribute_not_exists(token_ids) OR size(token_ids) < :limit OR contains(token_ids, :token_id))",
        values,
    )
}

/// Returns the token ids in an account's item with present or past sessions.
pub(super) fn token_ids_of(item: &Item) -> Result<Vec<Uuid>, StoreError> {
    let parse = |id: &String| Uuid::try_parse(id).map_err(|_| malformed(TOKEN_IDS));
    texts_of(item, TOKEN_IDS)?.iter().map(parse).collect()
}

/// Creates the attribute value with the token ids.
pub(super) fn token_ids(ids: impl IntoIterator<Item = Uuid>) -> AttributeValue {
    texts(ids.into_iter().map(|id| id.to_string()).collect())
}

/// Returns the condition that the pointer exists and refers to this account.
pub(super) fn points_at(id: AccountId) -> Condition {
    Condition::new("account_id = :account", item([(":account", text(id))]))
}

const KID: &str = "kid";
const SECRET: &str = "secret";
const EXPIRES_AT: &str = "expires_at";
const LAST_STEP: &str = "last_step";
/// The concatenated hashes of the recovery codes.
const RECOVERY: &str = "recovery";

/// Parses the attribute of an account.
pub(super) fn from_attribute(stored: Option<&AttributeValue>) -> Result<SecondFactor, StoreError> {
    let map = match stored {
        None => return Ok(SecondFactor::Absent),
        Some(AttributeValue::M(map)) if map.is_empty() => return Ok(SecondFactor::Absent),
        Some(AttributeValue::M(map)) => map,
        Some(_) => return Err(malformed("second_factor")),
    };
    let secret = SealedSecret {
        kid: text_of(map, KID)?.to_owned(),
        bytes: bytes_of(map, SECRET)?,
    };
    let Some(last_step) = optional_number_of(map, LAST_STEP)? else {
        let expires_at = timestamp_of(map, EXPIRES_AT)?;
        return Ok(SecondFactor::Pending(PendingFactor { secret, expires_at }));
    };
    Ok(SecondFactor::Active(ActiveFactor {
        secret,
        last_step: TimeStep(last_step),
        recovery: recovery_of(map)?,
    }))
}

/// Creates the attribute of an account.
pub(super) fn to_attribute(factor: &SecondFactor) -> AttributeValue {
    AttributeValue::M(match factor {
        SecondFactor::Absent => Item::new(),
        SecondFactor::Pending(pending) => {
            let mut map = sealed(&pending.secret);
            map.insert(EXPIRES_AT.to_owned(), timestamp(pending.expires_at));
            map
        }
        SecondFactor::Active(active) => {
            let mut map = sealed(&active.secret);
            map.insert(LAST_STEP.to_owned(), number(active.last_step.0));
            if !active.recovery.0.is_empty() {
                map.insert(RECOVERY.to_owned(), bytes(&active.recovery.0.concat()));
            }
            map
        }
    })
}

fn sealed(secret: &SealedSecret) -> Item {
    item([(KID, text(&secret.kid)), (SECRET, bytes(&secret.bytes))])
}

fn recovery_of(map: &Item) -> Result<RecoveryCodeHashes, StoreError> {
    let stored = optional_raw_bytes_of(map, RECOVERY)?.unwrap_or_default();
    let (hashes, rest) = stored.as_chunks();
    if !rest.is_empty() {
        return Err(malformed(RECOVERY));
    }
    Ok(RecoveryCodeHashes(hashes.to_vec()))
}
