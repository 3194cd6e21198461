/** The private key of a chain for another wallet, after the passphrase. */
import { type Chain, isBtcLike } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { Copy } from "../../parts/forms.js";
import { PassphraseForm } from "../../parts/PassphraseForm.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { chains, chainView, network, reveal, unlockedKeys } from "../../state.js";

export function ExportPage() {
  const [chain, setChain] = useState<Chain>(chains.value[0]!.chain);
  const [key, setKey] = useState<string>();
  const { name, path } = chainView(chain);
  const show = async (passphrase: string) => {
    // Fails with another passphrase.
    await reveal(passphrase);
    setKey(unlockedKeys().exportKey(chain, { network: network.value, path }));
  };
  return (
    <SettingsPage title="Private keys">
      <p class="notice warning">Anyone who has a private key can spend its funds. Never enter it on a web page, and never give it to anyone.</p>
      <div class="field">
        <label for="export-chain">Chain</label>
        <select
          id="export-chain"
          value={chain}
          onChange={(event) => {
            setChain(event.currentTarget.value as Chain);
            setKey(undefined);
          }}
        >
          {chains.value.map((item) => (
            <option key={item.chain} value={item.chain}>
              {item.name}
            </option>
          ))}
        </select>
      </div>
      <p class="hint">{contentOf(chain)}</p>
      {key === undefined ? <PassphraseForm key={chain} label="Continue" onPassphrase={show} /> : <Key text={key} name={name} onClose={() => setKey(undefined)} />}
    </SettingsPage>
  );
}

function contentOf(chain: Chain): string {
  const place = network.value === "testnet" ? " on the testnet" : "";
  if (isBtcLike(chain)) return `A descriptor with the extended private key: it covers all addresses of this account${place}.`;
  return chain === "xlm" ? "The secret key of the Stellar account, which starts with S." : "The key in hexadecimal digits. Other EVM chains of this wallet can have the same key.";
}

/** The key, hidden until the user reveals it. */
function Key({ text, name, onClose }: { text: string; name: string; onClose: () => void }) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <section aria-labelledby="key">
      <h2 id="key">Private key of {name}</h2>
      <p class="key">{isRevealed ? <code>{text}</code> : <span role="img" aria-label="Hidden">{"• ".repeat(16)}</span>}</p>
      <div class="buttons">
        <button class="primary" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? "Hide" : "Reveal"}
        </button>
        <Copy text={text} label="Private key" secret />
        <button onClick={onClose}>Done</button>
      </div>
    </section>
  );
}
