//! The output of a command, as text and as JSON.

use clap::Args;
use serde_json::Value;

/// The form of the output.
#[derive(Args, Clone, Copy, Debug)]
pub struct Format {
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
}

/// The output of a command in both forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The text for a terminal.
    pub text: String,
    /// The result as JSON.
    pub json: Value,
}

impl Report {
    /// Creates a report.
    pub fn new(text: impl Into<String>, json: Value) -> Self {
        Self {
            text: text.into(),
            json,
        }
    }

    /// Returns the output in the requested form.
    pub fn printed(&self, format: Format) -> String {
        if format.json {
            format!("{:#}", self.json)
        } else {
            self.text.clone()
        }
    }
}
