//! Token prefix in the script of a bch output (CHIP-2022-02, `CashTokens`):
//! <https://github.com/cashtokens/cashtokens>.

use crate::coin::token::{Nft, NftCapability, Token};
use bitcoin::Txid;
use bitcoin::hashes::Hash;

/// First byte of a token prefix.
const PREFIX_TOKEN: u8 = 0xef;

/// Length of a token category, which is a txid, in bytes.
const CATEGORY_LENGTH: usize = 32;

// Bitfield flags that announce the following fields, and the bits of the capability.
const RESERVED_BIT: u64 = 0x80;
const HAS_COMMITMENT_LENGTH: u64 = 0x40;
const HAS_NFT: u64 = 0x20;
const HAS_AMOUNT: u64 = 0x10;
const CAPABILITY: u64 = 0x0f;

/// Maximum amount of fungible tokens.
const MAX_AMOUNT: u64 = i64::MAX.unsigned_abs();

/// Returns true if an output script starts with a token prefix, well formed or not.
pub(crate) fn starts(script: &[u8]) -> bool {
    script.first() == Some(&PREFIX_TOKEN)
}

/// Returns the script after the token prefix. A malformed prefix is returned unchanged: such an output is
/// unspendable.
pub(crate) fn strip(script: &[u8]) -> &[u8] {
    split(script).map_or(script, |(_, locking)| locking)
}

/// Returns the tokens of an output script and the script after them, `None` without a well-formed prefix.
pub(crate) fn split(script: &[u8]) -> Option<(Token, &[u8])> {
    let mut reader = Reader(script.strip_prefix(&[PREFIX_TOKEN])?);
    let token = token(&mut reader).ok()?;
    Some((token, reader.0))
}

fn token(reader: &mut Reader<'_>) -> Result<Token, Malformed> {
    let category = Txid::from_slice(reader.take(CATEGORY_LENGTH)?).map_err(|_| Malformed)?;
    let contents = reader.number(1)?;
    let has = |flag| contents & flag != 0;
    let is_fungible_only = !has(HAS_NFT) && !has(HAS_COMMITMENT_LENGTH) && contents & CAPABILITY == 0;
    if has(RESERVED_BIT) || !(has(HAS_NFT) || is_fungible_only && has(HAS_AMOUNT)) {
        return Err(Malformed);
    }
    let nft = has(HAS_NFT).then(|| nft(reader, contents)).transpose()?;
    let amount = if has(HAS_AMOUNT) { positive(reader)? } else { 0 };
    if amount > MAX_AMOUNT {
        return Err(Malformed);
    }
    Ok(Token { category, amount, nft })
}

fn nft(reader: &mut Reader<'_>, contents: u64) -> Result<Nft, Malformed> {
    let capability = match contents & CAPABILITY {
        0 => NftCapability::None,
        1 => NftCapability::Mutable,
        2 => NftCapability::Minting,
        _ => return Err(Malformed),
    };
    let commitment = if contents & HAS_COMMITMENT_LENGTH == 0 {
        Vec::new()
    } else {
        let length = usize::try_from(positive(reader)?).map_err(|_| Malformed)?;
        reader.take(length)?.to_vec()
    };
    Ok(Nft { capability, commitment })
}

/// Reads a compact size above 0 in the shortest form.
fn positive(reader: &mut Reader<'_>) -> Result<u64, Malformed> {
    let before = reader.0.len();
    let number = u64::try_from(reader.count()?).map_err(|_| Malformed)?;
    let shortest = match number {
        0 => return Err(Malformed),
        1..=0xfc => 1,
        0xfd..=0xffff => 3,
        0x1_0000..=0xffff_ffff => 5,
        _ => 9,
    };
    if before - reader.0.len() == shortest {
        Ok(number)
    } else {
        Err(Malformed)
    }
}

/// Error of bytes that are truncated or contain an invalid count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Malformed;

/// The unread rest of the bytes.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn last(&self, length: usize) -> Result<&'a [u8], Malformed> {
        let start = self.0.len().checked_sub(length).ok_or(Malformed)?;
        Ok(&self.0[start..])
    }

    /// Reads a little-endian number of up to eight bytes.
    pub fn number(&mut self, length: usize) -> Result<u64, Malformed> {
        let bytes = self.take(length)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// Reads a compact size: a count or length in 1, 3, 5 or 9 bytes.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = match self.number(1)? {
            0xfd => self.number(2)?,
            0xfe => self.number(4)?,
            0xff => self.number(8)?,
            small => small,
        };
        usize::try_from(count).map_err(|_| Malformed)
    }

    pub fn script(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.count()?;
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of a P2PKH script, `OP_DUP OP_HASH160 …`.
    const SCRIPT: [u8; 3] = [0x76, 0xa9, 0x14];

    /// Prefixes the script with tokens of this bitfield and the following bytes.
    fn with_tokens(contents: u8, rest: &[u8]) -> Vec<u8> {
        [&[PREFIX_TOKEN], [0xbb; 32].as_slice(), &[contents], rest, &SCRIPT].concat()
    }

    /// The shapes of the specification's token-prefix vectors.
    #[test]
    fn valid_token_prefixes_are_stripped() {
        for script in [
            SCRIPT.to_vec(),
            with_tokens(0x10, &[1]),
            with_tokens(0x10, &[0xfd, 0xfd, 0x00]),
            with_tokens(0x10, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
            with_tokens(0x20, &[]),
            with_tokens(0x22, &[]),
            with_tokens(0x30, &[1]),
            with_tokens(0x60, &[1, 0xcc]),
            with_tokens(0x72, &[2, 0xcc, 0xcc, 0xfe, 0xff, 0xff, 0xff, 0xff]),
        ] {
            assert_eq!(strip(&script), SCRIPT, "{}", hex::encode(&script));
        }
    }

    /// The rows of the specification's list of invalid prefixes.
    #[test]
    fn malformed_token_prefixes_are_unchanged() {
        for script in [
            vec![PREFIX_TOKEN],
            [&[PREFIX_TOKEN], [0xbb; 31].as_slice()].concat(),
            // Reserved bit, no tokens, capability or commitment without NFT, unknown capability.
            with_tokens(0x90, &[1]),
            with_tokens(0x00, &[]),
            with_tokens(0x11, &[1]),
            with_tokens(0x50, &[1, 0xcc, 1]),
            with_tokens(0x23, &[]),
            // Commitments: truncated, empty, length not in the shortest form.
            with_tokens(0x60, &[0xfd, 0xff, 0xff]),
            with_tokens(0x60, &[0]),
            with_tokens(0x60, &[0xfd, 0x01, 0x00, 0xcc]),
            // Amounts: 0, not in the shortest form, above the maximum.
            with_tokens(0x10, &[0]),
            with_tokens(0x10, &[0xfd, 0xfc, 0x00]),
            with_tokens(0x10, &[0xfe, 0xff, 0xff, 0x00, 0x00]),
            with_tokens(0x10, &[0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
            with_tokens(0x10, &[0xff, 0, 0, 0, 0, 0, 0, 0, 0x80]),
        ] {
            assert_eq!(strip(&script), script, "{}", hex::encode(&script));
        }
    }

    #[test]
    fn contents_of_the_prefix_are_read() {
        let script = with_tokens(0x72, &[2, 0xcc, 0xdd, 0xfd, 0x00, 0x01]);
        let expected = Token {
            category: Txid::from_byte_array([0xbb; 32]),
            amount: 256,
            nft: Some(Nft {
                capability: NftCapability::Minting,
                commitment: vec![0xcc, 0xdd],
            }),
        };
        assert_eq!(split(&script), Some((expected, SCRIPT.as_slice())));
    }
}
