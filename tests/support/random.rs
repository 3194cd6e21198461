//! Random numbers that are reproducible from a seed.

use bitcoin::secp256k1::rand::rngs::StdRng;
use bitcoin::secp256k1::rand::{Rng, SeedableRng, thread_rng};
use wallet_http::env;

/// A generator with the seed.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    generator: StdRng,
}

impl Random {
    /// Creates a generator with a new seed, or `WALLET_TEST_SEED`. The seed is printed, so a failing test
    /// shows the seed.
    pub fn new() -> Self {
        let given = env::parsed("WALLET_TEST_SEED", env::var).expect("WALLET_TEST_SEED is a number");
        let seed = given.unwrap_or_else(|| thread_rng().r#gen());
        println!("WALLET_TEST_SEED={seed}");
        Self {
            seed,
            generator: StdRng::seed_from_u64(seed),
        }
    }

    /// Returns the seed, for messages and for child processes.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns a number in `low..=high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        self.generator.gen_range(low..=high)
    }

    /// Returns true with a probability of 1 in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.between(1, times) == 1
    }

    /// Returns a number in `1..=maximum` with a uniformly distributed bit length: small numbers are as likely
    /// as large ones.
    pub fn magnitude(&mut self, maximum: u64) -> u64 {
        let bits = self.between(1, u64::from(u64::BITS - maximum.leading_zeros()));
        let upper = (u64::MAX >> (u64::from(u64::BITS) - bits)).min(maximum);
        self.between(1, upper)
    }

    /// Returns a random item.
    pub fn one_of<'items, T>(&mut self, items: &'items [T]) -> &'items T {
        &items[self.generator.gen_range(0..items.len())]
    }

    /// Returns random bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.generator.fill(&mut bytes[..]);
        bytes
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}
