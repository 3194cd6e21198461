//! Files stay small enough to be read in one go.

use crate::repository::{assert_none, rust_files};

/// The most lines of code in a file, without the test module at its end.
const CODE: usize = 300;
/// The most lines with it, and of a file that only tests run.
const WHOLE: usize = 500;
/// Files that are one long table may have this much code.
const TABLE: usize = 400;
/// The files that are one long table.
const TABLES: &[&str] = &[];

#[test]
fn files_stay_small() {
    let mut findings = Vec::new();
    for file in rust_files() {
        let whole = file.text.lines().count();
        let code = if file.is_test() { 0 } else { file.code().count() };
        let limit = if TABLES.contains(&file.path.as_str()) {
            TABLE
        } else {
            CODE
        };
        if code > limit || whole > WHOLE {
            findings.push(format!("{}: {code} lines of code, {whole} in all", file.path));
        }
    }
    assert_none(&format!("at most {CODE} lines of code, {WHOLE} with tests"), &findings);
}
