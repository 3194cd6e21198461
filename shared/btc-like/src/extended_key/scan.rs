//! Search for the used addresses of an extended key by the gap limit (BIP 44).

use super::{Branch, ExtendedKey, KeyAddress};
use bitcoin::Script;
use std::collections::HashMap;

/// Maximum number of addresses of a key.
pub const MAX_KEY_ADDRESSES: usize = 1000;

/// An address of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedAddress {
    /// The address with the path.
    pub key_address: KeyAddress,
    /// True if the address has transactions, also pending transactions.
    pub used: bool,
}

/// The addresses of a key up to the gap after the last used address of each branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedKey {
    /// The addresses: the branches in their order, each by index.
    pub addresses: Vec<ScannedAddress>,
    /// True if the key may have more used addresses than [`MAX_KEY_ADDRESSES`].
    pub is_truncated: bool,
}

impl ScannedKey {
    /// Returns the indexes of the addresses by their output scripts.
    pub fn owners(&self) -> HashMap<&Script, usize> {
        let scripts = self
            .addresses
            .iter()
            .map(|scanned| scanned.key_address.address.script_pubkey());
        scripts.enumerate().map(|(index, script)| (script, index)).collect()
    }

    /// Returns the first address of a branch after the last used address, `None` if the key does not have the branch or
    /// the address is beyond the maximum.
    pub fn next(&self, branch: Branch) -> Option<&KeyAddress> {
        let of_branch = |scanned: &&ScannedAddress| scanned.key_address.branch == branch;
        let unused = self
            .addresses
            .iter()
            .rev()
            .filter(of_branch)
            .take_while(|scanned| !scanned.used);
        unused.last().map(|scanned| &scanned.key_address)
    }
}

/// Scan of the addresses of a key: rounds of lookups until each branch ends with a gap of unused addresses.
#[derive(Debug)]
pub struct KeyScan<'k> {
    key: &'k ExtendedKey,
    gap: u32,
    branches: Vec<BranchScan>,
}

#[derive(Debug)]
struct BranchScan {
    branch: Branch,
    /// Index of the next address to derive.
    next: u32,
    /// Number of addresses to look up, as far as known.
    needed: u32,
    addresses: Vec<ScannedAddress>,
}

impl<'k> KeyScan<'k> {
    /// Starts a scan that ends after `gap` consecutive unused addresses of each branch.
    pub fn new(key: &'k ExtendedKey, gap: u32) -> Self {
        let branch = |branch| BranchScan {
            branch,
            next: 0,
            needed: gap,
            addresses: Vec::new(),
        };
        let branches = key.branches().map(branch).collect();
        Self { key, gap, branches }
    }

    /// Derives the next addresses to look up; none once the scan is complete.
    pub fn next_round(&mut self) -> Vec<KeyAddress> {
        let mut round = Vec::new();
        let mut derived = self.derived();
        for scan in &mut self.branches {
            while scan.next < scan.needed && derived < MAX_KEY_ADDRESSES {
                round.extend(self.key.address(scan.branch, scan.next));
                scan.next += 1;
                derived += 1;
            }
        }
        round
    }

    /// Records if an address of a round is used. The addresses of a branch are recorded in order.
    pub fn record(&mut self, key_address: KeyAddress, used: bool) {
        let gap = self.gap;
        let mut scans = self.branches.iter_mut();
        let Some(scan) = scans.find(|scan| scan.branch == key_address.branch) else {
            return;
        };
        if used {
            scan.needed = scan.needed.max(key_address.index.saturating_add(1).saturating_add(gap));
        }
        scan.addresses.push(ScannedAddress { key_address, used });
    }

    /// Returns the addresses.
    pub fn finish(self) -> ScannedKey {
        let is_truncated = self.branches.iter().any(|scan| scan.next < scan.needed);
        let addresses = self.branches.into_iter().flat_map(|scan| scan.addresses);
        ScannedKey {
            addresses: addresses.collect(),
            is_truncated,
        }
    }

    fn derived(&self) -> usize {
        self.branches.iter().map(|scan| scan.next as usize).sum()
    }
}
