//! The CashAddr encoding of Bitcoin Cash (<https://upgradespecs.bitcoincashnode.org/cashaddr/>): the alphabet of
//! bech32 with a checksum of eight characters.

use bitcoin::bech32::primitives::checksum::{Checksum, Engine};
use bitcoin::bech32::primitives::iter::{ByteIterExt, Fe32IterExt};
use bitcoin::bech32::{Fe32, primitives::checksum::PackedFe32};

/// The sizes of hashes in bytes; the index is the size code of the version byte.
const HASH_SIZES: [usize; 8] = [20, 24, 28, 32, 40, 48, 56, 64];
/// The maximum type; the highest bit of the version byte is reserved.
const MAX_TYPE: u8 = 15;

/// The checksum of CashAddr.
enum CashAddr {}

impl Checksum for CashAddr {
    type MidstateRepr = u64;
    const CODE_LENGTH: usize = 1023;
    const CHECKSUM_LENGTH: usize = 8;
    const GENERATOR_SH: [u64; 5] = [
        0x98_f2bc_8e61,
        0x79_b76d_99e2,
        0xf3_3e5f_b3c4,
        0xae_2eab_e2a8,
        0x1e_4f43_e470,
    ];
    const TARGET_RESIDUE: u64 = 1;
}

/// Returns the payload of an address, which is the part after the prefix and the colon. Returns `None` if the
/// type or the size of the hash does not exist.
pub fn encode(prefix: &str, kind: u8, hash: &[u8]) -> Option<String> {
    let size = HASH_SIZES.iter().position(|size| *size == hash.len())?;
    if kind > MAX_TYPE {
        return None;
    }
    let version = kind << 3 | u8::try_from(size).ok()?;
    let data: Vec<Fe32> = [&[version], hash].concat().into_iter().bytes_to_fes().collect();
    let checksum = checksum(prefix, &data)?;
    Some(data.into_iter().chain(checksum).map(Fe32::to_char).collect())
}

/// Returns the type and the hash of a lower-case payload, or `None` if it is not valid with this prefix.
pub fn decode(prefix: &str, payload: &str) -> Option<(u8, Vec<u8>)> {
    let symbols: Vec<Fe32> = payload
        .chars()
        .map(|character| Fe32::from_char(character).ok())
        .collect::<Option<_>>()?;
    let length = symbols.len().checked_sub(CashAddr::CHECKSUM_LENGTH)?;
    let bytes: Vec<u8> = symbols[..length].iter().copied().fes_to_bytes().collect();
    let (version, hash) = bytes.split_first()?;
    let kind = version >> 3;
    // Only the encoder produces valid checksums, sizes and padding.
    (encode(prefix, kind, hash)? == payload).then(|| (kind, hash.to_vec()))
}

fn checksum(prefix: &str, data: &[Fe32]) -> Option<Vec<Fe32>> {
    let mut engine = Engine::<CashAddr>::new();
    for letter in prefix.bytes() {
        engine.input_fe(Fe32::try_from(letter & 0x1f).ok()?);
    }
    engine.input_fe(Fe32::Q);
    for symbol in data {
        engine.input_fe(*symbol);
    }
    engine.input_target_residue();
    let residue = engine.residue();
    let symbols = (0..CashAddr::CHECKSUM_LENGTH).rev();
    symbols
        .map(|index| Fe32::try_from(residue.unpack(index)).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of the specification, and token-aware types of the `CashTokens` vectors.
    const VECTORS: [(&str, u8, &str); 13] = [
        (
            "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
            0,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
        (
            "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t",
            1,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
        (
            "pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5",
            1,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
        (
            "prefix:0r6m7j9njldwwzlg9v7v53unlr4jkmx6ey3qnjwsrf",
            15,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
        (
            "bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr",
            1,
            "7ADBF6C17084BC86C1706827B41A56F5CA32865925E946EA",
        ),
        (
            "bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz",
            0,
            "3A84F9CF51AAE98A3BB3A78BF16A6183790B18719126325BFC0C075B",
        ),
        (
            "bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake",
            0,
            "3173EF6623C6B48FFD1A3DCC0CC6489B0A07BB47A37F47CFEF4FE69DE825C060",
        ),
        (
            "bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6",
            1,
            "3173EF6623C6B48FFD1A3DCC0CC6489B0A07BB47A37F47CFEF4FE69DE825C060",
        ),
        (
            "pref:pnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv0vx5z0w3",
            1,
            "C07138323E00FA4FC122D3B85B9628EA810B3F381706385E289B0B25631197D194B5C238BEB136FB",
        ),
        (
            "bchtest:ph3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqnzf7mt6x",
            1,
            "E361CA9A7F99107C17A622E047E3745D3E19CF804ED63C5C40C6BA763696B98241223D8CE62AD48D863F4CB18C930E4C",
        ),
        (
            "bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f",
            0,
            "D9FA7C4C6EF56DC4FF423BAAE6D495DBFF663D034A72D1DC7D52CBFE7D1E6858F9D523AC0A7A5C34077638E4DD1A701BD017842789982041",
        ),
        (
            "bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe",
            2,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
        (
            "bchtest:rr6m7j9njldwwzlg9v7v53unlr4jkmx6eytyt3jytc",
            3,
            "F5BF48B397DAE70BE82B3CCA4793F8EB2B6CDAC9",
        ),
    ];

    #[test]
    fn published_vectors_are_encoded_and_decoded() {
        CashAddr::sanity_check();
        for (text, kind, hash) in VECTORS {
            let (prefix, payload) = text.split_once(':').unwrap();
            let hash = hex::decode(hash).unwrap();
            assert_eq!(encode(prefix, kind, &hash).as_deref(), Some(payload));
            assert_eq!(decode(prefix, payload), Some((kind, hash)), "{text}");
        }
    }

    #[test]
    fn invalid_payloads_are_rejected() {
        for text in [
            // The checksums are valid; the version byte, the size or the padding is not.
            "prefix:x64nx6hz",
            "p:gpf8m4h7",
            "bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn",
            "bchtest:testnetaddress4d6njnut",
            "bchreg:555555555555555555555555555555555555555555555udxmlmrz",
            "prefix:0qxsg0rgpa",
            "prefix:0zeuqqwwk0xjclsv4lzljpye09m74gv4darmzluu6g4yxxk5eja92nup8dp7p",
            // Another prefix.
            "bitcoincash:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t",
            "bitcoincash:",
            "bitcoincash:qb",
            "bitcoincash:é",
        ] {
            let (prefix, payload) = text.split_once(':').unwrap();
            assert_eq!(decode(prefix, payload), None, "{text}");
        }
        let payload = "qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2";
        for index in 0..payload.len() {
            let mut changed = payload.as_bytes().to_vec();
            changed[index] = if changed[index] == b'q' { b'p' } else { b'q' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(decode("bitcoincash", &changed), None, "{changed}");
        }
    }
}
