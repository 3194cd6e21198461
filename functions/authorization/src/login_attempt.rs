//! Limits of login attempts.
//!
//! An attempt is reserved at every applicable count before the password or the code is checked:
//!
//! | Client | Counts |
//! |---|---|
//! | without proof, on a network from which the user has logged in | (name, network), failures of the network |
//! | without proof, on an unknown network | (name, network), name, failures of the network |
//! | without proof, with a recovery code | (name, network), failures of the network |
//! | with a security token, for a code | the same, and the token |
//! | with a permission token of the account | session, account, (name, network) |
//! | with a device token of the account | device |
//!
//! Passwords and codes have separate counts and known networks, except for a session: ten failures of any kind end it.

use crate::Services;
use crate::request_limits::RequestLimits;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{KNOWN_NETWORK_LIFETIME, PermissionClaims, Quota, QuotaLevel, Username};
use wallet_core::ports::accounts::{Account, AccountId};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Bucket, BucketKey, Counter, LoginStep, Take};
use wallet_http::{ApiError, ErrorCode};

/// The number of admission attempts while earlier login attempts of the same count are in progress:
/// about three seconds in total.
const BUSY_ATTEMPTS: u32 = 10;

/// The names of the limits in the response headers.
const NETWORK_LIMIT: &str = "failed-logins";
const ATTEMPTS_LIMIT: &str = "attempts";

/// The number of consecutive failures without a wait, for the response headers.
const FREE_ATTEMPTS: u32 = 5;

/// The client that presents a password or a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    /// A client without proof of an earlier login.
    Unproven,
    /// A client with the security token of this id, that is, after the password, that presents a code of the app.
    PasswordProven(String),
    /// The same with a recovery code, which counts for no name: a code cannot be found by trying, and the user must
    /// be able to log in while attackers use up the attempts of the name.
    Recovering(String),
    /// A client with a permission token of the account, of the session under this token id.
    Session(AccountId, Uuid),
    /// A client with a device token of the account.
    Device(Uuid),
}

impl Client {
    /// Returns the client of a permission token of an account.
    pub(crate) fn session(account: &Account, claims: &PermissionClaims) -> Self {
        Self::Session(account.id, claims.token_id)
    }

    /// Returns true if nothing but the password or code connects the client with the account.
    fn is_anonymous(&self) -> bool {
        matches!(self, Self::Unproven | Self::PasswordProven(_) | Self::Recovering(_))
    }
}

/// An admitted login attempt, which must end in [`Self::succeed`], [`Self::fail`] or [`Self::release`].
pub(crate) struct LoginAttempt<'a> {
    services: &'a Services,
    limits: &'a RequestLimits,
    step: LoginStep,
    username: &'a Username,
    /// The counts with a reservation, each with the time of the reservation.
    reserved: Vec<(Counter, Timestamp)>,
    /// The level of the network's bucket after this attempt.
    taken: Option<QuotaLevel>,
}

impl<'a> LoginAttempt<'a> {
    /// Reserves an attempt at every count that applies to the client, or at none.
    pub(crate) async fn admit(
        services: &'a Services,
        limits: &'a RequestLimits,
        step: LoginStep,
        username: &'a Username,
        client: Client,
    ) -> Result<Self, ApiError> {
        let mut attempt = Self {
            services,
            limits,
            step,
            username,
            reserved: Vec::with_capacity(3),
            taken: None,
        };
        let (is_known, level) = attempt.facts(&client).await?;
        limits.report(NETWORK_LIMIT, attempt.quota(), level);
        if client.is_anonymous() && level.remaining == 0 {
            return Err(too_many_from_network(level.next_in));
        }
        if let Err(error) = attempt.reserve(client, is_known).await {
            attempt.release().await;
            return Err(error);
        }
        Ok(attempt)
    }

    /// Reads if the user has logged in from the network, and the level of the network's bucket. Nothing is written
    /// for an attempt that they reject.
    async fn facts(&self, client: &Client) -> Result<(bool, QuotaLevel), StoreError> {
        let (throttle, now) = (&self.services.throttle, self.services.clock.now());
        let bucket = self.bucket();
        let level = throttle.level(&bucket, now);
        if !matches!(client, Client::Unproven | Client::PasswordProven(_)) {
            return Ok((true, level.await?));
        }
        tokio::try_join!(
            throttle.is_known(self.step, self.username, self.limits.source, now),
            level
        )
    }

    async fn reserve(&mut self, client: Client, is_known: bool) -> Result<(), ApiError> {
        let of_network = Counter::Network(self.step, self.username.clone(), self.limits.source);
        match client {
            Client::Device(id) => return self.reserve_at(Counter::Device(id)).await,
            Client::Session(account, token_id) => {
                self.reserve_at(Counter::Session(account, token_id)).await?;
                self.reserve_at(Counter::Account(self.step, account)).await?;
                return self.reserve_at(of_network).await;
            }
            Client::PasswordProven(id) | Client::Recovering(id) => {
                self.reserve_at(Counter::SecurityToken(id)).await?;
            }
            Client::Unproven => {}
        }
        self.reserve_at(of_network).await?;
        if !is_known {
            self.reserve_at(self.of_name()).await?;
        }
        self.take_from_network().await
    }

    /// Reserves the attempt at a count.
    ///
    /// Concurrent logins of several devices of the same user all succeed: later logins wait for the outcome of
    /// logins in progress.
    async fn reserve_at(&mut self, counter: Counter) -> Result<(), ApiError> {
        for attempt in 0..BUSY_ATTEMPTS {
            let now = self.services.clock.now();
            match self.services.throttle.admit(&counter, now).await? {
                Admission::Admitted => {
                    self.reserved.push((counter, now));
                    return Ok(());
                }
                Admission::Wait(wait) => return Err(self.rejection(&counter, wait).await?),
                Admission::Throttled => break,
                Admission::Busy => tokio::time::sleep(backoff(self.services, attempt)).await,
            }
        }
        Err(self.too_many(Duration::from_secs(1)))
    }

    async fn take_from_network(&mut self) -> Result<(), ApiError> {
        let now = self.services.clock.now();
        match self.services.throttle.take(&self.bucket(), now).await? {
            Take::Taken(level) => {
                self.limits.report(NETWORK_LIMIT, self.quota(), level);
                self.taken = Some(level);
                Ok(())
            }
            Take::Empty(level) => {
                self.limits.report(NETWORK_LIMIT, self.quota(), level);
                Err(too_many_from_network(level.next_in))
            }
        }
    }

    /// Reports a correct password or code: resets the counts and records the network.
    pub(crate) async fn succeed(self) -> Result<(), ApiError> {
        let (throttle, username) = (&self.services.throttle, self.username);
        let own = async {
            for (counter, admitted_at) in &self.reserved {
                if counter.is_reset_by_success() {
                    throttle.succeeded(counter).await?;
                } else {
                    throttle.released(counter, *admitted_at).await?;
                }
            }
            Ok::<_, StoreError>(())
        };
        let name = self.of_name();
        let until = self.services.clock.now().after(KNOWN_NETWORK_LIFETIME);
        tokio::try_join!(
            own,
            throttle.succeeded(&name),
            throttle.remember(self.step, username, self.limits.source, until),
            self.give_back()
        )?;
        Ok(())
    }

    /// Reports an incorrect password or code, which is already counted. The tenth failure of a session ends the
    /// session.
    pub(crate) async fn fail(self) -> Result<(), ApiError> {
        for (counter, _) in &self.reserved {
            let failures = self.services.throttle.failed(counter).await?;
            if counter.rule().is_closed_after(failures) {
                self.end_session(counter).await?;
            }
        }
        Ok(())
    }

    /// Ends the session of a count.
    async fn end_session(&self, counter: &Counter) -> Result<(), StoreError> {
        if let Counter::Session(account, token_id) = counter {
            let now = self.services.clock.now();
            self.services.sessions.end_of_account(*account, *token_id, now).await?;
        }
        Ok(())
    }

    /// Returns the error for an attempt that a count rejects. A session may still exist if an earlier request was
    /// aborted.
    async fn rejection(&self, counter: &Counter, wait: Duration) -> Result<ApiError, StoreError> {
        self.end_session(counter).await?;
        Ok(match counter {
            Counter::Session(..) => ended("The session has ended after 10 incorrect passwords or codes; log in again."),
            Counter::SecurityToken(_) => {
                ended("The security token is no longer valid after 10 incorrect codes; log in again.")
                    .at("securityToken")
            }
            _ => self.too_many(wait),
        })
    }

    /// Reports that the password or code was not checked. A failure is only logged: the attempt then counts as failed.
    pub(crate) async fn release(self) {
        let counts = async {
            for (counter, admitted_at) in &self.reserved {
                self.services.throttle.released(counter, *admitted_at).await?;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = tokio::try_join!(counts, self.give_back()) {
            tracing::warn!(%error, "unchecked login attempt not released");
        }
    }

    /// Puts the attempt back into the bucket of the network, which counts failures only.
    async fn give_back(&self) -> Result<(), StoreError> {
        let Some(level) = self.taken else {
            return Ok(());
        };
        let restored = QuotaLevel {
            remaining: level.remaining.saturating_add(1),
            full_in: level.full_in.saturating_sub(self.quota().interval()),
            next_in: Duration::ZERO,
        };
        self.limits.report(NETWORK_LIMIT, self.quota(), restored);
        self.services.throttle.give_back(&self.bucket()).await
    }

    fn of_name(&self) -> Counter {
        Counter::Name(self.step, self.username.clone())
    }

    fn quota(&self) -> Quota {
        self.services.quotas.failed_logins
    }

    fn bucket(&self) -> Bucket {
        Bucket {
            key: BucketKey::FailedLogins(self.limits.source),
            quota: self.quota(),
        }
    }

    fn too_many(&self, wait: Duration) -> ApiError {
        self.limits.report_wait(ATTEMPTS_LIMIT, FREE_ATTEMPTS, wait);
        let message = "Too many attempts for this user name; retry after the time in Retry-After.";
        ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait)
    }
}

/// Returns the backoff: 50 ms, doubling to 400 ms, with a jitter of half the backoff to spread concurrent
/// attempts.
fn backoff(services: &Services, attempt: u32) -> Duration {
    let mut random = [0];
    services.randomness.fill(&mut random);
    let middle = Duration::from_millis(50 << attempt.min(3));
    middle / 2 + middle * u32::from(random[0]) / 255
}

fn ended(message: &'static str) -> ApiError {
    ApiError::new(ErrorCode::InvalidToken, message)
}

fn too_many_from_network(wait: Duration) -> ApiError {
    let message = "Too many failed logins from this network; retry after the time in Retry-After.";
    ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait)
}
