//! Doc comments of three words or fewer, which repeat the name of an item: a doc comment states the unit, the range, the
//! error or the source, or is omitted.
//!
//! `cargo test -p wallet-tests --test tidy short_docs -- --nocapture` prints the number of each package.

use super::lexer::{Kind, Token, tokens};
use super::pronouns::package_of;
use crate::repository::rust_files;
use std::collections::BTreeMap;

/// The maximum number in all packages, which is lowered as comments are corrected.
const CEILING: usize = 1850;

/// The number of words that a doc comment exceeds.
const WORDS: usize = 3;

/// Returns the number of doc comments with a single line of at most three words.
fn count_of(source: &str) -> usize {
    let tokens = tokens(source);
    let docs: Vec<_> = tokens.iter().filter(|token| token.kind == Kind::Doc).collect();
    let follows = |first: Option<&&Token<'_>>, second: Option<&&Token<'_>>| {
        first
            .zip(second)
            .is_some_and(|(first, second)| first.line + 1 == second.line)
    };
    let is_short = |index: &usize| {
        let is_single = !follows(
            index.checked_sub(1).and_then(|before| docs.get(before)),
            docs.get(*index),
        ) && !follows(docs.get(*index), docs.get(index + 1));
        // The first word is the mark of the comment.
        is_single && docs[*index].text.split_whitespace().count() <= 1 + WORDS
    };
    (0..docs.len()).filter(is_short).count()
}

#[test]
fn short_docs_are_below_their_ceiling() {
    let mut packages: BTreeMap<String, usize> = BTreeMap::new();
    for file in rust_files() {
        *packages.entry(package_of(&file.path)).or_default() += count_of(&file.text);
    }
    for (name, count) in &packages {
        println!("{count:5} {name}");
    }
    let all: usize = packages.values().sum();
    assert!(all <= CEILING, "{all} doc comments of at most {WORDS} words");
}

#[test]
fn short_docs_are_counted() {
    assert_eq!(
        count_of("/// The memo.\nmemo: u8,\n/// The fee\n/// of a payment.\nfee: u8,\n"),
        1
    );
    assert_eq!(count_of("/// The memo of payments.\nmemo: u8,\n//! Tests.\n"), 1);
}
