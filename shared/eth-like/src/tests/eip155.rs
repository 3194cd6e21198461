//! Published vectors of EIP-155 and EIP-1559.

use super::*;

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
