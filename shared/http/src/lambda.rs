//! The AWS Lambda entry points: of requests, and of invocations by a queue or a schedule.
//!
//! The response to messages of a queue names the messages that have failed, and the queue repeats only these: the event source
//! has `ReportBatchItemFailures`.
//! <https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting>

use crate::system::SystemClock;
use axum::Router;
use axum::response::Response;
use futures::future::join_all;
use http::HeaderValue;
use http::header::STRICT_TRANSPORT_SECURITY;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::time::{Duration, Instant};
use tower::util::MapResponse;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};

/// The policy of RFC 6797: one year. Subdomains are not ours to decide about.
const TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Serves the mounted services until Lambda ends the process.
pub async fn serve(app: Router) -> Result<(), lambda_http::Error> {
    lambda_http::run(MapResponse::new(app, with_transport_security)).await
}

/// Adds `Strict-Transport-Security` to a response: TLS ends at the API's own gateway. The local server has no TLS and
/// therefore no such header.
fn with_transport_security(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY);
    response
}

/// The event of an invocation.
#[derive(Debug, Deserialize)]
pub struct Invocation {
    #[serde(default, rename = "Records")]
    records: Option<Vec<Message>>,
}

impl Invocation {
    /// Returns the messages of a queue; `None` for an event of a schedule.
    pub fn messages(self) -> Option<Vec<Message>> {
        self.records
    }
}

/// A message of a queue.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    message_id: String,
    body: String,
}

/// The response to messages of a queue.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Handled {
    batch_item_failures: Vec<Failed>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failed {
    item_identifier: String,
}

/// Handles the messages at the same time. A message that is not JSON of the type has failed too: the queue moves the message to
/// the dead letters, where an operator finds it.
pub async fn handle<T, E>(messages: Vec<Message>, handler: impl AsyncFn(T) -> Result<(), E>) -> Handled
where
    T: DeserializeOwned,
    E: Display,
{
    let results = messages.into_iter().map(async |message| {
        let id = message.message_id;
        let error = match serde_json::from_str(&message.body) {
            Ok(content) => handler(content).await.err().map(|error| error.to_string()),
            // The text of the error can repeat the message.
            Err(_) => Some("the body is malformed".to_owned()),
        }?;
        tracing::error!(%id, %error, "a message failed");
        Some(Failed { item_identifier: id })
    });
    Handled {
        batch_item_failures: join_all(results).await.into_iter().flatten().collect(),
    }
}

impl Invocation {
    /// Returns the end of the work of an invocation: `margin` before the deadline in Unix milliseconds.
    pub fn deadline(milliseconds: u64, margin: Duration) -> Deadline {
        let left = Timestamp::from_millis(milliseconds).since(SystemClock.now());
        Deadline::at(Instant::now() + left.saturating_sub(margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http::Request;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    #[tokio::test]
    async fn every_response_requires_tls_for_a_year() {
        let app = MapResponse::new(Router::new(), with_transport_security);
        let response = app.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()[STRICT_TRANSPORT_SECURITY], "max-age=31536000");
    }

    /// An event of SQS as documented:
    /// <https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event>.
    fn event(bodies: &[&str]) -> Value {
        let record = |(index, body): (usize, &&str)| {
            json!({
                "messageId": format!("id-{index}"),
                "receiptHandle": "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a",
                "body": body,
                "attributes": {
                    "ApproximateReceiveCount": "1",
                    "SentTimestamp": "1545082649183",
                    "SenderId": "AIDAIENQZJOLO23YVJ4VO",
                    "ApproximateFirstReceiveTimestamp": "1545082649185",
                },
                "messageAttributes": {},
                "md5OfBody": "e4e68fb7bd0e697a0ae8f1bb342846b3",
                "eventSource": "aws:sqs",
                "eventSourceARN": "arn:aws:sqs:us-east-2:123456789012:my-queue",
                "awsRegion": "us-east-2",
            })
        };
        json!({ "Records": bodies.iter().enumerate().map(record).collect::<Vec<_>>() })
    }

    fn messages(event: Value) -> Option<Vec<Message>> {
        serde_json::from_value::<Invocation>(event).unwrap().messages()
    }

    #[tokio::test]
    async fn only_messages_that_failed_are_repeated() {
        let messages = messages(event(&["1", "2", "{", "\"2\"", "3", "2"])).unwrap();
        let handled = handle(messages, async |number: u32| {
            (number != 2).then_some(()).ok_or("two is no success")
        });
        let response = serde_json::to_value(handled.await).unwrap();
        let failed: Vec<_> = ["id-1", "id-2", "id-3", "id-5"]
            .map(|id| json!({ "itemIdentifier": id }))
            .into();
        assert_eq!(response, json!({ "batchItemFailures": failed }));
    }

    #[tokio::test]
    async fn response_without_failures_deletes_all_messages() {
        let handled = handle(messages(event(&["1"])).unwrap(), async |_: u32| Ok::<_, String>(()));
        assert_eq!(
            serde_json::to_value(handled.await).unwrap(),
            json!({ "batchItemFailures": [] })
        );
    }

    #[tokio::test]
    async fn messages_are_handled_at_the_same_time() {
        let barrier = tokio::sync::Barrier::new(10);
        let handled = handle(messages(event(&["0"; 10])).unwrap(), async |_: u32| {
            barrier.wait().await;
            Ok::<_, String>(())
        });
        assert_eq!(handled.await.batch_item_failures, []);
    }

    #[test]
    fn events_of_a_schedule_have_no_messages() {
        let scheduled =
            json!({ "source": "aws.events", "detail-type": "Scheduled Event", "resources": [], "detail": {} });
        for event in [json!({}), scheduled] {
            assert!(messages(event).is_none());
        }
        assert_eq!(messages(event(&[])).map(|messages| messages.len()), Some(0));
    }

    #[test]
    fn work_ends_before_the_deadline() {
        let margin = Duration::from_secs(5);
        let soon = SystemClock.now().after(margin).as_millis();
        for past in [0, soon - 1] {
            let end = Invocation::deadline(past, margin);
            assert!(end.instant() <= Instant::now(), "{past}");
        }
        let later = Instant::now() + Duration::from_mins(1);
        let end = Invocation::deadline(soon + 3_600_000, margin);
        assert!(end.instant() > later && end.instant() <= later + Duration::from_hours(1));
    }
}
