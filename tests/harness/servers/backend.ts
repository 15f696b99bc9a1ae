import pg from 'pg';
import type { Output } from '../../../contract/api/endpoint.ts';
import { HEADER_REQUEST_ID, HEADER_TOKEN } from '../../../contract/api/envelope.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../../contract/endpoints.ts';
import { readConfig } from '../../../server/config.ts';
import type { DiscoveryPart } from '../../../server/domains/discovery/part.ts';
import type { Gateway } from '../../../server/domains/payments/gateway.ts';
import type { ServerPart } from '../../../server/part.ts';
import { allParts, type CreateParts, type Parts } from '../../../server/parts.ts';
import { startServer } from '../../../server/start-server.ts';
import type { User } from '../api.ts';
import { envelope, newOperationOf } from '../envelope.ts';
import { withShownPrice } from '../money/shown-price.ts';
import { copyDemoMedia } from '../postgres/kept-cluster.ts';
import { freshDatabase } from '../postgres/postgres.ts';
import { openRaw, type RawClient, signIn } from '../raw-client.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { DOMAIN } from './xmpp-server.ts';

type Options = {
  readonly hosts?: boolean;
  readonly hostTempo?: number;
  readonly gateway?: Gateway;
  /** Maps the address of a database to that of a pooler in front of it. */
  readonly pooler?: (databaseUrl: string) => string;
  /** Further settings of `server/config.ts`. */
  readonly env?: Readonly<Record<string, string>>;
};
export type Backend = Awaited<ReturnType<typeof startWholeBackend>>;

/**
 * API, edge, services and Prosody in one server process, on a database of their own with the demo accounts and, if asked for, the hosts.
 */
export async function startWholeBackend(
  postgresUrl: string,
  { hosts = false, hostTempo = 1, gateway, pooler, env = {} }: Options = {},
) {
  const dataDir = temporaryFolder('backend');
  const settings = { DEMO: 'on', ...env };
  const isDemo = settings.DEMO === 'on';
  const databaseUrl = await freshDatabase(postgresUrl, isDemo ? 'demo' : 'migrated');
  if (isDemo) copyDemoMedia(dataDir);
  let parts: Parts | undefined;
  const createParts: CreateParts = (around) => {
    parts = allParts(around, gateway);
    return parts;
  };
  const server = await startServer(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      ...(pooler && { DATABASE_POOLER: pooler(databaseUrl) }),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      DEMO_HOSTS: hosts ? 'on' : 'off',
      DEMO_HOST_TEMPO: String(hostTempo),
      ...settings,
    }),
    undefined,
    createParts,
  );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  const opened: RawClient[] = [];

  async function call<K extends EndpointName>(
    name: K,
    data: object,
    user?: User,
    operation = newOperationOf(name),
  ): Promise<Output<Endpoints[K]>> {
    const token: Record<string, string> =
      user === undefined ? {} : { authorization: `Bearer ${user.vcToken}`, [HEADER_TOKEN]: user.vcToken };
    const response = await fetch(`${server.url}${endpoints[name].path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [HEADER_REQUEST_ID]: 'r'.repeat(21),
        ...token,
        ...(operation !== undefined && { 'idempotency-key': operation }),
      },
      body: JSON.stringify(envelope(await withShownPrice(pool, name, data), user)),
    });
    const answer = await response.json();
    if (answer.result !== 1) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async function open(query = ''): Promise<RawClient> {
    const client = await openRaw(`${server.url.replace('http', 'ws')}/xmpp-websocket${query}`, server.url);
    opened.push(client);
    return client;
  }

  return {
    url: server.url,
    pool,
    call,
    logIn: async (uid: number) => (await call('userPwdLogin', { uid, passwd: 'gemcall' })).userInfo,
    open,
    /** Opens an XMPP stream of this user and sends initial presence. `resumption` is its stream-management id (XEP-0198). */
    async connect(user: User, query = ''): Promise<RawClient & { resumption: string }> {
      const client = await open(query);
      const resumption = await signIn(client, { user: `u_${user.id}`, token: user.vcToken, domain: DOMAIN });
      return Object.assign(client, { resumption });
    },
    /** Number of presences that the gate watches. */
    watching: () => parts?.all.find(isDiscovery)?.watching.current()?.size(),
    databaseUrl,
    dataDir,
    async close(): Promise<void> {
      for (const client of opened) client.cut();
      await server.close();
      await pool.end();
      removeFolder(dataDir);
    },
  };
}

const isDiscovery = (part: ServerPart): part is DiscoveryPart => 'watching' in part;
