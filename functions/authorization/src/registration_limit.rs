//! Limits of registrations, per merchant and per source network.

use crate::Services;
use crate::request_limits::RequestLimits;
use wallet_core::auth::{MerchantId, Quota};
use wallet_core::ports::throttle::{Bucket, BucketKey, Take};
use wallet_http::{ApiError, ErrorCode};

/// The names of the limits in the response headers.
const NETWORK_LIMIT: &str = "registrations-from-network";
const MERCHANT_LIMIT: &str = "registrations-by-merchant";

/// Takes a registration out of every applicable bucket, beginning with short periods: a bucket with a short period
/// fills again soon if a later bucket is empty.
pub(crate) async fn take(services: &Services, limits: &RequestLimits, merchant: &MerchantId) -> Result<(), ApiError> {
    let from_network = BucketKey::RegistrationsFrom(limits.source);
    let quota = services.quotas.registrations_per_network;
    take_one(services, limits, NETWORK_LIMIT, from_network, quota).await?;
    for quota in &services.quotas.registrations_per_merchant.0 {
        let by_merchant = BucketKey::RegistrationsBy(merchant.clone());
        take_one(services, limits, MERCHANT_LIMIT, by_merchant, *quota).await?;
    }
    Ok(())
}

async fn take_one(
    services: &Services,
    limits: &RequestLimits,
    name: &'static str,
    key: BucketKey,
    quota: Quota,
) -> Result<(), ApiError> {
    let take = services
        .throttle
        .take(&Bucket { key, quota }, services.clock.now())
        .await?;
    let (Take::Taken(level) | Take::Empty(level)) = take;
    limits.report(name, quota, level);
    match take {
        Take::Taken(_) => Ok(()),
        Take::Empty(level) => {
            let message = "Too many registrations; retry after the time in Retry-After.";
            Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(level.next_in))
        }
    }
}
