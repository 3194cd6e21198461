//! The values of inputs whose signatures do not commit to them: they are read from the transactions that created the outputs.
//! With an understated value, the excess would become fee.

use super::number;
use super::owner::Owner;
use super::transaction::outpoint;
use crate::blockchain_connector_btc_like::Utxo;
use crate::payments::check::{PaymentError, check};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Amount, Transaction, TxOut, Txid};
use std::collections::HashMap;

const ENDPOINT: &str = "estimate";

/// Compares value and owner of these inputs with their transactions: hex without witnesses, in any order.
pub fn check_values(sender: &Owner, utxo: &[Utxo], parents: &[String]) -> Result<(), PaymentError> {
    let owners: Result<Vec<_>, _> = utxo.iter().map(|utxo| sender.of_output(utxo)).collect();
    let owners = owners?;
    if owners.iter().any(Owner::signs_all_values) {
        return Ok(());
    }
    let decoded = parents
        .iter()
        .filter_map(|hex| deserialize_hex::<Transaction>(hex).ok());
    let parents: HashMap<Txid, Transaction> = decoded.map(|parent| (parent.compute_txid(), parent)).collect();
    for (utxo, owner) in utxo.iter().zip(owners) {
        if owner.signs_value() {
            continue;
        }
        let outpoint = outpoint(utxo)?;
        let created = parents
            .get(&outpoint.txid)
            .and_then(|parent| parent.output.get(outpoint.vout as usize));
        let expected = TxOut {
            value: Amount::from_sat(number("utxo", &utxo.value)?),
            script_pubkey: owner.script,
        };
        check(ENDPOINT, "value of an input", &created, &Some(&expected))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blockchain_connector_btc_like::AddressType;
    use crate::payments::btc_like::params::Params;
    use bitcoin::absolute::LockTime;
    use bitcoin::consensus::encode::serialize_hex;
    use bitcoin::transaction::Version;
    use bitcoin::{ScriptBuf, TxIn};
    use wallet_core::model::{BtcLikeChain as Chain, Network};

    const KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

    /// Returns a transaction with one output of this value and script.
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
            let sender = Owner::new(Params::of(chain, Network::Livenet), KEY, Some(&address_type)).expect("an owner");
            let own = parent(100_000_000, sender.script.clone());
            let foreign = parent(100_000_000, ScriptBuf::new_op_return([1]));
            let understated = parent(2_000_000, sender.script.clone());
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
    fn values_that_signatures_contain_need_no_parents() {
        for (chain, address_type) in [
            (Chain::Btc, AddressType::P2wpkh),
            (Chain::Btc, AddressType::P2tr),
            (Chain::Bch, AddressType::P2pkh),
        ] {
            let sender = Owner::new(Params::of(chain, Network::Livenet), KEY, Some(&address_type)).expect("an owner");
            let own = parent(1, sender.script.clone());
            assert_eq!(
                check_values(&sender, &[utxo(&own, 0, 2)], &[]).ok(),
                Some(()),
                "{chain}"
            );
        }
    }
}
