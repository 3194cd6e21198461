//! Unspent outputs as an upstream lists them, corrected by their parents.

use crate::address::Address;
use crate::address::sender::Sender;
use crate::coin::parent::{ParentOutput, ParentTransaction};
use crate::coin::token::Token;
use crate::coin::token_prefix;
use crate::coin::utxo::{Input, Unspent, Utxo};
use bitcoin::hashes::{Hash, sha256};
use bitcoin::{OutPoint, Txid};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// An unspent output and the owner: a key, or only an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coin<O> {
    /// The owner.
    pub owner: O,
    /// The output.
    pub unspent: Unspent,
}

impl<O: AsRef<Address>> Coin<O> {
    /// Returns true if a plain payment in the next block may spend the output, which is mature and carries no tokens.
    pub fn is_spendable(&self) -> bool {
        self.unspent.spendable(self.owner.as_ref().params())
    }
}

impl Coin<Sender> {
    /// Returns the input that spends the output.
    pub fn to_input(&self) -> Input {
        Input {
            utxo: self.unspent.utxo,
            owner: self.owner.clone(),
            sequence: None,
        }
    }
}

/// Unspent outputs: listed values, and values of verified outputs where they are known.
#[derive(Clone, Debug)]
pub struct Coins<O> {
    coins: Vec<Coin<O>>,
    verified: HashSet<OutPoint>,
}

/// A listed output that contradicts the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FalseCoin {
    /// The output.
    pub outpoint: OutPoint,
    /// The listed value in base units.
    pub listed: u64,
    /// The actual value in base units; `None` if the address has no such output.
    pub actual: Option<u64>,
}

impl<O: AsRef<Address>> Coins<O> {
    /// Wraps the outputs that an upstream lists.
    pub fn new(coins: Vec<Coin<O>>) -> Self {
        Self {
            coins,
            verified: HashSet::new(),
        }
    }

    /// Returns the outputs in listed order.
    pub fn as_slice(&self) -> &[Coin<O>] {
        &self.coins
    }

    /// Returns the outpoints of all outputs in listed order.
    pub fn outpoints(&self) -> Vec<OutPoint> {
        self.coins.iter().map(|coin| coin.unspent.utxo.outpoint).collect()
    }

    /// Returns the outpoints that are not verified.
    pub fn unverified(&self, outpoints: impl IntoIterator<Item = OutPoint>) -> Vec<OutPoint> {
        let outpoints = outpoints.into_iter();
        outpoints.filter(|outpoint| !self.verified.contains(outpoint)).collect()
    }

    /// Returns the number of verified outputs.
    pub fn verified_count(&self) -> usize {
        self.verified.len()
    }

    /// Returns the `count` most valuable spendable outputs that are not verified.
    pub fn largest_unverified(&self, count: usize, is_included: impl Fn(&O) -> bool) -> Vec<OutPoint> {
        let spendable = self
            .coins
            .iter()
            .filter(|coin| coin.is_spendable() && is_included(&coin.owner));
        let mut utxos: Vec<Utxo> = spendable.map(|coin| coin.unspent.utxo).collect();
        utxos.sort_by_key(|utxo| (Reverse(utxo.value), utxo.outpoint));
        let mut outpoints = self.unverified(utxos.iter().map(|utxo| utxo.outpoint));
        outpoints.truncate(count);
        outpoints
    }

    /// Replaces listed values by verified values and removes outputs that the owner does not have. Returns the
    /// listed outputs that were false.
    pub fn correct(&mut self, outputs: &VerifiedOutputs) -> Vec<FalseCoin> {
        let Self { coins, verified } = self;
        let mut false_coins = Vec::new();
        coins.retain_mut(|coin| {
            let outpoint = coin.unspent.utxo.outpoint;
            let Some(output) = outputs.get(&outpoint) else {
                return true;
            };
            let own = output
                .as_ref()
                .filter(|output: &&VerifiedOutput| output.belongs_to(coin.owner.as_ref()));
            let (listed, actual) = (coin.unspent.utxo.value, own.map(|output| output.value));
            if actual != Some(listed) {
                false_coins.push(FalseCoin {
                    outpoint,
                    listed,
                    actual,
                });
            }
            let Some(value) = actual else { return false };
            coin.unspent.utxo.value = value;
            verified.insert(outpoint);
            true
        });
        false_coins
    }

    /// Keeps the outputs that are verified or for which `is_kept` returns true. Returns true if any was removed.
    pub fn retain(&mut self, is_kept: impl Fn(&Coin<O>) -> bool) -> bool {
        let (verified, before) = (&self.verified, self.coins.len());
        self.coins
            .retain(|coin| verified.contains(&coin.unspent.utxo.outpoint) || is_kept(coin));
        self.coins.len() < before
    }
}

/// An output with a value and script that the transaction id commits to, so that neither changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedOutput {
    /// The value in base units.
    pub value: u64,
    /// True if the output carries `CashTokens`, which a plain payment would burn.
    pub carries_token: bool,
    /// The tokens, on the heap because few outputs have any; `None` also if their prefix is malformed.
    pub token: Option<Box<Token>>,
    /// The SHA-256 of the script as serialised, of the same size for every script.
    script_hash: sha256::Hash,
}

/// Verified outputs by outpoint: `None` if the transaction has no output with that index, absent if the transaction
/// is unknown.
pub type VerifiedOutputs = HashMap<OutPoint, Option<VerifiedOutput>>;

impl VerifiedOutput {
    /// Returns true if the script is that of the address, without tokens.
    pub fn belongs_to(&self, address: &Address) -> bool {
        self.script_hash == sha256::Hash::hash(address.script_pubkey().as_bytes())
    }
}

impl From<&ParentOutput> for VerifiedOutput {
    fn from(output: &ParentOutput) -> Self {
        Self {
            value: output.value,
            carries_token: output.carries_token,
            token: token_prefix::split(&output.script).map(|(token, _)| Box::new(token)),
            script_hash: sha256::Hash::hash(&output.script),
        }
    }
}

impl ParentTransaction {
    /// Returns the outputs with the indexes; `txid` is the id that the transaction was decoded with.
    pub fn verified_outputs(&self, txid: Txid, indexes: &[u32]) -> VerifiedOutputs {
        let outputs = indexes.iter().map(|&vout| {
            let output = self.output(vout).map(VerifiedOutput::from);
            (OutPoint::new(txid, vout), output)
        });
        outputs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::parent::ParentOutput;
    use crate::{AddressKind, Chain, Params};
    use bitcoin::Txid;
    use bitcoin::hashes::Hash;
    use std::collections::HashMap;
    use wallet_core::model::Network;

    fn address() -> Address {
        let params = Params::of(Chain::Bch, Network::Livenet).unwrap();
        let address = Address::parse(params, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu").unwrap();
        assert_eq!(address.kind(), AddressKind::P2pkh);
        address
    }

    fn outpoint(seed: u8) -> OutPoint {
        OutPoint::new(Txid::from_byte_array([seed; 32]), 0)
    }

    /// Returns the coins with the listed values; outpoints are numbered from 0.
    fn coins(values: &[u64]) -> Coins<Address> {
        let unspent = (0..).zip(values).map(|(seed, &value)| Unspent {
            utxo: Utxo {
                outpoint: outpoint(seed),
                value,
            },
            confirmations: 6,
            coinbase: false,
            carries_token: false,
        });
        let coins = unspent.map(|unspent| Coin {
            owner: address(),
            unspent,
        });
        Coins::new(coins.collect())
    }

    fn values(coins: &Coins<Address>) -> Vec<u64> {
        let coins = coins.as_slice().iter();
        coins.map(|coin| coin.unspent.utxo.value).collect()
    }

    fn output(value: u64, script: &[u8]) -> VerifiedOutput {
        VerifiedOutput::from(&ParentOutput {
            value,
            script: script.to_vec(),
            carries_token: false,
        })
    }

    fn own(value: u64) -> VerifiedOutput {
        output(value, address().script_pubkey().as_bytes())
    }

    #[test]
    fn verified_values_replace_listed_ones() {
        let mut coins = coins(&[5, 6, 7]);
        let outputs = HashMap::from([(outpoint(0), Some(own(50))), (outpoint(1), Some(own(6)))]);
        let expected = FalseCoin {
            outpoint: outpoint(0),
            listed: 5,
            actual: Some(50),
        };
        assert_eq!(coins.correct(&outputs), [expected]);
        assert_eq!(values(&coins), [50, 6, 7]);
        assert_eq!(coins.correct(&outputs), []);
        assert_eq!(coins.largest_unverified(9, |_| true), [outpoint(2)]);
    }

    #[test]
    fn outputs_of_others_are_removed() {
        let mut coins = coins(&[5, 6, 7]);
        // The address's script behind a token prefix of bch.
        let token = [&[0xef; 35], address().script_pubkey().as_bytes()].concat();
        let outputs = HashMap::from([
            (outpoint(0), Some(output(5, &[0x51]))),
            (outpoint(1), None),
            (outpoint(2), Some(output(7, &token))),
        ]);
        let false_coins = coins.correct(&outputs);
        assert_eq!(false_coins.len(), 3);
        assert!(false_coins.iter().all(|coin| coin.actual.is_none()));
        assert!(coins.as_slice().is_empty());
    }

    #[test]
    fn largest_spendable_outputs_are_verified_first() {
        let mut coins = coins(&[5, 9, 7, 8]);
        coins.coins[3].unspent.carries_token = true;
        coins.correct(&HashMap::from([(outpoint(1), Some(own(9)))]));
        assert_eq!(coins.largest_unverified(9, |_| true), [outpoint(2), outpoint(0)]);
        assert_eq!(coins.largest_unverified(1, |_| true), [outpoint(2)]);
    }

    #[test]
    fn unverified_outputs_can_be_removed() {
        let mut coins = coins(&[5, 6, 7]);
        coins.correct(&HashMap::from([(outpoint(0), Some(own(5)))]));
        let removes = |coins: &mut Coins<Address>, seed| {
            coins.retain(|coin| coin.unspent.utxo.outpoint.txid != outpoint(seed).txid)
        };
        assert!(!removes(&mut coins, 0));
        assert!(removes(&mut coins, 1));
        assert_eq!(values(&coins), [5, 7]);
        assert!(coins.retain(|_| false));
        assert_eq!(values(&coins), [5]);
    }
}
