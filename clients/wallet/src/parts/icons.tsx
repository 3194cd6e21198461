/** Icons: chains and assets as images, controls as strokes in the text colour. */
import type { Chain } from "@wallet-cloud/client";
import { coinIcon, type Holding } from "../holdings.js";

export function ChainIcon({ chain, size = 36 }: { chain: Chain; size?: number }) {
  return <img class="icon" src={coinIcon(chain)} alt="" width={size} height={size} />;
}

/** The icon of an asset, or the first letter of one that the server does not list. */
export function AssetIcon({ holding, size = 36 }: { holding: Holding; size?: number }) {
  if (holding.icon !== undefined) return <img class="icon" src={holding.icon} alt="" width={size} height={size} />;
  return (
    <span class="icon letter" aria-hidden="true">
      {holding.ticker.slice(0, 1)}
    </span>
  );
}

const PATHS = {
  send: "M12 19V6M6 11l6-6 6 6",
  receive: "M12 5v13M6 13l6 6 6-6",
  faucet: "M12 3s6 6.500 6 11a6 6 0 0 1-12 0c0-4.500 6-11 6-11z",
  mine: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
  back: "M15 5l-7 7 7 7",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  refresh: "M20 12a8 8 0 1 1-2.500-5.800M20 4v4h-4",
  self: "M7 8h10l-3-3M17 16H7l3 3",
  trust: "M12 5v14M5 12h14",
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
