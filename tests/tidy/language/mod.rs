//! The language of comments, docs, strings, names and commits: no banned phrase (`banned.tsv`), no doc comment that
//! starts with an interrogative, few pronouns (`pronouns`) and few doc comments without content (`short_docs`).

mod findings;
mod lexer;
mod phrases;
mod pronouns;
mod short_docs;

use crate::repository::{File, assert_none, files, root};
use findings::findings;
use std::process::Command;

/// Texts that keep their words, because they imitate a server, quote a test vector or follow a convention: the file, a
/// part of the line or the name, and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "shared/xlm/src/transaction/memo.rs",
    "is_none",
    "the conventional name of this predicate in Rust",
)];

/// The last commit before the language rules.
const LAST_UNCHECKED: &str = "0f651c1";

/// Commits that were merged before this check existed.
const UNCHECKED: [&str; 3] = ["68cffaf", "31f35c6", "b2460f7"];

/// The maximum length of a commit subject in characters.
const SUBJECT: usize = 72;

/// Files that a tool built from sources and packages, such as the word list of BIP 39 or the names of packages.
const BUILT: [&str; 1] = ["clients/wallet/dist/"];

#[test]
fn texts_contain_no_banned_phrase() {
    let mut unused = EXCEPTIONS.to_vec();
    let mut violations = Vec::new();
    let is_written = |file: &&File| !BUILT.iter().any(|folder| file.path.starts_with(folder));
    for finding in files().iter().filter(is_written).flat_map(findings) {
        let is_exception = |path: &str, text: &str| path == finding.path && finding.text.contains(text);
        if EXCEPTIONS.iter().any(|(path, text, _)| is_exception(path, text)) {
            unused.retain(|(path, text, _)| !is_exception(path, text));
        } else {
            violations.push(finding.to_string());
        }
    }
    assert_none("plain standard English", &violations);
    let unused: Vec<_> = unused.iter().map(|(path, text, _)| format!("{path}: {text}")).collect();
    assert_none("exceptions that match nothing", &unused);
}

#[test]
fn commit_subjects_follow_the_language_rules() {
    // A shallow clone does not contain the commit.
    if git(&["merge-base", "--is-ancestor", LAST_UNCHECKED, "HEAD"]).is_none() {
        return;
    }
    let range = format!("{LAST_UNCHECKED}..HEAD");
    let log = git(&["log", "--format=%H %s", &range]).expect("git reads its history");
    let commits = log.lines().filter_map(|line| line.split_once(' '));
    let checked = commits.filter(|(id, _)| !UNCHECKED.iter().any(|unchecked| id.starts_with(unchecked)));
    let violations: Vec<_> = checked.filter_map(|(_, subject)| subject_violation(subject)).collect();
    assert_none("commit subjects in plain English of at most 72 characters", &violations);
}

fn subject_violation(subject: &str) -> Option<String> {
    let length = subject.chars().count();
    if length > SUBJECT {
        return Some(format!("{length} characters: {subject}"));
    }
    let (_, phrase) = phrases::banned(subject).into_iter().next()?;
    Some(format!("[{phrase}] {subject}"))
}

/// Returns the output of a git command, or `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
    let text = output.status.success().then_some(output.stdout)?;
    String::from_utf8(text).ok()
}

#[test]
fn violations_of_subjects_are_found() {
    assert_eq!(subject_violation("Return an error for invalid keys"), None);
    assert!(subject_violation(concat!("Te", "ll the keys")).is_some());
    assert!(subject_violation(&"x".repeat(73)).is_some());
}
