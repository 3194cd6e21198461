//! The CashAddr encoding of bch addresses.
//!
//! Specification: <https://upgradespecs.bitcoincashnode.org/cashaddr/>.
//! Types 2 and 3 come from the `CashTokens` upgrade, 32-byte script hashes from the P2SH32 upgrade.

/// The characters of the payload; the position is the value. The same as bech32's.
const CHARSET: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// The characters of the checksum at the end of the payload.
const CHECKSUM_LENGTH: usize = 8;

/// The hash sizes in bytes that the three size bits of the version byte stand for.
const SIZES: [usize; 8] = [20, 24, 28, 32, 40, 48, 56, 64];

/// What a payload holds: four type bits and the hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// The type bits, 0 to 15.
    pub kind: u8,
    /// The hash, one of the eight sizes of the specification.
    pub hash: Vec<u8>,
}

/// Why a text is no CashAddr payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CashAddrError {
    /// A character outside of the alphabet, or both cases at once.
    #[error("a character does not belong to the CashAddr alphabet")]
    Character,
    /// The checksum does not fit prefix and payload.
    #[error("the checksum is wrong")]
    Checksum,
    /// The version byte, the length or the padding is not one that the specification knows.
    #[error("the version byte and the length do not fit together")]
    Version,
}

/// Writes `prefix:payload`. `None` when the hash has none of the eight sizes or the kind more than four bits.
pub(super) fn encode(prefix: &str, content: &Content) -> Option<String> {
    let size_bits = SIZES.iter().position(|&size| size == content.hash.len())?;
    let size_bits = u8::try_from(size_bits).ok()?;
    if content.kind > 0x0f {
        return None;
    }
    let mut bytes = vec![content.kind << 3 | size_bits];
    bytes.extend_from_slice(&content.hash);
    let mut values = to_fives(&bytes);
    let checksum = polymod(prefix, values.iter().copied().chain([0; CHECKSUM_LENGTH]));
    values.extend(
        (0..CHECKSUM_LENGTH)
            .rev()
            .map(|place| low_five(checksum >> (5 * place))),
    );
    let payload: String = values
        .iter()
        .map(|&value| char::from(CHARSET[usize::from(value)]))
        .collect();
    Some(format!("{prefix}:{payload}"))
}

/// Reads a payload (what follows the colon) under a lower-case prefix. The payload is in one case.
pub(super) fn decode(prefix: &str, payload: &str) -> Result<Content, CashAddrError> {
    let has = |test: fn(&u8) -> bool| payload.as_bytes().iter().any(test);
    if has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) {
        return Err(CashAddrError::Character);
    }
    let values = payload
        .bytes()
        .map(value_of)
        .collect::<Option<Vec<u8>>>()
        .ok_or(CashAddrError::Character)?;
    if polymod(prefix, values.iter().copied()) != 0 {
        return Err(CashAddrError::Checksum);
    }
    let data = values
        .len()
        .checked_sub(CHECKSUM_LENGTH)
        .ok_or(CashAddrError::Version)?;
    let bytes = from_fives(&values[..data]).ok_or(CashAddrError::Version)?;
    let (&version, hash) = bytes.split_first().ok_or(CashAddrError::Version)?;
    // The highest bit is reserved.
    if version & 0x80 != 0 || SIZES[usize::from(version & 0x07)] != hash.len() {
        return Err(CashAddrError::Version);
    }
    Ok(Content {
        kind: version >> 3,
        hash: hash.to_vec(),
    })
}

/// Whether the text holds nothing but characters of the alphabet, in either case.
pub(super) fn has_only_payload_characters(text: &str) -> bool {
    text.bytes().all(|byte| value_of(byte).is_some())
}

/// The value of a character, `None` outside of the alphabet.
fn value_of(character: u8) -> Option<u8> {
    let lower = character.to_ascii_lowercase();
    CHARSET
        .iter()
        .position(|&known| known == lower)
        .and_then(|place| u8::try_from(place).ok())
}

/// The checksum over prefix and payload: 40 bits, 0 for a valid one.
fn polymod(prefix: &str, payload: impl Iterator<Item = u8>) -> u64 {
    const GENERATORS: [u64; 5] = [
        0x98_f2bc_8e61,
        0x79_b76d_99e2,
        0xf3_3e5f_b3c4,
        0xae_2eab_e2a8,
        0x1e_4f43_e470,
    ];
    let prefix = prefix.bytes().map(|byte| byte & 0x1f).chain([0]);
    let remainder = prefix.chain(payload).fold(1u64, |checksum, value| {
        let top = checksum >> 35;
        let shifted = (checksum & 0x07_ffff_ffff) << 5 ^ u64::from(value);
        (0..5)
            .filter(|bit| top >> bit & 1 == 1)
            .fold(shifted, |sum, bit| sum ^ GENERATORS[bit])
    });
    remainder ^ 1
}

/// Bytes as groups of five bits, filled up with zero bits.
fn to_fives(bytes: &[u8]) -> Vec<u8> {
    let mut fives = Vec::with_capacity((bytes.len() * 8).div_ceil(5));
    let (mut pending, mut bits) = (0u64, 0);
    for &byte in bytes {
        pending = pending << 8 | u64::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            fives.push(low_five(pending >> bits));
        }
        pending &= (1 << bits) - 1;
    }
    if bits > 0 {
        fives.push(low_five(pending << (5 - bits)));
    }
    fives
}

/// The reverse of [`to_fives`]. `None` when the filling is more than four bits or not zero.
fn from_fives(fives: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(fives.len() * 5 / 8);
    let (mut pending, mut bits) = (0u32, 0);
    for &five in fives {
        pending = pending << 5 | u32::from(five);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(pending >> bits & 0xff).ok()?);
        }
        pending &= (1 << bits) - 1;
    }
    (bits < 5 && pending == 0).then_some(bytes)
}

/// The lowest five bits.
fn low_five(value: u64) -> u8 {
    value.to_le_bytes()[0] & 0x1f
}
