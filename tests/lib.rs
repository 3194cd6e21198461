//! Shared code of the test binaries: optional tools, child processes, random cases, and a client of the API.

#![expect(clippy::missing_panics_doc, reason = "a failure here fails the calling test")]

pub mod support;
