//! Contact, licence, tags and the security of public operations.

use utoipa::openapi::info::{ContactBuilder, LicenseBuilder};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{OpenApi, Tag};

/// The tags of all services with their descriptions, in the order of a document.
const TAGS: &[(&str, &str)] = &[
    (
        "permission",
        "Permission tokens, and the refresh tokens that renew them.",
    ),
    ("account", "Registration, passwords and deletion of user accounts."),
    ("security-factor", "Proofs of account ownership."),
    ("session", "The sessions of an account."),
    (
        "address",
        "Addresses of public keys and names, and validation of addresses.",
    ),
    ("address-info", "Balances and transactions of an address."),
    (
        "prepare-transaction",
        "Data for building a transaction: nonces, inputs, prices and fees.",
    ),
    (
        "transaction",
        "Hashing, signing, broadcast, decoding and status of transactions.",
    ),
    ("payment-request", "Payment links, read and created."),
    ("message", "Hashing and signing of messages."),
    ("utility", "Accounts and reserves of the Stellar network."),
    ("assets", "Display data of currencies, coins, tokens and collections."),
    ("chain", "Facts about the chains and networks."),
    ("price", "Prices of assets in currencies."),
    ("icon", "Images of assets."),
    ("subscription", "Watched addresses, extended keys and transactions."),
    ("event", "The log of events."),
    ("sandbox", "The sandbox chains of the local server."),
    ("service", "Health, documents and public keys of the service."),
];

/// Adds contact, licence and the used tags, and marks operations without a token as public.
pub(super) fn complete(document: &mut OpenApi) {
    document.info.contact = Some(ContactBuilder::new().name(Some("Wallet Cloud Services")).build());
    document.info.license = Some(
        LicenseBuilder::new()
            .name("Apache License 2.0")
            .identifier(Some("Apache-2.0"))
            .build(),
    );
    let mut used = Vec::new();
    for operation in super::operations_mut(document) {
        operation.security.get_or_insert_default();
        used.extend(operation.tags.iter().flatten().cloned());
    }
    let tags = TAGS.iter().filter(|(name, _)| used.iter().any(|tag| tag == name));
    document.tags = Some(tags.map(tag).collect());
}

fn tag((name, description): &(&str, &str)) -> Tag {
    TagBuilder::new().name(*name).description(Some(*description)).build()
}
