//! Tests of the reference of the clients.

use super::scan::Item;
use super::*;

const TYPESCRIPT_SOURCE: &str = r#"/** The file. */
import { a } from "./a.js";
export * from "./b.js";
export { type C, d } from "./folder/c.js";

/** Adds.
 *  Twice. */
export async function add<T extends { x: number }>(
  one: T,
  { two, three }: Options = {},
): Promise<{ sum: number }> {
  return one < two ? 1 : 2;
}

/** First. */
export function over(a: string): string;
export function over(a: number): string;
export function over(a: unknown): string { return ""; }

/** Formats. */
export const format = (text: string, f: () => void): string => text;
export const LIMIT = 5;

const hidden = 1;

/** A class. */
export class Wallet<T> implements Base {
  /** The name. */
  readonly name: string;
  readonly #secret = 1;

  constructor(options: Options) {
    this.name = "{";
  }

  /** Calls. */
  readonly calls = {
    /** The first. */
    first: (a: string): Promise<void> => first(this, a),
    second: async (a: string, b: Omit<X, "y">): Promise<X> => {
      return b;
    },
  };

  /** Sends. */
  async send(to: string): Promise<void> {
    const x = () => {};
  }

  #internal(): void {}
}

/** A type. */
export type Result = { ok: true; value: string } | { ok: false };

export interface Options extends Base {
  /** A limit. */
  limit?: number | undefined;
  get: () => string;
}
"#;

fn code(items: &[Item]) -> Vec<(&str, &str, &str)> {
    items
        .iter()
        .map(|item| (item.name.as_str(), item.code.as_str(), item.docs.as_str()))
        .collect()
}

#[test]
fn declarations_of_typescript_are_read() {
    let items = typescript::items(TYPESCRIPT_SOURCE);
    assert_eq!(
        code(&items),
        [
            (
                "add",
                "async function add<T extends { x: number }>(\n  one: T,\n  { two, three }: Options = {},\n): Promise<{ sum: number }>",
                "Adds.\nTwice."
            ),
            (
                "over",
                "function over(a: string): string\nfunction over(a: number): string",
                "First."
            ),
            (
                "format",
                "const format = (text: string, f: () => void): string",
                "Formats."
            ),
            ("LIMIT", "const LIMIT = 5", ""),
            ("Wallet", "class Wallet<T> implements Base", "A class."),
            (
                "Result",
                "type Result = { ok: true; value: string } | { ok: false }",
                "A type."
            ),
            ("Options", "interface Options extends Base", ""),
        ]
    );
    assert_eq!(
        code(&items[4].members),
        [
            ("name", "readonly name: string", "The name."),
            ("constructor", "constructor(options: Options)", ""),
            ("calls", "readonly calls", "Calls."),
            ("send", "async send(to: string): Promise<void>", "Sends."),
        ]
    );
    assert_eq!(
        code(&items[4].members[2].members),
        [
            ("first", "first: (a: string): Promise<void>", "The first."),
            ("second", "second: async (a: string, b: Omit<X, \"y\">): Promise<X>", ""),
        ]
    );
    assert_eq!(
        code(&items[6].members),
        [
            ("limit", "limit?: number | undefined", "A limit."),
            ("get", "get: () => string", "")
        ]
    );
    let exports = typescript::exports(TYPESCRIPT_SOURCE);
    let exports: Vec<_> = exports
        .iter()
        .map(|export| (export.file.as_str(), export.names.clone()))
        .collect();
    let names = Some(vec!["C".to_owned(), "d".to_owned()]);
    assert_eq!(exports, [("b", None), ("folder/c", names)]);
}

const RUST_SOURCE: &str = r"//! The module.
//! Second line.

mod a;
pub use a::{A, B};
pub use c::D;

/// A record.
#[derive(
    Debug,
)]
pub struct Record<T> {
    /// The field.
    pub field: Vec<T>,
    hidden: u8,
}

impl<T> Record<T> {
    /// Creates.
    pub fn new(field: Vec<T>) -> Self {
        Self { field, hidden: 0 }
    }

    fn hidden(&self) {}
}

impl Clone for Record<u8> {
    fn clone(&self) -> Self {}
}

/// A choice.
pub enum Choice {
    /// One.
    One(u8),
    /// Two.
    Two { a: u8 },
}

/// Runs.
pub async fn run(a: &str) -> Result<(), ()> {
    Ok(())
}

pub(crate) fn internal() {}
";

#[test]
fn declarations_of_rust_are_read() {
    let items = rust::items(RUST_SOURCE);
    assert_eq!(
        code(&items),
        [
            ("Record", "pub struct Record<T>", "A record."),
            ("Choice", "pub enum Choice", "A choice."),
            ("run", "pub async fn run(a: &str) -> Result<(), ()>", "Runs."),
        ]
    );
    assert_eq!(code(&items[0].members), [("field", "pub field: Vec<T>", "The field.")]);
    assert_eq!(
        code(&items[1].members),
        [("One", "One(u8)", "One."), ("Two", "Two", "Two.")]
    );
    let functions = rust::functions(RUST_SOURCE, "Record");
    assert_eq!(
        code(&functions),
        [("new", "pub fn new(field: Vec<T>) -> Self", "Creates.")]
    );
    assert_eq!(rust::module_docs(RUST_SOURCE), "The module.\nSecond line.");
    let exports = rust::exports(RUST_SOURCE);
    assert_eq!(
        exports,
        [
            ("a".to_owned(), vec!["A".to_owned(), "B".to_owned()]),
            ("c".to_owned(), vec!["D".to_owned()])
        ]
    );
}

#[test]
fn every_topic_has_documented_declarations() {
    for topic in typescript().iter().chain(&rust()) {
        assert!(!topic.items.is_empty(), "{}", topic.name);
        for (_, item) in &topic.items {
            assert!(!item.docs.is_empty(), "{}: {} has no comment", topic.name, item.name);
        }
    }
}

#[test]
fn every_name_that_the_rust_client_exports_is_shown() {
    let shown: BTreeSet<_> = rust()
        .into_iter()
        .flat_map(|topic| topic.items)
        .map(|(_, item)| item.name)
        .collect();
    let mut missing = Vec::new();
    for (file, _) in RUST {
        let text = source::<Rust>(&format!("{file}.rs")).unwrap();
        let exports = rust::exports(&text).into_iter();
        let own = exports.filter(|(module, _)| !module.contains("wallet_"));
        missing.extend(own.flat_map(|(_, names)| names).filter(|name| !shown.contains(name)));
    }
    // Declared in other packages.
    assert_eq!(missing, ["KeySetError", "SecretError", "VerifyError", "WebhookSecret"]);
}
