import { readFileSync } from 'node:fs';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../../../config.ts';
import { openDatabase } from '../../../platform/database/connect.ts';
import { clientAddress } from '../../../platform/http/client-address.ts';
import { dismiss } from '../../../platform/http/dismiss.ts';
import { refuseUnknownHosts } from '../../../platform/http/hosts.ts';
import { isOwnOrigin } from '../../../platform/http/origins.ts';
import { createProxyReport } from '../../../platform/http/proxy-faults.ts';
import { RequestRefused } from '../../../platform/http/replies.ts';
import { limitTcpConnections, socketRulesFor } from '../../../platform/http/socket-rules.ts';
import { limitSignIns } from '../../../platform/limits/operator-limits.ts';
import { giveBackRates, shareRates } from '../../../platform/limits/shared-rates.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { openMediaFiles } from '../../media/files/open.ts';
import { openMediaStore } from '../../media/store.ts';
import type { Gateway } from '../../payments/gateway.ts';
import { CHANGE_ANSWER_MS, FORM_MAX_BYTES, PAGE_POLICY, SIGN_INS_PER_MINUTE } from '../rules.ts';
import { registerPage } from './routes.ts';
import { BASE, faultPage } from './views.ts';

const ARRIVE_WITHIN_MS = 10_000;

/** Headers of pages without scripts. `same-origin` instead of `no-referrer`, with which forms would send `Origin: null`. */
const HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Strict-Transport-Security: two years, subdomains included. */
const HTTPS_ONLY = 'max-age=63072000; includeSubDomains';

const FAULTS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['Nothing here', 'There is no such page.'],
  403: ['Refused', 'This did not come from a page of the operator.'],
  404: ['Nothing here', 'There is no such page.'],
  413: ['Too much', 'That is more than fits.'],
};

type Settings = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'mediaPlace' | 'identity' | 'payouts' | 'allowedHosts' | 'trustProxy' | 'rateLimits'
> & {
  readonly host: string;
  readonly port: number;
  /** Undefined: payments are off. */
  readonly gateway?: Gateway | undefined;
};
/** The running server of the operator page; `port` is the one that it listens on, also if 0 was configured. */
export type OperatorListener = { readonly port: number; close(): Promise<void> };

/**
 * Starts the operator page in a server process, on a port of its own, which the app's proxy does not expose: on loopback by default,
 * and for allowed Host names only. Accounts, tokens and cookies are separate from the app's. `now` is the clock for TOTP codes, in ms.
 */
export async function listenForOperators(
  settings: Settings,
  log: Logger,
  now: () => number = Date.now,
): Promise<OperatorListener> {
  // A separate pool with a longer timeout: a message to all accounts takes longer than any request of the app.
  const { db, close } = openDatabase(
    settings.databaseUrl,
    (error) => log.warn({ err: error }, 'idle database connection failed'),
    undefined,
    CHANGE_ANSWER_MS,
  );
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: FORM_MAX_BYTES,
    requestTimeout: ARRIVE_WITHIN_MS,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    // An address that cannot be decoded fails before any hook, so its answer gets the headers here.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      addHeaders(request, reply);
      void reply.code(400).type(HTML).send(faultOf(400));
    },
    clientErrorHandler: (_error, socket) => dismiss(socket, 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'),
  });
  try {
    app.decorateRequest('uid', 0);
    limitTcpConnections(app, socketRulesFor(settings));
    app.addHook('onRequest', async (request, reply) => addHeaders(request, reply));
    refuseUnknownHosts(app, settings.allowedHosts, createProxyReport(log, Date));
    refuseForeignRequests(app);
    readForms(app);
    answerFaults(app);
    const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
    app.get('/', (_request, reply) => reply.redirect(BASE, 303));
    app.get(`${BASE}/style.css`, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
    const addressOf = clientAddress(settings.trustProxy);
    const limit = settings.rateLimits
      ? await limitSignIns(app, {
          addressOf,
          max: SIGN_INS_PER_MINUTE,
          take: shareRates(db, true, Date, log),
          giveBack: giveBackRates(db, true, log),
        })
      : undefined;
    const { privateFolder: clips } = openMediaStore({
      db,
      dataDir: settings.dataDir,
      files: openMediaFiles(settings),
    });
    registerPage(app, { db, gateway: settings.gateway, config: settings, clips, log, addressOf, limit, now });
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await app.close();
    await close();
    throw error;
  }
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : settings.port,
    async close() {
      await app.close();
      await close();
    },
  };
}

function addHeaders({ protocol }: FastifyRequest, reply: FastifyReply): void {
  reply.headers(HEADERS);
  if (protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY);
}

/**
 * Refuses forms of other origins: the app on another port is same-site, so browsers would send the operator cookie with its forms. Actions
 * that only read, but take long, are refused too when a browser says that another site opens them.
 */
function refuseForeignRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { method, url, host, headers } = request;
    const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
    const isRead = method === 'GET' || method === 'HEAD';
    const isOurs = isRead
      ? !url.startsWith(`${BASE}/do/`) || site === 'same-origin' || site === 'none'
      : origin !== undefined && isOwnOrigin(origin, host, []) && site === 'same-origin';
    if (isOurs) return;
    request.log.warn({ origin, site }, 'refused a request of another site to the operator page');
    throw new RequestRefused({ status: 403, msg: 'a foreign page' });
  });
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text))),
  );
}

const HTML = 'text/html; charset=utf-8';
/** The page of an error by its HTTP status. */
const faultOf = (status: number): string => {
  const [title, wrong] = FAULTS[status] ?? ['It did not work', 'Try again; the log of the server says more.'];
  return faultPage(title, wrong);
};

function answerFaults(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).type(HTML).send(faultOf(404)));
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof RequestRefused ? error.failure.status : (error.statusCode ?? 500);
    if (status >= 500) request.log.error({ err: error }, 'failed to handle a request of an operator');
    return reply.code(status).type(HTML).send(faultOf(status));
  });
}
