/** Adds a token outside the asset list to the balances of an EVM chain, or the token of a contract to those of Stellar. */
import { addressInfo, ApiError, type EthLikeChain, InputError, token as requestToken, type TokenData } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { short } from "../chain-view.js";
import { errorsOf } from "../messages.js";
import { Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { account, announcement, client, go, network } from "../state.js";
import { maxTokens, unwatchToken, watchedTokens, watchToken } from "../watched.js";

type TokenChain = EthLikeChain | "xlm";
type Token = Pick<TokenData, "contract" | "name" | "ticker" | "decimals" | "listed">;

export function TokenScreen({ chain }: { chain: TokenChain }) {
  const [contract, setContract] = useState("");
  const [found, setFound] = useState<Token>();
  const { busy, error, setError, run } = useWork();
  const { contract: invalid, whole } = errorsOfForm(error);
  const added = watchedTokens(chain);
  const submit = () =>
    run(async () => {
      setFound(await lookUp(chain, contract.trim()));
    });
  const add = (token: Token) => {
    watchToken({ network: network.value, chain, contract: token.contract, name: token.name, ticker: token.ticker, decimals: token.decimals });
    announcement.value = `${token.ticker || "The token"} was added`;
    go(chain);
  };
  return (
    <>
      <ScreenHeader above={chain}>Add a token</ScreenHeader>
      <p>{chain === "xlm" ? "The token of a contract appears after the contract was added here." : "Tokens of the asset list appear by themselves. Others appear after their contract was added here."}</p>
      <Form onSubmit={() => void submit()}>
        <Field
          label="Contract"
          name="contract"
          wraps
          required
          value={contract}
          onValue={(text) => {
            setContract(text);
            setFound(undefined);
            setError(undefined);
          }}
          hint={`The address of the token's contract: ${chain === "xlm" ? "C" : "0x"}…`}
          error={invalid}
        />
        <Problem text={whole} />
        {found === undefined && <Submit busy={busy}>Look up</Submit>}
      </Form>
      {found !== undefined && <Found token={found} limit={maxTokens(chain)} isFull={added.length >= maxTokens(chain)} onAdd={() => add(found)} />}
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

/** Texts of the reasons for which a contract on Stellar has no balance. */
const PROBLEMS = {
  "no-token": "There is no token at this address.",
  "not-held": "Your account cannot receive the asset of this contract yet: add the asset first.",
  unavailable: "The server cannot read this contract now.",
};

/** Returns the metadata of a token. */
async function lookUp(chain: TokenChain, contract: string): Promise<Token> {
  if (chain !== "xlm") return requestToken(client(), { chain, contract });
  const { tokens } = await addressInfo(client(), { chain, address: account(chain).address, limit: 0, tokens: [contract] });
  const [token] = tokens ?? [];
  const { balance, problem = "unavailable" } = token ?? {};
  if (token === undefined || balance === undefined) throw new InputError("contract", PROBLEMS[problem]);
  return { contract, name: "", ticker: token.symbol ?? "", decimals: balance.decimals, listed: false };
}

function Found({ token, limit, isFull, onAdd }: { token: Token; limit: number; isFull: boolean; onAdd: () => void }) {
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
          {isFull ? <p class="notice">Remove another token first: at most {limit} can be added.</p> : <button class="primary" onClick={onAdd}>Add the token</button>}
        </>
      )}
    </section>
  );
}

const isMissing = (error: unknown) => error instanceof ApiError && error.is("not_found");

/** Returns the errors of the form. That there is no token is an error of the address. */
function errorsOfForm(error: unknown): { contract?: string | undefined; whole?: string | undefined } {
  const contract = error instanceof InputError ? error.message : isMissing(error) ? "There is no ERC-20 token at this address." : undefined;
  if (contract !== undefined) return { contract };
  const { at, whole } = errorsOf(error, ["to", "contract"]);
  return { contract: at.to ?? at.contract, whole };
}
