/** Names of recipients: federation on Stellar, the Ethereum Name Service on EVM chains, and BIP 353 on btc. The server resolves them. */
import type { Chain, Network } from "./chains.js";
import type { Client } from "./client.js";
import type { Warning } from "./payment.js";
import { request } from "./safety.js";
import { connectorOf } from "./services.js";

/** A name to resolve. */
export interface ResolveNameQuery {
  chain: Chain;
  name: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** An address whose name is looked up (EVM). */
export interface LookupAddressQuery {
  chain: Chain;
  address: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The memo that a payment to a name on Stellar must have. */
export interface NameMemo {
  type: "text" | "id" | "hash";
  value: string;
}

/** The address of a name. Show it with the name, pay the address, and resolve the name again for each payment. */
export interface ResolvedName {
  name: string;
  address: string;
  memo?: NameMemo | undefined;
  kind: "ens" | "federation" | "bip353";
  /** False for the statement of a server, without a proof that the owner of the name has chosen the address. */
  verified: boolean;
  /** Unix seconds. */
  expiresAt?: number | undefined;
  /** `confusable_name`: compare the address with a trusted source. */
  warnings?: readonly Warning[] | undefined;
}

/** Returns the address of a name on the chain. */
export const resolveName = (client: Client, { chain, name, ...query }: ResolveNameQuery): Promise<ResolvedName> =>
  read(client, chain, "resolve-name", { name }, query);

/** Returns the name of an address, which has this address on the chain (EVM). */
export const lookupAddress = (client: Client, { chain, address, ...query }: LookupAddressQuery): Promise<ResolvedName> =>
  read(client, chain, "lookup-address", { address }, query);

function read(
  client: Client,
  chain: Chain,
  operation: string,
  field: object,
  { network, signal }: Pick<ResolveNameQuery, "network" | "signal">,
): Promise<ResolvedName> {
  const query = { ...field, network: network ?? client.network };
  const init = { params: { path: { chain }, query }, ...(signal === undefined ? {} : { signal }) };
  return request(connectorOf(client.services, chain), "GET", `/api/${operation}/{chain}`, init);
}

/** Latin characters with the characters that look the same: the part of Unicode's confusables (UTS 39) within the Latin script. */
const LATIN_LOOK_ALIKES = new Map(
  (
    "0o 1l Il |l mrn æae þp ıi ĳij œoe ſf ƍg ƒf ƽs ƿp ǀl ǁll ǉlj ǌnj ǳdz ȣ8 ȷj ɑa ɡg ɣy ɩi ɪi ɯw ʄf ʋu ʏy ʣdz ʦts ʪls ʫlz ᴄc ᴏo ᴑo ᴜu ᴠv ᴡw ᴢz " +
    "ᵫue ᶃg ᶌy ẝf ỿy ⱬz ꜱs ꜳaa ꜵao ꜷau ꜹav ꜻav ꜽay ꝏoo ꝯ9 ꝷtf ꞁl ꞙf ꞟu ꟺw ꟾl ꬲe ꬵf ꬽo ꭃco ꭇr ꭈr ꭎu ꭒu ꭚy ꭣuo ꭤa ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅft ﬆst"
  )
    .split(" ")
    .map((pair) => [pair[0]!, pair.slice(1)]),
);

/**
 * Returns a text that is the same for names whose Latin letters and digits look alike, such as `rn` and `m`, `1`, `l` and `I`, or `0` and
 * `o`. For comparisons only. Letters of other scripts are the warning `confusable_name`.
 */
export const nameSkeleton = (name: string): string =>
  [...name.normalize("NFD")].map((letter) => LATIN_LOOK_ALIKES.get(letter) ?? letter).join("").toLowerCase();
