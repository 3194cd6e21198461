//! The envelope around every answer.

use super::refusal::refusal;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use wallet_upstream::client::Answer;
use wallet_upstream::failure::{Failure, for_log};

/// An answer that is no refusal.
#[derive(Debug)]
pub(super) struct Envelope {
    /// What was asked for; `None` where there is nothing.
    result: Option<Box<RawValue>>,
    /// Whether the server says that it has not processed every internal transfer yet.
    pub(super) is_partial: bool,
}

/// As it stands on the wire. The answers of the module `proxy` are those of a node: they have no status.
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
    /// Opens an answer; a refusal in it is the failure that it stands for.
    pub(super) fn open(answer: &Answer) -> Result<Self, Failure> {
        let wire: Wire = answer.json()?;
        if answer.is_success() {
            Self::decode(wire)
        } else {
            let text = wire.text();
            Err(Failure::unusable(format_args!(
                "status {}: {}",
                answer.status(),
                for_log(&text)
            )))
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
            Some("0") if wire.says_empty() => Ok(Self {
                result: None,
                is_partial: false,
            }),
            _ => Err(refusal(&wire.text())),
        }
    }

    /// Reads an answer from its text.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        Self::decode(serde_json::from_str(text).map_err(Failure::unusable)?)
    }

    /// The rows of a list.
    pub(super) fn rows<Row: DeserializeOwned>(&self) -> Result<Vec<Row>, Failure> {
        self.read().map(Option::unwrap_or_default)
    }

    /// The result as a value of this type, `None` where there is nothing.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        let Some(result) = &self.result else { return Ok(None) };
        serde_json::from_str(result.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
    }
}

impl Wire {
    /// Whether it says that there are no rows: "No transactions found" and the like, without any.
    fn says_empty(&self) -> bool {
        let message = self.message.as_deref().unwrap_or_default().to_ascii_lowercase();
        let rows = self.result.as_ref().map_or("null", |rows| rows.get());
        message.starts_with("no ") && message.ends_with(" found") && matches!(rows, "[]" | "null")
    }

    /// What it says in words: the reason stands in the result or in the message.
    fn text(&self) -> String {
        let reason = self
            .result
            .as_ref()
            .and_then(|text| serde_json::from_str(text.get()).ok());
        let reason: String = reason.unwrap_or_default();
        format!("{}: {reason}", self.message.as_deref().unwrap_or_default())
    }
}
