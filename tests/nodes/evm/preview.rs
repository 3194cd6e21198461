//! Previews of random calls, compared with the balances before and after the same calls are mined on anvil, whose EVM
//! and methods are not ours: coin, honest and dishonest tokens, NFTs, movements inside contracts, delegate calls, reverts
//! and self-destruction.

use super::node::{Node, number};
use super::payment::sepolia;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use wallet_core::model::ChainName;
use wallet_eth_like::Hash;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

/// The number of calls of a normal run.
const CALLS: usize = 40;
/// The variable with another number of calls.
const CALLS_VARIABLE: &str = "WALLET_TEST_PREVIEWS";
const CONTRACTS: [&str; 7] = ["Coins", "NoLog", "Half", "OnlyLog", "Nft", "Multi", "Mover"];
const TOKENS: usize = 4;
const NFT: usize = 4;
const MULTI: usize = 5;
const MOVER: usize = 6;

/// A chain with the contracts.
struct Scene {
    node: Node,
    connector: Connector,
    sender: String,
    contracts: Vec<String>,
    others: Vec<String>,
}

/// Balances and approvals by description.
type State = BTreeMap<String, u128>;

fn calldata(signature: &str, words: &[String]) -> String {
    let selector = hex::encode(&Hash::of(signature).0[..4]);
    format!("0x{selector}{}", words.concat())
}

fn address_word(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

fn number_word(number: u128) -> String {
    format!("{number:064x}")
}

impl Scene {
    async fn start() -> Option<Self> {
        let node = Node::anvil(sepolia().chain_id()).await?;
        let modules = tools::node_modules("previews on the EVM chains")?;
        let sender = node.call("eth_accounts", json!([])).await[0].as_str()?.to_owned();
        let mut contracts = Vec::new();
        for name in CONTRACTS {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/evm");
            let source = folder.join("Preview.sol");
            let arguments = [modules.to_str()?, source.to_str()?, name];
            let mut compiler = JsonLines::node(&folder.join("compile.cjs"), &arguments);
            let code = compiler.request(&json!({})).await.expect("it compiles");
            let receipt = mined(&node, &json!({ "from": sender, "data": code })).await;
            contracts.push(receipt["contractAddress"].as_str().expect("a contract").to_owned());
        }
        let others = (1..=3).map(|byte: u8| format!("0x{}", format!("{byte:02x}").repeat(20)));
        let params = sepolia();
        Some(Self {
            connector: Connector::over(params.chain.name(), params.network, &node.upstream()),
            node,
            sender,
            contracts,
            others: others.collect(),
        })
    }

    fn random_call(&self, random: &mut Random) -> Value {
        let other = random.one_of::<String>(&self.others).clone();
        let (to, second) = (
            address_word(&other),
            address_word(random.one_of::<String>(&self.others)),
        );
        let amount = u128::from(random.magnitude(1_000_000));
        let token = usize::try_from(random.between(0, TOKENS as u64 - 1)).unwrap_or_default();
        let amount_word = number_word(amount);
        let id = number_word(random.between(1, 40).into());
        let (contract, value, data) = match random.between(0, 14) {
            0 => (other, amount, "0x".to_owned()),
            1..=4 => (
                self.contracts[token].clone(),
                0,
                calldata("transfer(address,uint256)", &[to, amount_word]),
            ),
            5 => {
                let words = [to, number_word(u128::MAX)];
                (
                    self.contracts[0].clone(),
                    0,
                    calldata("transfer(address,uint256)", &words),
                )
            }
            6 => (
                self.contracts[token].clone(),
                0,
                calldata("approve(address,uint256)", &[to, amount_word]),
            ),
            7 => {
                let words = [address_word(&self.sender), to, id];
                let data = calldata("transferFrom(address,address,uint256)", &words);
                (self.contracts[NFT].clone(), 0, data)
            }
            8 => {
                let words = [to, number_word(random.between(0, 1).into())];
                (
                    self.contracts[NFT].clone(),
                    0,
                    calldata("setApprovalForAll(address,bool)", &words),
                )
            }
            9 => {
                let words = [to, number_word(random.between(1, 3).into()), amount_word];
                (
                    self.contracts[MULTI].clone(),
                    0,
                    calldata("single(address,uint256,uint256)", &words),
                )
            }
            10 => (
                self.contracts[MULTI].clone(),
                0,
                calldata("batch(address,uint256)", &[to, amount_word]),
            ),
            11 => (
                self.contracts[MOVER].clone(),
                amount,
                calldata("split(address,address)", &[to, second]),
            ),
            12 => (
                self.contracts[MOVER].clone(),
                amount,
                calldata("regret(address)", &[to]),
            ),
            13 => {
                let signature = *random.one_of(&["delegated(address)", "explode(address)"]);
                (self.contracts[MOVER].clone(), amount, calldata(signature, &[to]))
            }
            _ => (
                self.contracts[MOVER].clone(),
                0,
                calldata("panic(uint256)", &[amount_word]),
            ),
        };
        json!({ "from": self.sender, "to": contract, "value": value.to_string(), "data": data })
    }

    async fn read(&self, contract: &str, signature: &str, words: &[String]) -> u128 {
        number(&self.node.read(contract, &calldata(signature, words)).await)
    }

    /// Returns all balances and approvals.
    async fn state(&self) -> State {
        let mut state = State::new();
        let holders = [&[self.sender.clone()], &*self.others, &self.contracts].concat();
        for holder in &holders {
            state.insert(format!("coin {holder}"), self.node.balance(holder).await);
            let holder_word = address_word(holder);
            for token in &self.contracts[..TOKENS] {
                let balance = self
                    .read(token, "balanceOf(address)", std::slice::from_ref(&holder_word))
                    .await;
                state.insert(format!("erc20 {token} {holder}"), balance);
                let words = [address_word(&self.sender), holder_word.clone()];
                let allowance = self.read(token, "allowance(address,address)", &words).await;
                state.insert(format!("approval erc20 {token} {holder}"), allowance);
            }
            let words = [address_word(&self.sender), holder_word.clone()];
            let nft = &self.contracts[NFT];
            let operator = self.read(nft, "isApprovedForAll(address,address)", &words).await;
            state.insert(format!("approval operator {nft} {holder}"), operator);
            for id in 1..=3 {
                let words = [holder_word.clone(), number_word(id)];
                let contract = &self.contracts[MULTI];
                let balance = self.read(contract, "balanceOf(address,uint256)", &words).await;
                state.insert(format!("erc1155 {contract} {id} {holder}"), balance);
            }
        }
        for id in 1..=40 {
            let nft = &self.contracts[NFT];
            let owner = self
                .node
                .read(nft, &calldata("ownerOf(uint256)", &[number_word(id)]))
                .await;
            let owner = format!("0x{}", &owner.as_str().expect("a word")[26..]);
            state.insert(format!("erc721 {nft} {id} {owner}"), 1);
        }
        state
    }
}

async fn mined(node: &Node, transaction: &Value) -> Value {
    let mut transaction = transaction.clone();
    transaction["gas"] = "0x4c4b40".into();
    let txid = node.call("eth_sendTransaction", json!([transaction])).await;
    node.mine().await;
    node.receipt(txid.as_str().expect("a hash")).await
}

/// Returns the differences of two states without the fee, in decimal digits with a sign.
fn differences(before: &State, after: &State) -> BTreeMap<String, String> {
    let keys = before.keys().chain(after.keys());
    let difference = |key: &String| {
        let value = |state: &State| state.get(key).copied().unwrap_or_default();
        let (before, after) = (value(before), value(after));
        let is_approval = key.starts_with("approval");
        let shown = match after.checked_sub(before) {
            Some(0) => return None,
            _ if is_approval => format!("{before} {after}"),
            Some(more) => more.to_string(),
            None => format!("-{}", before - after),
        };
        Some((key.to_lowercase(), shown))
    };
    keys.filter_map(difference).collect()
}

/// Returns the changes and approvals of a preview in the same form.
fn previewed(preview: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = BTreeMap::new();
    for change in preview["changes"].as_array().expect("changes") {
        let parts = ["kind", "contract", "id", "address"].map(|part| text(&change[part]));
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        found.insert(parts.join(" ").to_lowercase(), text(&change["delta"]["amount"]));
    }
    for approval in preview["approvals"].as_array().expect("approvals") {
        let (before, after) = (text(&approval["before"]), text(&approval["after"]));
        if before != after {
            let parts = ["kind", "token", "spender"].map(|part| text(&approval[part]));
            found.insert(
                format!("approval {}", parts.join(" ")).to_lowercase(),
                format!("{before} {after}"),
            );
        }
    }
    found
}

#[tokio::test]
async fn previews_equal_mined_transactions() {
    let Some(scene) = Scene::start().await else { return };
    let mut random = Random::new();
    let calls = std::env::var(CALLS_VARIABLE).ok().and_then(|calls| calls.parse().ok());
    let mut before = scene.state().await;
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..calls.unwrap_or(CALLS) {
        let request = scene.random_call(&mut random);
        let mut body = request.clone();
        body["network"] = "testnet".into();
        let response = scene.connector.post("transaction/preview/eth", &body).await;
        assert_eq!(response.status, 200, "{request}: {}", response.body);
        let preview = &response.body["data"];
        let value: u128 = request["value"].as_str().expect("digits").parse().expect("a number");
        let mut transaction = request.clone();
        transaction["value"] = format!("{value:#x}").into();
        let receipt = mined(&scene.node, &transaction).await;
        let mut after = scene.state().await;
        let fee = number(&receipt["gasUsed"]) * number(&receipt["effectiveGasPrice"]);
        *after.get_mut(&format!("coin {}", scene.sender)).expect("the sender") += fee;
        let expected = if receipt["status"] == "0x1" {
            "success"
        } else {
            "reverted"
        };
        assert_eq!(preview["outcome"], expected, "{request}: {preview}");
        assert_eq!(previewed(preview), differences(&before, &after), "{request}: {preview}");
        let dishonest = (1..TOKENS).any(|token| request["to"] == scene.contracts[token].as_str());
        let is_transfer = request["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("0xa9059cbb"));
        let warns = preview["warnings"].to_string().contains("transfer_mismatch");
        assert_eq!(
            warns,
            dishonest && is_transfer && expected == "success",
            "{request}: {preview}"
        );
        *outcomes.entry(expected.to_owned()).or_default() += 1;
        *after.get_mut(&format!("coin {}", scene.sender)).expect("the sender") -= fee;
        before = after;
    }
    println!("previews: {outcomes:?}");
}
