//! [`DynamoAccounts`].

use super::account_item::{
    account_key, from_item, has_epoch, has_factor_of, pointed_at, points_at, to_item, to_pointer, token_ids,
    username_key,
};
use super::item::{Item, flag, item, new_nonce, number, read, text};
use super::session_item::{CurrentSession, StoredSession, is_expired, session_key};
use super::tables::Tables;
use super::transaction::{Condition, Outcome, Transaction, backoff};
use crate::dynamodb::{RACES, account_item};
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use uuid::Uuid;
use wallet_core::auth::{SecondFactor, Username};
use wallet_core::ports::accounts::{
    Account, AccountId, Accounts, ChangeAccountError, CreateAccountError, CredentialChange,
};
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
        (":factor", account_item::to_attribute(factor)),
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
