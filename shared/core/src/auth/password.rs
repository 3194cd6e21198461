//! Password rules and Argon2id hashes in PHC string form.

use crate::auth::Username;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::system::Randomness;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Reasons why a string is rejected as a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The length is not 8 to 128 characters.
    #[error("choose a password of 8 to 128 characters")]
    Length,
    /// The password is on the list of common passwords.
    #[error("this password is too common; choose another one")]
    Common,
    /// The password equals the user name.
    #[error("choose a password that is not the user name")]
    IsUsername,
}

impl CodedError for PasswordError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Length | Self::Common | Self::IsUsername => ErrorInfo::describe(ErrorCode::WeakPassword, self),
        }
    }
}

/// The error of hashing a password, an internal failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("password hashing failed")]
pub struct HashError;

impl CodedError for HashError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::internal(self)
    }
}

/// The cost parameters: 19 MiB, two passes, a single lane (OWASP's first choice for Argon2id).
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// The work of the parameters, see [`PasswordMemory::filled`].
const WORK: u64 = MEMORY_KIB as u64 * PASSES as u64;
/// The lengths of salt and hash in bytes.
const SALT_LENGTH: usize = 16;
const HASH_LENGTH: usize = 32;

/// The maximum length of a presented password in bytes. A stored password has at most 128 characters of at most 4
/// bytes.
const PRESENTED_LENGTH: usize = 128 * 4;

/// Replaces the hash of a missing user, so that a failed look-up has the same cost. Salt and hash are
/// arbitrary: no matching password is known, and a match would not count.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$0bRZ4l8hYd2nVw7mX3kQ9A$Jm3sR6tYv8xBzEuGwKpNqLcDfHiAoSrTyVbXeMgUj1k";

/// The common passwords, in lower case and in separate lines (`data/README.md` names the source).
static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../../data/common_passwords.txt").lines().collect());

/// A password in NFC, which is independent of the input device. `Debug` prints no password.
#[derive(Clone, Debug)]
pub struct Password(SecretString);

impl Password {
    /// Creates a presented password from any string. A password that violates the rules cannot match a stored hash.
    ///
    /// A longer string than any valid password is cut right above that length, so that a request that waits for its
    /// verification holds little memory.
    pub fn presented(text: &str) -> Self {
        let mut password = String::new();
        for character in text.nfc() {
            password.push(character);
            if password.len() > PRESENTED_LENGTH {
                break;
            }
        }
        Self(password.into())
    }

    /// Validates a new password of an account: 8 to 128 characters after NFC, any Unicode, neither a
    /// common password nor the user name.
    pub fn choose(text: &str, username: &Username) -> Result<Self, PasswordError> {
        let password = Self::presented(text);
        let text = password.0.expose_secret();
        if !(8..=128).contains(&text.chars().count()) {
            return Err(PasswordError::Length);
        }
        if COMMON.contains(text.to_lowercase().as_str()) {
            return Err(PasswordError::Common);
        }
        let is_username = text.to_lowercase() == username.as_str()
            || Username::parse(text).is_ok_and(|prepared| prepared == *username);
        if is_username {
            return Err(PasswordError::IsUsername);
        }
        Ok(password)
    }

    /// Returns a new hash with a new salt in PHC string form. Takes tens of milliseconds, and 19 MiB in `memory`.
    pub fn hash(&self, randomness: &dyn Randomness, memory: &mut PasswordMemory) -> Result<String, HashError> {
        let mut salt = [0; SALT_LENGTH];
        randomness.fill(&mut salt);
        self.hash_with_salt(&salt, memory).ok_or(HashError)
    }

    fn hash_with_salt(&self, salt: &[u8], memory: &mut PasswordMemory) -> Option<String> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
        let described = ParamsString::try_from(&params).ok()?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let mut output = [0; HASH_LENGTH];
        memory.compute(&argon2, self.0.expose_secret().as_bytes(), salt, &mut output)?;
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: described,
            salt: Some(Salt::new(salt).ok()?),
            hash: Some(Output::new(&output).ok()?),
        };
        Some(hash.to_string())
    }

    /// Returns true if the password matches the stored hash. Without a stored hash (the user does not
    /// exist), does the same work and returns false. Takes tens of milliseconds, and 19 MiB in `memory`.
    pub fn matches(&self, stored: Option<&str>, memory: &mut PasswordMemory) -> bool {
        let before = memory.filled();
        let hash = PasswordHash::new(stored.unwrap_or(DUMMY_HASH)).ok();
        let computed = hash.as_ref().and_then(|hash| self.output_like(hash, memory));
        self.add_work(WORK.saturating_sub(memory.filled() - before), memory);
        // The library compares outputs in constant time.
        computed.is_some() && computed == hash.and_then(|hash| hash.hash) && stored.is_some()
    }

    /// Does the work that a hash with earlier, lower costs lacks, so that such an account takes as long as a missing
    /// one. `blocks` is a number of [`PasswordMemory::filled`].
    fn add_work(&self, blocks: u64, memory: &mut PasswordMemory) {
        let params = u32::try_from(blocks).map(|blocks| Params::new(blocks / PASSES, PASSES, LANES, None));
        if let Ok(Ok(params)) = params {
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let password = self.0.expose_secret().as_bytes();
            // Only the time of the computation matters.
            let _ = memory.compute(&argon2, password, &[0; SALT_LENGTH], &mut [0; HASH_LENGTH]);
        }
    }

    /// Returns the output of this password with the parameters and the salt of a hash.
    fn output_like(&self, hash: &PasswordHash, memory: &mut PasswordMemory) -> Option<Output> {
        let params = Params::try_from(hash).ok()?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash
            .version
            .map(Version::try_from)
            .transpose()
            .ok()?
            .unwrap_or_default();
        let mut buffer = [0; Output::MAX_LENGTH];
        let output = buffer.get_mut(..hash.hash.as_ref()?.len())?;
        let password = self.0.expose_secret().as_bytes();
        let salt = hash.salt.as_ref()?;
        memory.compute(&Argon2::new(algorithm, version, params), password, salt, output)?;
        Output::new(output).ok()
    }
}

/// Returns true if the parameters of a stored hash differ from the current parameters.
pub fn needs_rehash(stored: &str) -> bool {
    let current = |hash: PasswordHash| {
        let params = Params::try_from(&hash).ok()?;
        let same_costs = (params.m_cost(), params.t_cost(), params.p_cost()) == (MEMORY_KIB, PASSES, LANES);
        Some(hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into()) && same_costs)
    };
    PasswordHash::new(stored).ok().and_then(current) != Some(true)
}

/// Memory blocks of Argon2 that consecutive operations reuse. If each operation allocated memory, the allocator
/// would retain 19 MiB for each thread that ever hashed a password.
#[derive(Default)]
pub struct PasswordMemory {
    blocks: Vec<Block>,
    /// The number of blocks of 1 KiB that all operations have filled, counted once per pass.
    filled: u64,
}

impl fmt::Debug for PasswordMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PasswordMemory").finish_non_exhaustive()
    }
}

impl PasswordMemory {
    /// Returns the number of blocks of 1 KiB.
    pub fn capacity(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the work of the operations so far: the number of blocks of 1 KiB that they filled, counted once per
    /// pass.
    pub fn filled(&self) -> u64 {
        self.filled
    }

    /// Computes an Argon2 hash with the length of `output`. Returns `None` if the library rejects an input.
    pub(super) fn compute(
        &mut self,
        argon2: &Argon2<'_>,
        password: &[u8],
        salt: &[u8],
        output: &mut [u8],
    ) -> Option<()> {
        let required = argon2.params().block_count();
        if self.blocks.len() < required {
            // Released first, so that growth never holds both.
            self.blocks = Vec::new();
            self.blocks.resize(required, Block::default());
        }
        let computed = argon2.hash_password_into_with_memory(password, salt, output, &mut self.blocks[..]);
        if computed.is_ok() {
            self.filled += required as u64 * u64::from(argon2.params().t_cost());
        }
        // Hashes with earlier parameters may require more memory than current hashes.
        if required > Params::default().block_count() {
            self.blocks = Vec::new();
        }
        computed.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::system::Fixed;

    fn choose(text: &str) -> Result<(), PasswordError> {
        Password::choose(text, &Username::parse("Correct-Horse").unwrap()).map(|_| ())
    }

    #[test]
    fn password_has_8_to_128_characters_after_nfc() {
        assert_eq!(choose("tr0mb0n"), Err(PasswordError::Length));
        assert_eq!(choose("tr0mb0ne!"), Ok(()));
        assert_eq!(choose("пароль-1"), Ok(()));
        assert_eq!(choose("e\u{301}e\u{301}e\u{301}e\u{301}"), Err(PasswordError::Length));
        assert_eq!(choose(&"xé".repeat(64)), Ok(()));
        assert_eq!(choose(&"x".repeat(129)), Err(PasswordError::Length));
        assert_eq!(choose(&"e\u{301}".repeat(128)), Ok(()));
    }

    #[test]
    fn common_passwords_are_rejected_in_any_case() {
        assert!(COMMON.len() >= 3000);
        for common in [
            "password",
            "Password",
            "PASSWORD1",
            "12345678",
            "iloveyou",
            "qwertyuiop",
            "Football",
        ] {
            assert_eq!(choose(common), Err(PasswordError::Common), "{common}");
        }
    }

    #[test]
    fn user_name_is_rejected_as_password() {
        for same in ["correct-horse", "CORRECT-HORSE", "ｃｏｒｒｅｃｔ-ｈｏｒｓｅ"] {
            assert_eq!(choose(same), Err(PasswordError::IsUsername), "{same}");
        }
        assert_eq!(choose("correct-horse-battery"), Ok(()));
    }

    #[test]
    fn hash_matches_only_its_password() {
        let hash = Password::presented("tr0mb0ne!")
            .hash(&Fixed(1), &mut PasswordMemory::default())
            .unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(Password::presented("tr0mb0ne!").matches(Some(&hash), &mut PasswordMemory::default()));
        for other in ["tr0mb0ne", "tr0mb0ne!!", "Tr0mb0ne!", ""] {
            assert!(
                !Password::presented(other).matches(Some(&hash), &mut PasswordMemory::default()),
                "{other:?}"
            );
        }
        assert_ne!(
            Password::presented("tr0mb0ne!")
                .hash(&Fixed(2), &mut PasswordMemory::default())
                .unwrap(),
            hash
        );
    }

    #[test]
    fn password_is_not_truncated_and_is_normalised() {
        let long = "x".repeat(127);
        let hash = Password::presented(&format!("{long}a"))
            .hash(&Fixed(1), &mut PasswordMemory::default())
            .unwrap();
        assert!(!Password::presented(&format!("{long}b")).matches(Some(&hash), &mut PasswordMemory::default()));
        let hash = Password::presented("Jose\u{301} 1234")
            .hash(&Fixed(1), &mut PasswordMemory::default())
            .unwrap();
        assert!(Password::presented("Jos\u{e9} 1234").matches(Some(&hash), &mut PasswordMemory::default()));
    }

    #[test]
    fn presented_password_is_bounded_and_still_differs_from_valid_ones() {
        let longest = "\u{1f600}".repeat(128);
        let mut memory = PasswordMemory::default();
        let hash = Password::presented(&longest).hash(&Fixed(1), &mut memory).unwrap();
        assert!(Password::presented(&longest).matches(Some(&hash), &mut memory));
        let longer = Password::presented(&(longest.clone() + &"x".repeat(200_000)));
        assert!(longer.0.expose_secret().len() <= PRESENTED_LENGTH + 4);
        assert!(!longer.matches(Some(&hash), &mut memory));
        assert_eq!(choose(&longest.repeat(2)), Err(PasswordError::Length));
        assert_eq!(choose(&"e\u{301}".repeat(100_000)), Err(PasswordError::Length));
    }

    #[test]
    fn memory_is_reused_and_an_earlier_use_has_no_effect() {
        let mut memory = PasswordMemory::default();
        let first = Password::presented("tr0mb0ne!").hash(&Fixed(1), &mut memory).unwrap();
        let blocks = memory.capacity();
        assert_eq!(blocks, 19 * 1024);
        let other = Password::presented("velvet").hash(&Fixed(2), &mut memory).unwrap();
        assert_eq!(
            Password::presented("tr0mb0ne!").hash(&Fixed(1), &mut memory).unwrap(),
            first
        );
        let small = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assert!(Password::presented("password").matches(Some(small), &mut memory));
        assert!(Password::presented("velvet").matches(Some(&other), &mut memory));
        assert_eq!(memory.capacity(), blocks);
        let large = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assert!(Password::presented("password").matches(Some(large), &mut memory));
        assert_eq!(memory.capacity(), 0, "memory above the current parameters is released");
    }

    #[test]
    fn dummy_hash_has_current_costs_and_never_matches() {
        assert!(!needs_rehash(DUMMY_HASH));
        let dummy = PasswordHash::new(DUMMY_HASH).unwrap();
        let real = Password::presented("x")
            .hash(&Fixed(1), &mut PasswordMemory::default())
            .unwrap();
        let real = PasswordHash::new(&real).unwrap();
        let lengths = |hash: &PasswordHash| (hash.salt.map(|s| s.len()), hash.hash.map(|h| h.len()));
        assert_eq!(lengths(&dummy), lengths(&real));
        assert!(!Password::presented("anything").matches(None, &mut PasswordMemory::default()));
    }

    #[test]
    fn hash_with_other_parameters_needs_rehash() {
        let current = Password::presented("x")
            .hash(&Fixed(1), &mut PasswordMemory::default())
            .unwrap();
        assert!(!needs_rehash(&current));
        for (from, to) in [
            ("m=19456", "m=7168"),
            ("t=2", "t=5"),
            ("p=1", "p=2"),
            ("v=19", "v=16"),
            ("argon2id", "argon2i"),
        ] {
            assert!(needs_rehash(&current.replace(from, to)), "{to}");
        }
        assert!(needs_rehash("no hash"));
        assert!(!Password::presented("x").matches(Some("no hash"), &mut PasswordMemory::default()));
    }

    /// Encoded vectors of the reference implementation (`src/test.c` of P-H-C/phc-winner-argon2).
    #[test]
    fn argon2_reference_phc_strings() {
        for hash in [
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
        ] {
            assert!(
                Password::presented("password").matches(Some(hash), &mut PasswordMemory::default()),
                "{hash}"
            );
            assert!(
                !Password::presented("passwore").matches(Some(hash), &mut PasswordMemory::default()),
                "{hash}"
            );
        }
    }

    #[test]
    fn password_is_redacted_in_debug_output() {
        assert!(!format!("{:?}", Password::presented("tr0mb0ne!")).contains("tr0mb"));
    }
}
