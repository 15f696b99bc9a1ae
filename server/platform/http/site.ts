import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOfShare, SHARE_PATH } from '../../../contract/chat/share.ts';
import { failureOfStatus } from './failures.ts';
import { sendFailure } from './replies.ts';

const HASHED = `${sep}assets${sep}`;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a new build shows at once. */
const REVALIDATE = 'no-cache';

/**
 * The service worker of a server that wants none: it takes the place of the one that is installed, empties its caches and removes
 * itself. It answers no request, so that windows that are open go on without a reload; the app's databases are not its business. It does
 * so when it is installed: the one before may keep its place for minutes.
 */
const ENDING_WORKER = `const empty = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
self.addEventListener('install', (event) => {
  event.waitUntil(empty());
  // Done after the installation, for which it must not wait.
  void self.registration.unregister();
});
self.addEventListener('activate', (event) => event.waitUntil(empty()));
self.skipWaiting();
`;

/** What a build names its files. */
const BUILT = /^\w[\w.-]*$/;

/** Paths that are no screens: a miss there is a 404, not the app. */
const NOT_SCREENS = /^\/(api|upload|media|webhook|xmpp-websocket|assets|healthz|readyz)(\/|$)/;

/** Headers that a page has instead of those of all answers. */
export type HeadersOf = (request: FastifyRequest, path: string) => Readonly<Record<string, string>>;

/** Serves the build, and the app itself for every address of a screen (product 2.1). */
export async function serveSite(
  app: FastifyInstance,
  distDir: string,
  headersOf: HeadersOf = () => ({}),
): Promise<void> {
  const built = existsSync(join(distDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: distDir,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes(HASHED) ? FOR_EVER : REVALIDATE);
      },
    });
    serveAssets(app);
  } else {
    app.log.warn({ distDir }, 'there is no build to serve');
  }
  await app.register(answerShares);
  app.setNotFoundHandler((request, reply) =>
    built && isNavigation(request)
      ? sendApp(reply.headers(headersOf(request, pathOf(request))))
      : sendFailure(reply, failureOfStatus(404)),
  );
}

/** Answers the address of the app's service worker, in place of the build (SW_OFF, docs/operating.md). */
export function serveEndingWorker(app: FastifyInstance): void {
  app.get('/sw.js', (_request, reply) =>
    reply.headers({ 'cache-control': REVALIDATE }).type('text/javascript; charset=utf-8').send(ENDING_WORKER),
  );
}

/**
 * Serves the files with hashed names by a route of their own: the one of the plugin reads their whole folder, of more than a thousand
 * names, for each file that is asked for.
 */
function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { readonly name: string } }>(
    '/assets/:name',
    {
      errorHandler(error, request, reply) {
        // Whoever asked has gone.
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
        else app.errorHandler(error, request, reply);
      },
    },
    ({ params: { name } }, reply) => (BUILT.test(name) ? reply.sendFile(`/assets/${name}`) : reply.callNotFound()),
  );
}

/**
 * What another app shares is kept by the service worker (sw/share.ts). A browser that has lost it posts the form to the server, which
 * reads nothing of it: the app opens, and says that nothing could be taken.
 */
async function answerShares(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post(SHARE_PATH, (_request, reply) => reply.header('cache-control', 'no-store').redirect(pathOfShare(), 303));
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
const sendApp = (reply: FastifyReply) => reply.code(200).sendFile('index.html');

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.accept?.includes('text/html') === true && !NOT_SCREENS.test(url);
}
