//! DynamoDB items of asset changes.

use super::item::{Item, NONCE, item, malformed, number, number_of, optional_text_of, text, text_of};
use super::tables::KEY_ATTRIBUTE;
use aws_sdk_dynamodb::types::AttributeValue;
use wallet_assets::{AssetId, AssetKind, AssetMeta, Change, HomeDomain, Icon, Tag, Tags};
use wallet_core::ports::store::StoreError;

/// The attribute that counts the changes of an asset.
const REVISION: &str = "revision";

/// Returns the key of an asset, for example `erc20#eth:0x…`.
pub(super) fn asset_key(id: &AssetId) -> String {
    format!("{}#{id}", id.kind().name())
}

/// Parses the key of an asset.
fn read_key(key: &str) -> Option<AssetId> {
    let (kind, id) = key.split_once('#')?;
    let kind = AssetKind::ALL.into_iter().find(|known| known.name() == kind)?;
    AssetId::parse(kind, id).ok()
}

/// Returns the item of a change. A deleted asset has no name.
pub(super) fn to_item(change: &Change, nonce: &str) -> Item {
    let mut stored = item([
        (KEY_ATTRIBUTE, text(asset_key(&change.id))),
        (REVISION, number(change.revision)),
        (NONCE, text(nonce)),
    ]);
    if let Some(meta) = &change.meta {
        stored.extend(item([
            ("asset_name", text(&meta.name)),
            ("ticker", text(&meta.ticker)),
            ("decimals", number(meta.decimals.into())),
            ("tags", AttributeValue::L(meta.tags.iter().map(text).collect())),
        ]));
        stored.extend(meta.icon.iter().map(|icon| ("icon".to_owned(), text(icon))));
        let home_domain = meta.home_domain.iter();
        stored.extend(home_domain.map(|domain| ("home_domain".to_owned(), text(domain))));
    }
    stored
}

/// Parses the change in an item; returns `None` for other items.
///
/// A malformed asset counts as deleted: incorrect data would do harm, and the other assets must stay readable.
pub(super) fn from_item(stored: &Item) -> Option<Change> {
    let key = text_of(stored, KEY_ATTRIBUTE).ok()?;
    let id = read_key(key)?;
    let meta = meta_of(stored).unwrap_or_else(|error| {
        tracing::error!(%error, key, "malformed asset skipped");
        None
    });
    let revision = number_of(stored, REVISION).unwrap_or_default();
    Some(Change { id, meta, revision })
}

fn meta_of(stored: &Item) -> Result<Option<AssetMeta>, StoreError> {
    let Some(name) = optional_text_of(stored, "asset_name")? else {
        return Ok(None);
    };
    let icon: Option<Result<Icon, _>> = optional_text_of(stored, "icon")?.map(str::parse);
    let home_domain: Option<Result<HomeDomain, _>> = optional_text_of(stored, "home_domain")?.map(str::parse);
    Ok(Some(AssetMeta {
        name: name.parse().map_err(StoreError::new)?,
        ticker: text_of(stored, "ticker")?.parse().map_err(StoreError::new)?,
        icon: icon.transpose().map_err(StoreError::new)?,
        decimals: u8::try_from(number_of(stored, "decimals")?).map_err(StoreError::new)?,
        tags: tags_of(stored)?,
        home_domain: home_domain.transpose().map_err(StoreError::new)?,
    }))
}

fn tags_of(stored: &Item) -> Result<Tags, StoreError> {
    let Some(AttributeValue::L(list)) = stored.get("tags") else {
        return Err(malformed("tags"));
    };
    let tag = |value: &AttributeValue| match value {
        AttributeValue::S(tag) => tag.parse::<Tag>().map_err(StoreError::new),
        _ => Err(malformed("tags")),
    };
    let tags = list.iter().map(tag).collect::<Result<_, _>>()?;
    Tags::new(tags).map_err(StoreError::new)
}
