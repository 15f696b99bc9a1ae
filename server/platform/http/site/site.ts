import { existsSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOfShare, SHARE_PATH } from '../../../../contract/chat/share.ts';
import {
  isPrerenderedWith,
  type PageVariantPart,
  PRERENDERED,
  PRERENDERED_PAGES,
  type PrerenderedPage,
  prerenderedFile,
} from '../../../../contract/paths.ts';
import { chooseLanguage } from '../../../../src/i18n/languages.ts';
import { failureOfStatus } from '../failures.ts';
import { sendFailure } from '../replies.ts';
import type { PreviousBuilds } from './previous-builds.ts';
import { assetHeaders } from './security-headers.ts';

const HASHED = `${sep}assets${sep}`;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Stored by browsers but revalidated at each use, so that a new build shows at once. */
const REVALIDATE = 'no-cache';

/**
 * The service worker that replaces the installed one with SW_OFF: it deletes all caches and unregisters itself. It has no fetch handler,
 * so open windows continue without a reload; IndexedDB is untouched. It already acts in its install event, because the previous worker
 * may stay active for minutes.
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

/** Matches the file names of build assets; any other name is not found. */
const BUILT = /^\w[\w.-]*$/;
/** Matches the path of a build asset and captures its file name. */
const ASSET = /^\/assets\/(\w[\w.-]*)$/;

/** Maximum number of tags of the header Accept-Language that are read; browsers send fewer. */
const LANGUAGES_MAX = 20;

/** Paths that are not screens: a miss answers 404 instead of the app. */
const NOT_SCREENS = /^\/(api|upload|media|webhook|xmpp-websocket|assets|healthz|readyz)(\/|$)/;

/** Returns the headers that replace the default ones for the app document at a path, such as a payment page. */
export type HeadersOf = (request: FastifyRequest, path: string) => Readonly<Record<string, string>>;

/** Options of `serveSite`: response headers by page, the previous builds, and the parts of prerendered pages. */
type SiteOptions = {
  readonly headersOf?: HeadersOf;
  readonly previousBuilds?: Pick<PreviousBuilds, 'folderOf'> | undefined;
  /** The parts of prerendered pages that this server has. */
  readonly parts?: ReadonlySet<PageVariantPart>;
};

/**
 * Serves the static build, the scripts of previous builds, and the app document at every address of a screen (product 2.1); other misses
 * are 404.
 */
export async function serveSite(
  app: FastifyInstance,
  distDir: string,
  { headersOf = () => ({}), previousBuilds, parts = new Set() }: SiteOptions = {},
): Promise<void> {
  const built = existsSync(join(distDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: distDir,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes(HASHED);
        reply.header('cache-control', isHashed ? FOR_EVER : REVALIDATE);
        if (isHashed) reply.headers(assetHeaders(basename(path)));
      },
    });
    serveAssets(app);
    for (const page of PRERENDERED_PAGES)
      if (isPrerenderedWith(page, parts)) servePrerendered(app, distDir, page, parts);
  } else {
    app.log.warn({ distDir }, 'no build found to serve');
  }
  await app.register(answerShares);
  app.setNotFoundHandler((request, reply) => {
    if (!built) return sendFailure(reply, failureOfStatus(404));
    if (isNavigation(request)) return sendApp(reply.headers(headersOf(request, pathOf(request))));
    const name = ASSET.exec(pathOf(request))?.[1];
    const folder = name === undefined || !isRead(request) ? undefined : previousBuilds?.folderOf(name);
    return folder === undefined
      ? sendFailure(reply, failureOfStatus(404))
      : reply.code(200).sendFile(`/assets/${name}`, folder);
  });
}

/** Serves the self-removing service worker at `/sw.js` instead of that of the build (SW_OFF, docs/operating.md). */
export function serveEndingWorker(app: FastifyInstance): void {
  app.get('/sw.js', (_request, reply) =>
    reply.headers({ 'cache-control': REVALIDATE }).type('text/javascript; charset=utf-8').send(ENDING_WORKER),
  );
}

/**
 * Serves files with hashed names by a route of their own, because the route of the plugin reads the whole folder (over a thousand
 * names) for every request.
 */
function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { readonly name: string } }>(
    '/assets/:name',
    {
      errorHandler(error, request, reply) {
        // The client closed the connection.
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
        else app.errorHandler(error, request, reply);
      },
    },
    ({ params: { name } }, reply) => (BUILT.test(name) ? reply.sendFile(`/assets/${name}`) : reply.callNotFound()),
  );
}

/** Returns the language tags of the header Accept-Language, the most wanted first (RFC 9110, section 12.5.4). */
function wantedLanguages(header = ''): string[] {
  const wanted = header.split(',', LANGUAGES_MAX).map((item) => {
    const [tag = '', ...parameters] = item.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return wanted
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * Serves a page in the language that the browser asks for, prerendered by the build, at its own address; the landing page also at `/`. The
 * page itself replaces it where its visitor must see something else (`src/prerender/prerendered.ts`). Builds of other tools have no such
 * files.
 */
function servePrerendered(
  app: FastifyInstance,
  distDir: string,
  page: PrerenderedPage,
  parts: ReadonlySet<PageVariantPart>,
): void {
  const { path } = PRERENDERED[page];
  for (const address of page === 'landing' ? ['/', path] : [path]) {
    app.get(address, (request, reply) => {
      if (!isNavigation(request)) return sendApp(reply);
      const language = chooseLanguage(null, wantedLanguages(request.headers['accept-language']));
      const file = prerenderedFile(page, language, parts);
      if (!existsSync(join(distDir, file))) return sendApp(reply);
      return reply.header('vary', 'accept-language').code(200).sendFile(file);
    });
  }
}

/**
 * Answers Web Share Target posts, which the service worker normally handles (sw/share.ts). Without a worker the browser posts the form
 * here: the body is ignored, and the app opens and reports that nothing could be taken over.
 */
async function answerShares(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post(SHARE_PATH, (_request, reply) => reply.header('cache-control', 'no-store').redirect(pathOfShare(), 303));
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
const isRead = ({ method }: Pick<FastifyRequest, 'method'>) => method === 'GET' || method === 'HEAD';
const sendApp = (reply: FastifyReply) => reply.code(200).sendFile('index.html');

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (!isRead({ method })) return false;
  return headers.accept?.includes('text/html') === true && !NOT_SCREENS.test(url);
}
