//! Signatures that belong to a transaction, and those that do not.

use super::*;

#[test]
fn either_parity_is_found_and_the_wrong_one_refused() {
    for seed in 1..20 {
        let (secret, unsigned) = (secret(seed), build(&payment()).unwrap());
        let (signature, id) = sign(&secret, unsigned.sighash());
        let key = public(&secret);
        let parity = |recovery| Parity::of(livenet("eth"), Some(recovery), None).unwrap();
        let found = unsigned.clone().attach(&key, &signature, None).unwrap();
        let told = unsigned.clone().attach(&key, &signature, parity(id)).unwrap();
        assert_eq!((&found, found.sender()), (&told, key.address()));
        let wrong = unsigned.attach(&key, &signature, parity(1 - id));
        assert_eq!(wrong, Err(AttachError::OtherParity));
    }
}

#[test]
fn a_signature_of_another_key_or_another_transaction_is_refused() {
    let unsigned = build(&payment()).unwrap();
    let (signature, id) = sign(&secret(1), unsigned.sighash());
    let key = public(&secret(1));
    for parity in [None, Parity::from_id(id)] {
        let other_key = unsigned.clone().attach(&public(&secret(2)), &signature, parity);
        assert_eq!(other_key, Err(AttachError::Invalid));
        let other_nonce = TransactionFields { nonce: 8, ..payment() };
        let refused = build(&other_nonce).unwrap().attach(&key, &signature, parity);
        assert_eq!(refused, Err(AttachError::Invalid));
    }
}

#[test]
fn a_signature_for_another_chain_is_refused() {
    let unsigned = |network| {
        let params = Params {
            network,
            ..livenet("eth")
        };
        build(&TransactionFields { params, ..payment() }).unwrap()
    };
    let (signature, _) = sign(&secret(1), unsigned(Network::Testnet).sighash());
    let refused = unsigned(Network::Livenet).attach(&public(&secret(1)), &signature, None);
    assert_eq!(refused, Err(AttachError::Invalid));
}

#[test]
fn a_high_s_is_sent_as_the_low_one() {
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
