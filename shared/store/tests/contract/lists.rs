//! `ports::lists`, with the SDK and with signed requests.

use super::on_each_database;
use crate::support::database::{Database, patient};
use tokio::net::TcpListener;
use uuid::Uuid;
use wallet_core::lists::{CHUNK, Digests, ListAction, ListIndex, RecipientDigest, StoredList};
use wallet_core::ports::lists::{ListReader, ListStore};
use wallet_store::dynamodb::DynamoLists;
use wallet_store::lists::SignedLists;

on_each_database!(
    both_readers_return_what_was_stored,
    index_changes_only_after_its_predecessor
);

async fn table(database: &Database) -> DynamoLists {
    let table = DynamoLists::new(database.client.clone(), format!("l{}", Uuid::new_v4().simple()));
    table.create_table().await.unwrap();
    table
}

fn signed(endpoint: &str, table: &str) -> SignedLists {
    SignedLists::new(patient(endpoint), table.to_owned())
}

fn list(name: &str, chunks: &[&str]) -> StoredList {
    StoredList {
        name: name.parse().unwrap(),
        action: ListAction::Reject,
        imported_at: 1_800_000_000,
        addresses: 2,
        recipients: 3,
        chunks: chunks.iter().map(|id| (*id).to_owned()).collect(),
    }
}

async fn both_readers_return_what_was_stored(database: Database) {
    let table = table(&database).await;
    let signed = signed(&database.endpoint, table.table());
    let index = ListIndex::default().with(list("a", &["1", "2"])).unwrap();
    let digests = (0..CHUNK).map(|number| RecipientDigest::of("test", &number.to_be_bytes()));
    let largest = digests.collect::<Digests>().chunks().next().unwrap();
    for reader in [&table as &dyn ListReader, &signed] {
        assert_eq!(reader.index().await.unwrap(), ListIndex::default());
        assert_eq!(reader.chunk("1").await.unwrap(), None);
    }
    table.store_chunk("1", &largest).await.unwrap();
    table.store_chunk("2", &[7]).await.unwrap();
    assert!(table.replace_index(&index).await.unwrap());
    for reader in [&table as &dyn ListReader, &signed] {
        assert_eq!(reader.index().await.unwrap(), index);
        assert_eq!(reader.chunk("1").await.unwrap().as_deref(), Some(largest.as_slice()));
    }
    table.delete_chunk("1").await.unwrap();
    table.delete_chunk("1").await.unwrap();
    for reader in [&table as &dyn ListReader, &signed] {
        assert_eq!(reader.chunk("1").await.unwrap(), None);
        assert_eq!(reader.chunk("2").await.unwrap(), Some(vec![7]));
    }
}

async fn index_changes_only_after_its_predecessor(database: Database) {
    let table = table(&database).await;
    let first = ListIndex::default().with(list("a", &[])).unwrap();
    let second = first.with(list("b", &[])).unwrap();
    assert!(!table.replace_index(&second).await.unwrap());
    assert!(table.replace_index(&first).await.unwrap());
    let concurrent = ListIndex::default().with(list("c", &[])).unwrap();
    assert!(!table.replace_index(&concurrent).await.unwrap());
    assert!(table.replace_index(&second).await.unwrap());
    assert_eq!(table.index().await.unwrap(), second);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_table_and_unreachable_database_are_errors() {
    let database = Database::dynoxide().await;
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let table = DynamoLists::new(database.client.clone(), "missing".to_owned());
    for reader in [
        &table as &dyn ListReader,
        &signed(&database.endpoint, "missing"),
        &signed(&format!("http://{unused}"), "missing"),
    ] {
        reader.index().await.unwrap_err();
        reader.chunk("1").await.unwrap_err();
    }
    let error = signed(&database.endpoint, "missing")
        .index()
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("GetItem: status 400, ResourceNotFoundException"),
        "{error}"
    );
}
