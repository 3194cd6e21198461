//! Published vectors of taproot.
//!
//! - <https://github.com/bitcoin/bips/blob/master/bip-0086.mediawiki>, "Test vectors"
//! - Bitcoin Core, `src/test/data/bip341_wallet_vectors.json`, the wallet vectors of BIP 341
//! - <https://github.com/bitcoin/bips/blob/master/bip-0340/test-vectors.csv>, with messages of 32 bytes

use super::*;
use crate::transaction::sighash::taproot_sighash;
use bitcoin::key::XOnlyPublicKey;
use bitcoin::sighash::SighashCache;
use bitcoin::{Amount, Transaction, TxOut, consensus};

/// Internal key, output script, and address on btc livenet.
const BIP86: [[&str; 3]; 3] = [
    [
        "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115",
        "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c",
        "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    ],
    [
        "83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145",
        "5120a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb",
        "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
    ],
    [
        "399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef",
        "5120882d74e5d0572d5a816cef0041a96b6c1de832f6f9676d9605c44d5e9a97d3dc",
        "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7",
    ],
];

fn taproot(key: &str) -> Sender {
    let key = PublicKey::parse(key).unwrap();
    Sender::new(params(Chain::Btc, LIVENET), key, AddressType::P2tr).unwrap()
}

#[test]
fn bip86_addresses() {
    for [internal, script, address] in BIP86 {
        // Either parity of the internal key yields the same address.
        for parity in ["02", "03"] {
            let sender = taproot(&format!("{parity}{internal}"));
            assert_eq!(sender.address().to_string(), address);
            assert_eq!(sender.address().script_pubkey().to_hex_string(), script);
        }
    }
}

#[test]
fn bip341_output_key_without_scripts() {
    let sender = taproot("02d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d");
    assert_eq!(
        sender.address().script_pubkey().to_hex_string(),
        "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343"
    );
}

/// Outputs that the transaction of the wallet vectors spends: script and value in satoshi.
const SPENT: [(&str, u64); 9] = [
    (
        "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343",
        420_000_000,
    ),
    (
        "5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3",
        462_000_000,
    ),
    ("76a914751e76e8199196d454941c45d1b3a323f1433bd688ac", 294_000_000),
    (
        "5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e",
        504_000_000,
    ),
    (
        "512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605",
        630_000_000,
    ),
    ("00147dd65592d0ab2fe0d0257d571abf032cd9db93dc", 378_000_000),
    (
        "512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831",
        672_000_000,
    ),
    (
        "5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5",
        546_000_000,
    ),
    (
        "512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220",
        588_000_000,
    ),
];

/// The unsigned transaction of the wallet vectors.
const UNSIGNED: &str = "02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d";

/// Input 4 has `SIGHASH_DEFAULT`.
#[test]
fn bip341_hash_and_signature_of_the_key_path() {
    let transaction: Transaction = consensus::encode::deserialize_hex(UNSIGNED).unwrap();
    let spent = SPENT.map(|(script, value)| TxOut {
        value: Amount::from_sat(value),
        script_pubkey: ScriptBuf::from_hex(script).unwrap(),
    });
    let hash = hex::encode(taproot_sighash(&mut SighashCache::new(&transaction), 4, &spent));
    assert_eq!(hash, "4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef");
    let key = &spent[4].script_pubkey.to_hex_string()[4..];
    let signature = "b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f";
    assert!(verifies(key, &hash, signature));
    assert!(!verifies(key, &hash, &signature.replace("b4010dd4", "b4010dd5")));
}

/// Verifies a signature in the form of a request with the output key.
fn verifies(key: &str, message: &str, signature: &str) -> bool {
    let Ok(key) = key.parse::<XOnlyPublicKey>() else {
        return false;
    };
    let message = Message::from_digest(hex::decode(message).unwrap().try_into().unwrap());
    let (r, s) = signature.split_at(64);
    let signature = SignatureNumbers::parse(r, s).unwrap().to_schnorr();
    Secp256k1::new().verify_schnorr(&signature, &message, &key).is_ok()
}

/// Key, message, signature, and the result.
const BIP340: [(&str, &str, &str, bool); 15] = [
    (
        "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
        true,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a",
        true,
    ),
    (
        "dd308afec5777e13121fa72b9cc1b7cc0139715309b086c960e18fd969774eb8",
        "7e2d58d8b3bcdf1abadec7829054f90dda9805aab56c77333024b9d0a508b75c",
        "5831aaeed7b44bb74e5eab94ba9d4294c49bcf2a60728d8b4c200f50dd313c1bab745879a5ad954a72c45a91c3a51d3c7adea98d82f8481e0e1e03674a6f3fb7",
        true,
    ),
    (
        "25d1dff95105f5253c4022f628a996ad3a0d95fbf21d468a1b33f8c160d8f517",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "7eb0509757e246f19449885651611cb965ecc1a187dd51b64fda1edc9637d5ec97582b9cb13db3933705b32ba982af5af25fd78881ebb32771fc5922efc66ea3",
        true,
    ),
    (
        "d69c3509bb99e412e68b0fe8544e72837dfa30746d8be2aa65975f29d22dc7b9",
        "4df3c3f68fcc83b27e9d42c90431a72499f17875c81a599b566c9889b9696703",
        "00000000000000000000003b78ce563f89a0ed9414f5aa28ad0d96d6795f9c6376afb1548af603b3eb45c9f8207dee1060cb71c04e80f593060b07d28308d7f4",
        true,
    ),
    (
        "eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e17776969e89b4c5564d00349106b8497785dd7d1d713a8ae82b32fa79d5f7fc407d39b",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "fff97bd5755eeea420453a14355235d382f6472f8568a18b2f057a14602975563cc27944640ac607cd107ae10923d9ef7a73c643e166be5ebeafa34b1ac553e2",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "1fa62e331edbc21c394792d2ab1100a7b432b013df3f6ff4f99fcb33e0e1515f28890b3edb6e7189b630448b515ce4f8622a954cfe545735aaea5134fccdb2bd",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e177769961764b3aa9b2ffcb6ef947b6887a226e8d7c93e00c5ed0c1834ff0d0c2e6da6",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "0000000000000000000000000000000000000000000000000000000000000000123dda8328af9c23a94c1feecfd123ba4fb73476f0d594dcb65c6425bd186051",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "00000000000000000000000000000000000000000000000000000000000000017615fbaf5ae28864013c099742deadb4dba87f11ac6754f93780d5a1837cf197",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "4a298dacae57395a15d0795ddbfd1dcb564da82b0f269bc70a74f8220429ba1d69e89b4c5564d00349106b8497785dd7d1d713a8ae82b32fa79d5f7fc407d39b",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f69e89b4c5564d00349106b8497785dd7d1d713a8ae82b32fa79d5f7fc407d39b",
        false,
    ),
    (
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e177769fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        false,
    ),
    (
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6cff5c3ba86c69ea4b7376f31a9bcb4f74c1976089b2d9963da2e5543e17776969e89b4c5564d00349106b8497785dd7d1d713a8ae82b32fa79d5f7fc407d39b",
        false,
    ),
];

#[test]
fn bip340_vectors() {
    for (index, (key, message, signature, valid)) in BIP340.into_iter().enumerate() {
        assert_eq!(verifies(key, message, signature), valid, "vector {index}");
    }
}
