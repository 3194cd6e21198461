/** Adds a token outside the asset list to the balances of an EVM chain. */
import { ApiError, type EthLikeChain, token as requestToken, type TokenData } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { short } from "../chain-view.js";
import { errorsOf } from "../messages.js";
import { BackLink } from "../parts/BackLink.js";
import { Field, Form, Heading, Problem, Submit, useWork } from "../parts/forms.js";
import { announcement, chainView, client, go, network, noted } from "../state.js";
import { MAX_TOKENS, unwatchToken, watchedTokens, watchToken } from "../watched.js";

export function TokenScreen({ chain }: { chain: EthLikeChain }) {
  const { name } = chainView(chain);
  const [contract, setContract] = useState("");
  const [found, setFound] = useState<TokenData>();
  const { busy, error, setError, run } = useWork();
  const { at, whole } = errorsOfForm(error);
  const added = watchedTokens(chain);
  const submit = () =>
    run(async () => {
      try {
        setFound(await requestToken(client(), { chain, contract: contract.trim() }));
      } catch (problem) {
        throw noted(problem);
      }
    });
  const add = (token: TokenData) => {
    watchToken({ network: network.value, chain, contract: token.contract, name: token.name, ticker: token.ticker, decimals: token.decimals });
    announcement.value = `${token.ticker || "The token"} was added`;
    go(chain);
  };
  return (
    <>
      <header class="bar">
        <BackLink to={[chain]} label={`Back to ${name}`} />
        <Heading>Add a token</Heading>
      </header>
      <p>Tokens of the asset list appear by themselves. Others appear after their contract was added here.</p>
      <Form onSubmit={() => void submit()}>
        <Field
          label="Contract"
          name="contract"
          required
          value={contract}
          onValue={(text) => {
            setContract(text);
            setFound(undefined);
            setError(undefined);
          }}
          hint="The address of the token's contract: 0x…"
          error={at.contract}
        />
        <Problem text={whole} />
        {found === undefined && <Submit busy={busy}>Look up</Submit>}
      </Form>
      {found !== undefined && <Found token={found} isFull={added.length >= MAX_TOKENS} onAdd={() => add(found)} />}
      {added.length > 0 && (
        <section aria-labelledby="added">
          <h2 id="added">Added tokens</h2>
          <ul class="plain">
            {added.map((token) => (
              <li key={token.contract} class="row-link">
                <span>
                  {token.ticker || "Token"} <code title={token.contract}>{short(token.contract, 6)}</code>
                </span>
                <button class="quiet small" aria-label={`Remove ${token.ticker || token.contract}`} onClick={() => unwatchToken(token)}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Found({ token, isFull, onAdd }: { token: TokenData; isFull: boolean; onAdd: () => void }) {
  return (
    <section aria-label="Token">
      <dl>
        <dt>Name</dt>
        <dd>{token.name || "—"}</dd>
        <dt>Ticker</dt>
        <dd>{token.ticker || "—"}</dd>
        <dt>Decimals</dt>
        <dd>{token.decimals}</dd>
        <dt>Contract</dt>
        <dd>
          <code>{token.contract}</code>
        </dd>
      </dl>
      {token.listed ? (
        <p class="notice">This token is in the asset list. Its balance appears by itself.</p>
      ) : (
        <>
          <p class="notice warning">Every account can create a token with any name. Compare the contract with a source that you trust.</p>
          {isFull ? <p class="notice">Remove another token first: at most {MAX_TOKENS} can be added.</p> : <button class="primary" onClick={onAdd}>Add the token</button>}
        </>
      )}
    </section>
  );
}

const isMissing = (error: unknown) => error instanceof ApiError && error.is("not_found");

/** Returns the errors of the form. That there is no token is an error of the address. */
const errorsOfForm = (error: unknown) =>
  isMissing(error) ? { at: { contract: "There is no ERC-20 token at this address." }, whole: undefined } : errorsOf(error, ["contract"]);
