//! Fields of every transaction besides the operations.

use std::time::Duration;
use wallet_core::wire::XlmMemoText;
use wallet_http::{ApiError, Field, Required, ResultExt};
use wallet_xlm::wire::{FeeUnits, Timeout};
use wallet_xlm::{DEFAULT_TIMEOUT, Fee, Memo, MemoType, SequenceNumber};

wallet_core::request! {
    /// The fields of every transaction besides its operations.
    pub struct TermsRequest {
        /// The maximum fee of the whole transaction, in stroops: at least 100 for each operation, at most
        /// 4294967295.
        fee: Required<FeeUnits>,
        /// The memo for the recipient. Empty for no memo. A memo of type text has at most 28 bytes.
        memo: Field<XlmMemoText>,
        /// The type of the memo: text, the number of a user at the recipient (id), or a hash in hex (hash, return).
        #[schema(value_type = Option<String>, default = "text", pattern = "^(text|id|hash|return)$", example = "text")]
        memo_type: Field<MemoType>,
        /// The number of seconds from now within which a ledger can include the transaction: 30 to 86400.
        #[schema(value_type = Option<u64>, default = 600, minimum = 30, maximum = 86_400, example = 600)]
        timeout: Field<Timeout>,
        /// The sequence number of the transaction: a whole number above that of the last transaction of the account.
        /// Defaults to the next one. With consecutive numbers, several transactions can be built at once; a ledger applies
        /// them in this order. Balances and trustlines are checked as they are now, without the transactions before.
        #[schema(value_type = Option<String>, pattern = "^[1-9][0-9]*$", example = "128920000000009")]
        sequence: Field<String>,
    }
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

impl TermsRequest {
    /// Validates the fields for a transaction with this number of operations.
    pub fn read(self, operations: usize) -> Result<Terms, ApiError> {
        let fee = Fee::new(self.fee.get()?, operations)?;
        let (memo_field, memo) = (self.memo.name(), self.memo.get()?.unwrap_or_default());
        let memo = Memo::parse(self.memo_type.or_default()?, &memo).at(memo_field)?;
        let timeout = self.timeout.get()?;
        let sequence = self.sequence.get()?;
        let sequence = sequence.map(|digits| digits.parse::<SequenceNumber>()).transpose()?;
        Ok(Terms {
            fee,
            memo,
            timeout: timeout.map_or(DEFAULT_TIMEOUT, Duration::from_secs),
            sequence,
        })
    }
}
