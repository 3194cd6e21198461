//! Text that every file must have, and text that no file may have.

use crate::repository::{assert_none, files, rust_files};

#[test]
fn every_module_has_a_doc_comment() {
    let is_undocumented = |text: &str| !text.starts_with("//! ") && !text.starts_with("#![doc = include_str!(");
    let findings: Vec<_> = rust_files()
        .filter(|file| is_undocumented(&file.text))
        .map(|file| file.path)
        .collect();
    assert_none("a Rust file begins with `//!`", &findings);
}

/// Marks of unfinished work.
const UNFINISHED: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("FIX", "ME"),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
];

#[test]
fn no_work_is_unfinished() {
    assert_none(
        "no stubs, no ignored tests, `#[expect]` instead of allowing",
        &lines_with(UNFINISHED),
    );
}

/// Absolute paths on a developer's machine.
const MACHINE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
];

#[test]
fn no_file_contains_a_path_of_a_machine() {
    assert_none("no absolute paths of a machine", &lines_with(MACHINE));
}

/// Package registries. The download source is a setting of the machine, not of the repository.
const HOSTS: &[&str] = &[
    concat!("registry.", "npmjs"),
    concat!("registry.", "yarnpkg"),
    concat!("pypi.", "org"),
    concat!("files.python", "hosted"),
    concat!("static.", "crates.io"),
    concat!("deb.", "debian.org"),
    concat!("\"reso", "lved\":"),
    concat!("index", "-url"),
];

#[test]
fn no_file_names_a_package_registry() {
    assert_none("no registry hosts", &lines_with(HOSTS));
}

/// Returns `path:line: text` for every line with one of the words.
fn lines_with(words: &[&str]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files() {
        for (index, line) in file.text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                findings.push(format!("{}:{}: {}", file.path, index + 1, line.trim()));
            }
        }
    }
    findings
}
