//! Converts the built-in catalogue (`data/catalogue`) into a table of constants, so that a function parses no JSON at its
//! start. `src/seed.rs` describes the rows; its tests compare them with the result of the strict parsers.

use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The chains with token lists, in listing order.
const TOKEN_LISTS: [&str; 7] = ["eth", "etc", "ftm", "avax", "matic", "bsc", "op"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=data/catalogue");
    let rows = rows_of("fiat", &read("fiat.json"), "currency");
    let coins = rows_of("coin", &read("coins.json"), "chain");
    let tokens = TOKEN_LISTS.map(|chain| tokens_of(chain, &read(&format!("erc20/{chain}.json"))));
    let text = format!("&[\n{rows}{coins}{}]\n", tokens.concat());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::write(out.join("seed.rs"), text).expect("OUT_DIR is writable");
}

fn read(name: &str) -> Value {
    let path = Path::new("data/catalogue").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rows of currencies or coins; `key` is the field with the identifier.
fn rows_of(kind: &str, file: &Value, key: &str) -> String {
    let rows = file.as_array().expect("an array of assets").iter();
    rows.map(|asset| {
        let id = match kind {
            "fiat" => format!("Id::Fiat({:?}, {:?})", text(&asset[key]), text(&asset["symbol"])),
            _ => format!("Id::Coin({:?})", text(&asset[key])),
        };
        row(&id, asset, "ticker", "icon")
    })
    .collect()
}

/// Returns the rows of a token list (tokenlists.org).
fn tokens_of(chain: &str, list: &Value) -> String {
    let tokens = list["tokens"].as_array().expect("an array of tokens").iter();
    tokens
        .map(|token| {
            let address = text(&token["address"]);
            let digits = address
                .strip_prefix("0x")
                .expect("an address begins with 0x")
                .to_lowercase();
            let bytes = (0..20).map(|at| format!("0x{}, ", &digits[2 * at..2 * at + 2]));
            let id = format!("Id::Erc20({chain:?}, [{}])", bytes.collect::<String>());
            row(&id, token, "symbol", "logoURI")
        })
        .collect()
}

fn row(id: &str, asset: &Value, ticker: &str, icon: &str) -> String {
    let mut row = String::new();
    let tags = asset["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
    let tags: Vec<_> = tags.iter().map(|tag| text(tag).to_lowercase()).collect();
    writeln!(
        row,
        "Row {{ id: {id}, name: {:?}, ticker: {:?}, icon: {:?}, decimals: {}, tags: &{tags:?} }},",
        text(&asset["name"]),
        text(&asset[ticker]),
        asset[icon].as_str(),
        asset["decimals"],
    )
    .expect("a string accepts every text");
    row
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}: not a string"))
}
