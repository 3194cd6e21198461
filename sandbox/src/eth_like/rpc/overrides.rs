//! The overrides of accounts in simulations, as go-ethereum reads them
//! (<https://geth.ethereum.org/docs/interacting-with-geth/rpc/objects#state-override-set>).

use crate::eth_like::evm::state::{Account, EvmState};
use revm::bytecode::Bytecode;
use revm::primitives::{Address, B256, Bytes, U256};
use serde::Deserialize;
use std::collections::HashMap;

/// The values of an account in a simulation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Override {
    balance: Option<U256>,
    nonce: Option<U256>,
    code: Option<Bytes>,
    /// The whole storage of the account.
    state: Option<HashMap<B256, B256>>,
    /// Some slots of the storage.
    state_diff: Option<HashMap<B256, B256>>,
}

/// Replaces values of accounts.
pub fn override_accounts(state: &mut EvmState, overrides: &HashMap<Address, Override>) {
    for (address, values) in overrides {
        let mut account: Account = state.account(*address).cloned().unwrap_or_default();
        if let Some(balance) = values.balance {
            account.info.balance = balance;
        }
        if let Some(nonce) = values.nonce {
            account.info.nonce = nonce.saturating_to();
        }
        if let Some(code) = &values.code {
            let code = Bytecode::new_raw(code.clone());
            account.info.code_hash = code.hash_slow();
            account.info.code = Some(code);
        }
        if let Some(slots) = &values.state {
            account.storage = slots
                .iter()
                .map(|(key, word)| ((*key).into(), (*word).into()))
                .collect();
        }
        for (key, word) in values.state_diff.iter().flatten() {
            account.storage.insert((*key).into(), (*word).into());
        }
        state.put(*address, account);
    }
}
