import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { jidOfUid, uidOfJid } from '../contract/jid.ts';
import { type Site, watchSite } from './account/site/site.ts';
import { checkToken, hashToken, liveTokens, TOKEN_REVOKED } from './account/tokens.ts';
import { buildApp } from './app.ts';
import type { Greeting } from './calls/auto-message.ts';
import { createHub } from './calls/hub.ts';
import { busyAmong } from './calls/store.ts';
import { answerArchives } from './chat/archive/answer.ts';
import { openArchive } from './chat/archive/open.ts';
import { hasReceived } from './chat/archive/received.ts';
import { officialOutboxOf } from './chat/official/outbox.ts';
import { OFFICIAL_SAYS } from './chat/official/say.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './database/connect.ts';
import { migrateDatabase } from './database/migrate.ts';
import { noNews, type OwnNews } from './database/notifications.ts';
import { runDemoHosts } from './demo/hosts/part.ts';
import { importAlbums, importPortraits } from './demo/pictures.ts';
import { seedDemo } from './demo/seed.ts';
import { watchSource } from './discovery/watching.ts';
import { clientAddress } from './http/client-address.ts';
import { forgetOldOperations } from './http/idempotency.ts';
import { startInternal, type TokenClaim } from './http/internal.ts';
import { listenOn } from './http/listen.ts';
import { runJobs } from './jobs.ts';
import { createLog, type Logger } from './log.ts';
import { forgetUnnamedMedia } from './media/clean-up.ts';
import { forgetLeftBehind } from './media/folder.ts';
import { openMediaStore } from './media/store.ts';
import { noticeSource, PROFILE_CHANGED, RELATIONS_CHANGED } from './people/notify.ts';
import { loadSenderPolicy, POLICY_CHANGED } from './people/policy.ts';
import { PgPresence, PRESENCE_CHANGED, type Presence } from './people/presence.ts';
import { peopleRoutes } from './people/xmpp.ts';
import { startRealtime } from './realtime/realtime.ts';

/** What a part that runs beside the HTTP side is given. It starts before the public port listens. */
export type Surroundings = {
  readonly config: Config;
  readonly db: Database;
  readonly presence: Presence;
  /** A part that listens to the database sets here how writes wait for their news. */
  readonly news: OwnNews;
  /** A part that runs hosts sets here how they greet. */
  readonly greeting: Greeting;
  readonly site: Site;
  readonly log: Logger;
  /** For its `upgrade` event. */
  readonly httpServer: Server;
  /** Of the loopback listener that checks tokens for the XMPP server. */
  readonly internalPort: number;
  readonly internalSecret: string;
};
export type Part = (surroundings: Surroundings) => Promise<{
  /** The public port listens now, there. */
  listening?(url: string): void;
  close(): Promise<void>;
}>;

export type RunningServer = { readonly url: string; readonly port: number; close(): Promise<void> };

/** Starts the whole server process: database, parts, then the public port. What has started is ended when a step fails. */
export async function startServer(config: Config, parts: readonly Part[], log = createLog(config.logLevel)) {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
  };
  try {
    await migrateDatabase(config.databaseUrl);
    const { db, close: closeDatabase } = openDatabase(config.databaseUrl, (error) =>
      log.warn({ err: error }, 'an idle database connection broke'),
    );
    closers.push(closeDatabase);
    if (config.demo) await seedDemo(db);
    const pictures = { db, log, store: openMediaStore({ db, dataDir: config.dataDir }) };
    if (config.demo) await importPortraits(pictures);

    const news = noNews();
    const internalSecret = randomBytes(32).toString('base64url');
    const check = (claim: TokenClaim) => isTokenOfUser(db, config.xmppDomain, claim);
    const internal = await startInternal({
      secret: internalSecret,
      check,
      routes: peopleRoutes({ db, domain: config.xmppDomain, rateLimits: config.rateLimits, news }),
      port: 0,
    });
    closers.push(internal.close);

    const presence = new PgPresence(db, busyAmong);
    const greeting: Greeting = { greet: undefined };
    const site = await watchSite(config.databaseUrl, log);
    closers.push(site.close);
    const app = await buildApp({ config, db, presence, news, greeting, site, log });
    closers.push(() => app.close());
    await app.ready();
    const surroundings = {
      config,
      db,
      presence,
      news,
      greeting,
      site,
      log,
      httpServer: app.server,
      internalPort: internal.port,
      internalSecret,
    };
    const running: Awaited<ReturnType<Part>>[] = [];
    for (const start of parts) {
      const part = await start(surroundings);
      running.push(part);
      closers.push(part.close);
    }
    const port = await listenOn(app, config);
    const cleaning = runJobs(
      [forgetOldOperations(db), forgetLeftBehind(pictures.store.folder), forgetUnnamedMedia(db, pictures.store.folder)],
      log,
    );
    closers.push(cleaning.close);
    // What no list shows can come a moment later.
    if (config.demo) closers.push(inBackground((signal) => importAlbums(pictures, signal)));
    const url = `http://${config.host}:${port}`;
    for (const part of running) part.listening?.(url);
    return { url, port, close } satisfies RunningServer;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Begins some work, and answers how to end it. */
function inBackground(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const controller = new AbortController();
  const done = work(controller.signal).catch(() => undefined);
  return async () => {
    controller.abort();
    await done;
  };
}

/** Does the token open a stream for this local name, such as `u_100001`? */
async function isTokenOfUser(db: Database, domain: string, { user, host, token }: TokenClaim): Promise<boolean> {
  const uid = uidOfJid(`${user}@${host}`);
  if (uid === undefined || host !== domain || `${user}@${host}` !== jidOfUid(uid, domain)) return false;
  return (await checkToken(db, { uid, token })).ok;
}

/** The realtime part: Prosody, the XMPP services, and the edge on the public port. */
export const startBackend = (async ({ config, db, presence, news, site, log, ...around }) => {
  const { databaseUrl, xmppDomain } = config;
  const { httpServer, internalPort, internalSecret } = around;
  const prosodyDir = join(config.dataDir, 'prosody');
  const archive = await openArchive({ databaseUrl, dataDir: prosodyDir, domain: xmppDomain, log });
  const realtime = await startRealtime({
    httpServer,
    databaseUrl,
    domain: xmppDomain,
    keep: archive.keep,
    archives: (write) => answerArchives({ domain: xmppDomain, log, source: archive.source, write }),
    allowedOrigins: config.allowedOrigins,
    allowedHosts: config.allowedHosts,
    rateLimits: config.rateLimits,
    ...(config.wordsFile === '' ? {} : { wordsFile: config.wordsFile }),
    prosody: {
      dataDir: prosodyDir,
      authUrl: `http://127.0.0.1:${internalPort}/xmpp/check`,
      secrets: { auth: internalSecret, component: randomBytes(32).toString('base64url') },
    },
    hub: (send) => {
      const { xmppDomain: domain, relays, rateLimits } = config;
      return createHub({ db, domain, relays, site, rateLimits, log, clock: { now: () => Date.now() } }, send);
    },
    watching: { source: watchSource(db, presence) },
    notices: noticeSource(db),
    official: officialOutboxOf(db, xmppDomain),
    log,
    channels: {
      tokenRevoked: TOKEN_REVOKED,
      policyChanged: POLICY_CHANGED,
      presenceChanged: PRESENCE_CHANGED,
      relationsChanged: RELATIONS_CHANGED,
      profileChanged: PROFILE_CHANGED,
      officialSays: OFFICIAL_SAYS,
    },
    hashToken,
    loadPolicy: (uid) => loadSenderPolicy(db, uid),
    hasReceived: (uid, peer, messageId) => hasReceived(db, uid, peer, messageId),
    addressOf: clientAddress(config.trustProxy),
    liveTokens: (hashes) => liveTokens(db, hashes),
  }).catch(async (error: unknown) => {
    await archive.close();
    throw error;
  });
  archive.carryOver();
  news.caughtUp = realtime.caughtUp;
  return {
    ...realtime,
    async close() {
      await realtime.close();
      await archive.close();
    },
  };
}) satisfies Part;

/** The demo hosts, who sign in from outside like everybody, so only when the port listens. */
export const startDemoHosts = (async ({ config, db, greeting, log }) => {
  let hosts: ReturnType<typeof runDemoHosts> | undefined;
  return {
    listening(url) {
      if (!config.demo || !config.demoHosts) return;
      hosts = runDemoHosts({ url, databaseUrl: config.databaseUrl, domain: config.xmppDomain, db, log });
      greeting.greet = hosts.greet;
    },
    close: async () => hosts?.close(),
  };
}) satisfies Part;

async function runFromEnvironment(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // The process ends all the same, and is started again; this is where the cause can be read.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'a fault that nobody owned'));
  const server = await startServer(config, [startBackend, startDemoHosts], log);
  log.info({ port: server.port }, 'listening');
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

if (import.meta.main) {
  runFromEnvironment().catch((error: unknown) => {
    // A refused connection is an AggregateError without words, but with a code.
    console.error(error instanceof Error ? error.message || Reflect.get(error, 'code') || error.name : error);
    process.exit(1);
  });
}
