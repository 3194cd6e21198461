/** Approvals of an EVM account: allows a spender an exact amount of a token, or revokes an approval. */
import { ApiError, type Approval, type EthLikeChain, InputError, isAddress, prepareApproval, prepareRevocation, token as requestToken } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { parse } from "../amounts.js";
import { loadChain, stateOf } from "../holdings.js";
import { errorsOf } from "../messages.js";
import { ApprovalList } from "../parts/ApprovalList.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { type NamedToken, useToken } from "../parts/useToken.js";
import { account, client, ecdsa, network } from "../state.js";
import type { Ready } from "../unsettled.js";

const ACTIONS = [
  { value: "approve", label: "Approve" },
  { value: "revoke", label: "Revoke" },
  { value: "collection", label: "Collection" },
  { value: "erc721", label: "NFT" },
] as const;

/** An action of the form, or a revocation that only the list of approvals offers. */
type Action = (typeof ACTIONS)[number]["value"] | "permit2";

const REVOCATIONS: Record<Approval["kind"], Action> = { erc20: "revoke", collection: "collection", erc721: "erc721", permit2: "permit2" };

const HINTS: Record<Exclude<Action, "permit2">, string> = {
  approve: "The spender may withdraw this amount of the token, at any time, without your confirmation.",
  revoke: "The spender may no longer withdraw the token.",
  collection: "Revokes: the spender may no longer withdraw the tokens of a collection (ERC-721, ERC-1155).",
  erc721: "Revokes: another account may no longer withdraw a single token of a collection (ERC-721).",
};

const FIELDS = ["token", "spender", "amount", "tokenId"] as const;

interface Draft {
  action: Action;
  token: string;
  spender: string;
  amount: string;
  tokenId: string;
}

export function ApprovalScreen({ chain }: { chain: EthLikeChain }) {
  const [coin, ...tokens] = stateOf(chain).holdings;
  const [draft, setDraft] = useState<Draft>({ action: "approve", token: "", spender: "", amount: "", tokenId: "" });
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, error, setError, run } = work;
  const { at } = errorsOf(error, FIELDS);
  useEffect(() => {
    if (coin === undefined) void loadChain(chain).catch(() => undefined);
  }, [chain]);
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setError(undefined);
  };
  const contract = draft.token.trim();
  const token = useToken(chain, draft.action === "approve" && isAddress(chain, network.value, contract) ? contract : undefined);
  const submit = (given: Consent, chosen: Draft = draft) =>
    run(async () => {
      setDraft(chosen);
      setReady(await prepare(chain, chosen, token, given));
    }, given);
  if (ready !== undefined && coin !== undefined) {
    const title = draft.action === "approve" ? "Approve a spender" : "Revoke an approval";
    return <SignAndSend chain={chain} holding={coin} ready={ready} onBack={() => setReady(undefined)} title={title} />;
  }
  return (
    <>
      <ScreenHeader above={chain}>Approvals</ScreenHeader>
      <ApprovalList chain={chain} isBusy={busy || coin === undefined} onRevoke={({ token, spender, kind = "erc20" }) => void submit({}, { ...draft, action: REVOCATIONS[kind], token, spender })} />
      <details class="other">
        <summary>Approve or revoke another spender</summary>
        <Form onSubmit={() => void submit({})}>
          <Segments<Action> label="Action" options={[...ACTIONS]} value={draft.action} onChoose={(action) => change({ action })} hint={draft.action === "permit2" ? "" : HINTS[draft.action]} />
          <Field label="Contract of the token" name="token" wraps required value={draft.token} onValue={(text) => change({ token: text })} hint={token === undefined ? "0x…" : token.name} error={at.token} />
          {tokens.length > 0 && (draft.action === "approve" || draft.action === "revoke") && (
            <div class="chips">
              {tokens.slice(0, 6).map(({ id, ticker }) => (
                <button type="button" class="small" key={id} onClick={() => change({ token: id })}>
                  {ticker}
                </button>
              ))}
            </div>
          )}
          {draft.action === "erc721" ? (
            <Field label="Id of the token" name="token-id" wraps required value={draft.tokenId} onValue={(tokenId) => change({ tokenId })} hint="A number, as the marketplace shows it" error={at.tokenId} />
          ) : (
            <Field label="Spender" name="spender" wraps required value={draft.spender} onValue={(spender) => change({ spender })} hint="The contract or account that the app names: 0x…" error={at.spender} />
          )}
          {draft.action === "approve" && (
            <Field
              label={token === undefined ? "Amount" : `Amount in ${token.ticker}`}
              name="amount"
              inputMode="decimal"
              required
              value={draft.amount}
              onValue={(amount) => change({ amount })}
              hint="An exact amount. It replaces an earlier approval."
              error={at.amount}
            />
          )}
          <Submit busy={busy || coin === undefined}>Review</Submit>
        </Form>
      </details>
      <ConsentProblem chain={chain} work={work} onConsent={(given) => void submit(given)} fields={FIELDS} />
    </>
  );
}

/** Prepares and verifies the transaction. */
async function prepare(chain: EthLikeChain, { action, ...draft }: Draft, token: NamedToken | undefined, { maxFee }: Consent): Promise<Ready> {
  const common = { chain, publicKey: account(chain).publicKey, token: draft.token.trim(), maxFee };
  const spender = draft.spender.trim();
  const prepare = {
    approve: async () => prepareApproval(client(), { ...common, spender, amount: parse(draft.amount, (token ?? (await lookUp(chain, common.token))).decimals) }),
    revoke: () => prepareRevocation(client(), { ...common, spender }),
    collection: () => prepareRevocation(client(), { ...common, spender, kind: "collection" }),
    permit2: () => prepareRevocation(client(), { ...common, spender, kind: "permit2" }),
    erc721: () => prepareRevocation(client(), { ...common, kind: "erc721", tokenId: draft.tokenId.trim() }),
  };
  const prepared = await prepare[action]();
  return { prepared, sign: () => prepared.sign(ecdsa(chain)) };
}

/** Returns the facts about a token, without which an amount has no meaning. */
const lookUp = (chain: EthLikeChain, contract: string): Promise<NamedToken> =>
  requestToken(client(), { chain, contract }).catch((problem: unknown) => {
    throw problem instanceof ApiError && problem.is("not_found") ? new InputError("token", "no ERC-20 token") : problem;
  });
