//! Icons of the catalogue: SVG images that the service itself serves (`data/icons`,
//! docs/decisions/assets.md#icons-in-the-binary).

use super::{AssetId, Ticker};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

/// The archive, built by `data/icons/build.mjs`.
const ARCHIVE: &[u8] = include_bytes!("../data/icons/icons.json.gz");

/// The maximum number of letters of a generated icon.
const LETTERS: usize = 3;

/// The images of the built-in catalogue.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Archive {
    /// The name of the image of each item, by kind and id: `coin/btc`.
    items: HashMap<String, String>,
    /// The SVG documents by name.
    images: HashMap<String, String>,
}

/// Returns the image of an item of the built-in catalogue, or `None` if the item has no image.
pub fn icon(id: &AssetId) -> Option<&'static str> {
    static ICONS: LazyLock<Archive> = LazyLock::new(read);
    let name = ICONS.items.get(&format!("{}/{id}", id.kind().name()))?;
    ICONS.images.get(name).map(String::as_str)
}

fn read() -> Archive {
    let mut json = Vec::new();
    GzDecoder::new(ARCHIVE)
        .read_to_end(&mut json)
        .expect("tests read the archive");
    serde_json::from_slice(&json).expect("tests read the archive")
}

/// Returns an image with the first letters of a ticker on a colour that follows from the id.
pub fn generated_icon(id: &AssetId, ticker: &Ticker) -> Cow<'static, str> {
    let letters: String = ticker
        .as_str()
        .chars()
        .filter(|character| character.is_alphanumeric())
        .take(LETTERS)
        .flat_map(char::to_uppercase)
        .take(LETTERS)
        .collect();
    let hue = hash(&format!("{}/{id}", id.kind().name())) % 360;
    let size = match letters.chars().count() {
        0 | 1 => 12,
        2 => 10,
        _ => 8,
    };
    Cow::Owned(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="hsl({hue},45%,40%)"/><text x="12" y="12" dy=".36em" fill="#fff" font-family="sans-serif" font-size="{size}" font-weight="600" text-anchor="middle">{letters}</text></svg>"##
    ))
}

/// Returns the FNV-1a hash of a text, which is the same in every process.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssetKind, seed};

    #[test]
    fn archive_has_an_image_for_every_item_it_names_and_no_other() {
        let archive = read();
        let named: std::collections::HashSet<_> = archive.items.values().collect();
        assert_eq!(named, archive.images.keys().collect());
        let catalogue: Vec<_> = seed()
            .iter()
            .map(|(id, _)| format!("{}/{id}", id.kind().name()))
            .collect();
        let unknown: Vec<_> = archive.items.keys().filter(|item| !catalogue.contains(item)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn every_coin_and_most_items_have_an_image() {
        let with_image = |kind| {
            let items = seed().into_iter().filter(move |(id, _)| id.kind() == kind);
            let found: Vec<_> = items.map(|(id, _)| icon(&id).is_some()).collect();
            (found.iter().filter(|found| **found).count(), found.len())
        };
        assert_eq!(with_image(AssetKind::Coin), (15, 15));
        let (fiat, currencies) = with_image(AssetKind::Fiat);
        assert!(fiat * 10 > currencies * 9, "{fiat} of {currencies}");
        let (erc20, tokens) = with_image(AssetKind::Erc20);
        assert!(erc20 * 10 > tokens * 6, "{erc20} of {tokens}");
    }

    #[test]
    fn generated_icons_contain_letters_only() {
        let id = AssetId::parse(AssetKind::Coin, "btc").unwrap();
        for (ticker, letters) in [
            ("USDC.e", "USD"),
            ("$m", "M"),
            ("<b>&\"'", "B"),
            ("\u{20ae}\u{20ac}", ""),
            ("\u{df}\u{df}", "SSS"),
            ("\u{7f8e}\u{5143}", "\u{7f8e}\u{5143}"),
        ] {
            let image = generated_icon(&id, &ticker.parse().unwrap());
            assert!(image.contains(&format!("\"middle\">{letters}</text></svg>")), "{image}");
            assert_eq!(image.matches('<').count(), 5, "{image}");
        }
    }

    #[test]
    fn colour_follows_from_the_id() {
        let ticker: Ticker = "X".parse().unwrap();
        let image = |id: &str| generated_icon(&AssetId::parse(AssetKind::Coin, id).unwrap(), &ticker);
        assert_eq!(image("btc"), image("btc"));
        assert_ne!(image("btc"), image("ltc"));
    }
}
