//! F13: upstreams with false output values, for inputs whose signatures do not commit to the value.

use super::family::Family;
use super::fixture::{Fixture, Wallet};
use super::upstream::Behaviour;
use crate::blockchain_connector_btc_like::{known, listed, unknown};
use crate::support::client::TestResponse;
use crate::support::stub::{Reply, Request};
use bitcoin::Transaction;
use serde_json::{Value, json};

/// The actual value of the only output, and the one that liars list.
const ACTUAL: u64 = 100_000_000;
const FALSE: u64 = 2_000_000;

/// The data of an upstream about the output and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Upstream {
    Honest,
    /// A false value, with the true parent.
    FalseValue,
    /// A false value, with the bytes of another transaction that has this value.
    FalseParent,
    /// A false value; it denies the parent.
    HiddenParent,
}
use Upstream::{FalseParent, FalseValue, HiddenParent, Honest};

fn wallet(chain: &'static str) -> Wallet {
    Wallet::new(chain, "livenet", "p2pkh")
}

fn income(chain: &'static str) -> Transaction {
    wallet(chain).income(&[ACTUAL], 1)
}

impl Upstream {
    fn behaviour(self, chain: &'static str) -> Behaviour {
        let income = income(chain);
        let richer = wallet(chain).income(&[FALSE], 1);
        Behaviour::Scripted(Box::new(move |request: &Request| {
            let path = request.path.trim_start_matches("/api/v2/");
            match path.split_once('/')? {
                ("utxo", _) => {
                    let mut rows = listed(&income, 6);
                    if self != Honest {
                        rows[0]["value"] = FALSE.to_string().into();
                    }
                    Some(Reply::ok(Value::from(rows).to_string()))
                }
                ("tx", txid) => Some(match self {
                    Honest | FalseValue => known(&income),
                    FalseParent => known(&richer),
                    HiddenParent => unknown(txid),
                }),
                _ => None,
            }
        }))
    }
}

async fn estimate(chain: &'static str, upstreams: &[Upstream]) -> TestResponse {
    let behaviours = upstreams.iter().map(|upstream| upstream.behaviour(chain));
    let fixture = Fixture::of(Family::Utxo, behaviours).await;
    let wallet = wallet(chain);
    let mut body = wallet.payment(&[], FALSE / 2, 0);
    body["address"] = json!(wallet.address());
    fixture
        .post(&format!("prepare-transaction/estimate/{chain}"), &body)
        .await
}

#[tokio::test(start_paused = true)]
async fn f13_actual_value_is_used_while_one_upstream_has_the_parent() {
    for chain in ["btc", "ltc", "doge"] {
        for upstreams in [
            &[FalseValue][..],
            &[FalseValue, Honest],
            &[FalseValue, FalseValue],
            &[FalseParent, Honest],
            &[HiddenParent, Honest],
            &[FalseParent, FalseValue],
            &[FalseValue, FalseValue, FalseValue],
            &[FalseParent, HiddenParent, Honest],
            &[HiddenParent, FalseParent, FalseValue],
        ] {
            let response = estimate(chain, upstreams).await;
            let inputs = &response.data()["utxo"];
            assert_eq!(inputs[0]["value"], ACTUAL.to_string(), "{chain} {upstreams:?}");
            assert_eq!(inputs.as_array().map(Vec::len), Some(1), "{chain} {upstreams:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn f13_without_the_parent_the_response_is_an_error() {
    for upstreams in [
        &[FalseParent][..],
        &[HiddenParent],
        &[FalseParent, FalseParent],
        &[FalseParent, HiddenParent],
        &[FalseParent, FalseParent, FalseParent],
        &[HiddenParent, HiddenParent, HiddenParent],
    ] {
        let response = estimate("doge", upstreams).await;
        response.assert_error(502, "upstream_error", None);
    }
}
