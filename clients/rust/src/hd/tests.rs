//! Published vectors of mnemonics, derivation and paths.

use super::{DerivationError, Length, Mnemonic, MnemonicError, Path, PathError, Position, Seed, SeedError};
use crate::Network::{Livenet, Testnet};
use crate::blockchain_connector_btc_like::AddressType;
use crate::payments::btc_like::Chain;
use crate::payments::{EcdsaSigner, Ed25519Signer};
use bitcoin::base58;
use serde::Deserialize;
use serde::de::DeserializeOwned;

const ABANDON: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

#[derive(Deserialize)]
struct File<T> {
    vectors: Vec<T>,
}

fn vectors<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str::<File<T>>(text)
        .expect("a file of vectors")
        .vectors
}

fn seed(digits: &str) -> Seed {
    Seed::from_bytes(&hex::decode(digits).expect("hex")).expect("a seed")
}

fn secp256k1(seed: &Seed, path: &str) -> String {
    seed.secp256k1(&path.parse().unwrap()).unwrap().public_key()
}

#[test]
fn mnemonics_and_seeds_match_bip39() {
    #[derive(Deserialize)]
    struct Vector {
        entropy: String,
        mnemonic: String,
        seed: String,
    }
    let all: Vec<Vector> = vectors(include_str!("vectors/bip39.json"));
    assert_eq!(all.len(), 24);
    for Vector {
        entropy,
        mnemonic,
        seed,
    } in all
    {
        let parsed: Mnemonic = mnemonic.parse().unwrap();
        assert_eq!(*parsed.words(), mnemonic);
        assert_eq!(hex::encode(parsed.seed("TREZOR").bytes()), seed);
        if let length @ (16 | 32) = entropy.len() / 2 {
            let bytes = hex::decode(entropy).unwrap();
            assert_eq!(bytes.len(), length);
            assert_eq!(Mnemonic::from_entropy(&bytes), parsed);
        }
    }
}

#[test]
fn passphrase_is_normalised() {
    // BIP 39: NFKD, in which both forms are equal.
    let mnemonic: Mnemonic = ABANDON.parse().unwrap();
    let bytes = |passphrase| mnemonic.seed(passphrase).bytes().to_vec();
    assert_eq!(bytes("caf\u{e9} \u{2460}"), bytes("cafe\u{301} 1"));
    assert_ne!(bytes("cafe"), bytes("caf\u{e9}"));
}

#[test]
fn keys_match_slip10() {
    #[derive(Deserialize)]
    struct Vector {
        curve: String,
        seed: String,
        path: String,
        public: String,
    }
    let all: Vec<Vector> = vectors(include_str!("vectors/slip10.json"));
    assert_eq!(all.len(), 24);
    for vector in all {
        let (seed, path): (_, Path) = (seed(&vector.seed), vector.path.parse().unwrap());
        assert_eq!(path.to_string(), vector.path);
        let found = match vector.curve.as_str() {
            "ed25519" => seed.ed25519(&path).unwrap().public_key_hex(),
            _ => EcdsaSigner::public_key(&seed.secp256k1(&path).unwrap()),
        };
        assert_eq!(found, vector.public, "{} {path}", vector.curve);
    }
}

/// BIP 32, test vectors 3 and 4: private keys with leading zeros.
#[test]
fn private_keys_with_leading_zeros_match_bip32() {
    let third = "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be";
    let fourth = "3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678";
    for (digits, path, extended) in [
        (
            third,
            "m",
            "xpub661MyMwAqRbcEZVB4dScxMAdx6d4nFc9nvyvH3v4gJL378CSRZiYmhRoP7mBy6gSPSCYk6SzXPTf3ND1cZAceL7SfJ1Z3GC8vBgp2epUt13",
        ),
        (
            third,
            "m/0'",
            "xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y",
        ),
        (
            fourth,
            "m/0'",
            "xpub69AUMk3qDBi3uW1sXgjCmVjJ2G6WQoYSnNHyzkmdCHEhSZ4tBok37xfFEqHd2AddP56Tqp4o56AePAgCjYdvpW2PU2jbUPFKsav5ut6Ch1m",
        ),
        (
            fourth,
            "m/0'/1'",
            "xpub6BJA1jSqiukeaesWfxe6sNK9CCGaujFFSJLomWHprUL9DePQ4JDkM5d88n49sMGJxrhpjazuXYWdMf17C9T5XnxkopaeS7jGk1GyyVziaMt",
        ),
    ] {
        let bytes = base58::decode_check(extended).unwrap();
        assert_eq!(secp256k1(&seed(digits), path), hex::encode(&bytes[45..]));
    }
}

#[test]
fn stellar_accounts_match_sep5() {
    #[derive(Deserialize)]
    struct Vector {
        mnemonic: String,
        passphrase: String,
        addresses: Vec<String>,
    }
    let all: Vec<Vector> = vectors(include_str!("vectors/sep5.json"));
    assert_eq!(all.len(), 5);
    for vector in all {
        let seed = vector.mnemonic.parse::<Mnemonic>().unwrap().seed(&vector.passphrase);
        assert_eq!(vector.addresses.len(), 10);
        for (account, address) in (0..).zip(&vector.addresses) {
            let key = seed.ed25519(&Path::xlm(account).unwrap()).unwrap();
            let found = stellar_xdr::PublicKey::PublicKeyTypeEd25519(stellar_xdr::Uint256(key.public_key()));
            assert_eq!(stellar_xdr::AccountId(found).to_string(), *address);
        }
    }
}

/// BIP 84, test vectors: the first and second address and the first change address.
#[test]
fn segwit_keys_match_bip84() {
    let seed = ABANDON.parse::<Mnemonic>().unwrap().seed("");
    for (change, index, expected) in [
        (
            false,
            0,
            "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
        ),
        (
            false,
            1,
            "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
        ),
        (
            true,
            0,
            "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6",
        ),
    ] {
        let position = Position {
            change,
            index,
            ..Position::default()
        };
        let path = Path::btc_like(Chain::Btc, Livenet, None, position).unwrap();
        assert_eq!(secp256k1(&seed, &path.to_string()), expected);
    }
}

#[test]
fn paths_have_account_change_and_index() {
    let position = Position {
        account: 3,
        change: true,
        index: 7,
    };
    let path = |chain, network, address_type: Option<&AddressType>| {
        Path::btc_like(chain, network, address_type, position).map(|path| path.to_string())
    };
    assert_eq!(path(Chain::Ltc, Livenet, None).unwrap(), "m/84'/2'/3'/1/7");
    assert_eq!(
        path(Chain::Doge, Testnet, Some(&AddressType::P2wpkh)).unwrap(),
        "m/44'/1'/3'/1/7"
    );
    let taproot = AddressType::from("p2tr".to_owned());
    assert_eq!(path(Chain::Btc, Livenet, Some(&taproot)).unwrap(), "m/86'/0'/3'/1/7");
    let other = AddressType::from("p2wsh".to_owned());
    assert_eq!(
        path(Chain::Btc, Livenet, Some(&other)),
        Err(PathError::AddressType("p2wsh".to_owned()))
    );
    assert_eq!(Path::eth_like("op", position).unwrap().to_string(), "m/44'/60'/3'/1/7");
    assert_eq!(Path::eth_like("btc", position), Err(PathError::Chain("btc".to_owned())));
}

#[test]
fn invalid_mnemonics_are_rejected() {
    let parse = |text: &str| text.parse::<Mnemonic>().map(|mnemonic| mnemonic.words().to_string());
    assert_eq!(
        parse(&format!("  {}\n", ABANDON.to_uppercase())),
        Ok(ABANDON.to_owned())
    );
    assert_eq!(parse(&"abandon ".repeat(12)), Err(MnemonicError::Checksum));
    assert_eq!(parse(&"abandon ".repeat(13)), Err(MnemonicError::Length(13)));
    assert_eq!(parse(""), Err(MnemonicError::Length(0)));
    assert_eq!(parse(&ABANDON.replace("about", "abut")), Err(MnemonicError::Word(12)));
}

#[test]
fn invalid_paths_are_rejected() {
    for text in [
        "",
        "44'",
        "/0",
        "m/",
        "m//0",
        "m/0''",
        "m/+1",
        "m/-1",
        "m/2147483648",
        "m/4294967296'",
        "m/0h",
        "m/ 1",
        "M/0",
        "m/0/",
        "m/'",
    ] {
        assert_eq!(text.parse::<Path>(), Err(PathError::Form), "{text}");
    }
    let deep = format!("m{}", "/0".repeat(256));
    assert_eq!(deep.parse::<Path>(), Err(PathError::Form));
    let position = Position {
        index: 1 << 31,
        ..Position::default()
    };
    assert_eq!(Path::eth_like("eth", position), Err(PathError::Position));
    assert_eq!(Path::xlm(1 << 31), Err(PathError::Position));
}

#[test]
fn invalid_derivations_are_rejected() {
    assert_eq!(Seed::from_bytes(&[1; 15]).map(drop), Err(SeedError));
    assert_eq!(Seed::from_bytes(&[1; 65]).map(drop), Err(SeedError));
    let path: Path = "m/44'/148'/0".parse().unwrap();
    assert_eq!(
        seed(&"01".repeat(16)).ed25519(&path).map(drop),
        Err(DerivationError::NotHardened)
    );
}

#[test]
fn generated_mnemonics_differ_and_have_their_length() {
    for (length, count) in [(Length::Words12, 12), (Length::Words24, 24)] {
        let (one, other) = (Mnemonic::random(length), Mnemonic::random(length));
        assert_eq!(one.words().split(' ').count(), count);
        assert_ne!(one, other);
        assert_eq!(one.words().parse(), Ok(one));
    }
}

#[test]
fn debug_forms_have_no_secrets() {
    let mnemonic: Mnemonic = ABANDON.parse().unwrap();
    assert_eq!(format!("{mnemonic:?}"), "Mnemonic { .. }");
    assert_eq!(format!("{:?}", mnemonic.seed("")), "Seed { .. }");
}
