//! The site as files, for static hosting.

use super::{Audience, File, build};
use crate::serve::combined_document;
use anyhow::Context;
use std::path::Path;

/// Writes all files, and the combined OpenAPI document, into a folder, which is created if it does not exist. `server` is the base URL of the services. Returns
/// the number of files and their size in bytes.
pub fn export(folder: &Path, server: &str) -> anyhow::Result<(usize, usize)> {
    let mut files = build(server, Audience::Deployment);
    let document = File {
        media_type: "application/json",
        body: combined_document().into(),
    };
    files.insert("openapi.json".to_owned(), document);
    for (path, file) in &files {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be created", parent.display()))?;
        std::fs::write(&target, &file.body).with_context(|| format!("{} cannot be written", target.display()))?;
    }
    Ok((files.len(), files.values().map(|file| file.body.len()).sum()))
}
