//! `ports::Connections`.
//!
//! The row of a connection is in the list of the owner. A second row has the owner by the id of the connection, since the gateway
//! gives the id only.

use super::row::{json, json_of, sort_key};
use super::{DynamoNotifications, END, START};
use crate::dynamodb::TTL_ATTRIBUTE;
use crate::dynamodb::item::{Item, Key, NONCE, item, key, malformed, new_nonce, number, number_of, text, text_of};
use crate::dynamodb::transaction::{Condition, Transaction};
use async_trait::async_trait;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::sockets::{Connection, Connections, OpenOutcome};

/// The sort key of the row with the owner.
const OWNER: &str = "owner";

fn sockets_key(owner: &str) -> String {
    format!("socket#{owner}")
}

fn owner_key(id: &str) -> Key {
    (format!("connection#{id}"), OWNER).into()
}

fn row_of(connection: &Connection, nonce: &str) -> Result<Item, StoreError> {
    let mut row = key((sockets_key(&connection.owner), &connection.id));
    row.extend(item([
        ("subscriptions", json(&connection.subscriptions)?),
        ("log_position", text(&connection.cursor)),
        ("ends_at", number(connection.end.as_millis())),
        (TTL_ATTRIBUTE, number(connection.end.as_secs())),
        ("announced", number(connection.announced)),
        ("leased_until", number(connection.lease.as_millis())),
        (NONCE, text(nonce)),
    ]));
    Ok(row)
}

fn connection_of(owner: &str, row: &Item) -> Result<Connection, StoreError> {
    Ok(Connection {
        id: sort_key(row, "")?.to_owned(),
        owner: owner.to_owned(),
        subscriptions: json_of(row, "subscriptions")?,
        cursor: text_of(row, "log_position")?
            .parse()
            .map_err(|_| malformed("log_position"))?,
        end: Timestamp::from_millis(number_of(row, "ends_at")?),
        announced: number_of(row, "announced")?,
        lease: Timestamp::from_millis(number_of(row, "leased_until")?),
    })
}

#[async_trait]
impl Connections for DynamoNotifications {
    async fn open(&self, connection: &Connection, limit: usize, now: Timestamp) -> Result<OpenOutcome, StoreError> {
        let nonce = new_nonce();
        let mut by_id = key(owner_key(&connection.id));
        by_id.extend(item([
            (OWNER, text(&connection.owner)),
            (TTL_ATTRIBUTE, number(connection.end.as_secs())),
            (NONCE, text(&nonce)),
        ]));
        let written = Transaction::new("open connection")
            .put(&self.table, by_id, Condition::absent())?
            .put(&self.table, row_of(connection, &nonce)?, Condition::absent())?
            .send(&self.client)
            .await?;
        if written.of_write(&nonce).is_err() {
            return Ok(OpenOutcome::AlreadyOpen);
        }
        // The rows are counted after the write, so that connections that open at the same time do not exceed the limit.
        let open = self.of_owner(&connection.owner).await?;
        if open.iter().filter(|open| open.end > now).count() > limit {
            self.remove(&connection.id).await?;
            return Ok(OpenOutcome::Full);
        }
        Ok(OpenOutcome::Opened)
    }

    async fn find(&self, id: &str) -> Result<Option<Connection>, StoreError> {
        let Some(by_id) = self.read(owner_key(id)).await? else {
            return Ok(None);
        };
        let owner = text_of(&by_id, OWNER)?;
        let row = self.read((sockets_key(owner), id).into()).await?;
        row.map(|row| connection_of(owner, &row)).transpose()
    }

    async fn of_owner(&self, owner: &str) -> Result<Vec<Connection>, StoreError> {
        let rows = self.range(&sockets_key(owner), START, END).await?;
        rows.iter().map(|row| connection_of(owner, row)).collect()
    }

    async fn count_announcement(&self, connection: &Connection) -> Result<(), StoreError> {
        let open = Condition::new("attribute_exists(pk)", Item::new());
        let update = Transaction::new("announce to connection").update(
            &self.table,
            (sockets_key(&connection.owner), &connection.id),
            "ADD announced :one",
            item([(":one", number(1))]),
            open,
        )?;
        update.send_alone(&self.client).await.map(drop)
    }

    async fn change(&self, from: &Connection, to: &Connection) -> Result<bool, StoreError> {
        let nonce = new_nonce();
        let values = item([
            (":position", text(&to.cursor)),
            (":until", number(to.lease.as_millis())),
            (":nonce", text(&nonce)),
        ]);
        let known = item([
            (":lease", number(from.lease.as_millis())),
            (":announced", number(from.announced)),
        ]);
        let update = Transaction::new("move connection").update(
            &self.table,
            (sockets_key(&from.owner), &from.id),
            "SET log_position = :position, leased_until = :until, nonce = :nonce",
            values,
            Condition::new("leased_until = :lease AND announced = :announced", known),
        )?;
        let outcome = update.send_alone(&self.client).await?;
        Ok(outcome.of_write(&nonce).is_ok())
    }

    async fn remove(&self, id: &str) -> Result<(), StoreError> {
        let Some(by_id) = self.read(owner_key(id)).await? else {
            return Ok(());
        };
        self.delete((sockets_key(text_of(&by_id, OWNER)?), id).into()).await?;
        self.delete(owner_key(id)).await
    }
}
