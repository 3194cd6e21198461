//! Envelope of every response.

use super::error_text::error_failure;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use wallet_upstream::client::UpstreamResponse;
use wallet_upstream::failure::{Failure, for_log};

/// Successful response.
#[derive(Debug)]
pub(super) struct Envelope {
    /// The result, `None` if there is none.
    result: Option<Box<RawValue>>,
    /// True if the server reports that it has not processed all internal transfers yet.
    pub(super) is_partial: bool,
}

/// Wire format. Responses of the module `proxy` are those of a node and have no status.
#[derive(Deserialize)]
struct Wire {
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    result: Option<Box<RawValue>>,
}

impl Envelope {
    /// Reads the envelope of a response; an error in it becomes a failure.
    pub(super) fn open(response: &UpstreamResponse) -> Result<Self, Failure> {
        let wire: Wire = response.json()?;
        if response.is_success() {
            Self::decode(wire)
        } else {
            Err(response.failure(for_log(&wire.text())))
        }
    }

    fn decode(wire: Wire) -> Result<Self, Failure> {
        match wire.status.as_deref() {
            Some("1") | None if wire.result.is_some() => Ok(Self {
                result: wire.result,
                is_partial: false,
            }),
            Some("2") => Ok(Self {
                result: wire.result,
                is_partial: true,
            }),
            Some("0") if wire.is_empty_list() => Ok(Self {
                result: None,
                is_partial: false,
            }),
            _ => Err(error_failure(&wire.text())),
        }
    }

    /// Parses a response from its text.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        Self::decode(serde_json::from_str(text).map_err(Failure::unusable)?)
    }

    /// Returns the rows of a list.
    pub(super) fn rows<Row: DeserializeOwned>(&self) -> Result<Vec<Row>, Failure> {
        self.read().map(Option::unwrap_or_default)
    }

    /// Deserialises the result, `None` if there is none.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        let Some(result) = &self.result else { return Ok(None) };
        serde_json::from_str(result.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
    }
}

impl Wire {
    /// Returns true if the response is an empty list: "No transactions found" and similar, without rows.
    fn is_empty_list(&self) -> bool {
        let message = self.message.as_deref().unwrap_or_default().to_ascii_lowercase();
        let rows = self.result.as_ref().map_or("null", |rows| rows.get());
        message.starts_with("no ") && message.ends_with(" found") && matches!(rows, "[]" | "null")
    }

    /// Returns the message and the reason, which is in the result or in the message.
    fn text(&self) -> String {
        let reason = self
            .result
            .as_ref()
            .and_then(|text| serde_json::from_str(text.get()).ok());
        let reason: String = reason.unwrap_or_default();
        format!("{}: {reason}", self.message.as_deref().unwrap_or_default())
    }
}
