// Builds the icons of the catalogue: an archive of SVG images, gzip of JSON { items: { "kind/id": name }, images: { name: svg } }.
//
//   node shared/assets/data/icons/build.mjs tests/oracles/node_modules > shared/assets/data/icons/icons.json.gz
//
// Coins, tokens and Stellar assets: @web3icons/core, found by CoinGecko's coin id, by platform and contract, or by code and issuer
// in @web3icons/common; one that is not listed there has the image of a coin or token of the catalogue with the same ticker,
// for a Stellar asset also with the same name, and for a coin the image of its network.
// Currencies: circle-flags, by the country in the first two letters of the code (ISO 4217). Items without an image are left out
// (docs/decisions/assets.md#icons-in-the-binary).
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const CATALOGUE = join(dirname(fileURLToPath(import.meta.url)), "../catalogue");

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Codes that are not of one country: the union's flag, and those without a flag. */
const AREAS = { eur: "eu" };
const WITHOUT_COUNTRY = (code) => code.startsWith("x");

/** The elements and attributes of the images: shapes, gradients, masks and filters, but no script, link, text or style sheet. */
const ELEMENTS = new Set(
  `svg g defs path rect circle mask clipPath linearGradient radialGradient stop filter feBlend feColorMatrix feComposite feFlood
  feGaussianBlur feOffset`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `xmlns id width height viewBox x x1 x2 y y1 y2 cx cy r rx ry d dy offset fill fill-opacity fill-rule stroke stroke-width stroke-miterlimit
  stop-color stop-opacity clip-path clip-rule mask maskUnits filter filterUnits gradientUnits gradientTransform
  color-interpolation-filters flood-opacity in in2 k1 k2 k3 k4 operator result stdDeviation style values`.split(/\s+/),
);

/** Removes what an image does not need. Rejects an image with anything that is not in the lists, or that refers to another one. */
function clean(name, svg) {
  const text = svg.replaceAll(/\s*\n\s*/g, "").replace(' class="web3icons"', "").trim();
  const elements = [...text.matchAll(/<\/?([^\s/>]*)/g)].map(([, element]) => element);
  const attributes = [...text.matchAll(/\s([^\s="<>/]+)="([^"]*)"/g)];
  const unknown = elements.find((element) => !ELEMENTS.has(element));
  const bare = text.replaceAll(/="[^"]*"/g, "");
  const other = attributes.find(
    ([, attribute, value]) =>
      !ATTRIBUTES.has(attribute) || /url\((?!#)|[&\\]|import/i.test(value) || (/:/.test(value) && !["xmlns", "style"].includes(attribute)),
  );
  const isWhole = text.startsWith("<svg ") && text.endsWith("</svg>") && !/["']/.test(bare);
  if (unknown !== undefined || other || !isWhole) throw new Error(`unsafe image ${name}: ${unknown ?? other ?? "form"}`);
  return text;
}

/** Returns the archive of the images in this folder of npm packages. */
export async function icons(nodeModules) {
  const root = resolve(nodeModules);
  const load = async (path) => import(pathToFileURL(join(root, path)));
  const { tokens } = await load("@web3icons/common/dist/metadata/tokens.js");
  const { networks } = await load("@web3icons/common/dist/metadata/networks.js");
  const pathOf = (kind, file) => `@web3icons/core/dist/svgs/${kind}s/background/${file}.svg.js`;
  const items = {};
  const images = {};

  /** Adds the image of a token or network of the package to an item, if there is exactly one such entry with an image. */
  const add = async (item, found) => {
    if (found.length !== 1) return;
    const [kind, file] = found[0].filePath.split(":");
    if (!existsSync(join(root, pathOf(kind, file)))) return;
    const name = `${kind}/${file}`;
    images[name] ??= clean(name, (await load(pathOf(kind, file))).default);
    items[item] = name;
  };

  const byTicker = new Map();
  const sources = new Map();
  for (const { chain, network, prices } of readJson(join(CATALOGUE, "chains.json")))
    if (network === "livenet") sources.set(chain, prices);
  for (const { chain, ticker } of readJson(join(CATALOGUE, "coins.json"))) {
    const item = `coin/${chain}`;
    const { coin, platform } = sources.get(chain);
    await add(item, tokens.filter(({ id }) => id === coin));
    if (!items[item]) await add(item, networks.filter(({ shortName }) => shortName === platform));
    if (items[item]) byTicker.set(ticker, items[item]);
  }

  const listed = readdirSync(join(CATALOGUE, "erc20")).flatMap((file) => {
    const chain = file.replace(".json", "");
    return readJson(join(CATALOGUE, "erc20", file)).tokens.map((token) => ({ chain, ...token }));
  });
  for (const { chain, address, symbol } of listed) {
    const item = `erc20/${chain}:${address}`;
    const { platform } = sources.get(chain);
    const same = ({ addresses }) => addresses[platform]?.toLowerCase() === address.toLowerCase();
    await add(item, tokens.filter(same));
    if (items[item] && !byTicker.has(symbol)) byTicker.set(symbol, items[item]);
  }
  for (const { chain, address, symbol } of listed) {
    const name = byTicker.get(symbol);
    if (name) items[`erc20/${chain}:${address}`] ??= name;
  }

  for (const { code, issuer, name } of readJson(join(CATALOGUE, "xlm-assets.json"))) {
    const item = `xlm-asset/${code}-${issuer}`;
    const same = ({ symbol, addresses: { stellar } }) =>
      [`${code}-${issuer}`, `${code}:${issuer}`].includes(stellar) || (stellar === issuer && symbol.toUpperCase() === code);
    await add(item, tokens.filter(same));
    const token = listed.find((token) => token.symbol === code && token.name === name);
    const image = token && items[`erc20/${token.chain}:${token.address}`];
    if (image) items[item] ??= image;
  }

  for (const { currency } of readJson(join(CATALOGUE, "fiat.json"))) {
    const flag = AREAS[currency] ?? currency.slice(0, 2);
    const path = join(root, `circle-flags/flags/${flag}.svg`);
    if (WITHOUT_COUNTRY(currency) || !existsSync(path)) continue;
    const name = `flag/${flag}`;
    images[name] ??= clean(name, readFileSync(path, "utf8"));
    items[`fiat/${currency}`] = name;
  }
  const sorted = (map) => Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { items: sorted(items), images: sorted(images) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const archive = await icons(process.argv[2]);
  process.stdout.write(gzipSync(JSON.stringify(archive), { level: 9 }));
}
