//! Attaching of valid and invalid signatures.

use super::*;

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
