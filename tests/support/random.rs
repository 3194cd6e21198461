//! Random numbers that are reproducible from a seed.

use bitcoin::secp256k1::rand::rngs::StdRng;
use bitcoin::secp256k1::rand::{Rng, SeedableRng, thread_rng};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::sync::LazyLock;
use std::thread;
use wallet_http::env;

/// The seed of this process: `WALLET_TEST_SEED`, or a new one.
static SEED: LazyLock<u64> = LazyLock::new(|| {
    let given = env::parsed("WALLET_TEST_SEED", env::var).expect("WALLET_TEST_SEED is a number");
    given.unwrap_or_else(|| thread_rng().r#gen())
});

thread_local! {
    /// The number of generators that this thread, which runs one test, has created.
    static CREATED: Cell<u64> = const { Cell::new(0) };
}

/// A generator with the seed of the process.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    generator: StdRng,
}

impl Random {
    /// Creates a generator and prints the seed, so that the output of a failing test shows the seed. Two generators of a run
    /// differ, since tests with keys from them share nodes.
    pub fn new() -> Self {
        let seed = *SEED;
        println!("WALLET_TEST_SEED={seed}");
        let test = thread::current();
        let created = CREATED.replace(CREATED.get() + 1);
        let stream = Sha256::digest(format!("{seed} {} {created}", test.name().unwrap_or_default()));
        Self {
            seed,
            generator: StdRng::from_seed(stream.into()),
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

    /// Returns one of the items.
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
