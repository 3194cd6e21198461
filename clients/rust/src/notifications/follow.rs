//! The log of events as a stream.

use super::socket::{EventSocket, FollowedEvent};
use super::{EventsRequest, EventsResponse, events};
use crate::client::Client;
use crate::error::CallError;
use crate::retry::delay_of_loop;
use bon::Builder;
use futures::stream::{Stream, try_unfold};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// The longest time that a request waits for an event.
const MAXIMUM_WAIT: Duration = Duration::from_secs(20);

/// The part of the time limit of a request that remains for the response.
const RESPONSE_TIME: Duration = Duration::from_secs(5);

/// The least time between two requests without an event, also if the service does not wait.
const MINIMUM_INTERVAL: Duration = Duration::from_secs(1);

/// The events to follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct FollowRequest {
    /// The ids of subscriptions, up to 100; if empty, all subscriptions of the bearer, also later ones.
    #[builder(default)]
    pub subscription: Vec<String>,
    /// The `cursor` of an earlier event with the same subscriptions; the events start with the oldest one if empty.
    #[builder(default)]
    pub after: String,
    /// The way by which events arrive.
    #[builder(default)]
    pub transport: EventTransport,
}

/// The way by which events arrive: the same events in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventTransport {
    /// Requests that wait for an event.
    #[default]
    LongPoll,
    /// The socket at `/notifications/v1/socket` of the base URL, and long polls while the socket cannot be opened.
    Socket,
    /// The socket at a URL, which has a different host in a deployment on AWS, and long polls while the socket cannot be opened.
    SocketAt(String),
}

/// The position of a stream.
struct Position {
    client: Client,
    subscription: Vec<String>,
    cursor: String,
    received: VecDeque<FollowedEvent>,
    /// The number of failed requests in a row.
    failures: u32,
    transport: EventTransport,
    socket: Option<EventSocket>,
    /// The number of connections in a row that ended without an event.
    drops: u32,
    /// The time of the next connection.
    connect_at: Instant,
    /// The longest time that a request waits for an event.
    longest_wait: Duration,
}

/// Yields the events of the log in order and without gaps, as they occur. The stream has no end: the app drops it.
///
/// Temporary failures are repeated for as long as they last: a missing response, 429 and 5xx, after `Retry-After` or a
/// growing delay.
///
/// # Errors
///
/// Every other error is the last item: an ended session, a missing permission, an unknown subscription.
pub fn follow_events(
    client: &Client,
    request: FollowRequest,
) -> impl Stream<Item = Result<FollowedEvent, CallError>> + Send + use<> {
    let position = Position {
        client: client.clone(),
        subscription: request.subscription,
        cursor: request.after,
        received: VecDeque::new(),
        failures: 0,
        transport: request.transport,
        socket: None,
        drops: 0,
        connect_at: Instant::now(),
        longest_wait: MAXIMUM_WAIT,
    };
    try_unfold(position, async |mut position| {
        let event = position.next().await?;
        Ok(Some((event, position)))
    })
}

impl Position {
    async fn next(&mut self) -> Result<FollowedEvent, CallError> {
        loop {
            if let Some(event) = self.received.pop_front() {
                return Ok(event);
            }
            match self.event_of_socket().await? {
                Some(event) => return Ok(event),
                None => self.read_log().await?,
            }
        }
    }

    /// Waits for an event of the open socket. `None` if no socket is open any more.
    async fn event_of_socket(&mut self) -> Result<Option<FollowedEvent>, CallError> {
        let Some(socket) = &mut self.socket else {
            return Ok(None);
        };
        match socket.next(&self.cursor).await {
            Ok(Some(followed)) => {
                self.drops = 0;
                self.cursor.clone_from(&followed.cursor);
                return Ok(Some(followed));
            }
            Ok(None) => (self.socket, self.drops) = (None, 0),
            Err(error) => self.postpone_socket(error)?,
        }
        Ok(None)
    }

    /// Reads a page of the log. At the end of the log, opens the socket if a connection is due.
    async fn read_log(&mut self) -> Result<(), CallError> {
        let interval = Instant::now() + MINIMUM_INTERVAL;
        let is_due = self.transport != EventTransport::LongPoll && self.connect_at <= Instant::now();
        let longest_wait = if is_due { Duration::ZERO } else { self.longest_wait };
        match self.request(longest_wait).await {
            Ok(page) => {
                self.failures = 0;
                let is_end = page.events.is_empty();
                self.accept(page);
                if is_end && is_due {
                    self.open_socket().await?;
                } else if is_end {
                    sleep_until(interval).await;
                }
            }
            Err(error) => {
                self.failures += 1;
                let Some(delay) = delay_of_loop(&error, self.failures) else {
                    return Err(error);
                };
                sleep(delay).await;
            }
        }
        Ok(())
    }

    async fn open_socket(&mut self) -> Result<(), CallError> {
        let url = match &self.transport {
            EventTransport::SocketAt(url) => Some(&**url),
            EventTransport::LongPoll | EventTransport::Socket => None,
        };
        match EventSocket::open(&self.client, url, &self.subscription, &self.cursor).await {
            Ok(socket) => {
                self.socket = Some(socket);
                Ok(())
            }
            Err(error) => self.postpone_socket(error),
        }
    }

    /// Lets long polls receive the events until the next connection.
    fn postpone_socket(&mut self, error: CallError) -> Result<(), CallError> {
        self.socket = None;
        self.drops += 1;
        let Some(delay) = delay_of_loop(&error, self.drops) else {
            return Err(error);
        };
        self.connect_at = Instant::now() + delay;
        self.longest_wait = MAXIMUM_WAIT.min(Duration::from_secs(delay.as_secs() + 1));
        Ok(())
    }

    // Exclusive, since a socket cannot be shared between threads.
    async fn request(&mut self, longest_wait: Duration) -> Result<EventsResponse, CallError> {
        let time = self.client.retries().attempt_timeout.saturating_sub(RESPONSE_TIME);
        let wait = time.min(longest_wait).as_secs();
        let request = EventsRequest {
            subscription: Some(self.subscription.clone()),
            after: Some(self.cursor.clone()).filter(|cursor| !cursor.is_empty()),
            limit: None,
            wait: u32::try_from(wait).ok(),
        };
        let page = events(&self.client, &request).await?;
        if !page.events.is_empty() && page.cursor == self.cursor {
            return Err(CallError::Undocumented {
                path: "/notifications/v1/api/event".to_owned(),
                status: 200,
                problem: "the cursor of the events does not advance".to_owned(),
            });
        }
        Ok(page)
    }

    /// Accepts a page. The cursor of the page belongs to the last event only.
    fn accept(&mut self, page: EventsResponse) {
        let before = std::mem::replace(&mut self.cursor, page.cursor);
        let last = page.events.len().saturating_sub(1);
        let with_cursor = page.events.into_iter().enumerate().map(|(index, event)| FollowedEvent {
            event,
            cursor: if index == last {
                self.cursor.clone()
            } else {
                before.clone()
            },
        });
        self.received = with_cursor.collect();
    }
}
