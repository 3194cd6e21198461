//! The closed list of error codes.

use http::StatusCode;
use std::time::Duration;

/// Declares the codes with their strings and statuses in one table.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $status:ident,)*) => {
        /// A stable error code. Its string, status and `retriable` never change within /v1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode { $($(#[$doc])* $variant,)* }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the string in `error.code`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the HTTP status of the code.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)* }
            }
        }
    };
}

codes! {
    /// The request is malformed, or a limit without a specific code is exceeded.
    InvalidRequest "invalid_request" BAD_REQUEST,
    /// Not an address of this chain and network.
    InvalidAddress "invalid_address" BAD_REQUEST,
    /// Not a public key of this chain.
    InvalidPublicKey "invalid_public_key" BAD_REQUEST,
    /// Not an amount, or an amount outside the possible range.
    InvalidAmount "invalid_amount" BAD_REQUEST,
    /// A signature that does not verify.
    InvalidSignature "invalid_signature" BAD_REQUEST,
    /// Transaction bytes that cannot be parsed, or must not be sent.
    InvalidTransaction "invalid_transaction" BAD_REQUEST,
    /// The chain has no such network.
    NetworkNotSupported "network_not_supported" BAD_REQUEST,
    /// The balance or the inputs do not cover amount and fee.
    InsufficientFunds "insufficient_funds" BAD_REQUEST,
    /// The amount is below the dust limit of the network.
    AmountBelowDust "amount_below_dust" BAD_REQUEST,
    /// The fee is below the network's relay minimum.
    FeeTooLow "fee_too_low" BAD_REQUEST,
    /// The fee is above the safety limit.
    FeeTooHigh "fee_too_high" BAD_REQUEST,
    /// The fee is not gas limit times gas price.
    FeeMismatch "fee_mismatch" BAD_REQUEST,
    /// The contract call fails.
    ExecutionReverted "execution_reverted" BAD_REQUEST,
    /// The destination cannot receive the payment.
    DestinationUnusable "destination_unusable" BAD_REQUEST,
    /// The password is too common or is the user name.
    WeakPassword "weak_password" BAD_REQUEST,
    /// No bearer token.
    Unauthorized "unauthorized" UNAUTHORIZED,
    /// A token that is not valid.
    InvalidToken "invalid_token" UNAUTHORIZED,
    /// A token that has expired.
    TokenExpired "token_expired" UNAUTHORIZED,
    /// The user name or the password is incorrect.
    InvalidCredentials "invalid_credentials" UNAUTHORIZED,
    /// Not a valid merchant key.
    InvalidMerchantKey "invalid_merchant_key" UNAUTHORIZED,
    /// The token or the merchant lacks a permission.
    InsufficientPermission "insufficient_permission" FORBIDDEN,
    /// The path or the item does not exist.
    NotFound "not_found" NOT_FOUND,
    /// This service does not support the chain.
    ChainNotSupported "chain_not_supported" NOT_FOUND,
    /// The account does not exist on the network.
    AccountNotFound "account_not_found" NOT_FOUND,
    /// No upstream knows the transaction; it may appear later.
    TransactionNotFound "transaction_not_found" NOT_FOUND,
    /// The path exists, but does not support the method.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED,
    /// The user name is taken.
    UsernameTaken "username_taken" CONFLICT,
    /// The item exists already.
    AlreadyExists "already_exists" CONFLICT,
    /// The body exceeds 256 KiB.
    PayloadTooLarge "payload_too_large" PAYLOAD_TOO_LARGE,
    /// The body is not declared as JSON.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE,
    /// The network rejects the transaction.
    TransactionRejected "transaction_rejected" UNPROCESSABLE_ENTITY,
    /// Too many attempts; the client must wait.
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS,
    /// An internal error.
    InternalError "internal_error" INTERNAL_SERVER_ERROR,
    /// The storage or the secret store is unavailable.
    ServiceUnavailable "service_unavailable" SERVICE_UNAVAILABLE,
    /// An upstream returned an unusable response.
    UpstreamError "upstream_error" BAD_GATEWAY,
    /// No upstream is reachable, or none is configured.
    UpstreamUnavailable "upstream_unavailable" SERVICE_UNAVAILABLE,
    /// No upstream responded in time.
    UpstreamTimeout "upstream_timeout" GATEWAY_TIMEOUT,
}

impl ErrorCode {
    /// Returns true if the same request may succeed later: 429, 502, 503, 504 and `transaction_not_found`.
    pub fn retriable(self) -> bool {
        self == Self::TransactionNotFound || matches!(self.status().as_u16(), 429 | 502 | 503 | 504)
    }

    /// Returns the default `Retry-After`, used if no better value is known; every 429 and 503 response has one.
    pub(super) fn default_retry_after(self) -> Option<Duration> {
        matches!(self.status().as_u16(), 429 | 503).then_some(Duration::from_secs(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_transient_codes_are_retriable() {
        let retriable: Vec<_> = ErrorCode::ALL
            .iter()
            .filter(|code| code.retriable())
            .map(|code| code.name())
            .collect();
        assert_eq!(
            retriable,
            [
                "transaction_not_found",
                "too_many_requests",
                "service_unavailable",
                "upstream_error",
                "upstream_unavailable",
                "upstream_timeout"
            ]
        );
    }
}
