//! A JSON line.

use serde::Serialize;
use std::time::SystemTime;
use time::OffsetDateTime;

/// A JSON object on a single line, written field by field.
#[derive(Debug)]
pub(super) struct Line(Vec<u8>);

impl Line {
    /// Starts a line with the current time.
    pub(super) fn now() -> Self {
        let mut line = Self(Vec::with_capacity(512));
        line.0.push(b'{');
        line.field("timestamp", &timestamp(now()));
        line
    }

    /// Adds a field. Omits a value that cannot be serialised, which strings and numbers always can.
    pub(super) fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        let length = self.0.len();
        if length > 1 {
            self.0.push(b',');
        }
        let written = serde_json::to_writer(&mut self.0, name).and_then(|()| {
            self.0.push(b':');
            serde_json::to_writer(&mut self.0, value)
        });
        if written.is_err() {
            self.0.truncate(length);
        }
    }

    /// Ends the line and returns the line with a line feed.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"}\n");
        self.0
    }
}

/// Returns the current time.
#[expect(clippy::disallowed_methods, reason = "a line has the time at which it is written")]
pub(super) fn now() -> SystemTime {
    SystemTime::now()
}

/// Returns a time in RFC 3339 with microseconds: `2026-11-22T19:28:44.123456Z`.
fn timestamp(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    let (date, clock) = (time.date(), time.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        clock.hour(),
        clock.minute(),
        clock.second(),
        clock.microsecond()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_in_rfc_3339() {
        let at = |seconds, micros| timestamp(UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_micros(micros));
        assert_eq!(at(0, 0), "1970-01-01T00:00:00.000000Z");
        // The example of RFC 3339, section 5.8.
        assert_eq!(at(851_042_397, 0), "1996-12-20T00:39:57.000000Z");
        assert_eq!(at(1_709_210_096, 7), "2024-02-29T12:34:56.000007Z");
    }

    #[test]
    fn texts_are_escaped_and_stay_on_one_line() {
        let mut line = Line::now();
        line.field("a\"", "x\n\u{7f}\"}");
        line.field("n", &7);
        let written = String::from_utf8(line.end()).unwrap();
        assert_eq!(written.matches('\n').count(), 1);
        let value: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!((&value["a\""], &value["n"]), (&"x\n\u{7f}\"}".into(), &7.into()));
    }
}
