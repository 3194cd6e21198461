/** Chooses the screen: welcome, account, recovery phrase, locked, or the wallet. */
import { useSignal } from "@preact/signals";
import { isEthLike } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "./messages.js";
import { Heading, Problem, Spinner, useWork } from "./parts/forms.js";
import { onDemand } from "./parts/onDemand.js";
import { Toast } from "./parts/Toast.js";
import { ChainScreen } from "./screens/Chain.js";
import { Overview } from "./screens/Overview.js";
import { PaymentScreen } from "./screens/Payment.js";
import { ReceiveScreen } from "./screens/Receive.js";
import { Unlock } from "./screens/Unlock.js";
import { Welcome } from "./screens/Welcome.js";
import { chains, chainView, device, isChain, keys, loadChains, network, noted, route, sessionEnded } from "./state.js";

/** A page that loads, without the panes of the wallet. */
const Page = ({ children }: { children?: ComponentChildren }) => (
  <main class="card narrow">
    <Heading>Wallet</Heading>
    {children}
  </main>
);

const rare = () => import("./screens/rare.js");
const Account = onDemand(async () => (await rare()).Account, Page);
const ApprovalScreen = onDemand(async () => (await rare()).ApprovalScreen);
const BumpScreen = onDemand(async () => (await rare()).BumpScreen);
const FaucetScreen = onDemand(async () => (await rare()).FaucetScreen);
const MessageScreen = onDemand(async () => (await rare()).MessageScreen);
const Phrase = onDemand(async () => (await rare()).Phrase, Page);
const SendScreen = onDemand(async () => (await rare()).SendScreen);
const Settings = onDemand(async () => (await rare()).Settings);
const SignInAgain = onDemand(async () => (await rare()).SignInAgain, Page);
const SwapScreen = onDemand(async () => (await rare()).SwapScreen);
const TokenScreen = onDemand(async () => (await rare()).TokenScreen);
const TrustlineScreen = onDemand(async () => (await rare()).TrustlineScreen);
const WatchScreen = onDemand(async () => (await rare()).WatchScreen);

export function App() {
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
  return <Chains />;
}

/** Loads the chain list. The wallet opens with the stored one, if there is one. */
function Chains() {
  const { busy, error, run } = useWork();
  const load = () =>
    run(() =>
      loadChains().catch((problem: unknown) => {
        throw noted(problem);
      }),
    );
  useEffect(() => void load(), []);
  if (chains.value.length > 0) return <Wallet />;
  return (
    <Page>
      {busy && (
        <p class="status" role="status">
          <Spinner />
          Loading the chains…
        </p>
      )}
      <Problem text={error === undefined ? undefined : messageOf(error)}>
        <button onClick={() => void load()}>Try again</button>
      </Problem>
    </Page>
  );
}

/** The list of chains beside the selected one; on phones one of the two. */
function Wallet() {
  const [name, page, detail, option] = route.value;
  const hasDetail = name !== undefined;
  useEffect(() => {
    document.title = isChain(name) ? `${chainView(name).name} · Wallet` : "Wallet";
    scrollTo(0, 0);
  }, [route.value.join("/")]);
  return (
    <main class={`panes${hasDetail ? " detail" : ""}`}>
      <Overview />
      <div class="pane" id="detail">
        <Detail name={name} page={page} detail={detail} option={option} />
      </div>
    </main>
  );
}

type Part = string | undefined;

function Detail({ name, page, detail, option }: { name: Part; page: Part; detail: Part; option: Part }) {
  if (name === "settings") return <Settings page={page} />;
  if (name === "watch") return <WatchScreen key={`${network.value}/${page}`} id={page} />;
  if (!isChain(name)) {
    return (
      <div class="empty">
        <h2>Choose a chain</h2>
        <p>Its balance, history and payments appear here.</p>
      </div>
    );
  }
  // Nothing of a form or review is kept when the network changes.
  const key = `${network.value}/${name}/${page}/${detail}`;
  switch (page) {
    case "receive":
      return <ReceiveScreen key={key} chain={name} />;
    case "send":
      return <SendScreen key={key} chain={name} assetId={detail === undefined ? "" : decodeURIComponent(detail)} />;
    case "sent":
      return <PaymentScreen key={key} chain={name} txid={detail ?? ""} />;
    case "faucet":
      return <FaucetScreen key={key} chain={name} />;
    case "token":
      return isEthLike(name) ? <TokenScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "trustline":
      return <TrustlineScreen key={key} id={detail === undefined ? undefined : decodeURIComponent(detail)} />;
    case "bump":
      return <BumpScreen key={`${key}/${option}`} chain={name} txid={detail ?? ""} purpose={option === "cancel" ? "cancel" : "speed-up"} />;
    case "message":
      return isEthLike(name) ? <MessageScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "approvals":
      return isEthLike(name) ? <ApprovalScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "swap":
      return <SwapScreen key={key} />;
    default:
      return <ChainScreen key={`${network.value}/${name}`} chain={name} />;
  }
}
