//! The asset commands on the embedded database.

use super::{AssetsError, CatalogueEditor, ImportOptions};
use crate::serve::EmbeddedDatabase;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use wallet_assets::ports::{AssetChanges, ChangeAssetError};
use wallet_assets::{AssetId, AssetKind, Catalogue, Change, Filter, Seed, seed};
use wallet_core::ports::store::StoreError;

const TETHER: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

/// A table with a concurrent write just before the next write, or with a failure from then on.
struct Table {
    inner: Arc<dyn AssetChanges>,
    before_next: Mutex<Option<Disturbance>>,
}

enum Disturbance {
    Edit(Change),
    Failure,
}

#[async_trait]
impl AssetChanges for Table {
    async fn writes(&self) -> Result<u64, StoreError> {
        self.inner.writes().await
    }

    async fn one(&self, id: &AssetId) -> Result<Option<Change>, StoreError> {
        self.inner.one(id).await
    }

    async fn all(&self) -> Result<Vec<Change>, StoreError> {
        self.inner.all().await
    }

    async fn store(&self, changes: &[Change]) -> Result<(), ChangeAssetError> {
        let disturbance = self.before_next.lock().unwrap().take();
        match disturbance {
            Some(Disturbance::Edit(change)) => self.inner.store(&[change]).await?,
            Some(Disturbance::Failure) => return Err(StoreError::new("away").into()),
            None => {}
        }
        self.inner.store(changes).await
    }
}

struct Fixture {
    data: EmbeddedDatabase,
    table: Arc<Table>,
    editor: CatalogueEditor,
}

impl Fixture {
    async fn new() -> Self {
        let data = EmbeddedDatabase::open(None).await.unwrap();
        let table = Arc::new(Table {
            inner: Arc::new(data.assets.clone()),
            before_next: Mutex::default(),
        });
        let editor = CatalogueEditor::new(table.clone());
        Self { data, table, editor }
    }

    fn disturb(&self, disturbance: Disturbance) {
        *self.table.before_next.lock().unwrap() = Some(disturbance);
    }

    async fn import(&self, tokens: &[Value], options: ImportOptions) -> Result<String, AssetsError> {
        let list = json!({ "tokens": tokens }).to_string();
        let done = self.editor.import("list.json", &list, options).await?;
        Ok(done.to_string())
    }

    async fn plain_import(&self, tokens: &[Value]) -> String {
        self.import(tokens, ImportOptions::default()).await.unwrap()
    }

    async fn catalogue(&self) -> Catalogue {
        Catalogue::new(Seed::BuiltIn, self.data.assets.all().await.unwrap())
    }
}

/// Returns the n-th token, which the seed does not contain.
fn token(number: u64, name: &str) -> Value {
    json!({ "chainId": 1, "address": format!("0x{number:040x}"), "name": name, "symbol": "T", "decimals": 6 })
}

fn id(number: u64) -> AssetId {
    AssetId::parse(AssetKind::Erc20, &format!("eth:0x{number:040x}")).unwrap()
}

#[track_caller]
fn assert_summary(text: &str, expected: &str) {
    let summary = text.lines().last().unwrap();
    assert_eq!(summary, format!("{expected}."), "{text}");
}

const NO_CONFLICTS: &str = "0 still deleted, 0 rejected, 0 changed concurrently";

#[tokio::test]
async fn import_reports_new_changed_and_unchanged_tokens() {
    let fixture = Fixture::new().await;
    let tokens: Vec<_> = (1..=120).map(|number| token(number, "Imported")).collect();
    assert_summary(
        &fixture.plain_import(&tokens).await,
        &format!("120 new, 0 changed, 0 unchanged, {NO_CONFLICTS}"),
    );
    assert_summary(
        &fixture.plain_import(&tokens).await,
        &format!("0 new, 0 changed, 120 unchanged, {NO_CONFLICTS}"),
    );
    let again = [token(1, "Imported"), token(2, "Renamed"), token(121, "Imported")];
    let text = fixture.plain_import(&again).await;
    assert_summary(&text, &format!("1 new, 1 changed, 1 unchanged, {NO_CONFLICTS}"));
    assert!(
        text.contains(&format!("New:\n  T (0x{:040x} on chain id 1)\n", 121)),
        "{text}"
    );
    let catalogue = fixture.catalogue().await;
    let renamed = catalogue.find(&id(2)).unwrap();
    assert_eq!((renamed.meta.name.as_str(), renamed.revision), ("Renamed", 2));
}

#[tokio::test]
async fn dry_run_stores_nothing() {
    let fixture = Fixture::new().await;
    let options = ImportOptions {
        dry_run: true,
        ..ImportOptions::default()
    };
    let text = fixture.import(&[token(1, "Imported")], options).await.unwrap();
    assert_summary(
        &text,
        &format!("1 new, 0 changed, 0 unchanged, {NO_CONFLICTS}. Nothing was stored"),
    );
    assert_eq!(fixture.data.assets.writes().await.unwrap(), 0);
}

#[tokio::test]
async fn deleted_tokens_are_restored_only_with_the_option() {
    let fixture = Fixture::new().await;
    let tether = AssetId::parse(AssetKind::Erc20, &format!("eth:{TETHER}")).unwrap();
    let deletion = fixture.catalogue().await.deleting(tether, None).unwrap();
    fixture.data.assets.store(&[deletion]).await.unwrap();
    let mut listed = token(1, "Tether USD");
    listed["address"] = json!(TETHER);
    let text = fixture.plain_import(&[listed.clone()]).await;
    assert!(
        text.contains("Still deleted (use --restore to restore them):"),
        "{text}"
    );
    assert!(fixture.catalogue().await.find(&tether).is_none());
    let options = ImportOptions {
        restore: true,
        ..ImportOptions::default()
    };
    let text = fixture.import(&[listed], options).await.unwrap();
    assert_summary(&text, &format!("1 new, 0 changed, 0 unchanged, {NO_CONFLICTS}"));
    assert_eq!(fixture.catalogue().await.find(&tether).unwrap().revision, 2);
}

#[tokio::test]
async fn rejected_tokens_are_listed_with_the_reason() {
    let fixture = Fixture::new().await;
    let mut chain = token(1, "Elsewhere");
    chain["chainId"] = json!(59_144);
    let mut decimals = token(1, "Tether USD");
    decimals["address"] = json!(TETHER);
    decimals["decimals"] = json!(18);
    let text = fixture.plain_import(&[chain, decimals, token(2, "Fine")]).await;
    assert_summary(
        &text,
        "1 new, 0 changed, 0 unchanged, 0 still deleted, 2 rejected, 0 changed concurrently",
    );
    assert!(
        text.contains("chain id 59144): chain id 59144 is not supported"),
        "{text}"
    );
    assert!(text.contains("the list has 18 decimals, the catalogue 6"), "{text}");
}

#[tokio::test]
async fn concurrent_edit_is_retained_and_reported() {
    let fixture = Fixture::new().await;
    let mut other = fixture.catalogue().await.adding(id(2), seed()[0].1.clone()).unwrap();
    other.meta.as_mut().unwrap().name = "By an editor".parse().unwrap();
    fixture.disturb(Disturbance::Edit(other));
    let tokens: Vec<_> = (1..=3).map(|number| token(number, "Imported")).collect();
    let text = fixture.plain_import(&tokens).await;
    assert_summary(
        &text,
        "2 new, 0 changed, 0 unchanged, 0 still deleted, 0 rejected, 1 changed concurrently",
    );
    assert!(
        text.contains("import again:\n  T (0x0000000000000000000000000000000000000002 on"),
        "{text}"
    );
    let catalogue = fixture.catalogue().await;
    let names = [1, 2, 3].map(|number| catalogue.find(&id(number)).unwrap().meta.name.to_string());
    assert_eq!(names, ["Imported", "By an editor", "Imported"]);
}

#[tokio::test]
async fn table_failure_is_reported_and_the_import_can_be_repeated() {
    let fixture = Fixture::new().await;
    fixture.disturb(Disturbance::Failure);
    let error = fixture.import(&[token(1, "Imported")], ImportOptions::default()).await;
    let text = error.unwrap_err().to_string();
    assert!(text.contains("after 0 of 1 changes; import again"), "{text}");
    assert_summary(
        &fixture.plain_import(&[token(1, "Imported")]).await,
        &format!("1 new, 0 changed, 0 unchanged, {NO_CONFLICTS}"),
    );
}

#[tokio::test]
async fn other_documents_are_rejected() {
    let fixture = Fixture::new().await;
    for text in ["", "[]", r#"{"tokens":1}"#] {
        let error = fixture.editor.import("x.json", text, ImportOptions::default()).await;
        assert_eq!(error.unwrap_err().to_string(), "x.json cannot be imported");
    }
}

#[tokio::test]
async fn exported_list_can_be_imported() {
    let fixture = Fixture::new().await;
    fixture.plain_import(&[token(1, "Imported")]).await;
    let exported = fixture.editor.export().await.unwrap();
    let list: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(list["version"], json!({ "major": 1, "minor": 1, "patch": 0 }));
    let count = list["tokens"].as_array().unwrap().len();
    let done = fixture
        .editor
        .import("own.json", &exported, ImportOptions::default())
        .await
        .unwrap();
    assert_eq!((done.plan.unchanged, done.plan.rejected.len()), (count, 0));
}

#[tokio::test]
async fn list_has_one_line_per_asset() {
    let fixture = Fixture::new().await;
    fixture.plain_import(&[token(1, "Imported")]).await;
    let all = fixture.editor.list(&AssetKind::ALL, &Filter::default()).await.unwrap();
    assert_eq!(all.lines().count(), seed().len() + 2);
    let coins = fixture
        .editor
        .list(&[AssetKind::Coin], &Filter::default())
        .await
        .unwrap();
    assert!(
        coins.starts_with("coin/btc") && coins.ends_with("15 assets."),
        "{coins}"
    );
    let filter = Filter {
        tag: Some("nosuchtag".to_owned()),
        ..Filter::default()
    };
    assert_eq!(
        fixture.editor.list(&AssetKind::ALL, &filter).await.unwrap(),
        "0 assets."
    );
    assert!(all.contains("Imported  (revision 1)"), "{all}");
}
