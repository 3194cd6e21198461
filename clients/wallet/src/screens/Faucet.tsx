/** Free coins and tokens of a sandbox chain. */
import { type Chain, isEthLike } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { display, faucetAmount } from "../chain-view.js";
import { getFreeCoins } from "../free-coins.js";
import { type Token, tokenList } from "../holdings.js";
import { messageOf } from "../messages.js";
import { Form, Problem, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { announcement, chainView, go } from "../state.js";

/** Whole units of a token that the faucet pays. */
const TOKENS = 1000;

export function FaucetScreen({ chain }: { chain: Chain }) {
  const { ticker, decimals } = chainView(chain);
  const [tokens, setTokens] = useState<Token[]>([]);
  const [contract, setContract] = useState("");
  const { busy, error, run } = useWork();
  useEffect(() => {
    if (isEthLike(chain)) void tokenList(chain).then(setTokens, () => undefined);
  }, [chain]);
  const token = tokens.find((item) => item.contract === contract);
  const amount = token === undefined ? faucetAmount(chainView(chain)) : `${TOKENS}${"0".repeat(token.decimals)}`;
  const shown = `${display(amount, token?.decimals ?? decimals)} ${token?.ticker ?? ticker}`;
  const submit = () =>
    run(async () => {
      await getFreeCoins(chain, amount, token?.contract);
      announcement.value = `Received ${shown}`;
      go(chain);
    });
  return (
    <>
      <ScreenHeader above={chain}>Faucet</ScreenHeader>
      <p>Coins of the sandbox are free and have no value. The payment is mined at once.</p>
      <Form onSubmit={() => void submit()}>
        {tokens.length > 0 && (
          <div class="field">
            <label for="faucet-asset">Asset</label>
            <select id="faucet-asset" value={contract} onChange={(event) => setContract(event.currentTarget.value)}>
              <option value="">{ticker}</option>
              {tokens.map((item) => (
                <option key={item.contract} value={item.contract}>
                  {item.ticker} · {item.name}
                </option>
              ))}
            </select>
          </div>
        )}
        <Problem text={error === undefined ? undefined : messageOf(error, { decimals, ticker })} />
        <Submit busy={busy}>Get {shown}</Submit>
      </Form>
    </>
  );
}
