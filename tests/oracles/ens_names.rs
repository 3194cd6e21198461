//! Names of the Ethereum Name Service, normalised by viem (`@adraffy/ens-normalize`, the reference of ENSIP-15).

use serde_json::json;
use wallet_eth_like::ens::EnsName;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

const NAMES: usize = 4000;

/// Parts with rules for their neighbours: letters that look alike, marks, punctuation, emoji and their joiners.
const PARTS: [&str; 40] = [
    "a",
    "E",
    "o",
    "x",
    "0",
    "_",
    "-",
    "--",
    "'",
    "\u{2019}",
    "\u{b7}",
    "\u{2044}",
    "\u{430}",
    "\u{43e}",
    "\u{445}",
    "\u{3bf}",
    "\u{3b1}",
    "\u{13a5}",
    "\u{5d0}",
    "\u{627}",
    "\u{660}",
    "\u{6f0}",
    "\u{4e00}",
    "\u{30fc}",
    "\u{3099}",
    "\u{301}",
    "\u{308}",
    "\u{64d}",
    "\u{200d}",
    "\u{200c}",
    "\u{fe0f}",
    "\u{fe0e}",
    "\u{20e3}",
    "\u{1f468}",
    "\u{1f3fd}",
    "\u{2695}\u{fe0f}",
    "\u{1f3f4}\u{200d}\u{2620}\u{fe0f}",
    "\u{1f1fa}\u{1f1f8}",
    "\u{1f1e6}",
    "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
];

/// Blocks of scripts and symbols, from which further characters are chosen.
const BLOCKS: [(u32, u32); 12] = [
    (0x20, 0x24f),
    (0x300, 0x52f),
    (0x530, 0x6ff),
    (0x900, 0xdff),
    (0x1e00, 0x1fff),
    (0x2000, 0x27ff),
    (0x3000, 0x33ff),
    (0x4e00, 0x4fff),
    (0xac00, 0xadff),
    (0xa4d0, 0xa8ff),
    (0x1_d400, 0x1_d7ff),
    (0x1_f000, 0x1_faff),
];

#[tokio::test]
async fn names_are_normalised_as_by_the_reference() {
    let Some(mut oracle) = Oracle::start("oracle of names") else {
        return;
    };
    let mut random = Random::new();
    let names: Vec<String> = (0..NAMES).map(|_| format!("{}.eth", label(&mut random))).collect();
    let expected = oracle.call("ensNames", json!({ "names": names })).await;
    let expected: Vec<Option<String>> = serde_json::from_value(expected).expect("a list of names");
    assert_eq!(expected.len(), NAMES);
    for (name, expected) in names.iter().zip(&expected) {
        // A label can contain dots.
        let found = name.parse::<EnsName>().ok().map(|it| it.to_string());
        assert_eq!(&found, expected, "{name} {}", name.escape_unicode());
    }
    let valid = expected.iter().flatten().count();
    assert!((NAMES / 10..NAMES).contains(&valid), "{valid} valid names");
}

/// Returns 1 to 4 parts, one of three of which is a random character.
fn label(random: &mut Random) -> String {
    let parts = random.between(1, 4);
    let of_blocks = random.one_of(&BLOCKS);
    (0..parts)
        .map(|_| {
            let (first, last) = *of_blocks;
            let point = u32::try_from(random.between(first.into(), last.into())).unwrap_or(first);
            match char::from_u32(point) {
                Some(character) if random.once_in(2) => character.to_string(),
                _ => (*random.one_of(&PARTS)).to_owned(),
            }
        })
        .collect()
}
