//! Classification of transport errors.

use crate::failure::{Failure, for_log};
use std::error::Error as _;

/// Classifies a transport error by the possible effect of the request at the upstream.
pub fn broken(error: reqwest::Error) -> Failure {
    // The URL may hold a key.
    let error = error.without_url();
    let cause = chain_of_causes(&error);
    if error.is_connect() || error.is_builder() {
        return Failure::NotSent { cause };
    }
    if error.is_timeout() {
        return Failure::TimedOut;
    }
    let unusable = match transport_error(&error) {
        // The response is not valid HTTP.
        Some(transport) => transport.is_parse(),
        // The response is complete and cannot be decompressed.
        None => error.is_decode(),
    };
    if unusable {
        Failure::Unusable { cause }
    } else {
        Failure::Lost { cause }
    }
}

/// Returns the error of the underlying HTTP connection, if there is one.
fn transport_error(error: &reqwest::Error) -> Option<&hyper::Error> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(transport) = cause.downcast_ref() {
            return Some(transport);
        }
        source = cause.source();
    }
    None
}

/// Formats the error and its causes in one line.
fn chain_of_causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    for_log(&text)
}
