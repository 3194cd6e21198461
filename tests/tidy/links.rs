//! Links between our documents lead somewhere.

use crate::repository::{assert_none, files, root};
use std::path::Path;

#[test]
fn links_between_documents_lead_somewhere() {
    let mut findings = Vec::new();
    for file in files().into_iter().filter(|file| {
        Path::new(&file.path)
            .extension()
            .is_some_and(|extension| extension == "md")
    }) {
        let folder = root()
            .join(&file.path)
            .parent()
            .expect("a file is in a folder")
            .to_owned();
        for target in targets(&file.text) {
            let path = target.split('#').next().unwrap_or_default();
            if !path.is_empty() && !target.contains("://") && !folder.join(path).exists() {
                findings.push(format!("{}: {target}", file.path));
            }
        }
    }
    assert_none("links to nowhere", &findings);
}

/// The targets of all `[text](target)`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}
