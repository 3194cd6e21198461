/** The switch for notifications while the page is closed. */
import { useEffect, useId, useState } from "preact/hooks";
import { followed, limited } from "../follow.js";
import { messageOf } from "../messages.js";
import { isPushed, NotPermittedError, pushKey, startPush, stopPush } from "../push.js";
import { announcement } from "../state.js";
import { Problem, useWork } from "./forms.js";

/** Nothing without a key of the server, and while no events are received. */
export function PushSwitch() {
  const [key, setKey] = useState<string>();
  const [isOn, setOn] = useState(false);
  const { busy, error, run } = useWork();
  const hint = useId();
  const subscriptions = followed.value;
  const load = async () => {
    setKey(await pushKey());
    setOn(await isPushed());
  };
  useEffect(() => {
    if (subscriptions.size > 0) void run(load);
  }, [subscriptions]);
  if (key === undefined || subscriptions.size === 0) return null;
  const toggle = () =>
    run(async () => {
      await (isOn ? stopPush() : startPush(key));
      setOn(!isOn);
      announcement.value = `Notifications are ${isOn ? "off" : "on"}`;
    });
  return (
    <section aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <button class="switch" role="switch" aria-checked={isOn} aria-busy={busy} aria-describedby={hint} onClick={() => void toggle()}>
        Notify me when the wallet is closed
        <span aria-hidden="true" />
      </button>
      <p class="hint" id={hint}>
        This browser shows payments of this wallet and their confirmation. Only one browser of a wallet has notifications.
        {limited.value.size > 0 && ` The account has no subscription left for ${limited.value.size} of its chains and keys.`}
      </p>
      <Problem text={error === undefined ? undefined : textOf(error)} />
    </section>
  );
}

const textOf = (error: unknown) =>
  error instanceof NotPermittedError ? "The browser does not permit notifications of this page. Permit them in the settings of the browser." : messageOf(error);
