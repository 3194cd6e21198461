//! Recommended reactions to errors.

use crate::error::ErrorCode;

/// Returns the recommended reaction of a client to a code.
#[expect(clippy::too_many_lines, reason = "a table with one entry per code")]
pub(super) const fn of(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidRequest => {
            "Correct the input that `field` names. If the user supplied it, show `message` next to it; otherwise it is an \
             error of the client. With `details.memoRequired`, request a memo from the user."
        }
        ErrorCode::InvalidAddress => "Show `message` next to the address. Use validate-address while the user types.",
        ErrorCode::InvalidPublicKey => "Correct the client: encode the public key as the operation requires.",
        ErrorCode::InvalidAmount => {
            "Correct the amount: a string of digits in base units. `details.minimum` is the minimum, if there is one."
        }
        ErrorCode::InvalidSignature => {
            "Sign the hash again with the key of `publicKey`. Check the order of bytes and the network of the hash."
        }
        ErrorCode::InvalidTransaction => {
            "Build the transaction again with get-hash and attach-signature; the same bytes are never accepted."
        }
        ErrorCode::NetworkNotSupported => "Use another network of the chain.",
        ErrorCode::InsufficientFunds => {
            "Show the missing amount, `details.required` minus `details.available`, or let the user reduce the amount."
        }
        ErrorCode::AmountBelowDust => "Increase the amount to at least `details.minimum`.",
        ErrorCode::FeeTooLow => "Request a new estimate and use one of its fees.",
        ErrorCode::FeeTooHigh => "Request a new estimate. A fee above `details.maximum` is most likely a mistake.",
        ErrorCode::FeeMismatch => "Set `fee` to `details.expected`.",
        ErrorCode::ExecutionReverted => {
            "Show that the contract rejects the call. `details.revertData` contains its reason in ABI encoding."
        }
        ErrorCode::DestinationUnusable => {
            "Show `message`: the recipient has to act first. A claimable balance can reach an account without a trustline."
        }
        ErrorCode::WeakPassword => "Show `message` and let the user choose another password.",
        ErrorCode::Unauthorized => "Send `Authorization: Bearer` with a permission token.",
        ErrorCode::InvalidToken => {
            "Refresh the session once and repeat the request. If the refresh token or security token itself is rejected, \
             the user has to log in again."
        }
        ErrorCode::TokenExpired => "Refresh the session, or request a new security token, and repeat the request.",
        ErrorCode::InvalidCredentials => {
            "Let the user enter the name and the password again, or a code if `details.factor` is `otp`. If `details.reason` is `account_disabled`, refer the user to the support of the wallet."
        }
        ErrorCode::InvalidMerchantKey => "Check the merchant key in the settings of your server.",
        ErrorCode::InsufficientPermission => {
            "Use a token with the permission `details.required`, if the session may have it."
        }
        ErrorCode::NotFound => "Check the path against the document of the service, and the id of the item.",
        ErrorCode::ChainNotSupported => "Use one of the chains in `details.supported`.",
        ErrorCode::AccountNotFound => {
            "Show that the account does not exist yet: a payment of lumens to its address creates it."
        }
        ErrorCode::TransactionNotFound => {
            "Repeat the request after some seconds. If the transaction stays unknown, send the same bytes again."
        }
        ErrorCode::MethodNotAllowed => "Use one of the methods in the header `Allow`.",
        ErrorCode::UsernameTaken => {
            "Let the user choose another name. After a registration with a lost response, log in."
        }
        ErrorCode::AlreadyExists => "Read the existing item, and replace it instead.",
        ErrorCode::RevisionConflict => "Read the item again, and repeat the edit on its current revision.",
        ErrorCode::PendingTransactions => {
            "Use a fixed amount instead of `max`, or repeat the request when the pending transactions are in a block."
        }
        ErrorCode::PayloadTooLarge => "Send a smaller body: at most 256 KiB.",
        ErrorCode::UnsupportedMediaType => "Send the body with `Content-Type: application/json`.",
        ErrorCode::TransactionRejected => {
            "Read `details.reason`. Build a new transaction from a new estimate, unless the reason requires to send earlier \
             transactions first."
        }
        ErrorCode::TooManyRequests => {
            "Repeat the request after the time in `Retry-After`, or else with an increasing delay."
        }
        ErrorCode::InternalError => {
            "Report the `requestId` to the operator. A repeated request most likely fails again."
        }
        ErrorCode::ServiceUnavailable | ErrorCode::UpstreamUnavailable => {
            "Repeat the request after the time in `Retry-After`, with an increasing delay and a limit of attempts. Send the \
             same bytes of a transaction again."
        }
        ErrorCode::UpstreamError => {
            "Repeat the request with an increasing delay and a limit of attempts. Send the same bytes of a transaction again."
        }
        ErrorCode::NotConfigured => "Inform the operator, who has to set `details.setting`.",
        ErrorCode::UpstreamTimeout => {
            "Repeat the request. With `details.txid` the transaction may have been sent: look up its status or send the same \
             bytes again, and never build a second transaction."
        }
    }
}
