//! Conversion of SDK errors into [`StoreError`].

use aws_smithy_runtime_api::client::result::SdkError;
use aws_smithy_types::error::metadata::ProvideErrorMetadata;
use std::error::Error;
use wallet_core::ports::store::StoreError;

/// Returns an error with the operation and the kind of failure, without any data sent or received: the response to
/// a failed condition contains the stored item, which must never be logged.
pub(crate) fn store_error<E, R>(operation: &str, error: &SdkError<E, R>) -> StoreError
where
    E: ProvideErrorMetadata,
{
    let cause = match error {
        SdkError::TimeoutError(_) => "no response in time".to_owned(),
        SdkError::DispatchFailure(failure) => match failure.as_connector_error() {
            Some(error) => error.source().map_or_else(|| error.to_string(), root_cause),
            None => "not sent".to_owned(),
        },
        SdkError::ServiceError(error) => error.err().code().unwrap_or("error without a code").to_owned(),
        SdkError::ResponseError(_) => "malformed response".to_owned(),
        _ => "request could not be built".to_owned(),
    };
    StoreError::new(format!("{operation}: {cause}"))
}

/// Returns the innermost message: "connection refused" rather than "dispatch failure".
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
