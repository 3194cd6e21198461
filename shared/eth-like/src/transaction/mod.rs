//! Transactions: built, encoded as RLP (Yellow Paper, appendix B) in an EIP-2718 envelope, hashed, signed, decoded, and
//! replaced by a transaction with the same nonce and higher prices (docs/decisions/evm-payments.md#bump-evm-transactions);
//! the calls that a node simulates.

pub(crate) mod decoding;
pub(crate) mod fields;
pub(crate) mod signature;
pub(crate) mod signed;

use crate::calls::NamedCall;
use crate::fee::{GasPrices, PendingTransaction};
use crate::transaction::fields::{AccessListItem, Bounds, BoundsError, GasPrice, TransactionFields};
use crate::transaction::signature::SignatureWithParity;
use crate::transaction::signed::SignedTransaction;
use crate::value::{Amount, Hash};
use crate::{Address, Params};
use ethers_core::types::H160;
use ethers_core::utils::rlp::RlpStream;
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

/// EIP-2718 type of an EIP-1559 transaction.
pub(crate) const FEE_MARKET_TYPE: u8 = 2;

impl TransactionFields {
    /// Encodes the unsigned transaction without checking the bounds, for L1 fee estimates of rollups.
    pub fn encode(&self) -> Vec<u8> {
        encode(self, &[], None)
    }
}

/// Encodes a transaction with the signature or, without one, in the form hashed for signing.
pub(crate) fn encode(
    fields: &TransactionFields,
    access_list: &[AccessListItem],
    signature: Option<&SignatureWithParity>,
) -> Vec<u8> {
    match fields.price {
        GasPrice::Legacy { .. } => encode_legacy(fields, signature).out().to_vec(),
        GasPrice::FeeMarket { .. } => {
            let payload = encode_fee_market(fields, access_list, signature).out();
            [&[FEE_MARKET_TYPE], payload.as_ref()].concat()
        }
    }
}

fn encode_legacy(fields: &TransactionFields, signature: Option<&SignatureWithParity>) -> RlpStream {
    let chain_id = fields.params.chain_id();
    let mut list = RlpStream::new_list(9);
    list.append(&fields.nonce);
    list.append(&fields.price.max_fee_per_gas().0);
    append_message(&mut list, fields);
    if let Some(signature) = signature {
        list.append(&signature.parity().eip155_v(chain_id));
        append_numbers(&mut list, signature);
    } else {
        list.append(&chain_id).append(&0_u8).append(&0_u8);
    }
    list
}

fn encode_fee_market(
    fields: &TransactionFields,
    access_list: &[AccessListItem],
    signature: Option<&SignatureWithParity>,
) -> RlpStream {
    let mut list = RlpStream::new_list(if signature.is_some() { 12 } else { 9 });
    list.append(&fields.params.chain_id());
    list.append(&fields.nonce);
    list.append(&fields.price.max_priority_fee_per_gas().0);
    list.append(&fields.price.max_fee_per_gas().0);
    append_message(&mut list, fields);
    append_access_list(&mut list, access_list);
    if let Some(signature) = signature {
        list.append(&signature.parity().id());
        append_numbers(&mut list, signature);
    }
    list
}

/// Appends the fields that both types have in the same order.
fn append_message(list: &mut RlpStream, fields: &TransactionFields) {
    list.append(&fields.gas_limit);
    match fields.to {
        Some(to) => list.append(&to.0),
        None => list.append_empty_data(),
    };
    list.append(&fields.amount.0);
    list.append(&fields.data);
}

fn append_access_list(list: &mut RlpStream, items: &[AccessListItem]) {
    list.begin_list(items.len());
    for item in items {
        list.begin_list(2);
        list.append(&item.address.0);
        list.begin_list(item.storage_keys.len());
        for key in &item.storage_keys {
            list.append(&key.0.as_slice());
        }
    }
}

fn append_numbers(list: &mut RlpStream, signature: &SignatureWithParity) {
    let [r, s] = signature.numbers();
    list.append(&r.0).append(&s.0);
}

/// The purpose of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BumpMode {
    /// The same call with higher prices.
    SpeedUp,
    /// A payment of nothing to the sender, with this gas limit.
    Cancel {
        /// The gas limit of the payment.
        gas_limit: u64,
    },
}

/// A transaction at a node by hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolLookup {
    /// Pending, with a signature of the sender that matches the hash.
    Pending(Box<SignedTransaction>),
    /// In the pool, but of a type or with a price that this service does not support.
    Unsupported,
    /// In a block.
    Mined,
}

/// Reasons why a transaction has no replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BumpError {
    /// The transaction is in a block.
    #[error("the transaction is in a block and cannot be replaced")]
    Mined,
    /// A different transaction with the nonce is in a block.
    #[error("the transaction was replaced by {}, which is in a block", by.map_or_else(|| "another one".to_owned(), |by| by.to_string()))]
    Replaced {
        /// The hash of that transaction, if reported.
        by: Option<Hash>,
    },
    /// A type that this service does not build, or a price above the bounds.
    #[error("the transaction is of a type, or has a price, that this service does not support")]
    Unsupported,
    /// The access list would be lost.
    #[error("the transaction has an access list (EIP-2930), which this service does not build: cancel it instead")]
    AccessList,
    /// The bounds of the chain leave no room for the required prices.
    #[error(transparent)]
    Bounds(BoundsError),
}

impl CodedError for BumpError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidTransaction, self).at("txid");
        match self {
            Self::Bounds(BoundsError::FeeTooHigh { maximum }) => {
                ErrorInfo::describe(ErrorCode::FeeTooHigh, self).amount("maximum", maximum)
            }
            Self::Mined | Self::Replaced { .. } | Self::Unsupported | Self::AccessList | Self::Bounds(_) => info,
        }
    }
}

impl SignedTransaction {
    /// Returns the prices that a replacement has to exceed.
    pub fn pending_prices(&self) -> PendingTransaction {
        let price = self.fields().price;
        PendingTransaction {
            hash: self.hash(),
            max_fee_per_gas: price.max_fee_per_gas(),
            max_priority_fee_per_gas: price.max_priority_fee_per_gas(),
        }
    }

    /// Returns a replacement of the same type, at the normal current prices or a tenth above the prices of the
    /// pending transaction, if that is more.
    pub fn bumped(&self, mode: BumpMode, current: GasPrices) -> Result<UnsignedTransaction, BumpError> {
        let price = self.bumped_price(&current.replacing(&self.pending_prices()));
        let fields = TransactionFields {
            price,
            ..self.bumped_call(mode)?
        };
        let too_high = BoundsError::FeeTooHigh {
            maximum: fields.params.max_fee(),
        };
        let fee = Amount::from(fields.gas_limit).checked_mul(price.max_fee_per_gas());
        let fee = fee.ok_or(BumpError::Bounds(too_high))?;
        UnsignedTransaction::build(fields, fee).map_err(|error| match error {
            BuildError::Bounds(bounds) => BumpError::Bounds(bounds),
            BuildError::FeeMismatch { .. } => BumpError::Bounds(too_high),
        })
    }

    /// Returns the fields of the replacement with the price of the pending transaction.
    fn bumped_call(&self, mode: BumpMode) -> Result<TransactionFields, BumpError> {
        let fields = self.fields().clone();
        match mode {
            BumpMode::SpeedUp if !self.unsigned().access_list().is_empty() => Err(BumpError::AccessList),
            BumpMode::SpeedUp => Ok(fields),
            BumpMode::Cancel { gas_limit } => Ok(TransactionFields {
                to: Some(self.sender()),
                amount: Amount::ZERO,
                data: Vec::new(),
                gas_limit,
                ..fields
            }),
        }
    }

    fn bumped_price(&self, prices: &GasPrices) -> GasPrice {
        match self.fields().price {
            GasPrice::Legacy { .. } => GasPrice::Legacy {
                gas_price: prices.prices.normal,
            },
            GasPrice::FeeMarket { .. } => {
                let max_fee_per_gas = prices.max_fees.unwrap_or(prices.prices).normal;
                let tips = prices.priority_fees.map_or(max_fee_per_gas, |tips| tips.normal);
                GasPrice::FeeMarket {
                    max_fee_per_gas: max_fee_per_gas.max(tips),
                    max_priority_fee_per_gas: tips,
                }
            }
        }
    }
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
