//! `ports::Accounts`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::records::{NOW, account, account_session, name, rotation};
use futures::future::join_all;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{ActiveFactor, PendingFactor, RecoveryCodeHashes, SealedSecret, SecondFactor, TimeStep};
use wallet_core::ports::accounts::{Account, Accounts, ChangeAccountError, CreateAccountError, CredentialChange};
use wallet_core::ports::sessions::{RotateOutcome, Rotation, Session, Sessions};

on_each_database!(
    created_account_is_found_by_name_and_by_id,
    taken_name_is_rejected_without_side_effects,
    fifty_concurrent_creations_create_one_account,
    unknown_account_is_not_found,
    password_change_increments_the_epoch,
    one_of_several_concurrent_password_changes_wins,
    password_change_ends_all_sessions_but_the_surviving_one,
    expired_or_outdated_session_does_not_survive,
    replaced_session_does_not_survive,
    rehash_preserves_epoch_and_sessions,
    deleted_account_ends_its_sessions,
    deleted_name_is_available_again,
    second_factor_round_trips_in_every_state,
    one_of_ten_concurrent_uses_of_a_code_wins,
    change_of_the_second_factor_ends_all_sessions_but_the_surviving_one,
    account_of_a_version_without_second_factors_can_enrol,
    end_of_all_sessions_disables_and_enables_the_account,
    end_of_sessions_and_password_change_exclude_each_other,
    account_of_a_version_without_disabled_accounts_is_enabled,
);

async fn created_account_is_found_by_name_and_by_id(database: Database) {
    let accounts = database.accounts();
    let alice = Account {
        username: name("älice"),
        epoch: 3,
        ..account("")
    };
    accounts.create(&alice).await.unwrap();
    assert_eq!(
        accounts.find_by_username(&alice.username).await.unwrap(),
        Some(alice.clone())
    );
    assert_eq!(accounts.find(alice.id).await.unwrap(), Some(alice));
}

async fn taken_name_is_rejected_without_side_effects(database: Database) {
    let accounts = database.accounts();
    let (first, second) = (account("alice"), account("alice"));
    accounts.create(&first).await.unwrap();
    let result = accounts.create(&second).await;
    assert!(matches!(result, Err(CreateAccountError::UsernameTaken)), "{result:?}");
    assert_eq!(accounts.find(second.id).await.unwrap(), None);
    assert_eq!(accounts.find_by_username(&first.username).await.unwrap(), Some(first));
}

async fn fifty_concurrent_creations_create_one_account(database: Database) {
    let accounts = database.accounts();
    let candidates: Vec<_> = (0..50).map(|_| account("alice")).collect();
    let outcomes = join_all(candidates.iter().map(|candidate| accounts.create(candidate))).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let taken = |outcome: &&Result<(), _>| matches!(outcome, Err(CreateAccountError::UsernameTaken));
    assert_eq!(outcomes.iter().filter(taken).count(), 49);
    assert_eq!(database.count(&database.tables.accounts).await, 2);
}

async fn unknown_account_is_not_found(database: Database) {
    let accounts = database.accounts();
    assert_eq!(accounts.find_by_username(&name("nobody")).await.unwrap(), None);
    assert_eq!(accounts.find(Uuid::new_v4()).await.unwrap(), None);
}

async fn password_change_increments_the_epoch(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    accounts
        .change_credentials(&alice, CredentialChange::Password("$second"), Uuid::new_v4(), NOW)
        .await
        .unwrap();
    let changed = Account {
        password_hash: "$second".to_owned(),
        epoch: 1,
        ..alice
    };
    assert_eq!(accounts.find(changed.id).await.unwrap(), Some(changed));
}

async fn one_of_several_concurrent_password_changes_wins(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let change =
        |hash: &'static str| accounts.change_credentials(&alice, CredentialChange::Password(hash), Uuid::nil(), NOW);
    let outcomes = join_all(["$a", "$b", "$c", "$d"].map(change)).await;
    assert_eq!(
        outcomes.iter().filter(|outcome| outcome.is_ok()).count(),
        1,
        "{outcomes:?}"
    );
    assert_eq!(accounts.find(alice.id).await.unwrap().map(|found| found.epoch), Some(1));
    assert!(matches!(
        accounts.rehash(&alice, "$e").await,
        Err(ChangeAccountError::Changed)
    ));
    assert!(matches!(
        accounts.delete(&alice).await,
        Err(ChangeAccountError::Changed)
    ));
}

async fn password_change_ends_all_sessions_but_the_surviving_one(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, surviving, other) = with_two_sessions(&database).await;
    accounts
        .change_credentials(&alice, CredentialChange::Password("$second"), surviving.token_id, NOW)
        .await
        .unwrap();

    let ended = sessions.rotate(&rotation(&other, 0)).await.unwrap();
    assert_eq!(ended, RotateOutcome::Ended);
    let RotateOutcome::Rotated(rotated) = sessions.rotate(&rotation(&surviving, 0)).await.unwrap() else {
        panic!("the surviving session ended");
    };
    assert_eq!(rotated.epoch, Some(1));
}

async fn expired_or_outdated_session_does_not_survive(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, surviving, _) = with_two_sessions(&database).await;
    let late = NOW.after(Duration::from_hours(31 * 24));
    accounts
        .change_credentials(&alice, CredentialChange::Password("$second"), surviving.token_id, late)
        .await
        .unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&surviving, 0)).await.unwrap(),
        RotateOutcome::Ended
    );

    // The pointer still refers to the ended session: a second change does not revive that session.
    let alice = accounts.find(alice.id).await.unwrap().unwrap();
    accounts
        .change_credentials(&alice, CredentialChange::Password("$third"), surviving.token_id, NOW)
        .await
        .unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&surviving, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
}

async fn replaced_session_does_not_survive(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, replaced, _) = with_two_sessions(&database).await;
    let current = Session {
        token_id: replaced.token_id,
        ..account_session(&alice)
    };
    sessions.open(&current).await.unwrap();
    accounts
        .change_credentials(&alice, CredentialChange::Password("$second"), current.token_id, NOW)
        .await
        .unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&replaced, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
    let outcome = sessions.rotate(&rotation(&current, 0)).await.unwrap();
    assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
}

async fn rehash_preserves_epoch_and_sessions(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, session, _) = with_two_sessions(&database).await;
    accounts.rehash(&alice, "$again").await.unwrap();
    let found = accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!((found.password_hash.as_str(), found.epoch), ("$again", 0));
    let outcome = sessions.rotate(&rotation(&session, 0)).await.unwrap();
    assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
}

async fn deleted_account_ends_its_sessions(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, session, other) = with_two_sessions(&database).await;
    sessions.rotate(&rotation(&other, 0)).await.unwrap();
    accounts.delete(&alice).await.unwrap();

    assert_eq!(accounts.find(alice.id).await.unwrap(), None);
    assert_eq!(accounts.find_by_username(&alice.username).await.unwrap(), None);
    assert_eq!(
        sessions.rotate(&rotation(&session, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
    // The token that was just spent is invalid too.
    let spent = Rotation {
        now: NOW,
        ..rotation(&other, 0)
    };
    assert_eq!(sessions.rotate(&spent).await.unwrap(), RotateOutcome::Ended);
    accounts.delete(&alice).await.unwrap();
}

async fn deleted_name_is_available_again(database: Database) {
    let accounts = database.accounts();
    let (first, second) = (account("alice"), account("alice"));
    accounts.create(&first).await.unwrap();
    accounts.delete(&first).await.unwrap();
    accounts.create(&second).await.unwrap();
    // A repeated deletion of the first account does not affect the successor.
    accounts.delete(&first).await.unwrap();
    assert_eq!(accounts.find_by_username(&first.username).await.unwrap(), Some(second));
}

async fn with_two_sessions(database: &Database) -> (Account, Session, Session) {
    let alice = account("alice");
    database.accounts().create(&alice).await.unwrap();
    let (first, second) = (account_session(&alice), account_session(&alice));
    database.sessions().open(&first).await.unwrap();
    database.sessions().open(&second).await.unwrap();
    (alice, first, second)
}

fn sealed() -> SealedSecret {
    SealedSecret {
        kid: "k1".to_owned(),
        bytes: std::array::from_fn(|index| u8::try_from(index).unwrap()),
    }
}

fn active(step: u64, codes: u8) -> SecondFactor {
    SecondFactor::Active(ActiveFactor {
        secret: sealed(),
        last_step: TimeStep(step),
        recovery: RecoveryCodeHashes((0..codes).map(|code| [code; 32]).collect()),
    })
}

async fn second_factor_round_trips_in_every_state(database: Database) {
    let accounts = database.accounts();
    let mut alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let pending = SecondFactor::Pending(PendingFactor {
        secret: sealed(),
        expires_at: NOW,
    });
    for factor in [pending, active(5, 10), active(6, 1), active(7, 0), SecondFactor::Absent] {
        accounts.update_second_factor(&alice, &factor).await.unwrap();
        alice.second_factor = factor;
        alice.factor_revision += 1;
        assert_eq!(accounts.find(alice.id).await.unwrap().as_ref(), Some(&alice));
    }
    let other = Account {
        second_factor: active(1, 2),
        factor_revision: 3,
        ..account("bob")
    };
    accounts.create(&other).await.unwrap();
    assert_eq!(accounts.find(other.id).await.unwrap(), Some(other));
}

async fn one_of_ten_concurrent_uses_of_a_code_wins(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let factors: Vec<_> = (0..10).map(|step| active(step, 10)).collect();
    let uses = factors
        .iter()
        .map(|factor| accounts.update_second_factor(&alice, factor));
    let outcomes = join_all(uses).await;
    assert_eq!(
        outcomes.iter().filter(|outcome| outcome.is_ok()).count(),
        1,
        "{outcomes:?}"
    );
    let changed = |outcome: &&Result<(), _>| matches!(outcome, Err(ChangeAccountError::Changed));
    assert_eq!(outcomes.iter().filter(changed).count(), 9);
    let removal = CredentialChange::SecondFactor(&SecondFactor::Absent);
    let outdated = accounts.change_credentials(&alice, removal, Uuid::nil(), NOW).await;
    assert!(matches!(outdated, Err(ChangeAccountError::Changed)), "{outdated:?}");
    // A password change does not depend on the second factor, which remains.
    let password = CredentialChange::Password("$second");
    accounts
        .change_credentials(&alice, password, Uuid::nil(), NOW)
        .await
        .unwrap();
    let found = accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!((found.epoch, found.factor_revision), (1, 1));
    assert_ne!(found.second_factor, SecondFactor::Absent);
}

async fn change_of_the_second_factor_ends_all_sessions_but_the_surviving_one(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, surviving, other) = with_two_sessions(&database).await;
    let factor = active(5, 10);
    let change = CredentialChange::SecondFactor(&factor);
    accounts
        .change_credentials(&alice, change, surviving.token_id, NOW)
        .await
        .unwrap();
    let found = accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!(
        (found.epoch, found.factor_revision, &found.second_factor),
        (1, 1, &factor)
    );
    let ended = sessions.rotate(&rotation(&other, 0)).await.unwrap();
    assert_eq!(ended, RotateOutcome::Ended);
    let outcome = sessions.rotate(&rotation(&surviving, 0)).await.unwrap();
    assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
}

async fn account_of_a_version_without_second_factors_can_enrol(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let key = aws_sdk_dynamodb::types::AttributeValue::S(format!("a#{}", alice.id));
    let update = database
        .client
        .update_item()
        .table_name(&database.tables.accounts)
        .key("pk", key);
    update
        .update_expression("REMOVE second_factor, factor_revision")
        .send()
        .await
        .unwrap();
    assert_eq!(accounts.find(alice.id).await.unwrap().as_ref(), Some(&alice));
    accounts.update_second_factor(&alice, &active(5, 10)).await.unwrap();
    let found = accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!((found.factor_revision, found.second_factor), (1, active(5, 10)));
}

async fn end_of_all_sessions_disables_and_enables_the_account(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, first, second) = with_two_sessions(&database).await;
    accounts.end_sessions(&alice, true).await.unwrap();
    for ended in [&first, &second] {
        let outcome = sessions.rotate(&rotation(ended, 0)).await.unwrap();
        assert_eq!(outcome, RotateOutcome::Ended);
    }
    assert_eq!(sessions.of_account(alice.id, NOW).await.unwrap(), []);
    let disabled = Account {
        epoch: 1,
        disabled: true,
        ..alice.clone()
    };
    assert_eq!(accounts.find(alice.id).await.unwrap().as_ref(), Some(&disabled));
    // A session of the earlier epoch, with proofs verified before, is not opened.
    let opened = sessions.open(&account_session(&alice)).await;
    assert!(opened.is_err(), "{opened:?}");

    accounts.end_sessions(&disabled, false).await.unwrap();
    let enabled = Account { epoch: 2, ..alice };
    assert_eq!(
        accounts.find_by_username(&enabled.username).await.unwrap().as_ref(),
        Some(&enabled)
    );
    let session = account_session(&enabled);
    sessions.open(&session).await.unwrap();
    assert_eq!(sessions.of_account(enabled.id, NOW).await.unwrap(), [session]);
}

async fn end_of_sessions_and_password_change_exclude_each_other(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let change = CredentialChange::Password("$second");
    let outcomes = tokio::join!(
        accounts.end_sessions(&alice, true),
        accounts.change_credentials(&alice, change, Uuid::new_v4(), NOW)
    );
    assert!(outcomes.0.is_ok() != outcomes.1.is_ok(), "{outcomes:?}");
    let found = accounts.find(alice.id).await.unwrap().unwrap();
    assert_eq!((found.epoch, found.disabled), (1, outcomes.0.is_ok()));
    let outdated = accounts.end_sessions(&alice, false).await;
    assert!(matches!(outdated, Err(ChangeAccountError::Changed)), "{outdated:?}");
    let unknown = accounts.end_sessions(&account("bob"), true).await;
    assert!(matches!(unknown, Err(ChangeAccountError::Changed)), "{unknown:?}");
}

async fn account_of_a_version_without_disabled_accounts_is_enabled(database: Database) {
    let accounts = database.accounts();
    let alice = account("alice");
    accounts.create(&alice).await.unwrap();
    let key = aws_sdk_dynamodb::types::AttributeValue::S(format!("a#{}", alice.id));
    let update = database
        .client
        .update_item()
        .table_name(&database.tables.accounts)
        .key("pk", key);
    update.update_expression("REMOVE is_disabled").send().await.unwrap();
    assert_eq!(accounts.find(alice.id).await.unwrap().as_ref(), Some(&alice));
    accounts.end_sessions(&alice, true).await.unwrap();
    assert!(accounts.find(alice.id).await.unwrap().unwrap().disabled);
}
