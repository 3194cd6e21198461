//! Blocks as the notifications service reads them: the effects of the transactions add up to the balances of the chain.

use super::node::{Node, number};
use super::payment::sepolia;
use super::token::{BALANCE_OF, token_code};
use super::wallet::COIN;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{Asset, ChainName};
use wallet_core::ports::system::Clock;
use wallet_eth_like::block::{Block, BlockTransaction};
use wallet_eth_like::history::View;
use wallet_eth_like::ports::EthLikeBlocks;
use wallet_eth_like::{Address, Params};
use wallet_http::system::SystemClock;
use wallet_tests::support::api::timeouts::client;
use wallet_upstream::client::{Deadline, after};
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::EthLikeNodes;

const SHOP: &str = "0x3535353535353535353535353535353535353535";
const SAVINGS: &str = "0x3636363636363636363636363636363636363636";
const FORWARDER: &str = "0x3737373737373737373737373737373737373737";
const FAILING: &str = "0x3838383838383838383838383838383838383838";

/// The code of a contract that forwards the received coins to the address in the first word of the calldata.
const FORWARD: &str = "0x6000600060006000346000355af100";
/// The code of a contract that reverts.
const REVERT: &str = "0x60006000fd";
/// The selector of `transfer(address,uint256)`.
const TRANSFER: &str = "0xa9059cbb";

fn soon() -> Deadline {
    after(Duration::from_mins(10))
}

fn nodes(params: Params, node: &Node) -> EthLikeNodes {
    let (name, upstream) = (setting_name(params.chain.name(), params.network), node.upstream());
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let client = client();
    let setting = |setting: &str| (setting == name).then(|| upstream.clone());
    EthLikeNodes::from_settings(client, &clock, setting).expect("a valid setting")
}

/// Sends a transaction of the account that the node manages.
async fn send(node: &Node, from: &str, to: Option<&str>, wei: u128, data: &str) {
    let transaction = json!({
        "from": from, "to": to, "value": format!("{wei:#x}"), "data": data, "gas": "0x1e8480",
    });
    node.call("eth_sendTransaction", json!([transaction])).await;
}

fn word(address: &str) -> String {
    format!("{:0>64}", &address[2..])
}

async fn latest(nodes: &EthLikeNodes) -> Block {
    let head = nodes.head(sepolia(), soon()).await.expect("a head");
    let block = nodes.block(sepolia(), head.latest.height, soon()).await;
    let block = block.expect("a block").expect("the latest block");
    assert_eq!(block.id, head.latest);
    assert_eq!(nodes.block(sepolia(), block.id.height + 1, soon()).await, Ok(None));
    block
}

/// Changes of the coin balance and of the token balance of a set of addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Change {
    coins: i128,
    tokens: i128,
}

/// Returns the changes by the transactions of a block that touch the set.
fn change(block: &Block, set: &[&str], token: &str) -> Change {
    let set: Vec<Address> = set.iter().map(|text| text.parse().expect("an address")).collect();
    let view = View::of_addresses(sepolia(), set.iter().copied(), []);
    let mut change = Change::default();
    let touches = |one: &&BlockTransaction| one.addresses().any(|address| set.contains(&address));
    for transaction in block.transactions.iter().filter(touches) {
        let row = view.transaction(&transaction.entry, block.id.height);
        change.coins += row.net.amount.parse::<i128>().expect("digits");
        for action in &row.actions {
            let is_token =
                matches!(&action.asset, Asset::Erc20 { contract, .. } if contract.eq_ignore_ascii_case(token));
            let amount: i128 = action.value.amount.parse().expect("digits");
            let is_own = |text: &str| text.parse().is_ok_and(|address| set.contains(&address));
            let sign = i128::from(is_own(&action.to)) - i128::from(is_own(&action.from));
            change.tokens += if is_token { sign * amount } else { 0 };
        }
    }
    change
}

async fn balances(node: &Node, token: &str, owners: &[&str]) -> BTreeMap<String, Change> {
    let mut balances = BTreeMap::new();
    for owner in owners {
        let coins = node.balance(owner).await;
        let tokens = node.read(token, &format!("{BALANCE_OF}{}", word(owner))).await;
        let tokens = if tokens == json!("0x") { 0 } else { number(&tokens) };
        let signed = |number: u128| i128::try_from(number).expect("a plausible balance");
        let change = Change {
            coins: signed(coins),
            tokens: signed(tokens),
        };
        balances.insert((*owner).to_owned(), change);
    }
    balances
}

/// Mines a block and compares the changes that the block states with those of the balances, of each owner and of all
/// together. Returns the block.
async fn mine(node: &Node, nodes: &EthLikeNodes, token: &str, owners: &[&str], sent: usize) -> Block {
    let before = balances(node, token, owners).await;
    node.mine().await;
    let block = latest(nodes).await;
    assert_eq!(block.transactions.len(), sent);
    let after = balances(node, token, owners).await;
    let difference = |owner: &str| Change {
        coins: after[owner].coins - before[owner].coins,
        tokens: after[owner].tokens - before[owner].tokens,
    };
    // Without traces the coins that contracts forward are unknown.
    let known = owners
        .iter()
        .filter(|owner| !block.lacks_internal || **owner != SAVINGS);
    let known: Vec<&str> = known.copied().collect();
    let mut whole = Change::default();
    for owner in &known {
        let difference = difference(owner);
        assert_eq!(change(&block, &[owner], token), difference, "{owner}");
        whole.coins += difference.coins;
        whole.tokens += difference.tokens;
    }
    assert_eq!(change(&block, &known, token), whole);
    block
}

/// Sends every kind of transaction and compares the blocks with the balances.
async fn compare(node: Node, has_traces: bool) {
    let Some(code) = token_code().await else { return };
    let nodes = nodes(sepolia(), &node);
    let accounts = node.call("eth_accounts", json!([])).await;
    let payer = accounts[0].as_str().expect("an account").to_lowercase();
    node.fund(&payer, 100 * COIN).await;
    node.set_code(FORWARDER, FORWARD).await;
    node.set_code(FAILING, REVERT).await;
    let owners = [payer.as_str(), SHOP, SAVINGS];

    send(&node, &payer, Some(SHOP), COIN / 3, "0x").await;
    send(&node, &payer, Some(&payer), COIN, "0x").await;
    send(&node, &payer, None, 0, &code).await;
    let first = mine(&node, &nodes, SHOP, &owners, 3).await;
    let created = first.transactions[2]
        .entry
        .outer
        .expect("fields")
        .to
        .expect("a contract");
    let token = created.to_string();
    let receipt = node.receipt(&first.transactions[2].entry.txid().to_string()).await;
    let contract = receipt["contractAddress"].as_str().expect("a contract");
    assert!(contract.eq_ignore_ascii_case(&token));

    let transfer = format!("{TRANSFER}{}{:064x}", word(SHOP), 300);
    let too_much = format!("{TRANSFER}{}{:064x}", word(SHOP), 5000);
    send(&node, &payer, Some(&token), 0, &transfer).await;
    send(&node, &payer, Some(&token), 0, &too_much).await;
    send(
        &node,
        &payer,
        Some(FORWARDER),
        COIN / 7,
        &format!("0x{}", word(SAVINGS)),
    )
    .await;
    send(&node, &payer, Some(FAILING), COIN, "0x00").await;
    let second = mine(&node, &nodes, &token, &owners, 4).await;
    assert_eq!(second.parent, first.id.hash);
    let failed: Vec<_> = second
        .transactions
        .iter()
        .filter(|one| one.entry.transfers.is_empty())
        .collect();
    assert_eq!(
        (second.lacks_internal, failed.len()),
        (!has_traces, if has_traces { 2 } else { 3 })
    );

    let txid = second.transactions[0].entry.txid();
    let found = nodes.transaction(sepolia(), txid, soon()).await;
    assert_eq!(found, Ok(Some(second.transactions[0].clone())));
}

/// A reorganisation changes the hashes, and the transactions of the abandoned blocks are gone or pending again.
async fn reorganise(node: Node) {
    let nodes = nodes(sepolia(), &node);
    let accounts = node.call("eth_accounts", json!([])).await;
    let payer = accounts[0].as_str().expect("an account").to_owned();
    node.mine().await;
    send(&node, &payer, Some(SHOP), 5, "0x").await;
    node.mine().await;
    let abandoned = latest(&nodes).await;
    node.call("anvil_reorg", json!([1, []])).await;
    let found = latest(&nodes).await;
    assert_eq!((found.id.height, found.parent), (abandoned.id.height, abandoned.parent));
    assert_ne!(found.id.hash, abandoned.id.hash);
    assert_eq!(found.transactions, []);
    let hash = nodes.block_hash(sepolia(), found.id.height, soon()).await;
    assert_eq!(hash, Ok(Some(found.id.hash)));
    let dropped = nodes
        .transaction(sepolia(), abandoned.transactions[0].entry.txid(), soon())
        .await;
    assert!(
        dropped
            .expect("a response")
            .is_none_or(|found| found.entry.position.block().is_none())
    );
}

#[tokio::test]
async fn blocks_of_anvil_state_the_changes_of_balances() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    compare(node, true).await;
}

#[tokio::test]
async fn blocks_of_hardhat_state_the_changes_of_balances() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    compare(node, false).await;
}

#[tokio::test]
async fn reorganisation_of_anvil_changes_the_hashes() {
    let Some(node) = Node::anvil(sepolia().chain_id()).await else {
        return;
    };
    reorganise(node).await;
}
