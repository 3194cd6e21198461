//! The CashAddr encoding.
//!
//! - <https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md>
//! - <https://github.com/cashtokens/cashtokens/blob/master/test-vectors/cashaddr.json> and Bitcoin Cash Node's
//!   `src/test/cashaddrenc_tests.cpp` for the token-aware types and 32-byte script hashes

use super::*;
use crate::address::cashaddr::{CashAddrError, Content, decode, encode};

#[track_caller]
fn check(text: &str, kind: u8, hash: &str) {
    let (prefix, payload) = text.split_once(':').unwrap();
    let content = Content {
        kind,
        hash: hex::decode(hash).unwrap(),
    };
    assert_eq!(decode(prefix, payload), Ok(content.clone()), "{text}");
    assert_eq!(decode(prefix, &payload.to_uppercase()), Ok(content.clone()), "{text}");
    assert_eq!(encode(prefix, &content).as_deref(), Some(text));
}

#[test]
fn hashes_of_20_to_32_bytes() {
    let hash = "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9";
    check("bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2", 0, hash);
    check("bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t", 1, hash);
    check("pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5", 1, hash);
    check("prefix:0r6m7j9njldwwzlg9v7v53unlr4jkmx6ey3qnjwsrf", 15, hash);
    let hash = "7ADBF6C17084BC86C1706827B41A56F5CA32865925E946EA";
    check("bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0", 0, hash);
    check("bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr", 1, hash);
    let hash = "3A84F9CF51AAE98A3BB3A78BF16A6183790B18719126325BFC0C075B";
    check(
        "bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz",
        0,
        hash,
    );
    check(
        "bchtest:pgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcvs7md7wt",
        1,
        hash,
    );
    let hash = "3173EF6623C6B48FFD1A3DCC0CC6489B0A07BB47A37F47CFEF4FE69DE825C060";
    check(
        "bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake",
        0,
        hash,
    );
    check(
        "bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6",
        1,
        hash,
    );
}

#[test]
fn hashes_of_40_to_64_bytes() {
    let hash = "C07138323E00FA4FC122D3B85B9628EA810B3F381706385E289B0B25631197D194B5C238BEB136FB";
    check(
        "bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz",
        0,
        hash,
    );
    check(
        "pref:pnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv0vx5z0w3",
        1,
        hash,
    );
    let hash = "E361CA9A7F99107C17A622E047E3745D3E19CF804ED63C5C40C6BA763696B98241223D8CE62AD48D863F4CB18C930E4C";
    check(
        "bitcoincash:qh3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqex2w82sl",
        0,
        hash,
    );
    check(
        "bchtest:ph3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqnzf7mt6x",
        1,
        hash,
    );
    let hash = "D9FA7C4C6EF56DC4FF423BAAE6D495DBFF663D034A72D1DC7D52CBFE7D1E6858F9D523AC0A7A5C34077638E4DD1A701BD01784278998\
                2041";
    check(
        "bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f",
        0,
        hash,
    );
    let hash = "D0F346310D5513D9E01E299978624BA883E6BDA8F4C60883C10F28C2967E67EC77ECC7EEEAEAFC6DA89FAD72D11AC961E164678B868A\
                EEEC5F2C1DA08884175B";
    check(
        "bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg\
         96mtky5sv5w",
        0,
        hash,
    );
}

#[test]
fn token_aware_types() {
    let hash = "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9";
    check("bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe", 2, hash);
    check("bchtest:rr6m7j9njldwwzlg9v7v53unlr4jkmx6eytyt3jytc", 3, hash);
}

#[test]
fn payloads_with_invalid_version_byte_are_rejected() {
    // The checksums are valid; the specification provides the first ones to test checksums only.
    for text in [
        "prefix:x64nx6hz",
        "p:gpf8m4h7",
        "bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn",
        "bchtest:spectestnetaddressrealrealaddressqpan2k9lh",
        "bchreg:555555555555555555555555555555555555555555555udxmlmrz",
        "prefix:0qxsg0rgpa",
        "prefix:0zeuqqwwk0xjclsv4lzljpye09m74gv4darmzluu6g4yxxk5eja92nup8dp7p",
    ] {
        let (prefix, payload) = text.split_once(':').unwrap();
        assert_eq!(decode(prefix, payload), Err(CashAddrError::Version), "{text}");
    }
}

#[test]
fn one_changed_character_breaks_the_checksum() {
    let payload = "qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2";
    for index in 0..payload.len() {
        let mut changed = payload.as_bytes().to_vec();
        changed[index] = if changed[index] == b'q' { b'p' } else { b'q' };
        let changed = String::from_utf8(changed).unwrap();
        assert_eq!(decode("bitcoincash", &changed), Err(CashAddrError::Checksum));
    }
    assert_eq!(decode("bitcoincash", "qR6m"), Err(CashAddrError::Character));
    assert_eq!(decode("bitcoincash", "qb"), Err(CashAddrError::Character));
    assert_eq!(decode("bitcoincash", ""), Err(CashAddrError::Checksum));
}

#[track_caller]
fn assert_translates(legacy: &str, cashaddr: &str) {
    let bch = params(Chain::Bch, LIVENET);
    let address = Address::parse(bch, legacy).unwrap();
    assert_eq!(address.to_string(), cashaddr);
    let (_, payload) = cashaddr.split_once(':').unwrap();
    assert_eq!(address.encode(false), payload);
    for form in [cashaddr, payload, &cashaddr.to_uppercase(), &payload.to_uppercase()] {
        assert_eq!(Address::parse(bch, form).as_ref(), Ok(&address), "{form}");
    }
}

#[test]
fn legacy_addresses_translate() {
    assert_translates(
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    );
    assert_translates(
        "1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR",
        "bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy",
    );
    assert_translates(
        "16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb",
        "bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r",
    );
    assert_translates(
        "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
        "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq",
    );
    assert_translates(
        "3LDsS579y7sruadqu11beEJoTjdFiFCdX4",
        "bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e",
    );
    assert_translates(
        "31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw",
        "bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37",
    );
}

#[test]
fn token_aware_address_has_the_plain_script() {
    for (plain, aware) in [
        (
            "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
            "bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe",
        ),
        (
            "bitcoincash:ppawqn2h74a4t50phuza84kdp3794pq3ccvm92p8sh",
            "bitcoincash:rpawqn2h74a4t50phuza84kdp3794pq3cct3k50p0y",
        ),
        (
            "bitcoincash:pvqqqqqqqqqqqqqqqqqqqqqqzg69v7ysqqqqqqqqqqqqqqqqqqqqqpkp7fqn0",
            "bitcoincash:rvqqqqqqqqqqqqqqqqqqqqqqzg69v7ysqqqqqqqqqqqqqqqqqqqqqn9alsp2y",
        ),
    ] {
        let parse = |text| Address::parse(params(Chain::Bch, LIVENET), text).unwrap();
        assert_eq!(parse(plain), parse(aware));
        assert_eq!(parse(aware).to_string(), plain);
    }
}

#[test]
fn script_hash_of_32_bytes_has_a_separate_script_and_dust_limit() {
    let text = "bitcoincash:pdzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3jh2p5nn";
    let address = Address::parse(params(Chain::Bch, LIVENET), text).unwrap();
    assert_eq!(
        hex::encode(address.script_pubkey().as_bytes()),
        format!("aa20{}87", "44".repeat(32))
    );
    assert_eq!((address.kind(), address.dust_limit()), (AddressKind::P2sh, 576));
    assert_eq!(address.to_string(), text);
}

#[test]
fn addresses_with_other_hash_sizes_are_rejected() {
    let bch = params(Chain::Bch, LIVENET);
    for text in [
        "bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake",
        "bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0",
        "bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg\
         96mtky5sv5w",
        "bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn",
    ] {
        assert_eq!(Address::parse(bch, text), Err(AddressError::CashAddrLength), "{text}");
    }
    let unknown = encode(
        "bitcoincash",
        &Content {
            kind: 15,
            hash: vec![0; 20],
        },
    );
    assert_eq!(
        Address::parse(bch, &unknown.expect("a valid hash size")),
        Err(AddressError::UnknownCashAddrType)
    );
}
