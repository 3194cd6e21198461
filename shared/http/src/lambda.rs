//! The AWS Lambda entry point.

use axum::Router;

/// Serves the mounted services until Lambda ends the process.
pub async fn serve(app: Router) -> Result<(), lambda_http::Error> {
    lambda_http::run(app).await
}
