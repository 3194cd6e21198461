/** The registration of the service worker, for the page offline and for notifications. */

const WORKER = "/wallet/sw.js";
export const SCOPE = "/wallet";

/** The only script URL that the page makes: its Trusted Types permit no others. Types of the browser lack the factory. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string } };
};
const workerUrl = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => WORKER }).createScriptURL("") ?? WORKER;

export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(workerUrl, { scope: SCOPE });
