//! Names of recipients: the errors of their resolution, and names that can be mistaken for others.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::public_fetch::FetchError;
use idna::punycode;
use unicode_security::MixedScript;
use unicode_security::mixed_script::is_potential_mixed_script_confusable_char;

/// Reasons why a well-formed name has no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The owner of the domain, or the registry, does not know the name.
    #[error("the name does not exist")]
    Unknown,
    /// The domain has no server of names.
    #[error("the domain does not publish names")]
    NoServer,
    /// The domain has no signatures by DNSSEC.
    #[error("the domain of the name is not signed by DNSSEC")]
    Unsigned,
    /// The names of the domain are for the other network.
    #[error("the names of the domain are for a different network")]
    OtherNetwork,
    /// The name has no address of the chain.
    #[error("the name has no address of this chain")]
    NoAddress,
    /// The name is stored off-chain behind a gateway that the operator has not allowed.
    #[error("the name is stored behind a gateway that the operator of this server has not allowed")]
    GatewayNotAllowed,
    /// The name of an address belongs to a different address.
    #[error("the name of the address belongs to a different address")]
    Mismatch,
    /// The name of an address has characters that are not supported, or is not normalised.
    #[error("the name of the address is not normalised, or has characters that are not supported")]
    NotNormalised,
    /// A server that the name determines has no usable response.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// A response that is not as its specification requires.
    #[error("the server of the name returned an unusable response: {0}")]
    Unusable(&'static str),
}

impl CodedError for NameError {
    fn info(&self) -> ErrorInfo {
        let missing = |reason: &str| ErrorInfo::describe(ErrorCode::NameNotFound, self).detail("reason", reason);
        match self {
            Self::Unknown => missing("unknown_name"),
            Self::NoServer => missing("no_server"),
            Self::Unsigned => missing("unsigned"),
            Self::OtherNetwork => missing("other_network"),
            Self::NoAddress => missing("no_address"),
            Self::GatewayNotAllowed => missing("gateway_not_allowed"),
            Self::Mismatch => missing("mismatch"),
            Self::NotNormalised => missing("not_normalised"),
            Self::Fetch(FetchError::Forbidden) => missing("no_public_server"),
            Self::Fetch(FetchError::Unresolved | FetchError::Unavailable) => {
                ErrorInfo::describe(ErrorCode::UpstreamUnavailable, self)
            }
            Self::Fetch(FetchError::Timeout) => ErrorInfo::describe(ErrorCode::UpstreamTimeout, self),
            Self::Fetch(FetchError::TooLong | FetchError::Status(_)) | Self::Unusable(_) => {
                ErrorInfo::describe(ErrorCode::UpstreamError, self)
            }
        }
    }
}

/// Returns true for at least two labels of ASCII letters, digits and hyphens, of which the last is no number: a domain name,
/// also with labels in Punycode, and never an IP address.
pub fn is_domain(text: &str) -> bool {
    const MAX_LENGTH: usize = 253;
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_top_level = |label: &str| label.contains(|letter: char| letter.is_ascii_alphabetic());
    text.len() <= MAX_LENGTH
        && text.split('.').all(is_label)
        && text.rsplit_once('.').is_some_and(|(_, last)| is_top_level(last))
}

/// Returns true if a part of a name mixes letters of different scripts, or consists of letters that look like letters of a
/// different script (UTS 39). Labels in Punycode are checked as displayed.
pub fn is_confusable(name: &str) -> bool {
    name.split(['.', '*', '@']).any(|part| {
        let decoded = part.get(..4).filter(|prefix| prefix.eq_ignore_ascii_case("xn--"));
        match decoded.map(|_| punycode::decode_to_string(&part[4..])) {
            Some(Some(label)) => is_confusable_label(&label),
            // Nothing shows which letters are displayed.
            Some(None) => true,
            None => is_confusable_label(part),
        }
    })
}

fn is_confusable_label(label: &str) -> bool {
    let mut letters = label.chars().filter(|letter| letter.is_alphabetic()).peekable();
    let has_letters = letters.peek().is_some();
    let imitates =
        has_letters && letters.all(|letter| !letter.is_ascii() && is_potential_mixed_script_confusable_char(letter));
    imitates || !label.is_single_script()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_have_two_labels_and_are_no_addresses() {
        for text in ["example.com", "a.b-c.xn--p1ai", "1.2.3.4a", "EXAMPLE.com"] {
            assert!(is_domain(text), "{text}");
        }
        let long = format!("{}.com", "a".repeat(64));
        for text in [
            "", "com", "a..b", "a.b.", ".a.b", "-a.b", "a-.b", "a_b.c", "ä.de", "1.2.3.4", "a.b:1", &long,
        ] {
            assert!(!is_domain(text), "{text}");
        }
    }

    #[test]
    fn names_that_imitate_others_are_confusable() {
        let confusable = [
            "p\u{430}ypal.com",                            // Cyrillic а
            "bob*\u{440}\u{430}\u{443}\u{440}\u{430}.com", // all Cyrillic: looks like paypa
            "xn--pypal-4ve.com",                           // the first in Punycode
            "\u{3b1}lice@example.com",
            "xn--\u{e9}.com",
        ];
        for name in confusable {
            assert!(is_confusable(name), "{name}");
        }
        let plain = [
            "alice*example.com",
            "vitalik.eth",
            "b0b_1@example.com",
            "b\u{fc}cher.example",
            "xn--bcher-kva.example",
            "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}.example", // привет: in no other script
            "\u{6771}\u{4eac}.example",
            "123.eth",
        ];
        for name in plain {
            assert!(!is_confusable(name), "{name}");
        }
    }
}
