import type { IncomingMessage, Server } from 'node:http';
import { serverClock } from '../clock.ts';
import { type Channel, listenToDatabase } from '../database/notifications.ts';
import { loadWords } from '../edge/blocked-words.ts';
import type { EdgeCounts } from '../edge/context.ts';
import { attachEdge, type Edge } from '../edge/edge.ts';
import type { EdgePorts } from '../edge/ports.ts';
import { componentDomain } from '../edge/session/component-domain.ts';
import { RATE_LIMITS } from '../limits/rates.ts';
import type { Logger } from '../log/logger.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { type StartOptions, startProsody } from '../prosody/supervisor.ts';
import { type Components, startComponents } from '../services/components.ts';
import { followLeadership } from '../services/leader.ts';
import type { Here, Service } from '../services/service.ts';
import { type Engine, lacksOfEngine, roundRobin } from './engine.ts';
import { passSigner } from './pass.ts';
import { pgStreamLog } from './stream-log.ts';

/** A Prosody that this process starts and supervises, for a deployment with one server process. */
type OwnProsody = Pick<StartOptions, 'dataDir' | 'secrets' | 'httpPort' | 'componentPort'>;
/** A separately run XMPP server that several server processes share, on this host or through a private tunnel. */
type SharedProsody = {
  readonly shared: Engine;
  readonly secrets: { readonly component: string; readonly pass: string };
};

/** Dependencies and settings of `startRealtime`. */
export type RealtimeOptions = {
  readonly httpServer: Server;
  readonly databaseUrl: string;
  readonly domain: string;
  /** The name of this process, unique among all processes at the same XMPP server. */
  readonly node: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly allowMissingOrigin?: boolean;
  readonly rateLimits: boolean;
  /** JSON file of blocked words; the built-in list when missing. */
  readonly wordsFile?: string;
  readonly prosody: OwnProsody | SharedProsody;
  readonly services: readonly Service[];
  readonly channels: readonly Channel[];
  readonly ports: EdgePorts;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Returns the client's IP address of a request behind a proxy. */
  readonly addressOf?: (request: IncomingMessage) => string;
};

/** The running realtime domain of a process: edge, services, and database notifications. */
export type Realtime = {
  /** Resolves when this process has received the notifications of everything committed before the call. */
  caughtUp(): Promise<void>;
  counts(): EdgeCounts;
  /** Returns what is wrong with the delivery of messages by the XMPP server; undefined for nothing. Rejects when no node answers. */
  engineLacks(): Promise<string | undefined>;
  readonly components: Components;
  /** Returns whether this process is the leader, which runs the services that only one process may run. */
  isLeading(): boolean;
  /** Accepts no new streams and closes the open ones, so that each resumes at another process. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts everything between a browser's socket and the domains, before the public port listens: Prosody (unless `prosody` names a shared
 * XMPP server), the services, the edge, the stream log and the database notifications.
 */
export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { databaseUrl, domain, log } = options;
  const { engine, stop: stopProsody } = await prosodyOf(options);
  let edge: Edge | undefined;
  const services = runServices(options, engine, () => edge?.accounts ?? new Map<number, unknown>());
  const notifications = listenToDatabase({ connectionString: databaseUrl, log, channels: options.channels });
  const streamLog = pgStreamLog(databaseUrl, log);

  const attached = attachEdge({
    home: componentDomain(options.node, domain),
    httpServer: options.httpServer,
    upstreamUrl: roundRobin(engine.urls),
    domain,
    allowedOrigins: options.allowedOrigins,
    allowedHosts: options.allowedHosts ?? [],
    allowMissingOrigin: options.allowMissingOrigin ?? false,
    ...options.ports,
    signPass: passSigner(options.prosody.secrets.pass, domain),
    ...(options.addressOf === undefined ? {} : { addressOf: options.addressOf }),
    streamLog,
    rateLimits: options.rateLimits && RATE_LIMITS,
    words: loadWords(options.wordsFile),
    log,
    clock: serverClock,
    metrics: options.metrics ?? noMetrics,
  });
  edge = attached;
  await Promise.all([notifications.ready, streamLog.ready]);

  return {
    caughtUp: notifications.caughtUp,
    counts: attached.counts,
    engineLacks: async () => (await Promise.all([services.components.deliveryLacks(), lacksOfEngine(engine)]))[0],
    components: services.components,
    isLeading: services.isLeading,
    drain: attached.drain,
    async close() {
      await attached.close();
      await Promise.all([services.close(), notifications.close(), streamLog.close()]);
      await stopProsody();
    },
  };
}

async function prosodyOf({ prosody, domain, node, log }: RealtimeOptions) {
  if ('shared' in prosody) return { engine: prosody.shared, stop: async () => undefined };
  const own = await startProsody({
    ...prosody,
    domain,
    nodes: [node],
    log,
    probe: (ports) => lacksOfEngine(engineAt(ports)),
  });
  return { engine: engineAt(own), stop: own.stop };
}

/** Returns the addresses of a Prosody on this machine as an `Engine`. */
export const engineAt = ({ httpPort, componentPort }: { httpPort: number; componentPort: number }): Engine => ({
  urls: [`ws://127.0.0.1:${httpPort}/xmpp-websocket`],
  components: [`127.0.0.1:${componentPort}`],
});

/** Runs the services of this process. With its own Prosody the process is the only one, and therefore always the leader. */
function runServices(options: RealtimeOptions, engine: Engine, here: () => Here) {
  const { prosody, domain, node, log, services } = options;
  let leading = false;
  const components = startComponents({
    domain,
    node,
    log,
    services,
    here,
    address: roundRobin(engine.components),
    secret: prosody.secrets.component,
    leader: async () => leadership?.holder(),
  });
  const begin = () => {
    leading = true;
    components.lead();
  };
  const end = () => {
    leading = false;
    return components.rest();
  };
  const leadership =
    'shared' in prosody
      ? followLeadership(options.databaseUrl, log, { begin, end }, 'components', {}, node)
      : undefined;
  if (!leadership) begin();
  return {
    components,
    isLeading: () => leading,
    async close() {
      await leadership?.close();
      await components.close();
    },
  };
}
