//! Links between documents have an existing target.

use crate::repository::{assert_none, files, root};
use std::path::Path;

#[test]
fn links_between_documents_have_a_target() {
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
    assert_none("broken links", &findings);
}

/// Returns the targets of all `[text](target)`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}
