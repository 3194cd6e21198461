//! A sandbox chain of btc, served by three protocols from the same ledger.

use super::{electrum, esplora};
use bitcoin::{OutPoint, Script, ScriptBuf, Transaction, TxOut, Txid};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use wallet_sandbox::btc_like::blockbook;
use wallet_sandbox::btc_like::node::Node;
use wallet_sandbox::btc_like::rules::{Chain as Name, Rules};
use wallet_sandbox::clock::Timestamp;

/// A transaction of the chain.
#[derive(Clone)]
pub struct Row {
    pub txid: Txid,
    pub transaction: Transaction,
    /// The height of the block and the index within it; `None` in the mempool.
    pub block: Option<(u32, usize)>,
}

/// A chain with the servers, which stop when dropped.
pub struct Chain {
    node: Arc<Node>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Chain {
    pub fn new() -> Self {
        let clock = Arc::new(|| Timestamp::from_secs(now()));
        let node = Node::open(Rules::of(Name::Btc), clock, None).expect("a node without a file");
        Self {
            node: Arc::new(node),
            tasks: Vec::new(),
        }
    }

    /// Starts servers of the three protocols and returns their settings.
    pub async fn serve(&mut self) -> [(&'static str, String); 3] {
        let (blockbook_at, listener) = listen().await;
        let router = blockbook::router(Arc::clone(&self.node));
        self.tasks.push(tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        }));
        let (electrum_at, listener) = listen().await;
        self.tasks
            .push(tokio::spawn(electrum::serve(listener, Arc::clone(&self.node))));
        let (esplora_at, listener) = listen().await;
        let router = esplora::router(Arc::clone(&self.node));
        self.tasks.push(tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        }));
        [
            ("blockbook", format!("blockbook+http://{blockbook_at}")),
            ("electrum", format!("electrum+tcp://{electrum_at}")),
            ("esplora", format!("esplora+http://{esplora_at}/api")),
        ]
    }

    pub fn fund(&self, script: &Script, amount: u64) {
        self.node.pay(script, amount).expect("an accepted payment");
    }

    pub fn submit(&self, transaction: &Transaction) {
        let hex = bitcoin::consensus::encode::serialize_hex(transaction);
        assert!(self.node.submit(&hex).is_ok(), "rejected: {hex}");
    }

    pub fn mine(&self) {
        self.node.mine().expect("a block");
    }

    /// Returns the parts of the balance of the scripts that the filter accepts.
    pub fn funds(&self, is_own: impl Fn(&ScriptBuf) -> bool) -> Funds {
        let rows = rows(&self.node);
        let is_confirmed = |txid: Txid| rows.iter().any(|row| row.txid == txid && row.block.is_some());
        let blocks: Vec<_> = rows.iter().filter(|row| row.block.is_some()).cloned().collect();
        let outputs = unspent(&rows, &is_own);
        let settled = outputs
            .iter()
            .filter(|(outpoint, _)| is_confirmed(outpoint.txid) || is_change(&rows, outpoint.txid, &is_own));
        Funds {
            total: sum(&outputs),
            confirmed: sum(&unspent(&blocks, &is_own)),
            spendable: sum(settled),
        }
    }

    /// Returns the unspent outputs of the scripts that the filter accepts.
    pub fn unspent(&self, is_own: impl Fn(&ScriptBuf) -> bool) -> Vec<(OutPoint, TxOut)> {
        unspent(&rows(&self.node), is_own)
    }
}

/// The parts of a balance in satoshis.
pub struct Funds {
    pub total: u64,
    pub confirmed: u64,
    pub spendable: u64,
}

fn sum<'a>(outputs: impl IntoIterator<Item = &'a (OutPoint, TxOut)>) -> u64 {
    let outputs = outputs.into_iter();
    outputs.map(|(_, output)| output.value.to_sat()).sum()
}

/// Returns true if a pending transaction spends own outputs only, each confirmed or of such a transaction.
fn is_change(rows: &[Row], txid: Txid, is_own: &impl Fn(&ScriptBuf) -> bool) -> bool {
    let row = rows.iter().find(|row| row.txid == txid).expect("a known transaction");
    row.transaction.input.iter().all(|input| {
        let spent = output(rows, input.previous_output);
        let parent = input.previous_output.txid;
        let is_confirmed = rows.iter().any(|row| row.txid == parent && row.block.is_some());
        spent.is_some_and(|spent| is_own(&spent.script_pubkey)) && (is_confirmed || is_change(rows, parent, is_own))
    })
}

/// Returns all transactions, in the order of the chain, then of the mempool.
pub fn rows(node: &Node) -> Vec<Row> {
    node.read(|ledger| {
        let blocks = (0_u32..).zip(ledger.blocks());
        let confirmed = blocks.flat_map(|(height, block)| {
            let places = block.txids.iter().enumerate();
            places.map(move |(place, txid)| (*txid, Some((height, place))))
        });
        let pending = ledger.mempool().iter().map(|txid| (*txid, None));
        let row = |(txid, block): (Txid, _)| Row {
            txid,
            transaction: ledger.entry(txid).expect("a listed transaction").transaction.clone(),
            block,
        };
        confirmed.chain(pending).map(row).collect()
    })
}

/// Returns the unspent outputs of the scripts that the filter accepts.
pub fn unspent(rows: &[Row], is_own: impl Fn(&ScriptBuf) -> bool) -> Vec<(OutPoint, TxOut)> {
    let inputs = rows.iter().flat_map(|row| &row.transaction.input);
    let spent: std::collections::HashSet<_> = inputs.map(|input| input.previous_output).collect();
    let outputs = rows.iter().flat_map(|row| {
        let outputs = (0..).zip(&row.transaction.output);
        outputs.map(|(vout, output)| (OutPoint { txid: row.txid, vout }, output.clone()))
    });
    outputs
        .filter(|(outpoint, output)| is_own(&output.script_pubkey) && !spent.contains(outpoint))
        .collect()
}

/// Returns the output that an outpoint names.
pub fn output(rows: &[Row], outpoint: OutPoint) -> Option<&TxOut> {
    let row = rows.iter().find(|row| row.txid == outpoint.txid)?;
    row.transaction.output.get(usize::try_from(outpoint.vout).ok()?)
}

/// Returns true if a transaction pays a script or spends from the script.
pub fn involves(rows: &[Row], row: &Row, is_own: impl Fn(&ScriptBuf) -> bool) -> bool {
    let mut spent = row
        .transaction
        .input
        .iter()
        .filter_map(|input| output(rows, input.previous_output));
    spent.any(|output| is_own(&output.script_pubkey))
        || row
            .transaction
            .output
            .iter()
            .any(|output| is_own(&output.script_pubkey))
}

async fn listen() -> (std::net::SocketAddr, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    (listener.local_addr().expect("a bound port"), listener)
}

#[expect(clippy::disallowed_methods, reason = "the servers use the system time")]
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}
