//! F14: an upstream that has fallen behind its chain.

use super::family::Family;
use super::payment::Payment;
use super::upstream::{Behaviour, HEIGHT};
use super::world::{Read, World};
use crate::support::stub::Reply;
use serde_json::json;

/// Services over upstreams at these heights.
async fn at(heights: &[u64]) -> World {
    of_family_at(Family::Utxo, heights).await
}

async fn of_family_at(family: Family, heights: &[u64]) -> World {
    let world = World::of(family, heights.iter().map(|_| Behaviour::Good)).await;
    for (upstream, height) in world.upstreams.iter().zip(heights) {
        upstream.state().height = *height;
    }
    world
}

/// The height of the upstream that answered a question about an address.
async fn served_at(world: &World) -> u64 {
    let answer = world.read(Read::AddressInfo).await;
    let block = answer.data()["source"]["block"].as_str().expect("a text").to_owned();
    block.parse().expect("a height")
}

/// Which upstream answered.
async fn served_by(world: &World, read: Read) -> usize {
    let path = read.asks()[0];
    let before: Vec<_> = world.upstreams.iter().map(|upstream| upstream.asked(path)).collect();
    world.read(read).await.data();
    let after = world.upstreams.iter().map(|upstream| upstream.asked(path));
    // The last that was asked: one before it may have been asked while its height was not known yet.
    let asked: Vec<_> = after.zip(before).map(|(after, before)| after > before).collect();
    asked.iter().rposition(|asked| *asked).expect("somebody was asked")
}

#[tokio::test]
async fn f14_one_that_is_more_than_five_blocks_behind_its_peer_is_passed_over() {
    let world = at(&[HEIGHT - 6, HEIGHT]).await;
    for _ in 0..3 {
        assert_eq!(served_at(&world).await, HEIGHT);
    }
    for read in [Read::UtxoList, Read::Status, Read::Estimate] {
        let world = at(&[HEIGHT - 6, HEIGHT]).await;
        assert_eq!(served_by(&world, read).await, 1, "{read:?}");
    }
    for read in Read::EVM.into_iter().filter(|read| *read != Read::Nonce) {
        let world = of_family_at(Family::Evm, &[HEIGHT - 6, HEIGHT]).await;
        assert_eq!(served_by(&world, read).await, 1, "{read:?}");
    }
    for read in Read::STELLAR {
        let world = of_family_at(Family::Stellar, &[HEIGHT - 9, HEIGHT]).await;
        assert_eq!(served_by(&world, read).await, 1, "{read:?}");
    }
}

/// Ledgers are closed so often that heads asked for a few seconds apart differ.
#[tokio::test]
async fn f14_eight_ledgers_are_no_reason() {
    let world = of_family_at(Family::Stellar, &[HEIGHT - 8, HEIGHT]).await;
    assert_eq!(served_by(&world, Read::StellarHash).await, 0);
}

#[tokio::test]
async fn f14_five_blocks_are_no_reason() {
    let world = at(&[HEIGHT - 5, HEIGHT]).await;
    assert_eq!(served_at(&world).await, HEIGHT - 5);
}

#[tokio::test]
async fn f14_one_that_boasts_does_not_put_two_others_in_the_wrong() {
    let world = at(&[HEIGHT - 1, HEIGHT, HEIGHT + 1_000_000]).await;
    for _ in 0..3 {
        assert_eq!(served_at(&world).await, HEIGHT - 1);
    }
}

#[tokio::test]
async fn f14_one_that_says_it_is_not_in_step_is_passed_over() {
    let status = json!({ "blockbook": { "bestHeight": HEIGHT, "inSync": false }, "backend": {} }).to_string();
    let catching_up = move || {
        let status = status.clone();
        Behaviour::Does(Box::new(move |request| {
            let asked = request.path == "/api/status";
            asked.then(|| Reply::ok(status.clone()))
        }))
    };
    let world = World::of(Family::Utxo, [catching_up(), Behaviour::Good]).await;
    for read in Read::UTXO {
        let expected = World::of(Family::Utxo, [Behaviour::Good]).await.read(read).await;
        assert_eq!(world.read(read).await.data(), expected.data(), "{read:?}");
    }
    assert_eq!(served_by(&world, Read::UtxoList).await, 1);
    let alone = World::of(Family::Utxo, [catching_up()]).await;
    for read in [Read::AddressInfo, Read::UtxoList, Read::Estimate, Read::Status] {
        let answer = alone.read(read).await;
        assert!(matches!(answer.status.as_u16(), 502 | 503), "{read:?}: {}", answer.text);
        assert!(answer.json["data"].is_null(), "{}", answer.text);
    }
}

/// Long before any block that a livenet of today would have as its newest.
const OLD: &str = "2024-01-02T03:04:05.678901+01:00";

#[tokio::test]
async fn f14_one_that_has_stood_still_for_long_is_passed_over() {
    for family in Family::ALL {
        let world = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
        world.first().state().time = Some(OLD);
        for read in family.reads() {
            world.read(*read).await.data();
        }
        assert_eq!(served_by(&world, family.plain_read()).await, 1);
    }
}

#[tokio::test]
async fn f14_nothing_is_better_than_what_is_long_past() {
    let utxo = [Read::AddressInfo, Read::UtxoList, Read::Estimate, Read::Status];
    let stellar = [Read::Reserve, Read::StellarHash, Read::StellarStatus, Read::FeeStat];
    for (family, reads) in [
        (Family::Utxo, &utxo[..]),
        (Family::Evm, &Read::EVM),
        (Family::Stellar, &stellar),
    ] {
        let alone = World::of(family, [Behaviour::Good]).await;
        alone.first().state().time = Some(OLD);
        for read in reads {
            let answer = alone.read(*read).await;
            answer.assert_error(503, "upstream_unavailable", None);
            assert!(answer.retry_after() > 0);
        }
    }
}

/// Blocks are found by chance: when nobody has a newer one, there is none.
#[tokio::test]
async fn f14_two_that_agree_on_an_old_block_are_believed() {
    let world = at(&[HEIGHT, HEIGHT - 1]).await;
    for upstream in &world.upstreams {
        upstream.state().time = Some(OLD);
    }
    assert_eq!(served_at(&world).await, HEIGHT);
}

/// The one further ahead is dead: what the other says may be old, and nothing better is to be had.
#[tokio::test]
async fn f14_a_peer_that_cannot_be_asked_demotes_nobody() {
    let world = World::of(Family::Utxo, [Behaviour::Good, Behaviour::Closed]).await;
    assert_eq!(served_at(&world).await, HEIGHT);
}

/// A node that is behind may still pass a transaction on; what it says of spent inputs is looked up everywhere.
#[tokio::test]
async fn f14_a_transaction_reaches_the_network_past_one_that_is_behind() {
    for family in Family::ALL {
        let world = of_family_at(family, &[HEIGHT - 100, HEIGHT]).await;
        world.read(family.plain_read()).await.data();
        let payment = Payment::signed(&world).await;
        payment.assert_sent(&payment.send(&world).await);
    }
}
