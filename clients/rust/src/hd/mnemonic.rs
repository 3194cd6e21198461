//! Mnemonics (BIP 39).

use super::seed::Seed;
use bip39::Language;
use std::fmt;
use std::str::FromStr;
use zeroize::Zeroizing;

/// The length of a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Length {
    /// 12 words: 128 bits.
    Words12,
    /// 24 words: 256 bits.
    Words24,
}

impl Length {
    /// Returns the number of bytes of the entropy.
    const fn bytes(self) -> usize {
        match self {
            Self::Words12 => 16,
            Self::Words24 => 32,
        }
    }
}

/// An English mnemonic of 12, 15, 18, 21 or 24 words. It is erased from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Mnemonic(bip39::Mnemonic);

/// The error of a text that is not a mnemonic, without the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MnemonicError {
    /// The number of words is invalid.
    #[error("a mnemonic has 12, 15, 18, 21 or 24 words, this one has {0}")]
    Length(usize),
    /// A word is not in the English word list.
    #[error("word {0} is not in the word list")]
    Word(usize),
    /// The words do not match their checksum.
    #[error("the words do not match their checksum: a word is another one, or the order is different")]
    Checksum,
}

impl Mnemonic {
    /// Generates a mnemonic from the randomness of the operating system.
    pub fn random(length: Length) -> Self {
        let mut entropy = Zeroizing::new([0; 32]);
        let entropy = &mut entropy[..length.bytes()];
        getrandom::fill(entropy).expect("the operating system provides randomness after boot");
        Self::from_entropy(entropy)
    }

    /// Creates the mnemonic of 16 or 32 bytes.
    pub(super) fn from_entropy(entropy: &[u8]) -> Self {
        let mnemonic = bip39::Mnemonic::from_entropy_in(Language::English, entropy);
        Self(mnemonic.expect("16 and 32 bytes are lengths of BIP 39"))
    }

    /// Returns the words, separated by spaces, for the user to write down.
    pub fn words(&self) -> Zeroizing<String> {
        // No reallocation leaves a copy: a word has at most 8 letters.
        let mut text = Zeroizing::new(String::with_capacity(24 * 9));
        for word in self.0.words() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        text
    }

    /// Returns the seed of this mnemonic and a passphrase, which may be empty. Every passphrase is valid and leads to
    /// other keys.
    pub fn seed(&self, passphrase: &str) -> Seed {
        let bytes = Zeroizing::new(self.0.to_seed(passphrase));
        Seed::from_bytes(&*bytes).expect("64 bytes are a valid length")
    }
}

impl FromStr for Mnemonic {
    type Err = MnemonicError;

    /// Reads words in either case, separated by any white space.
    fn from_str(text: &str) -> Result<Self, MnemonicError> {
        let lower = Zeroizing::new(text.to_lowercase());
        let mnemonic = bip39::Mnemonic::parse_in_normalized(Language::English, &lower);
        mnemonic.map(Self).map_err(|error| match error {
            bip39::Error::BadWordCount(count) => MnemonicError::Length(count),
            bip39::Error::UnknownWord(index) => MnemonicError::Word(index + 1),
            _ => MnemonicError::Checksum,
        })
    }
}

impl fmt::Debug for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mnemonic").finish_non_exhaustive()
    }
}
