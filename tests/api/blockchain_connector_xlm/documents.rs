//! The OpenAPI document of the service.

use blockchain_connector_xlm::DOCUMENT;
use wallet_xlm::operation::OperationBody;

#[test]
fn document_names_every_operation() {
    for name in OperationBody::NAMES {
        assert!(DOCUMENT.contains(&format!("\"{name}\"")), "{name}");
    }
}
