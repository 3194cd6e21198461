//! The stream of events and the token of its session, against the running services.

use super::fund;
use crate::{ephemeral, merchant};
use futures::StreamExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;
use wallet_client::Network::Testnet;
use wallet_client::notifications::{
    EventTransport, FollowRequest, State, SubscribeRequest, SubscriptionRequest, Watched, WatchedChain,
    WatchedKeyRequest, create_subscription, follow_events, subscribe,
};
use wallet_client::{CallError, ErrorCode};
use wallet_cloud::serve::{Options, Running, start};

const BTC: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const ETH: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

#[tokio::test(flavor = "multi_thread")]
async fn events_of_all_subscriptions_are_followed_and_continued() {
    let running = ephemeral().await;
    let client = merchant(&running, "notify").await;
    let subscribe = async |chain: &str, address: &str| {
        let request = SubscriptionRequest::builder()
            .chain(chain.to_owned())
            .network(Testnet)
            .addresses(vec![address.to_owned()])
            .build();
        create_subscription(&client, &request).await.unwrap().id
    };
    let btc = subscribe("btc", BTC).await;
    let mut events = Box::pin(follow_events(&client, FollowRequest::default()));
    fund(&client, "btc", BTC, "12345").await;
    let mut states = Vec::new();
    let cursor = loop {
        let followed = events.next().await.unwrap().unwrap();
        assert_eq!(followed.event.subscription, btc);
        states.push(followed.event.state);
        if states.ends_with(&[State::Confirmed]) {
            break followed.cursor;
        }
    };
    // The stream has the events of a later subscription.
    let eth = subscribe("eth", ETH).await;
    fund(&client, "eth", ETH, "30000000000000000").await;
    let followed = events.next().await.unwrap().unwrap();
    assert_eq!((&followed.event.subscription, &*followed.event.chain), (&eth, "eth"));
    drop(events);
    let request = FollowRequest::builder().subscription(vec![eth]).build();
    let first = Box::pin(follow_events(&client, request)).next().await.unwrap().unwrap();
    assert_eq!(first.event, followed.event);
    // A stored cursor continues with the event after the one that had it.
    let request = FollowRequest::builder().after(cursor).build();
    let again = Box::pin(follow_events(&client, request)).next().await.unwrap().unwrap();
    assert_eq!(again.event.id, followed.event.id);
    running.shutdown().await.unwrap();
}

/// Starts a proxy to an address. Returns its port, the number of accepted connections, and a sender that ends all connections.
async fn proxy(to: String) -> (u16, Arc<AtomicUsize>, watch::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let cuts = watch::Sender::new(());
    let (receiver, accepted) = (cuts.subscribe(), Arc::<AtomicUsize>::default());
    let count = Arc::clone(&accepted);
    tokio::spawn(async move {
        while let Ok((mut incoming, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            let (to, mut cut) = (to.clone(), receiver.clone());
            cut.mark_unchanged();
            tokio::spawn(async move {
                let mut outgoing = TcpStream::connect(to).await.unwrap();
                tokio::select! {
                    _ = copy_bidirectional(&mut incoming, &mut outgoing) => {}
                    _ = cut.changed() => {}
                }
            });
        }
    });
    (port, accepted, cuts)
}

async fn start_on(folder: &Path, port: u16) -> Running {
    let options = Options {
        data: Some(folder.to_owned()),
        listen: ([127, 0, 0, 1], port).into(),
        ..Options::ephemeral()
    };
    start(options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn socket_continues_after_lost_connections_and_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = start_on(folder.path(), 0).await;
    let server = running.base_url.trim_start_matches("http://").to_owned();
    let client = merchant(&running, "notify").await;
    let request = SubscriptionRequest::builder()
        .chain("eth")
        .network(Testnet)
        .addresses(vec![ETH.to_owned()])
        .build();
    let subscription = create_subscription(&client, &request).await.unwrap().id;
    let (port, accepted, cuts) = proxy(server.clone()).await;
    let request = FollowRequest::builder()
        .subscription(vec![subscription.clone()])
        .transport(EventTransport::SocketAt(format!(
            "ws://127.0.0.1:{port}/notifications/v1/socket"
        )))
        .build();
    let mut events = Box::pin(follow_events(&client, request));
    let mut received = Vec::new();
    for round in 0..3 {
        let connected = async {
            while accepted.load(Ordering::SeqCst) == round {
                sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            followed = events.next() => panic!("{followed:?}"),
            () = connected => {}
        }
        fund(&client, "eth", ETH, "30000000000000000").await;
        loop {
            let event = events.next().await.unwrap().unwrap().event;
            received.push(event.id);
            if event.state == State::Confirmed {
                break;
            }
        }
        // One connection for each round: the events arrive by the socket.
        assert_eq!(accepted.load(Ordering::SeqCst), round + 1);
        if round == 1 {
            running.shutdown().await.unwrap();
            running = start_on(folder.path(), server.rsplit_once(':').unwrap().1.parse().unwrap()).await;
        } else {
            cuts.send_replace(());
        }
    }
    drop(events);
    // The socket and the long poll yield the same events.
    let request = FollowRequest::builder().subscription(vec![subscription]).build();
    let log = follow_events(&client, request).take(received.len());
    let log: Vec<_> = log.map(|followed| followed.unwrap().event.id).collect().await;
    assert_eq!(received, log);
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permission_and_unknown_subscription_end_the_stream() {
    let running = ephemeral().await;
    let error = async |permission: &str, subscription: &str, code: ErrorCode| {
        let client = merchant(&running, permission).await;
        let request = FollowRequest::builder()
            .subscription(vec![subscription.to_owned()])
            .build();
        let items: Vec<_> = follow_events(&client, request).collect().await;
        let is_expected = matches!(&*items, [Err(error @ CallError::Response(_))] if error.is(code));
        assert!(is_expected, "{items:?}");
    };
    let id = "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";
    error("read", id, ErrorCode::InsufficientPermission).await;
    error("notify", id, ErrorCode::NotFound).await;
    running.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn wallet_subscribes_once_for_each_chain() {
    let running = ephemeral().await;
    let client = merchant(&running, "notify").await;
    let entry = |chain: &str, watched| WatchedChain::builder().chain(chain.to_owned()).watched(watched).build();
    let addresses = |chain: &str, address: &str| entry(chain, Watched::Addresses(vec![address.to_owned()]));
    let key = |chain: &str, xpub: &str| {
        let xpub = xpub.to_owned();
        entry(
            chain,
            Watched::Key(WatchedKeyRequest::builder().xpub(xpub).gap(1).build()),
        )
    };
    // A public key of testnets, and a mistyped private key.
    let public = "tpubD8eQVK4Kdxg3gHrF62jGP7dKVCoYiEB8dFSpuTawkL5YxTus5j5pf83vaKnii4bc6v2NVEy81P2gYrJczYne3QNNwMTS53p5uzDyHvnw2jm";
    let private = "xprv9s21ZrQH143K25QhxbucbDDuQ4naNntJRi4KUfWT7xo4EKsHt2QJDu7KXp1A3u7Bi1j8ph3EGsZ9Xvz9dGuVrtHHs7pXeTzjuxBrCmmhgC7";
    let mut request = SubscribeRequest::builder()
        .entries(vec![
            addresses("btc", BTC),
            addresses("eth", ETH),
            key("ltc", private),
            addresses("doge", ETH),
        ])
        .namespace("a random text")
        .network(Testnet)
        .label("Savings")
        .build();
    let results = subscribe(&client, &request).await.unwrap();
    let [btc, eth, ltc, doge] = &*results else {
        panic!("{results:?}");
    };
    for result in [btc, eth] {
        let subscribed = result.outcome.as_ref().unwrap();
        let subscription = &subscribed.subscription;
        assert_eq!((&subscription.id, subscribed.is_new), (&result.id, true));
        assert_eq!(
            (&subscription.chain, subscription.label.as_deref()),
            (&result.chain, Some("Savings"))
        );
    }
    let is_unsent = |error: &CallError| matches!(error, CallError::Encoding { .. });
    assert!(ltc.outcome.as_ref().is_err_and(|error| is_unsent(error)), "{ltc:?}");
    assert!(
        doge.outcome
            .as_ref()
            .is_err_and(|error| error.is(ErrorCode::InvalidAddress)),
        "{doge:?}"
    );
    request.entries[2] = key("btc", public);
    request.entries.truncate(3);
    let again = subscribe(&client, &request).await.unwrap();
    let found: Vec<_> = again
        .iter()
        .map(|result| (&result.id, result.outcome.as_ref().unwrap().is_new))
        .collect();
    assert_eq!(found[..2], [(&btc.id, false), (&eth.id, false)]);
    assert!(found[2].1);
    running.shutdown().await.unwrap();
}
