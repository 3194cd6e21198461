//! Coin and token balances of an address at one block.

use super::{HEIGHT, SENDER, Server, assert_unusable, eth, hex, params, sender, soon, word};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Address, Amount, Balances, Erc20Token, Holder, Params};
use wallet_test_support::json_rpc::{Call, Outcome, calls, error, reverted};

/// Returns the token with this number, which is also its balance; token 0 is not a contract, token 1 reverts.
fn token(number: u16) -> Address {
    let mut bytes = [0xee; 20];
    bytes[18..].copy_from_slice(&number.to_be_bytes());
    Address::from_bytes(bytes)
}

fn tokens(count: u16) -> Vec<Address> {
    (0..count).map(token).collect()
}

/// Returns Multicall3's response to the calls in this data, at a block.
fn multicall(data: &str, block: u64) -> String {
    // After the selector: the offset of the list, its length, the offsets of its items, the items.
    let words: Vec<_> = data.as_bytes()[10..].chunks(64).collect();
    let read = |index: usize| usize::from_str_radix(std::str::from_utf8(words[index]).unwrap(), 16).unwrap();
    let calls = read(1);
    let items = (0..calls).map(|call| {
        let start = 2 + read(2 + call) / 32;
        let (target, selector) = (words[start], &words[start + 4][..8]);
        let number = u64::from_str_radix(std::str::from_utf8(&target[60..]).unwrap(), 16).unwrap();
        match (selector, number) {
            // Multicall3's `getBlockNumber()`, and `arbBlockNumber()` of `ArbSys` at 0x64.
            (b"42cbb15c", _) | (b"a3b1b31d", 0x64) => result(true, &word(block)),
            (b"4d2301cc", _) => result(true, &word(77)),
            (b"70a08231" | b"313ce567", 0) => result(true, ""),
            (b"70a08231", 1) => result(false, &word(5)),
            (b"313ce567", 1) => result(true, &word(78)),
            (b"70a08231" | b"313ce567", number) => result(true, &word(number)),
            other => panic!("{other:?}"),
        }
    });
    let items: Vec<String> = items.collect();
    let mut offset = calls as u64 * 32;
    let mut offsets = String::new();
    for item in &items {
        offsets += &word(offset);
        offset += item.len() as u64 / 2;
    }
    format!("0x{}{}{offsets}{}", word(32), word(calls as u64), items.concat())
}

fn result(success: bool, data: &str) -> String {
    let length = data.len() as u64 / 2;
    format!("{}{}{}{data}", word(success.into()), word(64), word(length))
}

fn data_of(call: &Call) -> &str {
    call.params[0]["data"].as_str().expect("data")
}

async fn request_balances(server: &Server, params: Params, count: u16) -> Result<Balances, UpstreamError> {
    let holder = Holder {
        address: sender(),
        further: Vec::new(),
    };
    let (holders, tokens) = ([holder], tokens(count));
    let balances = server.node.balances(params, &holders, &tokens, soon()).await?;
    let [balances] = &*balances else { panic!("{balances:?}") };
    Ok(balances.clone())
}

fn expected(count: u16, block: u64) -> Balances {
    Balances {
        upstream: "jsonrpc",
        block,
        coin: Amount::from(77_u64),
        counts: None,
        tokens: (2..count)
            .map(|number| (token(number), Amount::from(u64::from(number))))
            .collect(),
        further: Some(Vec::new()),
        lacks_tokens: count > 1,
    }
}

#[tokio::test(start_paused = true)]
async fn sixty_tokens_take_one_call() {
    let server = Server::start().await;
    server.set_handler("eth_call", |call| Ok(json!(multicall(data_of(call), HEIGHT))));
    for count in [0, 1, 2, 60] {
        assert_eq!(
            request_balances(&server, eth(), count).await,
            Ok(expected(count, HEIGHT)),
            "{count}"
        );
    }
    let calls = server.calls_of("eth_call");
    assert_eq!(calls.len(), 4);
    assert_eq!(calls[0].params[0]["to"], "0xca11bde05977b3631167028862be2a173976ca11");
    assert_eq!(calls[0].params[1], "latest");
}

/// The height that contracts read on Arbitrum is that of L1.
#[tokio::test(start_paused = true)]
async fn height_of_arbitrum_is_that_of_its_system_contract() {
    for (chain, by_system) in [("arb", true), ("eth", false)] {
        let params = params(chain, Network::Livenet);
        let server = Server::of(params).await;
        server.set_handler("eth_call", |call| Ok(json!(multicall(data_of(call), HEIGHT))));
        assert_eq!(request_balances(&server, params, 3).await, Ok(expected(3, HEIGHT)));
        let calls = server.calls_of("eth_call");
        let data = data_of(&calls[0]);
        assert_eq!(
            (data.contains("a3b1b31d"), data.contains("42cbb15c")),
            (by_system, !by_system),
            "{chain}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn one_call_makes_at_most_five_hundred_reads() {
    let server = Server::start().await;
    server.set_handler("eth_call", |call| Ok(json!(multicall(data_of(call), HEIGHT))));
    assert_eq!(request_balances(&server, eth(), 1200).await, Ok(expected(1200, HEIGHT)));
    assert_eq!(server.calls_of("eth_call").len(), 3);
}

#[tokio::test(start_paused = true)]
async fn calls_across_blocks_are_repeated_at_the_older_block() {
    let server = Server::start().await;
    let latest = Arc::new(AtomicU64::new(HEIGHT));
    let height = Arc::clone(&latest);
    server.set_handler("eth_call", move |call| {
        let block = match call.params[1].as_str() {
            Some("latest") => height.fetch_add(1, Ordering::Relaxed),
            // Some nodes execute a call in the block after the requested one.
            _ => HEIGHT + 1,
        };
        Ok(json!(multicall(data_of(call), block)))
    });
    assert_eq!(request_balances(&server, eth(), 600).await, Ok(expected(600, HEIGHT)));
    let blocks: Vec<_> = server
        .calls_of("eth_call")
        .iter()
        .map(|call| call.params[1].clone())
        .collect();
    assert_eq!(blocks, [json!("latest"), json!("latest"), hex(HEIGHT), hex(HEIGHT)]);
}

/// Returns the outcome of a call in a batch, of a node without Multicall3 at its address.
fn separate(call: &Call) -> Outcome {
    let target = call.params[0]["to"].as_str().expect("a contract");
    let number = u64::from_str_radix(&target[38..], 16).expect("hex");
    match (target, number) {
        ("0xca11bde05977b3631167028862be2a173976ca11", _) | (_, 0) => Ok(json!("0x")),
        (_, 1) => reverted("0x08c3"),
        (_, number) => Ok(json!(format!("0x{}", word(number)))),
    }
}

#[tokio::test(start_paused = true)]
async fn batch_of_calls_replaces_a_missing_multicall() {
    let mordor = params("etc", Network::Testnet);
    for (params, call_count) in [(eth(), 61), (mordor, 60)] {
        let server = Server::of(params).await;
        server.set_result("eth_blockNumber", hex(HEIGHT));
        server.set_result("eth_getBalance", hex(77));
        server.set_handler("eth_call", separate);
        assert_eq!(request_balances(&server, params, 60).await, Ok(expected(60, HEIGHT)));
        let calls = server.calls_of("eth_call");
        assert_eq!(calls.len(), call_count);
        let data = format!("0x70a08231{:0>64}", &SENDER[2..]);
        assert_eq!(calls[call_count - 1].params[0]["data"], data);
    }
}

#[tokio::test(start_paused = true)]
async fn batch_across_blocks_is_repeated_at_one_block() {
    let mordor = params("etc", Network::Testnet);
    let server = Server::of(mordor).await;
    let mut height = HEIGHT;
    server.set_handler("eth_blockNumber", move |_| {
        height += 1;
        Ok(hex(height))
    });
    server.set_result("eth_getBalance", hex(77));
    server.set_handler("eth_call", separate);
    assert_eq!(request_balances(&server, mordor, 3).await, Ok(expected(3, HEIGHT + 1)));
    let coins: Vec<_> = server
        .calls_of("eth_getBalance")
        .iter()
        .map(|call| call.params[1].clone())
        .collect();
    assert_eq!(coins, [json!("latest"), hex(HEIGHT + 1)]);
}

/// A failure must never appear as zero or as a missing token.
#[tokio::test(start_paused = true)]
async fn failed_calls_are_unusable() {
    let mut server = Server::start().await;
    for outcome in [
        error(-32000, "header not found"),
        reverted("0x"),
        Ok(json!("0x00")),
        Ok(json!(format!("0x{}", word(32)))),
        Ok(json!(format!("0x{}{}", word(32), word(0)))),
        Ok(json!(null)),
    ] {
        server.set_error("eth_call", outcome);
        assert_unusable(&request_balances(&server, eth(), 2).await);
        server.recreate_node();
    }
    let mordor = params("etc", Network::Testnet);
    let server = Server::of(mordor).await;
    server.set_result("eth_blockNumber", hex(HEIGHT));
    server.set_result("eth_getBalance", hex(77));
    server.set_error("eth_call", error(-32000, "header not found"));
    assert_unusable(&request_balances(&server, mordor, 2).await);
}

/// Returns the balances of the sender and of another address, which have the further tokens 0 to 3 and 2 to 4.
async fn request_further(server: &Server, params: Params) -> Result<Vec<Balances>, UpstreamError> {
    let further = |numbers: std::ops::Range<u16>| numbers.map(token).collect();
    let holders = [
        Holder {
            address: sender(),
            further: further(0..4),
        },
        Holder {
            address: token(900),
            further: further(2..5),
        },
    ];
    server.node.balances(params, &holders, &tokens(4), soon()).await
}

/// Returns the expected further balances of a token range: each amount is the number of its token, and so are the decimals.
fn further(numbers: std::ops::Range<u16>) -> Vec<(Erc20Token, Amount)> {
    let token = |number: u16| Erc20Token {
        contract: token(number),
        decimals: u8::try_from(number).expect("small"),
    };
    numbers
        .map(|number| (token(number), Amount::from(u64::from(number))))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn further_tokens_of_several_holders_take_one_round() {
    let server = Server::start().await;
    server.set_handler("eth_call", |call| Ok(json!(multicall(data_of(call), HEIGHT))));
    let balances = request_further(&server, eth()).await.expect("balances");
    let [first, second] = &*balances else {
        panic!("{balances:?}")
    };
    // Token 0 is not a contract, and token 1 has implausible decimals and no balance.
    assert_eq!(first.further, Some(further(2..4)));
    assert_eq!(second.further, Some(further(2..5)));
    assert_eq!(
        (first.tokens.len(), second.tokens.len(), second.coin),
        (2, 2, Amount::from(77_u64))
    );
    assert_eq!(
        server.calls_of("eth_call").len(),
        2,
        "the listed and the further tokens"
    );
}

/// Returns true for a call of Multicall3 with calls of `decimals`.
fn has_further(call: &Call) -> bool {
    data_of(call).contains("313ce567")
}

#[tokio::test(start_paused = true)]
async fn token_that_uses_all_gas_is_read_separately() {
    let server = Server::start().await;
    server.set_handler("eth_call", |call| match call.params[0]["to"].as_str() {
        Some("0xca11bde05977b3631167028862be2a173976ca11") if has_further(call) => error(-32000, "out of gas"),
        Some("0xca11bde05977b3631167028862be2a173976ca11") => Ok(json!(multicall(data_of(call), HEIGHT))),
        Some(target) if target.ends_with("0003") => error(-32000, "out of gas"),
        _ => separate(call),
    });
    server.set_result("eth_blockNumber", hex(HEIGHT));
    let balances = request_further(&server, eth()).await.expect("balances");
    assert_eq!(balances[0].further, Some(further(2..3)));
    assert_eq!(balances[1].further, Some([further(2..3), further(4..5)].concat()));
}

/// Neither the balances of other tokens nor the state of the node depend on the tokens of a caller.
#[tokio::test(start_paused = true)]
async fn unreadable_further_tokens_never_fail_the_others() {
    // A contract with a response that is too long has no balance
    // (docs/decisions/upstreams.md#responses-above-the-limit); other failures are the node's.
    for (outcome, expected) in [
        (error(-32000, "execution aborted (timeout = 5s)"), None),
        (Ok(json!(format!("0x{}", "00".repeat(1_000_000)))), Some(Vec::new())),
        (Ok(json!("secret words")), None),
    ] {
        let server = Server::start().await;
        server.set_handler("eth_call", move |call| {
            let target = call.params[0]["to"].as_str();
            let is_listed = target == Some("0xca11bde05977b3631167028862be2a173976ca11") && !has_further(call);
            if is_listed {
                Ok(json!(multicall(data_of(call), HEIGHT)))
            } else {
                outcome.clone()
            }
        });
        server.set_result("eth_blockNumber", hex(HEIGHT));
        for _ in 0..20 {
            let balances = request_further(&server, eth()).await.expect("balances");
            assert_eq!((&balances[0].further, balances[0].tokens.len()), (&expected, 2));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn further_tokens_without_multicall_are_read_separately() {
    let mordor = params("etc", Network::Testnet);
    let server = Server::of(mordor).await;
    server.set_result("eth_blockNumber", hex(HEIGHT));
    server.set_result("eth_getBalance", hex(77));
    server.set_handler("eth_call", separate);
    let balances = request_further(&server, mordor).await.expect("balances");
    assert_eq!(balances[0].further, Some(further(2..4)));
    assert_eq!(balances[1].further, Some(further(2..5)));
}

#[tokio::test(start_paused = true)]
async fn counts_of_several_holders_are_one_batch() {
    let server = Server::start().await;
    server.set_handler("eth_call", |call| Ok(json!(multicall(data_of(call), HEIGHT))));
    server.set_handler("eth_getTransactionCount", |call| {
        let is_sender = call.params[0].as_str() == Some(SENDER);
        let is_pending = call.params[1] == "pending";
        Ok(hex(5 + u64::from(is_sender) * 10 + u64::from(is_pending)))
    });
    let balances = request_further(&server, eth()).await.expect("balances");
    let counts = balances.iter().map(|balances| balances.counts.expect("counts"));
    let counts: Vec<_> = counts.map(|counts| (counts.confirmed, counts.pending)).collect();
    assert_eq!(counts, [(15, 16), (5, 6)]);
    let batches = server.stub.requests().into_iter().map(|request| calls(&request));
    let batches = batches.filter(|calls| calls.iter().any(|call| call.method == "eth_getTransactionCount"));
    assert_eq!(batches.map(|calls| calls.len()).collect::<Vec<_>>(), [4]);
}
