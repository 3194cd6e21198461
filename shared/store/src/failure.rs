//! From an SDK error to a [`StoreError`].

use aws_sdk_secretsmanager::error::{ProvideErrorMetadata, SdkError};
use std::error::Error;
use wallet_core::ports::store::StoreError;

/// Says which call failed and how, without anything that was sent or received: the answer to a
/// failed condition holds the stored item, and that must not reach a log.
pub(crate) fn store_error<E, R>(operation: &str, error: &SdkError<E, R>) -> StoreError
where
    E: ProvideErrorMetadata,
{
    let cause = match error {
        SdkError::TimeoutError(_) => "no answer in time".to_owned(),
        SdkError::DispatchFailure(failure) => match failure.as_connector_error() {
            Some(error) => error.source().map_or_else(|| error.to_string(), root_cause),
            None => "not sent".to_owned(),
        },
        SdkError::ServiceError(refusal) => refusal.err().code().unwrap_or("an error without a code").to_owned(),
        SdkError::ResponseError(_) => "an unreadable answer".to_owned(),
        _ => "the request could not be built".to_owned(),
    };
    StoreError::new(format!("{operation}: {cause}"))
}

/// The innermost message: "connection refused" rather than "dispatch failure".
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
