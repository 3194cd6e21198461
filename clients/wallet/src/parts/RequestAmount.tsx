/** A payment request with an amount of the coin or of a token, as a link. */
import { type Chain, createPaymentRequest, isEthLike } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { parse } from "../amounts.js";
import { type Holding, stateOf } from "../holdings.js";
import { errorsOf } from "../messages.js";
import { chainView, client, network } from "../state.js";
import { AssetChoice } from "./AssetChoice.js";
import { Copy, Field, Form, Problem, Submit, useWork } from "./forms.js";

const FIELDS = ["amount", "message"] as const;

interface Props {
  chain: Chain;
  address: string;
  /** The link of the request, if it is made. */
  made: string | undefined;
  onMade: (uri: string | undefined) => void;
}

export function RequestAmount({ chain, address, made, onMade }: Props) {
  const requestable = stateOf(chain).holdings.filter(({ asset }) => asset.kind !== "xlm-token");
  const [id, setId] = useState("");
  const holding = requestable.find((item) => item.id === id);
  const { ticker, decimals } = holding ?? chainView(chain);
  const [amount, setAmount] = useState("");
  const [message, setMessage] = useState("");
  const { busy, error, setError, run } = useWork();
  const { at, whole } = errorsOf(error, FIELDS);
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    onMade(undefined);
    setError(undefined);
  };
  const submit = () =>
    run(async () => {
      const purpose = message.trim();
      const query = { chain, network: network.value, to: address, amount: parse(amount, decimals).toString(), ...tokenOf(holding), ...(purpose === "" ? {} : { message: purpose }) };
      onMade(await createPaymentRequest(client(), query));
    });
  return (
    <details class="other request">
      <summary>Request an amount</summary>
      <Form onSubmit={() => void submit()}>
        {requestable.length > 1 && (
          <AssetChoice
            holdings={requestable}
            value={id}
            onChoose={(chosen) => {
              setId(chosen);
              change(setAmount)("");
            }}
          />
        )}
        <Field label={`Amount in ${ticker}`} name="amount" inputMode="decimal" required value={amount} onValue={change(setAmount)} error={at.amount} />
        {!isEthLike(chain) && <Field label="Purpose (optional)" name="message" value={message} onValue={change(setMessage)} error={at.message} hint="The payer sees it." />}
        <Problem text={whole} />
        {made === undefined ? (
          <Submit busy={busy}>Make a link</Submit>
        ) : (
          <div class="receive">
            <p class="address-full">
              <code>{made}</code>
            </p>
            <Copy text={made} label="Link" />
          </div>
        )}
      </Form>
    </details>
  );
}

/** Returns the token of a request; nothing for the coin. */
function tokenOf(holding: Holding | undefined) {
  const { asset } = holding ?? {};
  if (asset?.kind === "erc20") return { contract: asset.contract };
  return asset?.kind === "xlm-asset" ? { asset } : {};
}
