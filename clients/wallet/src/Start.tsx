/** Chooses the screen: welcome, account, recovery phrase, locked, or the wallet. A browser loads the code of the wallet later. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { device, keys, route, sessionEnded } from "./page.js";
import { onDemand } from "./parts/onDemand.js";
import { Page } from "./parts/Page.js";
import { Toast } from "./parts/Toast.js";
import { Unlock } from "./screens/Unlock.js";
import { Welcome } from "./screens/Welcome.js";

const rare = () => import("./screens/rare.js");
const Account = onDemand(async () => (await rare()).Account, Page);
const Phrase = onDemand(async () => (await rare()).Phrase, Page);
const SignInAgain = onDemand(async () => (await rare()).SignInAgain, Page);
const App = onDemand(async () => (await import("./open.js")).App, Page);

export function Start() {
  return (
    <>
      <Screen />
      <Toast />
    </>
  );
}

function Screen() {
  // The way in which the account was opened decides the next step.
  const mode = useSignal<"create" | "restore">("create");
  const [first] = route.value;
  useEffect(() => {
    if (first === "create" || first === "restore") mode.value = first;
  }, [first]);
  if (device.value === undefined) {
    if (first === "create" || first === "restore") return <Account key={first} mode={first} />;
    return <Welcome />;
  }
  if (device.value.vault === undefined) return <Phrase mode={first === "restore" ? "restore" : mode.value} />;
  if (keys.value === undefined) return <Unlock />;
  if (sessionEnded.value) return <SignInAgain />;
  return <App />;
}
