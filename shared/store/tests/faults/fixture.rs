//! Every write of every adapter, with the execution and the observation of the effect.

use crate::support::database::{Database, impatient_client, serve_dynoxide};
use crate::support::proxy::Proxy;
use crate::support::records::{NOW, account, account_session, counter, merchant_session, rotation, token};
use wallet_core::ports::accounts::{Account, Accounts, ChangeAccountError, CreateAccountError, CredentialChange};
use wallet_core::ports::sessions::{OpenSessionError, RotateOutcome, Rotation, Session, SessionId, Sessions};
use wallet_core::ports::throttle::{Admission, Throttle};

/// A write operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    Create,
    ChangePassword,
    Rehash,
    Delete,
    OpenForMerchant,
    OpenForAccount,
    RotateForMerchant,
    RotateForAccount,
    End,
    Admit,
    Succeed,
}

impl Write {
    pub const ALL: [Self; 11] = [
        Self::Create,
        Self::ChangePassword,
        Self::Rehash,
        Self::Delete,
        Self::OpenForMerchant,
        Self::OpenForAccount,
        Self::RotateForMerchant,
        Self::RotateForAccount,
        Self::End,
        Self::Admit,
        Self::Succeed,
    ];
}

/// The result returned to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientResult {
    /// The write succeeded.
    Done,
    /// The write failed because of a conflict with a concurrent client.
    Denied(String),
    /// The outcome is unknown; the caller may retry.
    Failed,
}

/// The state of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Before,
    After,
}

/// The item counts of the three tables, Alice's password hash and epoch, and generation and epoch of both sessions.
type Observation<'a> = (
    [usize; 3],
    Option<(&'a str, u64)>,
    Option<(u32, Option<u64>)>,
    Option<(u32, Option<u64>)>,
);

/// A database prepared for a write.
pub struct WriteFixture {
    pub write: Write,
    pub proxy: Proxy,
    pub direct: Database,
    pub proxied: Database,
    pub alice: Account,
    /// Alice's session, or the merchant's.
    session: Session,
    successor: Session,
}

impl WriteFixture {
    pub async fn set(write: Write) -> Self {
        let address = serve_dynoxide().await;
        let direct = Database::at(&format!("http://{address}")).await;
        let proxy = Proxy::before(address).await;
        let endpoint = format!("http://{}", proxy.address);
        let proxied = Database {
            client: impatient_client(&endpoint),
            endpoint,
            tables: direct.tables.clone(),
        };
        let alice = account("alice");
        let for_merchant = matches!(write, Write::OpenForMerchant | Write::RotateForMerchant | Write::End);
        let session = if for_merchant {
            merchant_session()
        } else {
            account_session(&alice)
        };
        let successor = Session {
            id: SessionId([2; 16]),
            ..session.clone()
        };
        let fixture = Self {
            write,
            proxy,
            direct,
            proxied,
            alice,
            session,
            successor,
        };
        fixture.prepare().await;
        fixture
    }

    async fn prepare(&self) {
        let (accounts, sessions) = (self.direct.accounts(), self.direct.sessions());
        match self.write {
            Write::Create | Write::OpenForMerchant | Write::Admit => {}
            Write::RotateForMerchant | Write::End => sessions.open(&self.session).await.unwrap(),
            Write::Succeed => {
                self.direct.throttle().admit(&counter("alice"), NOW).await.unwrap();
            }
            _ => {
                accounts.create(&self.alice).await.unwrap();
                sessions.open(&self.session).await.unwrap();
            }
        }
    }

    /// Requests an attempt through the proxy.
    pub async fn admission(&self) -> Admission {
        self.proxied.throttle().admit(&counter("alice"), NOW).await.unwrap()
    }

    /// Executes the write through the proxy.
    pub async fn act(&self) -> ClientResult {
        let (accounts, sessions) = (self.proxied.accounts(), self.proxied.sessions());
        match self.write {
            Write::Create => match accounts.create(&self.alice).await {
                Ok(()) => ClientResult::Done,
                Err(CreateAccountError::Store(_)) => ClientResult::Failed,
                Err(error) => ClientResult::Denied(error.to_string()),
            },
            Write::ChangePassword => changed(
                accounts
                    .change_credentials(
                        &self.alice,
                        CredentialChange::Password("$second"),
                        self.session.token_id,
                        NOW,
                    )
                    .await,
            ),
            Write::Rehash => changed(accounts.rehash(&self.alice, "$second").await),
            Write::Delete => changed(accounts.delete(&self.alice).await),
            Write::OpenForMerchant => opened(sessions.open(&self.session).await),
            Write::OpenForAccount => opened(sessions.open(&self.successor).await),
            Write::RotateForMerchant | Write::RotateForAccount => {
                match sessions.rotate(&rotation(&self.session, 0)).await {
                    Ok(RotateOutcome::Rotated(session)) if session.generation == 1 => ClientResult::Done,
                    Ok(other) => ClientResult::Denied(format!("{other:?}")),
                    Err(_) => ClientResult::Failed,
                }
            }
            Write::End => sessions
                .end(self.session.id)
                .await
                .map_or(ClientResult::Failed, |()| ClientResult::Done),
            Write::Admit => match self.proxied.throttle().admit(&counter("alice"), NOW).await {
                Ok(Admission::Admitted) => ClientResult::Done,
                // An attempt that is not verified is a failure for the caller, who retries.
                Ok(Admission::Wait(_) | Admission::Busy | Admission::Throttled) | Err(_) => ClientResult::Failed,
            },
            Write::Succeed => {
                let result = self.proxied.throttle().succeeded(&counter("alice")).await;
                result.map_or(ClientResult::Failed, |()| ClientResult::Done)
            }
        }
    }

    /// Returns the state of the database; panics if the write is half done or applied twice.
    pub async fn state(&self) -> State {
        let tables = &self.direct.tables;
        let counts = [
            self.direct.count(&tables.accounts).await,
            self.direct.count(&tables.sessions).await,
            self.direct.count(&tables.throttle).await,
        ];
        let alice = self
            .direct
            .accounts()
            .find_by_username(&self.alice.username)
            .await
            .unwrap();
        let credentials = alice.as_ref().map(|alice| (alice.password_hash.as_str(), alice.epoch));
        let observed = (
            counts,
            credentials,
            self.peek(&self.session).await,
            self.peek(&self.successor).await,
        );
        let (before, after) = self.expected();
        if self.write == Write::Admit && observed == after {
            let dump = self.direct.dump(&tables.throttle).await;
            assert!(dump.contains(r#""failures": N("1")"#), "counted more than once: {dump}");
        }
        match observed {
            _ if observed == before => State::Before,
            _ if observed == after => State::After,
            _ => panic!("{:?} is half done: {observed:?}", self.write),
        }
    }

    /// Returns the expected observations before and after the write.
    fn expected(&self) -> (Observation<'static>, Observation<'static>) {
        let first = Some(("$argon2id$first", 0));
        match self.write {
            Write::Create => (([0, 0, 0], None, None, None), ([2, 0, 0], first, None, None)),
            Write::ChangePassword => (
                ([2, 2, 0], first, Some((0, Some(0))), None),
                ([2, 2, 0], Some(("$second", 1)), Some((0, Some(1))), None),
            ),
            Write::Rehash => (
                ([2, 2, 0], first, Some((0, Some(0))), None),
                ([2, 2, 0], Some(("$second", 0)), Some((0, Some(0))), None),
            ),
            // The session remains until garbage collection; without the account the session has ended.
            Write::Delete => (
                ([2, 2, 0], first, Some((0, Some(0))), None),
                ([0, 2, 0], None, None, None),
            ),
            Write::OpenForMerchant => (([0, 0, 0], None, None, None), ([0, 1, 0], None, Some((0, None)), None)),
            Write::OpenForAccount => (
                ([2, 2, 0], first, Some((0, Some(0))), None),
                ([2, 2, 0], first, None, Some((0, Some(0)))),
            ),
            Write::RotateForMerchant => (
                ([0, 1, 0], None, Some((0, None)), None),
                ([0, 1, 0], None, Some((1, None)), None),
            ),
            Write::RotateForAccount => (
                ([2, 2, 0], first, Some((0, Some(0))), None),
                ([2, 2, 0], first, Some((1, Some(0))), None),
            ),
            Write::End => (([0, 1, 0], None, Some((0, None)), None), ([0, 0, 0], None, None, None)),
            Write::Admit => (([0, 0, 0], None, None, None), ([0, 0, 1], None, None, None)),
            Write::Succeed => (([0, 0, 1], None, None, None), ([0, 0, 0], None, None, None)),
        }
    }

    /// Returns generation and epoch of a session, or `None` if ended. Presents a token that no session has
    /// issued.
    async fn peek(&self, session: &Session) -> Option<(u32, Option<u64>)> {
        let unknown = Rotation {
            presented: token(99),
            ..rotation(session, 0)
        };
        match self.direct.sessions().rotate(&unknown).await.unwrap() {
            RotateOutcome::NotCurrent(session) => Some((session.generation, session.epoch)),
            RotateOutcome::Ended => None,
            RotateOutcome::Rotated(_) => panic!("an unknown token was spent"),
        }
    }
}

fn changed(outcome: Result<(), ChangeAccountError>) -> ClientResult {
    match outcome {
        Ok(()) => ClientResult::Done,
        Err(ChangeAccountError::Store(_)) => ClientResult::Failed,
        Err(error) => ClientResult::Denied(error.to_string()),
    }
}

fn opened(outcome: Result<(), OpenSessionError>) -> ClientResult {
    match outcome {
        Ok(()) => ClientResult::Done,
        Err(OpenSessionError::Store(_)) => ClientResult::Failed,
        Err(error) => ClientResult::Denied(error.to_string()),
    }
}
