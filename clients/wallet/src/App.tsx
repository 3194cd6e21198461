/** The unlocked wallet: the list of chains and the selected screen. */
import { isEthLike } from "@wallet-cloud/client";
import { useEffect } from "preact/hooks";
import { messageOf } from "./messages.js";
import { Problem, Spinner, useWork } from "./parts/forms.js";
import { onDemand } from "./parts/onDemand.js";
import { Page } from "./parts/Page.js";
import { ChainScreen } from "./screens/Chain.js";
import { Overview } from "./screens/Overview.js";
import { chains, chainView, isChain, loadChains, network, route } from "./state.js";

const pay = () => import("./screens/pay.js");
const PaymentScreen = onDemand(async () => (await pay()).PaymentScreen);
const ReceiveScreen = onDemand(async () => (await pay()).ReceiveScreen);
const SendScreen = onDemand(async () => (await pay()).SendScreen);

const rare = () => import("./screens/rare.js");
const ApprovalScreen = onDemand(async () => (await rare()).ApprovalScreen);
const BumpScreen = onDemand(async () => (await rare()).BumpScreen);
const CallScreen = onDemand(async () => (await rare()).CallScreen);
const ClaimScreen = onDemand(async () => (await rare()).ClaimScreen);
const FaucetScreen = onDemand(async () => (await rare()).FaucetScreen);
const MessageScreen = onDemand(async () => (await rare()).MessageScreen);
const NftScreen = onDemand(async () => (await rare()).NftScreen);
const ReportScreen = onDemand(async () => (await rare()).ReportScreen);
const Settings = onDemand(async () => (await rare()).Settings);
const SwapScreen = onDemand(async () => (await rare()).SwapScreen);
const TokenScreen = onDemand(async () => (await rare()).TokenScreen);
const TrustlineScreen = onDemand(async () => (await rare()).TrustlineScreen);
const WatchScreen = onDemand(async () => (await rare()).WatchScreen);

/** Loads the chain list. The wallet opens with the stored one, if there is one. */
export function App() {
  const { busy, error, run } = useWork();
  const load = () =>
    run(loadChains);
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
      return isEthLike(name) || name === "xlm" ? <TokenScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "trustline":
      return <TrustlineScreen key={key} id={detail === undefined ? undefined : decodeURIComponent(detail)} />;
    case "bump":
      return <BumpScreen key={`${key}/${option}`} chain={name} txid={detail ?? ""} purpose={option === "cancel" ? "cancel" : "speed-up"} />;
    case "message":
      return isEthLike(name) ? <MessageScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "nfts":
      return isEthLike(name) ? <NftScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "approvals":
      return isEthLike(name) ? <ApprovalScreen key={key} chain={name} /> : <ChainScreen key={key} chain={name} />;
    case "reports":
      return <ReportScreen key={key} chain={name} />;
    case "call":
      return <CallScreen key={key} />;
    case "claim":
      return <ClaimScreen key={key} />;
    case "swap":
      return <SwapScreen key={key} />;
    default:
      return <ChainScreen key={`${network.value}/${name}`} chain={name} />;
  }
}
