//! Servers of names in memory.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchError, FetchRequest, Fetched, PublicFetch};

/// Scripted servers: the responses by URL. Another URL has a host without an address. Clones share the state.
#[derive(Clone, Default)]
pub struct ScriptedServers(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    responses: HashMap<String, Result<Fetched, FetchError>>,
    requests: Vec<String>,
}

impl ScriptedServers {
    /// Sets the response at a URL.
    pub fn put(&self, url: &str, status: u16, body: &str) {
        self.put_bytes(url, status, body.as_bytes().to_vec());
    }

    /// Sets the response at a URL.
    pub fn put_bytes(&self, url: &str, status: u16, body: Vec<u8>) {
        self.set(url, Ok(Fetched { status, body }));
    }

    /// Sets the error at a URL.
    pub fn fail(&self, url: &str, error: FetchError) {
        self.set(url, Err(error));
    }

    fn set(&self, url: &str, response: Result<Fetched, FetchError>) {
        let mut state = self.0.lock().expect("no panic while locked");
        state.responses.insert(url.to_owned(), response);
    }

    /// Takes the requests since the last call: the URLs, and the bodies after a space.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("no panic while locked").requests)
    }
}

#[async_trait]
impl PublicFetch for ScriptedServers {
    async fn fetch(&self, request: FetchRequest<'_>, _: Deadline) -> Result<Fetched, FetchError> {
        let mut state = self.0.lock().expect("no panic while locked");
        let sent = [Some(request.url), request.body].into_iter().flatten();
        state.requests.push(sent.collect::<Vec<_>>().join(" "));
        let found = state.responses.get(request.url).cloned();
        let found = found.unwrap_or(Err(FetchError::Unresolved))?;
        (found.body.len() <= request.limit)
            .then_some(found)
            .ok_or(FetchError::TooLong)
    }
}
