//! The session helper: issues, stores and refreshes the tokens of a user or of a back end.

mod issuer;
mod source;
mod store;

pub use source::TokenSource;
pub use store::{MemoryStore, StoredSession, Token, TokenStore};

use super::authorization::permission::{IssueByFactorsRequest, IssueByKeyRequest};
use super::client::Client;
use super::clock::DeviceClock;
use super::error::{CallError, SessionError};
use super::transport::{HttpTransport, Transport, TransportError};
use issuer::Issuer;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use uuid::Uuid;
use wallet_core::ports::system::{Clock, Timestamp};

/// A permission token is refreshed when it is valid for less than this.
const MARGIN: Duration = Duration::from_mins(1);

/// A session. Clones share its tokens.
///
/// A permission token is refreshed before it expires by the server's clock. Concurrent callers cause one refresh and
/// share its outcome. A refresh completes even if all its callers are cancelled, and a refresh without a response is
/// repeated with the same refresh token, for which the service returns the same successor for 30 s.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    issuer: Issuer,
    token_id: Uuid,
    permissions: Vec<String>,
    store: Arc<dyn TokenStore>,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
    /// The number of completed renewals, successful or not, and of new sessions. It is read before waiting for the
    /// state, so that a caller recognises a renewal that completed during the wait.
    renewals: AtomicU64,
}

#[derive(Default)]
struct State {
    is_loaded: bool,
    tokens: Option<StoredSession>,
    /// True if the store does not have these tokens yet.
    is_unsaved: bool,
    last_error: Option<SessionError>,
}

impl Session {
    /// Creates a session with the tokens in the store, if there are any. `authorization_url` is the address of the
    /// authorization service with its base path: `https://…/authorization/v1`. `token_id` identifies the device or
    /// the back end; a later session of the same account and id replaces this one.
    pub fn new(
        authorization_url: &str,
        token_id: Uuid,
        permissions: &[&str],
        store: Arc<dyn TokenStore>,
    ) -> Result<Self, TransportError> {
        let transport = Arc::new(HttpTransport::new()?);
        Ok(Self::over(
            transport,
            authorization_url,
            token_id,
            permissions,
            store,
            Arc::new(DeviceClock),
        ))
    }

    /// Creates a session like [`Self::new`] with the authorization service at the base URL of a client, over its
    /// transport.
    pub fn of(client: &Client, token_id: Uuid, permissions: &[&str], store: Arc<dyn TokenStore>) -> Self {
        let url = format!("{}/authorization/v1", client.base_url());
        let clock = Arc::new(DeviceClock);
        Self::over(client.transport(), &url, token_id, permissions, store, clock)
    }

    /// Creates a session over another transport and clock.
    pub fn over(
        transport: Arc<dyn Transport>,
        authorization_url: &str,
        token_id: Uuid,
        permissions: &[&str],
        store: Arc<dyn TokenStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self(Arc::new(Inner {
            issuer: Issuer::new(transport, authorization_url, Arc::clone(&clock)),
            token_id,
            permissions: permissions.iter().map(|&name| name.to_owned()).collect(),
            store,
            clock,
            state: Mutex::default(),
            renewals: AtomicU64::new(0),
        }))
    }

    /// Opens the session of a user with the security tokens of a registration or a login. For an account with a second
    /// factor, one of them must be that of [`otp`](crate::authorization::security_factor::otp).
    pub async fn establish(&self, security_tokens: &[&str]) -> Result<(), SessionError> {
        self.establish_as(security_tokens, None).await
    }

    /// Opens the session like [`Self::establish`], with the name of the device in the account's list of sessions.
    pub async fn establish_on(&self, device_name: &str, security_tokens: &[&str]) -> Result<(), SessionError> {
        self.establish_as(security_tokens, Some(device_name.to_owned())).await
    }

    async fn establish_as(&self, security_tokens: &[&str], device_name: Option<String>) -> Result<(), SessionError> {
        let request = IssueByFactorsRequest {
            token_id: self.0.token_id,
            permissions: self.0.permissions.clone(),
            security_tokens: Some(security_tokens.iter().map(|&token| token.to_owned()).collect()),
            security_token: None,
            payload: None,
            device_name,
        };
        let mut state = self.0.state.lock().await;
        let issued = self.0.issuer.issue_by_factors(&request).await.map_err(call_error)?;
        self.0.accept(&mut state, issued).await
    }

    /// Opens the session of a back end with its merchant key.
    pub async fn establish_by_key(&self, merchant_key: &str) -> Result<(), SessionError> {
        let request = IssueByKeyRequest {
            token_id: self.0.token_id,
            permissions: self.0.permissions.clone(),
            merchant_key: merchant_key.to_owned(),
            payload: None,
        };
        let mut state = self.0.state.lock().await;
        let issued = self.0.issuer.issue_by_key(&request).await.map_err(call_error)?;
        self.0.accept(&mut state, issued).await
    }

    /// Returns a permission token that is valid now. It is refreshed first if it expires soon.
    pub async fn permission_token(&self) -> Result<String, SessionError> {
        let seen = self.0.renewals();
        {
            let mut state = self.0.state.lock().await;
            self.0.load(&mut state).await?;
            self.0.save_again(&mut state).await;
            let tokens = state.tokens.as_ref().ok_or(SessionError::NotEstablished)?;
            if self.0.is_valid_for(tokens, &tokens.permission_token, MARGIN) {
                return Ok(tokens.permission_token.token.clone());
            }
        }
        match self.renew(seen).await {
            Ok(token) => Ok(token),
            Err(error @ (SessionError::Ended | SessionError::NotEstablished)) => Err(error),
            // The authorization service or the store failed, but the current token may still be valid.
            Err(error) => {
                let state = self.0.state.lock().await;
                let tokens = state.tokens.as_ref();
                let valid = tokens.filter(|it| self.0.is_valid_for(it, &it.permission_token, Duration::ZERO));
                valid.map(|it| it.permission_token.token.clone()).ok_or(error)
            }
        }
    }

    /// Renews both tokens now. Concurrent calls share one renewal. An idle session ends with its refresh token, unless
    /// the app calls this periodically.
    pub async fn refresh(&self) -> Result<(), SessionError> {
        let seen = self.0.renewals();
        self.renew(seen).await.map(drop)
    }

    /// Ends the session: revokes its tokens and clears the store.
    pub async fn end(&self) -> Result<(), SessionError> {
        let mut state = self.0.state.lock().await;
        self.0.load(&mut state).await?;
        if let Some(tokens) = &state.tokens {
            let revoked = self.0.issuer.revoke(&tokens.refresh_token.token).await;
            revoked.map_err(call_error)?;
        }
        self.0.clear(&mut state).await
    }

    /// Renews the tokens in a task, so that the new tokens are stored even if the caller is cancelled.
    async fn renew(&self, seen: u64) -> Result<String, SessionError> {
        let inner = Arc::clone(&self.0);
        let renewal = tokio::spawn(async move { inner.renew(seen).await });
        renewal.await.unwrap_or(Err(SessionError::Interrupted))
    }
}

impl Inner {
    /// Renews the tokens unless another caller did so after `seen` renewals; then its outcome is returned.
    async fn renew(&self, seen: u64) -> Result<String, SessionError> {
        let mut state = self.state.lock().await;
        if self.renewals() == seen {
            self.load(&mut state).await?;
            let outcome = self.exchange_refresh_token(&mut state).await;
            // A success counts itself.
            self.renewals.store(seen + 1, Ordering::SeqCst);
            state.last_error = outcome.err();
        }
        match (&state.last_error, &state.tokens) {
            (Some(error), _) => Err(error.clone()),
            (None, Some(tokens)) => Ok(tokens.permission_token.token.clone()),
            (None, None) => Err(SessionError::NotEstablished),
        }
    }

    fn renewals(&self) -> u64 {
        self.renewals.load(Ordering::SeqCst)
    }

    async fn exchange_refresh_token(&self, state: &mut State) -> Result<(), SessionError> {
        let current = state.tokens.clone().ok_or(SessionError::NotEstablished)?;
        if self.adopt_stored(state, &current).await? {
            return Ok(());
        }
        match self.issuer.refresh(&current.refresh_token.token).await {
            Ok(issued) => self.accept(state, issued).await,
            Err(error) if error.response().is_some_and(|response| response.status == 401) => {
                // Another process with the same store may have used the token since.
                if self.adopt_stored(state, &current).await? {
                    return Ok(());
                }
                self.clear(state).await?;
                Err(SessionError::Ended)
            }
            Err(error) => Err(call_error(error)),
        }
    }

    /// Adopts later tokens that another process stored. Returns false if there are none.
    async fn adopt_stored(&self, state: &mut State, current: &StoredSession) -> Result<bool, SessionError> {
        if state.is_unsaved {
            return Ok(false);
        }
        let stored = self.store.load().await.map_err(store_error)?;
        let later = stored.filter(|stored| {
            stored.refresh_token != current.refresh_token
                && stored.permission_token.expires_at >= current.permission_token.expires_at
                && self.is_valid_for(stored, &stored.permission_token, MARGIN)
        });
        let is_adopted = later.is_some();
        if is_adopted {
            state.tokens = later;
        }
        Ok(is_adopted)
    }

    async fn load(&self, state: &mut State) -> Result<(), SessionError> {
        if !state.is_loaded {
            state.tokens = self.store.load().await.map_err(store_error)?;
            state.is_loaded = true;
        }
        Ok(())
    }

    /// Uses issued tokens. They remain in use if the store fails, since their predecessors are spent.
    async fn accept(&self, state: &mut State, issued: StoredSession) -> Result<(), SessionError> {
        let saved = self.store.save(&issued).await;
        state.tokens = Some(issued);
        state.is_loaded = true;
        state.is_unsaved = saved.is_err();
        self.renewals.fetch_add(1, Ordering::SeqCst);
        state.last_error = None;
        saved.map_err(store_error)
    }

    /// Repeats a failed save.
    async fn save_again(&self, state: &mut State) {
        if let (true, Some(tokens)) = (state.is_unsaved, &state.tokens) {
            state.is_unsaved = self.store.save(tokens).await.is_err();
        }
    }

    async fn clear(&self, state: &mut State) -> Result<(), SessionError> {
        state.tokens = None;
        state.is_unsaved = false;
        state.is_loaded = true;
        self.store.clear().await.map_err(store_error)
    }

    /// Returns true if a token is valid for at least `margin` by the server's clock.
    fn is_valid_for(&self, tokens: &StoredSession, token: &Token, margin: Duration) -> bool {
        let now = self.clock.now().as_millis().saturating_add_signed(tokens.clock_offset);
        Timestamp::from_millis(now).after(margin) < Timestamp::from_secs(token.expires_at)
    }
}

fn call_error(error: CallError) -> SessionError {
    SessionError::Call(Arc::new(error))
}

fn store_error(error: super::error::StoreError) -> SessionError {
    SessionError::Store(Arc::new(error))
}
