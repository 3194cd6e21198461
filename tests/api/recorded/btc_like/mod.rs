//! Recorded facts of btc, ltc, bch and doge.
//!
//! `data/` contains facts of the block chains as public repositories record them: transactions, addresses, lists of
//! unspent outputs, and messages of nodes. Each file names repository, commit, path and licence. The runners replay
//! them to the services as responses of an upstream, and compare the results with the recorded facts. No fact was
//! computed by this project, with one exception: the values in `payments.json` that no source states follow from the
//! recorded signatures, which commit to them.

mod addresses;
mod anchor;
mod data;
mod electrum;
mod esplora;
mod fees;
mod histories;
mod history_protocols;
mod net_changes;
mod parse;
mod payments;
mod psbts;
mod rebuilt;
mod recipients;
mod rejections;
mod replaced;
mod send;
mod status;
mod sums;
mod tokens;
mod unspent;

use super::differences;

/// Facts that all runners together must at least contain, so that none of them can be empty unnoticed.
#[test]
fn number_of_facts() {
    let counts = [
        ("transactions", data::transactions().count(), 375),
        ("addresses", addresses::count(), 300),
        ("histories", histories::count(), 120),
        ("net changes", net_changes::count(), 50),
        ("sent transactions", send::count(), 50),
        ("signed payments", payments::count(), 7),
        ("unspent outputs", unspent::count(), 150),
        ("fee estimates", fees::count(), 5),
        ("token prefixes", tokens::count(), 110),
        ("rejections", rejections::count(), 35),
    ];
    for (name, count, minimum) in counts {
        assert!(count >= minimum, "{name}: {count}");
    }
    let chains = ["btc", "ltc", "bch", "doge"].map(|chain| {
        let of_chain = data::transactions().filter(|transaction| transaction.chain == chain);
        of_chain.count()
    });
    assert!(chains.iter().all(|count| *count >= 60), "{chains:?}");
}
