//! Tests of PSBTs: signed by the `bitcoin` crate, and changed by signers.

use super::*;
use bitcoin::psbt::{GetKey, KeyRequest, Psbt, PsbtSighashType};
use bitcoin::sighash::{EcdsaSighashType, TapSighashType};
use bitcoin::{Amount, PrivateKey, Sequence, Transaction, TxIn, TxOut, absolute, transaction};

const TYPES: [AddressType; 4] = [
    AddressType::P2pkh,
    AddressType::P2shP2wpkh,
    AddressType::P2wpkh,
    AddressType::P2tr,
];
const VALUE: u64 = 100_000_000;

/// A signer with one key.
struct OneKey(SecretKey);

impl GetKey for OneKey {
    type Error = std::convert::Infallible;

    fn get_key<C: bitcoin::secp256k1::Signing>(
        &self,
        _: KeyRequest,
        _: &Secp256k1<C>,
    ) -> Result<Option<PrivateKey>, Self::Error> {
        Ok(Some(PrivateKey::new(self.0, bitcoin::NetworkKind::Main)))
    }
}

/// Returns a transaction that pays to the owner.
fn parent(owner: &Sender, salt: u32) -> Transaction {
    Transaction {
        version: transaction::Version::TWO,
        lock_time: absolute::LockTime::from_consensus(salt),
        input: vec![TxIn {
            sequence: Sequence::MAX,
            previous_output: outpoint(salt),
            ..TxIn::default()
        }],
        output: vec![TxOut {
            value: Amount::from_sat(VALUE),
            script_pubkey: owner.address().script_pubkey().to_owned(),
        }],
    }
}

/// Returns a payment with an input of each type of the chain, with the parents.
fn payment_of_all_types(chain: Chain) -> (UnsignedTransaction, Vec<Transaction>) {
    let row = params(chain, LIVENET);
    let types = TYPES.iter().filter(|kind| row.address_types.contains(kind));
    let owners: Vec<Sender> = types.map(|kind| sender(chain, *kind)).collect();
    let parents: Vec<_> = (0..).zip(&owners).map(|(salt, owner)| parent(owner, salt)).collect();
    let list = owners.iter().zip(&parents).map(|(owner, parent)| Input {
        utxo: Utxo {
            outpoint: OutPoint::new(parent.compute_txid(), 0),
            value: VALUE,
        },
        owner: owner.clone(),
        sequence: None,
    });
    let inputs = Inputs::new(row, list.collect()).unwrap();
    let unsigned = build_ordinary(&inputs, &payment(&owners[0], VALUE / 2), 1_000_000).unwrap();
    (unsigned, parents)
}

fn origins() -> Vec<KeyOrigin> {
    let key = public(&secret(7), true);
    vec![KeyOrigin::new(key, "d90c6a4f", "m/84'/0'/0'/0/0").unwrap()]
}

fn decoded(base64: &str) -> Psbt {
    use base64::Engine;
    let bytes = base64::engine::general_purpose::STANDARD.decode(base64).unwrap();
    Psbt::deserialize(&bytes).unwrap()
}

fn encoded(psbt: &Psbt) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(psbt.serialize())
}

/// Returns the payment and the PSBT, signed by the `bitcoin` crate.
fn signed(chain: Chain) -> (UnsignedTransaction, Psbt) {
    let (unsigned, parents) = payment_of_all_types(chain);
    let mut psbt = decoded(&unsigned.to_psbt(&origins(), parents).unwrap());
    psbt.sign(&OneKey(secret(7)), &Secp256k1::new()).unwrap();
    (unsigned, psbt)
}

#[test]
fn signed_psbt_completes_the_transaction() {
    for chain in [Chain::Btc, Chain::Ltc, Chain::Doge] {
        let (unsigned, psbt) = signed(chain);
        let attached = unsigned.clone().attach_psbt(&encoded(&psbt)).unwrap();
        // The same transaction with final fields, as signers return.
        let mut last = psbt.clone();
        for (input, signed) in last.inputs.iter_mut().zip(&attached.as_transaction().input) {
            input.partial_sigs.clear();
            input.tap_key_sig = None;
            input.final_script_sig = Some(signed.script_sig.clone()).filter(|script| !script.is_empty());
            input.final_script_witness = Some(signed.witness.clone()).filter(|witness| !witness.is_empty());
        }
        assert_eq!(unsigned.attach_psbt(&encoded(&last)), Ok(attached.clone()), "{chain}");
        assert_eq!(
            last.extract_tx_unchecked_fee_rate(),
            *attached.as_transaction(),
            "{chain}"
        );
    }
}

#[test]
fn psbt_has_the_fields_that_signers_require() {
    let (unsigned, parents) = payment_of_all_types(Chain::Btc);
    let psbt = decoded(&unsigned.to_psbt(&origins(), parents).unwrap());
    let [legacy, nested, native, taproot] = psbt.inputs.as_slice() else {
        panic!("four inputs");
    };
    assert!(legacy.non_witness_utxo.is_some() && legacy.witness_utxo.is_none());
    assert!(nested.witness_utxo.is_some() && nested.redeem_script.is_some());
    assert!(native.witness_utxo.is_some() && native.non_witness_utxo.is_some());
    assert!(taproot.witness_utxo.is_some() && taproot.non_witness_utxo.is_none());
    assert_eq!(taproot.tap_key_origins.len(), 1);
    assert_eq!((legacy.bip32_derivation.len(), taproot.bip32_derivation.len()), (1, 0));
    // The recipient has no origin, the change has that of its key.
    let keys: Vec<usize> = psbt
        .outputs
        .iter()
        .map(|output| output.bip32_derivation.len())
        .collect();
    assert_eq!(keys, [0, 1]);
}

#[test]
fn false_or_missing_parents_are_rejected() {
    let (unsigned, parents) = payment_of_all_types(Chain::Btc);
    let without = unsigned.to_psbt(&[], Vec::new());
    assert_eq!(without, Err(PsbtError::MissingParent { input: 0 }));
    let mut other = unsigned.clone();
    other.inputs[2].utxo.value -= 1;
    assert_eq!(other.to_psbt(&[], parents), Err(PsbtError::OtherParent { input: 2 }));
    let (bch, parents) = payment_of_all_types(Chain::Bch);
    assert_eq!(
        bch.to_psbt(&[], parents),
        Err(PsbtError::NoFormat { chain: Chain::Bch })
    );
    assert_eq!(
        bch.attach_psbt("cHNidP8B"),
        Err(PsbtError::NoFormat { chain: Chain::Bch })
    );
}

#[test]
fn changed_psbts_are_rejected() {
    let (unsigned, psbt) = signed(Chain::Btc);
    let attach = |changed: &Psbt| unsigned.clone().attach_psbt(&encoded(changed));
    let change = |change: fn(&mut Psbt)| {
        let mut changed = psbt.clone();
        change(&mut changed);
        attach(&changed).expect_err("an error")
    };
    let other = PsbtError::OtherTransaction;
    assert_eq!(
        change(|psbt| psbt.unsigned_tx.output[0].value -= Amount::ONE_SAT),
        other
    );
    assert_eq!(change(|psbt| psbt.unsigned_tx.output.swap(0, 1)), other);
    assert_eq!(change(|psbt| psbt.unsigned_tx.input[1].sequence = Sequence::MAX), other);
    assert_eq!(
        change(|psbt| psbt.unsigned_tx.input[1].previous_output.vout += 1),
        other
    );
    let removed = change(|psbt| psbt.inputs[1].partial_sigs.clear());
    assert_eq!(removed, PsbtError::Unsigned { input: 1 });
    assert_eq!(
        change(|psbt| psbt.inputs[3].tap_key_sig = None),
        PsbtError::Unsigned { input: 3 }
    );
    let swapped = change(|psbt| psbt.inputs[1].partial_sigs = psbt.inputs[2].partial_sigs.clone());
    assert_eq!(swapped, PsbtError::Invalid { input: 1 });
    for malformed in ["", "x", "cHNidP8="] {
        assert_eq!(unsigned.clone().attach_psbt(malformed), Err(PsbtError::Malformed));
    }
}

#[test]
fn other_sighash_types_are_rejected() {
    let (unsigned, parents) = payment_of_all_types(Chain::Btc);
    for (input, kind) in [
        (0, PsbtSighashType::from(EcdsaSighashType::None)),
        (2, PsbtSighashType::from(EcdsaSighashType::AllPlusAnyoneCanPay)),
        (3, PsbtSighashType::from(TapSighashType::All)),
    ] {
        let mut psbt = decoded(&unsigned.to_psbt(&origins(), parents.clone()).unwrap());
        psbt.inputs[input].sighash_type = Some(kind);
        psbt.sign(&OneKey(secret(7)), &Secp256k1::new()).unwrap();
        let attached = unsigned.clone().attach_psbt(&encoded(&psbt));
        assert_eq!(attached, Err(PsbtError::SighashType { input }));
    }
}

#[test]
fn key_origin_has_four_bytes_and_a_path() {
    let key = public(&secret(7), true);
    for path in ["m/84'/0'/0'/1/5", "84h/0h/0h/0/0", "m"] {
        assert!(KeyOrigin::new(key, "D90C6A4F", path).is_ok(), "{path}");
    }
    for (fingerprint, path, error) in [
        ("d90c6a", "m/0", KeyOriginError::Fingerprint),
        ("x", "m/0", KeyOriginError::Fingerprint),
        ("d90c6a4f", "m/x", KeyOriginError::Path),
        ("d90c6a4f", "m/4294967295", KeyOriginError::Path),
    ] {
        assert_eq!(KeyOrigin::new(key, fingerprint, path), Err(error), "{path}");
    }
}
