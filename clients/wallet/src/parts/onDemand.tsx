/** Screens with code that a browser loads when they open. */
import { type ComponentType, Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Problem, Spinner, useWork } from "./forms.js";

/** The version after which this tab has reloaded itself. */
const RELOADED = "wallet-page:reloaded";

/** Returns true if the server has another version of the page, for which this tab has not reloaded itself yet, and reloads. */
async function reloadIfOutdated(): Promise<boolean> {
  const [folder] = /\/wallet\/[0-9a-f]{16}\//.exec(await (await fetch("/wallet")).text()) ?? [];
  if (folder === undefined || import.meta.url.includes(folder) || sessionStorage.getItem(RELOADED) === folder) return false;
  sessionStorage.setItem(RELOADED, folder);
  location.reload();
  return true;
}

/** Loads code. A tab that stayed open during an update may not find its files any more: the tab reloads itself, once for a version. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (problem) {
    if (await reloadIfOutdated().catch(() => false)) return new Promise(() => undefined);
    throw problem;
  }
}

/**
 * Returns the screen that `load` imports. While the import fails, for example offline, it has a button to try again. `Frame` surrounds
 * what is shown before.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, Frame: ComponentType = Fragment): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [Screen, setScreen] = useState(() => loaded);
    const { error, run } = useWork();
    const open = () =>
      run(async () => {
        loaded = await loadCode(load);
        setScreen(() => loaded);
      });
    useEffect(() => {
      if (Screen === undefined) void open();
    }, []);
    if (Screen !== undefined) return <Screen {...props} />;
    return (
      <Frame>
        {error === undefined ? (
          <p class="status" role="status">
            <Spinner />
            Loading…
          </p>
        ) : (
          <Problem text={messageOf(error)}>
            <button onClick={() => void open()}>Try again</button>
          </Problem>
        )}
      </Frame>
    );
  };
}
