/** Screens of payments, which a browser loads when one of them opens (parts/onDemand.tsx). */
export { PaymentScreen } from "./Payment.js";
export { ReceiveScreen } from "./Receive.js";
export { SendScreen } from "./Send.js";
