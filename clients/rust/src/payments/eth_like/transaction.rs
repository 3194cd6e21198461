//! The transaction that is signed, built independently of the service.

use super::address::{Address, keccak};
use super::rlp::List;
use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;
use crate::payments::signer::EcdsaSignature;
use bitcoin::PublicKey;
use bitcoin::secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use bitcoin::secp256k1::{Message, Secp256k1};

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
                .empty_list(),
        }
    }
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
    }
}
