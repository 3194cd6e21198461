//! `ports::Sessions`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::records::{NOW, account, account_session, merchant_session, rotation, token};
use futures::future::join_all;
use std::collections::BTreeSet;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::accounts::{Account, Accounts, CredentialChange};
use wallet_core::ports::sessions::{
    OpenSessionError, RotateOutcome, Rotation, SESSIONS_PER_ACCOUNT, Session, SessionId, Sessions,
};
use wallet_core::ports::system::Timestamp;

on_each_database!(
    rotation_makes_the_successor_current,
    spent_token_returns_the_current_session,
    twenty_concurrent_rotations_rotate_once,
    expired_session_in_the_table_is_not_rotated,
    ended_session_stays_ended,
    unknown_session_has_ended,
    opened_session_is_found_until_it_ends,
    merchant_sessions_coexist,
    new_account_session_replaces_the_one_with_its_token_id,
    ten_concurrent_sessions_leave_one_per_token_id,
    session_requires_the_account_epoch,
    spent_token_is_invalid_after_a_password_change,
    concurrent_rotation_and_password_change_both_succeed,
    table_stores_only_hashes_of_tokens,
    sessions_of_an_account_are_listed_until_they_end,
    list_omits_expired_sessions_and_those_before_a_password_change,
    session_of_an_account_is_ended_by_its_token_id,
    twenty_concurrent_sessions_are_all_listed,
    session_beyond_the_limit_ends_the_one_not_used_for_longest,
    ended_sessions_leave_room_in_a_full_list,
);

async fn rotation_makes_the_successor_current(database: Database) {
    let sessions = database.sessions();
    for session in [merchant_session(), opened_account_session(&database).await.1] {
        sessions.open(&session).await.ok();
        let first = rotation(&session, 0);
        let rotated = Session {
            generation: 1,
            current: token(1),
            previous: Some(token(0)),
            previous_spent_at: Some(first.now),
            idle_expires_at: first.idle_expires_at,
            ..session.clone()
        };
        assert_eq!(sessions.rotate(&first).await.unwrap(), RotateOutcome::Rotated(rotated));
        let RotateOutcome::Rotated(again) = sessions.rotate(&rotation(&session, 1)).await.unwrap() else {
            panic!("the successor is not current");
        };
        assert_eq!(
            (again.generation, again.current, again.previous),
            (2, token(2), Some(token(1)))
        );
        assert_eq!(again.expires_at, session.expires_at);
    }
}

async fn spent_token_returns_the_current_session(database: Database) {
    let (_, session) = opened_account_session(&database).await;
    let sessions = database.sessions();
    sessions.rotate(&rotation(&session, 0)).await.unwrap();
    let RotateOutcome::NotCurrent(current) = sessions.rotate(&rotation(&session, 0)).await.unwrap() else {
        panic!("a spent token was accepted again");
    };
    assert_eq!((current.generation, current.previous), (1, Some(token(0))));
    let unknown = rotation(&session, 7);
    let outcome = sessions.rotate(&unknown).await.unwrap();
    assert!(matches!(outcome, RotateOutcome::NotCurrent(_)), "{outcome:?}");
}

async fn twenty_concurrent_rotations_rotate_once(database: Database) {
    let sessions = database.sessions();
    let merchant_owned = merchant_session();
    sessions.open(&merchant_owned).await.unwrap();
    for session in [merchant_owned, opened_account_session(&database).await.1] {
        let uses: Vec<_> = (0..20).map(|_| rotation(&session, 0)).collect();
        let outcomes = join_all(uses.iter().map(|rotation| sessions.rotate(rotation))).await;
        let mut rotated = 0;
        for outcome in outcomes {
            match outcome.unwrap() {
                RotateOutcome::Rotated(session) => {
                    rotated += 1;
                    assert_eq!(session.generation, 1);
                }
                RotateOutcome::NotCurrent(session) => {
                    assert_eq!((session.generation, session.previous), (1, Some(token(0))));
                }
                RotateOutcome::Ended => panic!("a race ended the session"),
            }
        }
        assert_eq!(rotated, 1);
    }
}

async fn expired_session_in_the_table_is_not_rotated(database: Database) {
    let sessions = database.sessions();
    let merchant_owned = merchant_session();
    sessions.open(&merchant_owned).await.unwrap();
    for session in [merchant_owned, opened_account_session(&database).await.1] {
        for expiry in [session.idle_expires_at, session.expires_at] {
            let late = Rotation {
                now: expiry,
                idle_expires_at: expiry.after(Duration::from_hours(1)),
                ..rotation(&session, 0)
            };
            let outcome = sessions.rotate(&late).await.unwrap();
            assert_eq!(outcome, RotateOutcome::NotCurrent(session.clone()));
        }
    }
    assert_eq!(database.count(&database.tables.sessions).await, 3);
}

async fn ended_session_stays_ended(database: Database) {
    let (_, session) = opened_account_session(&database).await;
    let sessions = database.sessions();
    sessions.end(session.id).await.unwrap();
    sessions.end(session.id).await.unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&session, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
    let successor = Session {
        id: SessionId([7; 16]),
        ..session
    };
    sessions.open(&successor).await.unwrap();
    let outcome = sessions.rotate(&rotation(&successor, 0)).await.unwrap();
    assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
}

async fn unknown_session_has_ended(database: Database) {
    let sessions = database.sessions();
    let outcome = sessions.rotate(&rotation(&merchant_session(), 0)).await.unwrap();
    assert_eq!(outcome, RotateOutcome::Ended);
    sessions.end(SessionId([9; 16])).await.unwrap();
    assert_eq!(database.count(&database.tables.sessions).await, 0);
}

async fn opened_session_is_found_until_it_ends(database: Database) {
    let sessions = database.sessions();
    for session in [merchant_session(), opened_account_session(&database).await.1] {
        sessions.open(&session).await.ok();
        assert_eq!(sessions.find(session.id).await.unwrap(), Some(session.clone()));
        sessions.end(session.id).await.unwrap();
        assert_eq!(sessions.find(session.id).await.unwrap(), None);
    }
}

async fn merchant_sessions_coexist(database: Database) {
    let sessions = database.sessions();
    let first = merchant_session();
    let second = Session {
        id: SessionId([2; 16]),
        ..first.clone()
    };
    for session in [&first, &second] {
        sessions.open(session).await.unwrap();
    }
    for session in [&first, &second] {
        let outcome = sessions.rotate(&rotation(session, 0)).await.unwrap();
        assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
    }
}

async fn new_account_session_replaces_the_one_with_its_token_id(database: Database) {
    let (alice, first) = opened_account_session(&database).await;
    let sessions = database.sessions();
    let elsewhere = account_session(&alice);
    let second = Session {
        id: SessionId([2; 16]),
        ..first.clone()
    };
    sessions.open(&elsewhere).await.unwrap();
    sessions.open(&second).await.unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&first, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
    for session in [&second, &elsewhere] {
        let outcome = sessions.rotate(&rotation(session, 0)).await.unwrap();
        assert!(matches!(outcome, RotateOutcome::Rotated(_)), "{outcome:?}");
    }
}

async fn ten_concurrent_sessions_leave_one_per_token_id(database: Database) {
    let (_, first) = opened_account_session(&database).await;
    let sessions = database.sessions();
    let candidates: Vec<_> = (1..=10)
        .map(|candidate| Session {
            id: SessionId([candidate; 16]),
            ..first.clone()
        })
        .collect();
    let opened = join_all(candidates.iter().map(|candidate| sessions.open(candidate))).await;
    assert!(opened.iter().any(Result::is_ok));
    let unavailable = |outcome: &Result<(), _>| matches!(outcome, Ok(()) | Err(OpenSessionError::Store(_)));
    assert!(opened.iter().all(unavailable), "{opened:?}");
    // The pointer and the session that it refers to.
    assert_eq!(database.count(&database.tables.sessions).await, 2);
}

async fn session_requires_the_account_epoch(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let alice = account("alice");
    let early = sessions.open(&account_session(&alice)).await;
    assert!(matches!(early, Err(OpenSessionError::AccountChanged)), "{early:?}");

    accounts.create(&alice).await.unwrap();
    let session = account_session(&alice);
    accounts
        .change_credentials(&alice, CredentialChange::Password("$second"), session.token_id, NOW)
        .await
        .unwrap();
    let outdated = sessions.open(&session).await;
    assert!(
        matches!(outdated, Err(OpenSessionError::AccountChanged)),
        "{outdated:?}"
    );
    assert_eq!(database.count(&database.tables.sessions).await, 0);
}

async fn spent_token_is_invalid_after_a_password_change(database: Database) {
    let (alice, session) = opened_account_session(&database).await;
    let sessions = database.sessions();
    sessions.rotate(&rotation(&session, 0)).await.unwrap();
    database
        .accounts()
        .change_credentials(&alice, CredentialChange::Password("$second"), Uuid::nil(), NOW)
        .await
        .unwrap();
    assert_eq!(
        sessions.rotate(&rotation(&session, 0)).await.unwrap(),
        RotateOutcome::Ended
    );
    assert_eq!(
        sessions.rotate(&rotation(&session, 1)).await.unwrap(),
        RotateOutcome::Ended
    );
}

async fn concurrent_rotation_and_password_change_both_succeed(database: Database) {
    let (accounts, sessions) = (database.accounts(), database.sessions());
    let (alice, session) = opened_account_session(&database).await;
    for generation in 0..10 {
        let alice = accounts.find(alice.id).await.unwrap().unwrap();
        let turn = rotation(&session, generation);
        let (changed, rotated) = tokio::join!(
            accounts.change_credentials(&alice, CredentialChange::Password("$next"), session.token_id, NOW),
            sessions.rotate(&turn),
        );
        changed.unwrap();
        let rotated = rotated.unwrap();
        assert!(matches!(rotated, RotateOutcome::Rotated(_)), "{rotated:?}");
    }
    let RotateOutcome::NotCurrent(current) = sessions.rotate(&rotation(&session, 99)).await.unwrap() else {
        panic!("the session ended");
    };
    assert_eq!((current.generation, current.epoch), (10, Some(10)));
}

async fn table_stores_only_hashes_of_tokens(database: Database) {
    let (_, session) = opened_account_session(&database).await;
    let dump = database.dump(&database.tables.sessions).await;
    assert!(dump.contains(&session.token_id.to_string()));
    let attributes = [
        "pk",
        "session_id",
        "subject",
        "token_id",
        "scope",
        "payload",
        "device_name",
        "created_at",
        "epoch",
        "generation",
        "current_hash",
        "idle_expires_at",
        "expires_at",
        "ttl",
        "nonce",
    ];
    for item in database
        .client
        .scan()
        .table_name(&database.tables.sessions)
        .send()
        .await
        .unwrap()
        .items()
    {
        for name in item.keys() {
            assert!(attributes.contains(&name.as_str()), "unexpected attribute {name}");
        }
    }
}

async fn opened_account_session(database: &Database) -> (Account, Session) {
    opened_session_of(database, "alice").await
}

async fn opened_session_of(database: &Database, username: &str) -> (Account, Session) {
    let owner = account(username);
    database.accounts().create(&owner).await.unwrap();
    let session = account_session(&owner);
    database.sessions().open(&session).await.unwrap();
    (owner, session)
}

/// Returns the token ids of the sessions that are listed for an account.
async fn listed(database: &Database, account: &Account, now: Timestamp) -> BTreeSet<Uuid> {
    let listed = database.sessions().of_account(account.id, now).await.unwrap();
    let ids: BTreeSet<_> = listed.iter().map(|session| session.token_id).collect();
    assert_eq!(ids.len(), listed.len(), "one session for each token id");
    ids
}

fn ids<const N: usize>(sessions: [&Session; N]) -> BTreeSet<Uuid> {
    sessions.into_iter().map(|session| session.token_id).collect()
}

async fn sessions_of_an_account_are_listed_until_they_end(database: Database) {
    let (alice, first) = opened_account_session(&database).await;
    let (bob, of_bob) = opened_session_of(&database, "bob").await;
    let sessions = database.sessions();
    let second = account_session(&alice);
    sessions.open(&second).await.unwrap();
    assert_eq!(listed(&database, &alice, NOW).await, ids([&first, &second]));
    assert_eq!(sessions.of_account(bob.id, NOW).await.unwrap(), [of_bob]);
    assert_eq!(sessions.of_account(Uuid::new_v4(), NOW).await.unwrap(), []);
    // A session under the same token id replaces the first session.
    let replacement = Session {
        token_id: first.token_id,
        ..account_session(&alice)
    };
    sessions.open(&replacement).await.unwrap();
    sessions.end(second.id).await.unwrap();
    assert_eq!(sessions.of_account(alice.id, NOW).await.unwrap(), [replacement]);
}

async fn list_omits_expired_sessions_and_those_before_a_password_change(database: Database) {
    let (alice, session) = opened_account_session(&database).await;
    let other = account_session(&alice);
    database.sessions().open(&other).await.unwrap();
    assert_eq!(
        listed(&database, &alice, session.idle_expires_at).await,
        BTreeSet::new()
    );
    let change = CredentialChange::Password("$second");
    let accounts = database.accounts();
    accounts
        .change_credentials(&alice, change, session.token_id, NOW)
        .await
        .unwrap();
    assert_eq!(listed(&database, &alice, NOW).await, ids([&session]));
}

async fn session_of_an_account_is_ended_by_its_token_id(database: Database) {
    let (alice, session) = opened_account_session(&database).await;
    let (bob, of_bob) = opened_session_of(&database, "bob").await;
    let sessions = database.sessions();
    for (account, token_id) in [
        (&alice, of_bob.token_id),
        (&bob, session.token_id),
        (&alice, Uuid::new_v4()),
    ] {
        assert!(!sessions.end_of_account(account.id, token_id, NOW).await.unwrap());
    }
    let expired = session.idle_expires_at;
    assert!(
        !sessions
            .end_of_account(alice.id, session.token_id, expired)
            .await
            .unwrap()
    );
    assert!(sessions.end_of_account(alice.id, session.token_id, NOW).await.unwrap());
    assert!(!sessions.end_of_account(alice.id, session.token_id, NOW).await.unwrap());
    let outcome = sessions.rotate(&rotation(&session, 0)).await.unwrap();
    assert_eq!(outcome, RotateOutcome::Ended);
    assert_eq!(listed(&database, &alice, NOW).await, BTreeSet::new());
    let again = Session {
        token_id: session.token_id,
        ..account_session(&alice)
    };
    sessions.open(&again).await.unwrap();
    assert_eq!(sessions.of_account(alice.id, NOW).await.unwrap(), [again]);
    assert_eq!(listed(&database, &bob, NOW).await, ids([&of_bob]));
}

async fn twenty_concurrent_sessions_are_all_listed(database: Database) {
    let (alice, first) = opened_account_session(&database).await;
    let opened: Vec<_> = (0..20).map(|_| account_session(&alice)).collect();
    let sessions = database.sessions();
    for outcome in join_all(opened.iter().map(|session| sessions.open(session))).await {
        outcome.unwrap();
    }
    let mut expected = ids([&first]);
    expected.extend(opened.iter().map(|session| session.token_id));
    assert_eq!(listed(&database, &alice, NOW).await, expected);
}

/// Opens sessions of an account up to the limit, each a second after the preceding session.
async fn filled(database: &Database) -> (Account, Vec<Session>) {
    let alice = account("alice");
    database.accounts().create(&alice).await.unwrap();
    let mut opened = Vec::new();
    for second in 0..SESSIONS_PER_ACCOUNT as u64 {
        let session = Session {
            created_at: NOW.after(Duration::from_secs(second)),
            ..account_session(&alice)
        };
        database.sessions().open(&session).await.unwrap();
        opened.push(session);
    }
    (alice, opened)
}

async fn session_beyond_the_limit_ends_the_one_not_used_for_longest(database: Database) {
    let (alice, opened) = filled(&database).await;
    let sessions = database.sessions();
    // The oldest session is refreshed, so the second session was not used for the longest time.
    let refresh = Rotation {
        now: NOW.after(Duration::from_mins(10)),
        ..rotation(&opened[0], 0)
    };
    sessions.rotate(&refresh).await.unwrap();
    let further = account_session(&alice);
    sessions.open(&further).await.unwrap();
    let mut expected: BTreeSet<_> = opened.iter().map(|session| session.token_id).collect();
    expected.remove(&opened[1].token_id);
    expected.insert(further.token_id);
    assert_eq!(listed(&database, &alice, NOW).await, expected);
    let outcome = sessions.rotate(&rotation(&opened[1], 0)).await.unwrap();
    assert_eq!(outcome, RotateOutcome::Ended);
    // A session under a listed token id ends no further session.
    let again = Session {
        token_id: further.token_id,
        ..account_session(&alice)
    };
    sessions.open(&again).await.unwrap();
    assert_eq!(listed(&database, &alice, NOW).await, expected);
}

async fn ended_sessions_leave_room_in_a_full_list(database: Database) {
    let (alice, opened) = filled(&database).await;
    let sessions = database.sessions();
    for session in &opened[50..80] {
        sessions.end(session.id).await.unwrap();
    }
    let mut expected: BTreeSet<_> = opened.iter().map(|session| session.token_id).collect();
    for session in &opened[50..80] {
        expected.remove(&session.token_id);
    }
    for _ in 0..30 {
        let further = account_session(&alice);
        sessions.open(&further).await.unwrap();
        expected.insert(further.token_id);
    }
    assert_eq!(listed(&database, &alice, NOW).await, expected);
}
