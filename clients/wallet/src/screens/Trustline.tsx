/** Adds an asset to the Stellar account: a trustline. */
import { useState } from "preact/hooks";
import type { Holding } from "../holdings.js";
import { BackLink } from "../parts/BackLink.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Heading, Submit, useWork } from "../parts/forms.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, client, ed25519, noted } from "../state.js";
import type { Ready } from "../unsettled.js";

export function TrustlineScreen() {
  const [code, setCode] = useState("");
  const [issuer, setIssuer] = useState("");
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, run } = work;
  const asset = { code: code.trim(), issuer: issuer.trim() };
  const submit = (given: Consent) =>
    run(async () => {
      try {
        const prepared = await client().prepare.trustline({ publicKey: account("xlm").publicKey, asset, maxFee: given.maxFee });
        setReady({ prepared, sign: () => prepared.sign(ed25519()) });
      } catch (problem) {
        throw noted(problem);
      }
    }, given);
  if (ready !== undefined) {
    const holding: Holding = { id: `${asset.code}-${asset.issuer}`, asset: { kind: "xlm-asset", chain: "xlm", ...asset }, name: asset.code, ticker: asset.code, decimals: 7, amount: 0n, spendable: 0n };
    return <SignAndSend chain="xlm" holding={holding} ready={ready} onBack={() => setReady(undefined)} title={`Add ${asset.code}`} />;
  }
  return (
    <>
      <header class="bar">
        <BackLink to={["xlm"]} label="Back to Stellar" />
        <Heading>Add an asset</Heading>
      </header>
      <p>An account receives an issued asset only after it has added it. Each one binds a base reserve of XLM.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit({});
        }}
      >
        <Field label="Asset code" name="code" autocomplete="off" required value={code} onValue={setCode} hint="For example USDC" />
        <Field label="Issuer" name="issuer" autocomplete="off" required value={issuer} onValue={setIssuer} hint="The account that issues the asset: G…" />
        <ConsentProblem chain="xlm" work={work} onConsent={(given) => void submit(given)} />
        <Submit busy={busy}>Review</Submit>
      </form>
    </>
  );
}
