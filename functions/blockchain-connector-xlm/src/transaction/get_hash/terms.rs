//! Fields of every transaction besides its operations.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::time::Duration;
use utoipa::ToSchema;
use wallet_core::model::AmountError;
use wallet_core::wire::{PositiveAmountText, XlmMemoText};
use wallet_http::{ApiError, Field, Required, ResultExt};
use wallet_xlm::{DEFAULT_TIMEOUT, Fee, Memo, MemoType, SequenceNumber, Stroops};

/// The fields of every transaction besides its operations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsRequest {
    /// The maximum fee of the whole transaction, in stroops: at least 100 for each operation, at most
    /// 4294967295.
    fee: Required<PositiveAmountText>,
    /// The memo for the recipient. Empty for no memo. A memo of type text has at most 28 bytes.
    memo: Field<XlmMemoText>,
    /// The type of the memo: text, the number of a user at the recipient (id), or a hash in hex (hash, return).
    #[schema(value_type = Option<String>, default = "text", pattern = "^(text|id|hash|return)$", example = "text")]
    memo_type: Field<String>,
    /// The number of seconds from now within which a ledger can include the transaction: 30 to 86400.
    #[schema(value_type = Option<u64>, default = 600, minimum = 30, maximum = 86_400, example = 600)]
    timeout: Field<Timeout>,
    /// The sequence number of the transaction: a whole number above that of the last transaction of the account.
    /// Defaults to the next one. With consecutive numbers, several transactions can be built at once; a ledger applies
    /// them in this order. Balances and trustlines are checked as they are now, without the transactions before.
    #[schema(value_type = Option<String>, pattern = "^[1-9][0-9]*$", example = "128920000000009")]
    sequence: Field<String>,
}

/// The validated fields.
#[derive(Debug)]
pub struct Terms {
    /// The maximum fee.
    pub fee: Fee,
    /// The memo, which may be absent.
    pub memo: Memo,
    /// The validity period.
    pub timeout: Duration,
    /// The requested sequence number.
    pub sequence: Option<SequenceNumber>,
}

/// The validity period in seconds.
#[derive(Clone, Copy, Debug)]
struct Timeout(u64);

/// The valid range of timeouts in seconds.
const TIMEOUTS: std::ops::RangeInclusive<u64> = 30..=86_400;

impl<'de> Deserialize<'de> for Timeout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = u64::deserialize(deserializer).ok();
        let seconds = seconds.filter(|seconds| TIMEOUTS.contains(seconds));
        let (minimum, maximum) = (TIMEOUTS.start(), TIMEOUTS.end());
        let expected = || D::Error::custom(format!("expected a whole number from {minimum} to {maximum}"));
        seconds.map(Self).ok_or_else(expected)
    }
}

impl TermsRequest {
    /// Validates the fields for a transaction with this number of operations.
    pub fn read(self, operations: usize) -> Result<Terms, ApiError> {
        let fee = stroops(&self.fee.required("fee")?).at("fee")?;
        let fee = Fee::new(fee, operations)?;
        let memo = self.memo.optional("memo")?.unwrap_or_default();
        let memo_type = self.memo_type.optional("memoType")?;
        let memo_type = memo_type.map_or(Ok(MemoType::default()), |name| name.parse());
        let memo = Memo::parse(memo_type.at("memoType")?, &memo).at("memo")?;
        let timeout = self.timeout.optional("timeout")?;
        let sequence = self.sequence.optional("sequence")?;
        let sequence = sequence.map(|digits| digits.parse::<SequenceNumber>()).transpose()?;
        Ok(Terms {
            fee,
            memo,
            timeout: timeout.map_or(DEFAULT_TIMEOUT, |Timeout(seconds)| Duration::from_secs(seconds)),
            sequence,
        })
    }
}

/// Parses a fee. A value above the maximum amount saturates, since a fee has separate bounds.
pub fn stroops(text: &str) -> Result<u64, ApiError> {
    match text.parse::<Stroops>() {
        Ok(stroops) => Ok(stroops.get().unsigned_abs()),
        Err(AmountError::TooLarge { .. }) => Ok(u64::MAX),
        Err(error @ AmountError::NotAnInteger) => Err(error.into()),
    }
}
