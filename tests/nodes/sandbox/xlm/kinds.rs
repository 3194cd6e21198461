//! Horizon and Stellar RPC, over each of which the tests of this folder run.

use super::{Services, id};
use stellar_xdr::TrustLineAsset;
use wallet_core::ports::upstream::UpstreamError;
use wallet_sandbox::xlm::node::Node;
use wallet_sandbox::xlm::rpc;
use wallet_sandbox::xlm::state::Body;
use wallet_sandbox::xlm::test_wallet::TestWallet;
pub use wallet_test_support::stellar_kinds::Difference;
use wallet_test_support::stellar_kinds::without_horizon;
use wallet_xlm::{AccountQuery, Asset};

/// The only upstream of the services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Horizon,
    StellarRpc,
}

impl Kind {
    pub const ALL: [Self; 2] = [Self::Horizon, Self::StellarRpc];

    /// Returns the setting of a sandbox at this URL.
    pub fn setting(self, url: &str) -> String {
        match self {
            Self::Horizon => format!("horizon+{url}"),
            Self::StellarRpc => format!("stellar-rpc+{url}{}", rpc::PATH),
        }
    }

    /// Returns what a test cannot expect over the kind.
    pub fn difference(self, test: &str) -> Option<Difference> {
        without_horizon(test).filter(|_| self == Self::StellarRpc)
    }
}

impl Services {
    /// Starts the services once over each kind, with what a test cannot expect over the kind.
    pub async fn of_each_kind(test: &str) -> Vec<(Self, Option<Difference>)> {
        let mut all = Vec::new();
        for kind in Kind::ALL {
            all.push((Self::over(kind).await, kind.difference(test)));
        }
        all
    }
}

/// Returns the query of an account with all trustlines and data entries in the ledger: a wallet knows its own.
pub fn query(node: &Node, wallet: &TestWallet) -> AccountQuery {
    let mut query = AccountQuery::from(id(wallet));
    node.read(|ledger| {
        let own = ledger
            .state()
            .entries()
            .filter(|entry| entry.owner() == Some(&wallet.id()));
        for entry in own {
            match &entry.body {
                Body::TrustLine(line) => query = query.clone().with_assets(&[asset(&line.asset)]),
                Body::Data(data) => query.data.push(data.data_name.to_string().parse().unwrap()),
                _ => {}
            }
        }
    });
    query
}

fn asset(asset: &TrustLineAsset) -> Asset {
    let name = match asset {
        TrustLineAsset::CreditAlphanum4(asset) => format!("{}:{}", asset.asset_code, asset.issuer),
        TrustLineAsset::CreditAlphanum12(asset) => format!("{}:{}", asset.asset_code, asset.issuer),
        other => panic!("no asset of the sandbox: {other:?}"),
    };
    name.parse().unwrap()
}

/// Fails unless a request is not configured for the upstreams.
#[track_caller]
pub fn assert_not_configured<T>(outcome: &Result<T, UpstreamError>) {
    assert!(matches!(outcome, Err(UpstreamError::NotConfigured { .. })));
}
