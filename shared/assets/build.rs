//! Converts the built-in catalogue (`data/catalogue`) into a table of constants, so that a function parses no JSON at its
//! start. `src/seed.rs` describes the rows; its tests compare them with the result of the strict parsers.

use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=data/catalogue");
    let rows = rows_of("fiat", &read("fiat.json"), "currency");
    let coins = read("coins.json");
    let tokens: String = chains_with_tokens(&coins)
        .map(|chain| tokens_of(chain, &read(&format!("erc20/{chain}.json"))))
        .collect();
    let coins = rows_of("coin", &coins, "chain");
    let xlm_assets = xlm_assets_of(&read("xlm-assets.json"));
    let text = format!("&[\n{rows}{coins}{tokens}{xlm_assets}]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::write(out.join("seed.rs"), text).expect("OUT_DIR is writable");
}

fn read(name: &str) -> Value {
    let path = Path::new("data/catalogue").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the chains with a token list, in the order of their coins.
fn chains_with_tokens(coins: &Value) -> impl Iterator<Item = &str> {
    let chains = coins.as_array().expect("an array of coins").iter();
    let chains = chains.map(|coin| text(&coin["chain"]));
    chains.filter(|chain| Path::new(&format!("data/catalogue/erc20/{chain}.json")).is_file())
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

/// Returns the rows of the assets issued on Stellar.
fn xlm_assets_of(file: &Value) -> String {
    let rows = file.as_array().expect("an array of assets").iter();
    rows.map(|asset| {
        let issuer = key_of(text(&asset["issuer"]));
        row(
            &format!("Id::XlmAsset({:?}, {issuer:?})", text(&asset["code"])),
            asset,
            "ticker",
            "icon",
        )
    })
    .collect()
}

/// Returns the public key in the address of an account (SEP-23): base32 of a version byte, the key and a checksum, which a
/// test checks.
fn key_of(address: &str) -> Vec<u8> {
    let digit = |character: u8| match character {
        b'A'..=b'Z' => u32::from(character - b'A'),
        b'2'..=b'7' => u32::from(character - b'2') + 26,
        _ => panic!("{address}: no base32"),
    };
    let (mut bytes, mut rest, mut bits) = (Vec::new(), 0, 0);
    for character in address.bytes() {
        (rest, bits) = ((rest << 5 | digit(character)) & 0xfff, bits + 5);
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(rest >> bits & 0xff).expect("eight bits"));
        }
    }
    bytes[1..33].to_vec()
}

fn row(id: &str, asset: &Value, ticker: &str, icon: &str) -> String {
    let mut row = String::new();
    let tags = asset["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
    let tags: Vec<_> = tags.iter().map(|tag| text(tag).to_lowercase()).collect();
    writeln!(
        row,
        "Row {{ id: {id}, name: {:?}, ticker: {:?}, icon: {:?}, decimals: {}, tags: &{tags:?}, home_domain: {:?} }},",
        text(&asset["name"]),
        text(&asset[ticker]),
        asset[icon].as_str(),
        asset["decimals"],
        asset["homeDomain"].as_str(),
    )
    .expect("a string accepts every text");
    row
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}: not a string"))
}
