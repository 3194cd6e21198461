//! Accounts: `/accounts/{id}`.

use super::fields::{amount, asset, read};
use super::{Horizon, Lookup, rejected};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures::future::try_join;
use serde::Deserialize;
use std::collections::HashMap;
use wallet_upstream::{Deadline, Failure, Kind};
use wallet_xlm::history::AccountFacts;
use wallet_xlm::operation::{DataName, HomeDomain};
use wallet_xlm::{
    Account, AccountFlags, AccountId, AccountSettings, Asset, Holding, Stroops, Thresholds, TrustLine, TrustlineAsset,
    WeightedSigner,
};

#[derive(Debug, Deserialize)]
pub(super) struct WireAccount {
    account_id: String,
    sequence: String,
    subentry_count: u32,
    #[serde(default)]
    num_sponsoring: u32,
    #[serde(default)]
    num_sponsored: u32,
    sponsor: Option<String>,
    /// The ledger and the Unix time of the sequence number, absent for an account that was not used since protocol 19.
    sequence_ledger: Option<u32>,
    sequence_time: Option<String>,
    #[serde(default)]
    last_modified_ledger: u32,
    balances: Vec<WireBalance>,
    signers: Vec<WireSigner>,
    thresholds: WireThresholds,
    flags: WireFlags,
    #[serde(default)]
    home_domain: String,
    /// Base64 values by name.
    #[serde(default)]
    data: HashMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct WireBalance {
    balance: String,
    limit: Option<String>,
    buying_liabilities: Option<String>,
    selling_liabilities: Option<String>,
    sponsor: Option<String>,
    #[serde(default)]
    is_authorized: bool,
    #[serde(default)]
    is_authorized_to_maintain_liabilities: bool,
    /// Present only if true.
    #[serde(default)]
    is_clawback_enabled: bool,
    asset_type: String,
    asset_code: Option<String>,
    asset_issuer: Option<String>,
    liquidity_pool_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WireSigner {
    key: String,
    weight: u32,
    sponsor: Option<String>,
}

/// Data entry that requires memos, with the base64 of the value `1` (SEP-29).
const MEMO_REQUIRED: (&str, &str) = ("config.memo_required", "MQ==");

impl Horizon {
    /// Returns an account as of the latest ledger, `None` if not found.
    pub(crate) async fn account(&self, id: AccountId, deadline: Deadline) -> Result<Option<Account>, Failure> {
        let account = self.wire_account(id, deadline).await?;
        account.map(|account| account.decode(id)).transpose()
    }

    async fn wire_account(&self, id: AccountId, deadline: Deadline) -> Result<Option<WireAccount>, Failure> {
        let url = self.endpoint.url(&["accounts", &id.to_string()]);
        match self.seek(url, deadline).await? {
            Lookup::Found(account) => Ok(Some(account)),
            Lookup::Missing => Ok(None),
            Lookup::BeforeHistory => Err(rejected("an account before history")),
        }
    }

    /// Requests the account and the latest ledger concurrently.
    pub(crate) async fn account_facts(&self, id: AccountId, deadline: Deadline) -> Result<AccountFacts, Failure> {
        let requests = try_join(self.ledger(deadline), self.wire_account(id, deadline));
        let (mut ledger, account) = requests.await?;
        if let Some(account) = &account {
            // The ledger is cached for a while, and the account may have changed since.
            ledger.sequence = ledger.sequence.max(account.last_modified_ledger);
        }
        Ok(AccountFacts {
            upstream: Kind::Horizon.name(),
            ledger,
            lacks_rows: account.as_ref().is_some_and(WireAccount::has_unknown_balances),
            account: account.map(|account| account.decode(id)).transpose()?,
        })
    }
}

impl WireAccount {
    /// Returns true if a balance is of an unknown kind.
    fn has_unknown_balances(&self) -> bool {
        self.balances.iter().any(|balance| !balance.has_known_kind())
    }

    /// Decodes the account and checks the account id against the request.
    pub(super) fn decode(&self, requested: AccountId) -> Result<Account, Failure> {
        if read::<AccountId>("account_id", &self.account_id)? != requested {
            return Err(Failure::unusable("account_id does not match the request"));
        }
        let sequence: i64 = read("sequence", &self.sequence)?;
        if sequence < 0 {
            return Err(Failure::unusable("sequence: must not be negative"));
        }
        let native = self.balances.iter().find(|balance| balance.asset_type == "native");
        let native = native.ok_or_else(|| Failure::unusable("an account without lumens"))?;
        let lines = self.balances.iter().filter_map(|balance| balance.line().transpose());
        let signers: Vec<_> = self.signers.iter().filter_map(WireSigner::decode).collect();
        let mut settings = decode_settings(self.thresholds, self.flags, &self.home_domain, &self.data);
        settings.lacks_entries |= signers.len() < self.signers.len();
        settings.sponsor = self.sponsor.as_deref().and_then(|sponsor| sponsor.parse().ok());
        let time = self.sequence_time.as_deref().and_then(|time| time.parse().ok());
        settings.sequence_set = self.sequence_ledger.zip(time);
        let (name, value) = MEMO_REQUIRED;
        Ok(Account {
            id: requested,
            sequence,
            subentries: self.subentry_count,
            sponsoring: self.num_sponsoring,
            sponsored: self.num_sponsored,
            is_sponsored: self.sponsor.is_some(),
            native: native.holding()?,
            lines: lines.collect::<Result<_, _>>()?,
            signers,
            requires_memo: self.data.get(name).is_some_and(|set| set == value),
            settings,
        })
    }
}

impl WireBalance {
    fn holding(&self) -> Result<Holding, Failure> {
        // Pool shares have no liabilities.
        let liabilities = |field: &str, text: &Option<String>| {
            let text = text.as_deref();
            text.map_or(Ok(Stroops::default()), |text| amount(field, text))
        };
        Ok(Holding {
            balance: amount("balance", &self.balance)?,
            buying_liabilities: liabilities("buying_liabilities", &self.buying_liabilities)?,
            selling_liabilities: liabilities("selling_liabilities", &self.selling_liabilities)?,
        })
    }

    fn has_known_kind(&self) -> bool {
        matches!(
            self.asset_type.as_str(),
            "native" | "credit_alphanum4" | "credit_alphanum12" | "liquidity_pool_shares"
        )
    }

    /// Returns the trustline, `None` for lumens and unknown asset types.
    fn line(&self) -> Result<Option<TrustLine>, Failure> {
        let Some(held) = self.held()? else { return Ok(None) };
        let (limit, sponsor) = (self.limit.as_deref(), self.sponsor.as_deref());
        Ok(Some(TrustLine {
            asset: held,
            holding: self.holding()?,
            limit: limit.map_or(Ok(Stroops::MAX), |limit| amount("limit", limit))?,
            is_authorized: self.is_authorized,
            may_maintain_liabilities: self.is_authorized || self.is_authorized_to_maintain_liabilities,
            has_clawback: self.is_clawback_enabled,
            sponsor: sponsor.map(|sponsor| read("sponsor", sponsor)).transpose()?,
        }))
    }

    fn held(&self) -> Result<Option<TrustlineAsset>, Failure> {
        match self.asset_type.as_str() {
            "liquidity_pool_shares" => {
                let pool = self.liquidity_pool_id.as_deref().unwrap_or_default();
                Ok(Some(TrustlineAsset::PoolShares(read("liquidity_pool_id", pool)?)))
            }
            kind @ ("credit_alphanum4" | "credit_alphanum12") => {
                match asset(kind, self.asset_code.as_deref(), self.asset_issuer.as_deref())? {
                    Asset::Credit(credit) => Ok(Some(TrustlineAsset::Credit(credit))),
                    Asset::Native => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
}

impl WireSigner {
    /// Returns `None` for an unknown signer type and an unreadable sponsor.
    fn decode(&self) -> Option<WeightedSigner> {
        Some(WeightedSigner {
            key: self.key.parse().ok()?,
            weight: self.weight,
            sponsor: self.sponsor.as_deref().map(str::parse).transpose().ok()?,
        })
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "names of Horizon")]
pub(super) struct WireThresholds {
    low_threshold: u8,
    med_threshold: u8,
    high_threshold: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the protocol")]
pub(super) struct WireFlags {
    auth_required: bool,
    auth_revocable: bool,
    #[serde(default)]
    auth_immutable: bool,
    #[serde(default)]
    auth_clawback_enabled: bool,
}

/// Maximum size of the value of a data entry in bytes.
const MAX_VALUE: usize = 64;

/// Decodes the settings; unreadable entries are omitted, since they must not hide the account, on which payments
/// depend. `data` contains base64 values by name.
pub(super) fn decode_settings(
    thresholds: WireThresholds,
    flags: WireFlags,
    home_domain: &str,
    data: &HashMap<String, String>,
) -> AccountSettings {
    let domain: Option<HomeDomain> = home_domain.parse().ok();
    let entries = data.iter().filter_map(|(name, value)| entry(name, value));
    let readable: std::collections::BTreeMap<_, _> = entries.collect();
    AccountSettings {
        thresholds: Thresholds {
            low: thresholds.low_threshold,
            medium: thresholds.med_threshold,
            high: thresholds.high_threshold,
        },
        flags: AccountFlags {
            required: flags.auth_required,
            revocable: flags.auth_revocable,
            immutable: flags.auth_immutable,
            clawback_enabled: flags.auth_clawback_enabled,
        },
        lacks_entries: domain.is_none() || readable.len() < data.len(),
        home_domain: domain.filter(|_| !home_domain.is_empty()),
        data: readable,
        sponsor: None,
        sequence_set: None,
        unlisted: 0,
    }
}

/// Decodes a data entry, `None` if invalid for validators.
fn entry(name: &str, value: &str) -> Option<(DataName, Vec<u8>)> {
    let value = BASE64.decode(value).ok().filter(|value| value.len() <= MAX_VALUE)?;
    Some((name.parse().ok()?, value))
}
