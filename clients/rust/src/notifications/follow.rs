//! The log of events as a stream.

use super::{Event, EventsRequest, EventsResponse, events};
use crate::client::Client;
use crate::error::CallError;
use crate::retry::delay_of_loop;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FollowRequest {
    /// The ids of subscriptions, up to 100; if empty, all subscriptions of the bearer, also later ones.
    pub subscription: Vec<String>,
    /// The `cursor` of an earlier event with the same subscriptions; the events start with the oldest one if empty.
    pub after: String,
}

/// An event and a position in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedEvent {
    /// The event.
    pub event: Event,
    /// The app stores this after the event has been processed, and continues with it as `after`: no event is missing. Events that
    /// were received together may be repeated, with the same `id`. Empty if `after` was empty.
    pub cursor: String,
}

/// The position of a stream.
struct Position {
    client: Client,
    subscription: Vec<String>,
    cursor: String,
    received: VecDeque<FollowedEvent>,
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
    };
    try_unfold(position, async |mut position| {
        let event = position.next().await?;
        Ok(Some((event, position)))
    })
}

impl Position {
    async fn next(&mut self) -> Result<FollowedEvent, CallError> {
        let mut failures = 0;
        loop {
            if let Some(event) = self.received.pop_front() {
                return Ok(event);
            }
            let interval = Instant::now() + MINIMUM_INTERVAL;
            match self.request().await {
                Ok(page) => {
                    failures = 0;
                    if page.events.is_empty() {
                        sleep_until(interval).await;
                    }
                    self.accept(page);
                }
                Err(error) => {
                    failures += 1;
                    let Some(delay) = delay_of_loop(&error, failures) else {
                        return Err(error);
                    };
                    sleep(delay).await;
                }
            }
        }
    }

    async fn request(&self) -> Result<EventsResponse, CallError> {
        let time = self.client.retries().attempt_timeout.saturating_sub(RESPONSE_TIME);
        let wait = time.min(MAXIMUM_WAIT).as_secs();
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
