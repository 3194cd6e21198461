/** Settings: a list of groups, in which each row shows the current value and opens a page. */
import { accountSessions, secondFactor } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { contacts } from "../contacts.js";
import { lockMinutes } from "../lock.js";
import { Icon } from "../parts/icons.js";
import { PushSwitch } from "../parts/PushSwitch.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { currency } from "../prices.js";
import { client, device, forget } from "../state.js";
import { ContactsPage } from "./settings/Contacts.js";
import { CurrencyPage } from "./settings/Currency.js";
import { DevicesPage } from "./settings/Devices.js";
import { ExportPage } from "./settings/Export.js";
import { FactorPage } from "./settings/Factor.js";
import { LockPage, minutesText } from "./settings/Lock.js";
import { PassphrasePage } from "./settings/Passphrase.js";
import { PasswordPage } from "./settings/Password.js";
import { PhrasePage } from "./settings/PhrasePage.js";

const canPush = "PushManager" in globalThis && "serviceWorker" in navigator;

const PAGES = { lock: LockPage, passphrase: PassphrasePage, phrase: PhrasePage, export: ExportPage, password: PasswordPage, factor: FactorPage, devices: DevicesPage, contacts: ContactsPage, currency: CurrencyPage };

type PageName = keyof typeof PAGES;

const isPage = (name: string | undefined): name is PageName => name !== undefined && Object.hasOwn(PAGES, name);

export function Settings({ page }: { page: string | undefined }) {
  if (!isPage(page)) return <SettingsList />;
  const Page = PAGES[page];
  return <Page key={page} />;
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="rows">{children}</ul>
    </section>
  );
}

function Row({ page, label, value }: { page: PageName; label: string; value?: string | undefined }) {
  return (
    <li>
      <a href={`#/settings/${page}`}>
        <span class="row-label">{label}</span>
        {value !== undefined && <span class="row-value">{value}</span>}
        <Icon name="next" />
      </a>
    </li>
  );
}

/** Values of the account, without those that the server does not return. */
function useAccount() {
  const [factor, setFactor] = useState<string>();
  const [devices, setDevices] = useState<string>();
  useEffect(() => {
    void secondFactor(client()).then(({ active }) => setFactor(active ? "On" : "Off"), () => undefined);
    void accountSessions(client()).then((sessions) => setDevices(String(sessions.length)), () => undefined);
  }, []);
  return { factor, devices };
}

function SettingsList() {
  const { factor, devices } = useAccount();
  return (
    <>
      <ScreenHeader>Settings</ScreenHeader>
      <p class="hint">
        Signed in as <strong>{device.value?.username}</strong>. On another device, sign in with this account and enter the recovery phrase.
      </p>
      <Group title="This device">
        <Row page="lock" label="Auto-lock" value={minutesText(lockMinutes.value)} />
        <Row page="passphrase" label="Passphrase" />
        <Row page="phrase" label="Recovery phrase" />
        <Row page="export" label="Private keys" />
      </Group>
      <Group title="Account">
        <Row page="password" label="Password" />
        <Row page="factor" label="Second factor" value={factor} />
        <Row page="devices" label="Devices" value={devices} />
      </Group>
      <Group title="Preferences">
        <Row page="contacts" label="Address book" value={contacts.value === undefined ? undefined : String(contacts.value.length)} />
        <Row page="currency" label="Currency" value={currency.value.toUpperCase()} />
      </Group>
      {canPush && <PushSwitch />}
      <SignOut />
    </>
  );
}

function SignOut() {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section aria-labelledby="remove">
      <h2 id="remove">Sign out</h2>
      <p class="hint">Ends the session and removes the keys from this browser. You need the recovery phrase to restore them.</p>
      {isRemoving ? (
        <div class="buttons">
          <button onClick={() => setRemoving(false)}>Cancel</button>
          <button class="danger" onClick={() => void forget()}>
            Remove the wallet from this browser
          </button>
        </div>
      ) : (
        <button onClick={() => setRemoving(true)}>Sign out…</button>
      )}
    </section>
  );
}
