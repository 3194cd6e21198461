/** A swap of two assets of the Stellar account through the exchange of the network. */
import { dataOf, type FeeMode, formatAmount, InputError, isWalletError, prepareSwap, type XlmAsset, xlmPaths } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { amountError, parse } from "../amounts.js";
import { display } from "../chain-view.js";
import { type Holding, loadChain, stateOf } from "../holdings.js";
import { messageOf } from "../messages.js";
import { AssetChoice } from "../parts/AssetChoice.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, chainView, client, ed25519, network, noted } from "../state.js";
import type { Ready } from "../unsettled.js";
import { idOf, listedAsset, listedAssets, loadListedAssets } from "../xlm-assets.js";
import { timedModes } from "./Send.js";

/** Decimals of every asset on Stellar. */
const DECIMALS = 7;

/** The largest amount on Stellar in base units. */
const MAX_AMOUNT = 2n ** 63n - 1n;

/** The entry of the list for an asset that is neither held nor listed. */
const OTHER = "other";

const TOLERANCES = [
  { value: "50", label: "0.5 %" },
  { value: "100", label: "1 %" },
  { value: "300", label: "3 %" },
] as const;

type Tolerance = (typeof TOLERANCES)[number]["value"];

interface Draft {
  from: string;
  to: string;
  code: string;
  issuer: string;
  amount: string;
  /** The least amount to receive, if the server knows no rate. */
  minimum: string;
  tolerance: Tolerance;
  fee: FeeMode;
}

/** Why a swap is not possible. `trustline` leads to the screen that adds an asset. */
interface Obstacle {
  amount?: string;
  minimum?: string;
  code?: string;
  issuer?: string;
  asset?: string;
  trustline?: string;
}

export function SwapScreen() {
  // Tokens of contracts are not traded on the exchange of the ledger.
  const holdings = stateOf("xlm").holdings.filter(({ asset }) => asset.kind !== "xlm-token");
  const [draft, setDraft] = useState<Draft>({ from: "", to: "", code: "", issuer: "", amount: "", minimum: "", tolerance: "50", fee: "normal" });
  const [obstacle, setObstacle] = useState<Obstacle>({});
  const [ready, setReady] = useState<Ready>();
  const [isUnpriced, setUnpriced] = useState(false);
  const work = useWork();
  const { busy, setError, run } = work;
  useEffect(() => {
    if (holdings.length === 0) void loadChain("xlm").catch(() => undefined);
    void loadListedAssets().catch(() => undefined);
  }, []);
  const isUnindexed = stateOf("xlm").partial.includes("claimable-balances");
  useEffect(() => {
    // Without an index of the accounts there probably is none of the exchange.
    if (isUnindexed) findsPaths().then((isFound) => setUnpriced(!isFound), () => undefined);
  }, [isUnindexed]);
  const from = holdings.find(({ id }) => id === draft.from) ?? holdings[0];
  const targets = holdings.filter((item) => item !== from);
  const others = listedAssets.value.filter((asset) => !holdings.some(({ id }) => id === idOf(asset)));
  const chosen = draft.to === "" ? (targets[0]?.id ?? (others[0] && idOf(others[0])) ?? OTHER) : draft.to;
  const to = targets.find(({ id }) => id === chosen);
  const received = to === undefined ? (listedAsset(chosen) ?? entered(draft)) : issued(to);
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setObstacle({});
    setError(undefined);
  };

  const prepare = (sent: Holding, given: Consent) => {
    const found = { ...(isUnpriced ? checkMinimum(draft) : {}), ...check(draft, sent, to === undefined ? received : undefined, holdings) };
    setObstacle(found);
    if (Object.keys(found).length > 0) return;
    void run(async () => {
      try {
        setReady(await prepareDraft(draft, sent, received, given, isUnpriced));
      } catch (problem) {
        const known = obstacleOf(problem);
        if (isUnknown(problem)) return setUnpriced(true);
        if (known === undefined) throw problem;
        setObstacle(known);
      }
    }, given);
  };

  /** Enters what can be sent of an asset; of lumens, the fee of the chosen mode remains. */
  const enterMaximum = (sent: Holding) =>
    void run(async () => {
      const maximum = sent.id === "" ? sent.spendable - (await feeOf(draft.fee)) : sent.spendable;
      change({ amount: formatAmount(maximum > 0n ? maximum : 0n, sent.decimals) });
    });

  if (ready !== undefined && from !== undefined) {
    const title = `Swap ${from.ticker} for ${to?.ticker ?? received?.code}`;
    return <SignAndSend chain="xlm" holding={from} ready={ready} onBack={() => setReady(undefined)} title={title} />;
  }
  return (
    <>
      <ScreenHeader above="xlm">Swap</ScreenHeader>
      <p>The exchange of the network converts one asset of your account into another, at the prices of its open offers.</p>
      <Form noValidate onSubmit={() => from && prepare(from, {})}>
        <AssetChoice id="swap-from" label="You send" holdings={holdings} value={from?.id ?? ""} onChoose={(id) => change({ from: id, amount: "" })} detailOf={domainOf} />
        <Field
          label={`Amount in ${from?.ticker ?? "XLM"}`}
          name="amount"
          inputMode="decimal"
          required
          value={draft.amount}
          onValue={(amount) => change({ amount })}
          error={obstacle.amount}
          hint={from === undefined ? undefined : `Available: ${display(from.spendable, from.decimals)} ${from.ticker}`}
          action={
            <button type="button" disabled={busy || from === undefined || from.spendable === 0n} onClick={() => from && enterMaximum(from)}>
              Max
            </button>
          }
        />
        <AssetChoice id="swap-to" label="You receive" holdings={targets} value={chosen} onChoose={(id) => change({ to: id })} detailOf={domainOf}>
          {others.length > 0 && (
            <optgroup label="Assets to add">
              {others.map((asset) => (
                <option key={idOf(asset)} value={idOf(asset)}>
                  {asset.code}
                  {domainOf(idOf(asset))}
                </option>
              ))}
            </optgroup>
          )}
          <option value={OTHER}>Another asset</option>
        </AssetChoice>
        {chosen === OTHER && (
          <>
            <Field label="Asset code" name="code" required value={draft.code} onValue={(code) => change({ code })} hint="For example USDC" error={obstacle.code} />
            <Field label="Issuer" name="issuer" wraps required value={draft.issuer} onValue={(issuer) => change({ issuer })} hint="The account that issues the asset: G…" error={obstacle.issuer} />
          </>
        )}
        {isUnpriced ? (
          <>
            <p class="notice">No rate is known: the server has no index of the exchange on this network. If the exchange yields less than your minimum, the swap fails, and you pay the fee only.</p>
            <Field
              label={`Receive at least, in ${to?.ticker ?? (received?.code || "the asset")}`}
              name="minimum"
              inputMode="decimal"
              required
              value={draft.minimum}
              onValue={(minimum) => change({ minimum })}
              error={obstacle.minimum}
            />
          </>
        ) : (
          <Segments
            label="Tolerated change of the price"
            options={[...TOLERANCES]}
            value={draft.tolerance}
            onChoose={(tolerance) => change({ tolerance })}
            hint="The review shows the amount that you receive at least."
          />
        )}
        <Segments label="Fee" options={timedModes(chainView("xlm"))} value={draft.fee} onChoose={(fee) => change({ fee })} hint="The exact fee is part of the review." />
        <div class="decision">
          <Problem text={obstacle.trustline}>
            <a class="button" href={`#/xlm/trustline/${encodeURIComponent(received === undefined ? "" : idOf(received))}`}>Add the asset</a>
          </Problem>
          <Problem text={obstacle.asset} />
          <ConsentProblem chain="xlm" work={work} onConsent={(given) => from && prepare(from, given)} />
          <Submit busy={busy || from === undefined}>Review swap</Submit>
        </div>
      </Form>
    </>
  );
}

/** Returns the home domain of a listed asset's issuer, after a point. */
function domainOf(id: string): string {
  const domain = listedAsset(id)?.homeDomain;
  return domain ? ` · ${domain}` : "";
}

/** Returns the fee of a transaction with one operation, in stroops. */
async function feeOf(mode: FeeMode): Promise<bigint> {
  const body = { address: account("xlm").address, network: network.value };
  const estimate = client().services.connectorXlm.POST("/api/prepare-transaction/estimate/{chain}", { params: { path: { chain: "xlm" } }, body });
  return BigInt((await dataOf(estimate)).fees[mode]);
}

const entered = ({ code, issuer }: Draft): XlmAsset => ({ code: code.trim(), issuer: issuer.trim() });

/** Returns what prevents the swap, as far as that needs no server. `received` is an asset without a balance. */
function check(draft: Draft, sent: Holding, received: XlmAsset | undefined, holdings: Holding[]): Obstacle {
  const amount = amountError(draft.amount, sent);
  if (amount !== undefined) return { amount };
  if (received === undefined) return {};
  const { code, issuer } = received;
  if (code === "") return { code: "Enter the code of the asset." };
  if (issuer === "") return { issuer: "Enter the issuer of the asset." };
  const id = idOf(received);
  if (id === sent.id) return { asset: "Choose two different assets." };
  const canHold = holdings.some((item) => item.id === id) || issuer === account("xlm").address;
  return canHold ? {} : { trustline: `Your account cannot receive ${code} yet: add the asset first.` };
}

/** Returns the obstacle of an error of the client. */
function obstacleOf(problem: unknown): Obstacle | undefined {
  if (!isWalletError(problem)) return undefined;
  if (problem.kind !== "input") return undefined;
  if (problem.field === "path") return { amount: "The exchange has no offers for this amount of these assets. Try a smaller amount." };
  if (problem.field === "receiveAsset.code") return { code: messageOf(new InputError("asset.code", problem.message)) };
  if (problem.field === "receiveAsset.issuer") return { issuer: messageOf(new InputError("asset.issuer", problem.message)) };
  return undefined;
}

/** Returns true if an error means that no server of this network finds paths. */
const isUnknown = (problem: unknown): boolean => isWalletError(problem) && problem.kind === "api" && problem.is("not_configured");

/** Returns true if the server finds paths, and fails if that is not known. */
async function findsPaths(): Promise<boolean> {
  try {
    await xlmPaths(client(), { from: account("xlm").address, amount: "1", sourceAsset: "native" });
    return true;
  } catch (problem) {
    if (isUnknown(noted(problem))) return false;
    throw problem;
  }
}

/** Returns what is wrong with the least amount to receive. */
function checkMinimum({ minimum }: Draft): Obstacle {
  const error = amountError(minimum, { decimals: DECIMALS, spendable: MAX_AMOUNT, ticker: "" });
  return error === undefined ? {} : { minimum: error };
}

const issued = ({ asset }: Holding): XlmAsset | undefined => (asset.kind === "xlm-asset" ? { code: asset.code, issuer: asset.issuer } : undefined);

/** Returns the path without assets between, which yields at least the minimum. */
function directPath(sent: XlmAsset | undefined, received: XlmAsset | undefined, sendAmount: bigint, minimum: bigint) {
  const wire = (asset: XlmAsset | undefined) => (asset === undefined ? ({ kind: "coin", chain: "xlm" } as const) : ({ kind: "xlm-asset", chain: "xlm", ...asset } as const));
  const amounts = { sourceAmount: sendAmount.toString(), destinationAmount: minimum.toString() };
  return { path: { sourceAsset: wire(sent), destinationAsset: wire(received), path: [], ...amounts }, limit: minimum };
}

/** Prepares and verifies the swap. */
async function prepareDraft(draft: Draft, sent: Holding, received: XlmAsset | undefined, consent: Consent, isUnpriced: boolean): Promise<Ready> {
  const [sendAsset, sendAmount] = [issued(sent), parse(draft.amount, sent.decimals)];
  const receiveAsset = received && { code: received.code, issuer: received.issuer };
  const prepared = await prepareSwap(client(), {
    publicKey: account("xlm").publicKey,
    sendAsset,
    sendAmount,
    receiveAsset,
    ...(isUnpriced ? directPath(sendAsset, receiveAsset, sendAmount, parse(draft.minimum, DECIMALS)) : { tolerance: Number(draft.tolerance) }),
    fee: draft.fee,
    ...consent,
  });
  return { prepared, sign: () => prepared.sign(ed25519()) };
}
