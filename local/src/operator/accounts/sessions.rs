//! `sessions list` and `sessions revoke-all`.

use super::{AccountKey, AccountManager, AccountsError, PERMISSION_TOKENS, date};
use crate::operator::Report;
use serde_json::{Value, json};
use std::cmp::Reverse;
use wallet_core::auth::{DeviceName, Permission};
use wallet_core::ports::sessions::Session;

impl AccountManager {
    /// Lists the sessions of an account, those used last first.
    pub async fn list_sessions(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let account = self.read(key).await?;
        let mut sessions = self.sessions.of_account(account.id, self.clock.now()).await?;
        sessions.sort_by_key(|session| (Reverse(session.last_used_at()), session.token_id));
        let lines: Vec<_> = sessions.iter().map(line).collect();
        let text = format!("{}{} sessions.", lines.concat(), sessions.len());
        Ok(Report::new(text, sessions.iter().map(item).collect()))
    }

    /// Ends all sessions, security tokens and device tokens of an account.
    pub async fn end_sessions(&self, key: &AccountKey) -> Result<Report, AccountsError> {
        let account = self.end_sessions_of(key, |account| account.disabled).await?;
        let (name, id) = (account.username.as_str(), account.id);
        let text = format!("All sessions of {name} ({id}) have ended. {PERMISSION_TOKENS}");
        Ok(Report::new(text, json!({ "id": id, "username": name })))
    }
}

fn line(session: &Session) -> String {
    format!(
        "{}  used {}  until {}  {}  {}\n",
        session.token_id,
        date(session.last_used_at()),
        date(session.ends_at()),
        permissions(session).join(","),
        session.device_name.as_ref().map_or("", DeviceName::as_str)
    )
}

fn item(session: &Session) -> Value {
    json!({
        "tokenId": session.token_id,
        "deviceName": session.device_name.as_ref().map(DeviceName::as_str),
        "permissions": permissions(session),
        "createdAt": session.created_at.as_secs(),
        "lastUsedAt": session.last_used_at().as_secs(),
        "expiresAt": session.ends_at().as_secs(),
    })
}

fn permissions(session: &Session) -> Vec<&'static str> {
    session.permissions.iter().map(Permission::name).collect()
}
