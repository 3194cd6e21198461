/** Claims a balance that another account set aside on Stellar: one that the server lists, or one by its id. */
import { type AddressData, InputError, isWalletError, prepareClaim, type PreparedXlm } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { display, short } from "../chain-view.js";
import { loadChain, stateOf } from "../holdings.js";
import { errorsOf, messageOf } from "../messages.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Submit, useWork } from "../parts/forms.js";
import { FACTS_TIMEOUT } from "../parts/Preview.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, client, ed25519 } from "../state.js";
import type { Ready } from "../unsettled.js";

const FIELDS = ["claimableBalanceId"] as const;

/** What the result of a claim means for the entered id. */
const FAULTS: Record<string, string> = {
  op_does_not_exist: "No claimable balance has this id. It may have been claimed already.",
  op_cannot_claim: "Your account cannot claim this balance, or not now.",
  op_no_trust: "Your account cannot receive the asset of this balance yet: add the asset first.",
};

type Listed = AddressData<"xlm">["claimableBalances"][number];

export function ClaimScreen() {
  const [id, setId] = useState("");
  const [listed, setListed] = useState<Listed[]>([]);
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, error, setError, run } = work;
  const { at } = errorsOf(error, FIELDS, textOf);
  const { holdings: [coin], partial } = stateOf("xlm");
  useEffect(() => void loadChain("xlm").then(({ claimableBalances = [] }) => setListed(claimableBalances), () => undefined), []);
  const submit = (claimableBalanceId: string, given: Consent = {}) =>
    run(async () => {
      setId(claimableBalanceId);
      setReady(await prepare(claimableBalanceId, given));
    }, given);
  if (ready !== undefined && coin !== undefined) {
    return <SignAndSend chain="xlm" holding={coin} ready={ready} onBack={() => setReady(undefined)} title="Claim a balance" />;
  }
  return (
    <>
      <ScreenHeader above="xlm">Claim</ScreenHeader>
      <p>Another account can set an amount aside that you claim later.</p>
      {partial.includes("claimable-balances") && <p class="notice">The server cannot list all claimable balances. Enter the id of one that is missing here.</p>}
      {listed.map((item) => (
        <button key={item.id} disabled={busy || item.status !== "claimable"} onClick={() => void submit(item.id)}>
          Claim {display(item.balance.amount, item.balance.decimals)} {"code" in item.asset ? item.asset.code : "XLM"}
          {item.from ? ` from ${short(item.from, 4)}` : ""}
        </button>
      ))}
      <Form onSubmit={() => void submit(id.trim())}>
        <Field
          label="Id of the balance"
          name="balance"
          wraps
          required
          value={id}
          onValue={(text) => {
            setId(text);
            setError(undefined);
          }}
          hint="72 hex digits, or B…"
          error={at.claimableBalanceId}
        />
        <ConsentProblem chain="xlm" work={work} onConsent={(given) => void submit(id.trim(), given)} fields={FIELDS} />
        <Submit busy={busy}>Review</Submit>
      </Form>
    </>
  );
}

/** Prepares and verifies the claim. An error of the field is a claim that would fail because of the id. */
async function prepare(claimableBalanceId: string, consent: Consent): Promise<Ready> {
  const prepared = await prepareClaim(client(), { publicKey: account("xlm").publicKey, claimableBalanceId, ...consent });
  const code = await faultOf(prepared);
  if (code !== undefined) throw new InputError(FIELDS[0], code);
  return { prepared, sign: () => prepared.sign(ed25519()) };
}

/** Returns why the claim would fail, if the entered id is the reason. Without a preview, the review says so. */
async function faultOf({ preview }: PreparedXlm): Promise<string | undefined> {
  const found = await preview?.({ signal: AbortSignal.timeout(FACTS_TIMEOUT) }).catch(() => undefined);
  const code = found?.failedOperation?.code;
  return code !== undefined && code in FAULTS ? code : undefined;
}

const textOf = (error: unknown): string => (isWalletError(error) && FAULTS[error.message]) || messageOf(error);
