//! Display metadata of assets.
//!
//! The limits are those of the Token Lists schema (tokenlists.org), so that every asset fits into such a list.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::wire::{AssetNameText, IconText, TickerText};

/// Maximum length of a name in characters.
const NAME_LENGTH: usize = 60;
/// Maximum length of a ticker in characters.
const TICKER_LENGTH: usize = 20;
/// Maximum length of a tag in characters.
const TAG_LENGTH: usize = 10;
/// Maximum length of an icon URL in bytes.
const ICON_LENGTH: usize = 2048;
/// Maximum length of a home domain in bytes (`string32` of the Stellar protocol).
const HOME_DOMAIN_LENGTH: usize = 32;
/// Maximum number of tags of an asset.
pub const MAX_TAGS: usize = 10;

/// Display metadata of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetMeta {
    /// The name.
    pub name: Name,
    /// The ticker symbol.
    pub ticker: Ticker,
    /// The URL of the icon.
    pub icon: Option<Icon>,
    /// The number of decimal places of an amount.
    pub decimals: u8,
    /// The tags.
    pub tags: Tags,
    /// The home domain of the issuer; only of an asset issued on Stellar.
    pub home_domain: Option<HomeDomain>,
}

/// Error of parsing metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetaError {
    /// A name that is empty or too long, has leading or trailing spaces, or contains invisible characters.
    #[error("name must be one line of 1 to {NAME_LENGTH} visible characters without leading or trailing spaces")]
    Name,
    /// A ticker that is empty or too long, or contains whitespace.
    #[error("ticker must be 1 to {TICKER_LENGTH} visible characters without spaces")]
    Ticker,
    /// An invalid icon URL.
    #[error("icon must be an https or ipfs URL of at most {ICON_LENGTH} characters")]
    Icon,
    /// A tag that is empty or too long, or contains other characters.
    #[error("tag must be 1 to {TAG_LENGTH} letters (a to z), digits and underscores")]
    Tag,
    /// Too many tags.
    #[error("at most {MAX_TAGS} tags are allowed")]
    TooManyTags,
    /// A repeated tag.
    #[error("duplicate tag")]
    RepeatedTag,
    /// An invalid home domain.
    #[error("homeDomain must be a host name in lower case of at most {HOME_DOMAIN_LENGTH} characters")]
    HomeDomain,
}

impl CodedError for MetaError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Name
            | Self::Ticker
            | Self::Icon
            | Self::Tag
            | Self::TooManyTags
            | Self::RepeatedTag
            | Self::HomeDomain => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// Name of an asset, for example `Tether USD`, in NFC so that names with the same characters compare as equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(Cow<'static, str>);

/// Ticker symbol of an asset, for example `USDT`, in NFC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticker(Cow<'static, str>);

/// URL of an icon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon(Cow<'static, str>);

/// Category of an asset, for example `stablecoin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(Cow<'static, str>);

/// Home domain of an account on Stellar (SEP-1): a host name in lower case, for example `circle.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeDomain(Cow<'static, str>);

/// Distinct tags in their given order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

wallet_core::wire_value! {
    Name as AssetNameText => Self, Self::from_str;
    Ticker as TickerText => Self, Self::from_str;
    Icon as IconText => Self, Self::from_str;
}

impl FromStr for Name {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let text: String = text.nfc().collect();
        // Other space characters look like a plain space.
        let invisible = |c: char| is_hidden(c) || (c.is_whitespace() && c != ' ');
        let visible = !text.chars().any(invisible) && text.trim() == text;
        checked(text, NAME_LENGTH, visible)
            .map(|text| Self(text.into()))
            .ok_or(MetaError::Name)
    }
}

impl FromStr for Ticker {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let text: String = text.nfc().collect();
        let visible = !text.chars().any(|c| is_hidden(c) || c.is_whitespace());
        checked(text, TICKER_LENGTH, visible)
            .map(|text| Self(text.into()))
            .ok_or(MetaError::Ticker)
    }
}

impl FromStr for Icon {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let location = text.strip_prefix("https://").or_else(|| text.strip_prefix("ipfs://"));
        // The URL must not require escaping in a page.
        let plain = |byte: u8| byte.is_ascii_graphic() && !br#""'<>\^`{|}"#.contains(&byte);
        let valid = location.is_some_and(|location| location.starts_with(|c: char| c.is_ascii_alphanumeric()))
            && text.bytes().all(plain);
        checked(text.to_owned(), ICON_LENGTH, valid)
            .map(|text| Self(text.into()))
            .ok_or(MetaError::Icon)
    }
}

impl FromStr for Tag {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let is_word = text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        checked(text.to_owned(), TAG_LENGTH, is_word)
            .map(|text| Self(text.into()))
            .ok_or(MetaError::Tag)
    }
}

impl FromStr for HomeDomain {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_label = |label: &str| {
            let ends = [label.bytes().next(), label.bytes().next_back()];
            let within = label.bytes().all(|byte| is_letter(byte) || byte == b'-');
            within && ends.into_iter().all(|end| end.is_some_and(is_letter))
        };
        let is_host = text.contains('.') && text.split('.').all(is_label);
        checked(text.to_owned(), HOME_DOMAIN_LENGTH, is_host)
            .map(|text| Self(text.into()))
            .ok_or(MetaError::HomeDomain)
    }
}

impl Tags {
    /// Creates a list of distinct tags.
    pub fn new(tags: Vec<Tag>) -> Result<Self, MetaError> {
        if tags.len() > MAX_TAGS {
            return Err(MetaError::TooManyTags);
        }
        let repeated = tags.iter().enumerate().any(|(index, tag)| tags[..index].contains(tag));
        if repeated {
            Err(MetaError::RepeatedTag)
        } else {
            Ok(Self(tags))
        }
    }

    /// Creates the tags of an asset of the built-in catalogue, which the tests compare with the parsed ones.
    pub(super) fn built_in(tags: &[&'static str]) -> Self {
        Self(tags.iter().map(|tag| Tag::built_in(tag)).collect())
    }

    /// Returns an iterator over the tags.
    pub fn iter(&self) -> impl Iterator<Item = &Tag> {
        self.0.iter()
    }
}

/// Returns true for invisible characters: control characters and Unicode default ignorables
/// (`DerivedCoreProperties.txt`), including those that change the text direction.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn checked(text: String, max_length: usize, valid: bool) -> Option<String> {
    let length = text.chars().count();
    (valid && (1..=max_length).contains(&length)).then_some(text)
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl $type {
            /// Creates a value of the built-in catalogue, which the tests compare with the parsed one.
            pub(super) const fn built_in(text: &'static str) -> Self {
                Self(Cow::Borrowed(text))
            }

            /// Returns the string.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    )*};
}

as_text!(Name, Ticker, Icon, Tag, HomeDomain);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_of_visible_characters() {
        for valid in ["x", "Tether USD", "美元", &"n".repeat(60), "Złoty (PLN)"] {
            assert!(valid.parse::<Name>().is_ok(), "{valid}");
        }
        for invalid in ["", " ", " x", "x ", "a\nb", "a\u{a0}b", "a\u{3000}b", &"n".repeat(61)] {
            assert_eq!(invalid.parse::<Name>(), Err(MetaError::Name), "{invalid:?}");
        }
    }

    #[test]
    fn names_and_tickers_have_no_invisible_characters() {
        for hidden in [
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{202e}',
            '\u{2066}',
            '\u{2069}',
            '\u{2060}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{e0041}',
        ] {
            let text = format!("US{hidden}DC");
            assert_eq!(text.parse::<Name>(), Err(MetaError::Name), "{text:?}");
            assert_eq!(text.parse::<Ticker>(), Err(MetaError::Ticker), "{text:?}");
        }
    }

    #[test]
    fn names_are_normalised_to_nfc() {
        let (composed, decomposed) = ("Z\u{142}ot\u{e9}", "Z\u{142}ote\u{301}");
        assert_eq!(composed.parse::<Name>(), decomposed.parse::<Name>());
        assert_eq!("\u{e9}".parse::<Ticker>(), "e\u{301}".parse::<Ticker>());
    }

    #[test]
    fn tickers_have_no_spaces() {
        for valid in ["x", "USDC.e", "USD₮0", "$MATIC"] {
            assert!(valid.parse::<Ticker>().is_ok(), "{valid}");
        }
        for invalid in ["", "A B", "A\u{a0}B", "A\t", &"T".repeat(21)] {
            assert_eq!(invalid.parse::<Ticker>(), Err(MetaError::Ticker), "{invalid:?}");
        }
    }

    #[test]
    fn icons_are_urls_without_escaping() {
        for valid in [
            "https://a.example/i.png?x=1#y",
            "ipfs://QmXttGpZrECX5qCyXbBQiqgQNytVGeZW5Anewvh2jc4psg",
        ] {
            assert!(valid.parse::<Icon>().is_ok(), "{valid}");
        }
        for invalid in [
            "",
            "https://",
            "https:///i.png",
            "http://a.example/i.png",
            "javascript:alert(1)",
            "data:image/png;base64,AA==",
            "https://a.example/<i>.png",
            "https://a.example/i .png",
            "https://a.example/\"i.png",
            "https://a.example/é.png",
            &format!("https://{}", "a".repeat(2048)),
        ] {
            assert_eq!(invalid.parse::<Icon>(), Err(MetaError::Icon), "{invalid:?}");
        }
    }

    #[test]
    fn tags_are_limited_and_distinct() {
        let tag = |text: &str| text.parse::<Tag>();
        assert!(tag("stablecoin").is_ok());
        for invalid in ["", "stablecoins", "Wrapped", "de-fi", "a b"] {
            assert_eq!(tag(invalid), Err(MetaError::Tag), "{invalid:?}");
        }
        let many = |count: usize| (0..count).map(|n| tag(&format!("t{n}"))).collect::<Result<Vec<_>, _>>();
        assert!(Tags::new(many(10).unwrap()).is_ok());
        assert_eq!(Tags::new(many(11).unwrap()), Err(MetaError::TooManyTags));
        let twice = vec![tag("a").unwrap(), tag("b").unwrap(), tag("a").unwrap()];
        assert_eq!(Tags::new(twice), Err(MetaError::RepeatedTag));
    }

    #[test]
    fn home_domain_is_a_host_name_of_at_most_32_bytes() {
        for text in [
            "circle.com",
            "token-metadata.paxos.com",
            "a.b",
            &format!("{}.com", "a".repeat(28)),
        ] {
            assert_eq!(
                text.parse().map(|domain: HomeDomain| domain.to_string()),
                Ok(text.to_owned())
            );
        }
        let long = format!("{}.com", "a".repeat(29));
        for text in [
            "",
            "com",
            ".com",
            "a..com",
            "circle.com.",
            "Circle.com",
            "https://circle.com",
            "circle.com/x",
            "-a.com",
            "a-.com",
            "a b.com",
            "\u{456}.com",
            &long,
        ] {
            assert_eq!(text.parse::<HomeDomain>(), Err(MetaError::HomeDomain), "{text}");
        }
    }
}
