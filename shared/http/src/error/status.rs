//! Statuses of the error codes.

use super::ErrorCode;
use http::StatusCode;
use std::time::Duration;

/// Returns the HTTP status of a code.
pub(crate) const fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::InvalidRequest
        | ErrorCode::InvalidAddress
        | ErrorCode::InvalidPublicKey
        | ErrorCode::InvalidAmount
        | ErrorCode::InvalidSignature
        | ErrorCode::InvalidTransaction
        | ErrorCode::NetworkNotSupported
        | ErrorCode::InsufficientFunds
        | ErrorCode::AmountBelowDust
        | ErrorCode::FeeTooLow
        | ErrorCode::FeeTooHigh
        | ErrorCode::FeeMismatch
        | ErrorCode::ExecutionReverted
        | ErrorCode::DestinationUnusable
        | ErrorCode::WeakPassword => StatusCode::BAD_REQUEST,
        ErrorCode::Unauthorized
        | ErrorCode::InvalidToken
        | ErrorCode::TokenExpired
        | ErrorCode::InvalidCredentials
        | ErrorCode::InvalidMerchantKey => StatusCode::UNAUTHORIZED,
        ErrorCode::InsufficientPermission => StatusCode::FORBIDDEN,
        ErrorCode::NotFound
        | ErrorCode::ChainNotSupported
        | ErrorCode::AccountNotFound
        | ErrorCode::TransactionNotFound => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::UsernameTaken
        | ErrorCode::AlreadyExists
        | ErrorCode::RevisionConflict
        | ErrorCode::PendingTransactions => StatusCode::CONFLICT,
        ErrorCode::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::TransactionRejected => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::ServiceUnavailable | ErrorCode::NotConfigured | ErrorCode::UpstreamUnavailable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ErrorCode::UpstreamError => StatusCode::BAD_GATEWAY,
        ErrorCode::UpstreamTimeout => StatusCode::GATEWAY_TIMEOUT,
    }
}

/// Returns true if the same request may succeed later: 429, 502, 503, 504, `transaction_not_found` and
/// `pending_transactions`.
pub(crate) fn is_retriable(code: ErrorCode) -> bool {
    let resolves_with_time = matches!(code, ErrorCode::TransactionNotFound | ErrorCode::PendingTransactions);
    resolves_with_time || matches!(status(code).as_u16(), 429 | 502 | 503 | 504)
}

/// Returns the default `Retry-After`, used if no better value is known; every 429 and 503 response has the header.
pub(super) fn default_retry_after(code: ErrorCode) -> Option<Duration> {
    matches!(status(code).as_u16(), 429 | 503).then_some(Duration::from_secs(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_codes_are_retriable() {
        let retriable: Vec<_> = ErrorCode::ALL
            .iter()
            .filter(|code| is_retriable(**code))
            .map(|code| code.name())
            .collect();
        assert_eq!(
            retriable,
            [
                "transaction_not_found",
                "pending_transactions",
                "too_many_requests",
                "service_unavailable",
                "upstream_error",
                "not_configured",
                "upstream_unavailable",
                "upstream_timeout"
            ]
        );
    }
}
