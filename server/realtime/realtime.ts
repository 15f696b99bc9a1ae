import type { IncomingMessage, Server } from 'node:http';
import type { KeepMessage } from '../chat/archive/keeper.ts';
import { listenToDatabase } from '../database/notifications.ts';
import type { EdgeCounts } from '../edge/context.ts';
import { attachEdge } from '../edge/edge.ts';
import type { HasReceived, SenderPolicy } from '../edge/ports.ts';
import { createRevocations } from '../edge/revocations.ts';
import { loadWords } from '../edge/words.ts';
import { RATE_LIMITS } from '../limits/rates.ts';
import type { Logger } from '../logger.ts';
import { type StartOptions, startProsody } from '../prosody/supervisor.ts';
import { type Components, type ComponentsOptions, startComponents } from '../services/components.ts';
import { followLeadership } from '../services/leader.ts';
import { pgStreamLog } from './stream-log.ts';

/** A private Prosody, run by this process: for a deployment of one server process. */
type OwnProsody = Pick<StartOptions, 'dataDir' | 'authUrl' | 'secrets' | 'httpPort' | 'componentPort'>;
/** One Prosody behind several server processes, on this host or through a private tunnel. It is run by somebody else. */
type SharedProsody = {
  readonly shared: { readonly httpPort: number; readonly componentPort: number };
  readonly secrets: { readonly component: string };
};

export type RealtimeOptions = {
  readonly httpServer: Server;
  readonly databaseUrl: string;
  readonly domain: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly allowMissingOrigin?: boolean;
  readonly rateLimits: boolean;
  /** JSON of the sensitive words; ours when missing. */
  readonly wordsFile?: string;
  readonly prosody: OwnProsody | SharedProsody;
  readonly handlers?: ComponentsOptions['handlers'];
  readonly hub?: ComponentsOptions['hub'];
  readonly watching?: ComponentsOptions['watching'];
  readonly notices?: ComponentsOptions['notices'];
  readonly official?: ComponentsOptions['official'];
  readonly keep: KeepMessage;
  readonly archives?: ComponentsOptions['archives'];
  readonly log: Logger;
  readonly channels: {
    readonly tokenRevoked: string;
    readonly policyChanged: string;
    readonly presenceChanged: string;
    readonly relationsChanged: string;
    readonly profileChanged: string;
    readonly officialSays: string;
  };
  hashToken(token: string): string;
  loadPolicy(uid: number): Promise<SenderPolicy | undefined>;
  readonly hasReceived: HasReceived;
  /** The address of a request's client behind a proxy. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Which of these tokens (SHA-256) are not revoked. */
  liveTokens(hashes: readonly string[]): Promise<ReadonlySet<string>>;
};

export type Realtime = {
  counts(): EdgeCounts;
  /** Undefined in a process that does not lead. */
  components(): Components | undefined;
  close(): Promise<void>;
};

/** Everything between a browser's socket and the archive: Prosody, the services, the edge and the news from the database. */
export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { databaseUrl, domain, log } = options;
  const { ports, stop: stopProsody } = await prosodyOf(options);
  const services = runServices(options, ports.componentPort);

  const revocations = createRevocations();
  const policyListeners = new Set<(uid: number | 'all') => void>();
  const announce = (uid: number | 'all') => {
    for (const listener of policyListeners) listener(uid);
    services.current()?.watchers?.policyChanged(uid);
  };
  const notifications = listenToDatabase({
    connectionString: databaseUrl,
    log,
    channels: {
      [options.channels.tokenRevoked]: (hash) => revocations.revoked(hash),
      [options.channels.policyChanged]: (uid) => announce(Number(uid)),
      [options.channels.presenceChanged]: (payload) => services.current()?.watchers?.changed(payload),
      [options.channels.relationsChanged]: (payload) => services.current()?.notices?.relationsChanged(payload),
      [options.channels.profileChanged]: (uid) => services.current()?.notices?.profileChanged(uid),
      [options.channels.officialSays]: () => services.current()?.official?.check(),
    },
    missed() {
      announce('all');
      services.current()?.official?.check();
      services.current()?.watchers?.missed();
      revocations.recheck(options.liveTokens).catch(() => log.warn({}, 'cannot re-check the tokens of open streams'));
    },
  });
  const streamLog = pgStreamLog(databaseUrl, log);

  const edge = attachEdge({
    httpServer: options.httpServer,
    upstreamUrl: () => `ws://127.0.0.1:${ports.httpPort}/xmpp-websocket`,
    domain,
    allowedOrigins: options.allowedOrigins,
    allowedHosts: options.allowedHosts ?? [],
    allowMissingOrigin: options.allowMissingOrigin ?? false,
    policy: {
      load: options.loadPolicy,
      onChange(listener) {
        policyListeners.add(listener);
        return () => void policyListeners.delete(listener);
      },
    },
    hasReceived: options.hasReceived,
    ...(options.addressOf === undefined ? {} : { addressOf: options.addressOf }),
    revocations,
    streamLog,
    keep: options.keep,
    rateLimits: options.rateLimits && RATE_LIMITS,
    words: loadWords(options.wordsFile),
    log,
    clock: { now: () => Date.now() },
    hashToken: options.hashToken,
  });
  await Promise.all([notifications.ready, streamLog.ready]);

  return {
    counts: edge.counts,
    components: services.current,
    async close() {
      await edge.close();
      await Promise.all([services.close(), notifications.close(), streamLog.close()]);
      await stopProsody();
    },
  };
}

async function prosodyOf({ prosody, domain, log }: RealtimeOptions) {
  if ('shared' in prosody) return { ports: prosody.shared, stop: async () => undefined };
  const own = await startProsody({ ...prosody, domain, log });
  return { ports: own, stop: own.stop };
}

/** With a Prosody of our own the services are ours too; a shared one accepts them from one process only. */
function runServices(options: RealtimeOptions, componentPort: number) {
  const { prosody, domain, log, handlers, hub, archives, watching, notices, official } = options;
  let components: Components | undefined;
  let ended = Promise.resolve();
  const begin = () => {
    components = startComponents({
      domain,
      port: componentPort,
      secret: prosody.secrets.component,
      log,
      ...(archives === undefined ? {} : { archives }),
      ...(handlers === undefined ? {} : { handlers }),
      ...(hub === undefined ? {} : { hub }),
      ...(watching === undefined ? {} : { watching }),
      ...(notices === undefined ? {} : { notices }),
      ...(official === undefined ? {} : { official }),
    });
  };
  const end = () => {
    ended = components?.close() ?? ended;
    components = undefined;
    return ended;
  };
  const current = () => components;
  if ('shared' in prosody) {
    const leadership = followLeadership(options.databaseUrl, log, { begin, end });
    return { current, close: leadership.close };
  }
  begin();
  return { current, close: end };
}
