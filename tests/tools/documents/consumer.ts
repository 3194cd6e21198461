// Code of a client, which compiles only if the generated types have the properties that the documents promise.
import type { components as Types } from "./generated/types.js";
import type { XlmNativeOperation, XlmAction, XlmPredicate, AssetData } from "./generated/client/index.js";

type Schemas = Types["schemas"];

/** The discriminator determines the variant of a union, in the types of both generators. */
export function recipient(operation: XlmNativeOperation | Schemas["XlmNativeOperation"]): string | undefined {
  switch (operation.type) {
    case "payment":
      return operation.destination;
    case "createAccount":
      // @ts-expect-error This operation has no asset.
      operation.asset;
      return operation.destination;
    default:
      return undefined;
  }
}

/** Every type of action is a constant: a missing case does not compile. */
export function isTransfer(action: XlmAction | Schemas["XlmAction"]): boolean {
  switch (action.type) {
    case "transfer":
    case "path-payment-strict-send":
    case "path-payment-strict-receive":
      return action.value.amount !== "0";
    // @ts-expect-error No action has this type.
    case "payment":
      return true;
    default:
      return false;
  }
}

/** The kinds of assets have different fields. */
export function name(asset: AssetData | Schemas["AssetData"]): string {
  switch (asset.kind) {
    case "fiat":
      return asset.currency;
    case "coin":
      return asset.chain;
    case "xlm-asset":
      return `${asset.code}-${asset.issuer}`;
    default:
      return asset.contract;
  }
}

/** A condition has exactly one field. */
export const conditions: (XlmPredicate | Schemas["XlmPredicate"])[] = [
  { not: { abs_before: "1767225600" } },
  { and: [{ rel_before: "86400" }, { or: [{ rel_before: "1" }, { rel_before: "2" }] }] },
  // @ts-expect-error No condition has this field.
  { until: "1767225600" },
];

/** Fields with a default value are optional in a request. */
export const request: Schemas["BtcLikeGetAddressRequest"] = { publicKey: "02…" };

// @ts-expect-error `publicKey` has no default value.
export const incomplete: Schemas["BtcLikeGetAddressRequest"] = {};
