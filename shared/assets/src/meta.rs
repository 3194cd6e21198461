//! What people call an asset, and how it is shown.
//!
//! The bounds are those of the Token Lists schema (tokenlists.org), so that every asset fits into such a list.

use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;

/// The longest name, in characters.
const NAME_LENGTH: usize = 60;
/// The longest ticker, in characters.
const TICKER_LENGTH: usize = 20;
/// The longest tag, in characters.
const TAG_LENGTH: usize = 10;
/// The longest address of an icon, in bytes.
const ICON_LENGTH: usize = 2048;
/// The most tags of an asset.
pub const MAX_TAGS: usize = 10;

/// What the specification adds to an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetMeta {
    /// What people call it.
    pub name: Name,
    /// Its short name.
    pub ticker: Ticker,
    /// Where its picture is.
    pub icon: Option<Icon>,
    /// The digits of an amount that stand after the decimal point.
    pub decimals: u8,
    /// What kind of thing it is.
    pub tags: Tags,
}

/// Why a text cannot be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetaError {
    /// A name that is empty, too long, or has blanks around it or in it something that is not seen.
    #[error(
        "a name has 1 to {NAME_LENGTH} characters that are seen, in one line, with plain blanks and none at its ends"
    )]
    Name,
    /// A ticker that is empty, too long, or has blanks.
    #[error("a ticker has 1 to {TICKER_LENGTH} characters that are seen, and no blanks")]
    Ticker,
    /// No address of a picture.
    #[error("an icon is an https or ipfs address of at most {ICON_LENGTH} characters")]
    Icon,
    /// A tag that is empty, too long, or has other characters.
    #[error("a tag has 1 to {TAG_LENGTH} letters (a to z), digits and underscores")]
    Tag,
    /// Too many tags.
    #[error("an asset has at most {MAX_TAGS} tags")]
    TooManyTags,
    /// The same tag again.
    #[error("a tag stands there twice")]
    RepeatedTag,
}

/// What people call an asset: `Tether USD`. In NFC, so that two that look the same because they are the same are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// An asset's short name: `USDT`. In NFC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticker(String);

/// The address of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon(String);

/// A word that tells what kind of thing an asset is: `stablecoin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

/// Different tags, in their given order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

impl FromStr for Name {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let text: String = text.nfc().collect();
        // Other blanks than the plain one look like it and are not.
        let unseen = |c: char| is_hidden(c) || (c.is_whitespace() && c != ' ');
        let shown = !text.chars().any(unseen) && text.trim() == text;
        keep(text, NAME_LENGTH, shown).map(Self).ok_or(MetaError::Name)
    }
}

impl FromStr for Ticker {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let text: String = text.nfc().collect();
        let shown = !text.chars().any(|c| is_hidden(c) || c.is_whitespace());
        keep(text, TICKER_LENGTH, shown).map(Self).ok_or(MetaError::Ticker)
    }
}

impl FromStr for Icon {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let place = text.strip_prefix("https://").or_else(|| text.strip_prefix("ipfs://"));
        // Whoever puts the address into a page must not have to escape it.
        let plain = |byte: u8| byte.is_ascii_graphic() && !br#""'<>\^`{|}"#.contains(&byte);
        let good = place.is_some_and(|place| place.starts_with(|c: char| c.is_ascii_alphanumeric()))
            && text.bytes().all(plain);
        keep(text.to_owned(), ICON_LENGTH, good)
            .map(Self)
            .ok_or(MetaError::Icon)
    }
}

impl FromStr for Tag {
    type Err = MetaError;

    fn from_str(text: &str) -> Result<Self, MetaError> {
        let word = text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        keep(text.to_owned(), TAG_LENGTH, word).map(Self).ok_or(MetaError::Tag)
    }
}

impl Tags {
    /// These tags, of which none may be there twice.
    pub fn new(tags: Vec<Tag>) -> Result<Self, MetaError> {
        if tags.len() > MAX_TAGS {
            return Err(MetaError::TooManyTags);
        }
        let repeated = tags.iter().enumerate().any(|(place, tag)| tags[..place].contains(tag));
        if repeated {
            Err(MetaError::RepeatedTag)
        } else {
            Ok(Self(tags))
        }
    }

    /// The tags.
    pub fn iter(&self) -> impl Iterator<Item = &Tag> {
        self.0.iter()
    }
}

/// Characters that nobody sees: controls, and what Unicode calls default ignorable (`DerivedCoreProperties.txt`), among
/// them those that turn the direction of what stands behind them.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn keep(text: String, longest: usize, good: bool) -> Option<String> {
    let length = text.chars().count();
    (good && (1..=longest).contains(&length)).then_some(text)
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl $type {
            /// The text.
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

as_text!(Name, Ticker, Icon, Tag);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_can_be_shown_in_a_line() {
        for good in ["x", "Tether USD", "美元", &"n".repeat(60), "Złoty (PLN)"] {
            assert!(good.parse::<Name>().is_ok(), "{good}");
        }
        for wrong in ["", " ", " x", "x ", "a\nb", "a\u{a0}b", "a\u{3000}b", &"n".repeat(61)] {
            assert_eq!(wrong.parse::<Name>(), Err(MetaError::Name), "{wrong:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_in_no_name_and_no_ticker() {
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
    fn the_same_letters_make_the_same_name() {
        let (composed, decomposed) = ("Z\u{142}ot\u{e9}", "Z\u{142}ote\u{301}");
        assert_eq!(composed.parse::<Name>(), decomposed.parse::<Name>());
        assert_eq!("\u{e9}".parse::<Ticker>(), "e\u{301}".parse::<Ticker>());
    }

    #[test]
    fn tickers_have_no_blanks() {
        for good in ["x", "USDC.e", "USD₮0", "$MATIC"] {
            assert!(good.parse::<Ticker>().is_ok(), "{good}");
        }
        for wrong in ["", "A B", "A\u{a0}B", "A\t", &"T".repeat(21)] {
            assert_eq!(wrong.parse::<Ticker>(), Err(MetaError::Ticker), "{wrong:?}");
        }
    }

    #[test]
    fn icons_are_addresses_that_need_no_escaping() {
        for good in [
            "https://a.example/i.png?x=1#y",
            "ipfs://QmXttGpZrECX5qCyXbBQiqgQNytVGeZW5Anewvh2jc4psg",
        ] {
            assert!(good.parse::<Icon>().is_ok(), "{good}");
        }
        for wrong in [
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
            assert_eq!(wrong.parse::<Icon>(), Err(MetaError::Icon), "{wrong:?}");
        }
    }

    #[test]
    fn tags_are_few_different_words() {
        let tag = |text: &str| text.parse::<Tag>();
        assert!(tag("stablecoin").is_ok());
        for wrong in ["", "stablecoins", "Wrapped", "de-fi", "a b"] {
            assert_eq!(tag(wrong), Err(MetaError::Tag), "{wrong:?}");
        }
        let many = |count: usize| (0..count).map(|n| tag(&format!("t{n}"))).collect::<Result<Vec<_>, _>>();
        assert!(Tags::new(many(10).unwrap()).is_ok());
        assert_eq!(Tags::new(many(11).unwrap()), Err(MetaError::TooManyTags));
        let twice = vec![tag("a").unwrap(), tag("b").unwrap(), tag("a").unwrap()];
        assert_eq!(Tags::new(twice), Err(MetaError::RepeatedTag));
    }
}
