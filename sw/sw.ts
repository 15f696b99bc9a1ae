import { cacheNames } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { KEEP_APP } from '#contract/kept-app.ts';
import { createArt, isArt } from './art.ts';
import { createCopies, isChatMedia } from './chat-media.ts';
import { answerOwnDocument, isOwnDocument } from './documents.ts';
import { keepAhead } from './keep-ahead.ts';
import { keepShare, listenWhileAway } from './listeners.ts';
import { createPictures, isListPicture } from './pictures.ts';
import { refill } from './refill.ts';
import { createScripts, isRareScript } from './scripts.ts';
import { readSessionName } from './session.ts';
import { createShareTarget, isShare } from './share.ts';
import type { Answered } from './shelf.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** Paths that only the server answers: never from a cache, and never the app's page. */
const SERVER_PATHS = [/^\/api\//, /^\/upload/, /^\/media\//, /^\/xmpp-websocket/, /^\/(healthz|readyz)/];
/** A name with an ending is a file, not a page. */
const FILES = /\/[^/?]+\.[^/]+$/;

// Without the app's files the one before answers nothing: an operator had switched it off (server/site.ts), and a browser that has not
// let go of it yet takes it for the one that is there. Asked before they are kept; else a later one waits until the reader asks for it.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.has(cacheNames.precache).then((isThere) => (isThere ? undefined : self.skipWaiting())));
});
// A page that fetched the first one has none yet. Nothing is remembered from the installation: the browser may have ended this worker since.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
const APP = self.__WB_MANIFEST;
const PAGE = 'index.html';
/** Files whose names change with what is in them; those of a revision have other keys. */
const AHEAD = APP.flatMap((entry) => (typeof entry !== 'string' && entry.revision === null ? entry.url : []));
// Workbox's own installation is what is waited for: a line of these that hangs holds nothing up.
self.addEventListener(
  'install',
  () => void keepAhead(cacheNames.precache, AHEAD, { caches, fetch: (url) => fetch(url) }),
);
precacheAndRoute(APP);
cleanupOutdatedCaches();
const answerApp = createHandlerBoundToURL(PAGE);
// Before the route of all pages, which would answer with the headers of the first.
registerRoute(
  ({ request, url }) => isOwnDocument(request, url, self.location.origin),
  async (given) => answerOwnDocument(given.request, () => answerApp(given)),
);
registerRoute(new NavigationRoute(answerApp, { denylist: [...SERVER_PATHS, FILES] }));

const answerShare = createShareTarget(self.location.origin, keepShare);
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
  quota: async () => (await navigator.storage?.estimate())?.quota,
});
const answerPictures = createPictures({ caches, fetch: (request) => fetch(request), session, now: () => Date.now() });
const answerScripts = createScripts({ caches, fetch: (request) => fetch(request) });
const answerArt = createArt({ caches, fetch: (request) => fetch(request), now: () => Date.now() });

function keepCopiesOf(isIts: typeof isArt, answer: (request: Request) => Promise<Answered>): void {
  registerRoute(
    ({ url }) => isIts(url, self.location.origin),
    async ({ request, event }) => {
      const { response, after } = await answer(request);
      // A copy that cannot be kept is fetched again another time.
      if (after) event.waitUntil(after.catch(() => undefined));
      return response;
    },
  );
}
keepCopiesOf(isChatMedia, answerMedia);
keepCopiesOf(isListPicture, answerPictures);
keepCopiesOf(isArt, answerArt);
keepCopiesOf(isRareScript, answerScripts);

/** Keeps the app and takes its pages where this worker was put away and came back (`KEEP_APP`). */
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
  // Without a network the next start of a page asks again.
  if (data.type === KEEP_APP) event.waitUntil(keepApp().catch(() => undefined));
});

listenWhileAway();
