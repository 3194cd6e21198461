//! The worked example of <https://eips.ethereum.org/EIPS/eip-155>, and the transactions of
//! <http://vitalik.ca/files/eip155_testvec.txt> (also in go-ethereum, `core/types/transaction_signing_test.go`).

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
