//! Previews of random calls, compared with the balances before and after the same calls are mined on anvil and on hardhat,
//! whose EVM and methods are not ours: coin, honest and dishonest tokens, NFTs, Permit2, movements inside contracts, delegate
//! calls, reverts and self-destruction. anvil previews each call by `eth_simulateV1` and by `debug_traceCall`, hardhat by
//! `debug_traceCall`.

use super::node::{Node, number};
use super::payment::sepolia;
use axum::extract::State as Extracted;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::slice;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use wallet_core::model::ChainName;
use wallet_eth_like::preview::PERMIT2;
use wallet_eth_like::{Amount, Hash};
use wallet_http::env;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::json_lines::JsonLines;
use wallet_tests::support::random::Random;
use wallet_tests::support::tools;

/// The number of calls of a normal run.
const CALLS: usize = 40;
/// The variable with another number of calls.
const CALLS_VARIABLE: &str = "WALLET_TEST_PREVIEWS";
/// The contracts in `Preview.sol`.
const CONTRACTS: [&str; 7] = ["Coins", "NoLog", "Half", "OnlyLog", "Nft", "Multi", "Mover"];
const TOKENS: usize = 4;
const NFT: usize = 4;
const MULTI: usize = 5;
const MOVER: usize = 6;

/// A chain with the contracts.
pub struct Scene {
    pub node: Arc<Node>,
    /// The service over the node with `eth_simulateV1`, if the node has the method, and over the node without.
    connectors: Vec<Connector>,
    pub sender: String,
    contracts: Vec<String>,
    others: Vec<String>,
    _proxy: JoinSet<()>,
}

/// Balances and approvals by description.
type State = BTreeMap<String, Amount>;

/// Forwards requests to a node, except for `eth_simulateV1`, which the node then lacks.
async fn forward(Extracted(node): Extracted<Arc<Node>>, Json(body): Json<Value>) -> Json<Value> {
    if body["method"] == "eth_simulateV1" {
        let error = json!({ "code": -32601, "message": "the method eth_simulateV1 does not exist" });
        return Json(json!({ "jsonrpc": "2.0", "id": body["id"], "error": error }));
    }
    Json(node.forward(&body).await)
}

/// Returns the deployment code of a contract in a source.
pub async fn compiled(modules: &Path, source: &Path, name: &str) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("nodes/evm/compile.cjs");
    let mut compiler = JsonLines::node(&script, &[modules.to_str()?, source.to_str()?, name]);
    let code = compiler.request(&json!({})).await.expect("it compiles");
    code.as_str().map(str::to_owned)
}

/// Returns the calldata of a call with static arguments.
pub fn calldata(signature: &str, words: &[String]) -> String {
    let selector = hex::encode(&Hash::of(signature).0[..4]);
    format!("0x{selector}{}", words.concat())
}

/// Returns an address as a word.
fn address_word(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

/// Returns a number as a word.
fn number_word(number: u128) -> String {
    format!("{number:064x}")
}

impl Scene {
    /// Deploys the contracts on anvil. Returns `None` if anvil is not installed.
    pub async fn on_anvil() -> Option<Self> {
        let node = Node::anvil(sepolia().chain_id()).await?;
        let direct = connector(&node.upstream());
        let mut scene = Self::on(node).await?;
        scene.connectors.insert(0, direct);
        Some(scene)
    }

    /// Deploys the contracts on a node, which is used without `eth_simulateV1`.
    async fn on(node: Node) -> Option<Self> {
        let node = Arc::new(node);
        let modules = tools::node_modules("previews on the EVM chains")?;
        let sender = node.call("eth_accounts", json!([])).await[0].as_str()?.to_owned();
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = tests.join("nodes/evm/Preview.sol");
        let permit2 = tests.join("../sandbox/contracts/Permit2.sol");
        let codes = CONTRACTS.map(|name| compiled(&modules, &source, name));
        let (codes, permit2) = tokio::join!(join_all(codes), compiled(&modules, &permit2, "Permit2"));
        let mut contracts = Vec::new();
        for code in codes {
            contracts.push(deployed(&node, &sender, &code?).await);
        }
        let permit2 = deployed(&node, &sender, &permit2?).await;
        let code = node.call("eth_getCode", json!([permit2, "latest"])).await;
        node.set_code(&PERMIT2.to_string(), code.as_str()?).await;
        let others = (1..=3).map(|byte: u8| format!("0x{}", format!("{byte:02x}").repeat(20)));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let proxy = format!("jsonrpc+http://{}", listener.local_addr().expect("a bound socket"));
        let router = Router::new().fallback(forward).with_state(Arc::clone(&node));
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, router).await.expect("the proxy serves") });
        Some(Self {
            connectors: vec![connector(&proxy)],
            node,
            sender,
            contracts,
            others: others.collect(),
            _proxy: server,
        })
    }

    pub fn random_call(&self, random: &mut Random) -> Value {
        let other = random.one_of::<String>(&self.others).clone();
        let (to, second) = (
            address_word(&other),
            address_word(random.one_of::<String>(&self.others)),
        );
        let amount = u128::from(random.magnitude(1_000_000));
        let token = usize::try_from(random.between(0, TOKENS as u64 - 1)).unwrap_or_default();
        let amount_word = number_word(amount);
        let id = number_word(random.between(1, 40).into());
        let approved = match random.between(0, 2) {
            0 => number_word(0),
            1 => "f".repeat(64),
            _ => amount_word.clone(),
        };
        let [nft, multi, mover] = [NFT, MULTI, MOVER].map(|index| &*self.contracts[index]);
        let (token, permit2) = (&*self.contracts[token], &*PERMIT2.to_string());
        let (owner, token_word) = (address_word(&self.sender), address_word(token));
        let (contract, value, signature, words) = match random.between(0, 16) {
            0 => (&*other, amount, "", vec![]),
            1..=4 => (token, 0, "transfer(address,uint256)", vec![to, amount_word]),
            5 => {
                let words = vec![to, number_word(u128::MAX)];
                (&*self.contracts[0], 0, "transfer(address,uint256)", words)
            }
            6 => (token, 0, "approve(address,uint256)", vec![to, approved]),
            7 => (nft, 0, "transferFrom(address,address,uint256)", vec![owner, to, id]),
            8 => {
                let words = vec![to, number_word(random.between(0, 1).into())];
                (nft, 0, "setApprovalForAll(address,bool)", words)
            }
            9 => {
                let words = vec![to, number_word(random.between(1, 3).into()), amount_word];
                (multi, 0, "single(address,uint256,uint256)", words)
            }
            10 => (multi, 0, "batch(address,uint256)", vec![to, amount_word]),
            11 => (mover, amount, "split(address,address)", vec![to, second]),
            12 => (mover, amount, "regret(address)", vec![to]),
            13 => {
                let signature = *random.one_of(&["delegated(address)", "explode(address)"]);
                (mover, amount, signature, vec![to])
            }
            14 => {
                let words = vec![token_word, to, amount_word, number_word(u128::from(u32::MAX))];
                (permit2, 0, "approve(address,address,uint160,uint48)", words)
            }
            15 => {
                let words = vec![number_word(32), number_word(1), token_word, to];
                (permit2, 0, "lockdown((address,address)[])", words)
            }
            _ => (mover, 0, "panic(uint256)", vec![amount_word]),
        };
        let data = if signature.is_empty() {
            "0x".to_owned()
        } else {
            calldata(signature, &words)
        };
        json!({ "from": self.sender, "to": contract, "value": value.to_string(), "data": data })
    }

    /// Returns all balances and approvals.
    async fn state(&self) -> State {
        let (names, calls): (Vec<_>, Vec<_>) = self.reads().into_iter().unzip();
        let results = self.node.call_each(&calls).await;
        let state = names.into_iter().zip(results).map(|(name, result)| {
            let digits = result.as_str().expect("hex digits").trim_start_matches("0x");
            let word = format!("{:0>64}", digits.get(..64).unwrap_or(digits));
            if name.starts_with("erc721") {
                return (format!("{name} 0x{}", &word[24..]).to_lowercase(), Amount::from(1_u64));
            }
            let bytes = hex::decode(word).expect("hex digits");
            let amount = Amount::from_be_bytes(bytes.try_into().expect("a word"));
            (name.to_lowercase(), amount)
        });
        state.collect()
    }

    /// Returns the name and the call of each balance and approval.
    fn reads(&self) -> Vec<(String, (&'static str, Value))> {
        let sender = address_word(&self.sender);
        let read = |name: String, contract: &str, signature: &str, words: &[String]| {
            let message = json!({ "to": contract, "data": calldata(signature, words) });
            (name, ("eth_call", json!([message, "latest"])))
        };
        let holders = [slice::from_ref(&self.sender), &*self.others, &self.contracts].concat();
        let (nft, multi, permit2) = (&self.contracts[NFT], &self.contracts[MULTI], PERMIT2.to_string());
        let mut reads = Vec::new();
        for holder in &holders {
            let word = address_word(holder);
            let both = [sender.clone(), word.clone()];
            for token in &self.contracts[..TOKENS] {
                let name = format!("erc20 {token} {holder}");
                reads.push(read(name, token, "balanceOf(address)", slice::from_ref(&word)));
                let name = format!("approval erc20 {token} {holder}");
                reads.push(read(name, token, "allowance(address,address)", &both));
                let words = [sender.clone(), address_word(token), word.clone()];
                let name = format!("approval permit2 {token} {holder}");
                reads.push(read(name, &permit2, "allowance(address,address,address)", &words));
            }
            let name = format!("approval operator {nft} {holder}");
            reads.push(read(name, nft, "isApprovedForAll(address,address)", &both));
            for id in 1..=3 {
                let words = [word.clone(), number_word(id)];
                let name = format!("erc1155 {multi} {id} {holder}");
                reads.push(read(name, multi, "balanceOf(address,uint256)", &words));
            }
        }
        let owners = (1..=40).map(|id| {
            let name = format!("erc721 {nft} {id}");
            read(name, nft, "ownerOf(uint256)", &[number_word(id)])
        });
        reads.extend(owners);
        let coins = holders
            .iter()
            .map(|holder| (format!("coin {holder}"), ("eth_getBalance", json!([holder, "latest"]))));
        reads.extend(coins);
        reads
    }

    fn coin(&self) -> String {
        format!("coin {}", self.sender.to_lowercase())
    }
}

fn connector(upstream: &str) -> Connector {
    let params = sepolia();
    Connector::over(params.chain.name(), params.network, upstream)
}

async fn join_all(codes: [impl Future<Output = Option<String>>; CONTRACTS.len()]) -> Vec<Option<String>> {
    futures::future::join_all(codes).await
}

async fn deployed(node: &Node, sender: &str, code: &str) -> String {
    let receipt = mined(node, &json!({ "from": sender, "data": code })).await;
    receipt["contractAddress"].as_str().expect("a contract").to_owned()
}

/// Mines a transaction at a price that the sandbox accepts as well.
pub async fn mined(node: &Node, transaction: &Value) -> Value {
    let mut transaction = transaction.clone();
    transaction["gas"] = "0x4c4b40".into();
    transaction["gasPrice"] = "0x174876e800".into();
    let txid = node.call("eth_sendTransaction", json!([transaction])).await;
    node.mine().await;
    node.receipt(txid.as_str().expect("a hash")).await
}

/// Returns the differences of two states without the fee, in decimal digits with a sign.
fn differences(before: &State, after: &State) -> BTreeMap<String, String> {
    let keys = before.keys().chain(after.keys());
    let difference = |key: &String| {
        let value = |state: &State| state.get(key).copied().unwrap_or(Amount::ZERO);
        let (before, after) = (value(before), value(after));
        let shown = match after.checked_sub(before) {
            Some(more) if more == Amount::ZERO => return None,
            _ if key.starts_with("approval") => format!("{before} {after}"),
            Some(more) => more.to_string(),
            None => format!("-{}", before.checked_sub(after)?),
        };
        Some((key.clone(), shown))
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

/// Asserts that a preview has the effects of a mined call.
fn check(scene: &Scene, request: &Value, preview: &Value, expected: &str, changes: &BTreeMap<String, String>) {
    assert_eq!(preview["outcome"], expected, "{request}: {preview}");
    assert_eq!(previewed(preview), *changes, "{request}: {preview}");
    let data = request["data"].as_str().unwrap_or_default();
    let warns = |code: &str| preview["warnings"].to_string().contains(code);
    let dishonest = (1..TOKENS).any(|token| request["to"] == scene.contracts[token].as_str());
    let mismatch = dishonest && data.starts_with("0xa9059cbb") && expected == "success";
    assert_eq!(warns("transfer_mismatch"), mismatch, "{request}: {preview}");
    let unlimited = data.starts_with("0x095ea7b3") && data.ends_with(&"f".repeat(64));
    let operator = data.starts_with("0xa22cb465") && data.ends_with('1');
    assert_eq!(
        warns("unlimited_approval"),
        unlimited || operator,
        "{request}: {preview}"
    );
}

#[tokio::test]
async fn previews_equal_transactions_that_anvil_mines() {
    let Some(scene) = Scene::on_anvil().await else { return };
    previews_equal_mined_transactions(&scene).await;
}

#[tokio::test]
async fn previews_equal_transactions_that_hardhat_mines() {
    let Some(node) = Node::hardhat(sepolia().chain_id()).await else {
        return;
    };
    let Some(scene) = Scene::on(node).await else { return };
    previews_equal_mined_transactions(&scene).await;
}

async fn previews_equal_mined_transactions(scene: &Scene) {
    let mut random = Random::new();
    let calls = env::parsed(CALLS_VARIABLE, env::var).expect("a number");
    let mut before = scene.state().await;
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..calls.unwrap_or(CALLS) {
        let request = scene.random_call(&mut random);
        let mut body = request.clone();
        body["network"] = "testnet".into();
        let mut previews = Vec::new();
        for connector in &scene.connectors {
            let response = connector.post("transaction/preview/eth", &body).await;
            assert_eq!(response.status, 200, "{request}: {}", response.body);
            previews.push(response.body["data"].clone());
        }
        let value: u128 = request["value"].as_str().expect("digits").parse().expect("a number");
        let mut transaction = request.clone();
        transaction["value"] = format!("{value:#x}").into();
        let receipt = mined(&scene.node, &transaction).await;
        let after = scene.state().await;
        let fee = number(&receipt["gasUsed"]) * number(&receipt["effectiveGasPrice"]);
        let mut without_fee = after.clone();
        let balance = without_fee.get_mut(&scene.coin()).expect("the sender");
        *balance = balance.checked_add(fee.into()).expect("a balance");
        let changes = differences(&before, &without_fee);
        let is_mined = receipt["status"] == "0x1";
        let expected = if is_mined { "success" } else { "reverted" };
        let explodes = request["data"]
            .as_str()
            .is_some_and(|data| data.starts_with(&calldata("explode(address)", &[])));
        // anvil's eth_simulateV1 has no log for the movement of a self-destruction, unlike go-ethereum.
        let first = if explodes { previews.len() - 1 } else { 0 };
        for preview in &previews[first..] {
            check(scene, &request, preview, expected, &changes);
        }
        let traced = &previews[previews.len() - 1];
        assert_eq!(traced["created"].is_array(), explodes, "{request}: {traced}");
        *outcomes.entry(expected.to_owned()).or_default() += 1;
        before = after;
    }
    println!("previews: {outcomes:?}");
}
