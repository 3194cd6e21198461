//! Extractors that reject with the error envelope.

mod body;
mod chain;
mod query;
pub(crate) mod request_deadline;
mod source;

pub use body::{Body, MAX_BODY_BYTES};
pub use chain::{PathChain, chain_of, network_not_supported, one_of};
pub use query::Query;
pub use request_deadline::{EntryDeadline, RequestDeadline};
pub(crate) use source::ViewerAddress;
pub use source::{PeerAddress, Source};

use crate::error::{ApiError, ResultExt};

/// Parses the items of a list: at most `maximum`, all different. The path of an error is the index.
///
/// # Errors
/// Too many items, an item that `parse` rejects, or a repeated item.
pub fn distinct<T: PartialEq>(
    texts: &[&str],
    maximum: usize,
    item: &str,
    parse: impl Fn(&str) -> Result<T, ApiError>,
) -> Result<Vec<T>, ApiError> {
    if texts.len() > maximum {
        return Err(ApiError::invalid_request(format!("Request at most {maximum} {item}s.")));
    }
    let mut items = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let field = || format!("[{index}]");
        let parsed = parse(text).at(field())?;
        if items.contains(&parsed) {
            let message = format!("Request each {item} only once.");
            return Err(ApiError::invalid_request(message).at(field()));
        }
        items.push(parsed);
    }
    Ok(items)
}
