//! Memory of password hashing.

use argon2::{Argon2, Block, Params};
use std::fmt;

/// Memory blocks of Argon2 that consecutive operations reuse. If each operation allocated its memory, the allocator
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

    /// Returns the work of the operations so far: the number of blocks of 1 KiB that they filled, counted once per pass.
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
        // Hashes with earlier parameters may require more than current ones.
        if required > Params::default().block_count() {
            self.blocks = Vec::new();
        }
        computed.ok()
    }
}
