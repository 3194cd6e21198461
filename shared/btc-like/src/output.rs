//! Outputs of a transaction besides the change.

use crate::address::Address;
use crate::chain::params::Params;
use bitcoin::opcodes::all::OP_RETURN;
use bitcoin::script::{Builder, PushBytesBuf};
use bitcoin::{Script, ScriptBuf, TxOut};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// An output of a transaction besides the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A payment to an address.
    Payment(Payment),
    /// Data.
    Data(DataOutput),
}

impl From<Payment> for Output {
    fn from(payment: Payment) -> Self {
        Self::Payment(payment)
    }
}

impl Output {
    /// Reads an output of a transaction. Returns `None` for an output that is neither a payment above the dust limit
    /// nor data.
    pub(super) fn read(params: &'static Params, output: &TxOut) -> Option<Self> {
        let value = output.value.to_sat();
        if let Some(to) = Address::from_script(params, &output.script_pubkey) {
            return Payment::new(to, value).ok().map(Self::Payment);
        }
        let data = DataOutput::read(&output.script_pubkey)?.with_amount(params, value);
        data.ok().map(Self::Data)
    }

    /// Returns the recipient, or `None` for data.
    pub const fn to(&self) -> Option<&Address> {
        match self {
            Self::Payment(payment) => Some(payment.to()),
            Self::Data(_) => None,
        }
    }

    /// Returns the amount in base units.
    pub const fn amount(&self) -> u64 {
        match self {
            Self::Payment(payment) => payment.amount(),
            Self::Data(data) => data.amount(),
        }
    }

    /// Returns the script.
    pub fn script(&self) -> &Script {
        match self {
            Self::Payment(payment) => payment.to().script_pubkey(),
            Self::Data(data) => data.script(),
        }
    }

    /// Returns true for data.
    pub const fn is_data(&self) -> bool {
        matches!(self, Self::Data(_))
    }
}

/// Error of [`Payment::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// The amount is below the dust limit of the address.
    #[error("amount is below the dust limit of this address: the minimum is {minimum}")]
    Dust {
        /// The minimum amount in base units.
        minimum: u64,
    },
    /// The amount is above the money supply.
    #[error("amount must be at most {maximum}")]
    TooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for PaymentError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Dust { minimum } => ErrorInfo::describe(ErrorCode::AmountBelowDust, self).amount("minimum", minimum),
            Self::TooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

/// Amount that the recipient receives in full, without the fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    to: Address,
    amount: u64,
}

impl Payment {
    /// Checks the amount, in base units, against the dust limit of the address and the money supply.
    pub fn new(to: Address, amount: u64) -> Result<Self, PaymentError> {
        let (minimum, maximum) = (to.dust_limit(), to.params().max_money);
        if amount < minimum {
            return Err(PaymentError::Dust { minimum });
        }
        if amount > maximum {
            return Err(PaymentError::TooLarge { maximum });
        }
        Ok(Self { to, amount })
    }

    /// Returns the recipient.
    pub const fn to(&self) -> &Address {
        &self.to
    }

    /// Returns the amount in base units.
    pub const fn amount(&self) -> u64 {
        self.amount
    }
}

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
    /// A second data output on a chain with a limit of one.
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

    /// Returns the recipients, and the address of the change if the change leaves the address of the sender.
    pub fn recipients<'a>(&'a self, sender: &'a Address) -> impl Iterator<Item = &'a Address> {
        let change = Some(&self.change).filter(|change| *change != sender);
        self.list.iter().filter_map(Output::to).chain(change)
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
    pub(crate) fn script_lengths(&self) -> impl Iterator<Item = usize> + '_ {
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

/// Error of [`DataOutput`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// Not an even number of hex digits, or none.
    #[error("data must be a hex string of at least one byte")]
    Data,
    /// A script of an unknown form.
    #[error("script must be that of a data output in hex: OP_RETURN, then pushes only")]
    Script,
    /// An amount that a spendable output could have.
    #[error("the amount of a data output is lost: it must be at most {maximum}")]
    Amount {
        /// The maximum amount in base units.
        maximum: u64,
    },
}

impl CodedError for DataError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Data => ErrorInfo::describe(ErrorCode::InvalidRequest, self).at("data"),
            Self::Script => ErrorInfo::describe(ErrorCode::InvalidRequest, self).at("script"),
            Self::Amount { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self).at("amount"),
        }
    }
}

/// An unspendable output that carries data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataOutput {
    script: ScriptBuf,
    amount: u64,
}

impl DataOutput {
    /// Returns the output of a single push of the bytes in hex, by the shortest push opcode with a length, as Bitcoin
    /// Core creates it.
    pub fn of_data(text: &str) -> Result<Self, DataError> {
        let bytes = parse_hex(text).map_err(|_| DataError::Data)?;
        let script = Some(bytes).filter(|bytes| !bytes.is_empty()).and_then(push_script);
        let script = script.ok_or(DataError::Data)?;
        Ok(Self { script, amount: 0 })
    }

    /// Parses a script in hex: `OP_RETURN`, then pushes only, which nodes relay (Bitcoin Core, `Solver`).
    pub fn of_script(text: &str) -> Result<Self, DataError> {
        let bytes = parse_hex(text).map_err(|_| DataError::Script)?;
        Self::read(Script::from_bytes(&bytes)).ok_or(DataError::Script)
    }

    /// Returns the output of a script with the amount 0, or `None` for a script of a spendable output.
    pub(crate) fn read(script: &Script) -> Option<Self> {
        let (first, pushes) = script.as_bytes().split_first()?;
        let is_data = *first == OP_RETURN.to_u8() && Script::from_bytes(pushes).is_push_only();
        is_data.then(|| Self {
            script: script.to_owned(),
            amount: 0,
        })
    }

    /// Returns the output with this amount in base units, which is lost: at most the dust limit.
    pub fn with_amount(self, params: &Params, amount: u64) -> Result<Self, DataError> {
        let maximum = params.dust.p2pkh;
        if amount > maximum {
            return Err(DataError::Amount { maximum });
        }
        Ok(Self { amount, ..self })
    }

    /// Returns the script.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the amount in base units.
    pub const fn amount(&self) -> u64 {
        self.amount
    }
}

/// Returns the data of a script that [`DataOutput::of_data`] builds, or `None` for different scripts.
pub(crate) fn data_of(script: &Script) -> Option<&[u8]> {
    let mut pushes = Script::from_bytes(script.as_bytes().strip_prefix(&[OP_RETURN.to_u8()])?).instructions();
    let push = pushes.next()?.ok()?;
    let data = push.push_bytes().filter(|data| !data.is_empty())?.as_bytes();
    (push_script(data.to_vec())?.as_script() == script).then(|| &script.as_bytes()[script.len() - data.len()..])
}

fn push_script(data: Vec<u8>) -> Option<ScriptBuf> {
    let push = PushBytesBuf::try_from(data).ok()?;
    Some(Builder::new().push_opcode(OP_RETURN).push_slice(push).into_script())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use wallet_core::model::Network;

    /// The scripts of Bitcoin Core's `createrawtransaction` with `data`.
    #[test]
    fn data_is_one_push_with_a_length() {
        for (data, prefix) in [
            ("05".to_owned(), "6a01"),
            ("81".to_owned(), "6a01"),
            ("00".to_owned(), "6a01"),
            ("ab".repeat(75), "6a4b"),
            ("ab".repeat(76), "6a4c4c"),
            ("ab".repeat(80), "6a4c50"),
            ("ab".repeat(255), "6a4cff"),
            ("ab".repeat(256), "6a4d0001"),
            ("ab".repeat(65_536), "6a4e00000100"),
        ] {
            let output = DataOutput::of_data(&data).unwrap();
            assert_eq!(hex::encode(output.script().as_bytes()), format!("{prefix}{data}"));
            assert_eq!(data_of(output.script()), Some(&*hex::decode(&data).unwrap()));
            assert_eq!(
                DataOutput::of_script(&hex::encode(output.script().as_bytes())),
                Ok(output)
            );
        }
        for invalid in ["", "0x", "0", "abc", "zz", " 00"] {
            assert_eq!(DataOutput::of_data(invalid), Err(DataError::Data), "{invalid:?}");
        }
    }

    #[test]
    fn scripts_of_data_are_return_and_pushes() {
        // OP_RETURN alone, a Runestone (OP_13), and an SLP message with one-byte and empty pushes.
        for valid in [
            "6a",
            "6a5d0614c0a2331441",
            "6a04534c500001014c00",
            "0X6A0100",
            "6a00",
            "6a60",
            "6a50",
        ] {
            let output = DataOutput::of_script(valid).unwrap();
            assert_eq!(
                format!("{:x}", output.script()),
                valid.trim_start_matches("0X").to_lowercase()
            );
        }
        for invalid in ["", "6", "00", "6a61", "6a02ff", "6a4c", "51", "016a", "6a6a", "6aac"] {
            assert_eq!(DataOutput::of_script(invalid), Err(DataError::Script), "{invalid:?}");
        }
        for other in [
            "6a",
            "6a00",
            "6a5d",
            "6a5d0101",
            "6a01010101",
            "6a4c0101",
            "6a4d010001",
            "6a4c00",
        ] {
            let output = DataOutput::of_script(other).unwrap();
            assert_eq!(data_of(output.script()), None, "{other}");
        }
    }

    #[test]
    fn amount_is_at_most_the_dust_limit() {
        for (chain, maximum) in [
            (Chain::Btc, 546),
            (Chain::Ltc, 5460),
            (Chain::Bch, 546),
            (Chain::Doge, 1_000_000),
        ] {
            let params = Params::of(chain, Network::Livenet).unwrap();
            let output = |amount| DataOutput::of_data("00").unwrap().with_amount(params, amount);
            assert_eq!(output(maximum).map(|output| output.amount()), Ok(maximum));
            assert_eq!(output(maximum + 1), Err(DataError::Amount { maximum }));
        }
    }
}
