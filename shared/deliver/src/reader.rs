//! [`LogReader`]: the log as long polls and sockets read it, and [`News`]: the reports that the log has a new event.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_notifications::Cursor;
use wallet_notifications::ports::{EventLog, EventPage};

/// The time between two reads of the log if a different process writes events.
const INTERVAL: Duration = Duration::from_millis(500);

/// The time between two reads of the log if each event is reported.
const LONG_INTERVAL: Duration = Duration::from_secs(30);

/// Reports about new events, by owner, from the writer of the log to the readers in the same process.
#[derive(Clone, Default)]
pub struct News(Arc<Mutex<HashMap<String, watch::Sender<()>>>>);

impl News {
    /// Reports that the log of an owner has a new event.
    pub fn announce(&self, owner: &str) {
        let owners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = owners.get(owner) {
            sender.send_replace(());
        }
    }

    /// Returns a receiver of the reports about an owner from now on.
    fn listen(&self, owner: &str) -> watch::Receiver<()> {
        let mut owners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|_, sender| sender.receiver_count() > 0);
        owners.entry(owner.to_owned()).or_default().subscribe()
    }
}

/// The log, for those who read the log as it grows.
#[derive(Clone)]
pub struct LogReader {
    log: Arc<dyn EventLog>,
    clock: Arc<dyn Clock>,
    news: Option<News>,
}

impl LogReader {
    /// Creates a reader of a log that different processes write.
    pub fn polling(log: Arc<dyn EventLog>, clock: Arc<dyn Clock>) -> Self {
        let news = None;
        Self { log, clock, news }
    }

    /// Creates a reader of a log whose events are reported.
    pub fn informed(log: Arc<dyn EventLog>, clock: Arc<dyn Clock>, news: News) -> Self {
        let news = Some(news);
        Self { log, clock, news }
    }

    /// Returns a reader of the events of an owner: those of `subscriptions`, or of all if empty.
    pub fn of(&self, owner: String, subscriptions: Vec<Uuid>) -> Follower {
        Follower {
            news: self.news.as_ref().map(|news| news.listen(&owner)),
            reader: self.clone(),
            owner,
            subscriptions,
        }
    }

    /// Returns the position after the present events of an owner.
    ///
    /// # Errors
    /// The store fails.
    pub async fn end(&self, owner: &str) -> Result<Cursor, StoreError> {
        self.log.end(owner).await
    }
}

/// A reader of the events of an owner.
pub struct Follower {
    reader: LogReader,
    owner: String,
    subscriptions: Vec<Uuid>,
    news: Option<watch::Receiver<()>>,
}

impl Follower {
    /// Returns at most `limit` events after a position.
    ///
    /// # Errors
    /// The store fails.
    pub async fn read(&self, after: &Cursor, limit: u32) -> Result<EventPage, StoreError> {
        let LogReader { log, clock, .. } = &self.reader;
        log.events(&self.owner, &self.subscriptions, after, limit, clock.now())
            .await
    }

    /// Waits for a new event until an instant, and returns at most `limit` events after a position. Without an event, the log is
    /// read twice a second, or twice a minute if each event is reported.
    ///
    /// The first read waits too: `after` is the position after an earlier read.
    ///
    /// # Errors
    /// The store fails.
    pub async fn wait(&mut self, after: &Cursor, limit: u32, end: Instant) -> Result<EventPage, StoreError> {
        let mut page = EventPage {
            cursor: after.clone(),
            ..EventPage::default()
        };
        while page.events.is_empty() && Instant::now() < end {
            self.pause(end).await;
            page = self.read(&page.cursor, limit).await?;
        }
        Ok(page)
    }

    /// Waits for a report, at most until an instant.
    async fn pause(&mut self, end: Instant) {
        let Some(news) = &mut self.news else {
            return tokio::time::sleep_until(end.min(Instant::now() + INTERVAL)).await;
        };
        // The sender stays as long as this receiver. Without a report the log is read after the time.
        let _ = timeout_at(end.min(Instant::now() + LONG_INTERVAL), news.changed()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn report_between_two_waits_is_not_lost_and_concerns_one_owner() {
        let news = News::default();
        let (mut first, second) = (news.listen("a"), news.listen("b"));
        news.announce("a");
        news.announce("c");
        first.changed().await.unwrap();
        assert!(!second.has_changed().unwrap());
        drop(first);
        news.listen("b");
        assert_eq!(news.0.lock().unwrap().len(), 1, "owners without a reader are forgotten");
    }
}
