/** The reference wallet page of Wallet Cloud Services. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./App.js";
import { followed } from "./follow.js";
import { startLock } from "./lock.js";
import "./styles.css";
import { noted } from "./state.js";
import { PUSH_CHANGED } from "./worker-data.js";

startLock();
render(<App />, document.getElementById("app")!);

/** Lets new subscriptions push to this browser, if it has a service worker. */
async function renewPush(): Promise<void> {
  if (followed.value.size === 0 || (await navigator.serviceWorker?.getRegistration("/wallet")) === undefined) return;
  await (await import("./screens/rare.js")).renewPush().catch(noted);
}

effect(() => void renewPush());
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === PUSH_CHANGED) void renewPush();
});
