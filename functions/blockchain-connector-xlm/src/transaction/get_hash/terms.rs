//! What every transaction has beside its operations.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::time::Duration;
use utoipa::ToSchema;
use wallet_core::model::AmountError;
use wallet_http::{ApiError, Field, ResultExt};
use wallet_xlm::{DEFAULT_TIMEOUT, Fee, Memo, MemoType, Stroops};

/// What every transaction has beside its operations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsRequest {
    /// The most that the whole transaction may cost, in stroops: at least 100 for each operation, at most 4294967295.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[1-9][0-9]*$", example = "50100")]
    fee: Field<String>,
    /// What the recipient is to know; empty for nothing. Text has at most 28 bytes.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "order 5512")]
    memo: Field<String>,
    /// How the memo is meant: as text, as the number of an account there (id), or as a hash in hex (hash, return).
    #[serde(default)]
    #[schema(value_type = Option<String>, default = "text", pattern = "^(text|id|hash|return)$", example = "text")]
    memo_type: Field<String>,
    /// The seconds from now within which the transaction can get into a ledger: 30 to 86400.
    #[serde(default)]
    #[schema(value_type = Option<u64>, default = 600, minimum = 30, maximum = 86_400, example = 600)]
    timeout: Field<Timeout>,
}

/// The same as domain values.
#[derive(Debug)]
pub struct Terms {
    /// The most that it may cost.
    pub fee: Fee,
    /// The memo, or none.
    pub memo: Memo,
    /// How long it is valid.
    pub timeout: Duration,
}

/// How long a transaction is valid, in seconds.
#[derive(Clone, Copy, Debug)]
struct Timeout(u64);

/// The seconds that a transaction may be valid.
const TIMEOUTS: std::ops::RangeInclusive<u64> = 30..=86_400;

impl<'de> Deserialize<'de> for Timeout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = u64::deserialize(deserializer).ok();
        let seconds = seconds.filter(|seconds| TIMEOUTS.contains(seconds));
        let (least, most) = (TIMEOUTS.start(), TIMEOUTS.end());
        let expected = || D::Error::custom(format!("expected a whole number from {least} to {most}"));
        seconds.map(Self).ok_or_else(expected)
    }
}

impl TermsRequest {
    /// The terms of a transaction of so many operations.
    pub fn read(self, operations: usize) -> Result<Terms, ApiError> {
        let fee = stroops(&self.fee.required("fee")?).at("fee")?;
        let fee = Fee::new(fee, operations)?;
        let memo = self.memo.optional("memo")?.unwrap_or_default();
        let memo_type = self.memo_type.optional("memoType")?;
        let memo_type = memo_type.map_or(Ok(MemoType::default()), |name| name.parse());
        let memo = Memo::parse(memo_type.at("memoType")?, &memo).at("memo")?;
        let timeout = self.timeout.optional("timeout")?;
        Ok(Terms {
            fee,
            memo,
            timeout: timeout.map_or(DEFAULT_TIMEOUT, |Timeout(seconds)| Duration::from_secs(seconds)),
        })
    }
}

/// A fee. What is too large for an amount is too large for a fee, which has bounds of its own.
pub fn stroops(text: &str) -> Result<u64, ApiError> {
    match text.parse::<Stroops>() {
        Ok(stroops) => Ok(stroops.get().unsigned_abs()),
        Err(AmountError::TooLarge { .. }) => Ok(u64::MAX),
        Err(error @ AmountError::NotAnInteger) => Err(error.into()),
    }
}
