/** The time after which the wallet locks itself. */
import { LOCK_MINUTES, lockMinutes } from "../../lock.js";
import { Choices } from "../../parts/Choices.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, lock, update } from "../../state.js";

export const minutesText = (minutes: number): string => (minutes === 1 ? "1 minute" : minutes === 60 ? "1 hour" : `${minutes} minutes`);

export function LockPage() {
  const choose = (minutes: number) => {
    update({ lockMinutes: minutes });
    announcement.value = `The wallet locks after ${minutesText(minutes)}`;
  };
  return (
    <SettingsPage title="Auto-lock">
      <p>Without input for this time, the wallet forgets the keys until you enter the passphrase: in all tabs, and also while the computer sleeps.</p>
      <Choices label="Lock after" options={LOCK_MINUTES.map((value) => ({ value, label: minutesText(value) }))} value={lockMinutes.value} onChoose={choose} />
      <button onClick={lock}>Lock now</button>
    </SettingsPage>
  );
}
