//! Outputs of a transaction besides its change.

use super::address::Address;
use super::data_output::DataOutput;
use super::params::Params;
use super::payment::Payment;
use bitcoin::{Script, TxOut};

/// An output of a transaction besides its change.
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
    /// Reads an output of a transaction. Returns `None` if it is neither a payment above the dust limit nor data.
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
