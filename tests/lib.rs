//! What several test binaries share: optional tools, child processes, random cases, and our API as a client sees it.

#![expect(
    clippy::missing_panics_doc,
    reason = "what goes wrong here fails the test that asked for it"
)]

pub mod support;
