import type { Server } from 'node:http';
import { type Components, type ComponentsOptions, startComponents } from '../components/components.ts';
import { followLeadership } from '../components/leader.ts';
import { type Logger, type Prosody, type StartOptions, startProsody } from '../prosody/supervisor.ts';
import type { EdgeCounts } from './context.ts';
import { attachEdge } from './edge.ts';
import { listenToDatabase } from './notifications.ts';
import type { SenderPolicy } from './ports.ts';
import { RATE_LIMITS } from './rates.ts';
import { revocationDesk } from './revocations.ts';
import { pgStreamLog } from './stream-log.ts';
import { loadWords } from './words.ts';

export type RealtimeOptions = {
  readonly httpServer: Server;
  readonly databaseUrl: string;
  readonly domain: string;
  readonly allowedOrigins: readonly string[];
  readonly allowMissingOrigin?: boolean;
  readonly rateLimits: boolean;
  /** JSON of the sensitive words; ours when missing. */
  readonly wordsFile?: string;
  readonly prosody: Pick<StartOptions, 'dataDir' | 'authUrl' | 'secrets' | 'httpPort' | 'componentPort'>;
  readonly handlers?: ComponentsOptions['handlers'];
  readonly log: Logger;
  readonly channels: { readonly tokenRevoked: string; readonly policyChanged: string };
  hashToken(token: string): string;
  loadPolicy(uid: number): Promise<SenderPolicy | undefined>;
  /** Which of these tokens (SHA-256) are not revoked. */
  liveTokens(hashes: readonly string[]): Promise<ReadonlySet<string>>;
};

export type Realtime = {
  readonly prosody: Prosody;
  counts(): EdgeCounts;
  /** Undefined in a process that does not lead. */
  components(): Components | undefined;
  close(): Promise<void>;
};

/** Everything between a browser's socket and the archive: Prosody, the services, the edge and the news from the database. */
export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { databaseUrl, domain, log } = options;
  const prosody = await startProsody({ ...options.prosody, domain, log });

  let components: Components | undefined;
  const leadership = followLeadership(databaseUrl, log, {
    begin() {
      components = startComponents({
        domain,
        port: prosody.componentPort,
        secret: options.prosody.secrets.component,
        log,
        ...(options.handlers === undefined ? {} : { handlers: options.handlers }),
      });
    },
    end() {
      components?.close();
      components = undefined;
    },
  });

  const desk = revocationDesk();
  const policyListeners = new Set<(uid: number | 'all') => void>();
  const announce = (uid: number | 'all') => {
    for (const listener of policyListeners) listener(uid);
  };
  const notifications = listenToDatabase({
    connectionString: databaseUrl,
    log,
    channels: {
      [options.channels.tokenRevoked]: (hash) => desk.revoked(hash),
      [options.channels.policyChanged]: (uid) => announce(Number(uid)),
    },
    missed() {
      announce('all');
      desk.recheck(options.liveTokens).catch(() => log.warn({}, 'cannot re-check the tokens of open streams'));
    },
  });
  const streamLog = pgStreamLog(databaseUrl, log);

  const edge = attachEdge({
    httpServer: options.httpServer,
    upstreamUrl: () => `ws://127.0.0.1:${prosody.httpPort}/xmpp-websocket`,
    domain,
    allowedOrigins: options.allowedOrigins,
    allowMissingOrigin: options.allowMissingOrigin ?? false,
    policy: {
      load: options.loadPolicy,
      onChange(listener) {
        policyListeners.add(listener);
        return () => void policyListeners.delete(listener);
      },
    },
    revocations: desk,
    streamLog,
    rateLimits: options.rateLimits && RATE_LIMITS,
    words: loadWords(options.wordsFile),
    log,
    clock: { now: () => Date.now() },
    hashToken: options.hashToken,
  });
  await Promise.all([notifications.ready, streamLog.ready]);

  return {
    prosody,
    counts: edge.counts,
    components: () => components,
    async close() {
      await edge.close();
      await Promise.all([leadership.close(), notifications.close(), streamLog.close()]);
      await prosody.stop();
    },
  };
}
