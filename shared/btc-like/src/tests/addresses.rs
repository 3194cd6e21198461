//! Published address vectors for keys and scripts, and errors for addresses of foreign networks.
//!
//! - <https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki>, "Test vectors"
//! - <https://github.com/trustwallet/wallet-core>, `tests/chains/{Litecoin,Dogecoin,BitcoinCash}`
//! - Litecoin Core, `src/test/data/key_io_valid.json`; Dogecoin Core, `src/test/data/base58_keys_valid.json`

use super::*;

#[track_caller]
fn assert_derives(chain: Chain, address_type: AddressType, key: &str, expected: &str) {
    let sender = Sender::new(params(chain, LIVENET), PublicKey::parse(key).unwrap(), address_type).unwrap();
    assert_eq!(sender.address().to_string(), expected);
    assert_eq!(Address::parse(sender.params(), expected).as_ref(), Ok(sender.address()));
}

/// Returns the compressed public key of a secret key in hex.
fn key_of(secret_hex: &str) -> String {
    let secret: SecretKey = secret_hex.parse().unwrap();
    hex::encode(secret.public_key(&Secp256k1::new()).serialize())
}

#[test]
fn bip84_first_addresses() {
    let assert_derives = |key, expected| assert_derives(Chain::Btc, AddressType::P2wpkh, key, expected);
    assert_derives(
        "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    );
    assert_derives(
        "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
        "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    );
    assert_derives(
        "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6",
        "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
    );
}

#[test]
fn wallet_core_keys_derive_ltc_and_bch_addresses() {
    assert_derives(
        Chain::Ltc,
        AddressType::P2pkh,
        &key_of("a22ddec5c567b4488bb00f69b6146c50da2ee883e2c096db098726394d585730"),
        "LV7LV7Z4bWDEjYkfx9dQo6k6RjGbXsg6hS",
    );
    assert_derives(
        Chain::Ltc,
        AddressType::P2wpkh,
        &key_of("55f9cbb0376c422946fa28397c1219933ac60b312ede41bfacaf701ecd546625"),
        "ltc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0asjnaxwu",
    );
    let bch_key = key_of("28071bf4e2b0340db41b807ed8a5514139e5d6427ff9d58dbd22b7ed187103a4");
    let bch_address = "bitcoincash:qruxj7zq6yzpdx8dld0e9hfvt7u47zrw9gfr5hy0vh";
    assert_derives(Chain::Bch, AddressType::P2pkh, &bch_key, bch_address);
    // The address type applies to btc and ltc only.
    assert_derives(Chain::Bch, AddressType::P2wpkh, &bch_key, bch_address);
}

/// The first address of m/44'/3'/0' of the mnemonic "abandon … about", as many wallets show it.
#[test]
fn bip44_first_doge_address() {
    assert_derives(
        Chain::Doge,
        AddressType::P2wpkh,
        "02cc6b0dc33aabcf3a23643e5e2919a80c50fb3dd2129ce409bbc5f0d4643d05e0",
        "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC",
    );
}

#[track_caller]
fn assert_script(chain: Chain, network: Network, text: &str, script: &str) {
    let address = Address::parse(params(chain, network), text).unwrap();
    assert_eq!(hex::encode(address.script_pubkey().as_bytes()), script, "{text}");
    let again = Address::from_script(params(chain, network), address.script_pubkey());
    assert_eq!(again, Some(address));
}

#[test]
fn addresses_yield_the_scripts_of_their_chains() {
    assert_script(
        Chain::Ltc,
        LIVENET,
        "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA",
        "76a914558dbca7118cd5894502767c7b2ffc21a22f54db88ac",
    );
    assert_script(
        Chain::Ltc,
        LIVENET,
        "MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2",
        "a9146d328a5b2a20d943a641c8d29b6cc3c2d2df85d387",
    );
    assert_script(
        Chain::Ltc,
        LIVENET,
        "ltc1qs32zgdhe2tpzcnz55r7d9jvhce33063sfht3q0",
        "001484542436f952c22c4c54a0fcd2c997c66317ea30",
    );
    assert_script(
        Chain::Ltc,
        TESTNET,
        "mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs",
        "76a914afa9e672141e283dfbcc1cf28f3793a856d3878488ac",
    );
    assert_script(
        Chain::Ltc,
        TESTNET,
        "QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z",
        "a9147860667e60a6545e18e541984094b29c9c46991b87",
    );
    assert_script(
        Chain::Doge,
        LIVENET,
        "DD4KSSuBJqcjuTcvUg1CgUKeurPUFeEZkE",
        "76a91456d9b1d684d5abef32134ebc6883d75d3a53e9be88ac",
    );
    assert_script(
        Chain::Doge,
        LIVENET,
        "A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs",
        "a914a2dd71f34fe73314d6e37c44035513f203aa400b87",
    );
    assert_script(
        Chain::Doge,
        TESTNET,
        "nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk",
        "76a9149131c29384f000c0d651660eefaf1717c8ca185588ac",
    );
    assert_script(
        Chain::Doge,
        TESTNET,
        "2MsvyG12kxxipe276Au4zKqvd2xdrBuHWb3",
        "a914078457e357c6c4d8736515d14482089dd2a1f9f887",
    );
    assert_script(
        Chain::Bch,
        LIVENET,
        "pzukqjmcyzrkh3gsqzdcy3e3d39cqxhl3g0f405k5l",
        "a914b9604b7820876bc510009b8247316c4b801aff8a87",
    );
}

#[test]
fn legacy_ltc_script_hash_addresses_are_re_encoded() {
    let hash = "a9146d328a5b2a20d943a641c8d29b6cc3c2d2df85d387";
    for (network, old_version, first) in [(LIVENET, 5, 'M'), (TESTNET, 196, 'Q')] {
        let mut bytes = vec![old_version];
        bytes.extend_from_slice(&hex::decode(hash).unwrap()[2..22]);
        let address = Address::parse(params(Chain::Ltc, network), &bitcoin::base58::encode_check(&bytes)).unwrap();
        assert_eq!(hex::encode(address.script_pubkey().as_bytes()), hash);
        assert!(address.to_string().starts_with(first), "{address}");
    }
}

/// trezor/blockbook (AGPL-3.0), `bchain/coins/litecoin/litecoinparser_test.go`.
#[test]
fn legacy_ltc_addresses_may_begin_like_bech32() {
    let row = params(Chain::Ltc, LIVENET);
    for (text, script) in [
        (
            "LTC1eqUzePT9uvpvb413Ejd6P8Cx1Ei8Di",
            "76a91457630115300a625f5deaab64100faa5506c1422f88ac",
        ),
        (
            "LTC1f9gtb7bU6B4VjHXvPGDi8ACNZhkKPo",
            "76a9145763023d3f02509644dacbfc45f2c9102129749788ac",
        ),
    ] {
        let address = Address::parse(row, text).unwrap();
        assert_eq!(address.to_string(), text);
        assert_eq!(hex::encode(address.script_pubkey().as_bytes()), script);
        // A mistyped one is not.
        assert!(Address::parse(row, &text.replace("LTC1", "LTC2")).is_err());
    }
}

#[track_caller]
fn assert_rejected(chain: Chain, network: Network, text: &str, message: &str) {
    let error = Address::parse(params(chain, network), text).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
}

#[test]
fn address_of_another_network_is_identified() {
    assert_rejected(
        Chain::Btc,
        LIVENET,
        "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
        "the address belongs to btc testnet, expected btc livenet",
    );
    assert_rejected(
        Chain::Btc,
        LIVENET,
        "mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs",
        "the address belongs to btc testnet or ltc testnet or bch testnet, expected btc livenet",
    );
    assert_rejected(
        Chain::Doge,
        LIVENET,
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "the address belongs to bch livenet, expected doge livenet",
    );
    assert_rejected(
        Chain::Ltc,
        LIVENET,
        "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC",
        "the address belongs to doge livenet, expected ltc livenet",
    );
    assert_rejected(
        Chain::Bch,
        LIVENET,
        "bchtest:qr7fzmep8g7h7ymfxy74lgc0v950j3r295pdnvy3hr",
        "the address belongs to bch testnet, expected bch livenet",
    );
    assert_rejected(
        Chain::Btc,
        LIVENET,
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "the address belongs to an eth-like chain, expected btc livenet",
    );
    assert_rejected(
        Chain::Doge,
        TESTNET,
        "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
        "the address belongs to xlm, expected doge testnet",
    );
    assert_rejected(
        Chain::Bch,
        LIVENET,
        "ecash:pqx578nanz2h2estzmkr53zqdg6qt8xyqvh683mrz0",
        "the address belongs to an unsupported network (ecash:…), expected bch livenet",
    );
}

#[test]
fn ltc_extension_block_addresses_are_rejected() {
    for (network, hrp) in [(LIVENET, "ltcmweb"), (TESTNET, "tmweb")] {
        let text = format!("{hrp}1qqd82x0yrk5c9p7pm8a3e0nm3q8uq0e6x2q");
        assert_eq!(
            Address::parse(params(Chain::Ltc, network), &text),
            Err(AddressError::Mweb)
        );
    }
}

#[test]
fn mistyped_addresses_are_rejected() {
    for (chain, text) in [
        (Chain::Btc, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv"),
        (Chain::Btc, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fy1"),
        (Chain::Bch, "pqx578nanz2h2estzmkr53zqdg6qt8xyqvffffffff"),
        (Chain::Bch, "bitcoincash:pqx578nanz2h2estzmkr53zqdg6qt8xyqvffffffff"),
        (Chain::Bch, "bcash:pqx578nanz2h2estzmkr53zqdg6qt8xyqvwhn6qeyc"),
        (Chain::Doge, "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgD"),
    ] {
        assert_eq!(
            Address::parse(params(chain, LIVENET), text),
            Err(AddressError::BadChecksum),
            "{text}"
        );
    }
    for text in [
        "bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    ] {
        assert_eq!(
            Address::parse(params(Chain::Bch, LIVENET), text),
            Err(AddressError::MixedCase),
            "{text}"
        );
    }
}

#[test]
fn malformed_addresses_are_rejected() {
    for text in [
        "",
        " ",
        "1",
        ":",
        "bc1",
        "0x",
        "bitcoincash:",
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu ",
        &"1".repeat(500),
        "ñ",
    ] {
        for row in Params::all() {
            assert!(Address::parse(row, text).is_err(), "{text:?} on {row}");
        }
    }
}

#[test]
fn uncompressed_key_has_only_a_p2pkh_address() {
    let key = public(&secret(1), false);
    let btc = params(Chain::Btc, LIVENET);
    assert_eq!(Sender::new(btc, key, AddressType::P2wpkh), Err(UncompressedKeyError));
    let uncompressed = Sender::new(btc, key, AddressType::P2pkh).unwrap();
    let compressed = Sender::new(btc, public(&secret(1), true), AddressType::P2pkh).unwrap();
    assert_ne!(uncompressed.address(), compressed.address());
}

#[test]
fn scripts_without_address_form_have_no_address() {
    let btc = params(Chain::Btc, LIVENET);
    let doge = params(Chain::Doge, LIVENET);
    let from_hex = |script: &str| ScriptBuf::from_hex(script).unwrap();
    assert_eq!(Address::from_script(btc, &from_hex("6a0401020304")), None);
    assert_eq!(
        Address::from_script(btc, &from_hex(&format!("aa20{}87", "44".repeat(32)))),
        None
    );
    assert_eq!(
        Address::from_script(doge, &from_hex(&format!("0014{}", "44".repeat(20)))),
        None
    );
    assert_eq!(Address::from_script(btc, &from_hex("")), None);
}
