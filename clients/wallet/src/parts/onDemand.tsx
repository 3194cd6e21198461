/** Screens with code that a browser loads when they open. */
import { type ComponentType, Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Problem, Spinner, useWork } from "./forms.js";

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
        loaded = await load();
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
