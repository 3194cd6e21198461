/** Locks the wallet after a time without input, in all tabs of the browser at once. */
import { computed, effect } from "@preact/signals";
import { loadInput, saveInput } from "./device.js";
import { device, keys, lock } from "./state.js";

/** The choices for the minutes without input. */
export const LOCK_MINUTES = [1, 5, 15, 30, 60] as const;
const DEFAULT_MINUTES = 5;

export const lockMinutes = computed(() => LOCK_MINUTES.find((minutes) => minutes === device.value?.lockMinutes) ?? DEFAULT_MINUTES);

/** Milliseconds by which the clock may have been set back since the last input. */
const TOLERANCE = 60_000;
/** Milliseconds between two checks, and between two stored inputs. */
const CHECK_INTERVAL = 5_000;
const STORE_INTERVAL = 1_000;

/**
 * Locks the wallet if the time without input in any tab is over. The clock is compared: the timers of a tab stop while the computer
 * sleeps, and browsers delay the timers of hidden tabs.
 */
function lockIfIdle(): void {
  const idle = Date.now() - loadInput();
  if (idle >= lockMinutes.value * 60_000 || idle < -TOLERANCE) lock();
}

function noteInput(): void {
  // The first input after a sleep comes before the timer, and must not prolong the time.
  lockIfIdle();
  if (keys.value !== undefined && Date.now() - loadInput() > STORE_INTERVAL) saveInput(Date.now());
}

const CHANNEL = "wallet-page:lock";

/** Observes inputs and the clock, and locks this tab together with the others. */
export function startLock(): void {
  // Before all other listeners.
  for (const type of ["pointerdown", "keydown", "wheel"]) addEventListener(type, noteInput, { capture: true, passive: true });
  for (const type of ["focus", "pageshow"]) addEventListener(type, lockIfIdle);
  for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, lockIfIdle);
  setInterval(lockIfIdle, CHECK_INTERVAL);
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.addEventListener("message", lock);
  let wasUnlocked = false;
  effect(() => {
    const isUnlocked = keys.value !== undefined;
    if (isUnlocked && !wasUnlocked) saveInput(Date.now());
    if (!isUnlocked && wasUnlocked) tabs.postMessage("locked");
    wasUnlocked = isUnlocked;
  });
}
