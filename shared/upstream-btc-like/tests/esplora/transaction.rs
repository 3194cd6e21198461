//! Transaction bytes and status.

use super::{OWN, SHOP, SIGNED, SIGNED_ID, Server, assert_unusable, btc, signed, soon};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{TransactionStatus, Txid};
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::esplora::{Dialect, block_time, row, text, unknown};
use wallet_test_support::stub::Reply;

#[tokio::test(start_paused = true)]
async fn transaction_bytes_are_parsed_from_plain_text() {
    let server = Server::start(Dialect::Plain).await;
    let txid = signed().txid();
    assert_eq!(server.node.raw_transaction(btc(), txid, soon()).await, Ok(None));
    server.state().hex.insert(SIGNED_ID.to_owned(), format!("{SIGNED}\n"));
    let bytes = hex::decode(SIGNED).expect("hex");
    assert_eq!(server.node.raw_transaction(btc(), txid, soon()).await, Ok(Some(bytes)));
}

#[tokio::test(start_paused = true)]
async fn only_the_exact_message_means_unknown() {
    let mut server = Server::start(Dialect::Plain).await;
    let txid = signed().txid();
    for reply in [
        text(404, "Transaction not found or is unconfirmed"),
        text(404, "endpoint does not exist \"/tx\""),
        text(404, ""),
        Reply::json(404, "\"Transaction not found\""),
        Reply::text(404, "text/html", "Transaction not found"),
        text(400, "Transaction not found"),
        text(200, "Transaction not found"),
        text(500, "Transaction not found"),
        text(200, "0x00"),
    ] {
        let shown = format!("{reply:?}");
        server.recreate_node();
        for path in [format!("tx/{SIGNED_ID}"), format!("tx/{SIGNED_ID}/hex")] {
            server.state().overrides.insert(path, reply.clone());
        }
        let bytes = server.node.raw_transaction(btc(), txid, soon()).await;
        assert!(
            matches!(bytes, Err(UpstreamError::Unusable { .. })),
            "{shown}: {bytes:?}"
        );
        let status = server.status().await;
        assert!(
            matches!(status, Err(UpstreamError::Unusable { .. })),
            "{shown}: {status:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn transaction_is_unknown_pending_or_confirmed() {
    for (dialect, first_seen) in [(Dialect::Plain, 0), (Dialect::MempoolSpace, 1_700_000_000)] {
        let server = Server::start(dialect).await;
        server.state().times.insert(SIGNED_ID.to_owned(), 1_700_000_000);
        assert_eq!(server.status().await, Ok(None));
        let at = |height| {
            let mut found = row(1, height, &[(SHOP, 9)], &[(OWN, 9)]);
            found["txid"] = SIGNED_ID.into();
            vec![found]
        };
        server.state().transactions = at(None);
        for _ in 0..2 {
            assert_eq!(
                server.status().await,
                Ok(Some(TransactionStatus::Pending { first_seen }))
            );
        }
        server.state().transactions = at(Some(798));
        let confirmed = TransactionStatus::Confirmed {
            block: 798,
            confirmations: 3,
            time: block_time(798),
        };
        assert_eq!(server.status().await, Ok(Some(confirmed)));
        let requests = server.requested_paths();
        assert!(
            requests.iter().all(|path| !path.ends_with("/status")),
            "`/status` returns pending for any txid"
        );
        let times = requests
            .iter()
            .filter(|path| path.contains("transaction-times"))
            .count();
        assert_eq!(
            times,
            if dialect == Dialect::Plain { 1 } else { 2 },
            "a server without transaction times is queried once"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn different_transaction_is_unusable() {
    let server = Server::start(Dialect::Plain).await;
    let other = Reply::ok(row(1, None, &[(SHOP, 9)], &[(OWN, 9)]).to_string());
    server.state().overrides.insert(format!("tx/{SIGNED_ID}"), other);
    assert_unusable(&server.status().await);
}

#[tokio::test(start_paused = true)]
async fn content_types_text_and_json_are_not_interchangeable() {
    let server = Server::start(Dialect::Plain).await;
    let txid: Txid = SIGNED_ID.parse().expect("a txid");
    server
        .state()
        .overrides
        .insert("blocks".to_owned(), text(200, r#"[{"height":800,"timestamp":1}]"#));
    assert_unusable(&server.unspent().await);
    server
        .state()
        .overrides
        .insert(format!("tx/{SIGNED_ID}/hex"), Reply::text(200, "text/html", SIGNED));
    assert_unusable(&server.node.raw_transaction(btc(), txid, soon()).await);
    server
        .state()
        .overrides
        .insert(format!("tx/{SIGNED_ID}/hex"), unknown());
    assert_eq!(server.node.raw_transaction(btc(), txid, soon()).await, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn replaced_transaction_is_recognised_by_an_input() {
    let replaced: Txid = "11".repeat(32).parse().expect("a txid");
    let input = signed().outpoints().next().expect("an input");
    let server = Server::start(Dialect::Plain).await;
    let status = async || server.node.transaction_status(btc(), replaced, &[input], soon()).await;
    let mut found = row(1, Some(798), &[(SHOP, 9)], &[(OWN, 9)]);
    found["txid"] = SIGNED_ID.into();
    server.state().transactions = vec![found];
    server.state().hex.insert(SIGNED_ID.to_owned(), SIGNED.to_owned());
    let by = signed().txid();
    for (reply, expected) in [
        (r#"{"spent":false}"#.to_owned(), None),
        (
            format!(r#"{{"spent":true,"txid":"{SIGNED_ID}","vin":0,"status":{{"confirmed":true}}}}"#),
            Some(TransactionStatus::Replaced { by }),
        ),
    ] {
        let path = format!("tx/{}/outspend/{}", input.txid, input.vout);
        server.state().overrides.insert(path, Reply::ok(reply));
        assert_eq!(status().await, Ok(expected));
    }
}
