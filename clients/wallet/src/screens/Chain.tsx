/** One chain: balances, actions, history. */
import { type Chain, isBtcLike, isEthLike } from "@wallet-cloud/client";
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { display } from "../chain-view.js";
import { loadSent } from "../device.js";
import { type Holding, loadChain, receiveAddress, stateOf } from "../holdings.js";
import { Balance } from "../parts/Balance.js";
import { Copy } from "../parts/forms.js";
import { History, useHistory } from "../parts/History.js";
import { AssetIcon, Icon, type IconName } from "../parts/icons.js";
import { SandboxDrawer } from "../parts/SandboxDrawer.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { StellarAccount } from "../parts/StellarAccount.js";
import { fiat } from "../prices.js";
import { account, chainView, network, settlePayment } from "../state.js";
import { listUnsettled } from "../unsettled.js";

export function ChainScreen({ chain }: { chain: Chain }) {
  const { name } = chainView(chain);
  const state = stateOf(chain);
  const [coin, ...tokens] = state.holdings;
  const history = useHistory(`${network.value}/${chain}`, chain, (page) => loadChain(chain, page));
  const [, setListed] = useState(0);
  useEffect(() => void listUnsettled(chain).then((isChanged) => isChanged && setListed(Date.now())).catch(() => undefined), [chain]);
  const pendingSent = loadSent().filter((sent) => sent.chain === chain && sent.network === network.value);
  useEffect(() => {
    // Transactions that the history lists as confirmed need no watching.
    for (const row of history.rows) if (row.status !== "pending") settlePayment(row.txid);
  }, [history.rows]);
  return (
    <>
      <ScreenHeader icon={chain}>{name}</ScreenHeader>
      <Balance chain={chain} coin={coin} isLoading={state.isLoading} isOwn address={receiveAddress(chain)} />
      <Actions chain={chain} />
      <SandboxDrawer chain={chain} onMined={history.reload} />
      {!state.activated && (
        <p class="notice">This Stellar account does not exist yet. It is created by the first payment to it, of at least two base reserves.</p>
      )}
      <Tokens chain={chain} tokens={tokens} />
      <Contracts holdings={state.holdings} />
      {chain === "xlm" && state.activated && state.holdings.length > 0 && <StellarAccount />}
      <History chain={chain} own={isBtcLike(chain) ? "" : account(chain).address} holdings={state.holdings} partial={state.partial} sent={pendingSent} {...history} />
    </>
  );
}

function Actions({ chain }: { chain: Chain }) {
  return (
    <div>
      <div class="actions" role="group" aria-label="Actions">
        <Action icon="send" label="Send" href={`#/${chain}/send`} />
        <Action icon="receive" label="Receive" href={`#/${chain}/receive`} />
        {chain === "xlm" && <Action icon="self" label="Swap" href="#/xlm/swap" />}
        {network.value === "testnet" && <Action icon="faucet" label="Faucet" href={`#/${chain}/faucet`} />}
      </div>
      <div class="more-actions" role="group" aria-label="More actions">
        {isEthLike(chain) && <Action icon="allow" label="Approvals" href={`#/${chain}/approvals`} />}
        {isEthLike(chain) && <Action icon="nft" label="NFTs" href={`#/${chain}/nfts`} />}
        {isEthLike(chain) && <Action icon="sign" label="Sign" href={`#/${chain}/message`} />}
        {!isBtcLike(chain) && <Action icon="trust" label="Add token" href={`#/${chain}/token`} />}
        {chain === "xlm" && <Action icon="trust" label="Add asset" href="#/xlm/trustline" />}
        {chain === "xlm" && <Action icon="receive" label="Claim" href="#/xlm/claim" />}
        {chain === "xlm" && <Action icon="sign" label="Call" href="#/xlm/call" />}
        <Action icon="chart" label="Reports" href={`#/${chain}/reports`} />
      </div>
    </div>
  );
}

function Action({ icon, label, href }: { icon: IconName; label: string; href: string }) {
  return (
    <a href={href}>
      <Icon name={icon} />
      {label}
    </a>
  );
}

function Tokens({ chain, tokens }: { chain: Chain; tokens: Holding[] }) {
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{chain === "xlm" ? "Assets" : "Tokens"}</h2>
      <ul class="chains tokens">
        {tokens.map((token) => (
          <li key={token.id}>
            <a href={`#/${chain}/send/${encodeURIComponent(token.id)}`}>
              <span class="visually-hidden">Send</span>
              <AssetIcon holding={token} />
              <span class="name">
                <strong>{token.ticker}</strong>
                <small>{token.name}</small>
              </span>
              <span class="amount">
                <strong>{display(token.amount, token.decimals, 6)}</strong>
                <small>{fiat(token, token.amount)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The contracts that the user added, of assets that the account holds. */
function Contracts({ holdings }: { holdings: Holding[] }) {
  const added = holdings.filter(({ contract }) => contract !== undefined);
  if (added.length === 0) return null;
  return (
    <details class="other">
      <summary>Contracts of your assets</summary>
      <p class="hint">With its contract, an asset is payable to other contracts, too.</p>
      <dl>
        {added.map(({ ticker, contract = "" }) => (
          <Fragment key={contract}>
            <dt>{ticker}</dt>
            <dd>
              <code class="address-full">{contract}</code> <Copy text={contract} label="Contract" compact />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
