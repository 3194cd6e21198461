//! Test databases and test records.

pub mod assets;
pub mod database;
pub mod notifications;
pub mod proxy;
pub mod records;
pub mod secrets;

/// Reports a test that cannot run here, in a form that the test command counts; with `WALLET_TEST_STRICT=1` the test
/// fails.
pub fn not_run(what: &str, why: &str) {
    println!("NOT RUN: {what}: {why}");
    assert!(variable("WALLET_TEST_STRICT").is_none(), "{what} did not run: {why}");
}

/// Returns a variable set by the test command; empty counts as unset.
#[expect(clippy::disallowed_methods, reason = "the test command configures the tests through the environment")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the URL of the moto server, if the test command started one.
pub fn moto(what: &str) -> Option<String> {
    let url = variable("WALLET_TEST_MOTO_URL");
    if url.is_none() {
        not_run(what, "WALLET_TEST_MOTO_URL is not set");
    }
    url
}
