//! The archive of icons, which `shared/assets/data/icons/build.mjs` builds.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use wallet_tests::support::oracle::Oracle;

const ARCHIVE: &[u8] = include_bytes!("../../../shared/assets/data/icons/icons.json.gz");

#[tokio::test]
async fn committed_icons_are_those_of_the_packages() {
    let Some(mut oracle) = Oracle::start("the icons") else {
        return;
    };
    let found = oracle
        .call("iconList", json!({ "archive": STANDARD.encode(ARCHIVE) }))
        .await;
    assert_eq!(found, json!([]), "run the command in build.mjs");
}
