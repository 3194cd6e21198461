//! Login limits of the local server, by the address of the connection.
//!
//! On Linux every address of 127.0.0.0/8 can be the source of a connection.

use crate::ephemeral;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use wallet_cloud::serve::Running;

/// Sends a failing login from a source address and returns the status line and the headers.
async fn login(running: &Running, source: Ipv4Addr, name: &str) -> String {
    let address: SocketAddr = running.base_url.trim_start_matches("http://").parse().unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(source), 0)).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let body = format!(r#"{{"username":"{name}","password":"wrong"}}"#);
    let request = format!(
        "POST /authorization/v1/api/security-factor/credentials HTTP/1.1\r\nhost: local\r\n\
         content-type: application/json\r\nx-forwarded-for: 10.0.0.1\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn source_of_a_login_is_the_address_of_the_connection() {
    let running = ephemeral().await;
    let (first, second) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(127, 0, 0, 2));
    for _ in 0..5 {
        let response = login(&running, first, "alice").await;
        assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
    }
    let response = login(&running, first, "alice").await;
    assert!(response.starts_with("HTTP/1.1 429 "), "{response}");
    let response = login(&running, second, "alice").await;
    assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
    assert!(
        response.contains("\r\nratelimit: \"failed-logins\";r=199;t=3\r\n"),
        "{response}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_five_hundred_parallel_logins_is_checked_or_rejected_with_503() {
    let running = std::sync::Arc::new(ephemeral().await);
    let logins = (0..500_u16).map(|number| {
        let running = running.clone();
        let [high, low] = number.to_be_bytes();
        let source = Ipv4Addr::new(127, 1 + high, low, 1);
        tokio::spawn(async move { login(&running, source, &format!("name-{number}")).await })
    });
    let mut checked = 0;
    for login in logins.collect::<Vec<_>>() {
        let response = login.await.unwrap();
        let has = |text: &str| response.contains(text);
        // Names and addresses differ, so no limit applies. A login without a slot in time is rejected by the service,
        // and none is reset. How many are checked depends on the machine, which concurrent tests use too: a slot checks
        // about 20 in a second, until five seconds before the deadline. A minimum would measure the machine.
        match response.split(' ').nth(1) {
            Some("401") => {
                assert!(has("\"code\":\"invalid_credentials\""), "{response}");
                checked += 1;
            }
            Some("503") => assert!(
                has("\"code\":\"service_unavailable\"") && has("\r\nretry-after: "),
                "{response}"
            ),
            _ => panic!("{response}"),
        }
    }
    assert!(checked > 0);
    let after = login(&running, Ipv4Addr::new(127, 3, 0, 1), "another").await;
    assert!(after.starts_with("HTTP/1.1 401 "), "{after}");
}
