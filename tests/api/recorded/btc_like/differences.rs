//! Comparison of many facts, with all differences in one message.

use serde::Serialize;
use serde_json::json;
use std::fmt::Display;

/// The differences between results and recorded facts.
#[derive(Default)]
pub struct Differences(Vec<String>);

impl Differences {
    /// Compares a result with the recorded fact. `place` identifies the fact.
    pub fn compare(&mut self, place: impl Display, found: impl Serialize, recorded: impl Serialize) {
        let (found, recorded) = (json!(found), json!(recorded));
        if found != recorded {
            self.0.push(format!("{place}: {found}, recorded {recorded}"));
        }
    }

    /// Checks that there are none.
    #[track_caller]
    pub fn assert_none(self) {
        let count = self.0.len();
        assert!(self.0.is_empty(), "{count} differences:\n{}", self.0.join("\n"));
    }
}
