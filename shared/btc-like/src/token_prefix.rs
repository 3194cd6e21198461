//! The tokens in front of the script of a bch output: <https://github.com/cashtokens/cashtokens>.

use super::parent::ParentError;
use super::reader::Reader;

/// The byte that announces tokens.
const PREFIX_TOKEN: u8 = 0xef;

/// Bytes of a token's category, which is a txid.
const CATEGORY_LENGTH: usize = 32;

// The bits that say what follows.
const RESERVED_BIT: u64 = 0x80;
const HAS_COMMITMENT_LENGTH: u64 = 0x40;
const HAS_AMOUNT: u64 = 0x10;

/// Whether the script of an output begins with tokens.
pub(super) fn starts(script: &[u8]) -> bool {
    script.first() == Some(&PREFIX_TOKEN)
}

/// The script behind the tokens. One that only looks as if it had tokens is left as it is: nobody can spend it.
pub(super) fn strip(script: &[u8]) -> &[u8] {
    if starts(script) {
        behind_tokens(script).unwrap_or(script)
    } else {
        script
    }
}

fn behind_tokens(script: &[u8]) -> Result<&[u8], ParentError> {
    let mut reader = Reader(script);
    reader.take(1 + CATEGORY_LENGTH)?;
    let contents = reader.number(1)?;
    if contents & RESERVED_BIT != 0 {
        return Err(ParentError::Malformed);
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

    /// `OP_DUP OP_HASH160 …`, as far as it matters here.
    const SCRIPT: [u8; 3] = [0x76, 0xa9, 0x14];

    /// Tokens with this bitfield and these bytes behind it, in front of the script.
    fn with_tokens(contents: u8, rest: &[u8]) -> Vec<u8> {
        [&[PREFIX_TOKEN], [0xbb; 32].as_slice(), &[contents], rest, &SCRIPT].concat()
    }

    /// The forms of the specification's token-prefix vectors.
    #[test]
    fn every_form_of_tokens_is_skipped() {
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
    fn what_only_looks_like_tokens_is_left_alone() {
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
