//! Transaction encoding: RLP (Yellow Paper, appendix B) in an EIP-2718 envelope.

use crate::transaction::fields::{AccessListItem, GasPrice, TransactionFields};
use crate::transaction::signature::SignatureWithParity;
use ethers_core::utils::rlp::RlpStream;

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
