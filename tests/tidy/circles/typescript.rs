//! The imports between the TypeScript files of the client and of the wallet page.

use super::Uses;
use crate::repository::files;
use std::collections::BTreeMap;
use std::path::Path;

/// The extensions of TypeScript files, without and with elements of a page.
const EXTENSIONS: [&str; 2] = ["ts", "tsx"];

/// Returns the uses by folder `src`, including imports of types and deferred imports. Generated files are not tracked.
pub fn uses() -> BTreeMap<String, Uses> {
    let mut folders: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in files() {
        let Some((folder, name)) = file.path.split_once("/src/") else {
            continue;
        };
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
        let is_typescript = extension.is_some_and(|extension| EXTENSIONS.contains(&extension));
        if is_typescript && folder.starts_with("clients/") {
            let texts = folders.entry(format!("{folder}/src")).or_default();
            texts.insert(name.to_owned(), file.text);
        }
    }
    let uses = |texts: &BTreeMap<String, String>| {
        let uses_of = |(name, text): (&String, &String)| {
            let targets = imports(text).filter_map(|path| {
                let stem = resolve(name, path)?;
                let mut candidates = EXTENSIONS.map(|extension| format!("{stem}.{extension}")).into_iter();
                Some((candidates.find(|name| texts.contains_key(name))?, path.to_owned()))
            });
            (name.clone(), targets.collect())
        };
        texts.iter().map(uses_of).collect::<Uses>()
    };
    folders
        .iter()
        .map(|(folder, texts)| (folder.clone(), uses(texts)))
        .collect()
}

/// Returns the relative paths that a file imports.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let starts = ["from \"", "import(\"", "import \""];
    let paths = starts.into_iter().flat_map(|start| text.split(start).skip(1));
    paths
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with('.'))
}

/// Returns the path of an import from the folder `src`, without its extension; `None` outside the folder.
fn resolve(name: &str, import: &str) -> Option<String> {
    let mut segments: Vec<_> = name.split('/').collect();
    segments.pop();
    for segment in import.trim_end_matches(".js").split('/') {
        match segment {
            "." => {}
            ".." => _ = segments.pop()?,
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

#[test]
fn imports_are_resolved() {
    let text = "import type { A } from \"./a.js\";\nimport(\"../b/c.js\");\nimport { x } from \"preact\";\n";
    let resolved = |name| -> Vec<_> { imports(text).filter_map(|path| resolve(name, path)).collect() };
    assert_eq!(resolved("parts/d.tsx"), ["parts/a", "b/c"]);
    assert_eq!(resolved("d.ts"), ["a"]);
}
