//! The OpenAPI document of the service.

use super::App;
use crate::support::endpoints::address_info_is_described;

#[tokio::test]
async fn document_describes_the_endpoint_and_every_schema() {
    let app = App::new().await;
    let document = address_info_is_described(&app.router, "/address-info-btc-like/v1", &[]).await;
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in [
        "BtcLikeAddressInfoResponse",
        "Balance",
        "BtcLikeTransaction",
        "Value",
        "Source",
        "Asset",
    ] {
        assert!(schemas.contains_key(name), "{name} of {:?}", schemas.keys());
    }
}
