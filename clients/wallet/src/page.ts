/** State of the first screens, without the code of the wallet: the stored device, whether the wallet is unlocked, the route, notices. */
import { computed, effect, signal } from "@preact/signals";
import { isWalletError, type Network } from "@wallet-cloud/client";
import type { HdWallet } from "@wallet-cloud/client/hd";
import { type Device, loadDevice, saveDevice } from "./device.js";

export const device = signal<Device | undefined>(loadDevice());
/** The keys, while the wallet is unlocked. */
export const keys = signal<HdWallet | undefined>(undefined);
/** True if the server ended the session: the user has to sign in again. */
export const sessionEnded = signal(false);

/** Notes an ended session, and passes every error on. */
export function noted(error: unknown): unknown {
  if (isWalletError(error) && error.kind === "session_ended") sessionEnded.value = true;
  return error;
}

/** A text for screen readers, also shown for a short time. */
export const announcement = signal("");
let announcedAt = 0;

const parseRoute = () => location.hash.replace(/^#\/?/, "").split("/").filter((part) => part !== "");
/** The parts of the address after `#`: `#/btc/send` is `["btc", "send"]`. */
export const route = signal<string[]>(parseRoute());
addEventListener("hashchange", () => {
  route.value = parseRoute();
  // A notice of the action that opened this screen remains; an older one would cover its controls.
  if (Date.now() - announcedAt > 500) announcement.value = "";
});

export const go = (...parts: string[]): void => {
  location.hash = `#/${parts.join("/")}`;
};

export const network = computed<Network>(() => device.value?.network ?? "testnet");

/** Returns the device as another tab of this account may have changed it. */
export function storedDevice(): Device | undefined {
  const stored = loadDevice();
  return stored !== undefined && stored.tokenId === device.value?.tokenId ? stored : device.value;
}

/** Changes the stored device, with what another tab has changed since. */
export function update(change: Partial<Device>): void {
  const current = storedDevice();
  if (current === undefined) return;
  const changed = { ...current, ...change };
  saveDevice(changed);
  device.value = changed;
}

effect(() => {
  if (announcement.value === "") return;
  announcedAt = Date.now();
  const timer = setTimeout(() => (announcement.value = ""), 4000);
  return () => clearTimeout(timer);
});
