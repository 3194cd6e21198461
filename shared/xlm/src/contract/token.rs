//! Calls of tokens: the interface of SEP-41, with the functions of the administrator of an asset (CAP-46-6).

use serde::Serialize;
use stellar_xdr as xdr;
use utoipa::ToSchema;

/// The call of a token contract. Amounts are in the base unit of the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase")]
#[schema(as = XlmTokenCall)]
pub enum TokenCall {
    /// A transfer.
    Transfer {
        /// The sender.
        from: String,
        /// The recipient.
        to: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
    /// A transfer by an approved spender.
    TransferFrom {
        /// The spender, who authorizes the call.
        spender: String,
        /// The sender.
        from: String,
        /// The recipient.
        to: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
    /// An approval of a spender. It replaces the previous one.
    Approve {
        /// The owner.
        from: String,
        /// The spender.
        spender: String,
        /// The amount that the spender may transfer; 0 revokes the approval.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
        /// The last ledger in which the approval is valid.
        #[serde(rename = "expirationLedger")]
        #[schema(example = 60_000_000)]
        expiration_ledger: u32,
    },
    /// The creation of tokens by the administrator.
    Mint {
        /// The recipient.
        to: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
    /// The destruction of tokens.
    Burn {
        /// The owner.
        from: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
    /// The destruction of tokens by an approved spender.
    BurnFrom {
        /// The spender, who authorizes the call.
        spender: String,
        /// The owner.
        from: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
    /// A clawback by the administrator.
    Clawback {
        /// The owner.
        from: String,
        /// The amount.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000000")]
        amount: String,
    },
}

impl TokenCall {
    /// Decodes a call, `None` unless the name and the types of all arguments are those of a token.
    pub(crate) fn of(function: &str, arguments: &[xdr::ScVal]) -> Option<Self> {
        Some(match (function, arguments) {
            ("transfer", [from, to, value]) => Self::Transfer {
                from: address(from)?,
                to: address(to)?,
                amount: amount(value)?,
            },
            ("transfer_from", [spender, from, to, value]) => Self::TransferFrom {
                spender: address(spender)?,
                from: address(from)?,
                to: address(to)?,
                amount: amount(value)?,
            },
            ("approve", [from, spender, value, xdr::ScVal::U32(expiration_ledger)]) => Self::Approve {
                from: address(from)?,
                spender: address(spender)?,
                amount: amount(value)?,
                expiration_ledger: *expiration_ledger,
            },
            ("mint", [to, value]) => Self::Mint {
                to: address(to)?,
                amount: amount(value)?,
            },
            ("burn", [from, value]) => Self::Burn {
                from: address(from)?,
                amount: amount(value)?,
            },
            ("burn_from", [spender, from, value]) => Self::BurnFrom {
                spender: address(spender)?,
                from: address(from)?,
                amount: amount(value)?,
            },
            ("clawback", [from, value]) => Self::Clawback {
                from: address(from)?,
                amount: amount(value)?,
            },
            _ => return None,
        })
    }
}

fn address(value: &xdr::ScVal) -> Option<String> {
    match value {
        xdr::ScVal::Address(address) => Some(address.to_string()),
        _ => None,
    }
}

/// Returns an amount of at least 0.
fn amount(value: &xdr::ScVal) -> Option<String> {
    match value {
        xdr::ScVal::I128(number) if number.hi >= 0 => Some(number.to_string()),
        _ => None,
    }
}
