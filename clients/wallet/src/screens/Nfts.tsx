/** The non-fungible tokens of an EVM account: a list, and the transfer of one. No image is loaded: contracts choose the addresses. */
import { type EthLikeChain, type FeeMode, InputError, nfts as requestNfts, type OwnedNft, prepareNftTransfer } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { short } from "../chain-view.js";
import { loadChain, stateOf } from "../holdings.js";
import { errorsOf, flagText, messageOf, partialText } from "../messages.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { RecipientField } from "../parts/RecipientField.js";
import { ScreenHeader, StepHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, chainView, client, ecdsa } from "../state.js";
import type { Ready } from "../unsettled.js";
import { timedModes } from "./Send.js";

type Page = Awaited<ReturnType<typeof requestNfts>>;

export function NftScreen({ chain }: { chain: EthLikeChain }) {
  const [sent, setSent] = useState<OwnedNft>();
  const [pages, setPages] = useState<Page[]>([]);
  const { busy, error, run } = useWork();
  const load = () => run(async () => {
    const page = await requestNfts(client(), { chain, address: account(chain).address, cursor: pages.at(-1)?.nextCursor });
    setPages((before) => [...before, page]);
  });
  useEffect(() => void load(), []);
  if (sent !== undefined) return <SendNft chain={chain} nft={sent} onClose={() => setSent(undefined)} />;
  const list = pages.flatMap(({ nfts }) => nfts);
  const partial = [...new Set(pages.flatMap(({ source }) => source.partial ?? []))];
  const isLast = pages.at(-1)?.nextCursor === undefined;
  return (
    <>
      <ScreenHeader above={chain}>NFTs</ScreenHeader>
      <p class="hint">Names and addresses are the statements of the contracts: anyone can choose them. Images are not loaded.</p>
      {partial.map((part) => (
        <p class="notice" key={part}>
          {partialText(part)}
        </p>
      ))}
      <ul class="chains tokens">
        {list.map((nft) => (
          <Row key={`${nft.contract}/${nft.id}`} nft={nft} onSend={() => setSent(nft)} />
        ))}
      </ul>
      {list.length === 0 && error === undefined && <p>{busy || pages.length === 0 ? "Loading…" : "This account has none."}</p>}
      <Problem text={error === undefined ? undefined : messageOf(error)}>
        <button onClick={() => void load()}>Try again</button>
      </Problem>
      {pages.length > 0 && !isLast && (
        <button class="wide" disabled={busy} aria-busy={busy} onClick={() => void load()}>
          Load more
        </button>
      )}
    </>
  );
}

function Row({ nft: { collection, contract, id, amount, tokenUri, flags }, onSend }: { nft: OwnedNft; onSend: () => void }) {
  return (
    <li class="approval">
      <span class="name">
        <strong>
          {amount === "1" ? "" : `${amount} × `}#{short(id, 10)} {collection}
        </strong>
        <small>
          <code title={contract}>{short(contract, 8)}</code>
        </small>
        {tokenUri !== undefined && <small class="uri">{tokenUri}</small>}
        {flags?.map((flag) => (
          <small key={flag}>
            {flagText(flag)}
          </small>
        ))}
      </span>
      <button type="button" onClick={onSend} aria-label={`Send #${short(id, 10)} of ${collection ?? short(contract)}`}>
        Send
      </button>
    </li>
  );
}

const FIELDS = ["to", "amount"] as const;

function SendNft({ chain, nft, onClose }: { chain: EthLikeChain; nft: OwnedNft; onClose: () => void }) {
  const [coin] = stateOf(chain).holdings;
  const [to, setTo] = useState("");
  const [amount, setAmount] = useState("1");
  const [fee, setFee] = useState<FeeMode>("normal");
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { at } = errorsOf(work.error, FIELDS);
  useEffect(() => {
    if (coin === undefined) void loadChain(chain).catch(() => undefined);
  }, []);
  const submit = (given: Consent) =>
    work.run(async () => {
      if (!/^\d{1,78}$/.test(amount) || BigInt(amount) > BigInt(nft.amount)) throw new InputError("amount", "above the balance");
      const { kind, contract, id } = nft;
      const prepared = await prepareNftTransfer(client(), { chain, publicKey: account(chain).publicKey, kind, contract, id, amount, to: to.trim(), fee, ...given });
      setReady({ prepared, sign: () => prepared.sign(ecdsa(chain)) });
    }, given);
  if (ready !== undefined && coin !== undefined) return <SignAndSend chain={chain} holding={coin} ready={ready} onBack={() => setReady(undefined)} title="Send an NFT" />;
  return (
    <>
      <StepHeader back="Back to the NFTs" onBack={onClose}>Send an NFT</StepHeader>
      <p>
        <strong>#{short(nft.id, 10)}</strong> {nft.collection} <code title={nft.contract}>{short(nft.contract, 8)}</code>
      </p>
      <Form onSubmit={() => void submit({})}>
        <RecipientField chain={chain} value={to} error={at.to} onValue={setTo} onRequest={(request) => setTo(request.to)} />
        {nft.kind === "erc1155" && <Field label="Amount" name="amount" inputMode="decimal" required value={amount} onValue={setAmount} error={at.amount && `A whole number from 1 to ${nft.amount}.`} />}
        <Segments label="Fee" options={timedModes(chainView(chain))} value={fee} onChoose={setFee} />
        <ConsentProblem chain={chain} work={work} onConsent={(given) => void submit(given)} fields={FIELDS} />
        <Submit busy={work.busy || coin === undefined}>Review</Submit>
      </Form>
    </>
  );
}
