//! The entries of `details`.

use crate::error::ErrorCode;

/// The type of an entry of `details`. Each has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailKind {
    /// A decimal number in a string.
    Amount(&'static str),
    /// A string.
    Text(&'static str),
    /// One of these strings.
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
    /// The name.
    pub name: &'static str,
    /// The type, with an example.
    pub kind: DetailKind,
    /// True if every error with the code has the entry.
    pub always: bool,
    /// The meaning in one sentence.
    pub meaning: &'static str,
}

impl Detail {
    const fn always(name: &'static str, kind: DetailKind, meaning: &'static str) -> Self {
        Self {
            name,
            kind,
            always: true,
            meaning,
        }
    }

    const fn sometimes(name: &'static str, kind: DetailKind, meaning: &'static str) -> Self {
        Self {
            name,
            kind,
            always: false,
            meaning,
        }
    }
}

use Detail as D;
use DetailKind::{Amount, Choice, Number, ResultCodes, Text, Texts, True};

const TXID: Detail = D::sometimes(
    "txid",
    Text("33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"),
    "The id of the transaction in `send`, which may have been sent.",
);

const SETTING: Detail = D::always(
    "setting",
    Text("WALLET_CLOUD_UPSTREAM_BTC_LIVENET"),
    "The variable that the operator must set.",
);

const INVALID_REQUEST: &[Detail] = &[
    D::sometimes("minimum", Amount("21000"), "The minimum of the value in `field`."),
    D::sometimes("maximum", Amount("16777216"), "The maximum of the value in `field`."),
    D::sometimes(
        "used",
        Amount("30000000"),
        "The gas that the simulated transaction used.",
    ),
    D::sometimes("memoRequired", True, "The recipient requires a memo (SEP-29)."),
    D::sometimes(
        "destination",
        Text("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"),
        "The account that requires a memo.",
    ),
    D::sometimes(
        "reason",
        Choice(&["decimals_changed", "ticker_listed", "mixed_scripts"]),
        "The reason why the edit of an asset could mislead users.",
    ),
];

const INSUFFICIENT_FUNDS: &[Detail] = &[
    D::always("available", Amount("40000"), "The available amount in base units."),
    D::always(
        "required",
        Amount("41410"),
        "The required amount in base units, fees included.",
    ),
    D::sometimes(
        "reason",
        Choice(&[
            "account_missing",
            "trustline_missing",
            "not_authorized",
            "limit_exceeded",
        ]),
        "The reason why the sender cannot pay with the asset at all.",
    ),
];

const TRANSACTION_REJECTED: &[Detail] = &[
    D::always(
        "reason",
        Text("missing_inputs"),
        "The reason of the network. The description of the operation lists the values.",
    ),
    D::sometimes(
        "resultCodes",
        ResultCodes,
        "The result codes of a Stellar transaction, as Horizon names them.",
    ),
];

/// Returns the entries that `details` of a code can contain.
#[expect(clippy::too_many_lines, reason = "a table with one entry per code")]
pub(super) const fn of(code: ErrorCode) -> &'static [Detail] {
    match code {
        ErrorCode::InvalidRequest => INVALID_REQUEST,
        ErrorCode::InvalidAmount => {
            const {
                &[D::sometimes(
                    "minimum",
                    Amount("10000000"),
                    "The minimum of the amount, in the unit of `field`.",
                )]
            }
        }
        ErrorCode::InvalidTransaction => {
            const {
                &[
                    D::sometimes(
                        "category",
                        Text("33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788"),
                        "The category of the tokens that the transaction would burn (bch).",
                    ),
                    D::sometimes(
                        "reason",
                        Text("not_replaceable"),
                        "The reason why the fee of a pending transaction cannot be raised.",
                    ),
                ]
            }
        }
        ErrorCode::InsufficientFunds => INSUFFICIENT_FUNDS,
        ErrorCode::AmountBelowDust => const { &[D::always("minimum", Amount("546"), "The dust limit in base units.")] },
        ErrorCode::FeeTooLow => const { &[D::sometimes("minimum", Amount("141"), "The minimum fee in base units.")] },
        ErrorCode::FeeTooHigh => {
            const {
                &[D::always(
                    "maximum",
                    Amount("1000000"),
                    "The maximum fee in base units.",
                )]
            }
        }
        ErrorCode::FeeMismatch => {
            const {
                &[D::always(
                    "expected",
                    Amount("420000000000000"),
                    "The expected fee in wei.",
                )]
            }
        }
        ErrorCode::ExecutionReverted => {
            const {
                &[D::always(
                    "revertData",
                    Text("0x08c379a0"),
                    "The data that the contract returned, in hex with `0x`; `0x` without data.",
                )]
            }
        }
        ErrorCode::DestinationUnusable => {
            const {
                &[D::always(
                    "reason",
                    Choice(&[
                        "account_missing",
                        "trustline_missing",
                        "not_authorized",
                        "limit_exceeded",
                    ]),
                    "The reason why the recipient cannot receive the payment.",
                )]
            }
        }
        ErrorCode::InsufficientPermission => {
            const {
                &[D::always(
                    "required",
                    Choice(&["read", "register", "secret", "assets", "assets-admin"]),
                    "The missing permission.",
                )]
            }
        }
        ErrorCode::InvalidCredentials => {
            const {
                &[
                    D::sometimes(
                        "factor",
                        Choice(&["otp"]),
                        "The factor of a missing or incorrect code; absent for a user name and password.",
                    ),
                    D::sometimes(
                        "reason",
                        Choice(&["account_disabled"]),
                        "The operator has disabled the account; absent if the user name or the password is incorrect.",
                    ),
                ]
            }
        }
        ErrorCode::ChainNotSupported => {
            const { &[D::always("supported", Texts(&["btc", "ltc"]), "The supported chains.")] }
        }
        ErrorCode::TransactionRejected => TRANSACTION_REJECTED,
        ErrorCode::TooManyRequests => {
            const {
                &[D::always(
                    "retryAfter",
                    Number(1),
                    "The delay in seconds before the next attempt, as in `Retry-After`.",
                )]
            }
        }
        ErrorCode::NotConfigured => const { &[SETTING, TXID] },
        ErrorCode::UpstreamError | ErrorCode::UpstreamUnavailable | ErrorCode::UpstreamTimeout => const { &[TXID] },
        ErrorCode::InvalidAddress
        | ErrorCode::InvalidPublicKey
        | ErrorCode::InvalidSignature
        | ErrorCode::NetworkNotSupported
        | ErrorCode::WeakPassword
        | ErrorCode::Unauthorized
        | ErrorCode::InvalidToken
        | ErrorCode::TokenExpired
        | ErrorCode::InvalidMerchantKey
        | ErrorCode::NotFound
        | ErrorCode::AccountNotFound
        | ErrorCode::TransactionNotFound
        | ErrorCode::MethodNotAllowed
        | ErrorCode::UsernameTaken
        | ErrorCode::AlreadyExists
        | ErrorCode::RevisionConflict
        | ErrorCode::PendingTransactions
        | ErrorCode::PayloadTooLarge
        | ErrorCode::UnsupportedMediaType
        | ErrorCode::InternalError
        | ErrorCode::ServiceUnavailable => &[],
    }
}
