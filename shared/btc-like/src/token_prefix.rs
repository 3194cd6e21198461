//! Token prefix in the script of a bch output: <https://github.com/cashtokens/cashtokens>.

use super::reader::{Malformed, Reader};

/// First byte of a token prefix.
const PREFIX_TOKEN: u8 = 0xef;

/// Length of a token category, which is a txid, in bytes.
const CATEGORY_LENGTH: usize = 32;

// Bitfield flags that announce the following fields.
const RESERVED_BIT: u64 = 0x80;
const HAS_COMMITMENT_LENGTH: u64 = 0x40;
const HAS_AMOUNT: u64 = 0x10;

/// Returns true if an output script starts with a token prefix.
pub(super) fn starts(script: &[u8]) -> bool {
    script.first() == Some(&PREFIX_TOKEN)
}

/// Returns the script after the token prefix. A malformed prefix is returned unchanged: such an output is
/// unspendable.
pub(super) fn strip(script: &[u8]) -> &[u8] {
    if starts(script) {
        behind_tokens(script).unwrap_or(script)
    } else {
        script
    }
}

fn behind_tokens(script: &[u8]) -> Result<&[u8], Malformed> {
    let mut reader = Reader(script);
    reader.take(1 + CATEGORY_LENGTH)?;
    let contents = reader.number(1)?;
    if contents & RESERVED_BIT != 0 {
        return Err(Malformed);
    }
    if contents & HAS_COMMITMENT_LENGTH != 0 {
        reader.script()?;
    }
    if contents & HAS_AMOUNT != 0 {
        reader.count()?;
    }
    Ok(reader.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of a P2PKH script, `OP_DUP OP_HASH160 …`.
    const SCRIPT: [u8; 3] = [0x76, 0xa9, 0x14];

    /// Prefixes the script with tokens of this bitfield and these following bytes.
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

    #[test]
    fn malformed_token_prefixes_are_unchanged() {
        for script in [
            vec![PREFIX_TOKEN],
            [&[PREFIX_TOKEN], [0xbb; 31].as_slice()].concat(),
            with_tokens(0x90, &[1]),
            with_tokens(0x60, &[0xfd, 0xff, 0xff]),
        ] {
            assert_eq!(strip(&script), script);
        }
    }
}
