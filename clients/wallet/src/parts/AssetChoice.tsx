/** The choice of one of the assets of a chain, with their balances. */
import type { ComponentChildren } from "preact";
import { display } from "../chain-view.js";
import type { Holding } from "../holdings.js";

interface Props {
  id?: string;
  label?: string;
  holdings: Holding[];
  value: string;
  onChoose: (id: string) => void;
  /** Returns a text after the balance of an asset. */
  detailOf?: (id: string) => string;
  /** Further options. */
  children?: ComponentChildren;
}

export function AssetChoice({ id = "asset", label = "Asset", holdings, value, onChoose, detailOf, children }: Props) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {holdings.map((item) => (
          <option key={item.id} value={item.id}>
            {item.ticker} · {display(item.amount, item.decimals, 6)}
            {detailOf?.(item.id)}
          </option>
        ))}
        {children}
      </select>
    </div>
  );
}
