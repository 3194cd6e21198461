//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::message::{Outcome, Received, received};
use super::multicall::{Executed, Read, by_batch, by_multicall};
use super::pool::PendingQuery;
use super::values::Bytes;
use super::{account, blocks, contract_reads, fees, head, pool, rollup, traces, transaction};
use serde_json::value::RawValue;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::block::BlockId;
use wallet_eth_like::{Address, Amount, Chain, FeeFacts, Hash, Inclusion, PaidFee, Params, TransactionStatus};
use wallet_upstream::SubmitOutcome;

const HASH: &str = "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const SENDER: [u8; 20] = [0x11; 20];

fn params() -> Params {
    Params::of(Chain::from_name("eth").expect("a row of the table"), Network::Livenet)
}

fn hash() -> Hash {
    HASH.parse().expect("64 hex digits")
}

fn query() -> PendingQuery {
    PendingQuery {
        sender: Address::from_bytes(SENDER),
        nonce: 7,
    }
}

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        heads,
        nonces,
        amounts,
        estimates,
        prices,
        price_without_market,
        rollup_fees,
        pools,
        pool_lists,
        next_blocks,
        statuses,
        multicalls,
        batches,
        token_metadata_of,
        submissions,
        paid_fees,
        whole_blocks,
        traces_of_calls,
    ] {
        read(text);
    }
}

/// Returns the outcomes of a body that responds to `N` calls.
fn responses<const N: usize>(text: &str) -> Option<[Outcome; N]> {
    let body: Box<RawValue> = serde_json::from_str(text).ok()?;
    match received(&body, N).ok()? {
        Received::Each(outcomes) => outcomes.try_into().ok(),
        Received::Rejected(_) => None,
    }
}

// Each function returns true if the decoder accepts the text.

fn heads(text: &str) -> bool {
    responses::<2>(text).is_some_and(|[id, block]| head::is_of(&id, params()).is_ok() && head::decode(&block).is_ok())
}

fn nonces(text: &str) -> bool {
    let counts = responses::<2>(text).and_then(|[pending, latest]| account::decode_counts(&pending, &latest).ok());
    assert!(
        counts.is_none_or(|counts| counts.confirmed.max(counts.pending) < 1 << 53),
        "{text}"
    );
    counts.is_some()
}

fn amounts(text: &str) -> bool {
    responses::<1>(text).is_some_and(|[bytes]| bytes.value::<Bytes>().is_ok())
}

fn estimates(text: &str) -> bool {
    responses::<1>(text).is_some_and(|[gas]| fees::decode_gas(&gas).is_ok())
}

fn check_prices(facts: &FeeFacts, text: &str) {
    assert!(facts.are_plausible(params()), "{text}");
}

fn prices(text: &str) -> bool {
    let facts = responses::<3>(text);
    let facts = facts.and_then(|[price, history, tip]| fees::with_market(&price, &history, &tip, params()).ok());
    facts.inspect(|facts| check_prices(facts, text)).is_some()
}

fn price_without_market(text: &str) -> bool {
    let facts = responses::<1>(text).and_then(|[price]| fees::without_market(&price, params()).ok());
    facts.inspect(|facts| check_prices(facts, text)).is_some()
}

fn rollup_fees(text: &str) -> bool {
    let fee = responses::<2>(text).and_then(|[data, operator]| rollup::decode_oracle(&data, &operator, params()).ok());
    assert!(fee.is_none_or(|fee| fee <= params().max_fee()), "{text}");
    fee.is_some()
}

fn pools(text: &str) -> bool {
    let found = responses::<2>(text);
    let found = found.and_then(|[by_nonce, pool]| pool::in_pool(&by_nonce, &pool, query(), params()).ok());
    let found = found.flatten();
    assert!(
        found.is_none_or(|found| found.max_fee_per_gas <= params().max_gas_price()),
        "{text}"
    );
    found.is_some()
}

fn pool_lists(text: &str) -> bool {
    let listed = responses::<1>(text);
    let listed = listed.and_then(|[pool]| pool::decode_pool(&pool, query().sender, params(), |_| 0).ok());
    let mut fees = listed.iter().flatten().map(|transaction| transaction.max_fee);
    let highest = params().max_gas_price().checked_mul(u64::MAX.into());
    assert!(fees.all(|fee| Some(fee) <= highest), "{text}");
    listed.is_some_and(|listed| !listed.is_empty())
}

fn next_blocks(text: &str) -> bool {
    let found = responses::<1>(text).and_then(|[block]| pool::in_next_block(&block, query(), params()).ok());
    found.flatten().is_some()
}

fn statuses(text: &str) -> bool {
    let Some([transaction, receipt, latest, block]) = responses::<4>(text) else {
        return false;
    };
    match transaction::block_state(hash(), &transaction, &receipt, &latest) {
        Ok(transaction::BlockState::Mined { receipt, latest }) => {
            let mined = transaction::mined(&receipt, latest, &block);
            let confirmations = mined.as_ref().map(|status| match status {
                TransactionStatus::Pending | TransactionStatus::Replaced { .. } => 0,
                TransactionStatus::Mined { confirmations, .. } => *confirmations,
            });
            assert_ne!(confirmations, Ok(0), "{text}");
            mined.is_ok()
        }
        Ok(_) => true,
        Err(_) => false,
    }
}

fn multicalls(text: &str) -> bool {
    let executed = responses::<1>(text).and_then(|[part]| by_multicall(&part, 3).ok());
    let Some(Executed::Part(part)) = executed else {
        return false;
    };
    assert_eq!(part.values.len(), 3, "{text}");
    true
}

fn batches(text: &str) -> bool {
    let sender = Address::from_bytes(SENDER);
    let reads = [Read::Coin(sender), Read::Call(sender, Vec::new())];
    let part = responses::<4>(text).and_then(|parts| by_batch(&reads, &parts).ok());
    assert!(part.as_ref().is_none_or(|part| part.values.len() == 2), "{text}");
    part.is_some()
}

fn token_metadata_of(text: &str) -> bool {
    let executed = responses::<1>(text).and_then(|[part]| by_multicall(&part, 5).ok());
    let Some(Executed::Part(part)) = executed else {
        return false;
    };
    let metadata = contract_reads::decode_metadata(&part.values);
    let is_clean = |text: &str| text.chars().count() <= 64 && !text.chars().any(char::is_control);
    assert!(
        metadata
            .as_ref()
            .is_none_or(|metadata| is_clean(&metadata.name) && is_clean(&metadata.ticker)),
        "{metadata:?}"
    );
    metadata.is_some()
}

fn submissions(text: &str) -> bool {
    let outcome = responses::<1>(text).and_then(|[response]| transaction::decode_submission(&response).ok());
    if let Some(SubmitOutcome::Accepted { id }) = &outcome {
        assert!(id.parse::<Hash>().is_ok(), "{text}");
    }
    outcome.is_some()
}

fn paid_fees(text: &str) -> bool {
    let inclusion = Inclusion {
        txid: hash(),
        block: 16,
    };
    let paid = responses::<1>(text).and_then(|[receipt]| rollup::decode_receipt(&receipt, inclusion, params()).ok());
    let paid = paid.flatten();
    let fee = |paid| match paid {
        PaidFee::Additional(fee) | PaidFee::Total(fee) => fee,
    };
    assert!(paid.is_none_or(|paid| fee(paid) <= params().max_fee()), "{text}");
    paid.is_some()
}

fn whole_blocks(text: &str) -> bool {
    let id = BlockId {
        height: 16,
        hash: hash(),
    };
    let Some([block, receipts]) = responses::<2>(text) else {
        return false;
    };
    let (Ok(Some(block)), Ok(receipts)) = (blocks::decode_block(&block, id), receipts.value::<Vec<_>>()) else {
        return false;
    };
    let found = blocks::assemble(&block, &receipts, params());
    let is_in_block = found.as_ref().map(|found| {
        let mut heights = found.transactions.iter().map(|one| one.entry.position.block());
        found.id == id && found.transactions.len() == receipts.len() && heights.all(|height| height == Some(16))
    });
    assert_ne!(is_in_block, Ok(false), "{text}");
    found.is_ok()
}

fn traces_of_calls(text: &str) -> bool {
    let found = responses::<1>(text).and_then(|[traces]| traces::decode_traces(&traces, &[hash()]).ok());
    let found = found.and_then(|movements| {
        assert_eq!(movements.len(), 1, "{text}");
        movements.into_iter().next().flatten()
    });
    let mut values = found.iter().flatten().map(|movement| movement.value);
    assert!(values.all(|value| value > Amount::ZERO), "{text}");
    found.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
    }

    /// Builds the response to some calls; the response to a single call is not a batch.
    fn response(results: &[Value]) -> Value {
        let object = |(id, result): (usize, &Value)| json!({ "jsonrpc": "2.0", "id": id, "result": result });
        match results {
            [result] => object((0, result)),
            _ => results.iter().enumerate().map(object).collect(),
        }
    }

    fn fuzz_mutations(results: &[Value], decode: impl Fn(&str) -> bool) {
        Document::new(&response(results)).fuzz_mutations(decode);
    }

    fn block() -> Value {
        json!({ "number": "0x10", "timestamp": "0x6553f100", "hash": HASH, "transactions": [] })
    }

    fn sender() -> String {
        format!("0x{}", hex::encode(SENDER))
    }

    fn pending_transaction() -> Value {
        json!({
            "hash": HASH, "from": sender(), "nonce": "0x7", "blockNumber": null, "gasPrice": "0x5",
            "maxFeePerGas": "0x5", "maxPriorityFeePerGas": "0x1",
        })
    }

    #[test]
    fn mutated_heads() {
        fuzz_mutations(&[json!("0x1"), block()], heads);
    }

    #[test]
    fn mutated_nonces() {
        fuzz_mutations(&[json!("0x7"), json!("0x6")], nonces);
    }

    #[test]
    fn mutated_bytes() {
        fuzz_mutations(&[json!("0x6001")], amounts);
    }

    #[test]
    fn mutated_estimates() {
        fuzz_mutations(&[json!("0x5208")], estimates);
        let error = json!({ "code": 3, "message": "execution reverted", "data": { "data": "0x08c3" } });
        Document::new(&json!({ "jsonrpc": "2.0", "id": 0, "error": error })).fuzz_mutations(estimates);
    }

    #[test]
    fn mutated_prices() {
        let history = json!({
            "oldestBlock": "0x10", "baseFeePerGas": ["0x5", "0x6", "0x7"], "gasUsedRatio": [0.5, 0.1],
            "reward": [["0x1", "0x2", "0x3"], ["0x0", "0x0", "0x0"]],
        });
        fuzz_mutations(&[json!("0x7"), history, json!("0x1")], prices);
        fuzz_mutations(&[json!("0x7")], price_without_market);
    }

    #[test]
    fn mutated_rollup_fees() {
        let word = format!("0x{:064x}", 5);
        fuzz_mutations(&[json!(word), json!(word)], rollup_fees);
    }

    #[test]
    fn mutated_pools() {
        let pool = json!({ "pending": { "7": pending_transaction() }, "queued": { "9": pending_transaction() } });
        fuzz_mutations(&[json!(null), pool], pools);
        fuzz_mutations(&[pending_transaction(), json!({ "pending": {}, "queued": {} })], pools);
    }

    #[test]
    fn mutated_pool_lists() {
        let mut transaction = pending_transaction();
        for (name, value) in [("value", "0x9"), ("gas", "0x5208"), ("input", "0x")] {
            transaction[name] = json!(value);
        }
        fuzz_mutations(&[json!({ "pending": { "7": transaction }, "queued": {} })], pool_lists);
    }

    #[test]
    fn mutated_next_blocks() {
        fuzz_mutations(
            &[json!({ "number": "0x11", "transactions": [pending_transaction()] })],
            next_blocks,
        );
    }

    #[test]
    fn mutated_statuses() {
        let receipt = json!({
            "transactionHash": HASH, "blockHash": HASH, "blockNumber": "0x10", "status": "0x1", "logs": [],
        });
        fuzz_mutations(&[pending_transaction(), receipt, json!("0x12"), block()], statuses);
    }

    #[test]
    fn mutated_paid_fees() {
        let receipt = json!({
            "transactionHash": HASH, "blockNumber": "0x10", "gasUsed": "0x5208", "type": "0x2", "l1Fee": "0x64",
            "operatorFeeScalar": "0x1e8480", "operatorFeeConstant": "0xc350", "logs": [],
        });
        fuzz_mutations(&[receipt], paid_fees);
    }

    #[test]
    fn mutated_blocks() {
        let mut block = block();
        block["parentHash"] = json!(HASH);
        block["transactions"] = json!([{
            "hash": HASH, "from": sender(), "nonce": "0x7", "to": null, "value": "0x5", "input": "0x60", "gasPrice": "0x5",
        }]);
        let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
        let party = format!("0x{:064x}", 7);
        let log = json!({ "address": sender(), "topics": [transfer, party, party], "data": format!("0x{:064x}", 5) });
        let receipts = json!([{
            "transactionHash": HASH, "transactionIndex": "0x0", "blockHash": HASH, "blockNumber": "0x10",
            "status": "0x1", "contractAddress": sender(), "gasUsed": "0x5208", "effectiveGasPrice": "0x5",
            "blobGasUsed": "0x20000", "blobGasPrice": "0x1", "logs": [log],
        }]);
        fuzz_mutations(&[block, receipts], whole_blocks);
    }

    #[test]
    fn mutated_traces() {
        let inside = json!({ "type": "CALL", "from": sender(), "to": sender(), "value": "0x5" });
        let outermost = json!({ "type": "CALL", "from": sender(), "to": sender(), "calls": [inside] });
        fuzz_mutations(&[json!([{ "txHash": HASH, "result": outermost }])], traces_of_calls);
    }

    #[test]
    fn mutated_responses_of_multicall() {
        let words = [
            0x20, 4, 0x80, 0x100, 0x180, 0x200, 1, 0x40, 0x20, 7, 1, 0x40, 0x20, 8, 1, 0x40, 0x20, 9, 1, 0x40, 0,
        ];
        let data = words.map(|word| format!("{word:064x}")).concat();
        fuzz_mutations(&[json!(format!("0x{data}"))], multicalls);
    }

    #[test]
    fn mutated_batches() {
        let word = json!(format!("0x{:064x}", 5));
        fuzz_mutations(&[json!("0x10"), json!("0x5"), word, json!("0x10")], batches);
    }

    #[test]
    fn mutated_submissions() {
        fuzz_mutations(&[json!(HASH)], submissions);
        let error = json!({ "code": -32000, "message": "nonce too low" });
        Document::new(&json!({ "jsonrpc": "2.0", "id": 0, "error": error })).fuzz_mutations(submissions);
    }

    /// Replaces words in a valid response of Multicall3, for which the text mutations are too coarse.
    #[test]
    fn responses_of_multicall_with_replaced_words() {
        let mut dice = fastrand::Rng::with_seed(1);
        let valid = [
            0x20, 4, 0x80, 0x100, 0x180, 0x200, 1, 0x40, 0x20, 7, 1, 0x40, 0x20, 8, 1, 0x40, 0x20, 9, 1, 0x40, 0,
        ];
        let mut accepted = 0;
        for _ in 0..100_000 {
            let mut words = valid;
            for _ in 0..dice.usize(1..=2) {
                let others = [0, 1, 0x20, 0x40, 0x60, 0x1e0, 0x1000, u64::MAX, u64::MAX - 31];
                words[dice.usize(..valid.len())] = others[dice.usize(..others.len())];
            }
            let mut data = words.map(|word| format!("{word:064x}")).concat();
            data.truncate(data.len() - 2 * dice.usize(0..3));
            accepted += usize::from(multicalls(&response(&[json!(format!("0x{data}"))]).to_string()));
        }
        assert!((1000..99_000).contains(&accepted), "{accepted}");
    }
}
