//! No trick leads to an address that was not checked: the addresses of names are those of scripted resolvers, and
//! receivers on every loopback address of IPv4 and IPv6 count the connections.

use crate::fixture::{ScriptedNames, result, sender};
use crate::receiver::Receiver;
use wallet_notifications::delivery::{AttemptResult, Failure, Reach};

const FORBIDDEN: AttemptResult = AttemptResult::Failure(Failure::ForbiddenAddress);
const DELIVERED: AttemptResult = AttemptResult::Status(200);

/// The published forms of loopback, private and metadata addresses. On Linux connections to the first lines reach a receiver on
/// the own machine, unless they are rejected.
const ADDRESSES: &[&str] = &[
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "0.0.0.0",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:0.0.0.0",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::1",
    "2002:a9fe:a9fe::1",
    "2001:0:7f00:1::1",
    "fe80::5efe:7f00:1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "::ffff:169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
];

#[tokio::test]
async fn names_with_forbidden_addresses_are_not_contacted() {
    let receiver = Receiver::of_both_families().await;
    let own = receiver.url("https", "hook.example");
    for address in ADDRESSES {
        let names = ScriptedNames::new(&[&[address]]);
        assert_eq!(
            result(&sender(Reach::Public, &names), &own).await,
            FORBIDDEN,
            "{address}"
        );
        assert_eq!(names.looked_up(), ["hook.example"]);
    }
    let all = ScriptedNames::new(&[ADDRESSES]);
    assert_eq!(result(&sender(Reach::Public, &all), &own).await, FORBIDDEN);
    assert_eq!(receiver.accepted(), 0);
}

/// In development loopback is permitted, and by `http` nothing else.
#[tokio::test]
async fn only_loopback_is_permitted_by_http() {
    let receiver = Receiver::of_both_families().await;
    let own = receiver.url("http", "localhost");
    let is_loopback = |address: &&&str| address.starts_with("127.") || **address == "::1";
    for address in ADDRESSES.iter().filter(|address| !is_loopback(address)) {
        let names = ScriptedNames::new(&[&[address, "1.1.1.1"]]);
        let sender = sender(Reach::PublicAndLoopback, &names);
        assert_eq!(result(&sender, &own).await, FORBIDDEN, "{address}");
    }
    assert_eq!(receiver.accepted(), 0);
    for host in ["localhost", "localhost.", "a.localhost", "127.0.0.1", "127.1"] {
        let names = ScriptedNames::new(&[&["10.0.0.1", "169.254.169.254", "8.8.8.8", "127.0.0.1"]]);
        let sender = sender(Reach::PublicAndLoopback, &names);
        assert_eq!(result(&sender, &receiver.url("http", host)).await, DELIVERED, "{host}");
    }
    let names = ScriptedNames::new(&[&["::1"]]);
    assert_eq!(result(&sender(Reach::PublicAndLoopback, &names), &own).await, DELIVERED);
    assert_eq!(receiver.accepted(), 6, "the receiver counts the connections to ::1 too");
}

#[tokio::test]
async fn hosts_that_hide_an_address_are_not_contacted() {
    let receiver = Receiver::of_both_families().await;
    let names = ScriptedNames::new(&[&["127.0.0.1"]]);
    let sender = sender(Reach::Public, &names);
    let invalid = AttemptResult::Failure(Failure::InvalidTarget);
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "017700000001",
        "0x7f.1",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "127.0.0.1.",
        "localhost",
        "localhost.",
        "LOCALHOST",
        "a.localhost",
        "①②⑦.0.0.1",
        "127。0。0。1",
        "%31%32%37.0.0.1",
        "user@127.0.0.1",
        "example.com@localhost",
        "a:b@example.com",
        "example.com\\@127.0.0.1",
        "169.254.169.254",
        "[fd00:ec2::254]",
        "[::ffff:a9fe:a9fe]",
        "2852039166",
    ] {
        assert_eq!(result(&sender, &receiver.url("https", host)).await, invalid, "{host}");
    }
    assert_eq!((receiver.accepted(), names.looked_up().len()), (0, 0));
}

/// A name that changes the address between check and connection.
#[tokio::test]
async fn connection_goes_to_the_address_that_was_checked() {
    let checked = Receiver::at(([127, 0, 0, 1], 0).into(), 200).await;
    let other = Receiver::at(([127, 0, 0, 2], checked.port).into(), 200).await;
    let names = ScriptedNames::new(&[&["127.0.0.1"], &["127.0.0.2"], &["127.0.0.1"], &["10.0.0.1"]]);
    let sender = sender(Reach::PublicAndLoopback, &names);
    let url = checked.url("http", "rebound.localhost");
    for (expected, connections) in [
        (DELIVERED, [1, 0]),
        (DELIVERED, [1, 1]),
        (DELIVERED, [2, 1]),
        (FORBIDDEN, [2, 1]),
    ] {
        assert_eq!(result(&sender, &url).await, expected);
        // No connection is kept for the next attempt, whose address may be a different one.
        assert_eq!([checked.accepted(), other.accepted()], connections);
    }
    assert_eq!(names.looked_up().len(), 4);
}

#[tokio::test]
async fn further_addresses_are_tried_and_their_number_is_limited() {
    let receiver = Receiver::at(([127, 0, 0, 9], 0).into(), 200).await;
    let url = receiver.url("http", "localhost");
    let dead = ["127.0.0.3"; 7];
    for (more, expected) in [(0, DELIVERED), (1, AttemptResult::Failure(Failure::Connection))] {
        let mut addresses = [dead.as_slice(), &["127.0.0.3"].repeat(more)].concat();
        addresses.push("127.0.0.9");
        let names = ScriptedNames::new(&[&addresses]);
        assert_eq!(result(&sender(Reach::PublicAndLoopback, &names), &url).await, expected);
    }
    assert_eq!(receiver.accepted(), 1);
}

#[tokio::test]
async fn name_without_address_is_unresolved() {
    let unresolved = AttemptResult::Failure(Failure::Unresolved);
    for names in [ScriptedNames::new(&[]), ScriptedNames::new(&[&[]])] {
        let sender = sender(Reach::Public, &names);
        assert_eq!(result(&sender, "https://hook.example/").await, unresolved);
    }
}
