//! `ports::Broadcasts`, written with the SDK and with a signed request.

use super::on_each_database;
use crate::support::database::{Database, patient};
use crate::support::notifications::{btc, eth};
use crate::support::records::NOW;
use std::time::Duration;
use tokio::net::TcpListener;
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_notifications::ports::{Broadcast, WatchStore};
use wallet_store::broadcasts::SignedBroadcasts;
use wallet_store::dynamodb::DynamoNotifications;

on_each_database!(records_are_read_until_they_expire_or_are_removed);

fn signed(endpoint: &str, table: &str) -> SignedBroadcasts {
    SignedBroadcasts::new(patient(endpoint), table.to_owned())
}

async fn records_are_read_until_they_expire_or_are_removed(database: Database) {
    let store = database.notifications().await;
    let signed = signed(&database.endpoint, store.table());
    let later = NOW.after(Duration::from_mins(5));
    for (writer, txid) in [(&store as &dyn Broadcasts, "a"), (&signed, "b")] {
        // The second record changes nothing.
        for at in [NOW, later] {
            writer.record("btc", Network::Testnet, txid, at).await.unwrap();
        }
    }
    signed.record("btc", Network::Livenet, "c", NOW).await.unwrap();
    let expected = ["a", "b"].map(|txid| Broadcast {
        txid: txid.to_owned(),
        at: NOW,
    });
    assert_eq!(store.broadcasts(&btc(), later).await.unwrap(), expected);
    assert_eq!(store.broadcasts(&eth(), later).await.unwrap(), []);
    store.remove_broadcasts(&btc(), &["a".to_owned()]).await.unwrap();
    store.remove_broadcasts(&btc(), &[]).await.unwrap();
    assert_eq!(store.broadcasts(&btc(), later).await.unwrap(), expected[1..]);
    signed.record("btc", Network::Testnet, "a", later).await.unwrap();
    let [first, _] = &store.broadcasts(&btc(), later).await.unwrap()[..] else {
        panic!("two records")
    };
    assert_eq!((first.txid.as_str(), first.at), ("a", later));
    let end = later.after(LIFETIME);
    assert_eq!(store.broadcasts(&btc(), end).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_table_and_unreachable_database_are_errors() {
    let database = Database::dynoxide().await;
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let store = DynamoNotifications::new(database.client.clone(), "missing".to_owned());
    for writer in [
        &store as &dyn Broadcasts,
        &signed(&database.endpoint, "missing"),
        &signed(&format!("http://{unused}"), "missing"),
    ] {
        writer.record("btc", Network::Testnet, "a", NOW).await.unwrap_err();
    }
    let signed = signed(&database.endpoint, "missing");
    let error = signed.record("btc", Network::Testnet, "a", NOW).await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("PutItem: status 400, ResourceNotFoundException"),
        "{error}"
    );
}
