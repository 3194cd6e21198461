//! Blockbook v2: an index server over a node, one per chain and network.
//!
//! Its conventions (`openapi.yaml` of trezor/blockbook): amounts are decimal strings in the smallest unit;
//! empty values are left out, so every field has a default; a public error is status 400 with
//! `{"error": "text"}`, be it a bad address, an unknown transaction or a refused broadcast, and an internal
//! one is status 500.

mod broadcast;
mod fees;
#[cfg(test)]
mod fuzz;
mod history;
mod status;
mod transaction;
mod transaction_row;
mod utxo;

pub(crate) use broadcast::BlockbookBroadcast;

use crate::base_url::BaseUrl;
use crate::client::{Answer, Deadline, HttpClient};
use crate::failure::{Failure, for_log};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One Blockbook.
#[derive(Clone, Debug)]
pub struct Blockbook {
    client: HttpClient,
    base: BaseUrl,
}

impl Blockbook {
    /// The Blockbook at this address.
    pub fn new(client: HttpClient, base: BaseUrl) -> Self {
        Self { client, base }
    }

    /// `GET /api/v2/{segments}`, whatever the status.
    async fn get(&self, segments: &[&str], deadline: Deadline) -> Result<Answer, Failure> {
        let url = self.base.join(&[&["api", "v2"], segments].concat());
        self.client.get(url, deadline).await
    }

    /// `GET /api/v2/{segments}` where any error is unusable.
    async fn get_json<T: DeserializeOwned>(&self, segments: &[&str], deadline: Deadline) -> Result<T, Failure> {
        let answer = self.get(segments, deadline).await?;
        if answer.is_success() {
            answer.json()
        } else {
            Err(unexpected_error(&answer))
        }
    }
}

/// The body of an error.
#[derive(Deserialize)]
struct ErrorBody {
    error: String,
}

/// An error that has no meaning of its own where it occurred.
fn unexpected_error(answer: &Answer) -> Failure {
    match answer.json::<ErrorBody>() {
        Ok(body) => Failure::unusable(format_args!("status {}: {}", answer.status(), for_log(&body.error))),
        Err(failure) => failure,
    }
}
