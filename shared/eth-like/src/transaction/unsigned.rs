//! Unsigned transactions, and the calls that a node simulates.

use crate::calls::NamedCall;
use crate::transaction::encoding::encode;
use crate::transaction::fields;
use crate::transaction::fields::{AccessListItem, Bounds, BoundsError, TransactionFields};
use crate::transaction::signature::SignatureWithParity;
use crate::value::amount::Amount;
use crate::value::hash::Hash;
use crate::{Address, Params};
use ethers_core::types::H160;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of building a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// An out-of-bounds field.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The fee differs from gas limit times price.
    #[error("fee must be gas limit times gas price: {expected}")]
    FeeMismatch {
        /// Gas limit times maximum price per gas, in wei.
        expected: Amount,
    },
}

impl CodedError for BuildError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Bounds(bounds) => bounds.info(),
            Self::FeeMismatch { expected } => ErrorInfo::describe(ErrorCode::FeeMismatch, self)
                .amount("expected", expected)
                .at("fee"),
        }
    }
}

/// A complete transaction without signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsignedTransaction {
    fields: TransactionFields,
    access_list: Vec<AccessListItem>,
    fee: Amount,
}

impl UnsignedTransaction {
    /// Builds a transaction to sign; `fee`, in wei, must equal gas limit times maximum price per gas. The price is
    /// above 0, except on chains with a base fee of 0.
    pub fn build(fields: TransactionFields, fee: Amount) -> Result<Self, BuildError> {
        fields::check_paid(&fields)?;
        let transaction = Self::new(fields, Vec::new(), Bounds::Service)?;
        if transaction.fee == fee {
            Ok(transaction)
        } else {
            let expected = transaction.fee;
            Err(BuildError::FeeMismatch { expected })
        }
    }

    /// Creates a transaction after checking these bounds.
    pub(crate) fn new(
        fields: TransactionFields,
        access_list: Vec<AccessListItem>,
        bounds: Bounds,
    ) -> Result<Self, BoundsError> {
        let fee = fields::check(&fields, &access_list, bounds)?;
        Ok(Self {
            fields,
            access_list,
            fee,
        })
    }

    /// Returns the transaction fields.
    pub const fn fields(&self) -> &TransactionFields {
        &self.fields
    }

    /// Returns the access list; empty for transactions built here.
    pub fn access_list(&self) -> &[AccessListItem] {
        &self.access_list
    }

    /// Returns the maximum fee in wei, without the value. On a rollup the L1 fee is added.
    pub const fn fee(&self) -> Amount {
        self.fee
    }

    /// Returns the bytes to hash: RLP, including the chain id of a legacy transaction (EIP-155) and prefixed by
    /// the type of a typed transaction (EIP-2718).
    pub fn bytes(&self) -> Vec<u8> {
        self.encode(None)
    }

    /// Encodes the transaction with the signature or, without one, in the form hashed for signing.
    pub(crate) fn encode(&self, signature: Option<&SignatureWithParity>) -> Vec<u8> {
        encode(&self.fields, &self.access_list, signature)
    }

    /// Returns the hash to sign.
    pub fn sighash(&self) -> Hash {
        Hash::of(self.bytes())
    }
}

/// A transaction for simulation by a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The sender; with `None` nodes use the zero address.
    pub from: Option<Address>,
    /// The recipient; `None` deploys a contract.
    pub to: Option<Address>,
    /// The transferred value in wei.
    pub value: Amount,
    /// Calldata, or the code of a contract deployment.
    pub data: Vec<u8>,
}

/// Upper bound of the addresses that protocols reserve for precompiled contracts, which are executed without having
/// code.
const RESERVED: u64 = 0xffff;

impl Call {
    /// Returns the recipient of coins without calldata, unless a precompiled contract, or the recipient of tokens.
    pub fn recipient(&self) -> Option<Address> {
        let to = self.to?;
        if self.data.is_empty() {
            return Some(to).filter(|to| to.0 > H160::from_low_u64_be(RESERVED));
        }
        let [call] = <[NamedCall; 1]>::try_from(NamedCall::of(to, &self.data)).ok()?;
        call.token_recipient()
    }

    /// Returns the recipient of a payment with constant gas unless the recipient has code; `None` for the remaining
    /// calls: with data, of a new contract, to a precompiled contract, or on a chain without constant gas
    /// (docs/decisions/evm-payments.md#gas-limits).
    pub fn plain_recipient(&self, params: Params) -> Option<Address> {
        let plain = self.data.is_empty() && params.has_constant_transfer_gas();
        self.to.filter(|to| plain && to.0 > H160::from_low_u64_be(RESERVED))
    }
}

/// Result of a gas estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GasEstimate {
    /// The call succeeds with this gas.
    Gas(u64),
    /// The call reverts.
    Reverted {
        /// The return data of the contract: an ABI error, or empty.
        data: Vec<u8>,
    },
    /// The sender's balance does not cover the value.
    InsufficientFunds,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use wallet_core::model::{ChainName, Network};

    fn plain_recipient(to: Option<&str>, data: &[u8]) -> Option<Address> {
        plain_recipient_on("eth", to, data)
    }

    fn plain_recipient_on(chain: &str, to: Option<&str>, data: &[u8]) -> Option<Address> {
        let call = Call {
            from: None,
            to: to.map(|to| to.parse().unwrap()),
            value: Amount::ZERO,
            data: data.to_vec(),
        };
        call.plain_recipient(Params::of(Chain::from_name(chain).unwrap(), Network::Livenet))
    }

    #[test]
    fn only_payments_without_data_to_ordinary_addresses_are_plain() {
        let account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        assert_eq!(plain_recipient(Some(account), &[]), Some(account.parse().unwrap()));
        assert_eq!(plain_recipient(Some(account), &[0]), None);
        assert_eq!(plain_recipient(None, &[]), None);
        assert_eq!(plain_recipient_on("arb", Some(account), &[]), None, "gas with L1 costs");
    }

    /// The precompiled contracts of EIP-196 (`ecAdd`, 0x06) and RIP-7212 (`P256VERIFY`, 0x100) have no code and use
    /// gas.
    #[test]
    fn precompiled_contracts_are_simulated() {
        for number in ["06", "0100", "ffff"] {
            assert_eq!(
                plain_recipient(Some(&format!("0x{number:0>40}")), &[]),
                None,
                "{number}"
            );
        }
        assert!(plain_recipient(Some(&format!("0x{:0>40}", "010000")), &[]).is_some());
    }
}
