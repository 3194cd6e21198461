//! `docs/guides/notifications.md`

use super::*;

async fn notifications(base_url: &str, merchant_key: &str) -> Done {
    use futures::TryStreamExt; // of the crate futures
    use wallet_client::notifications::{
        EventTransport, FollowRequest, State, SubscribeRequest, SubscriptionRequest, WatchedChain, create_subscription,
        follow_events, subscribe,
    };
    use wallet_client::signers::Secp256k1Key;

    let authorization = format!("{base_url}/authorization/v1");
    let store = Arc::<MemoryStore>::default();
    let session = Session::new(&authorization, Uuid::new_v4(), &["read", "notify"], store)?;
    session.establish_by_key(merchant_key).await?; // on your server
    let watcher = Client::new(base_url)?.with_session(session);
    let public_key = Secp256k1Key::random().public_key();
    let address = btc_like::derive(&watcher, btc_like::Chain::Btc, Network::Testnet, &public_key, None).await?;

    let request = SubscriptionRequest::builder()
        .chain("btc")
        .network(Network::Testnet)
        .addresses(vec![address.clone()])
        .label("Savings")
        .build();
    let subscription = create_subscription(&watcher, &request).await?;
    assert_eq!(subscription.last_sequence, 0);

    let request = SubscribeRequest::builder()
        .namespace(Uuid::new_v4().to_string()) // stored with the wallet
        .network(Network::Testnet)
        .entries(vec![WatchedChain::addresses("btc", [&address])])
        .build();
    let results = subscribe(&watcher, &request).await?;
    assert!(results[0].outcome.is_ok());

    fund(&watcher, "btc", &address, "250000", None).await?;
    let request = FollowRequest::builder()
        .subscription(vec![subscription.id.clone()])
        .build();
    let mut events = std::pin::pin!(follow_events(&watcher, request));
    if let Some(followed) = events.try_next().await? {
        assert_eq!(followed.event.sequence, 1); // store followed.cursor, and continue with it as `after`
    }

    let request = FollowRequest::builder()
        .subscription(vec![subscription.id])
        .transport(EventTransport::Socket) // SocketAt(url) in a deployment on AWS
        .build();
    let mut events = std::pin::pin!(follow_events(&watcher, request));
    while let Some(followed) = events.try_next().await? {
        if followed.event.state == State::Confirmed {
            break;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rust_of_notifications_works_as_written() {
    run_on_server(notifications).await;
}
