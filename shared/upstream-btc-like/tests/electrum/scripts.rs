//! Blocks and pending transactions of watched scripts, from servers that behave correctly and from servers that do not.

use super::ledger::{ALICE, BOB, CAROL, Ledger, NOTHING, address, btc, script, time, transaction, txid};
use super::server::{Call, Reaction, Server};
use super::{node, soon};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wallet_btc_like::ports::{BtcLikeBlocks, ScriptBlock, ScriptQuery};
use wallet_btc_like::{OutPoint, ScriptBuf};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// A ledger with blocks that contain the transactions.
#[derive(Clone)]
struct Blocks {
    ledger: Ledger,
    /// The transaction ids of the blocks.
    txids: Vec<Vec<String>>,
    /// The headers of the blocks in hex.
    headers: Vec<String>,
    /// A number that makes the coinbases of a branch unique.
    branch: u32,
}

impl Blocks {
    /// Returns a chain of this many blocks, which have only a coinbase.
    fn of(count: u32) -> Self {
        let mut chain = Self {
            ledger: Ledger::default(),
            txids: Vec::new(),
            headers: Vec::new(),
            branch: 0,
        };
        (0..count).for_each(|_| drop(chain.mine(&[])));
        chain
    }

    /// Adds a block with these transactions, which are in the histories of the addresses. Returns the ids.
    fn mine(&mut self, transactions: &[(Vec<u8>, &[&str])]) -> Vec<String> {
        let height = u32::try_from(self.txids.len()).expect("a small height");
        let coinbase = transaction(&[NOTHING], &[(50, script(CAROL))], 1000 * self.branch + height);
        let mut txids = vec![self.ledger.add_unlisted(coinbase)];
        for (bytes, histories) in transactions {
            txids.push(self.ledger.add(bytes.clone(), height.into(), histories));
        }
        self.ledger.tip = height;
        self.txids.push(txids.clone());
        self.add_header();
        txids.split_off(1)
    }

    /// Adds the header of the last block.
    fn add_header(&mut self) {
        let parent = self
            .headers
            .last()
            .map(|header| txid(&hex::decode(header).expect("hex")));
        let mut parent = hex::decode(parent.unwrap_or_default()).expect("hex");
        parent.reverse();
        parent.resize(32, 0);
        let mut header = vec![0; 80];
        header[4..36].copy_from_slice(&parent);
        header[36..68].copy_from_slice(&proof(&self.txids[self.headers.len()], 0).1);
        let time = u32::try_from(time(self.ledger.tip)).expect("32 bits");
        header[68..72].copy_from_slice(&time.to_le_bytes());
        self.headers.push(hex::encode(header));
    }

    fn respond(&self, call: &Call) -> Reaction {
        match call.method.as_str() {
            "blockchain.headers.subscribe" => {
                Reaction::Result(json!({ "height": self.ledger.tip, "hex": self.headers.last() }))
            }
            "blockchain.block.header" => {
                let height = usize::try_from(call.params[0].as_u64().expect("a height")).expect("a height");
                match self.headers.get(height) {
                    Some(header) => Reaction::Result(json!(header)),
                    None => Reaction::error(1, "height out of range"),
                }
            }
            "blockchain.transaction.get_merkle" => {
                let height = usize::try_from(call.params[1].as_u64().expect("a height")).expect("a height");
                let txids = &self.txids[height];
                match txids.iter().position(|txid| call.params[0] == txid.as_str()) {
                    Some(position) => Reaction::Result(
                        json!({ "block_height": height, "merkle": proof(txids, position).0, "pos": position }),
                    ),
                    None => Reaction::error(1, "tx not in the block"),
                }
            }
            _ => self.ledger.respond(call),
        }
    }

    async fn serve(&self) -> Server {
        let chain = self.clone();
        Server::start(move |call| chain.respond(call)).await
    }

    /// Serves the chain with changed results of a method.
    async fn serve_with(
        &self,
        method: &'static str,
        change: impl Fn(Value) -> Value + Send + Sync + 'static,
    ) -> Server {
        let chain = self.clone();
        Server::start(move |call| match chain.respond(call) {
            Reaction::Result(result) if call.method == method => Reaction::Result(change(result)),
            reaction => reaction,
        })
        .await
    }
}

/// Returns the Merkle branch of a transaction in display order, and the root.
fn proof(txids: &[String], mut position: usize) -> (Vec<String>, Vec<u8>) {
    let reversed = |hash: &[u8]| hash.iter().rev().copied().collect::<Vec<_>>();
    let mut level: Vec<_> = txids
        .iter()
        .map(|txid| reversed(&hex::decode(txid).expect("a txid")))
        .collect();
    let mut branch = Vec::new();
    while level.len() > 1 {
        if level.len() % 2 == 1 {
            level.push(level[level.len() - 1].clone());
        }
        branch.push(hex::encode(reversed(&level[position ^ 1])));
        position /= 2;
        let pairs = level
            .chunks(2)
            .map(|pair| Sha256::digest(Sha256::digest(pair.concat())).to_vec());
        level = pairs.collect();
    }
    (branch, level.remove(0))
}

fn scripts(addresses: &[&str]) -> ScriptQuery {
    ScriptQuery {
        scripts: addresses.iter().map(|text| ScriptBuf::from(script(text))).collect(),
        ..ScriptQuery::default()
    }
}

async fn read(
    node: &BtcLikeUpstreams,
    from: u32,
    to: u32,
    query: &ScriptQuery,
) -> Result<Vec<ScriptBlock>, UpstreamError> {
    node.script_blocks(btc(), from..=to, query, soon()).await
}

fn ids(block: &ScriptBlock) -> Vec<String> {
    block.entries.iter().map(|entry| entry.txid.to_string()).collect()
}

/// A chain of seven blocks. Block 5 pays Alice, block 6 has a payment of Alice to Bob among others.
fn paid() -> (Blocks, [String; 2]) {
    let mut chain = Blocks::of(5);
    let funding = transaction(&[NOTHING], &[(9, script(ALICE))], 7);
    let first = chain.mine(&[(funding, &[ALICE])]).remove(0);
    let spending = transaction(&[(&first, 0)], &[(8, script(BOB))], 8);
    let other = |salt| transaction(&[NOTHING], &[(1, script(CAROL))], salt);
    let mined = chain.mine(&[(other(90), &[CAROL]), (spending, &[ALICE, BOB]), (other(91), &[CAROL])]);
    let second = mined[1].clone();
    (chain, [first, second])
}

#[tokio::test]
async fn blocks_have_the_proven_transactions_of_the_scripts() {
    let (chain, [first, second]) = paid();
    let server = chain.serve().await;
    let node = node(&server);
    assert!(node.lists_scripts(btc()) && !node.lists_blocks(btc()));
    let blocks = read(&node, 3, 6, &scripts(&[ALICE])).await.expect("blocks");
    let heights: Vec<_> = blocks.iter().map(|block| block.id.height).collect();
    assert_eq!(heights, [3, 4, 5, 6]);
    for (block, header) in blocks.iter().zip(&chain.headers[3..]) {
        assert_eq!(block.id.hash.to_string(), txid(&hex::decode(header).expect("hex")));
        assert_eq!(block.time, time(block.id.height));
    }
    assert!(blocks.windows(2).all(|pair| pair[1].parent == pair[0].id.hash));
    let found: Vec<_> = blocks.iter().map(ids).collect();
    assert_eq!(found, [vec![], vec![], vec![first], vec![second]]);
    let entry = &blocks[3].entries[0];
    assert_eq!((entry.height, entry.time, entry.fee), (Some(6), time(6), 1));
    assert_eq!(entry.inputs[0].owner, Some(address(ALICE)));
    assert_eq!(
        read(&node, 7, 9, &scripts(&[ALICE])).await,
        Ok(Vec::new()),
        "above the head"
    );
}

#[tokio::test]
async fn unchanged_scripts_cost_a_status_in_one_pipeline() {
    let (chain, _) = paid();
    let server = chain.serve().await;
    let node = node(&server);
    let query = scripts(&[ALICE, BOB, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"]);
    read(&node, 5, 6, &query).await.expect("blocks");
    let before = server.methods().len();
    read(&node, 6, 6, &query).await.expect("blocks");
    let methods = server.methods().split_off(before);
    let count = |method: &str| methods.iter().filter(|called| *called == method).count();
    assert_eq!(count("blockchain.scripthash.subscribe"), 3);
    assert_eq!(count("blockchain.scripthash.get_history"), 0);
    assert_eq!(count("blockchain.transaction.get"), 0);
    assert_eq!(count("blockchain.transaction.get_merkle"), 1);
    assert!(server.calls().iter().all(|call| call.connection == 0), "one connection");
}

#[tokio::test]
async fn spenders_of_outputs_and_single_transactions_are_found() {
    let (mut chain, [first, second]) = paid();
    let conflict = transaction(&[(&second, 0)], &[(7, script(CAROL))], 3);
    let conflict = chain.ledger.add(conflict, 0, &[BOB, CAROL]);
    let server = chain.serve().await;
    let node = node(&server);
    let unknown = "11".repeat(32);
    let query = ScriptQuery {
        outpoints: vec![
            OutPoint::new(first.parse().expect("a txid"), 0),
            OutPoint::new(second.parse().expect("a txid"), 0),
            OutPoint::new(unknown.parse().expect("a txid"), 0),
            OutPoint::new(first.parse().expect("a txid"), 7),
        ],
        ..ScriptQuery::default()
    };
    let blocks = read(&node, 6, 6, &query).await.expect("blocks");
    assert_eq!(ids(&blocks[0]), std::slice::from_ref(&second));
    let pending = node.script_pending(btc(), &query, soon()).await.expect("pending");
    assert_eq!(pending.len(), 1);
    assert_eq!((pending[0].txid.to_string(), pending[0].height), (conflict, None));
    let by_id = ScriptQuery {
        txids: vec![first.parse().expect("a txid"), unknown.parse().expect("a txid")],
        ..ScriptQuery::default()
    };
    let blocks = read(&node, 5, 5, &by_id).await.expect("blocks");
    assert_eq!(ids(&blocks[0]), [first]);
}

#[tokio::test]
async fn wrong_statuses_hide_no_transaction() {
    let (chain, [_, second]) = paid();
    for wrong in [json!("ab".repeat(32)), json!("zz"), json!(7)] {
        let server = chain
            .serve_with("blockchain.scripthash.subscribe", move |_| wrong.clone())
            .await;
        let node = node(&server);
        for _ in 0..2 {
            let blocks = read(&node, 6, 6, &scripts(&[ALICE])).await.expect("blocks");
            assert_eq!(ids(&blocks[0]), std::slice::from_ref(&second));
        }
    }
}

#[tokio::test]
async fn false_histories_have_no_effect() {
    let (chain, [first, second]) = paid();
    let foreign = chain.txids[6][1].clone();
    let listed = foreign.clone();
    let add = move |rows: Value| {
        let mut rows = rows.as_array().expect("a list").clone();
        rows.push(json!({ "tx_hash": listed, "height": 6 }));
        json!(rows)
    };
    let server = chain.serve_with("blockchain.scripthash.get_history", add).await;
    let blocks = read(&node(&server), 6, 6, &scripts(&[ALICE])).await.expect("blocks");
    let entry = blocks[0].entries.iter().find(|entry| entry.txid.to_string() == foreign);
    let touched = entry.expect("the foreign transaction of the block").addresses();
    assert!(
        touched.into_iter().all(|touched| *touched != address(ALICE)),
        "as decoded"
    );
    // At a height at which the block has no such transaction, no proof exists.
    for rows in [
        json!([{ "tx_hash": first, "height": 6 }]),
        json!([{ "tx_hash": second, "height": 5 }]),
        json!([{ "tx_hash": "22".repeat(32), "height": 6 }]),
        json!([{ "tx_hash": 7, "height": "x" }]),
        json!({ "a": 1 }),
    ] {
        let server = chain
            .serve_with("blockchain.scripthash.get_history", move |_| rows.clone())
            .await;
        let blocks = read(&node(&server), 5, 6, &scripts(&[ALICE])).await;
        assert!(matches!(blocks, Err(UpstreamError::Unusable { .. })), "{blocks:?}");
    }
}

#[tokio::test]
async fn false_proofs_and_headers_are_unusable() {
    let (chain, [first, _]) = paid();
    for proof in [
        json!({ "block_height": 6, "merkle": [first], "pos": 1 }),
        json!({ "block_height": 6, "merkle": [], "pos": 0 }),
        json!({ "block_height": 6, "merkle": vec![first; 300], "pos": u64::MAX }),
        json!({ "block_height": 6, "merkle": ["x"], "pos": -1 }),
        json!(null),
    ] {
        let server = chain
            .serve_with("blockchain.transaction.get_merkle", move |_| proof.clone())
            .await;
        let blocks = read(&node(&server), 6, 6, &scripts(&[ALICE])).await;
        assert!(matches!(blocks, Err(UpstreamError::Unusable { .. })), "{blocks:?}");
    }
    // The header before the last has a false time, and so a different hash.
    let honest = chain.headers.clone();
    let unlinked = move |header: Value| {
        if header == honest[5] {
            json!(honest[5].replace(&honest[5][136..144], "00000000"))
        } else {
            header
        }
    };
    let server = chain.serve_with("blockchain.block.header", unlinked).await;
    let blocks = read(&node(&server), 4, 6, &scripts(&[ALICE])).await;
    assert!(matches!(blocks, Err(UpstreamError::Unusable { .. })), "{blocks:?}");
    for header in [json!("00"), json!("zz"), json!(null), json!([])] {
        let server = chain
            .serve_with("blockchain.block.header", move |_| header.clone())
            .await;
        let blocks = read(&node(&server), 4, 6, &scripts(&[ALICE])).await;
        assert!(blocks.is_err(), "{blocks:?}");
    }
}

/// A history that the server does not return, or without an end, concerns its script alone.
#[tokio::test]
async fn history_that_is_too_long_leaves_the_other_scripts() {
    let (chain, [_, second]) = paid();
    let is_of_carol = |call: &Call| call.params[0] == super::ledger::script_hash(&script(CAROL));
    for declines in [true, false] {
        let honest = chain.clone();
        let server = Server::start(move |call| match call.method.as_str() {
            "blockchain.scripthash.subscribe" | "blockchain.scripthash.get_history" if is_of_carol(call) => {
                if declines || call.method.ends_with("subscribe") {
                    Reaction::error(1, "history too large")
                } else {
                    let row = json!({ "tx_hash": "33".repeat(32), "height": 6 });
                    Reaction::Result(json!(vec![row; 10_000]))
                }
            }
            _ => honest.respond(call),
        })
        .await;
        let blocks = read(&node(&server), 6, 6, &scripts(&[BOB, CAROL]))
            .await
            .expect("blocks");
        assert_eq!(ids(&blocks[0]), std::slice::from_ref(&second), "{declines}");
    }
}

#[tokio::test]
async fn server_on_a_different_branch_is_not_used() {
    let (chain, _) = paid();
    let mut branch = chain.clone();
    branch.branch = 1;
    let replaced = branch.txids.split_off(6);
    branch.headers.truncate(6);
    assert_eq!(replaced.len(), 1);
    branch.mine(&[]);
    let honest = chain.serve().await;
    // The same host is the same operator: the first server alone decides.
    let head = node(&honest).block_hash(btc(), 6, soon()).await.expect("a hash");
    let server = branch.serve().await;
    let other = node(&server).block_hash(btc(), 6, soon()).await.expect("a hash");
    assert_ne!(head, other);
    let behind = Blocks::of(4).serve().await;
    assert_eq!(
        read(&node(&behind), 5, 6, &scripts(&[ALICE])).await,
        Ok(Vec::new()),
        "awaited"
    );
}

#[tokio::test]
async fn transactions_of_many_blocks_are_read_in_parts() {
    let mut chain = Blocks::of(2);
    for block in 0..60 {
        let salts = (0..2).map(|number| 10_000 + 10 * block + number);
        let paid = salts.map(|salt| transaction(&[NOTHING], &[(1, script(ALICE))], salt));
        let paid: Vec<(Vec<u8>, &[&str])> = paid.map(|bytes| (bytes, &[ALICE][..])).collect();
        chain.mine(&paid);
    }
    let server = chain.serve().await;
    let node = node(&server);
    let blocks = read(&node, 2, 61, &scripts(&[ALICE])).await.expect("blocks");
    assert_eq!(blocks.len(), 50, "the maximum of a reading");
    assert!(blocks.iter().all(|block| block.entries.len() == 2));
    let rest = read(&node, 52, 61, &scripts(&[ALICE])).await.expect("blocks");
    assert_eq!(rest.len(), 10);
}
