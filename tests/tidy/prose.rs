//! What every file says, and what none says.

use crate::repository::{assert_none, files, rust_files};

#[test]
fn every_module_says_what_it_is() {
    let silent = |text: &str| !text.starts_with("//! ") && !text.starts_with("#![doc = include_str!(");
    let findings: Vec<_> = rust_files()
        .filter(|file| silent(&file.text))
        .map(|file| file.path)
        .collect();
    assert_none("a Rust file begins with `//!`", &findings);
}

/// Unfinished work, and what hides it.
const UNFINISHED: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("FIX", "ME"),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
];

#[test]
fn nothing_is_left_unfinished() {
    assert_none(
        "no stubs, no ignored tests, `#[expect]` instead of allowing",
        &lines_with(UNFINISHED),
    );
}

/// Places on one person's machine.
const MACHINE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
];

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    assert_none("no absolute paths of a machine", &lines_with(MACHINE));
}

/// Where packages are downloaded from is a setting of the machine, not of the repository.
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

/// `path:line: text` of every line with one of the words.
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
