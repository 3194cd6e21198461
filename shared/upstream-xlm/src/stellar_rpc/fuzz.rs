//! Fuzz targets of all decoders: each returns a value or a failure, and never panics.

use super::entries::WireEntries;
use super::events::WireEvents;
use super::fees::WireFees;
use super::ledger::{WireHeader, WireHealth, WireLedgers};
use super::ledger_contents::WireClosed;
use super::simulation::WireSimulation;
use super::transaction::{WireReply, WireTransaction};
use serde::de::DeserializeOwned;
use wallet_core::model::Network;
use wallet_xlm::{AccountId, AccountQuery, BalanceId, LedgerParameters, Stroops};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        accounts,
        balances,
        health,
        headers,
        ledgers,
        fees,
        transactions,
        submitted,
        simulations,
        contents,
        included,
        events,
    ] {
        read(text);
    }
}

fn read_as<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Requested account: the key of 32 zeros, which has no known owner.
const ACCOUNT: AccountId = AccountId([0; 32]);

// Each function returns true if the decoder accepts the text.

fn accounts(text: &str) -> bool {
    let query = AccountQuery::from(ACCOUNT);
    let read = read_as::<WireEntries>(text).and_then(|entries| entries.account(&query).ok());
    read.is_some_and(|read| {
        assert!(read.item.as_ref().is_none_or(|account| account.id == ACCOUNT));
        read.item.is_some()
    })
}

fn balances(text: &str) -> bool {
    read_as::<WireEntries>(text).is_some_and(|entries| entries.balance(BalanceId([0; 32])).is_ok())
}

fn health(text: &str) -> bool {
    read_as::<WireHealth>(text).is_some_and(|health| health.read().is_ok())
}

fn headers(text: &str) -> bool {
    read_as::<WireHeader>(text).is_some_and(|header| header.read().is_ok())
}

fn ledgers(text: &str) -> bool {
    read_as::<WireLedgers>(text).is_some_and(|ledgers| ledgers.read().is_ok())
}

fn fees(text: &str) -> bool {
    let parameters = LedgerParameters {
        base_fee: Stroops::MIN_FEE,
        base_reserve: Stroops::MIN_FEE,
    };
    let stats = read_as::<WireFees>(text).and_then(|fees| fees.decode(parameters).ok());
    stats.is_some_and(|stats| {
        assert!(stats.charged_min <= stats.charged_max);
        true
    })
}

fn transactions(text: &str) -> bool {
    read_as::<WireTransaction>(text).is_some_and(|found| found.status([0; 32], Network::Testnet).is_ok())
}

fn submitted(text: &str) -> bool {
    read_as::<WireReply>(text).is_some_and(|reply| reply.read().is_ok())
}

fn simulations(text: &str) -> bool {
    let read = read_as::<WireSimulation>(text).and_then(|simulation| simulation.decode().ok());
    read.is_some_and(|simulation| simulation.outcome.is_ok())
}

fn contents(text: &str) -> bool {
    read_as::<WireClosed>(text).is_some_and(|closed| closed.read(Network::Livenet).is_ok())
}

fn included(text: &str) -> bool {
    let read = read_as::<WireTransaction>(text);
    read.is_some_and(|found| found.ledger_transaction([0; 32], Network::Livenet).is_ok())
}

fn events(text: &str) -> bool {
    read_as::<WireEvents>(text).is_some_and(|events| events.hashes().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    /// Account entry of the requested account (`AccountEntry` of the XDR of the protocol, with an extension v1), and a
    /// claimable balance of the requested id.
    const ENTRY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAmJaAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAABAAAAAAAAAAcAAAAAAAAAFAAAAAA=";
    const BALANCE: &str = "AAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAACFwWOJnAflAU9hdKpDRRpzg/W7QmFdgpfYjenKwkHtdAAAAAAAAAAAAAAAAAAADCQAAAAA=";
    /// Header of a ledger, encoded by `@stellar/stellar-base`.
    const HEADER: &str = "AAAAGQICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEAAAAAawH4PgAAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAOERMAOoh6z7HlbYQAAAaS757dLAAAAAAAAAABlU/EAAAAAZABMS0AAAAPoBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHCAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAA";

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
    }

    fn entries(xdr: &str) -> Value {
        json!({ "entries": [{ "key": "", "xdr": xdr, "lastModifiedLedgerSeq": 9, "extXdr": "AAAAAA==" }],
            "latestLedger": 59_000_000 })
    }

    #[test]
    fn entries_survive_mutations() {
        Document::new(&entries(ENTRY)).fuzz_mutations(accounts);
        Document::new(&entries(BALANCE)).fuzz_mutations(balances);
    }

    #[test]
    fn ledgers_survive_mutations() {
        let state = json!({ "status": "healthy", "latestLedger": 59_000_000, "latestLedgerCloseTime": 1_795_291_198,
            "oldestLedger": 58_879_041, "ledgerRetentionWindow": 120_960 });
        Document::new(&state).fuzz_mutations(health);
        let header = json!({ "id": "cd", "sequence": 59_000_000, "headerXdr": HEADER });
        Document::new(&header).fuzz_mutations(headers);
        Document::new(&json!({ "ledgers": [header], "latestLedger": 59_000_000 })).fuzz_mutations(ledgers);
    }

    #[test]
    fn fees_survive_mutations() {
        let fee = json!({ "max": "5000", "min": "100", "p10": "100", "p50": "200", "p95": "300" });
        Document::new(&json!({ "inclusionFee": fee, "latestLedger": 1 })).fuzz_mutations(fees);
    }

    #[test]
    fn transactions_survive_mutations() {
        let found = json!({ "status": "NOT_FOUND", "latestLedger": 9, "latestLedgerCloseTime": "1", "oldestLedger": 1,
            "oldestLedgerCloseTime": "1", "ledger": 0, "createdAt": "0" });
        Document::new(&found).fuzz_mutations(transactions);
        let reply = json!({ "status": "ERROR", "hash": "cd", "errorResultXdr": "AAAAAAAAAGT////7AAAAAA==" });
        Document::new(&reply).fuzz_mutations(submitted);
    }

    /// A successful simulation, encoded by `@stellar/stellar-sdk`.
    #[test]
    fn simulations_survive_mutations() {
        let simulated = json!({ "transactionData": "AAAAAAAAAAEAAAAGAAAAASW0/NhZrsL6Y0hDjEibPDwQyYttIb5P08swy2iVPvl3AAAAFAAAAAEAAAACAAAAAAAAAAAhcFjiZwH5QFPYXSqQ0Uac4P1u0JhXYKX2I3pysJB7XQAAAAAAAAAAwT6e0zIpycpZ5/unUFyQAjXNeSxfmidj8tQWkeD9dCQAA9R4AAAAyAAAAPAAAAAAAADIIg==", "minResourceFee": "51234",
            "events": ["AAAAAQAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAABAAAAAAAAAAQAAAAPAAAACHRyYW5zZmVyAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAA4AAAAGbmF0aXZlAAAAAAAKAAAAAAAAAAAAAAAAAExLQA=="], "results": [{ "auth": ["AAAAAAAAAAAAAAABJbT82FmuwvpjSEOMSJs8PBDJi20hvk/TyzDLaJU++XcAAAAIdHJhbnNmZXIAAAADAAAAEgAAAAAAAAAAIXBY4mcB+UBT2F0qkNFGnOD9btCYV2Cl9iN6crCQe10AAAASAAAAAAAAAADBPp7TMinJylnn+6dQXJACNc15LF+aJ2Py1BaR4P10JAAAAAoAAAAAAAAAAAAAAAAATEtAAAAAAA=="], "xdr": "AAAAAQ==" }], "latestLedger": 9 });
        Document::new(&simulated).fuzz_mutations(simulations);
    }
}
