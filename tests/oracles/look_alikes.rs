//! Characters of names that look alike by Unicode's confusables (UTS 39), for the tests of the TypeScript client
//! (`clients/typescript/test/names.test.ts`).

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{MixedScript, UNICODE_VERSION};
use wallet_eth_like::ens::EnsName;

/// Returns true for the digits of ASCII, letters of the Latin script only, and the bar, which looks like a letter.
fn is_latin(character: char) -> bool {
    let goes_with = |letter: char| format!("{letter}{character}").as_str().is_single_script();
    matches!(character, '0'..='9' | '|') || (character.is_alphabetic() && goes_with('q') && !goes_with('\u{3c0}'))
}

/// Returns true for characters of names that stay the same (ENSIP-15).
fn is_of_names(character: char) -> bool {
    // The letter q prevents that all letters of the name look like those of a different script.
    let name = format!("q{character}q.eth");
    name.parse::<EnsName>()
        .is_ok_and(|normalised| normalised.to_string() == name)
}

/// Returns the characters, the characters of names, and what each part of a decomposed character is compared as if this is different.
fn look_alikes() -> Value {
    let characters: String = ('\0'..=char::MAX).filter(|character| is_latin(*character)).collect();
    let of_names: String = characters.chars().filter(|character| is_of_names(*character)).collect();
    let prototypes: BTreeMap<String, String> = characters
        .nfd()
        .map(|part| (part.to_string(), skeleton(&part.to_string()).collect()))
        .filter(|(part, prototype)| part != prototype)
        .collect();
    let (major, minor, patch) = UNICODE_VERSION;
    json!({
        "unicode": format!("{major}.{minor}.{patch}"),
        "characters": characters,
        "ofNames": of_names,
        "prototypes": prototypes,
    })
}

#[test]
fn look_alikes_of_the_tests_are_those_of_unicode() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles/look_alikes.json");
    let text = format!("{:#}\n", look_alikes());
    if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, &text).expect("the file is writable");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "run this test with WALLET_UPDATE_DOCUMENTS=1");
}
