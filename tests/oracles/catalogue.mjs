// Compares the asset catalogue with third-party lists. Each check returns its findings as text.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { icons } from "../../shared/assets/data/icons/build.mjs";
import { load, modules, readJson } from "./load.mjs";

const Ajv = await load("ajv");
const addFormats = await load("ajv-formats");
const { getAddress, isAddress } = await load("viem");
const viemChains = await load("viem/chains");
const currencyCodes = await load("currency-codes/data.js");
const { StrKey } = await load("@stellar/stellar-sdk");
const { coins: bitgoCoins } = await load("@bitgo/statics");
const web3icons = await import(pathToFileURL(join(modules, "@web3icons/common/dist/metadata/tokens.js")));

// The livenet ids of the TypeScript client, which the services do not use.
const CHAINS = readFileSync(new URL("../../clients/typescript/src/chains.ts", import.meta.url), "utf8");
const CHAIN_IDS = Object.fromEntries(Array.from(CHAINS.matchAll(/^  (\w+): \[(\d+), \d+\],$/gm), ([, chain, id]) => [chain, Number(id)]));

const ajv = addFormats(new Ajv({ allErrors: true }));
const isTokenList = ajv.compile(readJson("@uniswap/token-lists/src/tokenlist.schema.json"));

// Ledger has a file of rows for each chain: [parent, id, ticker, decimals, name, signature, contract, …].
const LEDGER = {
  1: "erc20.json",
  10: "evm/10/erc20.json",
  56: "bep20.json",
  137: "polygon-erc20.json",
  250: "evm/250/erc20.json",
  8453: "evm/8453/erc20.json",
  42161: "evm/42161/erc20.json",
  43114: "evm/43114/erc20.json",
};

const ledgerTokens = () =>
  Object.entries(LEDGER).flatMap(([chainId, file]) =>
    readJson(`@ledgerhq/cryptoassets/lib/data/${file}`).map((row) => ({
      chainId: Number(chainId),
      address: row[6],
      symbol: row[2],
      decimals: row[3],
    })),
  );

// Aave's list also contains its receipt tokens; assets lent on Aave have the tag `underlying`.
const aaveTokens = () =>
  readJson("@bgd-labs/aave-address-book/tokenlist.json").tokens.filter(({ tags }) => tags.includes("underlying"));

const key = (chainId, address) => `${chainId}:${address.toLowerCase()}`;
const byKey = (tokens) => new Map(tokens.map((token) => [key(token.chainId, token.address), token]));

const PACKAGES = {
  aave: byKey(aaveTokens()),
  ledger: byKey(ledgerTokens()),
  quickswap: byKey(readJson("quickswap-default-token-list/build/quickswap-default.tokenlist.json").tokens),
  sushi: byKey(readJson("@sushiswap/default-token-list/build/sushiswap-default.tokenlist.json").tokens),
  uniswap: byKey(readJson("@uniswap/default-token-list/build/uniswap-default.tokenlist.json").tokens),
};

/** Returns the facts about a token in each package and repository record: { source: { symbol, decimals, logoURI } }. */
function facts(chain, address, repositories) {
  const facts = {};
  for (const [source, tokens] of Object.entries(PACKAGES)) {
    const token = tokens.get(key(CHAIN_IDS[chain], address));
    if (token) facts[source] = token;
  }
  for (const [source, { records }] of Object.entries(repositories)) {
    const record = records.find((record) => record.chain === chain && record.address === address);
    if (record) facts[source] = { ...record, logoURI: record.icon };
  }
  return facts;
}

function checkToken(token, chain, repositories) {
  const { address, decimals, symbol, logoURI } = token;
  if (!isAddress(address, { strict: false })) return ["invalid address"];
  const known = facts(chain, address, repositories);
  const named = token.extensions?.sources?.split(" ") ?? [];
  const someone = (field, same) => Object.values(known).some((fact) => same(fact[field]));
  const wrong = [];
  if (token.chainId !== CHAIN_IDS[chain]) wrong.push(`chain id ${token.chainId}`);
  if (getAddress(address) !== address) wrong.push(`the checksummed address is ${getAddress(address)}`);
  if (named.length < 2) wrong.push("fewer than two sources");
  if (named.join() !== Object.keys(known).sort(byKind(repositories)).join())
    wrong.push(`lists the sources ${named}, found in ${Object.keys(known)}`);
  for (const [source, fact] of Object.entries(known))
    if (fact.decimals !== decimals) wrong.push(`${decimals} decimals, ${fact.decimals} in ${source}`);
  if (!someone("symbol", (other) => other.toLowerCase() === symbol.toLowerCase())) wrong.push("unknown ticker");
  if (logoURI && !someone("logoURI", (other) => other === logoURI)) wrong.push("unknown icon");
  return wrong;
}

/** Sorts packages before repositories, each alphabetically. */
const byKind = (repositories) => (a, b) => (a in repositories) - (b in repositories) || (a < b ? -1 : 1);

function repeated(values) {
  return values.filter((value, index) => values.indexOf(value) !== index).map((value) => `${value}: twice`);
}

function unused(list, chain, repositories) {
  const addresses = new Set(list.tokens.map(({ address }) => address));
  const records = Object.values(repositories).flatMap(({ records }) => records);
  return records
    .filter((record) => record.chain === chain && !addresses.has(record.address))
    .map(({ address }) => `${address}: a record without a token`);
}

/** Validates any token list (tokenlists.org): schema errors and addresses without a valid checksum. */
export function anyList({ list }) {
  if (!isTokenList(list)) return isTokenList.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  const addresses = list.tokens.map(({ chainId, address }) => key(chainId, address));
  const wrong = list.tokens.filter(({ address }) => getAddress(address) !== address);
  return [...wrong.map(({ address }) => `${address}: wrong checksum`), ...repeated(addresses)];
}

/** Returns a widely used list: all tokens of Uniswap's list. */
export function foreignList() {
  return readJson("@uniswap/default-token-list/build/uniswap-default.tokenlist.json");
}

/** Validates a chain's ERC-20 tokens, as a token list (tokenlists.org), with the repository records. */
export function tokenList({ chain, list, repositories }) {
  if (!isTokenList(list)) return isTokenList.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  const wrong = list.tokens.flatMap((token) =>
    checkToken(token, chain, repositories).map((why) => `${token.symbol} ${token.address}: ${why}`),
  );
  // Two similar tickers on one chain may cause users to lose funds.
  const tickers = list.tokens.map(({ symbol }) => symbol.toUpperCase());
  const addresses = list.tokens.map(({ address }) => address.toLowerCase());
  return [...wrong, ...repeated(addresses), ...repeated(tickers), ...unused(list, chain, repositories)];
}

/** Returns the assets on Stellar in BitGo's list: `xlm:CODE-ISSUER` with the home domain. */
function bitgoAssets() {
  const assets = bitgoCoins.filter(({ family, isToken, network }) => family === "xlm" && isToken && network.type === "mainnet");
  return assets.map(({ name, decimalPlaces, domain }) => ({ id: name.replace("xlm:", ""), decimals: decimalPlaces, homeDomain: domain }));
}

/** Returns those in the platforms of CoinGecko, as web3icons has them: `CODE-ISSUER`, `CODE:ISSUER` or only the issuer. */
function web3iconsAssets() {
  const assets = web3icons.tokens.filter(({ addresses }) => addresses?.stellar);
  const id = ({ symbol, addresses: { stellar } }) =>
    stellar.length === 56 ? `${symbol.toUpperCase()}-${stellar}` : stellar.replace(":", "-");
  return assets.map((token) => ({ id: id(token) }));
}

/** Ledger has a row for each: [id, issuer in lower case, "stellar", code, decimals]. */
const ledgerAssets = () =>
  readJson("@ledgerhq/cryptoassets/lib/data/stellar.json").map(([, issuer, , code, decimals]) => ({
    id: `${code}-${issuer.toUpperCase()}`,
    decimals,
  }));

const byId = (assets) => new Map(assets.map((asset) => [asset.id, asset]));
const XLM_PACKAGES = { bitgo: byId(bitgoAssets()), ledger: byId(ledgerAssets()), web3icons: byId(web3iconsAssets()) };

/** The lists whose home domains are used, the first one that has the asset. */
const HOME_DOMAINS = ["stellarlight", "soroswap", "bitgo"];

function checkXlmAsset(asset, repositories) {
  const { code, issuer, ticker, decimals, homeDomain, icon } = asset;
  const id = `${code}-${issuer}`;
  const known = {};
  for (const [source, assets] of Object.entries(XLM_PACKAGES)) if (assets.has(id)) known[source] = assets.get(id);
  for (const [source, { records }] of Object.entries(repositories)) {
    const record = records.find(({ chain, address }) => chain === "xlm" && address === id);
    if (record) known[source] = record;
  }
  const named = asset.sources.split(" ");
  const domain = HOME_DOMAINS.map((source) => known[source]?.homeDomain).find(Boolean);
  const wrong = [];
  if (!StrKey.isValidEd25519PublicKey(issuer)) wrong.push("invalid issuer");
  if (named.length < 2) wrong.push("fewer than two sources");
  if (named.join() !== Object.keys(known).sort(byKind(repositories)).join())
    wrong.push(`lists the sources ${named}, found in ${Object.keys(known)}`);
  for (const [source, fact] of Object.entries(known))
    if ((fact.decimals ?? 7) !== decimals) wrong.push(`${decimals} decimals, ${fact.decimals} in ${source}`);
  if (ticker !== code) wrong.push("the ticker is not the code");
  if (homeDomain !== domain) wrong.push(`home domain ${homeDomain}, expected ${domain}`);
  if (icon && !Object.values(known).some((fact) => fact.icon === icon)) wrong.push("unknown icon");
  return wrong.map((why) => `${id}: ${why}`);
}

/** Validates the assets on Stellar with stellar-sdk, the packages and the repository records. */
export function xlmAssetList({ assets, repositories }) {
  const ids = new Set(assets.map(({ code, issuer }) => `${code}-${issuer}`));
  const records = Object.values(repositories).flatMap(({ records }) => records);
  const unused = records.filter(({ chain, address }) => chain === "xlm" && !ids.has(address));
  return [
    ...assets.flatMap((asset) => checkXlmAsset(asset, repositories)),
    ...repeated(assets.map(({ code }) => code.toUpperCase())),
    ...unused.map(({ address }) => `${address}: a record without an asset`),
  ];
}

/** Validates the coins of the eth-like chains; viem supports no others. */
export function coinList({ coins }) {
  return coins
    .filter(({ chain }) => chain in CHAIN_IDS)
    .flatMap(({ chain, ticker, decimals }) => {
      const { nativeCurrency } = Object.values(viemChains).find(({ id }) => id === CHAIN_IDS[chain]);
      const same = nativeCurrency.symbol === ticker && nativeCurrency.decimals === decimals;
      return same ? [] : [`${chain}: viem has ${JSON.stringify(nativeCurrency)}`];
    });
}

// Excluded by docs/decisions/assets.md#currency-selection: funds, and codes without a country.
const FUNDS = ["BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW"];
const NO_MONEY = ["XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX"];
// currency-codes follows the standard as of 2024-06-25; since then these codes were withdrawn and this one
// was added.
const WITHDRAWN = ["ANG", "BGN", "CUC"];
const NEW = [{ code: "XCG", digits: 2 }];

/** Validates the fiat currencies and their minor units. */
export function currencyList({ currencies }) {
  const left = new Set([...FUNDS, ...NO_MONEY, ...WITHDRAWN]);
  const theirs = [...currencyCodes.filter(({ code }) => !left.has(code)), ...NEW];
  const expected = new Map(theirs.map(({ code, digits }) => [code.toLowerCase(), digits]));
  const ours = new Map(currencies.map(({ currency, decimals }) => [currency, decimals]));
  const codes = new Set([...expected.keys(), ...ours.keys()]);
  return [...codes]
    .filter((code) => expected.get(code) !== ours.get(code))
    .map((code) => `${code}: ${ours.get(code)}, currency-codes has ${expected.get(code)}`);
}

/** Compares chain ids and explorers of the EVM chains. viem lacks Mordor, the testnet of etc. */
export function chainList({ chains }) {
  const known = new Map(Object.values(viemChains).map((chain) => [chain.id, chain]));
  return chains
    .filter(({ chainId, name }) => chainId !== undefined && !name.startsWith("Ethereum Classic"))
    .flatMap(({ name, chainId, network, decimals, explorer }) => {
      const theirs = known.get(chainId);
      if (!theirs) return [`${name}: viem has no chain ${chainId}`];
      const { url } = theirs.blockExplorers.default;
      const same =
        Boolean(theirs.testnet) === (network === "testnet") &&
        theirs.nativeCurrency.decimals === decimals &&
        explorer.transaction === `${url}/tx/{txid}` &&
        explorer.address === `${url}/address/{address}`;
      return same ? [] : [`${name}: viem has ${theirs.name}, ${url}`];
    });
}

/** Compares the symbols of currencies with CLDR, the locale data of this Node.js. */
export function symbolList({ currencies }) {
  const symbolOf = (currency) =>
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
      .formatToParts(1)
      .find(({ type }) => type === "currency").value;
  return currencies
    .filter(({ ticker, symbol }) => symbol !== symbolOf(ticker))
    .map(({ ticker, symbol }) => `${ticker}: ${symbol}, CLDR has ${symbolOf(ticker)}`);
}

/** Builds the icons again and compares them with the committed archive. */
export async function iconList({ archive }) {
  const built = await icons(modules);
  const committed = JSON.parse(gunzipSync(Buffer.from(archive, "base64")));
  const names = new Set([...Object.keys(built.items), ...Object.keys(committed.items)]);
  const image = ({ items, images }, item) => images[items[item]];
  return [...names].filter((item) => image(built, item) !== image(committed, item));
}
