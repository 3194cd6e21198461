//! HTTP client tests against a misbehaving server.

use std::io::Write as _;
use std::time::Duration;
use tokio::time::Instant;
use wallet_test_support::stub::{Reply, Stub, closed_port};
use wallet_upstream::client::{HttpClient, Limits, UpstreamResponse, after};
use wallet_upstream::failure::Failure;

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(500),
    body: 100_000,
};

fn too_long() -> Failure {
    Failure::TooLong {
        cause: "a response of more than 100000 bytes".to_owned(),
    }
}

async fn get(url: &str) -> Result<UpstreamResponse, Failure> {
    let client = HttpClient::new(LIMITS).expect("a client");
    client
        .get(url.parse().expect("a URL"), after(Duration::from_secs(2)))
        .await
}

async fn get_once(reply: Reply) -> Result<UpstreamResponse, Failure> {
    let stub = Stub::start(move |_| reply.clone()).await;
    get(&stub.url).await
}

#[tokio::test(start_paused = true)]
async fn json_response_is_returned_with_its_status() {
    for status in [200, 201, 400, 404] {
        let response = get_once(Reply::json(status, r#"{"a":1}"#)).await.expect("a response");
        assert_eq!(response.status(), status);
        let value: serde_json::Value = response.json().expect("JSON");
        assert_eq!(value, serde_json::json!({ "a": 1 }));
    }
}

#[tokio::test(start_paused = true)]
async fn other_content_types_are_unusable() {
    for (status, content_type) in [(200, "text/html"), (401, "text/html"), (403, "text/plain"), (200, "")] {
        let failure = get_once(Reply::text(status, content_type, "<b>evil</b>")).await;
        assert!(matches!(failure, Err(Failure::Unusable { .. })), "{failure:?}");
    }
    let response = get_once(Reply::text(200, "application/hal+json; charset=utf-8", "{}")).await;
    assert!(response.is_ok(), "{response:?}");
}

#[tokio::test(start_paused = true)]
async fn bytes_are_accepted_on_request_within_a_raised_limit() {
    let content_type = "application/octet-stream";
    let body = [0, 0xff].repeat(100_000);
    let reply = Reply::Response {
        status: 200,
        content_type,
        headers: Vec::new(),
        body: body.clone(),
    };
    let stub = Stub::start(move |_| reply.clone()).await;
    let unread = get(&stub.url).await;
    assert!(matches!(unread, Err(Failure::Unusable { .. })), "{unread:?}");
    let client = HttpClient::new(LIMITS).expect("a client").accepting_bytes();
    let url = || stub.url.parse().expect("a URL");
    let soon = || after(Duration::from_secs(2));
    assert_eq!(client.get(url(), soon()).await.map(|_| ()), Err(too_long()));
    let response = client
        .allowing_body(body.len())
        .get(url(), soon())
        .await
        .expect("a response");
    assert_eq!(response.bytes(), Ok(body.as_slice()));
    let json = get_once(Reply::ok("{}")).await.expect("a response");
    assert!(matches!(json.bytes(), Err(Failure::Unusable { .. })));
}

#[tokio::test(start_paused = true)]
async fn status_of_4xx_rejects_the_request_alone() {
    for status in [400, 404, 405, 410, 413, 414, 422] {
        let failure = get_once(Reply::text(status, "text/html", "<b>evil</b>")).await;
        assert!(matches!(failure, Err(Failure::RejectedRequest { .. })), "{failure:?}");
        let response = get_once(Reply::json(status, "{")).await.expect("a response");
        let value = response.json::<serde_json::Value>();
        assert!(matches!(value, Err(Failure::RejectedRequest { .. })), "{value:?}");
    }
    // A missing or invalid key, a blocked caller, and a proxy.
    for status in [401, 403, 407] {
        let response = get_once(Reply::json(status, "{")).await.expect("a response");
        let value = response.json::<serde_json::Value>();
        assert!(matches!(value, Err(Failure::Unusable { .. })), "{value:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn malformed_json_is_unusable() {
    for body in ["", "{", "nul", "{\"a\":1}x", "\u{feff}{}"] {
        let response = get_once(Reply::ok(body)).await.expect("a response");
        let value = response.json::<serde_json::Value>();
        assert!(matches!(value, Err(Failure::Unusable { .. })), "{body:?}");
    }
    let response = get_once(Reply::ok("[".repeat(50_000))).await.expect("a response");
    assert!(response.json::<serde_json::Value>().is_err());
    assert!(response.json::<serde::de::IgnoredAny>().is_err());
}

#[tokio::test(start_paused = true)]
async fn redirect_is_unusable_and_not_followed() {
    let target = Stub::start(|_| Reply::ok("{}")).await;
    for status in [301, 302, 303, 307, 308] {
        let failure = get_once(Reply::json(status, "{}").with_header(&format!("location: {}", target.url))).await;
        assert!(matches!(failure, Err(Failure::Unusable { .. })), "{failure:?}");
    }
    assert_eq!(target.requests(), []);
}

#[tokio::test(start_paused = true)]
async fn oversized_response_is_aborted() {
    let spaces = " ".repeat(LIMITS.body);
    assert!(get_once(Reply::ok(&spaces)).await.is_ok());
    for reply in [Reply::ok(spaces + " "), Reply::Flood] {
        let failure = get_once(reply).await;
        assert_eq!(failure.err(), Some(too_long()));
    }
}

#[tokio::test(start_paused = true)]
async fn size_limit_applies_after_decompression() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![b' '; 50_000_000]).expect("memory");
    let body = encoder.finish().expect("memory");
    assert!(body.len() < LIMITS.body, "small on the wire: {}", body.len());
    let failure = get_once(Reply::Response {
        status: 200,
        content_type: "application/json",
        headers: vec!["content-encoding: gzip".to_owned()],
        body,
    })
    .await;
    assert_eq!(failure.err(), Some(too_long()));
}

#[tokio::test(start_paused = true)]
async fn hanging_and_slow_responses_time_out() {
    for reply in [Reply::Hang, Reply::Drip(Duration::from_millis(20))] {
        let start = Instant::now();
        let failure = get_once(reply).await;
        assert_eq!(failure.err(), Some(Failure::TimedOut));
        assert!(start.elapsed() < LIMITS.attempt * 2, "{:?}", start.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn request_deadline_shortens_the_attempt() {
    let stub = Stub::start(|_| Reply::Hang).await;
    let client = HttpClient::new(LIMITS).expect("a client");
    let url: reqwest::Url = stub.url.parse().expect("a URL");
    let start = Instant::now();
    let failure = client.get(url.clone(), after(Duration::from_millis(50))).await;
    assert_eq!(failure.err(), Some(Failure::TimedOut));
    assert!(start.elapsed() < LIMITS.attempt, "{:?}", start.elapsed());
    let failure = client.get(url, after(Duration::ZERO)).await;
    assert!(matches!(failure, Err(Failure::NotSent { .. })), "{failure:?}");
}

#[tokio::test(start_paused = true)]
async fn broken_connection_is_lost() {
    let cut = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{".to_vec();
    for reply in [Reply::Reset, Reply::Raw(Vec::new()), Reply::Raw(cut)] {
        let shown = format!("{reply:?}");
        let failure = get_once(reply).await;
        assert!(matches!(failure, Err(Failure::Lost { .. })), "{shown}: {failure:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn response_other_than_http_is_unusable() {
    for bytes in [b"SSH-2.0-OpenSSH\r\n\r\n".to_vec(), b"\x16\x03\x01\x00\x00".to_vec()] {
        let failure = get_once(Reply::Raw(bytes)).await;
        assert!(matches!(failure, Err(Failure::Unusable { .. })), "{failure:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn body_that_cannot_be_decompressed_is_unusable() {
    let failure = get_once(Reply::ok("{}").with_header("content-encoding: gzip")).await;
    assert!(matches!(failure, Err(Failure::Unusable { .. })), "{failure:?}");
}

#[tokio::test(start_paused = true)]
async fn failed_connection_is_not_sent() {
    let url = closed_port();
    let failure = get(&url).await.expect_err("a closed port");
    assert!(matches!(failure, Failure::NotSent { .. }), "{failure:?}");
    assert!(!failure.to_string().contains("127.0.0.1/"), "{failure}");
}

#[tokio::test(start_paused = true)]
async fn status_determines_the_failure() {
    let rejected = |status, seconds: Option<u64>| Failure::Throttled {
        status,
        retry_after: seconds.map(Duration::from_secs),
    };
    let failure = get_once(Reply::json(429, "{}").with_header("retry-after: 7")).await;
    assert_eq!(failure.err(), Some(rejected(429, Some(7))));
    let failure = get_once(Reply::json(503, "{}").with_header("retry-after: 999999999")).await;
    assert_eq!(failure.err(), Some(rejected(503, Some(3600))));
    let failure = get_once(Reply::json(503, "{}").with_header("retry-after: Wed, 21 Oct 2026 07:28:00 GMT")).await;
    assert_eq!(failure.err(), Some(rejected(503, None)));
    for status in [408, 502, 504, 524] {
        let failure = get_once(Reply::json(status, "{}")).await;
        assert!(matches!(failure, Err(Failure::Lost { .. })), "{failure:?}");
    }
    let failure = get_once(Reply::json(500, r#"{"error":"Internal server error"}"#)).await;
    assert!(matches!(failure, Err(Failure::ServerError { .. })), "{failure:?}");
}

#[tokio::test(start_paused = true)]
async fn failures_do_not_contain_the_url() {
    for reply in [
        Reply::Hang,
        Reply::Reset,
        Reply::Raw(b"x".to_vec()),
        Reply::json(302, "{}"),
        Reply::ok("<"),
    ] {
        let stub = Stub::start(move |_| reply.clone()).await;
        let response = get(&format!("{}/0123secret?key=0123secret", stub.url)).await;
        let failure = response
            .and_then(|response| response.json::<u8>())
            .expect_err("a failure");
        assert!(!format!("{failure} {failure:?}").contains("0123secret"), "{failure:?}");
    }
}
