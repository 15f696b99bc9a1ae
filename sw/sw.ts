import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { KEEP_APP } from '#contract/mirrored-app.ts';
import { isAppFile } from './app-file.ts';
import { createArt, isArt } from './art.ts';
import { createCopies, isChatMedia } from './chat-media.ts';
import { answerPaymentNavigation, isPaymentNavigation } from './documents.ts';
import { listenWhileAway, storeShareInWorker } from './listeners.ts';
import { createPictures, isListPicture } from './pictures.ts';
import { prefetchPrecache } from './prefetch-precache.ts';
import { refill } from './refill.ts';
import { createScripts, isRareScript } from './scripts.ts';
import { readSessionName } from './session.ts';
import type { Answered } from './session-cache.ts';
import { createShareTarget, isShare } from './share.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** Server paths, which the navigation route must not answer with the app's page. */
const SERVER_PATHS = [/^\/api\//, /^\/upload/, /^\/media\//, /^\/xmpp-websocket/, /^\/(healthz|readyz)/];
/** A name with an ending is a file, not a page. */
const FILES = /\/[^/?]+\.[^/]+$/;

// Skips waiting if no precache exists: the active worker, if any, is then the disabled one, which answers nothing
// (server/platform/http/site/site.ts). Checked before precaching; otherwise a new worker waits until the user accepts the update.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.has(cacheNames.precache).then((isThere) => (isThere ? undefined : self.skipWaiting())));
});
// The page that registered the first worker has no controller until it is claimed. Each worker claims, because the browser may end it
// after its installation, so that it cannot remember whether it is the first.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
const APP = self.__WB_MANIFEST;
const PAGE = 'index.html';
/** Files with a content hash in their names; files with a revision have other cache keys. */
const PREFETCHED = APP.flatMap((entry) => (typeof entry !== 'string' && entry.revision === null ? entry.url : []));
// Only workbox's own installation is awaited, so that a hanging prefetch does not block it.
self.addEventListener(
  'install',
  () => void prefetchPrecache(cacheNames.precache, PREFETCHED, { caches, fetch: (url) => fetch(url) }),
);
addPlugins([
  { cacheWillUpdate: async ({ request, response }) => (isAppFile(request.url, response) ? response : null) },
]);
precacheAndRoute(APP);
cleanupOutdatedCaches();
const answerApp = createHandlerBoundToURL(PAGE);
// Registered before the navigation route, which would answer with the headers of the app's page.
registerRoute(
  ({ request, url }) => isPaymentNavigation(request, url, self.location.origin),
  async (given) => answerPaymentNavigation(given.request, () => answerApp(given)),
);
registerRoute(new NavigationRoute(answerApp, { denylist: [...SERVER_PATHS, FILES] }));

const answerShare = createShareTarget(self.location.origin, storeShareInWorker);
registerRoute(
  ({ request, url }) => isShare(request, url, self.location.origin),
  ({ request }) => answerShare(request),
  'POST',
);

const session = () => readSessionName(indexedDB);
const answerMedia = createCopies({
  caches,
  fetch: (request) => fetch(request),
  session,
  quota: async () => (await navigator.storage?.estimate?.())?.quota,
});
const answerPictures = createPictures({ caches, fetch: (request) => fetch(request), session, now: () => Date.now() });
const answerScripts = createScripts({ caches, fetch: (request) => fetch(request) });
const answerArt = createArt({ caches, fetch: (request) => fetch(request), now: () => Date.now() });

function registerCached(matches: typeof isArt, answer: (request: Request) => Promise<Answered>): void {
  registerRoute(
    ({ url }) => matches(url, self.location.origin),
    async ({ request, event }) => {
      const { response, after } = await answer(request);
      // A copy that cannot be stored is fetched again on the next request.
      if (after) event.waitUntil(after.catch(() => undefined));
      return response;
    },
  );
}
registerCached(isChatMedia, answerMedia);
registerCached(isListPicture, answerPictures);
registerCached(isArt, answerArt);
registerCached(isRareScript, answerScripts);

/** Restores evicted app files when a page sends `KEEP_APP`; claims the open pages if files were missing. */
async function keepApp(): Promise<void> {
  const urls = APP.map((entry) => (typeof entry === 'string' ? entry : entry.url)).filter((url) => url !== PAGE);
  const files = new Map([...urls, PAGE].map((url) => [getCacheKeyForURL(url) ?? url, url]));
  const isRefilled = await refill(cacheNames.precache, files, {
    caches,
    fetch: (url) => fetch(url, { cache: 'reload' }),
  });
  if (isRefilled) await self.clients.claim();
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('type' in data)) return;
  if (data.type === 'SKIP_WAITING') void self.skipWaiting();
  // Without a network `keepApp` fails; the next start of a page retries it.
  if (data.type === KEEP_APP) event.waitUntil(keepApp().catch(() => undefined));
});

listenWhileAway();
