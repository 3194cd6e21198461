/**
 * The files of the page in a cache of the browser, so that the page opens offline: those of one version, whose hash is in their URLs.
 * Responses to requests with a token are never cached.
 */
import { FILES_CACHE } from "./worker-data.js";

/** The names of the files of a version, from the build. */
declare const PAGE_FILES: string[];

const PAGE = "/wallet";
const FILE = /^\/wallet\/[0-9a-f]{16}\/[^/]+$/;
const ICON = /^\/asset-info\/v1\/api\/icon\//;

/** The parts of `FetchEvent` in use, which the types of a page lack. */
export interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** Stores a version of the page completely, and deletes the others. */
async function keepVersion(page: Response): Promise<void> {
  const [folder] = /\/wallet\/[0-9a-f]{16}\//.exec(await page.clone().text()) ?? [];
  if (folder === undefined) return;
  const cache = await caches.open(FILES_CACHE);
  const isKept = async (name: string) => (await cache.match(folder + name)) !== undefined;
  const kept = await Promise.all(PAGE_FILES.map(isKept));
  await cache.addAll(PAGE_FILES.filter((_, index) => !kept[index]).map((name) => folder + name));
  // After its files: what is stored is always complete.
  await cache.put(PAGE, page);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (FILE.test(pathname) && !pathname.startsWith(folder)) await cache.delete(request);
  }
}

/** Stores the current version. */
export async function keepPage(): Promise<void> {
  const page = await fetch(PAGE);
  if (page.ok) await keepVersion(page);
}

/** Returns the response of the server, which `keep` stores, or offline the stored one. */
async function fromServer(event: FetchEvent, keep: (response: Response) => Promise<void>): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    const stored = await (await caches.open(FILES_CACHE)).match(event.request, { ignoreSearch: true });
    if (stored === undefined) throw error;
    return stored;
  }
}

const keepIcon = (request: Request) => async (icon: Response) => (await caches.open(FILES_CACHE)).put(request, icon);

const fromCache = async (request: Request): Promise<Response> => (await (await caches.open(FILES_CACHE)).match(request)) ?? fetch(request);

/** Handles the requests for the page, its files and icons. All others are left to the browser. */
export function handle(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("authorization")) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(fromServer(event, keepVersion));
  else if (FILE.test(pathname)) event.respondWith(fromCache(request));
  else if (ICON.test(pathname)) event.respondWith(fromServer(event, keepIcon(request)));
}
