//! The state of a chain: accounts, code, storage. A copy shares all unchanged data with the original.

use revm::DatabaseRef;
use revm::bytecode::Bytecode;
use revm::primitives::{Address, B256, StorageKey, StorageValue, U256};
use revm::state::{self, AccountInfo, EvmState as StateChanges};
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

/// The number of block hashes available to contracts.
const KNOWN_HASHES: usize = 256;

/// All accounts after a block.
#[derive(Clone, Debug, Default)]
pub struct EvmState {
    accounts: HashMap<Address, Arc<Account>>,
    hashes: BTreeMap<u64, B256>,
}

/// An account.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Balance, nonce and code.
    pub info: AccountInfo,
    /// The storage of a contract; a missing slot is zero.
    pub storage: HashMap<StorageKey, StorageValue>,
}

impl EvmState {
    /// Returns an account, or `None` if not found.
    pub fn account(&self, address: Address) -> Option<&Account> {
        self.accounts.get(&address).map(Arc::as_ref)
    }

    /// Returns balance, nonce and code; all are zero or empty if the account does not exist.
    pub fn info(&self, address: Address) -> AccountInfo {
        self.account(address)
            .map(|account| account.info.clone())
            .unwrap_or_default()
    }

    /// Returns true if the account has code.
    pub fn has_code(&self, address: Address) -> bool {
        self.account(address)
            .is_some_and(|account| !account.info.is_empty_code_hash())
    }

    /// Inserts or replaces an account.
    pub fn put(&mut self, address: Address, account: Account) {
        self.accounts.insert(address, Arc::new(account));
    }

    /// Adds to a balance; no sum of wei on a chain approaches 2^256.
    pub fn add(&mut self, address: Address, wei: U256) {
        let info = &mut self.account_mut(address).info;
        info.balance = info.balance.saturating_add(wei);
    }

    /// Subtracts from a balance, or returns `None` if too low.
    #[must_use]
    pub fn take(&mut self, address: Address, wei: U256) -> Option<()> {
        let info = &mut self.account_mut(address).info;
        info.balance = info.balance.checked_sub(wei)?;
        Some(())
    }

    /// Applies the state changes of a transaction.
    pub fn apply(&mut self, changes: StateChanges) {
        for (address, change) in changes {
            if !change.is_touched() {
                continue;
            }
            // An empty account is removed (EIP-161).
            if change.is_selfdestructed() || change.is_empty() {
                self.accounts.remove(&address);
                continue;
            }
            self.apply_change(address, change);
        }
    }

    fn apply_change(&mut self, address: Address, change: state::Account) {
        let account = self.account_mut(address);
        if change.is_created() {
            account.storage.clear();
        }
        let code = change.info.code.clone().or_else(|| account.info.code.take());
        account.info = AccountInfo { code, ..change.info };
        for (key, slot) in change.storage {
            if slot.present_value.is_zero() {
                account.storage.remove(&key);
            } else {
                account.storage.insert(key, slot.present_value);
            }
        }
    }

    /// Stores the hash of a block.
    pub fn add_hash(&mut self, number: u64, hash: B256) {
        self.hashes.insert(number, hash);
        if self.hashes.len() > KNOWN_HASHES {
            self.hashes.pop_first();
        }
    }

    fn account_mut(&mut self, address: Address) -> &mut Account {
        Arc::make_mut(self.accounts.entry(address).or_default())
    }
}

impl DatabaseRef for EvmState {
    type Error = Infallible;

    fn basic_ref(&self, address: Address) -> Result<Option<AccountInfo>, Infallible> {
        Ok(self.account(address).map(|account| account.info.clone()))
    }

    fn code_by_hash_ref(&self, _: B256) -> Result<Bytecode, Infallible> {
        // Never called: every account includes the code.
        Ok(Bytecode::default())
    }

    fn storage_ref(&self, address: Address, key: StorageKey) -> Result<StorageValue, Infallible> {
        let account = self.account(address);
        Ok(account
            .and_then(|account| account.storage.get(&key))
            .copied()
            .unwrap_or_default())
    }

    fn block_hash_ref(&self, number: u64) -> Result<B256, Infallible> {
        Ok(self.hashes.get(&number).copied().unwrap_or_default())
    }
}
