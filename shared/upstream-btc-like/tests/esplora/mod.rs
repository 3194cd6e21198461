//! Esplora adapter tests against a scripted server: requests, parsing and errors.
//! Address data is tested through the service (`tests/api/address_info_btc_like/esplora`).

mod broadcast;
mod fees;
mod transaction;
mod unspent;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, Chain, Params, SignedTransaction, TransactionStatus};
use wallet_core::model::Network;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::esplora::{Dialect, EsploraState};
use wallet_test_support::stub::{Reply, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// The block 170 transaction, the first payment on btc.
const SIGNED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
const SIGNED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

fn soon() -> Deadline {
    after(Duration::from_secs(2))
}

fn btc() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

/// The port over one Esplora server, for btc livenet.
struct Server {
    node: BtcLikeUpstreams,
    stub: Stub,
    state: Arc<Mutex<EsploraState>>,
}

impl Server {
    async fn start(dialect: Dialect) -> Self {
        let state = Arc::new(Mutex::new(EsploraState::new(dialect, OWN)));
        let script = Arc::clone(&state);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").respond(request)).await;
        Self {
            node: node(&stub),
            stub,
            state,
        }
    }

    /// Recreates the node: an upstream that fails repeatedly is backed off.
    fn recreate_node(&mut self) {
        self.node = node(&self.stub);
    }

    fn state(&self) -> MutexGuard<'_, EsploraState> {
        self.state.lock().expect("no panic while held")
    }

    /// Returns the paths of all requests so far.
    fn requested_paths(&self) -> Vec<String> {
        self.stub.requests().into_iter().map(|request| request.path).collect()
    }

    /// Returns value, confirmations and coinbase flag of each unspent output.
    async fn unspent(&self) -> Result<Vec<(u64, u32, bool)>, UpstreamError> {
        let address = Address::parse(btc(), OWN).expect("an address");
        let rows = self.node.unspent(&address, soon()).await?;
        let shown = rows.iter().map(|row| (row.utxo.value, row.confirmations, row.coinbase));
        Ok(shown.collect())
    }

    async fn status(&self) -> Result<Option<TransactionStatus>, UpstreamError> {
        self.node.transaction_status(btc(), signed().txid(), &[], soon()).await
    }

    async fn broadcast(&self, reply: Reply) -> Result<BroadcastOutcome, UpstreamError> {
        self.state().submit = reply;
        self.node.broadcast(btc(), &signed(), soon()).await
    }
}

fn node(stub: &Stub) -> BtcLikeUpstreams {
    let value = format!("esplora+{}/api", stub.url);
    let clock: Arc<dyn Clock> = Arc::new(FixedClock(Timestamp::from_secs(77)));
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = BtcLikeUpstreams::from_settings(client, &clock, |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| value.clone())
    });
    node.expect("a valid setting")
}

fn signed() -> SignedTransaction {
    SignedTransaction::parse(btc(), SIGNED).expect("a transaction")
}

#[track_caller]
fn assert_unusable<T: std::fmt::Debug>(result: &Result<T, UpstreamError>) {
    assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
}
