//! The closed list of error codes: the table from which the services, the OpenAPI documents, `docs/errors.md` and both
//! clients take names, statuses and texts.

use serde::{Serialize, Serializer};

/// Declares the codes. The columns of a row are the name, the HTTP status, true if the same request may succeed later, the
/// recommended reaction of a client, and the entries of `details`; the comment is the meaning.
macro_rules! codes {
    ($(
        #[doc = $meaning:literal]
        $variant:ident $name:literal $status:literal $retriable:literal $action:literal $details:expr,
    )*) => {
        /// A stable error code. String, status and `retriable` never change within /v1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode { $(#[doc = $meaning] $variant,)* }

        /// The rows in the order of the codes.
        static TABLE: &[Row] = &[$(Row {
            name: $name,
            status: $status,
            is_retriable: $retriable,
            meaning: $meaning.trim_ascii(),
            action: $action,
            details: &$details,
        },)*];

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }
    };
}

/// A row of the table.
struct Row {
    name: &'static str,
    status: u16,
    is_retriable: bool,
    meaning: &'static str,
    action: &'static str,
    details: &'static [Detail],
}

impl ErrorCode {
    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the string in `error.code`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the HTTP status.
    pub const fn status(self) -> u16 {
        self.row().status
    }

    /// Returns true if the same request may succeed later.
    pub const fn is_retriable(self) -> bool {
        self.row().is_retriable
    }

    /// Returns the meaning of the code in a sentence.
    pub const fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Returns the recommended reaction of a client.
    pub const fn action(self) -> &'static str {
        self.row().action
    }

    /// Returns the entries that `details` can contain.
    pub const fn details(self) -> &'static [Detail] {
        self.row().details
    }
}

/// Serialises the string of the code.
impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The type of an entry of `details`, with an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailKind {
    /// A decimal number in a string.
    Amount(&'static str),
    /// A string.
    Text(&'static str),
    /// A string of this list.
    Choice(&'static [&'static str]),
    /// A list of strings.
    Texts(&'static [&'static str]),
    /// A whole number.
    Number(u64),
    /// Always `true`.
    True,
    /// The result codes of a Stellar transaction.
    ResultCodes,
}

impl DetailKind {
    /// Returns the name of the JSON type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amount(_) => "amount",
            Self::Text(_) | Self::Choice(_) => "string",
            Self::Texts(_) => "list of strings",
            Self::Number(_) => "integer",
            Self::True => "true",
            Self::ResultCodes => "object",
        }
    }
}

/// An entry of `details`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The name of the JSON member.
    pub name: &'static str,
    /// The type, with an example.
    pub kind: DetailKind,
    /// True if every error with the code has the entry.
    pub always: bool,
    /// The meaning in a sentence.
    pub meaning: &'static str,
}

const fn always(name: &'static str, kind: DetailKind, meaning: &'static str) -> Detail {
    Detail {
        name,
        kind,
        always: true,
        meaning,
    }
}

const fn sometimes(name: &'static str, kind: DetailKind, meaning: &'static str) -> Detail {
    Detail {
        always: false,
        ..always(name, kind, meaning)
    }
}

use DetailKind::{Amount, Choice, Number, ResultCodes, Text, Texts, True};

const TXID: Detail = sometimes(
    "txid",
    Text("33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"),
    "The id of the transaction in `send`, which may have been sent.",
);

codes! {
    /// The request is malformed, or a limit without a specific code is exceeded.
    InvalidRequest "invalid_request" 400 false
        "Correct the input that `field` names. If the user supplied it, show `message` next to it; otherwise it is \
         an error of the client. With `details.memoRequired`, request a memo from the user."
        [
            sometimes("minimum", Amount("21000"), "The minimum of the value in `field`."),
            sometimes("maximum", Amount("16777216"), "The maximum of the value in `field`."),
            sometimes("used", Amount("30000000"), "The gas that the simulated transaction used."),
            sometimes("memoRequired", True, "The recipient requires a memo (SEP-29)."),
            sometimes(
                "destination",
                Text("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"),
                "The account that requires a memo.",
            ),
            sometimes(
                "reason",
                Choice(&["decimals_changed", "ticker_listed", "mixed_scripts"]),
                "The reason why the edit of an asset could mislead users.",
            ),
        ],
    /// Not an address of this chain and network.
    InvalidAddress "invalid_address" 400 false
        "Show `message` next to the address. Use validate-address while the user types."
        [],
    /// Not a name of the form that this family resolves.
    InvalidName "invalid_name" 400 false
        "Show `message` next to the name."
        [],
    /// Not a public key of this chain.
    InvalidPublicKey "invalid_public_key" 400 false
        "Correct the client: encode the public key as the operation requires."
        [],
    /// Not an amount, or an amount outside the possible range.
    InvalidAmount "invalid_amount" 400 false
        "Correct the amount: a string of digits in base units. `details.minimum` is the minimum, if there is one."
        [sometimes("minimum", Amount("10000000"), "The minimum of the amount, in the unit of `field`.")],
    /// A signature that does not verify.
    InvalidSignature "invalid_signature" 400 false
        "Sign the hash again with the key of `publicKey`. Check the order of bytes and the network of the hash."
        [],
    /// Transaction bytes that cannot be parsed, or must not be sent.
    InvalidTransaction "invalid_transaction" 400 false
        "Build the transaction again with get-hash and attach-signature; the same bytes are never accepted."
        [
            sometimes(
                "category",
                Text("33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"),
                "The category of the tokens that the transaction would burn (bch).",
            ),
            sometimes(
                "reason",
                Text("not_replaceable"),
                "The reason why the fee of a pending transaction cannot be raised.",
            ),
        ],
    /// The chain has no such network.
    NetworkNotSupported "network_not_supported" 400 false
        "Use another network of the chain."
        [],
    /// The balance or the inputs do not cover amount and fee.
    InsufficientFunds "insufficient_funds" 400 false
        "Show the missing amount, `details.required` minus `details.available`, or let the user reduce the amount."
        [
            always("available", Amount("40000"), "The available amount in base units."),
            always("required", Amount("41410"), "The required amount in base units, fees included."),
            sometimes(
                "reason",
                Choice(&["account_missing", "trustline_missing", "not_authorized", "limit_exceeded"]),
                "The reason why the sender cannot pay with the asset at all.",
            ),
        ],
    /// The amount is below the dust limit of the network.
    AmountBelowDust "amount_below_dust" 400 false
        "Increase the amount to at least `details.minimum`."
        [always("minimum", Amount("546"), "The dust limit in base units.")],
    /// The fee is below the network's relay minimum.
    FeeTooLow "fee_too_low" 400 false
        "Request a new estimate and use one of its fees."
        [sometimes("minimum", Amount("141"), "The minimum fee in base units.")],
    /// The fee is above the safety limit.
    FeeTooHigh "fee_too_high" 400 false
        "Request a new estimate. A fee above `details.maximum` is most likely a mistake."
        [always("maximum", Amount("1000000"), "The maximum fee in base units.")],
    /// The fee is not gas limit times gas price.
    FeeMismatch "fee_mismatch" 400 false
        "Set `fee` to `details.expected`."
        [always("expected", Amount("420000000000000"), "The expected fee in wei.")],
    /// The contract call fails.
    ExecutionReverted "execution_reverted" 400 false
        "Show that the contract rejects the call. `details.revertData` contains its reason in ABI encoding."
        [
            always(
                "revertData",
                Text("0x08c379a0"),
                "The data that the contract returned, in hex with `0x`; `0x` without data.",
            ),
        ],
    /// The simulated call of a contract cannot become a transaction.
    ContractCallFailed "contract_call_failed" 400 false
        "Show `message`. With `details.reason` `failed`, the contract rejects the call, for example because the balance \
         is too low; the contract defines the meaning of `details.number`."
        [
            always(
                "reason",
                Choice(&["failed", "restore_required", "other_signer", "further_calls"]),
                "The reason: the call fails, archived entries must be restored first, an address must sign separately, or \
                 a transfer would authorize further calls.",
            ),
            sometimes("kind", Text("Contract"), "The part of the network that reports the failure."),
            sometimes("number", Number(10), "The code of an error of the contract."),
            sometimes("code", Text("MissingValue"), "The code of an error of the network."),
            sometimes(
                "signer",
                Text("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"),
                "The address that must sign separately.",
            ),
        ],
    /// The destination cannot receive the payment.
    DestinationUnusable "destination_unusable" 400 false
        "Show `message`: the recipient has to act first. A claimable balance can reach an account without a \
         trustline."
        [
            always(
                "reason",
                Choice(&["account_missing", "trustline_missing", "not_authorized", "limit_exceeded"]),
                "The reason why the recipient cannot receive the payment.",
            ),
        ],
    /// The password is too common or is the user name.
    WeakPassword "weak_password" 400 false
        "Show `message` and let the user choose another password."
        [],
    /// No bearer token.
    Unauthorized "unauthorized" 401 false
        "Send `Authorization: Bearer` with a permission token."
        [],
    /// A token that is not valid.
    InvalidToken "invalid_token" 401 false
        "Refresh the session once and repeat the request. If the refresh token or security token itself is rejected, \
         the user has to log in again."
        [],
    /// A token that has expired.
    TokenExpired "token_expired" 401 false
        "Refresh the session, or request a new security token, and repeat the request."
        [],
    /// The user name, the password or a code is incorrect, or a code is required.
    InvalidCredentials "invalid_credentials" 401 false
        "Let the user enter the name and the password again, or a code if `details.factor` is `otp`. If \
         `details.reason` is `account_disabled`, refer the user to the support of the wallet."
        [
            sometimes(
                "factor",
                Choice(&["otp"]),
                "The factor of a missing or incorrect code; absent for a user name and password.",
            ),
            sometimes(
                "reason",
                Choice(&["account_disabled"]),
                "The operator has disabled the account; absent if the user name or the password is incorrect.",
            ),
        ],
    /// Not a valid merchant key.
    InvalidMerchantKey "invalid_merchant_key" 401 false
        "Check the merchant key in the settings of your server."
        [],
    /// The token or the merchant lacks a permission.
    InsufficientPermission "insufficient_permission" 403 false
        "Use a token with the permission `details.required`, if the session may have it."
        [
            always(
                "required",
                Choice(&["read", "register", "secret", "assets", "assets-admin", "notify"]),
                "The missing permission.",
            ),
        ],
    /// A recipient is on a list of the operator that excludes payments.
    RecipientListed "recipient_refused" 403 false
        "Show that the operator of the server does not support payments to the address."
        [
            always("list", Text("sanctions"), "The name of the list."),
            always(
                "address",
                Text("0x098B716B8Aaf21512996dC57EB0615e2383E2f96"),
                "The listed recipient, of several the first one.",
            ),
        ],
    /// The path or the item does not exist.
    NotFound "not_found" 404 false
        "Check the path against the document of the service, and the id of the item."
        [],
    /// This service does not support the chain.
    ChainNotSupported "chain_not_supported" 404 false
        "Use one of the chains in `details.supported`."
        [always("supported", Texts(&["btc", "ltc"]), "The supported chains.")],
    /// The account does not exist on the network.
    AccountNotFound "account_not_found" 404 false
        "Show that the account does not exist yet: a payment of lumens to its address creates it."
        [],
    /// The name has no address on the chain and network, or the address has no name.
    NameNotFound "name_not_found" 404 false
        "Show that the name has no such address, and let the user correct the name or enter an address."
        [always(
            "reason",
            Choice(&[
                "unknown_name",
                "no_server",
                "unsigned",
                "other_network",
                "no_address",
                "gateway_not_allowed",
                "no_public_server",
                "mismatch",
                "not_normalised",
            ]),
            "The reason why the name has no address.",
        )],
    /// No upstream knows the transaction; it may appear later.
    TransactionNotFound "transaction_not_found" 404 true
        "Repeat the request after some seconds. If the transaction stays unknown, send the same bytes again."
        [sometimes(
            "retention",
            Number(1_795_000_000),
            "The Unix time of the oldest Stellar ledger that the upstreams know: earlier transactions are unknown.",
        )],
    /// The path exists, but does not support the method.
    MethodNotAllowed "method_not_allowed" 405 false
        "Use one of the methods in the header `Allow`."
        [],
    /// The user name is taken.
    UsernameTaken "username_taken" 409 false
        "Let the user choose another name. After a registration with a lost response, log in."
        [],
    /// The item exists already.
    AlreadyExists "already_exists" 409 false
        "Read the existing item, and replace it instead."
        [],
    /// The bearer has reached the maximum number of items.
    LimitReached "limit_reached" 409 false
        "Delete items that are no longer used, or ask the operator for a higher limit."
        [
            always("limit", Number(20), "The maximum number."),
            sometimes(
                "reason",
                Choice(&["electrum"]),
                "The reason of a limit that is not that of the bearer: the kind of the upstreams.",
            ),
        ],
    /// The edit is based on an outdated revision of the item.
    RevisionConflict "revision_conflict" 409 false
        "Read the item again, and repeat the edit on its current revision."
        [],
    /// The sender has pending transactions whose value is unknown.
    PendingTransactions "pending_transactions" 409 true
        "Use a fixed amount instead of `max`, or repeat the request when the pending transactions are in a block."
        [],
    /// The body exceeds 256 KiB.
    PayloadTooLarge "payload_too_large" 413 false
        "Send a smaller body: at most 256 KiB."
        [],
    /// The body is not declared as JSON.
    UnsupportedMediaType "unsupported_media_type" 415 false
        "Send the body with `Content-Type: application/json`."
        [],
    /// The network rejects the transaction.
    TransactionRejected "transaction_rejected" 422 false
        "Read `details.reason`. Build a new transaction from a new estimate, unless the reason requires to send \
         earlier transactions first."
        [
            always(
                "reason",
                Text("missing_inputs"),
                "The reason of the network. The description of the operation lists the values.",
            ),
            sometimes("resultCodes", ResultCodes, "The result codes of a Stellar transaction, as Horizon names them."),
        ],
    /// Too many attempts or requests; the client must wait.
    TooManyRequests "too_many_requests" 429 true
        "Repeat the request after the time in `Retry-After`, or else with an increasing delay."
        [always("retryAfter", Number(1), "The delay in seconds before the next attempt, as in `Retry-After`.")],
    /// An internal error.
    InternalError "internal_error" 500 false
        "Report the `requestId` to the operator. A repeated request most likely fails again."
        [],
    /// The storage or the secret store is unavailable.
    ServiceUnavailable "service_unavailable" 503 true
        "Repeat the request after the time in `Retry-After`, with an increasing delay and a limit of attempts. Send \
         the same bytes of a transaction again."
        [],
    /// An upstream returned an unusable response.
    UpstreamError "upstream_error" 502 true
        "Repeat the request with an increasing delay and a limit of attempts. Send the same bytes of a transaction \
         again."
        [TXID],
    /// The operator has not configured what the request needs: an upstream, or a key.
    NotConfigured "not_configured" 503 true
        "Inform the operator, who has to set `details.setting`."
        [
            always("setting", Text("WALLET_CLOUD_UPSTREAM_BTC_LIVENET"), "The variable that the operator must set."),
            TXID,
        ],
    /// No upstream is reachable.
    UpstreamUnavailable "upstream_unavailable" 503 true
        "Repeat the request after the time in `Retry-After`, with an increasing delay and a limit of attempts. Send \
         the same bytes of a transaction again."
        [TXID],
    /// No upstream responded in time.
    UpstreamTimeout "upstream_timeout" 504 true
        "Repeat the request. With `details.txid` the transaction may have been sent: look up its status or send the \
         same bytes again, and never build a second transaction."
        [TXID],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_sentences_and_details_are_unique() {
        assert_eq!(
            ErrorCode::FeeMismatch.meaning(),
            "The fee is not gas limit times gas price."
        );
        for code in ErrorCode::ALL {
            let (name, meaning) = (code.name(), code.meaning());
            assert!(meaning.ends_with('.') && !meaning.starts_with(' '), "{meaning}");
            assert!(code.action().ends_with('.'), "{name}");
            for (index, detail) in code.details().iter().enumerate() {
                assert!(detail.meaning.ends_with('.'), "{name}.{}", detail.name);
                let earlier = &code.details()[..index];
                assert!(
                    earlier.iter().all(|other| other.name != detail.name),
                    "{name}.{}",
                    detail.name
                );
            }
        }
    }

    #[test]
    fn only_transient_codes_are_retriable() {
        for code in ErrorCode::ALL {
            let resolves_with_time = matches!(code, ErrorCode::TransactionNotFound | ErrorCode::PendingTransactions);
            let is_transient = resolves_with_time || matches!(code.status(), 429 | 502 | 503 | 504);
            assert_eq!(code.is_retriable(), is_transient, "{}", code.name());
        }
        let retriable: Vec<_> = ErrorCode::ALL
            .iter()
            .filter(|code| code.is_retriable())
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
