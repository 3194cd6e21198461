/** Screens that a browser loads when one of them opens (parts/onDemand.tsx). */
export { MessageScreen } from "./Message.js";
export { SwapScreen } from "./Swap.js";
export { TrustlineScreen } from "./Trustline.js";
export { WatchScreen } from "./Watch.js";
