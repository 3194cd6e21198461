//! Comparison of many facts, with all differences in one message.

use serde::Serialize;
use serde_json::to_value;

/// The differences between results and recorded facts.
#[derive(Default)]
pub struct Differences(Vec<String>);

impl Differences {
    /// Compares a result with the recorded fact. `place` identifies the fact.
    pub fn compare(&mut self, place: &str, found: impl Serialize, recorded: impl Serialize) {
        let value = "a value that JSON can represent";
        let (found, recorded) = (to_value(found).expect(value), to_value(recorded).expect(value));
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
