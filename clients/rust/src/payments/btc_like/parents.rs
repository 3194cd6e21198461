//! The values of inputs that the signatures do not prove: they are read from the transactions that created the outputs.
//! With an understated value, the excess would become fee.
//!
//! A signature that contains the value of one input only (BIP 143, bch) proves it in a transaction with one input. With
//! several, a service could request two signatures of the same transaction, each with a false value of another input,
//! and combine the valid halves.

use super::number;
use super::owner::{of_output, outpoint, signs_all_values};
use crate::blockchain_connector_btc_like::Utxo;
use crate::payments::check::{PaymentError, check};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Amount, Transaction, TxOut, Txid};
use std::collections::HashMap;
use wallet_btc_like::{Sender, UnsignedTransaction};

const ENDPOINT: &str = "estimate";

/// Returns true if the signatures prove the values of the inputs.
pub fn are_proven(sender: &Sender, utxo: &[Utxo]) -> Result<bool, PaymentError> {
    let owners: Result<Vec<_>, _> = utxo.iter().map(|utxo| of_output(sender, utxo)).collect();
    Ok(match &*owners? {
        [only] => only.signatures_commit_to_values(),
        several => several.iter().any(signs_all_values),
    })
}

/// Returns true if the signatures contain the values of all inputs.
pub fn are_values_signed(unsigned: &UnsignedTransaction) -> bool {
    let mut owners = unsigned.inputs().iter().map(|input| &input.owner);
    owners.clone().all(Sender::signatures_commit_to_values) || owners.any(signs_all_values)
}

/// Compares value and owner of the inputs with their transactions, unless the signatures prove the values. The
/// transactions are in hex without witnesses, in any order.
pub fn check_values(sender: &Sender, utxo: &[Utxo], parents: &[String]) -> Result<(), PaymentError> {
    if are_proven(sender, utxo)? {
        return Ok(());
    }
    let decoded = parents
        .iter()
        .filter_map(|hex| deserialize_hex::<Transaction>(hex).ok());
    let parents: HashMap<Txid, Transaction> = decoded.map(|parent| (parent.compute_txid(), parent)).collect();
    for utxo in utxo {
        let owner = of_output(sender, utxo)?;
        let outpoint = outpoint(utxo)?;
        let created = parents
            .get(&outpoint.txid)
            .and_then(|parent| parent.output.get(outpoint.vout as usize));
        let expected = TxOut {
            value: Amount::from_sat(number("utxo", &utxo.value)?),
            script_pubkey: owner.address().script_pubkey().to_owned(),
        };
        check(ENDPOINT, "value of an input", &created, &Some(&expected))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blockchain_connector_btc_like::AddressType;
    use crate::payments::btc_like::owner;
    use bitcoin::absolute::LockTime;
    use bitcoin::consensus::encode::serialize_hex;
    use bitcoin::transaction::Version;
    use bitcoin::{ScriptBuf, TxIn};
    use wallet_core::model::{BtcLikeChain as Chain, Network};

    const KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

    /// Returns a transaction with a single output of this value and script.
    fn parent(value: u64, script_pubkey: ScriptBuf) -> Transaction {
        Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: vec![TxIn::default()],
            output: vec![TxOut {
                value: Amount::from_sat(value),
                script_pubkey,
            }],
        }
    }

    fn utxo(parent: &Transaction, vout: u32, value: u64) -> Utxo {
        Utxo {
            txid: parent.compute_txid().to_string(),
            vout,
            value: value.to_string(),
            ..Utxo::default()
        }
    }

    #[test]
    fn values_are_those_of_the_parents() {
        for (chain, address_type) in [(Chain::Btc, AddressType::P2pkh), (Chain::Doge, AddressType::P2pkh)] {
            let sender =
                owner::new(owner::params(chain, Network::Livenet), KEY, Some(&address_type)).expect("an owner");
            let own = parent(100_000_000, sender.address().script_pubkey().to_owned());
            let foreign = parent(100_000_000, ScriptBuf::new_op_return([1]));
            let understated = parent(2_000_000, sender.address().script_pubkey().to_owned());
            let check = |parent: &Transaction, vout, value, given: &Transaction| {
                check_values(&sender, &[utxo(parent, vout, value)], &[serialize_hex(given)]).is_ok()
            };
            assert!(check(&own, 0, 100_000_000, &own));
            assert!(!check(&own, 0, 2_000_000, &own), "an understated value");
            assert!(!check(&own, 1, 100_000_000, &own), "no such output");
            assert!(!check(&own, 0, 2_000_000, &understated), "another transaction");
            assert!(!check(&foreign, 0, 100_000_000, &foreign), "another owner");
            assert!(check_values(&sender, &[utxo(&own, 0, 100_000_000)], &[]).is_err());
        }
    }

    #[test]
    fn values_of_several_inputs_are_those_of_the_parents() {
        for (chain, address_type, is_proven) in [
            (Chain::Btc, AddressType::P2wpkh, false),
            (Chain::Btc, AddressType::P2shP2wpkh, false),
            (Chain::Ltc, AddressType::P2wpkh, false),
            (Chain::Bch, AddressType::P2pkh, false),
            (Chain::Btc, AddressType::P2tr, true),
        ] {
            let sender =
                owner::new(owner::params(chain, Network::Livenet), KEY, Some(&address_type)).expect("an owner");
            let [one, other] = [5, 6].map(|value| parent(value, sender.address().script_pubkey().to_owned()));
            let parents = [&one, &other].map(serialize_hex);
            let check = |values: [u64; 2], parents: &[String]| {
                let utxo = [utxo(&one, 0, values[0]), utxo(&other, 0, values[1])];
                check_values(&sender, &utxo, parents).is_ok()
            };
            assert!(check([5, 6], &parents), "{chain}");
            for false_values in [[4, 6], [5, 5]] {
                assert_eq!(check(false_values, &parents), is_proven, "{chain} {address_type:?}");
            }
            assert_eq!(check([5, 6], &parents[..1]), is_proven, "{chain} {address_type:?}");
        }
    }

    #[test]
    fn values_that_signatures_contain_need_no_parents() {
        for (chain, address_type) in [
            (Chain::Btc, AddressType::P2wpkh),
            (Chain::Btc, AddressType::P2tr),
            (Chain::Bch, AddressType::P2pkh),
        ] {
            let sender =
                owner::new(owner::params(chain, Network::Livenet), KEY, Some(&address_type)).expect("an owner");
            let own = parent(1, sender.address().script_pubkey().to_owned());
            assert_eq!(
                check_values(&sender, &[utxo(&own, 0, 2)], &[]).ok(),
                Some(()),
                "{chain}"
            );
        }
    }
}
