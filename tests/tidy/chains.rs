//! The lists of the EVM chains outside their table are written from the table.
//!
//! `WALLET_UPDATE_DOCUMENTS=1 cargo test -p wallet-tests --test tidy chains` writes them.

use crate::repository::{assert_none, root, text};
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
