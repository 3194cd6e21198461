/** The devices that are signed in to the account. Each has a session, which this device can end. */
import { type AccountSession, accountSessions, endSession } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { displayDate } from "../../chain-view.js";
import { AccountProblem } from "../../parts/AccountProblem.js";
import { Spinner, useWork } from "../../parts/forms.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, client } from "../../state.js";

export function DevicesPage() {
  const [sessions, setSessions] = useState<AccountSession[]>();
  const { busy, error, run } = useWork();
  const load = async () => setSessions(await accountSessions(client()));
  useEffect(() => void run(load), []);
  const end = (ended: AccountSession[]) =>
    run(async () => {
      for (const { id } of ended) await endSession(client(), id);
      await load();
      announcement.value = ended.length === 1 ? `${nameOf(ended[0]!)} is signed out` : "All other devices are signed out";
    });
  const own = sessions?.filter(({ current }) => current) ?? [];
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <SettingsPage title="Devices">
      <p>These devices are signed in to your account. A device that you do not know: end its session, and change the password.</p>
      {sessions === undefined && busy && <Spinner />}
      <AccountProblem error={error} />
      <ul class="rows devices">
        {[...own, ...others].map((session) => (
          <li class="row" key={session.id}>
            <span class="row-label">
              {nameOf(session)}
              <small>{session.current ? "This device" : `Last used ${displayDate(session.lastUsedAt)}`}</small>
              <small>Signed in {displayDate(session.createdAt)}</small>
            </span>
            {!session.current && (
              <button class="small" aria-label={`End the session of ${nameOf(session)}`} disabled={busy} onClick={() => void end([session])}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <button disabled={busy} onClick={() => void end(others)}>
          End all other sessions
        </button>
      )}
      {others.length > 0 && <p class="hint">A device whose session has ended can read balances for at most 10 more minutes. It never has your keys without the recovery phrase.</p>}
    </SettingsPage>
  );
}

const nameOf = ({ deviceName }: AccountSession): string => deviceName ?? "Unnamed device";
