//! The reference of the clients, read from the sources of the TypeScript and the Rust client.

mod page;
mod rust;
mod scan;
mod typescript;

use super::page::Page;
use page::{Contents, Topic};
use scan::Item;
use std::collections::BTreeSet;
use wallet_embedded::{Rust, RustEmbed, TypeScript};

fn source<S: RustEmbed>(path: &str) -> Option<String> {
    String::from_utf8(S::get(path)?.data.into_owned()).ok()
}

/// The topics of the TypeScript client: name, title, and the files of a topic without a folder.
const TYPESCRIPT: [(&str, &str, &[&str]); 10] = [
    (
        "client",
        "Client",
        &["wallet", "client", "chains", "services", "transport", "retry", "random"],
    ),
    (
        "accounts",
        "Accounts and sessions",
        &["accounts", "session", "session-store"],
    ),
    (
        "data",
        "Balances, history and assets",
        &[
            "address-info",
            "addresses",
            "amounts",
            "assets",
            "own-history",
            "past",
            "portfolio",
        ],
    ),
    (
        "payments",
        "Payments",
        &[
            "payment",
            "payment-request",
            "signed-payment",
            "watch",
            "payment-store",
            "fee-limits",
            "signer",
            "comparison",
        ],
    ),
    ("btc", "Payments: Bitcoin family", &[]),
    ("evm", "Payments: EVM chains", &[]),
    ("xlm", "Payments: Stellar", &[]),
    ("keys", "Keys and signers", &["signers", "hd"]),
    (
        "events",
        "Events and webhooks",
        &["events", "event-socket", "subscriptions", "webhooks"],
    ),
    ("errors", "Errors", &["errors", "error-codes"]),
];

/// The files that are import paths of the package, with the import path.
const ENTRIES: [(&str, &str); 4] = [
    ("index", "@wallet-cloud/client"),
    ("signers", "@wallet-cloud/client/signers"),
    ("hd", "@wallet-cloud/client/hd"),
    ("eth", "@wallet-cloud/client/eth"),
];

/// The public modules of the Rust client: path of the file of the module, title.
const RUST: [(&str, &str); 9] = [
    ("lib", "Client and sessions"),
    ("payments/mod", "Payments"),
    ("payments/btc_like/mod", "Payments: Bitcoin family"),
    ("payments/eth_like/mod", "Payments: EVM chains"),
    ("payments/xlm/mod", "Payments: Stellar"),
    ("hd/mod", "Keys from a mnemonic"),
    ("signers", "Signers"),
    ("notifications/mod", "Events and webhooks"),
    ("batch", "Batches"),
];

/// Returns the topics of the TypeScript client with all exported declarations.
fn typescript() -> Vec<Topic> {
    let mut topics: Vec<_> = TYPESCRIPT
        .iter()
        .map(|(name, title, _)| Topic::new(name, title, String::new()))
        .collect();
    let mut shown = BTreeSet::new();
    for (entry, import) in ENTRIES {
        for (file, item) in exported(entry, None) {
            if shown.insert(item.name.clone()) {
                let name = topic_of(entry, &file);
                if let Some(topic) = topics.iter_mut().find(|topic| topic.name == name) {
                    topic.items.push((import.to_owned(), item));
                }
            }
        }
    }
    topics
}

/// Returns the topic of a file that an entry exports.
fn topic_of(entry: &str, file: &str) -> &'static str {
    let of_file = |file: &str| {
        let topics = TYPESCRIPT.iter();
        topics
            .map(|(name, _, files)| (*name, files))
            .find(|(_, files)| files.contains(&file))
    };
    let folder = file.split_once('/').map(|(folder, _)| folder);
    let of_folder = |folder| TYPESCRIPT.iter().map(|(name, ..)| *name).find(|name| *name == folder);
    of_file(entry)
        .or_else(|| of_file(file))
        .map(|(name, _)| name)
        .or_else(|| of_folder(folder?))
        .unwrap_or("client")
}

/// Returns the declarations that a file exports, also of other files, with the file of each; only these names, if any.
fn exported(file: &str, names: Option<&[String]>) -> Vec<(String, Item)> {
    let Some(source) = source::<TypeScript>(&format!("{file}.ts")) else {
        return Vec::new();
    };
    let is_shown = |item: &Item| names.is_none_or(|names| names.contains(&item.name));
    let own = typescript::items(&source)
        .into_iter()
        .map(|item| (file.to_owned(), item));
    let folder = file
        .rsplit_once('/')
        .map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let others = typescript::exports(&source).into_iter();
    let others = others.flat_map(|export| exported(&format!("{folder}{}", export.file), export.names.as_deref()));
    own.chain(others).filter(|(_, item)| is_shown(item)).collect()
}

/// Returns the modules of the Rust client with all public declarations.
fn rust() -> Vec<Topic> {
    RUST.iter().map(|(file, title)| rust_module(file, title)).collect()
}

fn rust_module(file: &str, title: &str) -> Topic {
    let text = source::<Rust>(&format!("{file}.rs")).unwrap_or_default();
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let module = if file == "lib" {
        ""
    } else {
        file.trim_end_matches("/mod")
    };
    let import = format!("wallet_client::{}", module.replace('/', "::"));
    let import = import.trim_end_matches("::").to_owned();
    let name = if module.is_empty() {
        "client".to_owned()
    } else {
        module.replace(['/', '_'], "-")
    };
    let mut topic = Topic::new(&name, title, rust::module_docs(&text));
    if file != "lib" {
        let items = rust::items(&text).into_iter();
        topic
            .items
            .extend(items.map(|item| (import.clone(), with_functions(item, file))));
    }
    for (child, names) in rust::exports(&text) {
        let paths = [child.clone(), format!("{child}/mod")]
            .map(|path| format!("{folder}/{path}").trim_start_matches('/').to_owned());
        for path in paths {
            let Some(text) = source::<Rust>(&format!("{path}.rs")) else {
                continue;
            };
            let declared = rust::items(&text).into_iter().filter(|item| names.contains(&item.name));
            // `lib.rs` exports the names of a module that the module exports of a child.
            let exports = rust::exports(&text).into_iter();
            let inner = exports.flat_map(|(file, of_file)| {
                let path = format!("{}{file}", path.trim_end_matches("mod"));
                let items = source::<Rust>(&format!("{path}.rs"))
                    .map(|text| rust::items(&text))
                    .unwrap_or_default();
                items
                    .into_iter()
                    .filter(move |item| of_file.contains(&item.name))
                    .map(move |item| (path.clone(), item))
            });
            let inner = inner.filter(|(_, item)| names.contains(&item.name));
            let declared: Vec<_> = declared.map(|item| (path.clone(), item)).chain(inner).collect();
            topic.items.extend(
                declared
                    .into_iter()
                    .map(|(path, item)| (import.clone(), with_functions(item, &path))),
            );
        }
    }
    topic
}

/// Returns a type with the functions in the file and, for the file of a module, in all files of the folder.
fn with_functions(mut item: Item, file: &str) -> Item {
    let folder = file.strip_suffix("mod");
    let files = Rust::iter().filter(|path| {
        let path = path.trim_end_matches(".rs");
        path == file
            || folder.is_some_and(|folder| {
                !folder.is_empty() && path.starts_with(folder) && !path[folder.len()..].contains('/')
            })
    });
    for path in files {
        let text = source::<Rust>(&path).unwrap_or_default();
        item.members.extend(rust::functions(&text, &item.name));
    }
    item
}

/// Returns the contents of both clients.
fn contents() -> [Contents; 2] {
    [
        Contents {
            folder: "sdk/typescript",
            title: "TypeScript",
            language: "TypeScript",
            introduction: include_str!("typescript.md"),
            topics: typescript(),
        },
        Contents {
            folder: "sdk/rust",
            title: "Rust",
            language: "Rust",
            introduction: include_str!("rust.md"),
            topics: rust(),
        },
    ]
}

/// Returns the pages of both clients.
pub fn pages() -> Vec<Page> {
    contents().iter().flat_map(Contents::pages).collect()
}

/// Returns path and title of the first page of each client, with paths and titles of the pages of the topics.
pub fn links() -> [page::Links; 2] {
    contents().map(Contents::links)
}

#[cfg(test)]
mod tests;
