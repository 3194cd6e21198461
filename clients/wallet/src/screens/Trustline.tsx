/** Adds an asset to the Stellar account: a trustline. The asset is chosen from the list, or entered with its issuer. */
import { prepareTrustline, type XlmAsset } from "@wallet-cloud/client";
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { short } from "../chain-view.js";
import { type Holding, loadChain, stateOf } from "../holdings.js";
import { errorsOf } from "../messages.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Submit, useWork } from "../parts/forms.js";
import { AssetIcon } from "../parts/icons.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, client, ed25519, network } from "../state.js";
import type { Ready } from "../unsettled.js";
import { watchAsset } from "../watched.js";
import { idOf, type ListedAsset, listedAsset, loadListedAssets, search } from "../xlm-assets.js";

const FIELDS = ["asset.code", "asset.issuer"] as const;

/** Returns the code and the issuer of an id. */
function parseId(id: string): XlmAsset {
  const [code = "", issuer = ""] = id.split("-");
  return { code, issuer };
}

/** `id` names the asset to add, for example of a swap. */
export function TrustlineScreen({ id = "" }: { id?: string | undefined }) {
  const { holdings } = stateOf("xlm");
  const [entered, setEntered] = useState(() => parseId(id));
  const [chosen, setChosen] = useState<XlmAsset>();
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, error, setError, run } = work;
  const { at } = errorsOf(error, FIELDS);
  useEffect(() => {
    if (holdings.length === 0) void loadChain("xlm").catch(() => undefined);
    void loadListedAssets().catch(() => undefined);
  }, []);
  const submit = (asset: XlmAsset, given: Consent = {}) =>
    run(async () => {
      setChosen(asset);
      // Before the payment: an asset that another device added appears, too.
      watchAsset(asset);
      const prepared = await prepareTrustline(client(), { publicKey: account("xlm").publicKey, asset, maxFee: given.maxFee });
      setReady({ prepared, sign: () => prepared.sign(ed25519()) });
    }, given);
  if (ready !== undefined && chosen !== undefined) {
    return <SignAndSend chain="xlm" holding={holdingOf(chosen)} ready={ready} onBack={() => setReady(undefined)} title={`Add ${chosen.code}`} />;
  }
  const enter = (part: Partial<XlmAsset>) => {
    setEntered((current) => ({ ...current, ...part }));
    setError(undefined);
  };
  return (
    <>
      <ScreenHeader above="xlm">Add an asset</ScreenHeader>
      <p>You receive an asset only after you have added it. Each one reserves 0.5 XLM of your account.</p>
      <AssetList isBusy={busy} text={entered.code} isHeld={(asset) => holdings.some((holding) => holding.id === idOf(asset))} onChoose={(asset) => void submit(asset)} />
      <details class="other" open={id !== "" && listedAsset(id) === undefined}>
        <summary>Another asset</summary>
        <Form onSubmit={() => void submit({ code: entered.code.trim(), issuer: entered.issuer.trim() })}>
          <p class="hint">Everyone can issue an asset with any code. Compare the issuer with a source that you trust.</p>
          <Field label="Asset code" name="code" required value={entered.code} onValue={(code) => enter({ code })} hint="For example USDC" error={at["asset.code"]} />
          <Field label="Issuer" name="issuer" wraps required value={entered.issuer} onValue={(issuer) => enter({ issuer })} hint="The account that issues the asset: G…" error={at["asset.issuer"]} />
          <Submit busy={busy}>Review</Submit>
        </Form>
      </details>
      <ConsentProblem chain="xlm" work={work} onConsent={(given) => chosen && void submit(chosen, given)} fields={FIELDS} />
    </>
  );
}

/** Returns an asset without a balance. */
function holdingOf({ code, issuer }: XlmAsset): Holding {
  const name = listedAsset(idOf({ code, issuer }))?.name ?? code;
  return { id: idOf({ code, issuer }), asset: { kind: "xlm-asset", chain: "xlm", code, issuer }, name, ticker: code, decimals: 7, amount: 0n, spendable: 0n };
}

/** Returns a domain that breaks before its points. */
const breakable = (domain: string) =>
  domain.split(".").map((part, index) => (index === 0 ? part : <Fragment key={index}><wbr />.{part}</Fragment>));

interface ListProps {
  text: string;
  isBusy: boolean;
  isHeld: (asset: ListedAsset) => boolean;
  onChoose: (asset: XlmAsset) => void;
}

/** The listed assets that contain the searched text, with the domains of their issuers. */
function AssetList({ text, isBusy, isHeld, onChoose }: ListProps) {
  const [wanted, setWanted] = useState(text);
  const found = search(wanted);
  return (
    <section aria-label="Listed assets">
      <Field label="Search" name="asset-search" value={wanted} onValue={setWanted} hint={network.value === "testnet" ? "The list is that of the live network: on a test network, an issuer may not exist." : "Code, name or home domain of the issuer"} />
      <ul class="chains tokens">
        {found.map((asset) => (
          <li key={idOf(asset)}>
            <button type="button" class="asset" disabled={isBusy || isHeld(asset)} onClick={() => onChoose({ code: asset.code, issuer: asset.issuer })}>
              <AssetIcon holding={holdingOf(asset)} />
              <span class="name">
                <strong>{asset.code}</strong>
                <small>{asset.name}</small>
              </span>
              <span class="amount">
                <strong>{asset.homeDomain ? breakable(asset.homeDomain) : short(asset.issuer, 4)}</strong>
                <small>{isHeld(asset) ? "Added" : short(asset.issuer, 4)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="hint">No listed asset. Enter its code and issuer below.</p>}
    </section>
  );
}
