//! Previews compared with recorded executions: transactions of stellar-core's tests and of the public network, with the
//! state before and after from the metas. `WALLET_TEST_LEDGERS` names the unpacked file `lcm.json` of the recorded
//! facts, and `recorded.json` has
//! a few of them.

use super::{Preview, PreviewFacts, PreviewOutcome, Reason, RequiredFacts};
use crate::account::signer::SignerKey;
use crate::account::state::{
    Account, AccountFlags, AccountSettings, Holding, Thresholds, TrustLine, TrustlineAsset, WeightedSigner,
};
use crate::chain::{PoolId, from_base64};
use crate::fee::ledger::{Ledger, ResultCodes};
use crate::operation::DataName;
use crate::transaction::envelope::{Envelope, time_bounds};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, Credit};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use xdr::{LedgerEntryChange as Step, LedgerEntryData as Data, TransactionEnvelope as Tx};

/// The entries of a ledger by key.
type Entries = HashMap<xdr::LedgerKey, Option<xdr::LedgerEntry>>;

fn changes(meta: &xdr::TransactionMeta) -> Vec<Step> {
    let mut all = Vec::new();
    match meta {
        xdr::TransactionMeta::V3(meta) => {
            all.extend(meta.tx_changes_before.iter().cloned());
            all.extend(
                meta.operations
                    .iter()
                    .flat_map(|operation| operation.changes.iter().cloned()),
            );
        }
        xdr::TransactionMeta::V4(meta) => {
            all.extend(meta.tx_changes_before.iter().cloned());
            all.extend(
                meta.operations
                    .iter()
                    .flat_map(|operation| operation.changes.iter().cloned()),
            );
        }
        _ => {}
    }
    all
}

/// Sets the state before the transaction, and returns the state after.
fn replay(entries: &mut Entries, meta: &xdr::TransactionMeta) -> Entries {
    let mut first: Entries = HashMap::new();
    let mut last: Entries = HashMap::new();
    for change in changes(meta) {
        let (key, before, after) = match change {
            Step::State(entry) => (entry.to_key(), Some(entry), None),
            Step::Created(entry) | Step::Restored(entry) | Step::Updated(entry) => {
                (entry.to_key(), None, Some(Some(entry)))
            }
            Step::Removed(key) => (key, None, Some(None)),
        };
        first.entry(key.clone()).or_insert(before);
        if let Some(after) = after {
            last.insert(key, after);
        }
    }
    entries.extend(first);
    let mut after = entries.clone();
    after.extend(last);
    after
}

fn stroops(number: i64) -> Stroops {
    Stroops::new(number).unwrap_or_default()
}

fn holding(balance: i64, liabilities: Option<&xdr::Liabilities>) -> Holding {
    Holding {
        balance: stroops(balance),
        buying_liabilities: stroops(liabilities.map_or(0, |sums| sums.buying)),
        selling_liabilities: stroops(liabilities.map_or(0, |sums| sums.selling)),
    }
}

fn sponsor(entry: &xdr::LedgerEntry) -> Option<AccountId> {
    let xdr::LedgerEntryExt::V1(extension) = &entry.ext else {
        return None;
    };
    extension.sponsoring_id.0.as_ref().map(AccountId::from_xdr)
}

/// Returns the account with the trustlines and data entries among the known entries.
fn account(entries: &Entries, id: AccountId) -> Option<(AccountId, Option<Account>)> {
    let key = xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
        account_id: id.to_xdr(),
    });
    let Some(entry) = entries.get(&key)? else {
        return Some((id, None));
    };
    let Data::Account(stored) = &entry.data else {
        return None;
    };
    let mut account = of_entry(id, stored, sponsor(entry));
    for entry in entries.values().flatten() {
        match &entry.data {
            Data::Trustline(line) if AccountId::from_xdr(&line.account_id) == id => {
                account.lines.extend(self::line(line, sponsor(entry)));
            }
            Data::Data(data) if AccountId::from_xdr(&data.account_id) == id => {
                let name: DataName = data.data_name.0.to_utf8_string().ok()?.parse().ok()?;
                account.settings.data.insert(name, data.data_value.0.to_vec());
            }
            _ => {}
        }
    }
    Some((id, Some(account)))
}

fn of_entry(id: AccountId, stored: &xdr::AccountEntry, sponsor: Option<AccountId>) -> Account {
    let v1 = match &stored.ext {
        xdr::AccountEntryExt::V1(v1) => Some(v1),
        xdr::AccountEntryExt::V0 => None,
    };
    let v2 = v1.and_then(|v1| match &v1.ext {
        xdr::AccountEntryExtensionV1Ext::V2(v2) => Some(v2),
        xdr::AccountEntryExtensionV1Ext::V0 => None,
    });
    let [master, low, medium, high] = stored.thresholds.0;
    let sponsor_of = |index: usize| {
        v2.and_then(|v2| {
            v2.signer_sponsoring_i_ds
                .get(index)?
                .0
                .as_ref()
                .map(AccountId::from_xdr)
        })
    };
    let signers = stored.signers.iter().enumerate().map(|(index, signer)| WeightedSigner {
        key: SignerKey::from_xdr(&signer.key),
        weight: signer.weight,
        sponsor: sponsor_of(index),
    });
    let master = WeightedSigner {
        key: SignerKey::Ed25519(id.0),
        weight: master.into(),
        sponsor: None,
    };
    Account {
        id,
        sequence: stored.seq_num.0,
        subentries: stored.num_sub_entries,
        sponsoring: v2.map_or(0, |v2| v2.num_sponsoring),
        sponsored: v2.map_or(0, |v2| v2.num_sponsored),
        is_sponsored: sponsor.is_some(),
        native: holding(stored.balance, v1.map(|v1| &v1.liabilities)),
        lines: Vec::new(),
        signers: signers.chain([master]).collect(),
        requires_memo: false,
        settings: AccountSettings {
            thresholds: Thresholds { low, medium, high },
            flags: AccountFlags {
                required: stored.flags & 1 != 0,
                revocable: stored.flags & 2 != 0,
                immutable: stored.flags & 4 != 0,
                clawback_enabled: stored.flags & 8 != 0,
            },
            sponsor,
            ..AccountSettings::default()
        },
    }
}

fn line(line: &xdr::TrustLineEntry, sponsor: Option<AccountId>) -> Option<TrustLine> {
    let asset = match &line.asset {
        xdr::TrustLineAsset::CreditAlphanum4(credit) => Asset::from_xdr(&xdr::Asset::CreditAlphanum4(credit.clone())),
        xdr::TrustLineAsset::CreditAlphanum12(credit) => Asset::from_xdr(&xdr::Asset::CreditAlphanum12(credit.clone())),
        xdr::TrustLineAsset::PoolShare(_) | xdr::TrustLineAsset::Native => None,
    };
    let asset = match (&line.asset, asset) {
        (_, Some(Asset::Credit(credit))) => TrustlineAsset::Credit(credit),
        (xdr::TrustLineAsset::PoolShare(pool), _) => TrustlineAsset::PoolShares(PoolId(pool.0.0)),
        _ => return None,
    };
    let liabilities = match &line.ext {
        xdr::TrustLineEntryExt::V1(v1) => Some(&v1.liabilities),
        xdr::TrustLineEntryExt::V0 => None,
    };
    Some(TrustLine {
        asset,
        holding: holding(line.balance, liabilities),
        limit: stroops(line.limit),
        is_authorized: line.flags & 1 != 0,
        may_maintain_liabilities: line.flags & 3 != 0,
        has_clawback: line.flags & 4 != 0,
        sponsor,
    })
}

/// Removes the signatures, which are for the network of stellar-core's tests.
fn unsigned(base64: &str) -> Option<Envelope> {
    let mut envelope: Tx = from_base64(base64)?;
    match &mut envelope {
        Tx::TxV0(envelope) => envelope.signatures = xdr::VecM::default(),
        Tx::Tx(envelope) => envelope.signatures = xdr::VecM::default(),
        Tx::TxFeeBump(envelope) => {
            envelope.signatures = xdr::VecM::default();
            let xdr::FeeBumpTransactionInnerTx::Tx(inner) = &mut envelope.tx.inner_tx;
            inner.signatures = xdr::VecM::default();
        }
    }
    Some(Envelope(envelope))
}

fn balances(entries: &Entries) -> BTreeMap<(AccountId, String), i128> {
    let mut balances = BTreeMap::new();
    for entry in entries.values().flatten() {
        match &entry.data {
            Data::Account(account) => {
                let id = AccountId::from_xdr(&account.account_id);
                balances.insert((id, "native".to_owned()), account.balance.into());
            }
            Data::Trustline(stored) => {
                if let Some(TrustlineAsset::Credit(Credit { code, issuer })) = line(stored, None).map(|line| line.asset)
                {
                    let id = AccountId::from_xdr(&stored.account_id);
                    balances.insert((id, format!("{code}:{issuer}")), stored.balance.into());
                }
            }
            _ => {}
        }
    }
    balances
}

/// Compares the previews of recorded transactions. Returns the numbers of equal successes, equal failures and differences.
fn compare(recorded: &[Value]) -> (usize, usize, usize) {
    let (mut entries, mut from) = (Entries::new(), String::new());
    let (mut successes, mut failures, mut different) = (0, 0, 0);
    for row in recorded {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        if from != text("from") {
            from = text("from").to_owned();
            entries.clear();
        }
        let (Some(envelope), Some(meta)) = (unsigned(text("envelope")), from_base64(text("meta"))) else {
            continue;
        };
        let after = replay(&mut entries, &meta);
        if matches!(envelope.transaction().ext, xdr::TransactionExt::V1(_)) {
            // A contract call, which a preview does not execute.
            entries = after;
            continue;
        }
        let codes = ResultCodes::read(text("result")).unwrap();
        let facts = facts(&entries, &envelope, row, &from);
        let preview = Preview::of(&envelope, Network::Livenet, &facts);
        let has_succeeded = codes.operations.iter().all(|code| code == "op_success") && !codes.operations.is_empty();
        let context = format!("{from} {} {codes:?} {preview:?}", text("hash"));
        match preview.outcome {
            PreviewOutcome::Success => {
                let is_equal = has_succeeded && changed(&preview) == differences(&entries, &after);
                successes += usize::from(is_equal);
                if !is_equal {
                    println!("different success: {context}");
                    different += 1;
                }
            }
            // The recorded ledger of the public network has only the trustlines that a transaction changes.
            PreviewOutcome::Fails(Reason {
                operation: Some(failed),
                ..
            }) if from.starts_with("pubnet") && failed.code.ends_with("no_trust") => {}
            PreviewOutcome::Fails(reason) => {
                let failed = reason.operation.map(|operation| (operation.index, operation.code));
                let mut results = codes.operations.iter().enumerate();
                let expected = results.find(|(_, code)| *code != "op_success");
                let is_equal = !has_succeeded && failed == expected.map(|(index, code)| (index, code.as_str()));
                failures += usize::from(is_equal);
                if !is_equal {
                    println!("different failure: {context}");
                    different += 1;
                }
            }
            PreviewOutcome::Unknown => {}
        }
        entries = after;
    }
    (successes, failures, different)
}

fn facts(entries: &Entries, envelope: &Envelope, row: &Value, from: &str) -> PreviewFacts {
    let transaction = envelope.transaction();
    let time = time_bounds(&transaction.cond);
    let sequence = u32::try_from(row["seq"].as_u64().unwrap_or_default()).unwrap_or_default();
    let is_test = !from.starts_with("pubnet");
    let required = RequiredFacts::of(envelope);
    let known = |id: &AccountId| account(entries, *id);
    let mut facts = PreviewFacts {
        accounts: required.accounts.iter().filter_map(known).collect(),
        balances: HashMap::new(),
        simulation: None,
        allowances: HashMap::new(),
        ledger: Ledger {
            upstream: "horizon",
            sequence: sequence.saturating_sub(1),
            closed_at: 0,
            base_reserve: stroops(if is_test { 100_000_000 } else { 5_000_000 }),
        },
        now: time.map_or(0, |time| time.min_time.0),
    };
    // The entries of the meta have already paid the fee.
    let preview = Preview::of(envelope, Network::Livenet, &facts);
    if let Some(Some(payer)) = facts.accounts.get_mut(&preview.payer) {
        let charged = preview.max_fee.get();
        payer.native.balance = stroops(payer.native.balance.get() + charged);
    }
    facts
}

fn changed(preview: &Preview) -> BTreeMap<(AccountId, String), i128> {
    let changes = preview.changes.iter();
    changes
        .map(|change| ((change.account, change.asset.to_string()), change.delta))
        .collect()
}

fn differences(before: &Entries, after: &Entries) -> BTreeMap<(AccountId, String), i128> {
    let mut changes = balances(after);
    for (key, balance) in balances(before) {
        *changes.entry(key).or_default() -= balance;
    }
    changes.retain(|_, delta| *delta != 0);
    changes
}

/// The number of compared transactions in `recorded.json` that succeed and that fail.
const RECORDED: (usize, usize) = (10, 2);

#[test]
fn preview_equals_recorded_executions() {
    let recorded: Value = serde_json::from_str(include_str!("recorded.json")).unwrap();
    // Each of these transactions is complete without the ones before.
    let rows = recorded["facts"].as_array().unwrap().iter();
    let counts = rows.map(|row| compare(std::slice::from_ref(row)));
    let sum = counts.fold((0, 0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1, sum.2 + row.2));
    assert_eq!(sum, (RECORDED.0, RECORDED.1, 0));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads the path of the recorded facts")]
fn preview_equals_all_recorded_executions() {
    let Ok(path) = std::env::var("WALLET_TEST_LEDGERS") else {
        return;
    };
    let recorded: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (successes, failures, different) = compare(&recorded);
    println!(
        "{} recorded transactions: {successes} successes and {failures} failures equal, {different} different",
        recorded.len()
    );
    assert!(successes > 0 && different == 0);
}
