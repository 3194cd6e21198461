//! Published vectors of extended keys and descriptors, and rejections.

mod scan;

use super::*;
use bitcoin::bip32::Xpriv;
use bitcoin::secp256k1::Secp256k1;
use bitcoin::{NetworkKind, base58};
use proptest::prelude::*;
use wallet_core::error::{CodedError, ErrorCode};
use wallet_core::model::{BtcLikeChain as Chain, Network};

use Chain::{Bch, Btc, Doge, Ltc};
use Network::{Livenet, Testnet};

/// The accounts of BIP 44, 49 and 84 in SLIP-132, "Bitcoin Test Vectors".
const XPUB: &str =
    "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";
const YPUB: &str =
    "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP";
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
/// The master key of test vector 2 of BIP 32 and the child `m/0`.
const MASTER: &str =
    "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB";
const CHILD: &str =
    "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH";
/// The seed of the mnemonic "abandon … about" without a passphrase (BIP 39).
const SEED: &str = "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1\
                    9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4";

fn parse(chain: Chain, network: Network, text: &str) -> Result<ExtendedKey, ExtendedKeyError> {
    ExtendedKey::parse(Params::of(chain, network).unwrap(), text)
}

fn key(chain: Chain, network: Network, text: &str) -> ExtendedKey {
    parse(chain, network, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn address(key: &ExtendedKey, branch: Branch, index: u32) -> String {
    key.address(branch, index).unwrap().address.to_string()
}

/// Returns the account of a public path below the seed with the version bytes.
fn account(path: &str, version: u32) -> String {
    let curve = Secp256k1::new();
    let master = Xpriv::new_master(NetworkKind::Main, &hex::decode(SEED).unwrap()).unwrap();
    let path: bitcoin::bip32::DerivationPath = path.parse().unwrap();
    let account = Xpub::from_priv(&curve, &master.derive_priv(&curve, &path).unwrap());
    let mut bytes = account.encode();
    bytes[..4].copy_from_slice(&version.to_be_bytes());
    base58::encode_check(&bytes)
}

#[track_caller]
fn check(chain: Chain, network: Network, text: &str, receive: &[&str], change: &[&str]) {
    let key = key(chain, network, text);
    for (branch, expected) in [(Branch::Receive, receive), (Branch::Change, change)] {
        for (index, expected) in (0..).zip(expected) {
            assert_eq!(address(&key, branch, index), *expected, "{text}");
        }
    }
}

#[test]
fn addresses_match_slip_132_and_the_bips_of_their_accounts() {
    check(Btc, Livenet, XPUB, &["1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"], &[]);
    check(Btc, Livenet, YPUB, &["37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"], &[]);
    // BIP 84, "Test vectors".
    check(
        Btc,
        Livenet,
        ZPUB,
        &[
            "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
            "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
        ],
        &["bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el"],
    );
    // BIP 49, "Test vectors".
    check(
        Btc,
        Testnet,
        "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY",
        &["2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2"],
        &[],
    );
    // BIP 86, "Test vectors".
    check(
        Btc,
        Livenet,
        "tr(xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ/<0;1>/*)",
        &[
            "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
            "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
        ],
        &["bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7"],
    );
    // trezor/blockbook (AGPL-3.0), server/public_test.go: addresses of a taproot descriptor on a testnet.
    check(
        Btc,
        Testnet,
        "tr([5c9e228d/86'/1'/0']tpubDC88gkaZi5HvJGxGDNLADkvtdpni3mLmx6vr2KnXmWMG8zfkBRggsxHVBkUpgcwPe2KKpkyvTJCdXHb1UHEWE64vczyyPQfHr1skBcsRedN/<0;1>/*)",
        &[
            "tb1pswrqtykue8r89t9u4rprjs0gt4qzkdfuursfnvqaa3f2yql07zmq8s8a5u",
            "tb1p8tvmvsvhsee73rhym86wt435qrqm92psfsyhy6a3n5gw455znnpqm8wald",
        ],
        &["tb1pn2d0yjeedavnkd8z8lhm566p0f2utm3lgvxrsdehnl94y34txmts5s7t4c"],
    );
}

/// Addresses of the mnemonic "abandon … about", as several wallets publish them. The keys of ltc and doge are also in
/// trezor/trezor-firmware (LGPL-3.0) and coinspace and libdogecoin (MIT); that of bch in KeystoneHQ/keystone3-firmware
/// (MIT).
#[test]
fn addresses_of_other_chains_match_those_of_wallets() {
    let ltub = account("44'/2'/0'", 0x019d_a462);
    let ltc44 = "LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez";
    check(Ltc, Livenet, &ltub, &[ltc44], &[]);
    check(Ltc, Livenet, &account("44'/2'/0'", 0x0488_b21e), &[ltc44], &[]);
    let mtub = account("49'/2'/0'", 0x01b2_6ef6);
    check(Ltc, Livenet, &mtub, &["M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM"], &[]);
    check(
        Ltc,
        Livenet,
        &account("84'/2'/0'", 0x04b2_4746),
        &[
            "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh",
            "ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn",
        ],
        &["ltc1qyeljcy9v88jg8sqvnqh0m5q390xruc5r98q9yy"],
    );
    let dgub = "dgub8rUhDtD3YFGZTUphBfpBbzvFxSMKQXYLzg87Me2ta78r2SdVLmypBUkkxrrn9RTnchsyiJSkHZyLWxD13ibBiXtuFWktBoDaGaZjQUBLNLs";
    assert_eq!(account("44'/3'/0'", 0x02fa_cafd), dgub);
    check(Doge, Livenet, dgub, &["DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"], &[]);
    check(
        Bch,
        Livenet,
        "xpub6ByHsPNSQXTWZ7PLESMY2FufyYWtLXagSUpMQq7Un96SiThZH2iJB1X7pwviH1WtKVeDP6K8d6xxFzzoaFzF3s8BKCZx8oEDdDkNnp4owAZ",
        &[
            "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6",
            "bitcoincash:qp8sfdhgjlq68hlzka9lcsxtcnvuvnd0xqxugfzzc5",
        ],
        &["bitcoincash:qr8aeharupyrmhfu0d4tdmsnc5y8cfk47y6qrsjsrx"],
    );
    let litecoin = account("44'/1'/0'", 0x0436_f6e1);
    let common = account("44'/1'/0'", 0x0435_87cf);
    let first = |chain, text| key(chain, Testnet, text).address(Branch::Receive, 0).unwrap().address;
    let testnet = first(Btc, &common);
    for (chain, text) in [(Ltc, &litecoin), (Ltc, &common), (Bch, &common), (Doge, &common)] {
        assert_eq!(first(chain, text).script_pubkey(), testnet.script_pubkey(), "{chain}");
    }
}

/// BIP 49 and 84 publish the public key of the first receive address, BIP 86 the internal key.
#[test]
fn public_keys_match_the_bips() {
    for (chain_network, text, expected) in [
        (
            Livenet,
            ZPUB.to_owned(),
            "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
        ),
        (
            Testnet,
            account("49'/1'/0'", 0x044a_5262),
            "03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f",
        ),
        (
            Livenet,
            format!("tr({}/<0;1>/*)", account("86'/0'/0'", 0x0488_b21e)),
            "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115",
        ),
    ] {
        let found = key(Btc, chain_network, &text).address(Branch::Receive, 0).unwrap();
        let found = found.public_key.to_string();
        assert!(found.ends_with(expected) && found.len() == 66, "{text}: {found}");
    }
}

#[test]
fn account_of_a_descriptor_is_the_child_of_bip_32() {
    let account = |text: &str| key(Btc, Livenet, text).account();
    assert_eq!(account(MASTER), MASTER);
    assert_eq!(account(&format!("pkh({MASTER}/0/<0;1>/*)")), CHILD);
    assert_eq!(account(&format!("pkh({CHILD}/1/*)")), CHILD);
    // Test vector 1: m/0H and m/0H/1.
    let parent = "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw";
    let child = "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ";
    assert_eq!(account(&format!("pkh({parent}/1/0/*)")), child);
    // The version is that of the output type; taproot has none.
    assert_eq!(account(&format!("wpkh({MASTER}/0/*)")).get(..4), Some("zpub"));
    assert_eq!(account(&format!("sh(wpkh({MASTER}/0/*))")).get(..4), Some("ypub"));
    assert_eq!(account(&format!("tr({CHILD}/<0;1>/*)")), format!("tr({CHILD})"));
    assert_eq!(key(Ltc, Livenet, XPUB).account().get(..4), Some("Ltub"));
    assert_eq!(key(Doge, Livenet, XPUB).account().get(..4), Some("dgub"));
}

#[test]
fn descriptor_has_the_addresses_of_the_key_and_full_paths_with_an_origin() {
    let plain = key(Btc, Livenet, ZPUB);
    let xpub = account("84'/0'/0'", 0x0488_b21e);
    for (text, path) in [
        (ZPUB.to_owned(), "1/7"),
        (format!("wpkh({ZPUB}/<0;1>/*)"), "1/7"),
        (format!("wpkh({xpub}/1/*)"), "1/7"),
        (format!("wpkh([73c5da0a/84'/0'/0']{xpub}/<0;1>/*)"), "m/84'/0'/0'/1/7"),
        (format!("wpkh([73c5da0a/84h/0h/0h]{xpub}/1/*)"), "m/84'/0'/0'/1/7"),
        (format!("wpkh([73c5da0a]{xpub}/<0;1>/*)"), "m/1/7"),
    ] {
        let found = key(Btc, Livenet, &text).address(Branch::Change, 7).unwrap();
        assert_eq!(
            found.address,
            plain.address(Branch::Change, 7).unwrap().address,
            "{text}"
        );
        assert_eq!((found.path.as_str(), found.index), (path, 7), "{text}");
    }
    let below = key(Btc, Livenet, &format!("pkh([73c5da0a/5']{MASTER}/3/4/0/*)"));
    assert_eq!(below.address(Branch::Receive, 2).unwrap().path, "m/5'/3/4/0/2");
    assert_eq!(below.branches().collect::<Vec<_>>(), [Branch::Receive]);
    assert_eq!(below.address(Branch::Change, 2), None);
    assert_eq!(plain.address(Branch::Receive, 1 << 31), None);
}

#[test]
fn checksums_of_descriptors_are_verified() {
    // BIP 380, "Test Vectors".
    for (text, expected) in [
        ("raw(deadbeef)#89f8spxm", ExtendedKeyError::UnsupportedDescriptor),
        ("raw(deadbeef)", ExtendedKeyError::UnsupportedDescriptor),
        ("raw(deadbeef)#", ExtendedKeyError::BadDescriptorChecksum),
        ("raw(deadbeef)#89f8spxmx", ExtendedKeyError::BadDescriptorChecksum),
        ("raw(deadbeef)#89f8spx", ExtendedKeyError::BadDescriptorChecksum),
        ("raw(deedbeef)#89f8spxm", ExtendedKeyError::BadDescriptorChecksum),
        ("raw(deedbeef)##9f8spxm", ExtendedKeyError::BadDescriptorChecksum),
        ("raw(Ü)#00000000", ExtendedKeyError::UnsupportedDescriptor),
    ] {
        assert_eq!(parse(Btc, Livenet, text), Err(expected), "{text}");
    }
    // Bitcoin Core (MIT), doc/descriptors.md, with the checksum of getdescriptorinfo.
    let valid = "pkh([d34db33f/44'/0'/0']xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL/1/*)#ml40v0wf";
    key(Btc, Livenet, valid);
    key(Btc, Livenet, valid.split('#').next().unwrap());
    let invalid = valid.replace("d34db33f", "d34db33e");
    assert_eq!(
        parse(Btc, Livenet, &invalid),
        Err(ExtendedKeyError::BadDescriptorChecksum)
    );
}

#[test]
fn unsupported_key_expressions_are_rejected_precisely() {
    use ExtendedKeyError::{Ending, HardenedStep, MalformedKey, UnsupportedDescriptor};
    // BIP 380, BIP 389 and wallets.
    for (text, expected) in [
        (format!("wsh(pkh({MASTER}/0/*))"), UnsupportedDescriptor),
        (format!("combo({MASTER}/0/*)"), UnsupportedDescriptor),
        (format!("sh({MASTER}/0/*)"), UnsupportedDescriptor),
        (format!("sh(multi(1,{MASTER}/0/*,{CHILD}/0/*))"), UnsupportedDescriptor),
        (format!("tr({MASTER}/0/*,pk({CHILD}/0/*))"), UnsupportedDescriptor),
        (format!("wpkh({MASTER}/0/*"), UnsupportedDescriptor),
        (format!(" wpkh({MASTER}/0/*)"), UnsupportedDescriptor),
        (format!("pkh({MASTER})"), Ending),
        (format!("pkh({MASTER}/*)"), Ending),
        (format!("pkh({MASTER}/0)"), Ending),
        (format!("pkh({MASTER}/2/*)"), Ending),
        (format!("pkh({MASTER}/<1;0>/*)"), Ending),
        (format!("pkh({MASTER}/<0;0>/*)"), Ending),
        (format!("pkh({MASTER}/<0;1;2>/*)"), Ending),
        (format!("pkh({MASTER}/<0;1>/0/*)"), Ending),
        (format!("wpkh([ffffffff/13h]{CHILD}/<1;3>/2/*)"), Ending),
        (format!("pkh({MASTER}/<0;1>/<2;3>)"), MalformedKey),
        (format!("pkh([deadbeef/<0;1>]{MASTER}/0/*)"), MalformedKey),
        (format!("wpkh({MASTER}/<>/*)"), MalformedKey),
        (format!("wpkh({MASTER}/0>/*)"), MalformedKey),
        (format!("wpkh({MASTER}/<0/*)"), MalformedKey),
        (format!("wpkh({MASTER}/<0;>/*)"), MalformedKey),
        (format!("wpkh({MASTER}/0/*/*)"), MalformedKey),
        (format!("wpkh({MASTER}/2147483648/*)"), MalformedKey),
        (format!("wpkh({MASTER}//0/*)"), MalformedKey),
        (format!("pkh([deadbeef/0h/]{MASTER}/0/*)"), MalformedKey),
        (format!("pkh([deadbef/0h]{MASTER}/0/*)"), MalformedKey),
        (format!("pkh([gaaaaaaa]{MASTER}/0/*)"), MalformedKey),
        (format!("pkh([deadbeef{MASTER}/0/*)"), MalformedKey),
        (format!("pkh({MASTER}/0'/0/*)"), HardenedStep),
        (format!("pkh({MASTER}/0h/*)"), HardenedStep),
        (format!("pkh({MASTER}/0/*')"), HardenedStep),
        (format!("pkh({MASTER}/<0;1h>/*)"), HardenedStep),
        (format!("pkh({ZPUB}/0/*)"), ExtendedKeyError::OutputTypeMismatch),
        (format!("tr({ZPUB}/0/*)"), ExtendedKeyError::OutputTypeMismatch),
        (format!("wpkh({MASTER}{}/0/*)", "/1".repeat(254)), unrecognised(Livenet)),
    ] {
        assert_eq!(parse(Btc, Livenet, &text), Err(expected), "{text}");
    }
    for text in [
        "pkh(0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600)",
        "pkh([aaaaaaaa][aaaaaaaa]xpub/0/*)",
        "pkh([deadbeef])",
        "pkh()",
    ] {
        assert_eq!(parse(Btc, Livenet, text), Err(unrecognised(Livenet)), "{text}");
    }
    for chain in [Bch, Doge] {
        let name = wallet_core::model::ChainName::name(chain);
        let expected = Err(ExtendedKeyError::NoSegwit { chain: name });
        assert_eq!(parse(chain, Livenet, &format!("wpkh({XPUB}/0/*)")), expected);
        key(chain, Livenet, &format!("pkh({XPUB}/0/*)"));
    }
}

fn unrecognised(network: Network) -> ExtendedKeyError {
    serialized::unrecognised(Params::of(Btc, network).unwrap())
}

#[test]
fn depth_is_limited() {
    let at_depth = |depth| {
        let mut bytes = base58::decode_check(XPUB).unwrap();
        bytes[4] = depth;
        base58::encode_check(&bytes)
    };
    key(Btc, Livenet, MASTER);
    key(Btc, Livenet, &at_depth(1));
    for depth in [4, 5, 255] {
        let expected = Err(ExtendedKeyError::BelowAccount { depth });
        assert_eq!(parse(Btc, Livenet, &at_depth(depth)), expected);
    }
    key(Btc, Livenet, &format!("pkh({}/<0;1>/*)", at_depth(253)));
    for (depth, steps) in [(254, ""), (255, ""), (253, "/7")] {
        let text = format!("pkh({}{steps}/<0;1>/*)", at_depth(depth));
        assert_eq!(
            parse(Btc, Livenet, &text),
            Err(ExtendedKeyError::TooDeep),
            "{depth}{steps}"
        );
    }
}

/// The private keys of BIP 32, SLIP-132, BIP 380 and of libdogecoin.
#[test]
fn private_keys_are_rejected_without_being_quoted() {
    let xprv = "xprv9xpXFhFpqdQK3TmytPBqXtGSwS3DLjojFhTGht8gwAAii8py5X6pxeBnQ6ehJiyJ6nDjWGJfZ95WxByFXVkDxHXrqu53WCRGypk2ttuqncb";
    let keys = [
        xprv,
        "yprvAHwhK6RbpuS3dgCYHM5jc2ZvEKd7Bi61u9FVhYMpgMSuZS613T1xxQeKTffhrHY79hZ5PsskBjcc6C2V7DrnsMsNaGDaWev3GLRQRgV7hxF",
        "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE",
        "uprv91G7gZkzehuMVxDJTYE6tLivdF8e4rvzSu1LFfKw3b2Qx1Aj8vpoFnHdfUZ3hmi9jsvPifmZ24RTN2KhwB8BfMLTVqaBReibyaFFcTP1s9n",
        "dgpv57bftCH9z6cEAdAY9SCDV9NfVsygaQWdi5LuCXdumz5qUPWnw1S3YBM7PdHXMvA8oSGS6Pbes1xEHMd5Zi2qHVK45y5FKKXzBXsZcTtYmX5",
        // Mistyped: the checksum is invalid (BIP 32, test vector 5).
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHL",
        // Wallet import format.
        "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1",
        "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss",
    ];
    for private in keys {
        for text in [
            private.to_owned(),
            format!("wpkh({private}/<0;1>/*)"),
            format!("sh(multi(1,{XPUB}/0/*,{private}/0/*))"),
            format!("  {private}\n"),
            format!("pkh([d34db33f/44'/0'/0']{private}/1/*)#ml40v0wf"),
            format!("{private}{}", " ".repeat(1000)),
        ] {
            for chain in [Btc, Ltc, Bch, Doge] {
                let error = parse(chain, Livenet, &text).unwrap_err();
                assert_eq!(error, ExtendedKeyError::Private, "{text}");
                assert!(!format!("{error}{error:?}").contains(&private[..12]));
                assert_eq!(error.info().code, ErrorCode::InvalidPublicKey);
            }
        }
    }
}

#[test]
fn keys_of_other_networks_and_invalid_keys_are_rejected() {
    let wrong = |looks_like: &str| ExtendedKeyError::WrongNetwork {
        expected: "btc livenet".to_owned(),
        looks_like: looks_like.to_owned(),
    };
    let tpub = account("44'/1'/0'", 0x0435_87cf);
    for (text, expected) in [
        (
            tpub.as_str(),
            wrong("btc testnet or ltc testnet or bch testnet or doge testnet"),
        ),
        (&account("44'/2'/0'", 0x019d_a462), wrong("ltc livenet")),
        (&account("44'/3'/0'", 0x02fa_cafd), wrong("doge livenet")),
        (&account("48'/0'/0'", 0x02aa_7ed3), ExtendedKeyError::Multisig),
        (&XPUB.replace("Xacv", "Xacw"), ExtendedKeyError::BadChecksum),
        ("", unrecognised(Livenet)),
        ("xpub", unrecognised(Livenet)),
        ("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", unrecognised(Livenet)),
        (&format!("{XPUB} "), unrecognised(Livenet)),
        // BIP 32, test vector 5: version of a different key type, prefix 04 and 01, depth 0 with a parent and with a
        // number, unknown version, a point that is not on the curve.
        (
            "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm",
            ExtendedKeyError::Invalid,
        ),
        (
            "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn",
            ExtendedKeyError::Invalid,
        ),
        (
            "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4",
            ExtendedKeyError::Invalid,
        ),
        (
            "xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ",
            ExtendedKeyError::Invalid,
        ),
        (
            "xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8",
            ExtendedKeyError::Invalid,
        ),
        (
            "DMwo58pR1QLEFihHiXPVykYB6fJmsTeHvyTp7hRThAtCX8CvYzgPcn8XnmdfHGMQzT7ayAmfo4z3gY5KfbrZWZ6St24UVf2Qgo6oujFktLHdHY4",
            unrecognised(Livenet),
        ),
        (
            "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY",
            ExtendedKeyError::Invalid,
        ),
    ] {
        assert_eq!(parse(Btc, Livenet, text), Err(expected), "{text}");
    }
    assert!(matches!(
        parse(Bch, Livenet, ZPUB),
        Err(ExtendedKeyError::WrongNetwork { .. })
    ));
    assert_eq!(format!("{:?}", key(Btc, Livenet, XPUB)), "ExtendedKey { .. }");
}

/// The time of decoding base58 grows with the square of the length; such a text would take minutes.
#[test]
fn long_text_is_rejected_without_decoding_it() {
    let start = std::time::Instant::now();
    for character in ["x", "1"] {
        let text = character.repeat(250_000);
        for text in [format!("wpkh({text}/0/*)"), text] {
            let error = parse(Btc, Livenet, &text).unwrap_err();
            assert!(matches!(error, ExtendedKeyError::Unrecognised { .. }));
        }
    }
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn no_string_panics(text in "(wpkh\\(|tr\\()?(\\[[0-9a-f]{0,9}[/0-9h]{0,9}\\])?[a-zA-Z0-9]{0,120}[/0-9<>;*']{0,12}\\)?#?") {
        for chain in [Btc, Bch] {
            let _ = parse(chain, Livenet, &text);
        }
    }
}
