//! The addresses of a testnet, as text and as output scripts, and the kinds of output scripts.

use bitcoin::bech32::primitives::checksum::{Checksum, Engine, PackedFe32};
use bitcoin::bech32::primitives::iter::{ByteIterExt, Fe32IterExt};
use bitcoin::bech32::{Fe32, Hrp, segwit};
use bitcoin::hashes::Hash;
use bitcoin::opcodes::all::{OP_EQUAL, OP_HASH256, OP_PUSHNUM_1};
use bitcoin::script::Builder;
use bitcoin::{PubkeyHash, Script, ScriptBuf, ScriptHash, WPubkeyHash, WScriptHash, base58};

/// The CashAddr type of a public key hash.
const KEY_HASH: u8 = 0;
/// The CashAddr type of a script hash.
const SCRIPT_HASH: u8 = 1;
/// The CashAddr type of a public key hash for an owner who accepts tokens; the script is the same.
const TOKEN_KEY_HASH: u8 = 2;
/// The CashAddr type of a script hash for an owner who accepts tokens; the script is the same.
const TOKEN_SCRIPT_HASH: u8 = 3;

/// The address formats of a testnet.
#[derive(Debug)]
pub struct AddressFormat {
    /// The base58 version byte of public key hashes.
    pub p2pkh: u8,
    /// The base58 version bytes of script hashes; the first is the current version.
    pub p2sh: &'static [u8],
    /// The human-readable part of bech32 addresses; `None` without segregated witness.
    pub bech32: Option<&'static str>,
    /// The prefix of CashAddr addresses, which replace base58; `None` except on bch.
    pub cashaddr: Option<&'static str>,
}

impl AddressFormat {
    /// Returns the output script of an address, or `None` for addresses outside this testnet.
    pub fn decode(&self, text: &str) -> Option<ScriptBuf> {
        let script = self.decode_bech32(text).or_else(|| self.decode_cashaddr(text));
        script.or_else(|| self.decode_base58(text))
    }

    /// Returns the address of an output script, or `None` if the script has no address.
    pub fn encode(&self, script: &Script) -> Option<String> {
        let bytes = script.as_bytes();
        match ScriptKind::of(script) {
            ScriptKind::P2pkh => self.encode_hash(self.p2pkh, KEY_HASH, bytes.get(3..23)?),
            ScriptKind::P2sh => self.encode_hash(*self.p2sh.first()?, SCRIPT_HASH, bytes.get(2..22)?),
            ScriptKind::P2sh32 => self.encode_cashaddr(SCRIPT_HASH, bytes.get(2..34)?),
            ScriptKind::P2wpkh | ScriptKind::P2wsh => self.encode_bech32(Fe32::Q, bytes.get(2..)?),
            ScriptKind::P2tr => self.encode_bech32(Fe32::P, bytes.get(2..)?),
            ScriptKind::P2pk
            | ScriptKind::Multisig
            | ScriptKind::LaterWitness
            | ScriptKind::Data
            | ScriptKind::NonStandard => None,
        }
    }

    /// Decodes a witness program of version 0 or a taproot key; further programs have no defined meaning.
    fn decode_bech32(&self, text: &str) -> Option<ScriptBuf> {
        let (hrp, version, program) = segwit::decode(text).ok()?;
        if hrp.to_lowercase() != self.bech32? {
            return None;
        }
        match (version.to_u8(), program.len()) {
            (0, 20) => WPubkeyHash::from_slice(&program)
                .ok()
                .map(|hash| ScriptBuf::new_p2wpkh(&hash)),
            (0, 32) => WScriptHash::from_slice(&program)
                .ok()
                .map(|hash| ScriptBuf::new_p2wsh(&hash)),
            (1, 32) => {
                let key = <[u8; 32]>::try_from(program).ok()?;
                Some(Builder::new().push_opcode(OP_PUSHNUM_1).push_slice(key).into_script())
            }
            _ => None,
        }
    }

    /// Decodes an address with or without prefix, in uniform case.
    fn decode_cashaddr(&self, text: &str) -> Option<ScriptBuf> {
        let prefix = self.cashaddr?;
        let lower = text.to_ascii_lowercase();
        if text != lower && text != text.to_ascii_uppercase() {
            return None;
        }
        let payload = match lower.split_once(':') {
            Some((given, payload)) => (given == prefix).then_some(payload)?,
            None => lower.as_str(),
        };
        let (kind, hash) = decode_cashaddr(prefix, payload)?;
        match (kind, hash.len()) {
            (KEY_HASH | TOKEN_KEY_HASH, 20) => p2pkh(&hash),
            (SCRIPT_HASH | TOKEN_SCRIPT_HASH, 20) => p2sh(&hash),
            (SCRIPT_HASH | TOKEN_SCRIPT_HASH, 32) => {
                let hash = <[u8; 32]>::try_from(hash).ok()?;
                let script = Builder::new().push_opcode(OP_HASH256).push_slice(hash);
                Some(script.push_opcode(OP_EQUAL).into_script())
            }
            _ => None,
        }
    }

    fn decode_base58(&self, text: &str) -> Option<ScriptBuf> {
        let bytes = base58::decode_check(text).ok()?;
        let (version, hash) = bytes.split_first()?;
        match version {
            version if *version == self.p2pkh => p2pkh(hash),
            version if self.p2sh.contains(version) => p2sh(hash),
            _ => None,
        }
    }

    fn encode_hash(&self, version: u8, kind: u8, hash: &[u8]) -> Option<String> {
        if self.cashaddr.is_some() {
            return self.encode_cashaddr(kind, hash);
        }
        Some(base58::encode_check(&[&[version], hash].concat()))
    }

    fn encode_cashaddr(&self, kind: u8, hash: &[u8]) -> Option<String> {
        let prefix = self.cashaddr?;
        let payload = encode_cashaddr(prefix, kind, hash)?;
        Some(format!("{prefix}:{payload}"))
    }

    fn encode_bech32(&self, version: Fe32, program: &[u8]) -> Option<String> {
        let hrp = Hrp::parse(self.bech32?).ok()?;
        segwit::encode(hrp, version, program).ok()
    }
}

fn p2pkh(hash: &[u8]) -> Option<ScriptBuf> {
    let hash = PubkeyHash::from_slice(hash).ok()?;
    Some(ScriptBuf::new_p2pkh(&hash))
}

fn p2sh(hash: &[u8]) -> Option<ScriptBuf> {
    let hash = ScriptHash::from_slice(hash).ok()?;
    Some(ScriptBuf::new_p2sh(&hash))
}

/// The script templates that nodes recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// A bare public key.
    P2pk,
    /// The hash of a public key.
    P2pkh,
    /// The 20-byte hash of a script (BIP 16).
    P2sh,
    /// The 32-byte hash of a script (Bitcoin Cash, 2023).
    P2sh32,
    /// Bare m-of-n keys.
    Multisig,
    /// Witness version 0 with a key hash (BIP 141).
    P2wpkh,
    /// Witness version 0 with a script hash (BIP 141).
    P2wsh,
    /// Witness version 1 with a key (BIP 341).
    P2tr,
    /// A witness program of a version without defined semantics.
    LaterWitness,
    /// `OP_RETURN` with pushes of data.
    Data,
    /// A different script.
    NonStandard,
}

impl ScriptKind {
    /// Classifies the script of an output.
    pub fn of(script: &Script) -> Self {
        match script {
            _ if script.is_p2pkh() => Self::P2pkh,
            _ if script.is_p2sh() => Self::P2sh,
            _ if script.is_p2wpkh() => Self::P2wpkh,
            _ if script.is_p2wsh() => Self::P2wsh,
            _ if script.is_p2tr() => Self::P2tr,
            // A version 0 program of a different length can never be spent.
            _ if script.is_witness_program() && script.witness_version() != Some(bitcoin::WitnessVersion::V0) => {
                Self::LaterWitness
            }
            _ if script.is_p2pk() => Self::P2pk,
            _ if script.is_multisig() => Self::Multisig,
            _ if is_data(script) => Self::Data,
            _ if is_p2sh32(script) => Self::P2sh32,
            _ => Self::NonStandard,
        }
    }
}

/// Returns true for `OP_RETURN` with pushes only (policy.cpp, `TxoutType::NULL_DATA`).
fn is_data(script: &Script) -> bool {
    script.is_op_return() && Script::from_bytes(&script.as_bytes()[1..]).is_push_only()
}

fn is_p2sh32(script: &Script) -> bool {
    matches!(script.as_bytes(), [hash, 0x20, rest @ ..]
        if *hash == OP_HASH256.to_u8() && rest.len() == 33 && rest.last() == Some(&OP_EQUAL.to_u8()))
}

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
pub fn encode_cashaddr(prefix: &str, kind: u8, hash: &[u8]) -> Option<String> {
    let size = HASH_SIZES.iter().position(|size| *size == hash.len())?;
    if kind > MAX_TYPE {
        return None;
    }
    let version = kind << 3 | u8::try_from(size).ok()?;
    let data: Vec<Fe32> = [&[version], hash].concat().into_iter().bytes_to_fes().collect();
    let checksum = checksum(prefix, &data)?;
    Some(data.into_iter().chain(checksum).map(Fe32::to_char).collect())
}

/// Returns the type and the hash of a lower-case payload, or `None` if invalid with this prefix.
pub fn decode_cashaddr(prefix: &str, payload: &str) -> Option<(u8, Vec<u8>)> {
    let symbols: Vec<Fe32> = payload
        .chars()
        .map(|character| Fe32::from_char(character).ok())
        .collect::<Option<_>>()?;
    let length = symbols.len().checked_sub(CashAddr::CHECKSUM_LENGTH)?;
    let bytes: Vec<u8> = symbols[..length].iter().copied().fes_to_bytes().collect();
    let (version, hash) = bytes.split_first()?;
    let kind = version >> 3;
    // Only the encoder produces valid checksums, sizes and padding.
    (encode_cashaddr(prefix, kind, hash)? == payload).then(|| (kind, hash.to_vec()))
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
    use crate::btc_like::rules::{Chain, Rules};
    use bitcoin::ScriptBuf;

    const KEY_HASH: &str = "76a914751e76e8199196d454941c45d1b3a323f1433bd688ac";

    /// Checks that an address yields a script, and that the script yields the canonical address.
    #[track_caller]
    fn check(chain: Chain, text: &str, script: &str, canonical: &str) {
        let format = &Rules::of(chain).address;
        let script = ScriptBuf::from_hex(script).unwrap();
        assert_eq!(format.decode(text).as_ref(), Some(&script), "{text}");
        assert_eq!(format.encode(&script).as_deref(), Some(canonical), "{text}");
    }

    #[track_caller]
    fn check_rejected(chain: Chain, text: &str) {
        assert_eq!(Rules::of(chain).address.decode(text), None, "{text}");
    }

    /// The test vectors of BIP 173 and BIP 350 for the testnet.
    #[test]
    fn bip173_and_bip350_addresses_are_accepted() {
        for (text, script) in [
            (
                "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
                "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
            ),
            (
                "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
                "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
            ),
            (
                "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
                "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
            ),
            (
                "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
                "0014751e76e8199196d454941c45d1b3a323f1433bd6",
            ),
        ] {
            check(Chain::Btc, text, script, text);
            check(Chain::Btc, &text.to_uppercase(), script, text);
        }
    }

    /// The invalid addresses of BIP 173 and BIP 350, and valid addresses of foreign networks or without a meaning.
    #[test]
    fn invalid_bech32_addresses_are_rejected() {
        for text in [
            "tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty",
            "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7",
            "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv",
            "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
            "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1gmk9yu",
            "",
            "tb1",
        ] {
            check_rejected(Chain::Btc, text);
        }
        check_rejected(Chain::Bch, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx");
        check_rejected(Chain::Doge, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx");
        check_rejected(Chain::Ltc, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx");
    }

    /// Addresses of Litecoin Core (`key_io_valid.json`) and Dogecoin Core (`base58_keys_valid.json`).
    #[test]
    fn base58_addresses_are_accepted() {
        for chain in [Chain::Btc, Chain::Ltc] {
            let text = "mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r";
            check(chain, text, KEY_HASH, text);
        }
        let text = "mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs";
        check(
            Chain::Ltc,
            text,
            "76a914afa9e672141e283dfbcc1cf28f3793a856d3878488ac",
            text,
        );
        let text = "QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z";
        check(Chain::Ltc, text, "a9147860667e60a6545e18e541984094b29c9c46991b87", text);
        let text = "nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk";
        check(
            Chain::Doge,
            text,
            "76a9149131c29384f000c0d651660eefaf1717c8ca185588ac",
            text,
        );
        let text = "2MsvyG12kxxipe276Au4zKqvd2xdrBuHWb3";
        let script = "a914078457e357c6c4d8736515d14482089dd2a1f9f887";
        check(Chain::Doge, text, script, text);
        check(Chain::Btc, text, script, text);
        // The old form of Litecoin, which the nodes replace by the new form.
        check(Chain::Ltc, text, script, "QMHjP1tzz4munCs8o171QYN4BM5gAwpcDq");
        let text = "tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0";
        check(Chain::Ltc, text, "0014751e76e8199196d454941c45d1b3a323f1433bd6", text);
    }

    #[test]
    fn cash_addresses_are_accepted_in_every_form() {
        let script = "76a914f5bf48b397dae70be82b3cca4793f8eb2b6cdac988ac";
        let payload = encode_cashaddr("bchtest", 0, &hex::decode(&script[6..46]).unwrap()).unwrap();
        let canonical = format!("bchtest:{payload}");
        let token_aware = encode_cashaddr("bchtest", 2, &hex::decode(&script[6..46]).unwrap());
        for text in [
            canonical.clone(),
            canonical.to_uppercase(),
            payload.to_uppercase(),
            payload,
            token_aware.clone().unwrap(),
            format!("bchtest:{}", token_aware.unwrap()),
            // The same hash in the legacy form.
            base58::encode_check(&hex::decode(format!("6f{}", &script[6..46])).unwrap()),
        ] {
            check(Chain::Bch, &text, script, &canonical);
        }
        let script = "a914f5bf48b397dae70be82b3cca4793f8eb2b6cdac987";
        let canonical = "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t";
        for text in [canonical, "bchtest:rr6m7j9njldwwzlg9v7v53unlr4jkmx6eytyt3jytc"] {
            check(Chain::Bch, text, script, canonical);
        }
        let text = "bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6";
        let script = "aa203173ef6623c6b48ffd1a3dcc0cc6489b0a07bb47a37f47cfef4fe69de825c06087";
        check(Chain::Bch, text, script, text);
    }

    #[test]
    fn other_cash_addresses_are_rejected() {
        for text in [
            "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2",
            "bchtest:Pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t",
            "BCHTEST:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t",
            "bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr",
            "bchtest:",
            ":",
        ] {
            check_rejected(Chain::Bch, text);
        }
        check_rejected(Chain::Btc, "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t");
    }

    #[test]
    fn scripts_without_an_address_are_not_encoded() {
        let encode = |chain, script: &str| Rules::of(chain).address.encode(&ScriptBuf::from_hex(script).unwrap());
        for chain in Chain::ALL {
            assert_eq!(encode(chain, "6a0100"), None);
            assert_eq!(encode(chain, "51024e73"), None);
        }
        for script in [
            "0014751e76e8199196d454941c45d1b3a323f1433bd6",
            "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
        ] {
            assert_eq!(encode(Chain::Bch, script), None);
            assert_eq!(encode(Chain::Doge, script), None);
        }
        let p2sh32 = "aa203173ef6623c6b48ffd1a3dcc0cc6489b0a07bb47a37f47cfef4fe69de825c06087";
        assert_eq!(encode(Chain::Btc, p2sh32), None);
    }

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
            assert_eq!(encode_cashaddr(prefix, kind, &hash).as_deref(), Some(payload));
            assert_eq!(decode_cashaddr(prefix, payload), Some((kind, hash)), "{text}");
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
            // A different prefix.
            "bitcoincash:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t",
            "bitcoincash:",
            "bitcoincash:qb",
            "bitcoincash:é",
        ] {
            let (prefix, payload) = text.split_once(':').unwrap();
            assert_eq!(decode_cashaddr(prefix, payload), None, "{text}");
        }
        let payload = "qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2";
        for index in 0..payload.len() {
            let mut changed = payload.as_bytes().to_vec();
            changed[index] = if changed[index] == b'q' { b'p' } else { b'q' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(decode_cashaddr("bitcoincash", &changed), None, "{changed}");
        }
    }
}
