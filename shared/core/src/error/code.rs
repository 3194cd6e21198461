//! The closed list of error codes.

use serde::{Serialize, Serializer};

/// Declares the codes with their meanings and strings in a table.
macro_rules! codes {
    ($(#[doc = $meaning:literal] $variant:ident $name:literal,)*) => {
        /// A stable error code. String, status and `retriable` never change within /v1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode { $(#[doc = $meaning] $variant,)* }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the string in `error.code`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the meaning of the code in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning.trim_ascii(),)* }
            }
        }
    };
}

codes! {
    /// The request is malformed, or a limit without a specific code is exceeded.
    InvalidRequest "invalid_request",
    /// Not an address of this chain and network.
    InvalidAddress "invalid_address",
    /// Not a public key of this chain.
    InvalidPublicKey "invalid_public_key",
    /// Not an amount, or an amount outside the possible range.
    InvalidAmount "invalid_amount",
    /// A signature that does not verify.
    InvalidSignature "invalid_signature",
    /// Transaction bytes that cannot be parsed, or must not be sent.
    InvalidTransaction "invalid_transaction",
    /// The chain has no such network.
    NetworkNotSupported "network_not_supported",
    /// The balance or the inputs do not cover amount and fee.
    InsufficientFunds "insufficient_funds",
    /// The amount is below the dust limit of the network.
    AmountBelowDust "amount_below_dust",
    /// The fee is below the network's relay minimum.
    FeeTooLow "fee_too_low",
    /// The fee is above the safety limit.
    FeeTooHigh "fee_too_high",
    /// The fee is not gas limit times gas price.
    FeeMismatch "fee_mismatch",
    /// The contract call fails.
    ExecutionReverted "execution_reverted",
    /// The destination cannot receive the payment.
    DestinationUnusable "destination_unusable",
    /// The password is too common or is the user name.
    WeakPassword "weak_password",
    /// No bearer token.
    Unauthorized "unauthorized",
    /// A token that is not valid.
    InvalidToken "invalid_token",
    /// A token that has expired.
    TokenExpired "token_expired",
    /// The user name, the password or a code is incorrect, or a code is required.
    InvalidCredentials "invalid_credentials",
    /// Not a valid merchant key.
    InvalidMerchantKey "invalid_merchant_key",
    /// The token or the merchant lacks a permission.
    InsufficientPermission "insufficient_permission",
    /// The path or the item does not exist.
    NotFound "not_found",
    /// This service does not support the chain.
    ChainNotSupported "chain_not_supported",
    /// The account does not exist on the network.
    AccountNotFound "account_not_found",
    /// No upstream knows the transaction; it may appear later.
    TransactionNotFound "transaction_not_found",
    /// The path exists, but does not support the method.
    MethodNotAllowed "method_not_allowed",
    /// The user name is taken.
    UsernameTaken "username_taken",
    /// The item exists already.
    AlreadyExists "already_exists",
    /// The edit is based on an outdated revision of the item.
    RevisionConflict "revision_conflict",
    /// The sender has pending transactions whose value is unknown.
    PendingTransactions "pending_transactions",
    /// The body exceeds 256 KiB.
    PayloadTooLarge "payload_too_large",
    /// The body is not declared as JSON.
    UnsupportedMediaType "unsupported_media_type",
    /// The network rejects the transaction.
    TransactionRejected "transaction_rejected",
    /// Too many attempts or requests; the client must wait.
    TooManyRequests "too_many_requests",
    /// An internal error.
    InternalError "internal_error",
    /// The storage or the secret store is unavailable.
    ServiceUnavailable "service_unavailable",
    /// An upstream returned an unusable response.
    UpstreamError "upstream_error",
    /// The operator has not configured what the request needs: an upstream, or a key.
    NotConfigured "not_configured",
    /// No upstream is reachable.
    UpstreamUnavailable "upstream_unavailable",
    /// No upstream responded in time.
    UpstreamTimeout "upstream_timeout",
}

/// Serialises the string of the code.
impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_is_the_doc_comment() {
        assert_eq!(
            ErrorCode::FeeMismatch.meaning(),
            "The fee is not gas limit times gas price."
        );
        for code in ErrorCode::ALL {
            let meaning = code.meaning();
            assert!(meaning.ends_with('.') && !meaning.starts_with(' '), "{meaning}");
        }
    }
}
