//! The pages that are Markdown files of the repository.

use super::markdown;
use super::page::Page;

/// A Markdown file.
pub struct Guide {
    /// The path of the page.
    path: &'static str,
    /// The title in the navigation.
    title: &'static str,
    /// The path of the file below `docs`.
    file: &'static str,
    source: &'static str,
}

macro_rules! guides {
    ($($path:literal $title:literal $file:literal)*) => {
        &[$(Guide {
            path: concat!($path, ".html"),
            title: $title,
            file: $file,
            source: include_str!(concat!("../../../docs/", $file)),
        }),*]
    };
}

/// The guides for wallet developers, in the order of the navigation.
pub const GUIDES: &[Guide] = guides! {
    "index" "Overview" "guides/README.md"
    "quick-start" "Quick start" "guides/quick-start.md"
    "authentication" "Authentication" "guides/authentication.md"
    "payments-utxo" "Payments: Bitcoin family" "guides/payments-utxo.md"
    "payments-evm" "Payments: EVM chains" "guides/payments-evm.md"
    "payments-stellar" "Payments: Stellar" "guides/payments-stellar.md"
    "stellar-recipes" "Stellar recipes" "recipes.md"
    "history" "Balances and history" "guides/history.md"
    "notifications" "Notifications" "guides/notifications.md"
    "assets" "Assets" "guides/assets.md"
    "fees" "Fees" "guides/fees.md"
    "errors" "Errors and retries" "guides/errors.md"
    "error-catalogue" "Error catalogue" "errors.md"
    "production" "Going to production" "guides/production.md"
    "chains" "Chain notes" "guides/chains.md"
    "glossary" "Glossary" "guides/glossary.md"
};

/// The guides about the clients, and recipes with the clients.
pub const CLIENTS: &[Guide] = guides! {
    "verifying" "Verifying" "guides/verifying.md"
    "accept-a-payment" "Recipe: a shop" "guides/accept-a-payment.md"
    "watch-only" "Recipe: watch-only" "guides/watch-only.md"
    "sweep" "Recipe: sweep" "guides/sweep.md"
    "hardware-signer" "Recipe: hardware signer" "guides/hardware-signer.md"
    "viem-and-ethers" "Recipe: viem and ethers" "guides/viem-and-ethers.md"
};

/// The documents for operators.
pub const OPERATORS: &[Guide] = guides! {
    "operations" "Operations" "operations.md"
    "configuration" "Configuration" "configuration.md"
    "security" "Security requirements" "security.md"
};

impl Guide {
    /// Returns path and title.
    pub fn link(&self) -> (String, String) {
        (self.path.to_owned(), self.title.to_owned())
    }

    fn page(&self) -> Page {
        let rendered = markdown::render(self.source, |target| self.target(target));
        Page {
            path: self.path.to_owned(),
            title: self.title.to_owned(),
            summary: rendered.title,
            sections: rendered.sections,
            texts: rendered.texts,
            content: rendered.html,
            is_wide: false,
        }
    }

    /// Returns the target of a link of this file; `None` for files that are not part of the site.
    fn target(&self, target: &str) -> Option<String> {
        if target.starts_with('#') || target.contains("://") {
            return Some(target.to_owned());
        }
        let (file, anchor) = target
            .split_once('#')
            .map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        // The reference has no Markdown file: guides link to the folder of the documents instead.
        if file.ends_with("/functions/") {
            return Some("reference/index.html".to_owned());
        }
        let folder = self.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let file = resolve(folder, file)?;
        let guide = GUIDES
            .iter()
            .chain(CLIENTS)
            .chain(OPERATORS)
            .find(|guide| guide.file == file)?;
        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        Some(format!("{}{anchor}", guide.path))
    }
}

/// Returns the path below `docs` of a relative link in a folder below `docs`; `None` for a target outside.
fn resolve(folder: &str, link: &str) -> Option<String> {
    let mut parts: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()?),
            "." => {}
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the pages of all files.
pub fn pages() -> Vec<Page> {
    GUIDES.iter().chain(CLIENTS).chain(OPERATORS).map(Guide::page).collect()
}
