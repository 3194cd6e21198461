//! F14: an upstream that lags behind its chain.

use super::family::Family;
use super::fixture::{Fixture, Read};
use super::payment::Payment;
use super::upstream::{Behaviour, HEIGHT};
use crate::support::stub::Reply;
use serde_json::json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// Returns a fixture with upstreams at these heights.
async fn at(heights: &[u64]) -> Fixture {
    of_family_at(Family::Utxo, heights).await
}

async fn of_family_at(family: Family, heights: &[u64]) -> Fixture {
    let fixture = Fixture::of(family, heights.iter().map(|_| Behaviour::Healthy)).await;
    for (upstream, height) in fixture.upstreams.iter().zip(heights) {
        upstream.state().height = *height;
    }
    fixture
}

/// Returns a fixture with upstreams at these heights, whose latest blocks are as old as blocks are missing.
async fn lagging_at(family: Family, heights: &[u64]) -> Fixture {
    let seconds_per_block = match family {
        Family::Utxo => 600,
        Family::Evm => 20,
        Family::Stellar => 10,
    };
    let fixture = of_family_at(family, heights).await;
    let best = heights.iter().max().expect("a height");
    for (upstream, height) in fixture.upstreams.iter().zip(heights) {
        let time = SystemClock.now().as_secs() - (best - height) * seconds_per_block;
        let time = OffsetDateTime::from_unix_timestamp(time.cast_signed()).expect("a time");
        upstream.state().time = Some(time.format(&Rfc3339).expect("a date").leak());
    }
    fixture
}

/// Returns the height of the upstream that served an address request.
async fn served_at(fixture: &Fixture) -> u64 {
    let response = fixture.read(Read::AddressInfo).await;
    let block = response.data()["source"]["block"].as_str().expect("a text").to_owned();
    block.parse().expect("a height")
}

/// Returns the index of the upstream that served a read.
async fn served_by(fixture: &Fixture, read: Read) -> usize {
    let path = read.endpoints()[0];
    let before: Vec<_> = fixture
        .upstreams
        .iter()
        .map(|upstream| upstream.request_count(path))
        .collect();
    fixture.read(read).await.data();
    let after = fixture.upstreams.iter().map(|upstream| upstream.request_count(path));
    // The last queried one: earlier upstreams may have been queried before their height was known.
    let queried: Vec<_> = after.zip(before).map(|(after, before)| after > before).collect();
    queried
        .iter()
        .rposition(|queried| *queried)
        .expect("an upstream was queried")
}

#[tokio::test(start_paused = true)]
async fn f14_upstream_lagging_more_than_five_blocks_is_skipped() {
    let fixture = lagging_at(Family::Utxo, &[HEIGHT - 6, HEIGHT]).await;
    for _ in 0..3 {
        assert_eq!(served_at(&fixture).await, HEIGHT);
    }
    for read in [Read::UtxoList, Read::Status, Read::Estimate] {
        let fixture = lagging_at(Family::Utxo, &[HEIGHT - 6, HEIGHT]).await;
        assert_eq!(served_by(&fixture, read).await, 1, "{read:?}");
    }
    for read in Read::EVM.into_iter().filter(|read| *read != Read::Nonce) {
        let fixture = lagging_at(Family::Evm, &[HEIGHT - 6, HEIGHT]).await;
        assert_eq!(served_by(&fixture, read).await, 1, "{read:?}");
    }
    for read in Read::STELLAR {
        let fixture = lagging_at(Family::Stellar, &[HEIGHT - 9, HEIGHT]).await;
        assert_eq!(served_by(&fixture, read).await, 1, "{read:?}");
    }
}

/// Ledgers close so often that the heads of two upstreams, requested a few seconds apart, differ.
#[tokio::test(start_paused = true)]
async fn f14_eight_ledgers_of_lag_are_tolerated() {
    let fixture = lagging_at(Family::Stellar, &[HEIGHT - 8, HEIGHT]).await;
    assert_eq!(served_by(&fixture, Read::StellarStatus).await, 0);
}

#[tokio::test(start_paused = true)]
async fn f14_five_blocks_of_lag_are_tolerated() {
    let fixture = lagging_at(Family::Utxo, &[HEIGHT - 5, HEIGHT]).await;
    assert_eq!(served_at(&fixture).await, HEIGHT - 5);
}

#[tokio::test(start_paused = true)]
async fn f14_inflated_height_does_not_demote_two_others() {
    let fixture = at(&[HEIGHT - 1, HEIGHT, HEIGHT + 1_000_000]).await;
    for _ in 0..3 {
        assert_eq!(served_at(&fixture).await, HEIGHT - 1);
    }
}

#[tokio::test(start_paused = true)]
async fn f14_inflated_height_does_not_demote_a_single_other() {
    for family in Family::ALL {
        let fixture = of_family_at(family, &[HEIGHT, HEIGHT + 1000]).await;
        for read in family.reads() {
            fixture.read(*read).await.data();
        }
        assert_eq!(served_by(&fixture, family.plain_read()).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn f14_unsynchronised_upstream_is_skipped() {
    let status = json!({ "blockbook": { "bestHeight": HEIGHT, "inSync": false }, "backend": {} }).to_string();
    let catching_up = move || {
        let status = status.clone();
        Behaviour::Scripted(Box::new(move |request| {
            let queried = request.path == "/api/status";
            queried.then(|| Reply::ok(status.clone()))
        }))
    };
    let fixture = Fixture::of(Family::Utxo, [catching_up(), Behaviour::Healthy]).await;
    for read in Read::UTXO {
        let expected = Fixture::of(Family::Utxo, [Behaviour::Healthy]).await.read(read).await;
        assert_eq!(fixture.read(read).await.data(), expected.data(), "{read:?}");
    }
    assert_eq!(served_by(&fixture, Read::UtxoList).await, 1);
    let alone = Fixture::of(Family::Utxo, [catching_up()]).await;
    for read in [Read::AddressInfo, Read::UtxoList, Read::Estimate, Read::Status] {
        let response = alone.read(read).await;
        assert!(
            matches!(response.status.as_u16(), 502 | 503),
            "{read:?}: {}",
            response.text
        );
        assert!(response.json["data"].is_null(), "{}", response.text);
    }
}

/// Older than the latest block of any current livenet.
const OLD: &str = "2024-01-02T03:04:05.678901+01:00";

#[tokio::test(start_paused = true)]
async fn f14_stalled_upstream_is_skipped() {
    for family in Family::ALL {
        let fixture = Fixture::of(family, [Behaviour::Healthy, Behaviour::Healthy]).await;
        fixture.first().state().time = Some(OLD);
        for read in family.reads() {
            fixture.read(*read).await.data();
        }
        assert_eq!(served_by(&fixture, family.plain_read()).await, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn f14_stale_data_is_not_returned() {
    let utxo = [Read::AddressInfo, Read::UtxoList, Read::Estimate, Read::Status];
    let stellar = [Read::Reserve, Read::StellarHash, Read::StellarStatus, Read::FeeStat];
    for (family, reads) in [
        (Family::Utxo, &utxo[..]),
        (Family::Evm, &Read::EVM),
        (Family::Stellar, &stellar),
    ] {
        let alone = Fixture::of(family, [Behaviour::Healthy]).await;
        alone.first().state().time = Some(OLD);
        for read in reads {
            let response = alone.read(*read).await;
            response.assert_error(503, "upstream_unavailable", None);
            assert!(response.retry_after() > 0);
        }
    }
}

/// Block intervals are random: if no upstream has a newer block, there is none.
#[tokio::test(start_paused = true)]
async fn f14_old_block_of_two_upstreams_is_accepted() {
    let fixture = at(&[HEIGHT, HEIGHT - 1]).await;
    for upstream in &fixture.upstreams {
        upstream.state().time = Some(OLD);
    }
    assert_eq!(served_at(&fixture).await, HEIGHT);
}

/// The upstream ahead is unreachable: the data of the other may be old, but nothing better is available.
#[tokio::test(start_paused = true)]
async fn f14_unreachable_peer_demotes_no_upstream() {
    let fixture = Fixture::of(Family::Utxo, [Behaviour::Healthy, Behaviour::Closed]).await;
    assert_eq!(served_at(&fixture).await, HEIGHT);
}

/// A lagging node may still relay a transaction; its report of spent inputs is checked with all upstreams.
#[tokio::test(start_paused = true)]
async fn f14_transaction_is_broadcast_despite_a_lagging_upstream() {
    for family in Family::ALL {
        let fixture = of_family_at(family, &[HEIGHT - 100, HEIGHT]).await;
        fixture.read(family.plain_read()).await.data();
        let payment = Payment::signed(&fixture).await;
        payment.assert_sent(&payment.send(&fixture).await);
    }
}
