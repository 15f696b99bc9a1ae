import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureOfStatus } from './http/failures.ts';
import { sendFailure } from './http/replies.ts';

const HASHED = `${sep}assets${sep}`;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a new build shows at once. */
const REVALIDATE = 'no-cache';

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
  app.setNotFoundHandler((request, reply) =>
    built && isNavigation(request)
      ? sendApp(reply.headers(headersOf(request, pathOf(request))))
      : sendFailure(reply, failureOfStatus(404)),
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

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
const sendApp = (reply: FastifyReply) => reply.code(200).sendFile('index.html');

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.accept?.includes('text/html') === true && !NOT_SCREENS.test(url);
}
