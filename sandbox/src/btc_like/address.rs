//! The addresses of a testnet, as text and as output scripts.

use super::cashaddr;
use super::kind::ScriptKind;
use bitcoin::bech32::{Fe32, Hrp, segwit};
use bitcoin::hashes::Hash;
use bitcoin::opcodes::all::{OP_EQUAL, OP_HASH256, OP_PUSHNUM_1};
use bitcoin::script::Builder;
use bitcoin::{PubkeyHash, Script, ScriptBuf, ScriptHash, WPubkeyHash, WScriptHash, base58};

/// The CashAddr type of a public key hash.
const KEY_HASH: u8 = 0;
/// The CashAddr type of a script hash.
const SCRIPT_HASH: u8 = 1;
/// The CashAddr type of a public key hash whose owner accepts tokens; the script is the same.
const TOKEN_KEY_HASH: u8 = 2;
/// The CashAddr type of a script hash whose owner accepts tokens; the script is the same.
const TOKEN_SCRIPT_HASH: u8 = 3;

/// The address formats of a testnet.
#[derive(Debug)]
pub struct AddressFormat {
    /// The base58 version byte of public key hashes.
    pub p2pkh: u8,
    /// The base58 version bytes of script hashes; the first is the current one.
    pub p2sh: &'static [u8],
    /// The human-readable part of bech32 addresses; `None` without segregated witness.
    pub bech32: Option<&'static str>,
    /// The prefix of CashAddr addresses, which replace base58; `None` on chains other than bch.
    pub cashaddr: Option<&'static str>,
}

impl AddressFormat {
    /// Returns the output script of an address, or `None` if it is not an address of this testnet.
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

    /// Decodes a witness program of version 0 or a taproot key; other programs have no defined meaning.
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

    /// Decodes an address with or without prefix, in one case.
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
        let (kind, hash) = cashaddr::decode(prefix, payload)?;
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
        let payload = cashaddr::encode(prefix, kind, hash)?;
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

#[cfg(test)]
mod tests {
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

    /// The invalid addresses of BIP 173 and BIP 350, and valid ones of other networks or without a meaning.
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
        // The old form of Litecoin, which its nodes replace by the new one.
        check(Chain::Ltc, text, script, "QMHjP1tzz4munCs8o171QYN4BM5gAwpcDq");
        let text = "tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0";
        check(Chain::Ltc, text, "0014751e76e8199196d454941c45d1b3a323f1433bd6", text);
    }

    #[test]
    fn cash_addresses_are_accepted_in_every_form() {
        let script = "76a914f5bf48b397dae70be82b3cca4793f8eb2b6cdac988ac";
        let payload = crate::btc_like::cashaddr::encode("bchtest", 0, &hex::decode(&script[6..46]).unwrap()).unwrap();
        let canonical = format!("bchtest:{payload}");
        let token_aware = crate::btc_like::cashaddr::encode("bchtest", 2, &hex::decode(&script[6..46]).unwrap());
        for text in [
            canonical.clone(),
            canonical.to_uppercase(),
            payload.to_uppercase(),
            payload,
            token_aware.clone().unwrap(),
            format!("bchtest:{}", token_aware.unwrap()),
            // The same hash in the legacy form.
            bitcoin::base58::encode_check(&hex::decode(format!("6f{}", &script[6..46])).unwrap()),
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
}
