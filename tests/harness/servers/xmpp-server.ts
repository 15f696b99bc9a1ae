import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerArchives } from '../../../server/domains/chat/archive/answer.ts';
import type { ArchiveMessage } from '../../../server/domains/chat/archive/archive-writer.ts';
import { type OpenArchive, openArchive } from '../../../server/domains/chat/archive/open.ts';
import { hasReceived } from '../../../server/domains/chat/archive/received.ts';
import { answerPeople } from '../../../server/domains/people/gate.ts';
import { attachEdge, type EdgeOptions } from '../../../server/platform/edge/edge.ts';
import type { EdgePorts, SenderPolicy } from '../../../server/platform/edge/ports.ts';
import { componentDomain } from '../../../server/platform/edge/session/component-domain.ts';
import type { RateLimits } from '../../../server/platform/limits/rates.ts';
import { type Prosody, startProsody } from '../../../server/platform/prosody/supervisor.ts';
import { passSigner } from '../../../server/platform/realtime/pass.ts';
import { type Components, startComponents } from '../../../server/platform/services/components.ts';
import type { Service } from '../../../server/platform/services/service.ts';
import { noConduct, noKindFacts } from '../kind-facts.ts';
import { freshDatabase } from '../postgres/postgres.ts';
import { authenticate, openRaw, type RawClient, signIn } from '../raw-client.ts';
import { startProxy } from './proxy.ts';

export const DOMAIN = 'localhost';
const NODE = '1';
export const PASS_KEY = 'the-key-of-passes-in-tests-long-enough';
export const signPass = passSigner(PASS_KEY, DOMAIN);
const silent = { info: () => undefined, warn: () => undefined };

export const tokenOf = (uid: number) => `token-${uid}`;
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** In-memory accounts, with the notifications that the database would send. */
export function fakeAccounts() {
  const policies = new Map<number, SenderPolicy>();
  const listeners = new Set<(uid: number | 'all') => void>();
  const revoked = new Set<string>();
  const watchers = new Map<string, Set<() => void>>();
  const base = (uid: number): SenderPolicy => ({
    nickName: `Nick ${uid}`,
    lockedUntil: null,
    role: 2,
    adult: true,
    blockedBy: [],
    blocks: [],
    readReceipt: true,
    admits: 'everyone',
    friends: new Set(),
    reach: false,
  });
  let down = false;
  return {
    async hasToken(uid: number, token: string): Promise<boolean> {
      if (down) throw new Error('no database');
      return token === tokenOf(uid) && !revoked.has(token);
    },
    /** Changes the policy of an account. Accounts 1 to 999,999 exist by default. */
    change(uid: number, change: Partial<SenderPolicy>): void {
      policies.set(uid, { ...base(uid), ...policies.get(uid), ...change });
      for (const listener of listeners) listener(uid);
    },
    setDown(value: boolean): void {
      down = value;
      for (const listener of listeners) listener('all');
    },
    revoke(uid: number): void {
      revoked.add(tokenOf(uid));
      for (const watcher of [...(watchers.get(hashToken(tokenOf(uid))) ?? [])]) watcher();
    },
    policy: {
      load: async (uid: number) => {
        if (down) throw new Error('no database');
        return policies.get(uid) ?? (uid < 1_000_000 ? base(uid) : undefined);
      },
      onChange(listener: (uid: number | 'all') => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    revocations: {
      watch(hash: string, onRevoked: () => void) {
        const set = watchers.get(hash) ?? new Set();
        watchers.set(hash, set.add(onRevoked));
        return () => void set.delete(onRevoked);
      },
    },
  };
}

/** An archive that stores nothing, for tests of something else. */
export const keepNowhere: ArchiveMessage = async ({ stanza, at }) => ({ own: '1', peers: '2', stanza, at });

/** Ports of an edge on unchanging in-memory accounts. */
export const fakePorts = (): EdgePorts => ({
  ...fakeAccounts(),
  keep: keepNowhere,
  hasReceived: async () => false,
  facts: noKindFacts,
  ...noConduct,
  hashToken,
});

export type XmppServer = Awaited<ReturnType<typeof startXmppServer>>;
export type XmppServerOptions = {
  readonly rateLimits?: RateLimits | false;
  readonly clock?: { now(): number };
  readonly edge?: Partial<EdgeOptions>;
  /** Address of a PostgreSQL server for the archive. Without it messages count as archived but cannot be queried. */
  readonly postgresUrl?: string;
  /** Services to run; by default only one that records what `official` receives. */
  readonly services?: readonly Service[];
};

/** A real Prosody on free ports and in a fresh folder, the four services, and a real edge in front. */
export async function startXmppServer(options: XmppServerOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-xmpp-'));
  const accounts = fakeAccounts();
  const streams = new Map<string, number>();
  const prosody: Prosody = await startProsody({
    dataDir,
    domain: DOMAIN,
    secrets: { component: 'component-secret', pass: PASS_KEY },
    nodes: [NODE],
    log: silent,
  });
  const received = { hub: [] as string[], gift: [] as string[], official: [] as string[] };
  const archive = options.postgresUrl === undefined ? undefined : await archiveIn(options.postgresUrl, dataDir);
  const componentProxy = options.services && (await startProxy(prosody.componentPort));
  const recordOfficial: Service = {
    at: 'official',
    start: () => ({
      take(stanza) {
        received.official.push(stanza.toString());
        return false;
      },
    }),
  };
  const components: Components = startComponents({
    domain: DOMAIN,
    node: NODE,
    address: () => `127.0.0.1:${componentProxy?.port ?? prosody.componentPort}`,
    secret: 'component-secret',
    log: silent,
    deliveryTimes: { answerMs: 300, patienceMs: 300 },
    services: [noPeople, ...(archive ? [archives(archive)] : []), ...(options.services ?? [recordOfficial])],
  });
  components.lead();
  await components.whenOnline();
  let isArchiveDown = false;
  const httpServer = createServer();
  const edge = attachEdge({
    httpServer,
    upstreamUrl: () => `ws://127.0.0.1:${prosody.httpPort}/xmpp-websocket`,
    domain: DOMAIN,
    home: componentDomain(NODE, DOMAIN),
    allowedOrigins: ['https://brand.example'],
    allowMissingOrigin: true,
    policy: accounts.policy,
    facts: noKindFacts,
    ...noConduct,
    hasToken: (...claim) => accounts.hasToken(...claim),
    signPass,
    hasReceived: async (...question) => (archive ? hasReceived(archive.source.db, ...question) : false),
    revocations: accounts.revocations,
    streamLog: {
      opened: (id, uid) => void streams.set(id, uid),
      activityChanged: () => undefined,
      closed: (id) => void streams.delete(id),
    },
    keep: (message) => {
      if (isArchiveDown) return Promise.reject(new Error('no database'));
      return (archive?.keep ?? keepNowhere)(message);
    },
    rateLimits: options.rateLimits ?? false,
    words: { discard: ['scam'], covered: ['phone number'], offline: ['scam'], porn: ['xxx'] },
    log: silent,
    clock: options.clock ?? { now: () => Date.now() },
    hashToken,
    ...options.edge,
  });
  const port = await listen(httpServer);
  const url = `ws://127.0.0.1:${port}/xmpp-websocket`;
  const directUrl = `ws://127.0.0.1:${prosody.httpPort}/xmpp-websocket`;
  const opened: RawClient[] = [];

  return {
    accounts,
    components,
    /** Proxy between the services and the XMPP server; only if services were given. */
    componentProxy,
    edge,
    prosody,
    received,
    streams,
    url,
    directUrl,
    /** Address of the database with the archive. */
    archiveUrl: archive?.url,
    origin: `http://127.0.0.1:${port}`,
    /** While true, archiving fails. */
    setArchiveDown(value: boolean): void {
      isArchiveDown = value;
    },
    async raw(): Promise<RawClient> {
      const client = await openRaw(url);
      opened.push(client);
      return client;
    },
    /** Signed-in client; `resumption` is its stream-management id. */
    async user(uid: number): Promise<RawClient & { resumption: string }> {
      const client = await this.raw();
      return Object.assign(client, {
        resumption: await signIn(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN }),
      });
    },
    login: (client: RawClient, uid: number) =>
      authenticate(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN }),
    async close(): Promise<void> {
      for (const client of opened) client.cut();
      await edge.close();
      await components.close();
      await archive?.close();
      await componentProxy?.close();
      await prosody.stop();
      await Promise.all([end(httpServer)]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function archiveIn(postgresUrl: string, dataDir: string): Promise<OpenArchive & { readonly url: string }> {
  const url = await freshDatabase(postgresUrl, 'migrated');
  return { url, ...(await openArchive({ databaseUrl: url, dataDir, domain: DOMAIN, log: silent })) };
}

/** A gate without a database: an empty vCard for each user, and no blocks. */
const noPeople: Service = {
  at: 'gate',
  start: ({ sendAsAccount: write, here }) =>
    answerPeople({
      domain: DOMAIN,
      log: silent,
      here,
      write,
      routes: {
        '/xmpp/vcard': async () => ({ status: 200, body: "<vCard xmlns='vcard-temp'/>" }),
        '/xmpp/blocklist': async () => ({ status: 200, body: '{"items":[]}' }),
      },
    }),
};

const archives = ({ source }: OpenArchive): Service => ({
  at: 'gate',
  start: ({ sendAsAccount: write }) => answerArchives({ domain: DOMAIN, log: silent, source, write }),
});

export const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : 0);
    });
  });

const end = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
