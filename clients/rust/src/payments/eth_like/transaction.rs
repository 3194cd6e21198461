//! The transaction that is signed, built independently of the service.

use super::address::{Address, keccak};
use super::rlp::{self, Item, List};
use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;
use crate::payments::signer::EcdsaSignature;
use bitcoin::PublicKey;
use bitcoin::secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use bitcoin::secp256k1::{Message, Secp256k1};
use std::array::TryFromSliceError;

/// The type byte of EIP-1559 transactions.
const FEE_MARKET: u8 = 0x02;

/// The price of gas in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GasPrice {
    /// The price of a legacy transaction.
    Legacy(Amount),
    /// The prices of an EIP-1559 transaction.
    FeeMarket {
        /// The maximum price.
        max_fee: Amount,
        /// The tip.
        priority_fee: Amount,
    },
}

impl GasPrice {
    /// Returns the highest price.
    pub fn maximum(self) -> Amount {
        match self {
            Self::Legacy(price) => price,
            Self::FeeMarket { max_fee, .. } => max_fee,
        }
    }

    /// Returns the tip, which nodes compare as well. It is the whole price of a legacy transaction.
    fn tip(self) -> Amount {
        match self {
            Self::Legacy(price) => price,
            Self::FeeMarket { priority_fee, .. } => priority_fee,
        }
    }

    /// Returns true if nodes accept this price for a replacement: price and tip are at least a tenth higher.
    pub(super) fn replaces(self, pending: Self) -> bool {
        let is_higher = |new: Amount, old: Amount| {
            let [ten, eleven] = [10_u64, 11].map(Amount::from);
            // A price above 2^252 has no replacement.
            let required = old.checked_mul(eleven);
            let offered = new.checked_mul(ten);
            required
                .zip(offered)
                .is_some_and(|(required, offered)| offered >= required)
        };
        is_higher(self.maximum(), pending.maximum()) && is_higher(self.tip(), pending.tip())
    }
}

/// A transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub chain_id: u64,
    pub nonce: u64,
    pub price: GasPrice,
    pub gas_limit: Amount,
    pub to: Option<Address>,
    pub amount: Amount,
    pub data: Vec<u8>,
    /// The encoded entries of the access list (EIP-2930); empty in transactions built here.
    pub access_list: Vec<u8>,
}

impl Transaction {
    /// Returns the bytes whose hash is signed (EIP-155, EIP-1559).
    pub fn unsigned(&self) -> Vec<u8> {
        let fields = self.fields();
        match self.price {
            GasPrice::Legacy(_) => fields.number(self.chain_id).number(0_u64).number(0_u64).encode(),
            GasPrice::FeeMarket { .. } => typed(&fields),
        }
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> [u8; 32] {
        keccak(&self.unsigned())
    }

    /// Returns the signed bytes. `recovery` is 0 or 1.
    pub fn signed(&self, signature: &EcdsaSignature, recovery: u8) -> Vec<u8> {
        let [r, s] = [signature.r, signature.s].map(Amount::from_be_bytes);
        match self.price {
            GasPrice::Legacy(_) => {
                let v = u128::from(self.chain_id) * 2 + 35 + u128::from(recovery);
                self.fields().number(v).number(r).number(s).encode()
            }
            GasPrice::FeeMarket { .. } => typed(&self.fields().number(u64::from(recovery)).number(r).number(s)),
        }
    }

    /// Decodes signed bytes of a legacy or an EIP-1559 transaction, with its signature. Returns `None` for other bytes.
    pub fn decode(bytes: &[u8]) -> Option<(Self, EcdsaSignature)> {
        let (transaction, signature, recovery) = match bytes.split_first()? {
            (&FEE_MARKET, list) => Self::decode_fee_market(&rlp::decode(list)?)?,
            _ => Self::decode_legacy(&rlp::decode(bytes)?)?,
        };
        (transaction.signed(&signature, recovery) == bytes).then_some((transaction, signature))
    }

    fn decode_fee_market(items: &[Item<'_>]) -> Option<(Self, EcdsaSignature, u8)> {
        let [
            chain_id,
            nonce,
            tip,
            max_fee,
            gas,
            to,
            amount,
            data,
            access_list,
            recovery,
            r,
            s,
        ] = items
        else {
            return None;
        };
        let transaction = Self {
            chain_id: small(*chain_id)?,
            nonce: small(*nonce)?,
            price: GasPrice::FeeMarket {
                max_fee: max_fee.number()?,
                priority_fee: tip.number()?,
            },
            gas_limit: gas.number()?,
            to: recipient(to.bytes()?).ok()?,
            amount: amount.number()?,
            data: data.bytes()?.to_vec(),
            access_list: access_list.list()?.to_vec(),
        };
        Some((transaction, signature(*r, *s)?, u8::try_from(small(*recovery)?).ok()?))
    }

    fn decode_legacy(items: &[Item<'_>]) -> Option<(Self, EcdsaSignature, u8)> {
        let [nonce, price, gas, to, amount, data, v, r, s] = items else {
            return None;
        };
        let v = u128::try_from(v.number()?).ok()?.checked_sub(35)?;
        let transaction = Self {
            chain_id: u64::try_from(v / 2).ok()?,
            nonce: small(*nonce)?,
            price: GasPrice::Legacy(price.number()?),
            gas_limit: gas.number()?,
            to: recipient(to.bytes()?).ok()?,
            amount: amount.number()?,
            data: data.bytes()?.to_vec(),
            access_list: Vec::new(),
        };
        Some((transaction, signature(*r, *s)?, u8::from(v % 2 == 1)))
    }

    fn fields(&self) -> List {
        let to = self.to.map(|to| to.0);
        let to = to.as_ref().map_or(&[][..], |to| &to[..]);
        let list = List::default();
        match self.price {
            GasPrice::Legacy(price) => list
                .number(self.nonce)
                .number(price)
                .number(self.gas_limit)
                .bytes(to)
                .number(self.amount)
                .bytes(&self.data),
            GasPrice::FeeMarket { max_fee, priority_fee } => list
                .number(self.chain_id)
                .number(self.nonce)
                .number(priority_fee)
                .number(max_fee)
                .number(self.gas_limit)
                .bytes(to)
                .number(self.amount)
                .bytes(&self.data)
                .list(&self.access_list),
        }
    }
}

/// Returns a number of at most 64 bits.
fn small(item: Item<'_>) -> Option<u64> {
    u128::try_from(item.number()?).ok()?.try_into().ok()
}

/// Returns the recipient; no bytes deploy a contract.
fn recipient(bytes: &[u8]) -> Result<Option<Address>, TryFromSliceError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    bytes.try_into().map(|address| Some(Address(address)))
}

fn signature(r: Item<'_>, s: Item<'_>) -> Option<EcdsaSignature> {
    Some(EcdsaSignature {
        r: r.number()?.to_be_bytes(),
        s: s.number()?.to_be_bytes(),
    })
}

fn typed(fields: &List) -> Vec<u8> {
    let mut bytes = vec![FEE_MARKET];
    bytes.extend(fields.encode());
    bytes
}

/// Returns the recovery id with which a signature yields the public key.
pub fn recovery_id(hash: [u8; 32], signature: &EcdsaSignature, public_key: &PublicKey) -> Result<u8, PaymentError> {
    let compact = [signature.r, signature.s].concat();
    let message = Message::from_digest(hash);
    let yields_key = |recovery: u8| {
        let id = RecoveryId::from_i32(i32::from(recovery)).ok()?;
        let signature = RecoverableSignature::from_compact(&compact, id).ok()?;
        let found = Secp256k1::verification_only()
            .recover_ecdsa(&message, &signature)
            .ok()?;
        (found == public_key.inner).then_some(recovery)
    };
    [0, 1]
        .into_iter()
        .find_map(yields_key)
        .ok_or(PaymentError::InvalidSignature)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of EIP-155.
    #[test]
    fn legacy_transaction_matches_the_published_example() {
        let transaction = Transaction {
            chain_id: 1,
            nonce: 9,
            price: GasPrice::Legacy(Amount::from(20_000_000_000_u64)),
            gas_limit: Amount::from(21_000_u64),
            to: Some(Address([0x35; 20])),
            amount: Amount::from(1_000_000_000_000_000_000_u64),
            data: Vec::new(),
            access_list: Vec::new(),
        };
        assert_eq!(
            hex::encode(transaction.unsigned()),
            "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
        );
        assert_eq!(
            hex::encode(transaction.hash()),
            "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53"
        );
        let half = |text: &str| hex::decode(text).expect("hex").try_into().expect("32 bytes");
        let signature = EcdsaSignature {
            r: half("28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"),
            s: half("67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"),
        };
        assert_eq!(
            hex::encode(transaction.signed(&signature, 0)),
            "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc\
             2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb196\
             6a3b6d83"
        );
        let signed = transaction.signed(&signature, 0);
        assert_eq!(Transaction::decode(&signed), Some((transaction, signature)));
    }

    #[test]
    fn replacing_price_is_a_tenth_higher_in_both_parts() {
        let market = |max_fee: u64, tip: u64| GasPrice::FeeMarket {
            max_fee: max_fee.into(),
            priority_fee: tip.into(),
        };
        let legacy = |price: u64| GasPrice::Legacy(price.into());
        for (price, pending, expected) in [
            (market(110, 11), market(100, 10), true),
            (market(109, 11), market(100, 10), false),
            (market(110, 10), market(100, 10), false),
            (market(112, 0), market(101, 0), true),
            (market(111, 0), market(101, 0), false),
            (legacy(110), legacy(100), true),
            (legacy(109), legacy(100), false),
            (legacy(110), market(100, 10), true),
            (GasPrice::Legacy(Amount::from_be_bytes([0xff; 32])), legacy(1), false),
        ] {
            assert_eq!(price.replaces(pending), expected, "{price:?} {pending:?}");
        }
    }

    #[test]
    fn signed_transactions_are_decoded() {
        let price = GasPrice::FeeMarket {
            max_fee: Amount::from(300_u64),
            priority_fee: Amount::default(),
        };
        let signature = EcdsaSignature {
            r: [0x11; 32],
            s: [0; 32],
        };
        for (price, to, recovery) in [
            (price, Some(Address([0; 20])), 0),
            (price, None, 1),
            (GasPrice::Legacy(Amount::from(7_u64)), None, 1),
        ] {
            let transaction = Transaction {
                chain_id: 11_155_111,
                nonce: 0,
                price,
                gas_limit: Amount::from(21_000_u64),
                to,
                amount: Amount::from_be_bytes([0xff; 32]),
                data: vec![0; 70],
                access_list: Vec::new(),
            };
            let signed = transaction.signed(&signature, recovery);
            assert_eq!(Transaction::decode(&signed), Some((transaction, signature)));
            for length in 0..signed.len() {
                assert_eq!(Transaction::decode(&signed[..length]), None);
            }
        }
    }

    #[test]
    fn access_list_of_a_signed_transaction_is_decoded() {
        let entry = List::default().bytes(&[0x35; 20]).list(&[]).encode();
        let mut fields = List::default();
        for number in [1_u64, 0, 0, 0, 0] {
            fields = fields.number(number);
        }
        fields = fields.bytes(&[]).number(0_u64).bytes(&[]);
        let complete = |fields: List| typed(&fields.number(0_u64).number(1_u64).number(1_u64));
        for access_list in [Vec::new(), entry.clone(), [entry.clone(), entry].concat()] {
            let signed = complete(fields.clone().list(&access_list));
            let (decoded, signature) = Transaction::decode(&signed).expect("a transaction");
            assert_eq!(decoded.access_list, access_list);
            assert_eq!(decoded.signed(&signature, 0), signed);
        }
        // A list is required.
        assert_eq!(Transaction::decode(&complete(fields.bytes(&[]))), None);
    }
}
