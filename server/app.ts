import type { IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { nanoid } from 'nanoid';
import { HEADER_REQUEST_ID } from '../contract/api/envelope.ts';
import { JSON_MAX_BYTES, REQUEST_ID_LENGTH } from '../contract/api/rules.ts';
import { isExternalId } from '../contract/ids.ts';
import { UPLOAD_TIMEOUT_MS } from '../contract/media/rules.ts';
import type { PageVariantPart } from '../contract/paths.ts';
import { registerApi } from './api.ts';
import type { Config } from './config.ts';
import { isKnownDevice } from './domains/account/tokens.ts';
import { frameOriginFor } from './domains/payments/gateways/frame-origin.ts';
import { createConnectionCountries } from './domains/people/closed-countries.ts';
import type { Parts } from './parts.ts';
import { serverClock } from './platform/clock.ts';
import type { Database } from './platform/database/connect.ts';
import type { OwnNews } from './platform/database/notifications.ts';
import { clientAddress, clientCountry } from './platform/http/client-address.ts';
import { dismiss } from './platform/http/dismiss.ts';
import { failureOf, failureOfStatus } from './platform/http/failures.ts';
import { refuseUnknownHosts } from './platform/http/hosts.ts';
import { refuseInvalidIds } from './platform/http/ids.ts';
import { parseJson } from './platform/http/json.ts';
import { allowBrandOrigins, refuseForeignPages } from './platform/http/origins.ts';
import { registerPreflight } from './platform/http/preflight.ts';
import { answerProxyFaults, createProxyReport } from './platform/http/proxy-faults.ts';
import { failureBody, RequestRefused, sendFailure } from './platform/http/replies.ts';
import { foreignHostsOf } from './platform/http/site/build-card.ts';
import type { PreviousBuilds } from './platform/http/site/previous-builds.ts';
import { documentHeaders, securityHeaders, TRANSPORT_SECURITY } from './platform/http/site/security-headers.ts';
import { serveEndingWorker, serveSite } from './platform/http/site/site.ts';
import { endSlowRequests } from './platform/http/slow-requests.ts';
import { KEEP_ALIVE_SPARE_MS, limitTcpConnections, socketRulesFor } from './platform/http/socket-rules.ts';
import { limitLogins } from './platform/limits/login-limits.ts';
import { limitPeople } from './platform/limits/people-limits.ts';
import { shareRates } from './platform/limits/shared-rates.ts';
import type { Logger } from './platform/log/log.ts';
import { registerOpenApi } from './platform/openapi/routes.ts';
import { answerReadiness, type Readiness } from './platform/process/readiness.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Account of the accepted token, also of a revoked one for an endpoint that requires a token; 0 until it is accepted. For the request
     * log, the rate limits, and the limits of slow requests and sockets.
     */
    uid: number;
  }
}

/** Dependencies of `buildApp`: configuration, database, the domains with their routes, and the readiness checks. */
export type AppParts = {
  readonly config: Config;
  readonly db: Database;
  readonly parts: Parts;
  /** Awaited before the answer of some changes, such as a block: this process has then applied the database notifications of the change. */
  readonly news: OwnNews;
  readonly log: Logger;
  readonly readiness: Readiness;
  /** Scripts of the builds that were served before. */
  readonly previousBuilds?: PreviousBuilds;
};

/**
 * Creates the public HTTP application: headers, API, routes of the domains, static build, health and readiness checks. It does not listen
 * yet.
 */
export async function buildApp({
  config,
  db,
  parts,
  news,
  log,
  readiness,
  previousBuilds,
}: AppParts): Promise<FastifyInstance> {
  const foreign = foreignHostsOf(config.distDir);
  const headers = securityHeaders(config.googleClientId, foreign);
  const loggerInstance: FastifyBaseLogger = log;
  const socketRules = socketRulesFor(config);
  const app = fastify({
    loggerInstance,
    // Fastify's request log is replaced by logRequests, which logs neither URLs nor IP addresses.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: socketRules.idleMs - KEEP_ALIVE_SPARE_MS,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId,
    // URLs that cannot be decoded fail before any hook runs, so the headers are added here.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply.headers(headers);
      sendFailure(reply, failureOfStatus(400));
    },
    clientErrorHandler: (_error, socket) => dismiss(socket, rawRefusal(headers)),
  });
  limitTcpConnections(app, socketRules);
  addHeaders(app, headers);
  const reportProxyFault = createProxyReport(log, serverClock);
  refuseUnknownHosts(app, config.allowedHosts, reportProxyFault);
  answerProxyFaults(app, reportProxyFault);
  endSlowRequests(app);
  sendElsewhere(app, readiness);
  logRequests(app);
  readOnlyJson(app);
  answerErrors(app);

  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await db.execute(sql`select 1`);
      return { status: 'ok' };
    } catch (error) {
      log.error({ err: error }, 'failed to reach the database in the health check');
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });

  answerReadiness(app, readiness);

  await app.register(async (api) => {
    allowBrandOrigins(api, config.allowedOrigins, ['/api/*']);
    refuseForeignPages(api, config.allowedOrigins);
    refuseInvalidIds(api);
    const addressOf = clientAddress(config.trustProxy);
    const limits = config.rateLimits
      ? [
          await limitLogins(api, {
            addressOf,
            shared: shareRates(db, true, serverClock, log),
            isKnownDevice: (uid, device) => isKnownDevice(db, uid, device),
          }),
          limitPeople(api, addressOf),
        ]
      : [];
    const { handlers, replays, cookies } = parts;
    const countryOf = clientCountry(config.countryHeader, config.trustProxy);
    const storeCountry = createConnectionCountries(db);
    const onCaller =
      config.countryHeader === ''
        ? undefined
        : (uid: number, { raw }: FastifyRequest) => storeCountry(uid, countryOf(raw));
    registerApi(api, { db, domain: config.xmppDomain, handlers, replays, cookies, news, onCaller, limits, log });
  });
  for (const { routes } of parts.all) if (routes) await app.register(routes);
  await registerPreflight(app, config);
  if (config.workerOff) serveEndingWorker(app);
  registerOpenApi(app, parts, config.payments.gateway);
  await serveSite(app, config.distDir, {
    headersOf: (request, path) => documentHeaders(path, frameOriginFor(config.payments, request), foreign),
    previousBuilds,
    parts: partsOfPages(config),
  });
  return app;
}

/**
 * The optional parts of prerendered pages that this server's settings enable: the same that a running app shows by the answer of
 * `websiteConfig`.
 */
const partsOfPages = ({ googleClientId, mail, demo, appUrls }: Config): ReadonlySet<PageVariantPart> =>
  new Set([
    ...(googleClientId === '' ? [] : (['google'] as const)),
    ...(mail === undefined ? [] : (['recovery'] as const)),
    ...(demo ? (['demo'] as const) : []),
    ...(Object.values(appUrls).some(Boolean) ? (['stores'] as const) : []),
  ]);

function genReqId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[HEADER_REQUEST_ID.toLowerCase()];
  return isExternalId(sent) ? sent : nanoid(REQUEST_ID_LENGTH);
}

function addHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT_SECURITY);
  });
}

/** While the process drains, closes each connection after its answer, so that the next request reaches another process. */
function sendElsewhere(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.isEnding()) reply.header('connection', 'close');
  });
}

/** Logs one entry per request, with the route pattern instead of the URL, as URLs may contain personal data. */
function logRequests(app: FastifyInstance): void {
  app.decorateRequest('uid', 0);
  app.addHook('onResponse', async ({ log, method, routeOptions, uid }, reply) => {
    const ms = Math.round(reply.elapsedTime);
    log.info({ method, path: routeOptions.url ?? 'unknown', status: reply.statusCode, ms, uid }, 'request');
  });
}

function readOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const parsed = parseJson(text);
    if (parsed.ok) done(null, parsed.value);
    else done(new RequestRefused(failureOf(parsed.error)));
  });
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const failure = error instanceof RequestRefused ? error.failure : failureOfStatus(error.statusCode ?? 500);
    if (failure.status >= 500) request.log.error({ err: error }, 'failed to handle a request');
    return sendFailure(reply, failure);
  });
}

/** The raw HTTP answer to bytes that cannot be parsed as an HTTP request, for which Fastify has no reply object. */
function rawRefusal(headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(failureBody(failureOfStatus(400)));
  const all = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
