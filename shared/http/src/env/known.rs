//! The names of all settings, as in docs/configuration.md.

/// The prefix of all names.
const PREFIX: &str = "WALLET_CLOUD_";

/// The names that do not depend on a chain.
const NAMES: [&str; 42] = [
    "WALLET_CLOUD_ACCOUNTS_TABLE",
    "WALLET_CLOUD_ASSETS",
    "WALLET_CLOUD_ASSETS_TABLE",
    "WALLET_CLOUD_BASE_URL",
    "WALLET_CLOUD_CORS_ORIGINS",
    "WALLET_CLOUD_DEV_MERCHANT_KEY",
    "WALLET_CLOUD_DNS_OVER_HTTPS",
    "WALLET_CLOUD_DOCS_URL",
    "WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK",
    "WALLET_CLOUD_JWKS",
    "WALLET_CLOUD_JWKS_URL",
    "WALLET_CLOUD_LISTS_TABLE",
    "WALLET_CLOUD_LOG",
    "WALLET_CLOUD_MEMO_REQUIRED",
    "WALLET_CLOUD_METRICS",
    "WALLET_CLOUD_METRICS_LISTEN",
    "WALLET_CLOUD_NAME_GATEWAYS",
    "WALLET_CLOUD_NOTIFICATIONS_TABLE",
    "WALLET_CLOUD_NOTIFY_CHAINS",
    "WALLET_CLOUD_NOTIFY_CONNECTIONS_URL",
    "WALLET_CLOUD_NOTIFY_CONTACT",
    "WALLET_CLOUD_NOTIFY_DELIVERIES_QUEUE",
    "WALLET_CLOUD_NOTIFY_MAX_ADDRESSES",
    "WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS",
    "WALLET_CLOUD_NOTIFY_RETENTION_DAYS",
    "WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE",
    "WALLET_CLOUD_NOTIFY_SECRET_OVERLAP",
    "WALLET_CLOUD_NOTIFY_TICKS_QUEUE",
    "WALLET_CLOUD_ORIGIN_SECRET_SHA256",
    "WALLET_CLOUD_PROXIES",
    "WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT",
    "WALLET_CLOUD_REGISTRATIONS_PER_NETWORK",
    "WALLET_CLOUD_REQUIRE_ORIGIN_SECRET",
    "WALLET_CLOUD_SECRETS",
    "WALLET_CLOUD_SECRETS_PREFIX",
    "WALLET_CLOUD_PRICES_TABLE",
    "WALLET_CLOUD_SESSIONS_TABLE",
    "WALLET_CLOUD_STACK",
    "WALLET_CLOUD_THROTTLE_TABLE",
    "WALLET_CLOUD_UPSTREAM_PRICES",
    "WALLET_CLOUD_UPSTREAM_PRICES_TESTNET",
    "WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE",
];

const UTXO: &str = "BTC LTC BCH DOGE";
/// The EVM chains, written from their table by `tests/tidy`.
const EVM: &str = "ETH ETC FTM AVAX MATIC BSC OP BASE ARB GNO";

/// The names that depend on a chain, each with the chains of the setting.
const NAMES_OF_CHAINS: [(&str, &str); 6] = [
    ("WALLET_CLOUD_PRICE_FLOOR_<CHAIN>", UTXO),
    ("WALLET_CLOUD_RELAY_MINIMUM_<CHAIN>", UTXO),
    ("WALLET_CLOUD_TIP_FLOOR_<CHAIN>", EVM),
    ("WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>", UTXO),
    ("WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>", EVM),
    ("WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>", "XLM"),
];

/// Returns the first unknown name with the nearest known name; names without the prefix are not checked.
pub(super) fn first_unknown(names: impl Iterator<Item = String>) -> Option<(String, String)> {
    let mut checked = names.filter(|name| name.starts_with(PREFIX) && !NAMES.contains(&name.as_str()));
    let first = checked.next()?;
    let known: Vec<_> = all().collect();
    let mut checked = std::iter::once(first).chain(checked);
    let unknown = checked.find(|name| !known.contains(name))?;
    let nearest = known.into_iter().min_by_key(|name| distance(name, &unknown))?;
    Some((unknown, nearest))
}

/// Returns the names for all chains and networks.
pub(super) fn all() -> impl Iterator<Item = String> {
    let of_chains = NAMES_OF_CHAINS
        .into_iter()
        .flat_map(|(name, chains)| chains.split(' ').map(move |chain| name.replace("<CHAIN>", chain)));
    let names = NAMES.into_iter().map(str::to_owned).chain(of_chains);
    names.flat_map(|name| {
        let networks: &[&str] = if name.contains("<NETWORK>") {
            &["LIVENET", "TESTNET"]
        } else {
            &[""]
        };
        let replaced = |network: &&str| name.replace("<NETWORK>", network);
        networks.iter().map(replaced).collect::<Vec<_>>()
    })
}

/// Returns the number of characters to insert, remove or replace (Levenshtein distance).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, left) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, right) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn unknown(names: &[&str]) -> Option<(String, String)> {
        first_unknown(names.iter().map(|name| (*name).to_owned()))
    }

    /// The names in the first column of the tables.
    #[test]
    fn known_names_are_the_documented_ones() {
        let document = include_str!("../../../../docs/configuration.md");
        let cells = document
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
        let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
        let documented: BTreeSet<_> = names.filter(|name| name.starts_with(PREFIX)).collect();
        let known = NAMES.into_iter().chain(NAMES_OF_CHAINS.map(|(name, _)| name));
        assert_eq!(documented, known.collect());
    }

    #[test]
    fn unknown_names_are_found_with_the_nearest_known_one() {
        for (name, nearest) in [
            ("WALLET_CLOUD_UPSTREAM_BTC_LIVNET", "WALLET_CLOUD_UPSTREAM_BTC_LIVENET"),
            (
                "WALLET_CLOUD_UPSTREAM_BTCC_TESTNET",
                "WALLET_CLOUD_UPSTREAM_BTC_TESTNET",
            ),
            ("WALLET_CLOUD_UPSTREAM_XML_LIVENET", "WALLET_CLOUD_UPSTREAM_XLM_LIVENET"),
            ("WALLET_CLOUD_TIP_FLOOR_BTC", "WALLET_CLOUD_TIP_FLOOR_ETC"),
            ("WALLET_CLOUD_DOC_URL", "WALLET_CLOUD_DOCS_URL"),
        ] {
            let expected = Some((name.to_owned(), nearest.to_owned()));
            assert_eq!(unknown(&["PATH", "WALLET_CLOUD_LOG", name]), expected);
        }
    }

    #[test]
    fn known_and_foreign_names_are_accepted() {
        let foreign = ["PATH", "WALLET_TEST_STRICT", "wallet_cloud_log"].map(str::to_owned);
        assert!(!all().any(|name| name.contains('<')));
        assert_eq!(first_unknown(all().chain(foreign)), None);
    }

    #[test]
    fn distance_counts_edits() {
        for (a, b, edits) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("kitten", "sitting", 3),
            ("", "ab", 2),
            ("ab", "ba", 2),
        ] {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }
}
