//! The CashAddr encoding of bch addresses.
//!
//! Specification: <https://upgradespecs.bitcoincashnode.org/cashaddr/>.
//! Types 2 and 3 come from the `CashTokens` upgrade, 32-byte script hashes from the P2SH32 upgrade.

/// Payload alphabet, identical to that of bech32; the index of a character is its value.
const CHARSET: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// Length of the checksum at the end of the payload, in characters.
const CHECKSUM_LENGTH: usize = 8;

/// Hash sizes in bytes, indexed by the three size bits of the version byte.
const SIZES: [usize; 8] = [20, 24, 28, 32, 40, 48, 56, 64];

/// Decoded payload: four type bits and the hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// The type bits, 0 to 15.
    pub kind: u8,
    /// The hash, of one of the eight sizes of the specification.
    pub hash: Vec<u8>,
}

/// Error of [`decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CashAddrError {
    /// A character outside the alphabet, or mixed case.
    #[error("invalid CashAddr character")]
    Character,
    /// The checksum does not match prefix and payload.
    #[error("invalid CashAddr checksum")]
    Checksum,
    /// The specification does not define the version byte, the length or the padding.
    #[error("invalid CashAddr version byte or length")]
    Version,
}

/// Encodes `prefix:payload`. Returns `None` if the hash size or the type is invalid.
pub(crate) fn encode(prefix: &str, content: &Content) -> Option<String> {
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
            .map(|index| low_five(checksum >> (5 * index))),
    );
    let payload: String = values
        .iter()
        .map(|&value| char::from(CHARSET[usize::from(value)]))
        .collect();
    Some(format!("{prefix}:{payload}"))
}

/// Decodes a payload, the part after the colon, under a lower-case prefix.
pub(crate) fn decode(prefix: &str, payload: &str) -> Result<Content, CashAddrError> {
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

/// Returns true if the string consists of alphabet characters only, in either case.
pub(crate) fn has_only_payload_characters(text: &str) -> bool {
    text.bytes().all(|byte| value_of(byte).is_some())
}

/// Returns the value of a character, or `None` outside the alphabet.
fn value_of(character: u8) -> Option<u8> {
    let lower = character.to_ascii_lowercase();
    CHARSET
        .iter()
        .position(|&known| known == lower)
        .and_then(|index| u8::try_from(index).ok())
}

/// Computes the checksum of prefix and payload: 40 bits, 0 if valid.
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

/// Converts bytes to groups of five bits, padded with zero bits.
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

/// Reverses [`to_fives`]. Returns `None` if the padding exceeds four bits or is not zero.
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

/// Returns the lowest five bits.
fn low_five(value: u64) -> u8 {
    value.to_le_bytes()[0] & 0x1f
}
