//! The script of an address.

use super::params::Params;
use bitcoin::hashes::Hash;
use bitcoin::script::{Builder, PushBytesBuf, ScriptBuf};
use bitcoin::{PubkeyHash, ScriptHash, WitnessProgram, WitnessVersion, base58, bech32, opcodes};

/// The error of a string that is not an address of the chain and network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an address of this chain and network")]
pub struct AddressError;

/// Returns the output script of an address.
pub fn script(params: &Params, address: &str) -> Result<ScriptBuf, AddressError> {
    let known = segwit(params, address)
        .or_else(|| cashaddr(params, address))
        .or_else(|| legacy(params, address));
    known.ok_or(AddressError)
}

/// BIP 173 and BIP 350: witness versions 0 and 1.
fn segwit(params: &Params, address: &str) -> Option<ScriptBuf> {
    let expected = params.segwit?;
    let (prefix, version, program) = bech32::segwit::decode(address).ok()?;
    if prefix.to_lowercase() != expected {
        return None;
    }
    let version = WitnessVersion::try_from(version).ok()?;
    let is_known = match version {
        WitnessVersion::V0 => true,
        WitnessVersion::V1 => program.len() == 32,
        _ => false,
    };
    let program = WitnessProgram::new(version, &program).ok()?;
    is_known.then(|| ScriptBuf::new_witness_program(&program))
}

/// Base58 with a checksum.
fn legacy(params: &Params, address: &str) -> Option<ScriptBuf> {
    let bytes = base58::decode_check(address).ok()?;
    let (version, hash) = bytes.split_first()?;
    let hash: [u8; 20] = hash.try_into().ok()?;
    if *version == params.p2pkh {
        return Some(ScriptBuf::new_p2pkh(&PubkeyHash::from_byte_array(hash)));
    }
    let is_script = params.p2sh.contains(version);
    is_script.then(|| ScriptBuf::new_p2sh(&ScriptHash::from_byte_array(hash)))
}

const CASHADDR_LETTERS: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// `CashAddr` with or without its prefix (Bitcoin Cash specification of 2017; token-aware types of CHIP-2022-02).
fn cashaddr(params: &Params, address: &str) -> Option<ScriptBuf> {
    let prefix = params.cashaddr?;
    let lower = address.to_ascii_lowercase();
    if address != lower && address != address.to_ascii_uppercase() {
        return None;
    }
    let payload = match lower.split_once(':') {
        Some((given, payload)) => (given == prefix).then_some(payload)?,
        None => &lower,
    };
    let values: Option<Vec<u8>> = payload.bytes().map(cashaddr_value).collect();
    let values = values?;
    let prefix = prefix.bytes().map(|letter| letter & 0x1f).chain([0]);
    if polymod(prefix.chain(values.iter().copied())) != 0 {
        return None;
    }
    let bytes = eight_bits(values.get(..values.len().checked_sub(8)?)?)?;
    let (version, hash) = bytes.split_first()?;
    // The highest bit is reserved, and so are the other types.
    match (version >> 3, version & 0x07, hash.len()) {
        (0 | 2, 0, 20) => Some(ScriptBuf::new_p2pkh(&PubkeyHash::from_slice(hash).ok()?)),
        (1 | 3, 0, 20) => Some(ScriptBuf::new_p2sh(&ScriptHash::from_slice(hash).ok()?)),
        (1 | 3, 3, 32) => {
            let hash = PushBytesBuf::try_from(hash.to_vec()).ok()?;
            let builder = Builder::new().push_opcode(opcodes::all::OP_HASH256).push_slice(hash);
            Some(builder.push_opcode(opcodes::all::OP_EQUAL).into_script())
        }
        _ => None,
    }
}

fn cashaddr_value(letter: u8) -> Option<u8> {
    let index = CASHADDR_LETTERS.iter().position(|it| *it == letter)?;
    u8::try_from(index).ok()
}

/// Returns 0 if the checksum at the end of the values is correct.
fn polymod(values: impl Iterator<Item = u8>) -> u64 {
    const GENERATORS: [u64; 5] = [
        0x98_f2bc_8e61,
        0x79_b76d_99e2,
        0xf3_3e5f_b3c4,
        0xae_2eab_e2a8,
        0x1e_4f43_e470,
    ];
    let mut checksum = 1_u64;
    for value in values {
        let top = checksum >> 35;
        checksum = ((checksum & 0x07_ffff_ffff) << 5) ^ u64::from(value);
        for (bit, generator) in GENERATORS.iter().enumerate() {
            if (top >> bit) & 1 == 1 {
                checksum ^= generator;
            }
        }
    }
    checksum ^ 1
}

/// Regroups values of 5 bits to bytes. The remaining bits must be 0.
fn eight_bits(values: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for value in values {
        buffer = (buffer << 5) | u32::from(*value);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(buffer >> bits).ok()?);
            buffer &= (1 << bits) - 1;
        }
    }
    (bits < 5 && buffer == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_core::model::{BtcLikeChain as Chain, Network};

    fn hex_of(chain: Chain, network: Network, address: &str) -> Option<String> {
        script(&Params::of(chain, network), address).ok().map(hex::encode)
    }

    /// The examples of the `CashAddr` specification: both forms of three hashes.
    #[test]
    fn cash_addresses_match_the_published_examples() {
        for (base58, cash) in [
            (
                "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
                "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            ),
            (
                "1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR",
                "bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy",
            ),
            (
                "16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb",
                "bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r",
            ),
            (
                "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
                "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq",
            ),
            (
                "3LDsS579y7sruadqu11beEJoTjdFiFCdX4",
                "bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e",
            ),
            (
                "31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw",
                "bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37",
            ),
        ] {
            let expected = hex_of(Chain::Bch, Network::Livenet, base58);
            assert!(expected.is_some(), "{base58}");
            assert_eq!(hex_of(Chain::Bch, Network::Livenet, cash), expected, "{cash}");
            assert_eq!(hex_of(Chain::Bch, Network::Testnet, cash), None, "{cash}");
            assert_eq!(hex_of(Chain::Btc, Network::Livenet, cash), None, "{cash}");
        }
    }

    #[test]
    fn reserved_bit_of_a_cash_address_is_rejected() {
        // Encoded by @bitauth/libauth with the version 0x80.
        let address = "bitcoincash:srhp724r3u3mfz8heg79d8mvspnxtx35wq80twx9ta";
        assert_eq!(hex_of(Chain::Bch, Network::Livenet, address), None);
    }

    /// BIP 173, examples.
    #[test]
    fn segwit_addresses_match_bip173() {
        let script = Some("0014751e76e8199196d454941c45d1b3a323f1433bd6".to_owned());
        let address = "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4";
        assert_eq!(hex_of(Chain::Btc, Network::Livenet, address), script);
        assert_eq!(hex_of(Chain::Ltc, Network::Livenet, address), None);
        assert_eq!(hex_of(Chain::Doge, Network::Livenet, address), None);
    }
}
