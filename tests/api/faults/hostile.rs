//! F10 and F12 from the attacker's side: how much it can make us read, and where it can send us.

use super::family::Family;
use super::upstream::Behaviour;
use super::world::{PATIENT, Patience, World};
use crate::support::stub::{Reply, Stub};
use crate::{
    address_info_btc_like, blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[tokio::test]
async fn f12_nobody_is_asked_where_a_redirect_points() {
    for family in Family::ALL {
        for status in [300, 301, 302, 303, 307, 308] {
            redirect(family, status).await;
        }
    }
}

async fn redirect(family: Family, status: u16) {
    let target = Stub::start(|_| Reply::ok("[]")).await;
    let reply = Reply::json(status, "[]").with_header(&format!("location: {}/api/v2/utxo/x", target.url));
    let world = World::of(family, [Behaviour::Says(reply.clone()), Behaviour::Says(reply.clone())]).await;
    for read in family.reads() {
        world.read(*read).await.assert_error(502, "upstream_error", None);
    }
    let submission = Behaviour::Does(Box::new(move |request| family.handed(request).map(|_| reply.clone())));
    let world = World::of(family, [submission, Behaviour::Good]).await;
    let payment = super::payment::Payment::signed(&world).await;
    payment.assert_sent(&payment.send(&world).await);
    assert_eq!(target.requests(), [], "{status}");
}

/// More than the buffers of both ends of the connections of a service hold, and far less than somebody with patience could
/// send.
const BUFFERS: usize = 16_000_000;

#[tokio::test]
async fn f10_a_body_without_end_is_read_no_further_than_its_limit() {
    let written = Arc::new(AtomicUsize::new(0));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let counter = Arc::clone(&written);
    let server = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(gush(stream, Arc::clone(&counter)));
        }
    });
    let setting = |name: &str| match name {
        _ if name.ends_with("_BTC_LIVENET") => Some(format!("blockbook+http://{address}")),
        _ if name.ends_with("_ETH_LIVENET") => Some(format!("jsonrpc+http://{address}")),
        _ if name.ends_with("_XLM_LIVENET") => Some(format!("horizon+http://{address}")),
        _ => None,
    };
    let Patience { limits, request } = PATIENT;
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
            blockchain_connector_eth_like::service_within(limits, request, setting),
            "blockchain-connector-eth-like/v1/api/prepare-transaction/nonce/eth",
        ),
        (
            blockchain_connector_xlm::service_within(limits, request, setting),
            "blockchain-connector-xlm/v1/api/prepare-transaction/fee-stat/xlm",
        ),
    ];
    let buffers = BUFFERS * services.len();
    for (router, path) in services {
        let address = if path.ends_with("/eth") {
            super::evm_node::ADDRESS.to_owned()
        } else {
            super::world::Wallet::btc().address()
        };
        let path = format!("/{path}?address={address}");
        let token = crate::support::tokens::token(&["read"]);
        let request = crate::support::client::request(axum::http::Method::GET, &path, &token, None);
        let answer = crate::support::client::call(&router, request).await;
        answer.assert_error(502, "upstream_error", None);
    }
    server.abort();
    let written = written.load(Ordering::Relaxed);
    assert!((limits.body..buffers).contains(&written), "{written} bytes");
}

/// Writes an answer for as long as anybody takes it.
async fn gush(mut stream: TcpStream, written: Arc<AtomicUsize>) {
    let mut question = [0; 1024];
    let _ = stream.read(&mut question).await;
    let head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n";
    let mut result = stream.write_all(head).await;
    while result.is_ok() {
        result = stream.write_all(&[b' '; 10_000]).await;
        written.fetch_add(10_000, Ordering::Relaxed);
    }
}
