//! The security document names existing files and tests.

use crate::repository::{assert_none, root, text};

const DOCUMENT: &str = "docs/security.md";

/// The first folders of the paths that the document names.
const FOLDERS: [&str; 7] = ["functions/", "shared/", "tests/", "local/", "fuzz/", "docs/", ".ci/"];

/// The minimum number of named tests: without it, a changed notation would disable the check.
const MINIMUM: usize = 200;

#[test]
fn security_document_names_existing_files_and_tests() {
    let document = text(DOCUMENT);
    let spans: Vec<_> = code_spans(&document).collect();
    let tests = spans.iter().filter(|span| span.contains("::")).count();
    assert!(tests >= MINIMUM, "{DOCUMENT} names only {tests} tests");
    let missing = spans.into_iter().filter(|span| !exists(span)).map(str::to_owned);
    let missing: Vec<_> = missing.collect();
    assert_none(&format!("named in {DOCUMENT}, but missing"), &missing);
}

/// Returns the texts between backticks of each line.
fn code_spans(document: &str) -> impl Iterator<Item = &str> {
    document.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns true if `path::test` is a test in a Rust or Python file, and `path` a file or folder. Other code is not
/// checked.
fn exists(span: &str) -> bool {
    match span.split_once("::") {
        Some((path, test)) => std::fs::read_to_string(root().join(path)).is_ok_and(|file| declares(&file, test)),
        None => !FOLDERS.iter().any(|folder| span.starts_with(folder)) || root().join(span).exists(),
    }
}

/// Returns true if a line of the file declares a function of this name.
fn declares(file: &str, name: &str) -> bool {
    let keywords = ["fn", "def"];
    keywords
        .iter()
        .any(|keyword| file.contains(&format!("{keyword} {name}(")))
}

#[test]
fn missing_files_and_tests_are_found() {
    assert!(exists("tests/tidy/security.rs::missing_files_and_tests_are_found"));
    assert!(!exists("tests/tidy/security.rs::missing_files_and_tests"));
    assert!(!exists("tests/tidy/missing.rs::missing_files_and_tests_are_found"));
    assert!(exists("tests/tidy") && !exists("tests/missing"));
    assert!(exists("docs/security.md") && exists("exp"));
    assert_eq!(code_spans("a `b` c\n`d` `e`").collect::<Vec<_>>(), ["b", "d", "e"]);
}
