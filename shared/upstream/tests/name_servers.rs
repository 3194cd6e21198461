//! Requests to the servers of names: scripted names, and servers that misbehave.

use async_trait::async_trait;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::public_fetch::{FetchError, FetchRequest, Fetched, PublicFetch};
use wallet_core::public_endpoint::Reach;
use wallet_test_support::stub::{Reply, Stub, closed_port};
use wallet_upstream::client::after;
use wallet_upstream::guarded::{GuardedClients, Names};
use wallet_upstream::name_servers::NameServers;
use wallet_upstream::tls;

/// The addresses of each look-up in order; the last addresses stay.
struct ScriptedNames(Mutex<Vec<&'static str>>);

#[async_trait]
impl Names for ScriptedNames {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let mut addresses = self.0.lock().expect("no panic while locked");
        let next = match addresses.len() {
            0 => return Err(io::ErrorKind::NotFound.into()),
            1 => addresses[0],
            _ => addresses.remove(0),
        };
        Ok(vec![next.parse().expect("an address")])
    }
}

fn servers(reach: Reach, addresses: &[&'static str]) -> NameServers {
    let names = Arc::new(ScriptedNames(Mutex::new(addresses.to_vec())));
    NameServers::new(GuardedClients::new(names, tls::public_roots().expect("roots")), reach)
}

/// Returns the URL of a server under a name.
fn named(url: &str, name: &str) -> String {
    url.replace("127.0.0.1", name)
}

async fn fetch(servers: &NameServers, url: &str) -> Result<Fetched, FetchError> {
    let request = FetchRequest {
        url,
        body: None,
        limit: 1000,
    };
    servers.fetch(request, after(Duration::from_secs(20))).await
}

async fn reply(reply: Reply) -> Result<Fetched, FetchError> {
    let stub = Stub::start(move |_| reply.clone()).await;
    let servers = servers(Reach::PublicAndLoopback, &["127.0.0.1"]);
    fetch(&servers, &named(&stub.url, "localhost")).await
}

#[tokio::test(start_paused = true)]
async fn every_status_and_type_is_returned_and_no_redirect_followed() {
    let target = Stub::start(|_| Reply::ok("{}")).await;
    for (status, kind) in [
        (200, "text/plain"),
        (200, "application/toml"),
        (404, "text/html"),
        (500, ""),
    ] {
        let found = reply(Reply::text(status, kind, "a=1")).await.expect("a response");
        assert_eq!((found.status, found.body.as_slice()), (status, b"a=1".as_slice()));
    }
    for status in [301, 302, 307, 308] {
        let line = format!("location: {}", target.url);
        let found = reply(Reply::text(status, "", "").with_header(&line))
            .await
            .expect("a response");
        assert_eq!(found.found(), Err(FetchError::Status(status)));
    }
    assert_eq!(target.requests().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn long_and_endless_bodies_end_at_the_limit() {
    assert!(reply(Reply::text(200, "text/plain", "x".repeat(1000))).await.is_ok());
    for long in [Reply::text(200, "text/plain", "x".repeat(1001)), Reply::Flood] {
        assert_eq!(reply(long).await, Err(FetchError::TooLong));
    }
}

#[tokio::test(start_paused = true)]
async fn hanging_and_slow_servers_end_at_the_time_limit() {
    for slow in [Reply::Hang, Reply::Drip(Duration::from_millis(100))] {
        let start = Instant::now();
        assert_eq!(reply(slow).await, Err(FetchError::Timeout));
        assert!((5..8).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    }
}

#[tokio::test]
async fn broken_responses_and_closed_ports_are_unavailable() {
    for broken in [Reply::Reset, Reply::Raw(b"evil words\r\n\r\n".to_vec())] {
        assert_eq!(reply(broken).await, Err(FetchError::Unavailable));
    }
    let servers = servers(Reach::PublicAndLoopback, &["127.0.0.1"]);
    let url = named(&closed_port(), "localhost");
    assert_eq!(fetch(&servers, &url).await, Err(FetchError::Unavailable));
}

#[tokio::test]
async fn private_addresses_are_not_contacted() {
    let stub = Stub::start(|_| Reply::ok("{}")).await;
    let port = stub.url.rsplit_once(':').expect("a port").1.trim_end_matches('/');
    for address in [
        "127.0.0.1",
        "::1",
        "::ffff:127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "64:ff9b::7f00:1",
    ] {
        let servers = servers(Reach::Public, &[address]);
        for url in [
            format!("https://stellar.example:{port}/"),
            format!("http://stellar.example:{port}/"),
            format!("https://127.0.0.1:{port}/"),
            format!("https://2130706433:{port}/"),
            format!("https://user:password@stellar.example:{port}/"),
            "https://stellar.example:22/".to_owned(),
            "file:///etc/passwd".to_owned(),
            String::new(),
        ] {
            assert_eq!(
                fetch(&servers, &url).await,
                Err(FetchError::Forbidden),
                "{address} {url}"
            );
        }
    }
    assert_eq!(stub.requests().len(), 0);
    let unresolved = servers(Reach::Public, &[]);
    assert_eq!(
        fetch(&unresolved, "https://stellar.example/").await,
        Err(FetchError::Unresolved)
    );
}

/// A name that changes its address between two requests.
#[tokio::test]
async fn rebound_name_is_checked_again() {
    let stub = Stub::start(|_| Reply::ok("{}")).await;
    let url = named(&stub.url, "rebound.localhost");
    let servers = servers(Reach::PublicAndLoopback, &["127.0.0.1", "10.0.0.1"]);
    assert!(fetch(&servers, &url).await.is_ok());
    assert_eq!(fetch(&servers, &url).await, Err(FetchError::Forbidden));
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn waiting_requests_end_and_finished_requests_make_room() {
    let stub = Stub::start(|request| match request.path.as_str() {
        "/slow" => Reply::Hang,
        _ => Reply::ok("{}"),
    })
    .await;
    let url = named(&stub.url, "localhost");
    let servers = servers(Reach::PublicAndLoopback, &["127.0.0.1"]);
    let slow = format!("{}/slow", url.trim_end_matches('/'));
    let requests = (0..17).map(|_| fetch(&servers, &slow));
    let results = futures::future::join_all(requests).await;
    assert!(results.iter().all(Result::is_err));
    // The last request has waited until its time was over.
    assert_eq!(stub.requests().len(), 16);
    assert!(fetch(&servers, &url).await.is_ok());
}

#[tokio::test]
async fn body_is_posted_as_json() {
    let stub = Stub::start(|_| Reply::ok("{}")).await;
    let url = named(&stub.url, "localhost");
    let request = FetchRequest {
        url: &url,
        body: Some("{\"a\":1}"),
        limit: 10,
    };
    let servers = servers(Reach::PublicAndLoopback, &["127.0.0.1"]);
    assert!(servers.fetch(request, after(Duration::from_secs(5))).await.is_ok());
    let request = &stub.requests()[0];
    assert_eq!((request.method.as_str(), request.body.as_str()), ("POST", "{\"a\":1}"));
    assert!(request.headers.contains(&"content-type: application/json".to_owned()));
}
