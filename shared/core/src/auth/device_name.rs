//! Names of devices in the list of sessions.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::fmt;

/// The maximum length of a name in characters.
const LONGEST: usize = 64;

/// Reasons why a string is not a valid device name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceNameError {
    /// The name is empty, blank or too long.
    #[error("use a device name of 1 to 64 characters that are not all spaces")]
    Length,
    /// The name contains a character that changes how a list of names is displayed.
    #[error("use a device name without line breaks, control characters and characters that change the text direction")]
    Characters,
}

impl CodedError for DeviceNameError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Length | Self::Characters => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// The name that a client gives to its device: 1 to 64 characters without surrounding spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceName(String);

impl DeviceName {
    /// Removes surrounding white space and checks the rest.
    pub fn parse(text: &str) -> Result<Self, DeviceNameError> {
        if text.chars().any(is_disallowed) {
            return Err(DeviceNameError::Characters);
        }
        let name = text.trim();
        if !(1..=LONGEST).contains(&name.chars().count()) {
            return Err(DeviceNameError::Length);
        }
        Ok(Self(name.to_owned()))
    }

    /// Wraps a stored name, which was checked before storage.
    pub fn from_stored(name: String) -> Self {
        Self(name)
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns true for control characters, line and paragraph separators, and the controls of the bidirectional algorithm
/// (UAX 9, section 2), with which a name could imitate a different name.
fn is_disallowed(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}'
        )
        || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_has_1_to_64_characters_without_surrounding_spaces() {
        let parsed = |text: &str| DeviceName::parse(text).map(|name| name.to_string());
        assert_eq!(parsed("  Élodie's phone "), Ok("Élodie's phone".to_owned()));
        assert_eq!(parsed("電話 📱"), Ok("電話 📱".to_owned()));
        assert_eq!(parsed(&"é".repeat(64)), Ok("é".repeat(64)));
        for invalid in ["", "   ", &"é".repeat(65)] {
            assert_eq!(parsed(invalid), Err(DeviceNameError::Length), "{invalid:?}");
        }
    }

    #[test]
    fn characters_that_change_the_display_are_rejected() {
        for character in [
            '\0', '\n', '\u{7f}', '\u{85}', '\u{2028}', '\u{202e}', '\u{2066}', '\u{feff}',
        ] {
            let name = format!("a{character}b");
            assert_eq!(DeviceName::parse(&name), Err(DeviceNameError::Characters), "{name:?}");
        }
    }
}
