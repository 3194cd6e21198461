//! Edits that would mislead the users of wallets (wallet specification, section 5).

use super::{AssetId, AssetMeta, Catalogue};
use unicode_normalization::UnicodeNormalization;
use unicode_security::MixedScript;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// An edit that shows wrong amounts, or an asset that can be mistaken for another asset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisleadingEdit {
    /// The edit changes the decimals, by which wallets convert every amount.
    #[error("decimals of this asset must be {listed}: they never change")]
    Decimals {
        /// The decimals in the catalogue, or the decimals of every asset of the chain.
        listed: u8,
    },
    /// The ticker, or a ticker that looks the same, belongs to another asset.
    #[error("ticker must differ from that of {listed}, also in look-alike letters")]
    Ticker {
        /// The asset with this ticker.
        listed: String,
    },
    /// A field mixes letters of different scripts, for example Latin and Cyrillic.
    #[error("{field} must not mix letters of different scripts")]
    MixedScripts {
        /// The name of the field.
        field: &'static str,
    },
}

impl CodedError for MisleadingEdit {
    fn info(&self) -> ErrorInfo {
        let (field, reason) = match self {
            Self::Decimals { .. } => ("decimals", "decimals_changed"),
            Self::Ticker { .. } => ("ticker", "ticker_listed"),
            Self::MixedScripts { field } => (*field, "mixed_scripts"),
        };
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
            .at(field)
            .detail("reason", reason)
    }
}

impl Catalogue {
    /// Checks that new metadata of an asset does not mislead: the decimals do not change, no other asset has the ticker, and
    /// name and ticker are each in one script (UTS 39, section 5.1). An unchanged ticker is not checked, since bridged
    /// tokens of the seed share tickers.
    pub fn check_misleading(&self, id: &AssetId, meta: &AssetMeta) -> Result<(), MisleadingEdit> {
        for (field, text) in [("name", meta.name.as_str()), ("ticker", meta.ticker.as_str())] {
            if !text.is_single_script() {
                return Err(MisleadingEdit::MixedScripts { field });
            }
        }
        self.check_ticker(id, meta)?;
        match self.known_decimals(id) {
            Some(listed) if listed != meta.decimals => Err(MisleadingEdit::Decimals { listed }),
            _ => Ok(()),
        }
    }

    fn check_ticker(&self, id: &AssetId, meta: &AssetMeta) -> Result<(), MisleadingEdit> {
        let ticker = Appearance::of(meta.ticker.as_str());
        if self
            .find(id)
            .is_some_and(|own| Appearance::of(own.meta.ticker.as_str()) == ticker)
        {
            return Ok(());
        }
        let mut others = self.all().filter(|other| other.id != *id);
        match others.find(|other| ticker.imitates(&Appearance::of(other.meta.ticker.as_str()))) {
            Some(other) => Err(MisleadingEdit::Ticker {
                listed: other.id.to_string(),
            }),
            None => Ok(()),
        }
    }
}

/// The forms in which a ticker can be read, each as a skeleton.
#[derive(PartialEq, Eq)]
struct Appearance {
    /// With the symbols as letters: `USDT` of `U$DT`.
    spelled: String,
    /// Without the symbols: `USDT` of `$USDT`.
    plain: String,
    /// Without the symbols in front: `WIF` of `$WIF`, but `USDT0` of `USD₮0`.
    undecorated: String,
}

impl Appearance {
    fn of(text: &str) -> Self {
        // The symbols first: `\u{b5}` (micro) has a Greek capital letter.
        let spell = |text: &str| -> String { text.chars().map(|it| letter_of(it).unwrap_or(it)).collect() };
        let plain: String = text.chars().filter(|symbol| letter_of(*symbol).is_none()).collect();
        let undecorated = text.trim_start_matches(|symbol| letter_of(symbol).is_some());
        Self {
            spelled: letters(&spell(text)),
            plain: letters(&plain),
            undecorated: letters(&spell(undecorated)),
        }
    }

    /// Returns true if a new ticker can be mistaken for a listed ticker. A listed ticker without a symbol inside is another
    /// ticker: `USD0` does not imitate `USD₮0`.
    fn imitates(&self, listed: &Self) -> bool {
        let is_form = |form: &String| !form.is_empty() && (*form == listed.spelled || *form == listed.undecorated);
        is_form(&self.spelled) || (self.plain == listed.spelled && !self.plain.is_empty())
    }
}

// `CHARACTERS`, the look-alike characters in ascending order, and `PROTOTYPE_ENDS`, written by the build script: the
// table of `unicode-security` has a pointer for each character, which the loader has to relocate at every start.
include!(concat!(env!("OUT_DIR"), "/prototypes.rs"));

/// The prototypes of [`CHARACTERS`], joined in the same order.
static PROTOTYPES: &str = include_str!(concat!(env!("OUT_DIR"), "/prototypes.txt"));

/// Returns the text that a character imitates, or `None` for a character without a look-alike.
fn prototype(character: char) -> Option<&'static str> {
    let index = CHARACTERS.binary_search(&character).ok()?;
    let end = |index: usize| usize::from(PROTOTYPE_ENDS[index]);
    let start = index.checked_sub(1).map_or(0, end);
    Some(&PROTOTYPES[start..end(index)])
}

/// Returns the skeleton of a text (UTS 39, section 4).
fn skeleton(text: &str) -> String {
    let mut prototypes = String::new();
    for character in text.nfd() {
        match prototype(character) {
            Some(prototype) => prototypes += prototype,
            None => prototypes.push(character),
        }
    }
    prototypes.nfd().collect()
}

/// Returns the skeleton of a text, regardless of case, without marks, punctuation and invisible characters.
fn letters(text: &str) -> String {
    let skeleton = skeleton(&text.to_uppercase()).replace(|it: char| !it.is_alphanumeric(), "");
    // The mapping turns some capital letters into small ones.
    skeleton.to_uppercase()
}

/// Returns the letter that a symbol imitates. UTS 39 has no entries for most of them: they are symbols of currencies,
/// drawn as a letter with strokes, and signs in the form of a letter.
const fn letter_of(symbol: char) -> Option<char> {
    Some(match symbol {
        '@' | '\u{20b3}' => 'A',
        '\u{e3f}' | '\u{20bf}' => 'B',
        '\u{a2}' | '\u{a9}' | '\u{20a1}' | '\u{20b5}' => 'C',
        '\u{20ab}' => 'D',
        '\u{20a0}' | '\u{20ac}' => 'E',
        '\u{20a3}' => 'F',
        '\u{20b2}' => 'G',
        '\u{20b4}' => 'H',
        '!' | '\u{a1}' => 'I',
        '\u{20ad}' => 'K',
        '\u{a3}' | '\u{20a4}' | '\u{20b6}' => 'L',
        '\u{20a5}' => 'M',
        '\u{20a6}' => 'N',
        '\u{20b1}' | '\u{20bd}' => 'P',
        '\u{ae}' | '\u{20b9}' => 'R',
        '$' | '\u{a7}' => 'S',
        '+' | '\u{20ae}' | '\u{20b8}' | '\u{2020}' => 'T',
        '\u{b5}' => 'U',
        '\u{20a9}' => 'W',
        '\u{d7}' => 'X',
        '\u{a5}' => 'Y',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssetKind, Change, Tags};

    const TETHER: &str = "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7";
    const ON_OP: &str = "op:0x94b008aA00579c1307B0EF2c499aD98a8ce58e58";
    const OTHER: &str = "eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    fn id(text: &str) -> AssetId {
        AssetId::parse(AssetKind::Erc20, text).expect(text)
    }

    fn meta(name: &str, ticker: &str, decimals: u8) -> AssetMeta {
        AssetMeta {
            name: name.parse().expect(name),
            ticker: ticker.parse().expect(ticker),
            icon: None,
            decimals,
            tags: Tags::default(),
            home_domain: None,
        }
    }

    #[test]
    fn skeletons_are_those_of_unicode_security() {
        let characters = ('\0'..=char::MAX).map(String::from);
        let texts = ["ΡауΡаl", "\u{1e9b}\u{323}\u{ad}s\u{301}", "USD\u{20ae}\u{30}"].map(str::to_owned);
        for text in characters.chain(texts) {
            let expected: String = unicode_security::skeleton(&text).collect();
            assert_eq!(skeleton(&text), expected, "{text:?}");
        }
    }

    /// Checks an edit of a catalogue with a token of the seed on two chains, of which the second is deleted.
    fn check(text: &str, ticker: &str, edited: &AssetMeta) -> Result<(), MisleadingEdit> {
        let seed = [TETHER, ON_OP].map(|text| (id(text), meta("Tether USD", ticker, 6)));
        let deleted = Change {
            id: id(ON_OP),
            meta: None,
            revision: 1,
        };
        Catalogue::new(seed.to_vec(), vec![deleted]).check_misleading(&id(text), edited)
    }

    #[test]
    fn decimals_of_a_listed_asset_do_not_change() {
        let changed = Err(MisleadingEdit::Decimals { listed: 6 });
        assert_eq!(check(TETHER, "USDT", &meta("Tether USD", "USDT", 18)), changed);
        assert_eq!(check(TETHER, "USDT", &meta("Tether", "USDT", 6)), Ok(()));
        assert_eq!(check(OTHER, "USDT", &meta("Other", "OTHER", 18)), Ok(()));
    }

    #[test]
    fn decimals_of_a_deleted_asset_of_the_seed_do_not_change() {
        let changed = Err(MisleadingEdit::Decimals { listed: 6 });
        assert_eq!(check(ON_OP, "USDT", &meta("Tether", "USDT.op", 18)), changed);
        assert_eq!(check(ON_OP, "USDT", &meta("Tether", "USDT.op", 6)), Ok(()));
    }

    #[test]
    fn every_stellar_asset_has_the_decimals_of_the_protocol() {
        let text = "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
        let usdc = AssetId::parse(AssetKind::XlmAsset, text).expect(text);
        let check = |decimals| Catalogue::default().check_misleading(&usdc, &meta("USD Coin", "USDC", decimals));
        assert_eq!(check(7), Ok(()));
        assert_eq!(check(6), Err(MisleadingEdit::Decimals { listed: 7 }));
    }

    #[test]
    fn ticker_of_another_asset_is_rejected_also_in_look_alike_letters() {
        let cases = [
            ("USDT", "USDT"),
            ("USDT", "usdt"),
            ("COX", "\u{421}\u{41e}\u{425}"),             // Cyrillic
            ("USDT", "\u{ff35}\u{ff33}\u{ff24}\u{ff34}"), // fullwidth
            ("SOL", "S0L"),
            ("USDT", "U$DT"),
            ("USDT", "$USDT"),
            ("USDT", "USD\u{20ae}"),
            ("USDT", "USD+"),
            ("USDT", "U.S.D.T"),
            ("USDT", "\u{da}SDT"),  // an accent
            ("USDT", "US\u{110}T"), // a stroke
            ("EURC", "\u{20ac}URC"),
            ("WBTC", "W\u{20bf}TC"),
            ("USD\u{20ae}0", "USDT0"),
            ("USDT", "\u{b5}SDT"), // micro
            ("$WIF", "WIF"),
        ];
        for (listed, ticker) in cases {
            let expected = Err(MisleadingEdit::Ticker {
                listed: TETHER.to_owned(),
            });
            assert_eq!(check(OTHER, listed, &meta("Other", ticker, 6)), expected, "{ticker}");
        }
        for ticker in ["USDTO", "USDT.e", "US$", "$", "\u{20bf}"] {
            assert_eq!(check(OTHER, "USDT", &meta("Other", ticker, 6)), Ok(()), "{ticker}");
        }
    }

    #[test]
    fn symbol_in_a_listed_ticker_does_not_take_what_remains_without_it() {
        for (listed, ticker) in [
            ("USD\u{20ae}0", "USD0"),
            ("USD\u{20ae}", "USD"),
            ("USD\u{20ae}0", "USD\u{20ac}0"),
        ] {
            assert_eq!(check(OTHER, listed, &meta("Other", ticker, 6)), Ok(()), "{ticker}");
        }
    }

    #[test]
    fn ticker_that_differs_from_the_own_in_a_symbol_is_not_unchanged() {
        let listed = [(TETHER, "USDT"), (OTHER, "UDT")].map(|(text, ticker)| (id(text), meta("Other", ticker, 6)));
        let catalogue = Catalogue::new(listed.to_vec(), Vec::new());
        let check = |ticker| catalogue.check_misleading(&id(OTHER), &meta("Other", ticker, 6));
        let expected = Err(MisleadingEdit::Ticker {
            listed: TETHER.to_owned(),
        });
        assert_eq!(check("U$DT"), expected);
        for own in ["UDT", "udt", "U.D.T", "UDT+", "$UDT"] {
            assert_eq!(check(own), Ok(()), "{own}");
        }
    }

    #[test]
    fn mixed_scripts_are_rejected() {
        let mixed = |field| Err(MisleadingEdit::MixedScripts { field });
        assert_eq!(check(OTHER, "USDT", &meta("T\u{435}ther", "T", 6)), mixed("name"));
        assert_eq!(check(OTHER, "USDT", &meta("Other", "\u{405}USD", 6)), mixed("ticker"));
        let single = [
            "\u{422}\u{435}\u{437}\u{435}\u{440} 2.0",
            "Sol\u{e9} \u{20ae}",
            "\u{6771}\u{4eac}\u{30c8}\u{30fc}\u{30af}\u{30f3}",
        ];
        for name in single {
            assert_eq!(check(OTHER, "USDT", &meta(name, "T", 6)), Ok(()), "{name}");
        }
    }
}
