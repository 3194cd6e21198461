//! The share of pronouns in the comments of Rust files: a noun is repeated instead.
//!
//! `cargo test -p wallet-tests --test tidy pronouns -- --nocapture` prints the shares of the packages, and the files with
//! the most pronouns.

use super::lexer::{Kind, tokens};
use crate::repository::{assert_none, rust_files};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Words that replace a noun.
struct Pronouns {
    words: &'static [&'static str],
    /// The maximum number per 1,000 words of the comments of all packages.
    ceiling: f64,
}

/// The ceilings are lowered as comments are corrected. The goals are 9, 5, 1 and 0.3.
const PRONOUNS: [Pronouns; 4] = [
    Pronouns {
        words: &["it", "its"],
        ceiling: 9.0,
    },
    Pronouns {
        words: &["one", "other", "another"],
        ceiling: 5.0,
    },
    Pronouns {
        words: &["those", "these"],
        ceiling: 1.0,
    },
    Pronouns {
        words: &["whose"],
        ceiling: 0.6,
    },
];

/// The number of listed files.
const LISTED: usize = 40;

/// The words of comments.
#[derive(Clone, Copy, Default)]
struct Count {
    words: u32,
    pronouns: [u32; PRONOUNS.len()],
}

impl AddAssign for Count {
    fn add_assign(&mut self, added: Self) {
        self.words += added.words;
        for (sum, count) in self.pronouns.iter_mut().zip(added.pronouns) {
            *sum += count;
        }
    }
}

impl Count {
    /// Counts the words of all comments of a source text.
    fn of(source: &str) -> Self {
        let mut count = Self::default();
        for token in tokens(source) {
            if !matches!(token.kind, Kind::Doc | Kind::Comment) {
                continue;
            }
            let words = token.text.split(|c: char| !c.is_ascii_alphabetic());
            for word in words.filter(|word| !word.is_empty()) {
                count.words += 1;
                let word = word.to_ascii_lowercase();
                for (sum, Pronouns { words, .. }) in count.pronouns.iter_mut().zip(&PRONOUNS) {
                    *sum += u32::from(words.contains(&&*word));
                }
            }
        }
        count
    }

    /// Returns the numbers of pronouns per 1,000 words.
    fn shares(self) -> [f64; PRONOUNS.len()] {
        self.pronouns
            .map(|count| 1000.0 * f64::from(count) / f64::from(self.words.max(1)))
    }

    fn printed(self) -> String {
        let shares = self.shares().map(|share| format!("{share:6.1}")).concat();
        format!("{:7} words {shares}", self.words)
    }
}

/// Returns the package of a file: the first folder, or the first two if the first one only groups packages.
pub(super) fn package_of(path: &str) -> String {
    let is_group = |folder: &str| ["shared", "functions", "clients"].contains(&folder);
    let parts: Vec<_> = path.split('/').collect();
    parts[..if is_group(parts[0]) { 2 } else { 1 }].join("/")
}

#[test]
fn pronouns_are_below_their_ceilings() {
    let counts: BTreeMap<_, _> = rust_files().map(|file| (file.path, Count::of(&file.text))).collect();
    let mut packages: BTreeMap<String, Count> = BTreeMap::new();
    let mut all = Count::default();
    for (path, count) in &counts {
        *packages.entry(package_of(path)).or_default() += *count;
        all += *count;
    }
    for (name, count) in &packages {
        println!("{} {name}", count.printed());
    }
    let mut files: Vec<_> = counts.iter().collect();
    files.sort_by_key(|(_, count)| std::cmp::Reverse(count.pronouns.iter().sum::<u32>()));
    for (path, count) in files.iter().take(LISTED) {
        println!("{:?} {path}", count.pronouns);
    }
    println!("{} all packages", all.printed());
    let shares = all.shares().into_iter().zip(&PRONOUNS);
    let above = shares.filter(|(share, Pronouns { ceiling, .. })| share > ceiling);
    let above: Vec<_> = above
        .map(|(share, Pronouns { words, ceiling })| format!("{}: {share:.2} > {ceiling}", words.join(", ")))
        .collect();
    assert_none("repeat the noun; pronouns per 1,000 words of comments", &above);
}

#[test]
fn pronouns_of_comments_are_counted() {
    let count = Count::of("/// Its key, one of\n// these; it's\nlet it = \"whose\";");
    assert_eq!((count.words, count.pronouns), (7, [2, 1, 1, 0]));
    assert_eq!(package_of("shared/core/src/lib.rs"), "shared/core");
    assert_eq!(package_of("sandbox/src/lib.rs"), "sandbox");
}
