import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { uncachedSite } from '../../server/domains/account/site/site.ts';
import { busyAmong } from '../../server/domains/calls/store.ts';
import type { Gateway } from '../../server/domains/payments/gateway.ts';
import { PgPresence } from '../../server/domains/people/presence.ts';
import { allParts, type Parts } from '../../server/parts.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { noNews } from '../../server/platform/database/notifications.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { noMetrics } from '../../server/platform/metrics/metrics.ts';
import { createReadiness } from '../../server/platform/process/readiness.ts';
import { envelope, newOperationOf } from './envelope.ts';
import { withShownPrice } from './money/shown-price.ts';
import { freshDatabase } from './postgres/postgres.ts';
import { temporaryFolder } from './temporary.ts';

/** A signed-in user as the login endpoint returns it, with the token. */
export type User = Output<Endpoints['login']>['userInfo'];
type ApiAnswer<Data = unknown> = {
  readonly status: number;
  readonly result: number;
  readonly msg: string;
  readonly data: Data;
  readonly headers: Readonly<Record<string, unknown>>;
};
type CallOptions = {
  readonly user?: User;
  readonly device?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly operation?: string;
};

/** The API of a server, its database and its log, as `startApi` returns them. `guest` signs a new account in. */
export type TestApi = OpenDatabase & {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly url: string;
  /** Every log record, as one line of JSON. */
  readonly logged: readonly string[];
  call<K extends EndpointName>(name: K, data: unknown, options?: CallOptions): Promise<ApiAnswer<Output<Endpoints[K]>>>;
  guest(device?: string): Promise<User>;
};

/** A busy machine takes longer than the 5 s that a server waits for a free connection. */
const CONNECTION_WAIT_MS = 60_000;

/** The complete HTTP side on a database of its own. Requests are injected, so no socket is opened. */
export async function startApi(
  postgresUrl: string,
  env: Readonly<Record<string, string>> = {},
  gateway?: Gateway,
): Promise<TestApi> {
  const settings = { DEMO: 'on', ...env };
  const url = await freshDatabase(postgresUrl, settings.DEMO === 'on' ? 'accounts' : 'migrated');
  const config: Config = readConfig({
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'trace',
    DIST_DIR: '/nowhere',
    DATA_DIR: temporaryFolder('api'),
    ...settings,
  });
  const database = openDatabase(url, () => undefined, CONNECTION_WAIT_MS);
  const logged: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const { db } = database;
  const log = createLog(config.logLevel, sink);
  const presence = new PgPresence(db, busyAmong);
  const news = noNews();
  const around = {
    config,
    db,
    presence,
    greeting: { greet: undefined },
    news,
    site: uncachedSite,
    metrics: noMetrics,
    log,
  };
  const parts = allParts(around, gateway);
  const app = await buildApp({ config, db, parts, news, log, readiness: createReadiness([]) });

  async function call<K extends EndpointName>(name: K, data: unknown, options: CallOptions = {}) {
    const { user } = options;
    const operation = options.operation ?? newOperationOf(name);
    const response = await app.inject({
      method: 'POST',
      url: endpoints[name].path,
      headers: {
        ...(user === undefined ? {} : { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
        ...(operation === undefined ? {} : { 'idempotency-key': operation }),
        ...options.headers,
      },
      payload: envelope(await withShownPrice(database.pool, name, data), user, options.device),
    });
    return { ...response.json(), status: response.statusCode, headers: response.headers };
  }

  return {
    ...database,
    app,
    parts,
    url,
    logged,
    call,
    async guest(device = 'device-1') {
      const answer = await call('login', { openId: newOpenId(), channel: 'guest' }, { device });
      return answer.data.userInfo;
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** A new secret of a guest's device. */
export const newOpenId = () => randomBytes(16).toString('base64url');
