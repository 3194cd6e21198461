//! The lists of the EVM chains outside their table are written from the table.
//!
//! `WALLET_UPDATE_DOCUMENTS=1 cargo test -p wallet-tests --test tidy chains` writes them.

use crate::repository::{assert_none, files, root, text};
use std::collections::HashSet;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{Chain, Params};

/// Consecutive lines of a file with an entry for each chain.
struct List {
    path: &'static str,
    /// The start of the first line.
    first: &'static str,
    /// The start of every line.
    every: &'static str,
    lines: Vec<String>,
}

/// Returns the lists, with the lines that the table yields.
fn lists() -> [List; 4] {
    let names: Vec<_> = Chain::ALL.iter().map(|chain| chain.name()).collect();
    let lines_of = |format: fn(&str, &str) -> String| -> Vec<_> {
        let networks = |name: &&str| ["Livenet", "Testnet"].map(|network| format(&capitalized(name), network));
        names.iter().flat_map(networks).collect()
    };
    // The first parameter of the template has a description.
    let parameters =
        lines_of(|chain, network| format!("  Upstream{chain}{network}: {{ Type: String, Default: \"\" }}"));
    let variables = lines_of(|chain, network| {
        let name = format!("UPSTREAM_{chain}_{network}").to_uppercase();
        format!("            WALLET_CLOUD_{name}: !Ref Upstream{chain}{network}")
    });
    let settings = names.iter().map(|name| {
        let chain = capitalized(name);
        format!("            !Ref Upstream{chain}Livenet, !Ref Upstream{chain}Testnet,")
    });
    let template = |first, every, lines| List {
        path: "template.yaml",
        first,
        every,
        lines,
    };
    [
        template("  UpstreamEthTestnet", "  Upstream", parameters[1..].to_vec()),
        template(
            "            WALLET_CLOUD_UPSTREAM_ETH",
            "            WALLET_CLOUD_UPSTREAM_",
            variables,
        ),
        template(
            "            !Ref UpstreamEth",
            "            !Ref Upstream",
            settings.collect(),
        ),
        List {
            path: "shared/http/src/env/known.rs",
            first: "const EVM",
            every: "const EVM",
            lines: vec![format!("const EVM: &str = \"{}\";", names.join(" ").to_uppercase())],
        },
    ]
}

/// Returns the name of a chain as the parameters of the template contain it: `Eth`.
fn capitalized(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

impl List {
    /// Returns the text of the file with the lines of the table.
    fn applied_to(&self, text: &str) -> String {
        let lines: Vec<_> = text.lines().collect();
        let start = lines.iter().position(|line| line.starts_with(self.first));
        let start = start.unwrap_or_else(|| panic!("{}: no line {}", self.path, self.first));
        // The Stellar parameters follow the EVM parameters.
        let is_entry = |line: &&&str| line.starts_with(self.every) && !line.to_lowercase().contains("xlm");
        let end = start + lines[start..].iter().take_while(is_entry).count();
        let entries: Vec<_> = self.lines.iter().map(String::as_str).collect();
        [&lines[..start], &entries, &lines[end..], &[""]].concat().join("\n")
    }
}

#[test]
fn lists_of_evm_chains_follow_the_table() {
    let mut findings = Vec::new();
    for list in lists() {
        let found = text(list.path);
        let expected = list.applied_to(&found);
        if found == expected {
            continue;
        }
        if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
            std::fs::write(root().join(list.path), expected).expect("the file can be written");
        } else {
            findings.push(format!("{} after {}", list.path, list.first));
        }
    }
    assert_none("outdated; run this test with WALLET_UPDATE_DOCUMENTS=1", &findings);
}

#[test]
fn list_is_replaced_between_its_neighbours() {
    let list = List {
        path: "list",
        first: "- eth",
        every: "- ",
        lines: vec!["- eth".to_owned(), "- zora".to_owned()],
    };
    assert_eq!(list.applied_to("a\n- eth\n- etc\n- xlm\n"), "a\n- eth\n- zora\n- xlm\n");
}

/// Compares the tables of the chain notes with the table of the services. The other columns are texts.
#[test]
fn chain_notes_contain_every_evm_chain() {
    let notes = text("docs/guides/chains.md");
    let has_line = |parts: &[&str]| {
        let is_found = |line: &str| line.starts_with(parts[0]) && parts[1..].iter().all(|part| line.contains(part));
        notes.lines().any(is_found)
    };
    let mut findings = Vec::new();
    for chain in Chain::ALL {
        let [livenet, testnet] = Network::ALL.map(|network| Params::of(*chain, network));
        let name = chain.name();
        let facts = format!("| `{name}` | {} | {} |", livenet.chain_id(), testnet.chain_id());
        let maximum = format!("| {} |", coins(&livenet.max_fee().to_string()));
        let limit = format!("| {} |", coins(&livenet.fee_limit().to_string()));
        for parts in [
            &[&*facts, &*maximum, &*limit][..],
            &[&*format!("| `{name}` | "), "| 18 | wei | eth-like |"],
        ] {
            if !has_line(parts) {
                findings.push(parts.join(" … "));
            }
        }
    }
    assert_none("not in docs/guides/chains.md", &findings);
}

/// Formats an amount of wei in coins: `0.02 coins`.
fn coins(wei: &str) -> String {
    const WEI_PER_COIN: f64 = 1e18;
    let coins = wei.parse::<f64>().expect("a number") / WEI_PER_COIN;
    format!(
        "{coins} coin{}",
        if (coins - 1.0).abs() < f64::EPSILON { "" } else { "s" }
    )
}

/// The files to which an additional EVM chain is added: its rules, those of the sandbox, its coin, its facts and its
/// documentation.
const WRITTEN: [&str; 5] = [
    "shared/eth-like/src/chain/params/table.rs",
    "sandbox/src/eth_like/rules.rs",
    "shared/assets/data/catalogue/coins.json",
    "shared/assets/data/catalogue/chains.json",
    "docs/guides/chains.md",
];

/// The files that commands write: `WALLET_UPDATE_DOCUMENTS=1 cargo test -p wallet-tests`, and `npm run build`.
const GENERATED: [&str; 8] = [
    "template.yaml",
    "docs/performance.md",
    "shared/http/src/env/known.rs",
    "functions/address-info-eth-like/openapi.json",
    "functions/blockchain-connector-eth-like/openapi.json",
    "local/openapi.json",
    "clients/wallet/dist/sw.js",
    "clients/wallet/dist/wallet.js",
];

/// The files that also name every chain, but that an additional chain does not need.
const OPTIONAL: [&str; 10] = [
    // The clients know the chains of their version.
    "clients/rust/src/payments/fee.rs",
    "clients/typescript/src/chains.ts",
    // Default upstreams, without which an operator configures them.
    "shared/upstream-eth-like/src/public_servers.rs",
    // Sources of facts, and facts that tests compare.
    "docs/decisions/assets.md",
    "docs/decisions/evm-payments.md",
    "shared/assets/src/seed.rs",
    "shared/eth-like/src/tests/bounds.rs",
    "shared/eth-like/src/tests/gas_prices.rs",
    "tests/api/recorded/eth_like/mod.rs",
    "tests/oracles/catalogue/mod.rs",
];

#[test]
fn additional_chain_needs_five_files() {
    let is_recorded = |path: &str| path.contains("/recorded/") && path.contains("/data/");
    let naming: Vec<_> = files()
        .into_iter()
        .filter(|file| names_every_chain(&file.text))
        .map(|file| file.path)
        .filter(|path| !is_recorded(path))
        .collect();
    let known = [&WRITTEN[..], &GENERATED, &OPTIONAL].concat();
    let unknown = naming.iter().filter(|path| !known.contains(&path.as_str()));
    assert_none(
        "derive these lists from the table of the chains",
        &unknown.cloned().collect::<Vec<_>>(),
    );
    for path in [&WRITTEN[..], &GENERATED].concat() {
        assert!(naming.iter().any(|it| it == path), "{path} does not name every chain");
    }
}

/// Returns true if a text contains the name of every EVM chain as a word, in any case.
fn names_every_chain(text: &str) -> bool {
    let text = text.to_lowercase();
    let words: HashSet<_> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
    Chain::ALL.iter().all(|chain| words.contains(chain.name()))
}
