//! What receivers respond, and what hostile receivers do instead.

use crate::fixture::{LIMIT, attempt, local_sender, result};
use crate::receiver::{Receiver, Reply};
use std::time::Duration;
use wallet_notifications::delivery::{AttemptResult, Failure, Outcome};

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n";

/// Makes an attempt with a receiver, and waits until the connection is closed.
async fn with_reply(reply: Reply) -> (AttemptResult, Duration, usize) {
    let receiver = Receiver::start(move |_| reply.clone()).await;
    let made = attempt(&local_sender(), &receiver.url("http", "localhost")).await;
    receiver.closed().await;
    assert_eq!(receiver.accepted(), 1);
    (made.result, made.duration, receiver.written())
}

#[tokio::test]
async fn statuses_are_reported_and_redirects_not_followed() {
    let target = Receiver::start(|_| Reply::status(200, &[])).await;
    let location = format!("location: {}", target.url("http", "localhost"));
    for status in [
        200, 204, 299, 301, 302, 303, 307, 308, 400, 401, 404, 407, 410, 429, 500, 503, 599, 999,
    ] {
        for location in [location.as_str(), "location: http://169.254.169.254/latest/meta-data/"] {
            let (result, ..) = with_reply(Reply::status(status, &[location])).await;
            assert_eq!(result, AttemptResult::Status(status));
        }
    }
    assert_eq!(target.accepted(), 0);
}

#[tokio::test]
async fn retry_after_is_passed_on_if_readable() {
    for (line, expected) in [
        ("retry-after: 120", Some("120")),
        (
            "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT",
            Some("Sun, 06 Nov 1994 08:49:37 GMT"),
        ),
        ("retry-after:", Some("")),
        ("retry-after: soon", Some("soon")),
        ("retry-after: zw\u{f6}lf", None),
        (&format!("retry-after: {}", "9".repeat(65)), None),
        ("x: y", None),
    ] {
        let head = Reply::status(503, &[line]);
        let receiver = Receiver::start(move |_| head.clone()).await;
        let made = attempt(&local_sender(), &receiver.url("http", "localhost")).await;
        assert_eq!(made.retry_after.as_deref(), expected, "{line}");
        let outcome = Outcome::Response {
            status: 503,
            retry_after: expected,
        };
        assert_eq!(made.outcome(), outcome, "{line}");
    }
}

#[tokio::test]
async fn body_is_read_to_16_kib_and_not_decompressed() {
    let chunk = [b' '; 4096];
    let (result, _, written) = with_reply(Reply::endless(OK, Duration::ZERO, &chunk)).await;
    assert_eq!(result, AttemptResult::Status(200));
    // The kernel buffers what the sender does not read.
    assert!(written < 16_000_000, "{written}");

    let gzip = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nxyz";
    assert_eq!(with_reply(Reply::raw(gzip)).await.0, AttemptResult::Status(200));
    let without_length = "HTTP/1.1 200 OK\r\n\r\nuntil the connection ends";
    assert_eq!(
        with_reply(Reply::raw(without_length)).await.0,
        AttemptResult::Status(200)
    );
}

#[tokio::test(start_paused = true)]
async fn hanging_and_slow_receivers_end_at_the_time_limit() {
    let timeout = AttemptResult::Failure(Failure::Timeout);
    let second = Duration::from_secs(1);
    for reply in [
        Reply::hang(),
        Reply::endless(OK, second, b" "),
        Reply::endless("HTTP/1.1 200 OK\r\n", second, b"x: y\r\n"),
        Reply::endless("", second, b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        Reply::endless("HTTP/1.1 410 Gone\r\ncontent-length: 2\r\n\r\n", second, b""),
    ] {
        let (result, duration, _) = with_reply(reply.clone()).await;
        assert_eq!(result, timeout, "{reply:?}");
        assert!(duration >= LIMIT && duration < LIMIT + second, "{duration:?} {reply:?}");
    }
}

#[tokio::test]
async fn invalid_and_endless_heads_are_failures() {
    let failed = AttemptResult::Failure(Failure::Connection);
    for head in [
        "",
        "HTTP/1.1",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 99999 OK\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
        "\u{0}\u{1}\u{2}",
        "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nx",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ] {
        assert_eq!(with_reply(Reply::raw(head)).await.0, failed, "{head}");
    }
    let line = format!("x: {}\r\n", "y".repeat(10_000));
    let (result, _, written) = with_reply(Reply::endless("HTTP/1.1 200 OK\r\n", Duration::ZERO, line.as_bytes())).await;
    assert_eq!(result, failed);
    assert!(written < 16_000_000, "{written}");
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "a: b\r\n".repeat(200_000));
    assert_eq!(with_reply(Reply::raw(many)).await.0, failed);
}

#[tokio::test]
async fn closed_port_is_a_failure_of_the_connection() {
    let url = wallet_test_support::stub::closed_port();
    assert_eq!(
        result(&local_sender(), &url).await,
        AttemptResult::Failure(Failure::Connection)
    );
}
