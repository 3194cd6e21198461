//! F10 and F12 from the attacker's side: the amount of data that we read, and the hosts that we contact.

use super::connectors;
use super::family::Family;
use super::fixture::{Fixture, PATIENT, Timeouts};
use super::upstream::Behaviour;
use crate::support::stub::{Reply, Stub};
use crate::{address_info_btc_like, blockchain_connector_btc_like};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[tokio::test(start_paused = true)]
async fn f12_redirects_are_not_followed() {
    for family in Family::ALL {
        for status in [300, 301, 302, 303, 307, 308] {
            check_redirect(family, status).await;
        }
    }
}

async fn check_redirect(family: Family, status: u16) {
    let target = Stub::start(|_| Reply::ok("[]")).await;
    let reply = Reply::json(status, "[]").with_header(&format!("location: {}/api/v2/utxo/x", target.url));
    let fixture = Fixture::of(
        family,
        [Behaviour::Replies(reply.clone()), Behaviour::Replies(reply.clone())],
    )
    .await;
    for read in family.reads() {
        fixture.read(*read).await.assert_error(502, "upstream_error", None);
    }
    let submission = Behaviour::Scripted(Box::new(move |request| {
        family.submitted_transaction(request).map(|_| reply.clone())
    }));
    let fixture = Fixture::of(family, [submission, Behaviour::Healthy]).await;
    let payment = super::payment::Payment::signed(&fixture).await;
    payment.assert_sent(&payment.send(&fixture).await);
    assert_eq!(target.requests(), [], "{status}");
}

/// More than the buffers at both ends of a connection hold, and far less than a patient sender could write.
const BUFFERS: usize = 8_000_000;

#[tokio::test]
async fn f10_endless_body_is_read_only_to_its_limit() {
    let written = Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let connections = Arc::new(AtomicUsize::new(0));
    let (counter, accepted) = (Arc::clone(&written), Arc::clone(&connections));
    let server = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            accepted.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(write_endless_response(stream, Arc::clone(&counter)));
        }
    });
    let setting = |name: &str| match name {
        _ if name.ends_with("_BTC_LIVENET") => Some(format!("blockbook+http://{address}")),
        _ if name.ends_with("_ETH_LIVENET") => Some(format!("jsonrpc+http://{address}")),
        _ if name.ends_with("_XLM_LIVENET") => Some(format!("horizon+http://{address}")),
        _ => None,
    };
    let Timeouts { limits, request } = PATIENT;
    let services = [
        (
            blockchain_connector_btc_like::service_within(limits, request, &[], setting),
            "blockchain-connector-btc-like/v1/api/prepare-transaction/utxo-list/btc",
        ),
        (
            address_info_btc_like::service_within(limits, request, setting),
            "address-info-btc-like/v1/api/btc",
        ),
        (
            connectors::eth_like(PATIENT, setting),
            "blockchain-connector-eth-like/v1/api/prepare-transaction/nonce/eth",
        ),
        (
            connectors::xlm(PATIENT, setting),
            "blockchain-connector-xlm/v1/api/prepare-transaction/fee-stat/xlm",
        ),
    ];
    for (router, path) in services {
        let address = if path.ends_with("/eth") {
            super::evm_node::ADDRESS.to_owned()
        } else {
            super::fixture::Wallet::btc().address()
        };
        let path = format!("/{path}?address={address}");
        let token = crate::support::tokens::token(&["read"]);
        let request = crate::support::client::request(axum::http::Method::GET, &path, &token, None);
        let response = crate::support::client::call(&router, request).await;
        response.assert_error(502, "upstream_error", None);
    }
    server.abort();
    let (written, connections) = (written.load(Ordering::Relaxed), connections.load(Ordering::Relaxed));
    let buffers = BUFFERS * connections;
    assert!(
        (limits.body..buffers).contains(&written),
        "{written} bytes, {connections} connections"
    );
}

/// Writes a response until the client stops reading.
async fn write_endless_response(mut stream: TcpStream, written: Arc<AtomicUsize>) {
    let mut request_bytes = [0; 1024];
    let _ = stream.read(&mut request_bytes).await;
    let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n";
    let mut result = stream.write_all(head).await;
    while result.is_ok() {
        result = stream.write_all(&[b' '; 10_000]).await;
        written.fetch_add(10_000, Ordering::Relaxed);
    }
}
