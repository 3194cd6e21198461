//! Unspent outputs of a sender as an upstream lists them, corrected by their parents.

use super::address::Address;
use super::utxo::{Unspent, Utxo};
use super::verified_output::{VerifiedOutput, VerifiedOutputs};
use bitcoin::{OutPoint, Txid};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The unspent outputs of an address: listed values, and values of verified outputs where they are known.
#[derive(Clone, Debug)]
pub struct Coins {
    address: Address,
    unspent: Vec<Unspent>,
    verified: HashSet<OutPoint>,
}

/// A listed output that contradicts its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FalseCoin {
    /// The output.
    pub outpoint: OutPoint,
    /// The listed value in base units.
    pub listed: u64,
    /// The actual value in base units; `None` if the address has no such output.
    pub actual: Option<u64>,
}

impl Coins {
    /// Wraps the outputs that an upstream lists for an address.
    pub fn new(address: &Address, unspent: Vec<Unspent>) -> Self {
        Self {
            address: address.clone(),
            unspent,
            verified: HashSet::new(),
        }
    }

    /// Returns the outputs in listed order.
    pub fn unspent(&self) -> &[Unspent] {
        &self.unspent
    }

    /// Returns the outpoints of all outputs in listed order.
    pub fn outpoints(&self) -> Vec<OutPoint> {
        self.unspent.iter().map(|coin| coin.utxo.outpoint).collect()
    }

    /// Returns those of the selected outputs that are not verified.
    pub fn unverified(&self, selected: &[Utxo]) -> Vec<OutPoint> {
        let outpoints = selected.iter().map(|utxo| utxo.outpoint);
        outpoints.filter(|outpoint| !self.verified.contains(outpoint)).collect()
    }

    /// Returns the number of verified outputs.
    pub fn verified_count(&self) -> usize {
        self.verified.len()
    }

    /// Returns true if the outpoints of all outputs are verified.
    pub fn are_verified(&self) -> bool {
        self.unspent
            .iter()
            .all(|coin| self.verified.contains(&coin.utxo.outpoint))
    }

    /// Returns the `count` most valuable spendable outputs that are not verified.
    pub fn largest_unverified(&self, count: usize) -> Vec<OutPoint> {
        let params = self.address.params();
        let spendable = self.unspent.iter().filter(|coin| coin.spendable(params));
        let mut utxos: Vec<Utxo> = spendable.map(|coin| coin.utxo).collect();
        utxos.sort_by_key(|utxo| (Reverse(utxo.value), utxo.outpoint));
        let mut outpoints = self.unverified(&utxos);
        outpoints.truncate(count);
        outpoints
    }

    /// Replaces listed values by verified ones and removes outputs that the address does not have. Returns the
    /// listed outputs that were false.
    pub fn correct(&mut self, outputs: &VerifiedOutputs) -> Vec<FalseCoin> {
        let Self {
            address,
            unspent,
            verified,
        } = self;
        let mut false_coins = Vec::new();
        unspent.retain_mut(|coin| {
            let outpoint = coin.utxo.outpoint;
            let Some(output) = outputs.get(&outpoint) else {
                return true;
            };
            let own = output
                .as_ref()
                .filter(|output: &&VerifiedOutput| output.belongs_to(address));
            let (listed, actual) = (coin.utxo.value, own.map(|output| output.value));
            if actual != Some(listed) {
                false_coins.push(FalseCoin {
                    outpoint,
                    listed,
                    actual,
                });
            }
            let Some(value) = actual else { return false };
            coin.utxo.value = value;
            verified.insert(outpoint);
            true
        });
        false_coins
    }

    /// Removes the unverified outputs of a transaction.
    pub fn remove_unverified(&mut self, txid: Txid) {
        let verified = &self.verified;
        self.unspent
            .retain(|coin| coin.utxo.outpoint.txid != txid || verified.contains(&coin.utxo.outpoint));
    }

    /// Removes all unverified outputs.
    pub fn retain_verified(&mut self) {
        let verified = &self.verified;
        self.unspent.retain(|coin| verified.contains(&coin.utxo.outpoint));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parent::ParentOutput;
    use crate::{AddressKind, Chain, Params};
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

    /// Returns the coins with these listed values, whose outpoints are numbered from 0.
    fn coins(values: &[u64]) -> Coins {
        let unspent = (0..).zip(values).map(|(seed, &value)| Unspent {
            utxo: Utxo {
                outpoint: outpoint(seed),
                value,
            },
            confirmations: 6,
            coinbase: false,
            carries_token: false,
        });
        Coins::new(&address(), unspent.collect())
    }

    fn values(coins: &Coins) -> Vec<u64> {
        coins.unspent().iter().map(|coin| coin.utxo.value).collect()
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
        assert_eq!(coins.largest_unverified(9), [outpoint(2)]);
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
        assert!(coins.unspent().is_empty());
    }

    #[test]
    fn largest_spendable_outputs_are_verified_first() {
        let mut coins = coins(&[5, 9, 7, 8]);
        coins.unspent[3].carries_token = true;
        coins.correct(&HashMap::from([(outpoint(1), Some(own(9)))]));
        assert_eq!(coins.largest_unverified(9), [outpoint(2), outpoint(0)]);
        assert_eq!(coins.largest_unverified(1), [outpoint(2)]);
    }

    #[test]
    fn unverified_outputs_can_be_removed() {
        let mut coins = coins(&[5, 6, 7]);
        coins.correct(&HashMap::from([(outpoint(0), Some(own(5)))]));
        coins.remove_unverified(outpoint(0).txid);
        coins.remove_unverified(outpoint(1).txid);
        assert_eq!(values(&coins), [5, 7]);
        coins.retain_verified();
        assert_eq!(values(&coins), [5]);
    }
}
