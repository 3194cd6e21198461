/** The choice of one of the assets of a chain, with their balances. */
import { display } from "../chain-view.js";
import type { Holding } from "../holdings.js";

export function AssetChoice({ holdings, value, onChoose }: { holdings: Holding[]; value: string; onChoose: (id: string) => void }) {
  if (holdings.length < 2) return null;
  return (
    <div class="field">
      <label for="asset">Asset</label>
      <select id="asset" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {holdings.map((item) => (
          <option key={item.id} value={item.id}>
            {item.ticker} · {display(item.amount, item.decimals, 6)}
          </option>
        ))}
      </select>
    </div>
  );
}
