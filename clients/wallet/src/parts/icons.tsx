/** Icons: chains and assets as images with the marks of networks, controls as strokes in the text colour. */
import type { Chain } from "@wallet-cloud/client";
import { coinIcon, type Holding } from "../holdings.js";

/** Marks of the networks whose coin has the icon of another network's coin: a colour and a form in a circle with the radius 12. */
const MARKS: Partial<Record<Chain, { colour: string; path: string }>> = {
  op: { colour: "#d6001c", path: "M8 8.200a3.800 3.800 0 1 0 0 7.600a3.800 3.800 0 1 0 0-7.600M14.500 16V8.200h2.600a2.400 2.400 0 0 1 0 4.800h-2.600" },
  base: { colour: "#0052ff", path: "M5.500 12h9M12 5.500a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1-6.200-4.500" },
  arb: { colour: "#213147", path: "M6.500 17.500L12 6l5.500 11.500M9.200 14h5.600" },
};

/** The mark of a chain's network: for assets that do not identify the network by their icon. */
function NetworkMark({ chain }: { chain: Chain }) {
  const mark = MARKS[chain];
  if (mark === undefined) return <img class="mark" src={coinIcon(chain)} alt="" />;
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={mark.colour} />
      <path d={mark.path} />
    </svg>
  );
}

/** The icon of a chain's coin, with the mark of the network if several networks have this coin. */
export function ChainIcon({ chain, size = 36 }: { chain: Chain; size?: number }) {
  const icon = <img class="icon" src={coinIcon(chain)} alt="" width={size} height={size} />;
  if (MARKS[chain] === undefined) return icon;
  return (
    <span class="marked">
      {icon}
      <NetworkMark chain={chain} />
    </span>
  );
}

/** The icon of an asset, or the first letter of one that the server does not list; tokens with the mark of their network. */
export function AssetIcon({ holding: { asset, icon, ticker }, size = 36 }: { holding: Holding; size?: number }) {
  if (asset.kind === "coin") return <ChainIcon chain={asset.chain} size={size} />;
  return (
    <span class="marked">
      {icon === undefined ? (
        <span class="icon letter" aria-hidden="true">
          {ticker.slice(0, 1)}
        </span>
      ) : (
        <img class="icon" src={icon} alt="" width={size} height={size} />
      )}
      <NetworkMark chain={asset.chain} />
    </span>
  );
}

const PATHS = {
  send: "M12 19V6M6 11l6-6 6 6",
  receive: "M12 5v13M6 13l6 6 6-6",
  faucet: "M12 3s6 6.500 6 11a6 6 0 0 1-12 0c0-4.500 6-11 6-11z",
  mine: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  refresh: "M20 12a8 8 0 1 1-2.500-5.800M20 4v4h-4",
  self: "M7 8h10l-3-3M17 16H7l3 3",
  trust: "M12 5v14M5 12h14",
  nft: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  sign: "M4 20h16M5 15l9-9 3 3-9 9H5z",
  allow: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  failed: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
