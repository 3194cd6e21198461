/** What a browser loads to open the wallet: the keys, the client, the overview and the chains. */
import { effect } from "@preact/signals";
import { followed } from "./follow.js";
import { startLock } from "./lock.js";
import { noted } from "./state.js";
import { PUSH_CHANGED } from "./worker-data.js";

export { App } from "./App.js";
export { forget, unlock } from "./state.js";

startLock();

/** Lets new subscriptions push to this browser, if it has a service worker. */
async function renewPush(): Promise<void> {
  if (followed.value.size === 0 || (await navigator.serviceWorker?.getRegistration("/wallet")) === undefined) return;
  await (await import("./screens/rare.js")).renewPush().catch(noted);
}

effect(() => void renewPush());
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === PUSH_CHANGED) void renewPush();
});
