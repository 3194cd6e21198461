//! Databases to run against, and things to store in them.

pub mod assets;
pub mod database;
pub mod proxy;
pub mod records;
pub mod secrets;

/// Says in a form that the test command counts that something could not be tested here;
/// with `WALLET_TEST_STRICT=1` that is a failure.
pub fn not_run(what: &str, why: &str) {
    println!("NOT RUN: {what}: {why}");
    assert!(variable("WALLET_TEST_STRICT").is_none(), "{what} did not run: {why}");
}

/// A variable that the test command sets; empty counts as unset.
#[expect(
    clippy::disallowed_methods,
    reason = "the test command speaks to the tests through the environment"
)]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The address of a moto server, if the test command started one.
pub fn moto(what: &str) -> Option<String> {
    let url = variable("WALLET_TEST_MOTO_URL");
    if url.is_none() {
        not_run(what, "WALLET_TEST_MOTO_URL is not set");
    }
    url
}
