//! User names in their prepared form (PRECIS `UsernameCaseMapped`, RFC 8265), and names of devices in the list of sessions.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use precis_profiles::UsernameCaseMapped;
use precis_profiles::precis_core::profile::PrecisFastInvocation;
use std::fmt;

/// Reasons why a string is not a valid user name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    /// The prepared form is too short or too long.
    #[error("use a user name of 3 to 64 characters")]
    Length,
    /// PRECIS does not allow a character, or not at that position.
    #[error("use only letters, digits and ASCII symbols in the user name, without spaces or control characters")]
    Characters,
}

impl CodedError for UsernameError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Length | Self::Characters => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// A prepared user name. Names that differ only in case or character width are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Username(String);

impl Username {
    /// Prepares a name: maps width and case, applies NFC and checks for 3 to 64 characters.
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        // No string of more than 1024 bytes can shrink to 64 characters. The check avoids the work on
        // long strings.
        if text.is_empty() || text.len() > 1024 {
            return Err(UsernameError::Length);
        }
        let prepared = UsernameCaseMapped::enforce(text).map_err(|_| UsernameError::Characters)?;
        // RFC 8264 §7: a name with unstable preparation could be read as two accounts.
        let again = UsernameCaseMapped::enforce(prepared.as_ref()).map_err(|_| UsernameError::Characters)?;
        if again != prepared {
            return Err(UsernameError::Characters);
        }
        if !(3..=64).contains(&prepared.chars().count()) {
            return Err(UsernameError::Length);
        }
        Ok(Self(prepared.into_owned()))
    }

    /// Wraps a stored name, which was prepared before storage.
    pub fn from_stored(prepared: String) -> Self {
        Self(prepared)
    }

    /// Returns the prepared name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

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

    #[track_caller]
    fn prepares(text: &str, expected: &str) {
        assert_eq!(Username::parse(text).as_ref().map(Username::as_str), Ok(expected));
    }

    #[test]
    fn names_that_differ_in_case_width_or_composition_are_equal() {
        prepares("alice", "alice");
        prepares("ALICE", "alice");
        prepares("Ａｌｉｃｅ", "alice");
        prepares("alice@example.com", "alice@example.com");
        prepares("Jose\u{301}", "jos\u{e9}");
        prepares("ΣΊΣΥΦΟΣ", "σίσυφοσ");
        prepares("юля", "юля");
        prepares("用户名", "用户名");
    }

    /// The examples of RFC 8265 §3.5 (table 2) that are at least three characters long.
    #[test]
    fn rfc8265_examples() {
        prepares("juliet@example.com", "juliet@example.com");
        prepares("fussball", "fussball");
        prepares("fu\u{DF}ball", "fu\u{DF}ball");
        assert_eq!(Username::parse("foo bar"), Err(UsernameError::Characters));
        assert_eq!(Username::parse("henry\u{2163}"), Err(UsernameError::Characters));
        assert_eq!(Username::parse(""), Err(UsernameError::Length));
        assert_eq!(
            Username::parse("\u{265A}\u{265A}\u{265A}"),
            Err(UsernameError::Characters)
        );
    }

    #[test]
    fn length_is_counted_in_characters_of_the_prepared_form() {
        prepares("abc", "abc");
        prepares("äöü", "äöü");
        assert!(Username::parse(&"ж".repeat(64)).is_ok());
        for invalid in ["", "ab", &"a".repeat(65), &"ж".repeat(65), &"a".repeat(100_000)] {
            assert_eq!(Username::parse(invalid), Err(UsernameError::Length));
        }
    }

    #[test]
    fn space_control_and_direction_characters_are_rejected() {
        for invalid in [
            "a b c",
            " alice",
            "alice ",
            "ali\u{0}ce",
            "ali\nce",
            "ali\u{202E}ce",
            "ali\u{200B}ce",
            "ali\u{AD}ce",
            "alice\u{5D0}",
            "😀😀😀",
            "ali\u{FEFF}ce",
        ] {
            assert_eq!(Username::parse(invalid), Err(UsernameError::Characters), "{invalid:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn preparation_is_idempotent(text in "\\PC{0,70}") {
            if let Ok(name) = Username::parse(&text) {
                assert_eq!(Username::parse(name.as_str()), Ok(name.clone()));
                assert!((3..=64).contains(&name.as_str().chars().count()));
            }
        }

        #[test]
        fn names_that_differ_in_letter_case_are_equal(text in "[a-zA-Z0-9äÄéÉжЖ._-]{3,64}") {
            let name = Username::parse(&text);
            assert!(name.is_ok());
            assert_eq!(Username::parse(&text.to_lowercase()), name);
            assert_eq!(Username::parse(&text.to_uppercase()), name);
        }
    }

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
