//! Writes tables without pointers, so that a function neither parses nor relocates strings at the start: the built-in
//! catalogue (`data/catalogue`, `src/seed.rs`) and the look-alike characters (`src/misleading.rs`). Tests compare the tables
//! with the result of the strict parsers and with the original.

use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The length of a key in bytes.
const KEY_LENGTH: usize = 45;

/// The length of the name of a chain in a key, filled with zeros.
const CHAIN_LENGTH: usize = 8;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=data/catalogue");
    let mut table = Table::default();
    for asset in rows(&read("fiat.json")) {
        table.add(b'f', &[text(&asset["currency"]).as_bytes()], asset, "ticker", "icon");
    }
    let coins = read("coins.json");
    for asset in rows(&coins) {
        table.add(b'c', &[text(&asset["chain"]).as_bytes()], asset, "ticker", "icon");
    }
    for chain in chains_with_tokens(&coins) {
        let list = read(&format!("erc20/{chain}.json"));
        for token in rows(&list["tokens"]) {
            let address = address_of(text(&token["address"]));
            let parts = [&padded(chain, CHAIN_LENGTH)[..], &address];
            table.add(b't', &parts, token, "symbol", "logoURI");
        }
    }
    for asset in rows(&read("xlm-assets.json")) {
        let issuer = key_of(text(&asset["issuer"]));
        let parts = [&padded(text(&asset["code"]), 12)[..], &issuer];
        table.add(b'x', &parts, asset, "ticker", "icon");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    table.write(&out);
    write_prototypes(&out);
}

fn read(name: &str) -> Value {
    let path = Path::new("data/catalogue").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows(file: &Value) -> &[Value] {
    file.as_array().expect("an array of assets")
}

/// Returns the chains with a token list (tokenlists.org), in the order of their coins.
fn chains_with_tokens(coins: &Value) -> impl Iterator<Item = &str> {
    let chains = rows(coins).iter().map(|coin| text(&coin["chain"]));
    chains.filter(|chain| Path::new(&format!("data/catalogue/erc20/{chain}.json")).is_file())
}

/// The rows in listing order, and their strings.
#[derive(Default)]
struct Table {
    keys: Vec<Vec<u8>>,
    rows: String,
    texts: String,
    /// The position of each string in `texts`.
    positions: HashMap<String, usize>,
}

impl Table {
    /// Adds an asset with this kind and identifier; `ticker` and `icon` are the names of fields.
    fn add(&mut self, kind: u8, id: &[&[u8]], asset: &Value, ticker: &str, icon: &str) {
        let mut key = vec![kind];
        key.extend(id.concat());
        key.resize(KEY_LENGTH, 0);
        let tags = asset["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
        let tags: Vec<_> = tags.iter().map(|tag| text(tag).to_lowercase()).collect();
        let fields = [
            ("name", text(&asset["name"])),
            ("ticker", text(&asset[ticker])),
            ("icon", optional(&asset[icon])),
            ("tags", &tags.join(" ")),
            ("symbol", optional(&asset["symbol"])),
            ("home_domain", optional(&asset["homeDomain"])),
        ];
        let mut row = format!("Row {{ key: {key:?}, decimals: {}", asset["decimals"]);
        for (field, text) in fields {
            let start = self.position(text);
            write!(row, ", {field}: Text({start}, {})", text.len()).expect("a string accepts every text");
        }
        row += " },\n";
        self.rows += &row;
        self.keys.push(key);
    }

    fn position(&mut self, text: &str) -> usize {
        if let Some(position) = self.positions.get(text) {
            return *position;
        }
        let position = self.texts.len();
        self.texts += text;
        self.positions.insert(text.to_owned(), position);
        position
    }

    fn write(self, folder: &Path) {
        let count = self.keys.len();
        let mut sorted: Vec<_> = (0..count).collect();
        sorted.sort_by_key(|index| &self.keys[*index]);
        let rows = format!(
            "static ROWS: [Row; {count}] = [\n{}];\nstatic BY_KEY: [u16; {count}] = {sorted:?};\n",
            self.rows
        );
        fs::write(folder.join("seed.rs"), rows).expect("OUT_DIR is writable");
        fs::write(folder.join("seed.txt"), self.texts).expect("OUT_DIR is writable");
    }
}

/// Writes the look-alike characters of UTS 39 in ascending order, and the end of the prototype of each character in the
/// text of all prototypes.
fn write_prototypes(folder: &Path) {
    let (mut characters, mut ends, mut prototypes) = (Vec::new(), Vec::new(), String::new());
    for character in '\0'..=char::MAX {
        let text = character.to_string();
        let prototype: String = skeleton(&text).collect();
        // The table is searched in decomposed text only.
        if text.nfd().eq(text.chars()) && prototype != text {
            prototypes += &prototype;
            characters.push(character);
            ends.push(prototypes.len());
        }
    }
    let count = characters.len();
    let tables = format!(
        "static CHARACTERS: [char; {count}] = {characters:?};\nstatic PROTOTYPE_ENDS: [u16; {count}] = {ends:?};\n"
    );
    fs::write(folder.join("prototypes.rs"), tables).expect("OUT_DIR is writable");
    fs::write(folder.join("prototypes.txt"), prototypes).expect("OUT_DIR is writable");
}

/// Returns the bytes of a text, filled with zeros up to this length.
fn padded(text: &str, length: usize) -> Vec<u8> {
    assert!(text.len() <= length, "{text}: too long");
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(length, 0);
    bytes
}

/// Returns the bytes of an EVM address, with the checksum unchecked.
fn address_of(address: &str) -> Vec<u8> {
    let digits = address.strip_prefix("0x").expect("an address begins with 0x");
    let byte = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).expect("hex digits");
    (0..20).map(byte).collect()
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

fn optional(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}: not a string"))
}
