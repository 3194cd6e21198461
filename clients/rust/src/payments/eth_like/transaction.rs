//! Prices and signatures of transactions.

use crate::blockchain_connector_eth_like::transaction::Signature;
use crate::payments::Amount;
use crate::payments::check::PaymentError;
use crate::payments::signer::EcdsaSignature;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Hash, MessageSignature, Params, PublicKey, sign_message};

/// The price of gas in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

    /// Returns the tip, which nodes compare as well: the whole price of a legacy transaction.
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

impl From<GasPrice> for wallet_eth_like::GasPrice {
    fn from(price: GasPrice) -> Self {
        match price {
            GasPrice::Legacy(gas_price) => Self::Legacy { gas_price },
            GasPrice::FeeMarket { max_fee, priority_fee } => Self::FeeMarket {
                max_fee_per_gas: max_fee,
                max_priority_fee_per_gas: priority_fee,
            },
        }
    }
}

impl From<wallet_eth_like::GasPrice> for GasPrice {
    fn from(price: wallet_eth_like::GasPrice) -> Self {
        match price {
            wallet_eth_like::GasPrice::Legacy { gas_price } => Self::Legacy(gas_price),
            wallet_eth_like::GasPrice::FeeMarket {
                max_fee_per_gas,
                max_priority_fee_per_gas,
            } => Self::FeeMarket {
                max_fee: max_fee_per_gas,
                priority_fee: max_priority_fee_per_gas,
            },
        }
    }
}

/// Returns the parameters of a chain, with the chain id that signatures commit to (EIP-155).
pub fn params(chain: &str, network: Network) -> Result<Params, PaymentError> {
    let chain = Chain::from_name(chain);
    let chain = chain.ok_or_else(|| PaymentError::invalid("chain", "this version does not know the chain"))?;
    Ok(Params::of(chain, network))
}

/// Parses a public key in hex, with or without `0x`.
pub fn public_key(text: &str) -> Result<PublicKey, PaymentError> {
    PublicKey::parse(text).map_err(|error| PaymentError::invalid("public_key", error))
}

/// Reads the signature of a signer.
pub fn read(signature: &EcdsaSignature) -> Result<wallet_eth_like::Signature, PaymentError> {
    let [r, s] = [signature.r, signature.s].map(hex::encode);
    wallet_eth_like::Signature::parse(&r, &s).map_err(|_| PaymentError::InvalidSignature)
}

/// Verifies the signature of a signer: r, s with a low s, and v as 27 or 28.
pub fn verify(hash: Hash, key: &PublicKey, signature: &EcdsaSignature) -> Result<MessageSignature, PaymentError> {
    sign_message(hash, key, &read(signature)?, None).map_err(|_| PaymentError::InvalidSignature)
}

/// Returns a verified signature in the form of requests.
pub fn wire(signature: &MessageSignature) -> Signature {
    const FIRST_V: u8 = 27;
    let [r, s] = [&signature[..32], &signature[32..64]].map(hex::encode);
    Signature {
        r,
        s,
        recovery: Some(signature[64] - FIRST_V),
        v: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (GasPrice::Legacy(Amount::MAX), legacy(1), false),
        ] {
            assert_eq!(price.replaces(pending), expected, "{price:?} {pending:?}");
        }
    }
}
