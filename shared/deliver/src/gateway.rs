//! The socket behind a gateway, which holds the connections and invokes a function for each message of a client.
//!
//! An announcement is counted in the row of each connection of the owner. The sender with the lease of the connection sends the
//! events after the position in order, and releases the lease only if no announcement was counted since the last read of the log.
//! What a lost announcement leaves in the log is sent after the next announcement or the next message of the client.

use crate::reader::LogReader;
use crate::socket::{SocketPorts, check_message, error_message, event_message, event_message_without_content, foreign};
use std::sync::Arc;
use std::time::Duration;
use wallet_core::auth::TokenError;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::{ApiError, ErrorCode};
use wallet_notifications::ports::{EventPage, Subscriptions};
use wallet_notifications::sockets::{
    Announcement, Announcements, Connection, Connections, Gateway, OpenOutcome, Posted,
};

/// The maximum number of connections of an owner.
pub const MAX_CONNECTIONS: usize = 20;

/// The maximum size of a message in bytes that API Gateway sends.
pub const MAX_MESSAGE: usize = 128 * 1024;

/// The number of events that are read at once, and the number of reads of an announcement.
const PAGE: u32 = 100;
const PAGES: usize = 5;

/// The number of attempts to get a lease, each after an announcement that was counted in between.
const CLAIMS: usize = 5;

/// The time of a lease: that of an invocation.
pub const LEASE: Duration = Duration::from_secs(30);

/// The delay after which a client may open a further connection.
const BUSY_DELAY: Duration = Duration::from_secs(5);

/// Handles the messages of clients.
pub struct GatewaySockets {
    /// Opens sockets.
    pub sockets: SocketPorts,
    /// The rows of the connections.
    pub connections: Arc<dyn Connections>,
    /// The gateway.
    pub gateway: Arc<dyn Gateway>,
    /// Carries announcements to [`GatewaySender`].
    pub queue: Arc<dyn Announcements>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

impl GatewaySockets {
    /// Handles a message. The first message opens the socket; a rejected message closes the connection. Each further message sends
    /// what a lost announcement has left in the log.
    ///
    /// # Errors
    /// The store or the gateway fails.
    pub async fn message(&self, connection: &str, text: &str) -> Result<(), StoreError> {
        let handled = match self.connections.find(connection).await? {
            Some(open) => self.continued(&open, text).await,
            None => self.opened(connection, text).await,
        };
        match handled {
            Ok(owner) => {
                self.queue.publish(&of_connection(owner, connection)).await;
                Ok(())
            }
            Err(error) => end(&*self.connections, &*self.gateway, connection, error).await,
        }
    }

    /// Removes a connection that is closed.
    ///
    /// # Errors
    /// The store fails.
    pub async fn disconnected(&self, connection: &str) -> Result<(), StoreError> {
        self.connections.remove(connection).await
    }

    async fn continued(&self, open: &Connection, text: &str) -> Result<String, ApiError> {
        check_message(text)?;
        if open.end <= self.clock.now() {
            return Err(TokenError::Expired.into());
        }
        self.sockets.check_owner(&open.owner, &open.subscriptions).await?;
        Ok(open.owner.clone())
    }

    async fn opened(&self, connection: &str, text: &str) -> Result<String, ApiError> {
        let open = self.sockets.open(text).await?;
        let connection = Connection {
            id: connection.to_owned(),
            owner: open.owner,
            subscriptions: open.subscriptions,
            cursor: open.cursor,
            end: open.end,
            announced: 0,
            lease: Timestamp::from_millis(0),
        };
        let opened = self
            .connections
            .open(&connection, MAX_CONNECTIONS, self.clock.now())
            .await?;
        match opened {
            OpenOutcome::Opened => Ok(connection.owner),
            // Two first messages at the same time.
            OpenOutcome::AlreadyOpen => Err(ApiError::invalid_request("Send one first message.")),
            OpenOutcome::Full => {
                let message = "Too many sockets of the bearer are open; close one, or try again later.";
                Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(BUSY_DELAY))
            }
        }
    }
}

fn of_connection(owner: String, id: &str) -> Announcement {
    let connection = Some(id.to_owned());
    Announcement { owner, connection }
}

/// Sends the reason, and closes a connection.
async fn end(
    connections: &dyn Connections,
    gateway: &dyn Gateway,
    connection: &str,
    error: ApiError,
) -> Result<(), StoreError> {
    connections.remove(connection).await?;
    match gateway.post(connection, error_message(error)).await? {
        Posted::Sent => gateway.close(connection).await,
        Posted::Gone => Ok(()),
    }
}

/// Sends the events of the log to the connections of an owner.
pub struct GatewaySender {
    /// The log.
    pub log: LogReader,
    /// The rows of the connections.
    pub connections: Arc<dyn Connections>,
    /// The subscriptions.
    pub subscriptions: Arc<dyn Subscriptions>,
    /// The gateway.
    pub gateway: Arc<dyn Gateway>,
    /// Carries an announcement again if more events remain than one announcement may send.
    pub queue: Arc<dyn Announcements>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// The state of a connection after a page of events.
enum Progress {
    /// The log has no further event, a different sender has the lease, or the connection has ended.
    Done,
    /// The log may have further events.
    Held(Connection),
}

impl GatewaySender {
    /// Sends the events after the positions of the announced connections. The failure of one connection delays no other.
    ///
    /// # Errors
    /// The store or the gateway fails. The leases end with the time.
    pub async fn announced(&self, announcement: &Announcement) -> Result<(), StoreError> {
        let connections = match &announcement.connection {
            Some(id) => self.connections.find(id).await?.into_iter().collect(),
            None => self.connections.of_owner(&announcement.owner).await?,
        };
        let sent = connections.iter().map(|connection| self.send(connection));
        futures::future::join_all(sent).await.into_iter().collect()
    }

    /// Sends the events after the position of a connection.
    async fn send(&self, connection: &Connection) -> Result<(), StoreError> {
        self.connections.count_announcement(connection).await?;
        let Some(mut held) = self.claim(&connection.id).await? else {
            return Ok(());
        };
        for _ in 0..PAGES {
            match self.send_page(held).await? {
                Progress::Done => return Ok(()),
                Progress::Held(next) => held = next,
            }
        }
        self.release(&held).await?;
        self.queue.publish(&of_connection(held.owner, &held.id)).await;
        Ok(())
    }

    /// Returns the connection with a lease; `None` if a different sender has the lease or the connection is closed.
    async fn claim(&self, id: &str) -> Result<Option<Connection>, StoreError> {
        for _ in 0..CLAIMS {
            let Some(found) = self.connections.find(id).await? else {
                return Ok(None);
            };
            let now = self.clock.now();
            if found.end <= now {
                end(&*self.connections, &*self.gateway, id, TokenError::Expired.into()).await?;
                return Ok(None);
            }
            // The holder sees the announcement before the release.
            if found.lease > now {
                return Ok(None);
            }
            let mut held = found.clone();
            held.lease = now.after(LEASE);
            if self.connections.change(&found, &held).await? {
                return Ok(Some(held));
            }
        }
        Err(StoreError::new("a connection changes too often for a lease"))
    }

    /// Ends a lease, also if announcements are counted at the same time.
    async fn release(&self, held: &Connection) -> Result<(), StoreError> {
        let mut known = held.clone();
        for _ in 0..CLAIMS {
            if self.connections.change(&known, &released(held)).await? {
                return Ok(());
            }
            match self.connections.find(&held.id).await? {
                Some(current) if current.lease == held.lease => known = current,
                _ => return Ok(()),
            }
        }
        Err(StoreError::new("a connection changes too often for the end of a lease"))
    }

    async fn send_page(&self, held: Connection) -> Result<Progress, StoreError> {
        let log = self.log.of(held.owner.clone(), held.subscriptions.clone());
        let page = log.read(&held.cursor, PAGE).await?;
        let mut next = held.clone();
        next.cursor = page.cursor.clone();
        let has_more = next.cursor != held.cursor;
        if !page.events.is_empty()
            && let Some(error) = foreign(&*self.subscriptions, &held.owner, &held.subscriptions).await?
        {
            end(&*self.connections, &*self.gateway, &held.id, error).await?;
            return Ok(Progress::Done);
        }
        if self.post(&held, page).await? == Posted::Gone {
            self.connections.remove(&held.id).await?;
            return Ok(Progress::Done);
        }
        let written = if has_more { next.clone() } else { released(&next) };
        if self.connections.change(&held, &written).await? {
            return Ok(if has_more { Progress::Held(next) } else { Progress::Done });
        }
        let current = self.connections.find(&held.id).await?;
        // An announcement was counted: the events are read again.
        let current = current.filter(|current| current.lease == held.lease);
        Ok(current.map_or(Progress::Done, |mut current| {
            current.cursor = next.cursor;
            Progress::Held(current)
        }))
    }

    async fn post(&self, held: &Connection, page: EventPage) -> Result<Posted, StoreError> {
        for (event, after) in page.with_cursors(&held.cursor) {
            let mut message = event_message(&event, &after);
            if message.len() > MAX_MESSAGE {
                message = event_message_without_content(&event, &after);
            }
            if self.gateway.post(&held.id, message).await? == Posted::Gone {
                return Ok(Posted::Gone);
            }
        }
        Ok(Posted::Sent)
    }
}

fn released(held: &Connection) -> Connection {
    Connection {
        lease: Timestamp::from_millis(0),
        ..held.clone()
    }
}
