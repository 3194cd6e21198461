/** Watches an extended public key: balance, addresses and history without private keys. */
import { type BtcLikeChain, containsPrivateKey, type ExtendedKeyData, extendedKeyInfo, isBtcLike } from "@wallet-cloud/client";
import { useRef, useState } from "preact/hooks";
import { counted } from "../chain-view.js";
import type { WatchedKey } from "../device.js";
import { coinHolding } from "../holdings.js";
import { errorsOf } from "../messages.js";
import { Balance } from "../parts/Balance.js";
import { Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { History, useHistory } from "../parts/History.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { announcement, chains, client, go, noted } from "../state.js";
import { unwatchKey, watchedKeys, watchKey } from "../watched.js";

/** Shows a watched key, or the form for a new one. */
export function WatchScreen({ id }: { id: string | undefined }) {
  const known = watchedKeys.value.find((key) => key.id === id);
  return known === undefined ? <WatchForm /> : <WatchedKeyScreen watched={known} />;
}

const LABEL = "Extended public key";
const PRIVATE = "This is a private key, which can spend the funds. Never enter it here. Export the public key instead.";

function WatchForm() {
  const [chain, setChain] = useState<BtcLikeChain>("btc");
  const [xpub, setXpub] = useState("");
  const [name, setName] = useState("");
  const { busy, error, setError, run } = useWork();
  const text = xpub.trim();
  const isPrivate = containsPrivateKey(text);
  const { at, whole } = errorsOf(error, ["xpub"]);
  const submit = () =>
    run(async () => {
      if (isPrivate) return;
      // The server checks the key; an invalid one is not stored.
      await extendedKeyInfo(client(), { chain, xpub: text, limit: 0 });
      go("watch", watchKey({ chain, xpub: text, name: name.trim() || LABEL }));
    });
  return (
    <>
      <ScreenHeader>Watch a key</ScreenHeader>
      <p>An extended public key shows all addresses of an account of another wallet, for example of a hardware wallet. It cannot spend.</p>
      <Form onSubmit={() => void submit()}>
        <div class="field">
          <label for="watch-chain">Chain</label>
          <select id="watch-chain" value={chain} onChange={(event) => setChain(event.currentTarget.value as BtcLikeChain)}>
            {chains.value.map((item) => isBtcLike(item.chain) && <option key={item.chain} value={item.chain}>{item.name}</option>)}
          </select>
        </div>
        <Field
          label={LABEL}
          name="xpub"
          required
          multiline
          value={xpub}
          onValue={(value) => {
            setXpub(value);
            setError(undefined);
          }}
          hint="xpub, ypub, zpub, or a descriptor such as wpkh(…). The server sees the whole account."
          error={isPrivate ? PRIVATE : at.xpub}
        />
        <Field label="Name" name="key-name" value={name} onValue={setName} hint="Only stored in this browser" />
        <Problem text={whole} />
        <Submit busy={busy}>Watch</Submit>
      </Form>
    </>
  );
}

function WatchedKeyScreen({ watched: { id, chain, xpub, name } }: { watched: WatchedKey }) {
  const [data, setData] = useState<ExtendedKeyData>();
  const shown = useRef("");
  const history = useHistory(id, id, async (page) => {
    const found = await extendedKeyInfo(client(), { chain, xpub, ...page }).catch((problem: unknown) => {
      throw noted(problem);
    });
    setData(found);
    shown.current = id;
    return found;
  });
  const current = shown.current === id ? data : undefined;
  const [balance] = current?.balances ?? [];
  const remove = () => {
    unwatchKey(id);
    announcement.value = `${name} is not watched any more`;
    go();
  };
  return (
    <>
      <ScreenHeader icon={chain}>{name}</ScreenHeader>
      <p class="hint">Watch only: this wallet has no private key of this account.</p>
      <Balance
        chain={chain}
        coin={balance === undefined ? undefined : coinHolding(chain, balance)}
        isLoading={history.isLoading}
        address={current?.next.receive ?? undefined}
      />
      {current !== undefined && <p class="hint">{summaryOf(current)}</p>}
      <History chain={chain} own="" holdings={[]} partial={(current?.source.partial ?? []) as string[]} {...history} />
      <p>
        <button class="revoke" onClick={remove}>
          Stop watching
        </button>
      </p>
    </>
  );
}

function summaryOf({ addresses, utxo }: ExtendedKeyData): string {
  const used = addresses.filter((address) => address.used).length;
  return `${used} used ${used === 1 ? "address" : "addresses"} · ${counted(utxo.length, "unspent output")}`;
}
