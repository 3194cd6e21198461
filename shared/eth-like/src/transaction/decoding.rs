//! Decoder of untrusted transaction bytes.
//!
//! The decoder encodes the result again and compares the bytes, which rejects non-canonical numbers,
//! lengths and addresses, and trailing data.

use crate::chain::params::Params;
use crate::transaction::fields::{AccessListItem, Bounds, BoundsError, GasPrice, TransactionFields};
use crate::transaction::signature::{Parity, SignatureWithParity};
use crate::transaction::{FEE_MARKET_TYPE, UnsignedTransaction};
use crate::value::{Address, Amount, Hash};
use ethers_core::types::{H160, H256, U256};
use ethers_core::utils::rlp::{Decodable, DecoderError, Rlp};
use wallet_core::model::parse_hex;

/// Maximum transaction size in bytes: the relay limit of nodes.
const MAX_SIZE: usize = 128 * 1024;

/// Error of parsing a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransactionError {
    /// Not an even number of hex digits.
    #[error("transaction must be a hex string")]
    NotHex,
    /// Above the relay size limit.
    #[error("transaction must be at most {maximum} bytes")]
    TooLarge {
        /// The limit in bytes.
        maximum: usize,
    },
    /// The bytes are not exactly a single transaction in canonical RLP.
    #[error("not exactly one valid transaction")]
    Malformed,
    /// An unsupported transaction type.
    #[error("transaction type {byte} ({name}) is not supported: use a legacy or EIP-1559 transaction")]
    UnsupportedType {
        /// The EIP-2718 type.
        byte: u8,
        /// The name of the type.
        name: &'static str,
    },
    /// Valid on every chain.
    #[error("the transaction has no chain id and could be replayed on other chains: sign it according to EIP-155")]
    Unprotected,
    /// Valid on a different chain only.
    #[error("the transaction has chain id {chain_id}, expected {expected}")]
    OtherChain {
        /// The chain id in the transaction.
        chain_id: Amount,
        /// The chain id of the requested chain and network.
        expected: u64,
    },
    /// An out-of-bounds field.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The signature is missing.
    #[error("the transaction is not signed")]
    Unsigned,
    /// Numbers out of range, a high s (EIP-2), or no recoverable key.
    #[error("the transaction signature is invalid or its s is high (EIP-2)")]
    Signature,
}

impl From<DecoderError> for TransactionError {
    fn from(_: DecoderError) -> Self {
        Self::Malformed
    }
}

/// Decodes a transaction in hex, with or without `0x`, and the signature, if any. The numbers of the
/// signature are in range, but the signer is not recovered. `signed` are the bounds of a transaction with a signature.
pub(crate) fn decode(
    params: Params,
    text: &str,
    signed: Bounds,
) -> Result<(UnsignedTransaction, Option<SignatureWithParity>), TransactionError> {
    let bytes = parse_hex(text).map_err(|_| TransactionError::NotHex)?;
    if bytes.len() > MAX_SIZE {
        return Err(TransactionError::TooLarge { maximum: MAX_SIZE });
    }
    let (transaction, signature) = match bytes.first() {
        Some(0xc0..) => decode_legacy(params, &Rlp::new(&bytes), signed)?,
        Some(&FEE_MARKET_TYPE) => decode_fee_market(params, &Rlp::new(&bytes[1..]), signed)?,
        Some(&byte @ ..0x80) => {
            return Err(TransactionError::UnsupportedType {
                byte,
                name: type_name(byte),
            });
        }
        _ => return Err(TransactionError::Malformed),
    };
    if transaction.encode(signature.as_ref()) != bytes {
        return Err(TransactionError::Malformed);
    }
    Ok((transaction, signature))
}

/// Returns the name of an unsupported EIP-2718 type.
const fn type_name(byte: u8) -> &'static str {
    match byte {
        1 => "an access list transaction of EIP-2930",
        3 => "a blob transaction of EIP-4844",
        4 => "a set code transaction of EIP-7702",
        0x7e => "a deposit transaction from L1",
        _ => "unknown",
    }
}

type Decoded = (UnsignedTransaction, Option<SignatureWithParity>);

fn decode_legacy(params: Params, list: &Rlp, signed: Bounds) -> Result<Decoded, TransactionError> {
    let count = list.item_count()?;
    if count == 6 {
        return Err(TransactionError::Unprotected);
    }
    if count != 9 {
        return Err(TransactionError::Malformed);
    }
    let gas_price = Amount(list.val_at(1)?);
    let fields = decode_message(params, list, [0, 2], GasPrice::Legacy { gas_price })?;
    let [v, r, s] = [6, 7, 8].map(|index| list.val_at::<U256>(index));
    let (v, r, s) = (v?, r?, s?);
    let is_unsigned = r.is_zero() && s.is_zero();
    let bounds = if is_unsigned { Bounds::Unsigned } else { signed };
    let transaction = UnsignedTransaction::new(fields, Vec::new(), bounds)?;
    if is_unsigned {
        check_chain(params, v)?;
        return Ok((transaction, None));
    }
    let signature = decode_signature(legacy_parity(params, v)?, r, s)?;
    Ok((transaction, Some(signature)))
}

/// Returns the parity encoded in the v of a legacy transaction, which must be bound to this chain.
pub(crate) fn legacy_parity(params: Params, v: U256) -> Result<Parity, TransactionError> {
    if v == 27.into() || v == 28.into() {
        return Err(TransactionError::Unprotected);
    }
    let protected = v.checked_sub(35.into()).ok_or(TransactionError::Malformed)?;
    check_chain(params, protected / 2)?;
    // The lowest bit is set for an odd parity.
    Ok(if protected.bit(0) { Parity::Odd } else { Parity::Even })
}

fn decode_fee_market(params: Params, list: &Rlp, signed: Bounds) -> Result<Decoded, TransactionError> {
    let count = list.item_count()?;
    if count != 9 && count != 12 {
        return Err(TransactionError::Malformed);
    }
    check_chain(params, list.val_at(0)?)?;
    let price = GasPrice::FeeMarket {
        max_priority_fee_per_gas: Amount(list.val_at(2)?),
        max_fee_per_gas: Amount(list.val_at(3)?),
    };
    let fields = decode_message(params, list, [1, 4], price)?;
    let access_list = list.at(8)?;
    let access_list = access_list.iter().map(|item| decode_access(&item));
    let access_list = access_list.collect::<Result<_, DecoderError>>()?;
    let bounds = if count == 9 { Bounds::Unsigned } else { signed };
    let transaction = UnsignedTransaction::new(fields, access_list, bounds)?;
    if count == 9 {
        return Ok((transaction, None));
    }
    let parity = Parity::from_id(list.val_at(9)?).ok_or(TransactionError::Malformed)?;
    let signature = decode_signature(parity, list.val_at(10)?, list.val_at(11)?)?;
    Ok((transaction, Some(signature)))
}

/// Decodes the fields of both types: the nonce at the first index; gas limit, recipient, value and data from
/// the second index on.
fn decode_message(
    params: Params,
    list: &Rlp,
    [nonce, message]: [usize; 2],
    price: GasPrice,
) -> Result<TransactionFields, TransactionError> {
    let to = list.at(message + 1)?;
    Ok(TransactionFields {
        params,
        nonce: list.val_at(nonce)?,
        to: if to.is_empty() {
            None
        } else {
            Some(Address(H160::decode(&to)?))
        },
        amount: Amount(list.val_at(message + 2)?),
        data: list.val_at(message + 3)?,
        gas_limit: list.val_at(message)?,
        price,
    })
}

fn decode_access(item: &Rlp) -> Result<AccessListItem, DecoderError> {
    let storage_keys: Vec<H256> = item.list_at(1)?;
    Ok(AccessListItem {
        address: Address(item.val_at(0)?),
        storage_keys: storage_keys.into_iter().map(|key| Hash(key.0)).collect(),
    })
}

fn decode_signature(parity: Parity, r: U256, s: U256) -> Result<SignatureWithParity, TransactionError> {
    SignatureWithParity::from_numbers(Amount(r), Amount(s), parity).ok_or(TransactionError::Signature)
}

fn check_chain(params: Params, chain_id: U256) -> Result<(), TransactionError> {
    let expected = params.chain_id();
    if chain_id == expected.into() {
        return Ok(());
    }
    Err(TransactionError::OtherChain {
        chain_id: Amount(chain_id),
        expected,
    })
}
