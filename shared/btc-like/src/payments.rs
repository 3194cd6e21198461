//! Outputs of a transaction: payments, data, and the address of the change.

use super::address::Address;
use super::output::Output;
use super::params::Params;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Maximum number of outputs of a transaction besides the change.
pub const MAX_PAYMENTS: usize = 100;

/// Error of [`Payments::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentsError {
    /// The list is empty.
    #[error("at least one output is required")]
    Empty,
    /// The list exceeds the limit.
    #[error("at most {maximum} outputs are allowed")]
    TooMany {
        /// The maximum number of outputs.
        maximum: usize,
    },
    /// The sum of the amounts is above the money supply.
    #[error("the sum of the amounts must be at most {maximum}")]
    SumTooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
    /// A second data output on a chain whose nodes relay only one.
    #[error("at most one output may carry data")]
    SeveralData,
    /// The data outputs exceed the limit of the chain's nodes.
    #[error("the scripts of data outputs must have at most {maximum} bytes in total")]
    DataTooLong {
        /// The maximum length in bytes.
        maximum: usize,
    },
}

impl CodedError for PaymentsError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Empty | Self::TooMany { .. } | Self::SeveralData | Self::DataTooLong { .. } => {
                ErrorInfo::describe(ErrorCode::InvalidRequest, self)
            }
            Self::SumTooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

/// 1 to 100 payments and data outputs in output order, with a sum of at most the money supply, and the address of the
/// change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payments {
    list: Vec<Output>,
    total: u64,
    change: Address,
}

impl Payments {
    /// Validates a list of outputs.
    pub fn new<T: Into<Output>>(list: Vec<T>, change: Address) -> Result<Self, PaymentsError> {
        match list.len() {
            0 => return Err(PaymentsError::Empty),
            1..=MAX_PAYMENTS => {}
            _ => return Err(PaymentsError::TooMany { maximum: MAX_PAYMENTS }),
        }
        let list: Vec<Output> = list.into_iter().map(Into::into).collect();
        check_data(change.params(), &list)?;
        let maximum = change.params().max_money;
        let mut amounts = list.iter().map(Output::amount);
        let total = amounts
            .try_fold(0u64, u64::checked_add)
            .filter(|&sum| sum <= maximum)
            .ok_or(PaymentsError::SumTooLarge { maximum })?;
        Ok(Self { list, total, change })
    }

    /// Returns the outputs in order, without the change.
    pub fn as_slice(&self) -> &[Output] {
        &self.list
    }

    /// Returns the sum of the amounts in base units.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the address of the change.
    pub const fn change(&self) -> &Address {
        &self.change
    }

    /// Returns the chain and network of the change.
    pub const fn params(&self) -> &'static Params {
        self.change.params()
    }

    /// Returns the lengths of the output scripts in bytes.
    pub(super) fn script_lengths(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|output| output.script().len())
    }
}

/// Checks number and length of the data outputs.
fn check_data(params: &Params, outputs: &[Output]) -> Result<(), PaymentsError> {
    let limit = params.data_carrier;
    let data = outputs.iter().filter(|output| output.is_data());
    if data.clone().count() > 1 && !limit.several {
        return Err(PaymentsError::SeveralData);
    }
    if data.map(|output| output.script().len()).sum::<usize>() > limit.max_bytes {
        return Err(PaymentsError::DataTooLong {
            maximum: limit.max_bytes,
        });
    }
    Ok(())
}
