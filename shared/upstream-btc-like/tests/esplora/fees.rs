//! Fee rates per kilo-vbyte.

use super::{Server, assert_unusable, btc, soon};
use wallet_btc_like::FeeEstimates;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::model::Responses;
use wallet_test_support::esplora::{Dialect, text};
use wallet_test_support::stub::Reply;

#[tokio::test(start_paused = true)]
async fn fee_rates_come_from_the_node_or_else_from_mempool_space() {
    let of = |slow, normal, fast| FeeEstimates { slow, normal, fast };
    let none = of(None, None, None);
    let known = Reply::ok(r#"{"2":87.882,"3":70.1,"25":1.0001,"1008":1}"#);
    for (dialect, reply, expected) in [
        (Dialect::Plain, known.clone(), of(Some(1001), Some(1001), Some(87_882))),
        (Dialect::MempoolSpace, known, of(Some(1001), Some(1001), Some(87_882))),
        (Dialect::Plain, Reply::ok("{}"), none),
        (
            Dialect::MempoolSpace,
            Reply::ok("{}"),
            of(Some(2000), Some(5000), Some(9000)),
        ),
        (Dialect::Plain, text(404, "endpoint does not exist"), none),
        (
            Dialect::MempoolSpace,
            Reply::text(404, "text/html", "<pre>Cannot GET</pre>"),
            of(Some(2000), Some(5000), Some(9000)),
        ),
    ] {
        let server = Server::start(dialect).await;
        server.state().fee_estimates = reply;
        assert_eq!(
            server.node.fee_estimates(btc(), soon()).await,
            Ok(Responses::one(expected)),
            "{dialect:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn invalid_fee_rates_are_unusable() {
    let mut server = Server::start(Dialect::MempoolSpace).await;
    for reply in [
        Reply::ok(r#"{"2":"87"}"#),
        Reply::ok(r#"{"2":10000.1}"#),
        Reply::ok("[]"),
        Reply::ok("1"),
        text(200, r#"{"2":87}"#),
        text(400, "no"),
    ] {
        server.recreate_node();
        server.state().fee_estimates = reply;
        assert_unusable(&server.node.fee_estimates(btc(), soon()).await);
    }
}
