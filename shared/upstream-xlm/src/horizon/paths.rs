//! Paths of payments: `/paths/strict-send` and `/paths/strict-receive`.

use super::Horizon;
use super::fields::Fields;
use super::page::Page;
use reqwest::Url;
use serde_json::{Map, Value};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::operation::PositiveStroops;
use wallet_xlm::{Asset, AssetCode, PathQuery, PaymentPath, Stroops};

/// Maximum number of paths that are read. Horizon returns five for each pair of assets.
const MAX_PATHS: u32 = 1000;

/// Path record.
pub(super) type WirePath = Map<String, Value>;

impl Horizon {
    /// Returns the paths for a payment in the order of the server.
    pub(crate) async fn paths(&self, query: PathQuery, deadline: Deadline) -> Result<Vec<PaymentPath>, Failure> {
        let page: Page<WirePath> = self.get(self.paths_url(query), deadline).await?;
        let records = page.records(MAX_PATHS)?;
        records
            .iter()
            .map(|record| decode_as_requested(record, query))
            .collect()
    }

    fn paths_url(&self, query: PathQuery) -> Url {
        match query {
            PathQuery::StrictSend { source, amount, to } => {
                let mut url = self.endpoint.url(&["paths", "strict-send"]);
                append_asset(&mut url, "source", &source);
                append_amount(&mut url, "source_amount", amount);
                url.query_pairs_mut()
                    .append_pair("destination_account", &to.to_string());
                url
            }
            PathQuery::StrictReceive {
                from,
                destination,
                amount,
            } => {
                let mut url = self.endpoint.url(&["paths", "strict-receive"]);
                append_asset(&mut url, "destination", &destination);
                append_amount(&mut url, "destination_amount", amount);
                url.query_pairs_mut().append_pair("source_account", &from.to_string());
                url
            }
        }
    }
}

/// Appends the asset at one end of an exchange.
pub(super) fn append_asset(url: &mut Url, end: &str, asset: &Asset) {
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair(&format!("{end}_asset_type"), asset_type(asset));
    if let Asset::Credit(credit) = asset {
        pairs.append_pair(&format!("{end}_asset_code"), credit.code.as_str());
        pairs.append_pair(&format!("{end}_asset_issuer"), &credit.issuer.to_string());
    }
}

fn append_amount(url: &mut Url, name: &str, amount: PositiveStroops) {
    // A positive amount is a valid number of stroops.
    let amount = Stroops::new(amount.get()).unwrap_or_default();
    url.query_pairs_mut().append_pair(name, &amount.to_units());
}

/// Returns the name of the type of an asset.
fn asset_type(asset: &Asset) -> &'static str {
    let is_short = |code: &AssetCode| code.as_str().len() <= 4;
    match asset {
        Asset::Native => "native",
        Asset::Credit(credit) if is_short(&credit.code) => "credit_alphanum4",
        Asset::Credit(_) => "credit_alphanum12",
    }
}

fn decode_as_requested(record: &WirePath, query: PathQuery) -> Result<PaymentPath, Failure> {
    let path = decode(record)?;
    if query.accepts(&path) {
        Ok(path)
    } else {
        Err(Failure::unusable("path does not match the request"))
    }
}

/// Decodes a path.
pub(super) fn decode(record: &WirePath) -> Result<PaymentPath, Failure> {
    let fields = Fields(record);
    let between = fields.objects("path")?.into_iter().map(|asset| asset.asset(""));
    Ok(PaymentPath {
        source_asset: fields.asset("source_")?,
        source_amount: fields.amount("source_amount")?,
        destination_asset: fields.asset("destination_")?,
        destination_amount: fields.amount("destination_amount")?,
        path: between.collect::<Result<_, _>>()?,
    })
}
