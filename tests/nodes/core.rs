//! bitcoind and litecoind on regtest: nodes of the Bitcoin Core family.

use crate::node::{Coin, Known, Node, Rejection};
use crate::rpc::Rpc;
use async_trait::async_trait;
use bitcoin::bech32::{Hrp, segwit};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use wallet_tests::support::tools;

/// Base units in a coin.
const COIN: u64 = 100_000_000;

/// Timeout of the daemon's first response.
const START: Duration = Duration::from_mins(5);

/// The program of a node.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    Bitcoind,
    Litecoind,
}

impl Program {
    /// Returns the executable, or `None` after printing `NOT RUN` if not installed.
    fn executable(self, purpose: &str) -> Option<PathBuf> {
        match self {
            Self::Bitcoind => tools::bitcoind(purpose),
            Self::Litecoind => tools::litecoind(purpose),
        }
    }

    /// Returns the prefix of segwit addresses on regtest.
    fn prefix(self) -> Hrp {
        let prefix = match self {
            Self::Bitcoind => "bcrt",
            Self::Litecoind => "rltc",
        };
        Hrp::parse(prefix).expect("a prefix")
    }

    /// Returns the configuration lines that only this program has.
    fn settings(self) -> &'static str {
        match self {
            Self::Bitcoind => "",
            // Disables MWEB activation: regtest would end at height 431 for blocks with the version bit of the
            // extension block.
            Self::Litecoind => "vbparams=mweb:4000000000:4000000001",
        }
    }

    /// Converts a testnet address to regtest: base58 is the same, bech32 has a different prefix.
    fn on_regtest(self, address: &str) -> String {
        match segwit::decode(address) {
            Ok((_, version, program)) => {
                segwit::encode(self.prefix(), version, &program).expect("a program that was just decoded")
            }
            Err(_) => address.to_owned(),
        }
    }
}

/// A daemon with a separate folder and wallet; both are removed when this value is dropped.
#[derive(Debug)]
pub struct CoreNode {
    program: Program,
    _daemon: Child,
    _folder: TempDir,
    rpc: Rpc,
}

impl CoreNode {
    /// Starts the daemon with 120 blocks. Returns `None` if not installed. `settings` are configuration
    /// lines.
    pub async fn start(program: Program, purpose: &str, settings: &str) -> Option<Self> {
        let executable = program.executable(purpose)?;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = free_port();
        let file = folder.path().join("node.conf");
        std::fs::write(&file, configuration(program, port, settings)).expect("the configuration is written");
        let daemon = Command::new(executable)
            .arg(format!("-datadir={}", folder.path().display()))
            .arg(format!("-conf={}", file.display()))
            .arg("-printtoconsole=0")
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the daemon starts");
        let node = Self {
            program,
            _daemon: daemon,
            _folder: folder,
            rpc: Rpc::new(port, "test", "test"),
        };
        node.wait_until_ready().await;
        node.rpc.call("createwallet", json!(["miner"])).await;
        node.mine(120, None).await;
        Some(node)
    }

    /// Abandons the last blocks, so that their transactions are pending again, and mines one more empty block.
    pub async fn reorganise(&self, depth: u64) {
        let height = self.height().await + 1 - depth;
        let hash = self.rpc.call("getblockhash", json!([height])).await;
        self.rpc.call("invalidateblock", json!([hash])).await;
        let own = self.rpc.call("getnewaddress", json!([])).await;
        for _ in 0..=depth {
            self.rpc.call("generateblock", json!([own, []])).await;
        }
    }

    /// Returns the hash of the block at a height, `None` above the latest block.
    pub async fn block_hash(&self, height: u64) -> Option<String> {
        let hash = self.rpc.try_call("getblockhash", json!([height])).await.ok()?;
        hash.as_str().map(str::to_owned)
    }

    /// Returns a block of the best chain or of an abandoned chain in hex.
    pub async fn raw_block(&self, hash: &str) -> Option<String> {
        let block = self.rpc.try_call("getblock", json!([hash, 0])).await.ok()?;
        block.as_str().map(str::to_owned)
    }

    async fn wait_until_ready(&self) {
        let ready = async {
            while self.rpc.try_call("getblockcount", json!([])).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let started = tokio::time::timeout(START, ready).await;
        started.expect("the daemon responds");
    }

    /// Returns the script of an address as decoded by the node.
    async fn script(&self, address: &str) -> String {
        let read = self
            .rpc
            .call("validateaddress", json!([self.program.on_regtest(address)]))
            .await;
        read["scriptPubKey"].as_str().expect("an address").to_owned()
    }

    async fn confirmed(&self, script: &str) -> Vec<Coin> {
        let scan = json!(["start", [format!("raw({script})")]]);
        let found = self.rpc.call("scantxoutset", scan).await;
        let mut coins = Vec::new();
        for output in found["unspents"].as_array().expect("a list") {
            let outpoint = json!([output["txid"], output["vout"], true]);
            let details = self.rpc.call("gettxout", outpoint).await;
            // `gettxout` returns null for outputs that a mempool transaction spends.
            if details.is_object() {
                coins.push(Coin {
                    height: output["height"].as_u64(),
                    coinbase: details["coinbase"] == true,
                    ..coin(&output["txid"], &output["vout"], &output["amount"])
                });
            }
        }
        coins
    }

    async fn pending(&self, script: &str) -> Vec<Coin> {
        let mut coins = Vec::new();
        for txid in self.mempool().await {
            let transaction = self.rpc.call("getrawtransaction", json!([txid, true])).await;
            for output in transaction["vout"].as_array().expect("a list") {
                let outpoint = json!([txid, output["n"], true]);
                let unspent = self.rpc.call("gettxout", outpoint).await.is_object();
                if unspent && output["scriptPubKey"]["hex"] == script {
                    coins.push(coin(&json!(txid), &output["n"], &output["value"]));
                }
            }
        }
        coins
    }
}

#[async_trait]
impl Node for CoreNode {
    async fn unspent(&self, address: &str) -> Vec<Coin> {
        let script = self.script(address).await;
        let mut coins = self.pending(&script).await;
        coins.extend(self.confirmed(&script).await);
        coins
    }

    async fn transaction(&self, txid: &str) -> Option<Known> {
        let found = self.rpc.try_call("getrawtransaction", json!([txid, true])).await.ok()?;
        let height = match found["blockhash"].as_str() {
            Some(block) => self.rpc.call("getblockheader", json!([block])).await["height"].as_u64(),
            None => None,
        };
        Some(Known {
            hex: found["hex"].as_str()?.to_owned(),
            height,
        })
    }

    async fn send(&self, hex: &str) -> Result<String, Rejection> {
        // The second argument lifts the wallet's fee cap, as index servers do.
        let txid = self.rpc.try_call("sendrawtransaction", json!([hex, 0])).await?;
        Ok(txid.as_str().expect("a txid").to_owned())
    }

    async fn fee_estimate(&self, blocks: u32) -> Option<u64> {
        let estimate = self.rpc.call("estimatesmartfee", json!([blocks])).await;
        estimate.get("feerate").map(units)
    }

    async fn fund(&self, address: &str, value: u64) -> String {
        let amount = format!("{}.{:08}", value / COIN, value % COIN);
        let payment = json!([self.program.on_regtest(address), amount]);
        let txid = self.rpc.call("sendtoaddress", payment).await;
        txid.as_str().expect("a txid").to_owned()
    }

    async fn mine(&self, blocks: u32, to: Option<&str>) {
        let own = match to {
            Some(address) => json!(self.program.on_regtest(address)),
            None => self.rpc.call("getnewaddress", json!([])).await,
        };
        self.rpc.call("generatetoaddress", json!([blocks, own])).await;
    }

    async fn height(&self) -> u64 {
        self.rpc
            .call("getblockcount", json!([]))
            .await
            .as_u64()
            .expect("a number")
    }

    async fn mempool(&self) -> Vec<String> {
        let txids = self.rpc.call("getrawmempool", json!([])).await;
        serde_json::from_value(txids).expect("a list of txids")
    }

    async fn rpc_url(&self) -> String {
        self.rpc.url()
    }
}

fn configuration(program: Program, port: u16, settings: &str) -> String {
    let own = program.settings();
    format!(
        "regtest=1\n\
         [regtest]\n\
         {own}\n\
         rpcbind=127.0.0.1\n\
         rpcallowip=127.0.0.1\n\
         rpcport={port}\n\
         rpcuser=test\n\
         rpcpassword=test\n\
         listen=0\n\
         txindex=1\n\
         fallbackfee=0.0002\n\
         {settings}\n"
    )
}

/// Returns a currently free port: the daemon cannot take a bound socket.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("a bound socket").port()
}

fn coin(txid: &Value, vout: &Value, amount: &Value) -> Coin {
    Coin {
        txid: txid.as_str().expect("a txid").to_owned(),
        vout: vout.as_u64().and_then(|vout| vout.try_into().ok()).expect("an index"),
        value: units(amount),
        height: None,
        coinbase: false,
    }
}

/// Parses a decimal coin amount into base units. A float is exact enough for eight decimals of a million
/// coins.
fn units(amount: &Value) -> u64 {
    let text = format!("{:.8}", amount.as_f64().expect("an amount"));
    let (whole, fraction) = text.split_once('.').expect("eight decimals");
    let [whole, fraction] = [whole, fraction].map(|digits| digits.parse::<u64>().expect("digits"));
    whole * COIN + fraction
}
