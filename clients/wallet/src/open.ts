/** What a browser loads to open the wallet: the keys, the client, the overview and the chains. */
import { effect } from "@preact/signals";
import { followed } from "./follow.js";
import { startKeeping } from "./last-state.js";
import { startLock } from "./lock.js";
import { noted } from "./state.js";
import { registerWorker, SCOPE } from "./worker.js";
import { PUSH_CHANGED } from "./worker-data.js";

export { App } from "./App.js";
export { forget, unlock } from "./state.js";

startLock();
startKeeping();
// The files of the page are stored, so that the page opens offline. Without the worker, the page works online.
if (navigator.serviceWorker !== undefined) void registerWorker().catch(() => undefined);

/** Lets new subscriptions push to this browser, if the browser has a subscription. */
async function renewPush(): Promise<void> {
  if (followed.value.size === 0) return;
  const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
  if (!(await registration?.pushManager?.getSubscription())) return;
  await (await import("./screens/rare.js")).renewPush().catch(noted);
}

effect(() => void renewPush());
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === PUSH_CHANGED) void renewPush();
});
