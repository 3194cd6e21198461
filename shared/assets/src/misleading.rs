//! Edits that would mislead the users of wallets (wallet specification, section 5).

use super::{AssetId, AssetMeta, Catalogue};
use unicode_security::{MixedScript, skeleton};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// An edit that shows wrong amounts, or an asset that can be mistaken for another one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisleadingEdit {
    /// The edit changes the decimals, by which wallets convert every amount.
    #[error("decimals of this asset must be {listed}: they never change")]
    Decimals {
        /// The decimals in the catalogue, or those of every asset of the chain.
        listed: u8,
    },
    /// The ticker, or one that looks the same, belongs to another asset.
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
    /// Checks that new metadata of an asset does not mislead: it keeps the decimals, has no other asset's ticker, and name
    /// and ticker are each in one script (UTS 39, section 5.1). An unchanged ticker is not checked, since bridged tokens
    /// of the seed share tickers.
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
        let ticker = appearance(meta.ticker.as_str());
        let looks_alike = |other: &AssetMeta| appearance(other.ticker.as_str()) == ticker;
        if self.find(id).is_some_and(|own| looks_alike(&own.meta)) {
            return Ok(());
        }
        match self.all().find(|other| looks_alike(&other.meta)) {
            Some(other) => Err(MisleadingEdit::Ticker {
                listed: other.id.to_string(),
            }),
            None => Ok(()),
        }
    }
}

/// Returns a form that is equal for texts that look the same (UTS 39, section 4), regardless of case.
fn appearance(text: &str) -> String {
    // The mapping turns some capital letters into small ones.
    let mapped: String = skeleton(&text.to_uppercase()).collect();
    mapped.to_uppercase()
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

    /// Checks an edit of a catalogue with a token of the seed on two chains, of which the second is deleted.
    fn check(text: &str, ticker: &str, edited: &AssetMeta) -> Result<(), MisleadingEdit> {
        let seed = [TETHER, ON_OP].map(|text| (id(text), meta("Tether USD", ticker, 6)));
        let deleted = Change {
            id: id(ON_OP),
            meta: None,
            revision: 1,
        };
        Catalogue::new(&seed, vec![deleted]).check_misleading(&id(text), edited)
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
        ];
        for (listed, ticker) in cases {
            let expected = Err(MisleadingEdit::Ticker {
                listed: TETHER.to_owned(),
            });
            assert_eq!(check(OTHER, listed, &meta("Other", ticker, 6)), expected, "{ticker}");
        }
        assert_eq!(check(OTHER, "USDT", &meta("Other", "USDTO", 6)), Ok(()));
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
