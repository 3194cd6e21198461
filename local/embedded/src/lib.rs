//! The files that the local server serves from the folders of the clients. A debug build reads the folders at each request, so
//! that a new build of the page needs no compilation.

pub use rust_embed::RustEmbed;

/// The files of the wallet page.
#[derive(RustEmbed)]
#[folder = "../../clients/wallet/dist"]
pub struct WalletPage;

/// The sources of the TypeScript client.
#[derive(RustEmbed)]
#[folder = "../../clients/typescript/src"]
#[include = "*.ts"]
#[exclude = "generated/*"]
pub struct TypeScript;

/// The sources of the Rust client.
#[derive(RustEmbed)]
#[folder = "../../clients/rust/src"]
#[include = "*.rs"]
pub struct Rust;
