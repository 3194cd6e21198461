//! The maximum length of files.

use crate::repository::{assert_none, rust_files};

/// Maximum lines of code in a file, without the test module at the end.
const CODE: usize = 500;
/// Maximum lines with the test module, and of a file that only tests run.
const WHOLE: usize = 700;
/// Files that consist of one long table, and their maximum lines.
const TABLES: &[(&str, usize)] = &[
    ("tests/api/blockchain_connector_btc_like/rejections.rs", 700),
    ("shared/upstream-btc-like/src/node_rejection/source_texts.rs", 400),
];

#[test]
fn files_stay_small() {
    let mut findings = Vec::new();
    for file in rust_files() {
        let whole = file.text.lines().count();
        let code = if file.is_test() { 0 } else { file.code().count() };
        let table = TABLES
            .iter()
            .find(|(path, _)| *path == file.path)
            .map(|(_, limit)| *limit);
        if code > table.unwrap_or(CODE) || whole > table.unwrap_or(WHOLE) {
            findings.push(format!("{}: {code} lines of code, {whole} in all", file.path));
        }
    }
    assert_none(&format!("at most {CODE} lines of code, {WHOLE} with tests"), &findings);
}
