//! `SecretStore`: memory, a file, and AWS Secrets Manager's protocol.

use crate::support::moto;
use crate::support::proxy::{CallFault, Proxy};
use crate::support::secrets::{at, in_a_file, on_moto};
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_store::secrets::{
    CreateSecretError, MemorySecrets, ReplaceSecretError, SecretReader, SecretStore, StoredSecret, update,
};

/// Runs test functions that take a store and an unused name.
macro_rules! on_each_store {
    ($($test:ident),+ $(,)?) => {
        mod in_memory {
            $(#[tokio::test]
            async fn $test() {
                super::$test(Arc::new(MemorySecrets::default()), &name()).await;
            })+
            use super::*;
        }
        mod in_file {
            $(#[tokio::test]
            async fn $test() {
                let (_folder, store) = in_a_file();
                super::$test(Arc::new(store), &name()).await;
            })+
            use super::*;
        }
        mod in_secrets_manager {
            $(#[tokio::test]
            async fn $test() {
                if let Some((_, store)) = on_moto().await {
                    super::$test(Arc::new(store), &name()).await;
                }
            })+
            use super::*;
        }
    };
}

on_each_store!(
    created_secret_is_read_back,
    secret_with_a_value_is_not_created_again,
    one_of_two_concurrent_creations_wins,
    replaced_secret_has_the_new_value,
    missing_secret_is_not_replaced,
    value_read_before_another_write_is_not_replaced,
    concurrent_changes_are_all_applied,
);

async fn created_secret_is_read_back(store: Arc<dyn SecretStore>, name: &str) {
    assert!(store.get(name).await.unwrap().is_none());
    store.create(name, &secret("{\"ä\": 1}\n")).await.unwrap();
    check(&*store, name, "{\"ä\": 1}\n").await;
    assert!(store.get(&format!("{name}x")).await.unwrap().is_none());
}

async fn secret_with_a_value_is_not_created_again(store: Arc<dyn SecretStore>, name: &str) {
    store.create(name, &secret("first")).await.unwrap();
    let again = store.create(name, &secret("second")).await;
    assert!(
        matches!(&again, Err(CreateSecretError::Exists { name: named }) if named == name),
        "{again:?}"
    );
    check(&*store, name, "first").await;
}

async fn one_of_two_concurrent_creations_wins(store: Arc<dyn SecretStore>, name: &str) {
    let (a, b) = (secret("a"), secret("b"));
    let (first, second) = tokio::join!(store.create(name, &a), store.create(name, &b));
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    check(&*store, name, if first.is_ok() { "a" } else { "b" }).await;
}

async fn replaced_secret_has_the_new_value(store: Arc<dyn SecretStore>, name: &str) {
    store.create(name, &secret("first")).await.unwrap();
    for value in ["second", "third"] {
        replace(&*store, name, value).await.unwrap();
        check(&*store, name, value).await;
    }
}

async fn missing_secret_is_not_replaced(store: Arc<dyn SecretStore>, name: &str) {
    let read = StoredSecret {
        value: secret("value"),
        version: Some(Uuid::new_v4().to_string()),
    };
    let missing = store.replace(name, &read, &secret("value")).await;
    assert!(matches!(missing, Err(ReplaceSecretError::Store(_))), "{missing:?}");
    assert!(store.get(name).await.unwrap().is_none());
}

async fn value_read_before_another_write_is_not_replaced(store: Arc<dyn SecretStore>, name: &str) {
    store.create(name, &secret("first")).await.unwrap();
    let outdated = store.read(name).await.unwrap().unwrap();
    replace(&*store, name, "second").await.unwrap();
    let conflict = store.replace(name, &outdated, &secret("lost")).await;
    assert!(
        matches!(&conflict, Err(ReplaceSecretError::Conflict { name: named }) if named == name),
        "{conflict:?}"
    );
    check(&*store, name, "second").await;
    replace(&*store, name, "third").await.unwrap();
    check(&*store, name, "third").await;
}

/// Appends a letter to a secret, like an operator's command changes a merchant.
async fn append(store: &dyn SecretStore, name: &str, letter: char) {
    let appended = |value: Option<&SecretString>| {
        let value = value.map_or("", ExposeSecret::expose_secret);
        Ok((secret(&format!("{value}{letter}")), ()))
    };
    update::<_, StoreError>(store, name, appended).await.unwrap();
}

async fn concurrent_changes_are_all_applied(store: Arc<dyn SecretStore>, name: &str) {
    // The first round also creates the secret.
    for round in 1..=40 {
        tokio::join!(append(&*store, name, 'd'), append(&*store, name, 'r'));
        let stored = store.get(name).await.unwrap().unwrap();
        let count = |letter| stored.expose_secret().matches(letter).count();
        assert_eq!((count('d'), count('r')), (round, round));
    }
}

#[tokio::test]
async fn file_is_accessible_to_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, store) = in_a_file();
    store.create("a", &secret("canary")).await.unwrap();
    let path = folder.path().join("made/secrets.json");
    let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.clone()), 0o600);
    assert_eq!(mode(folder.path().join("made")), 0o700);

    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    let error = store.get("a").await.unwrap_err().to_string();
    assert!(error.contains("chmod 600"), "{error}");
}

#[tokio::test]
async fn only_the_lock_file_remains_next_to_the_file() {
    let (folder, store) = in_a_file();
    store.create("a", &secret("1")).await.unwrap();
    replace(&store, "a", "2").await.unwrap();
    let mut names: Vec<_> = std::fs::read_dir(folder.path().join("made"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["secrets.json", "secrets.json.lock"]);
}

#[tokio::test]
async fn malformed_file_is_an_error_without_its_content() {
    let (folder, store) = in_a_file();
    store.create("a", &secret("1")).await.unwrap();
    let path = folder.path().join("made/secrets.json");
    std::fs::write(&path, r#"{"a": "canary", "b": canary}"#).unwrap();
    let error = store.get("a").await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("canary"));
    assert!(store.create("c", &secret("2")).await.is_err());
    assert!(
        std::fs::read_to_string(path).unwrap().contains("canary"),
        "the file was overwritten"
    );
}

#[tokio::test]
async fn empty_secret_of_the_template_is_filled_once() {
    let Some((client, store)) = on_moto().await else { return };
    let name = name();
    client.create_secret().name(&name).send().await.unwrap();
    assert!(store.get(&name).await.unwrap().is_none());
    store.create(&name, &secret("first")).await.unwrap();
    check(&store, &name, "first").await;
    assert!(store.create(&name, &secret("second")).await.is_err());
}

#[tokio::test]
async fn creation_with_a_lost_response_detects_its_own_write() {
    let Some(endpoint) = moto("the fault of a lost response on moto") else {
        return;
    };
    let proxy = Proxy::before(endpoint.trim_start_matches("http://").parse().unwrap()).await;
    proxy.follow(|n, _| {
        if n == 1 {
            CallFault::ResponseLost
        } else {
            CallFault::Pass
        }
    });
    let (_, store) = at(&format!("http://{}", proxy.address)).await;
    let name = name();
    store.create(&name, &secret("first")).await.unwrap();
    check(&store, &name, "first").await;
    assert!(store.create(&name, &secret("second")).await.is_err());
    proxy.follow(|_, _| CallFault::Lost);
    assert!(
        store.get(&name).await.is_err(),
        "an unreachable store is an error, not a missing secret"
    );
}

#[tokio::test]
async fn one_of_two_concurrent_fillings_of_an_empty_secret_wins() {
    let Some((client, store)) = on_moto().await else { return };
    let name = name();
    client.create_secret().name(&name).send().await.unwrap();
    let (a, b) = (secret("a"), secret("b"));
    let (first, second) = tokio::join!(store.create(&name, &a), store.create(&name, &b));
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    check(&store, &name, if first.is_ok() { "a" } else { "b" }).await;
}

#[tokio::test]
async fn replacement_with_a_lost_response_detects_its_own_write() {
    let Some(endpoint) = moto("the fault of a lost response on moto") else {
        return;
    };
    let proxy = Proxy::before(endpoint.trim_start_matches("http://").parse().unwrap()).await;
    let (_, store) = at(&format!("http://{}", proxy.address)).await;
    let name = name();
    store.create(&name, &secret("first")).await.unwrap();
    let read = store.read(&name).await.unwrap().unwrap();
    let lost = AtomicBool::new(false);
    proxy.follow(move |_, operation| {
        let is_promotion = operation.ends_with("UpdateSecretVersionStage");
        if is_promotion && !lost.swap(true, Ordering::SeqCst) {
            CallFault::ResponseLost
        } else {
            CallFault::Pass
        }
    });
    store.replace(&name, &read, &secret("second")).await.unwrap();
    check(&store, &name, "second").await;
}

#[tokio::test]
async fn secret_marked_for_deletion_is_missing() {
    let Some((client, store)) = on_moto().await else { return };
    let name = name();
    store.create(&name, &secret("first")).await.unwrap();
    client.delete_secret().secret_id(&name).send().await.unwrap();
    assert!(store.get(&name).await.unwrap().is_none());
}

fn name() -> String {
    format!("test/{}", Uuid::new_v4().simple())
}

/// Replaces the current value.
async fn replace(store: &dyn SecretStore, name: &str, value: &str) -> Result<(), ReplaceSecretError> {
    let read = store.read(name).await?.expect("the secret has a value");
    store.replace(name, &read, &secret(value)).await
}

fn secret(value: &str) -> SecretString {
    SecretString::from(value)
}

async fn check(store: &dyn SecretStore, name: &str, expected: &str) {
    let value = store.get(name).await.unwrap().expect("the secret has a value");
    assert_eq!(value.expose_secret(), expected);
}
