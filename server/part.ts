import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Config } from './config.ts';
import type { Site } from './domains/account/site/site.ts';
import type { Greeting } from './domains/calls/auto-message.ts';
import type { Presence } from './domains/people/presence.ts';
import type { Database } from './platform/database/connect.ts';
import type { Channel, OwnNews } from './platform/database/notifications.ts';
import type { EdgePorts } from './platform/edge/ports.ts';
import type { Handlers, Replays } from './platform/http/callers.ts';
import type { Cookies } from './platform/http/cookies.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Logger } from './platform/log/log.ts';
import type { Gauge, Metrics } from './platform/metrics/metrics.ts';
import type { Need } from './platform/process/readiness.ts';
import type { Service } from './platform/services/service.ts';

/** Dependencies that every domain of the server receives when it is created. */
export type ServerDeps = {
  readonly config: Config;
  readonly db: Database;
  readonly presence: Presence;
  /** Set by the domain that runs demo hosts: how a host greets a user. */
  readonly greeting: Greeting;
  /** Set by the domain that listens to database notifications: lets a write wait until its own notifications are applied. */
  readonly news: OwnNews;
  /** The operator's settings. */
  readonly site: Site;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/** The HTTP server of the process, which domains receive in `start`, before it listens. */
export type Listeners = {
  /** Domains attach their `upgrade` listeners to it. */
  readonly httpServer: Server;
};

/**
 * Contributions of a domain to the server process: handlers, routes, jobs and lifecycle hooks. Each domain has its own in
 * `<domain>/part.ts`; parts.ts collects them.
 */
export type ServerPart = {
  /** Name of the domain, for the log. */
  readonly name: string;
  /** Endpoint handlers. Each row of `contract/endpoints.ts` needs one in some domain, else parts.ts does not compile. */
  readonly handlers?: Partial<Handlers>;
  /** Handlers that recompute the answer of a repeated change instead of replaying a stored one. */
  readonly replays?: Partial<Replays>;
  /** Cookies to set with the answers of endpoints. */
  readonly cookies?: Cookies;
  /** Further routes on the public port. */
  routes?(app: FastifyInstance): Promise<void>;
  readonly services?: readonly Service[];
  readonly channels?: readonly Channel[];
  readonly edge?: Partial<EdgePorts>;
  readonly jobs?: readonly Job[];
  /** Metrics that are read at each scrape. */
  readonly gauges?: readonly Gauge[];
  /** Readiness checks: all must pass before the process reports ready. */
  readonly needs?: readonly Need[];
  /** Runs after the migrations, before `start` of any domain and before any port listens; sequential, in the order of the domains. */
  prepare?(): Promise<void>;
  /** Runs before the public port listens; sequential, in the order of the domains. */
  start?(listeners: Listeners): Promise<void>;
  /** Called when the public port listens at `url`. */
  listening?(url: string): void;
  /**
   * Called when the process begins to close, in reverse order: accepts no new clients and redirects the present ones. Active requests may
   * use the domain until `close`.
   */
  drain?(): Promise<void>;
  /** Called in reverse order after active requests have ended. */
  close?(): Promise<void>;
};

/** A domain that has handlers for these endpoints. */
export type ApiPart<Names extends EndpointName> = ServerPart & { readonly handlers: Pick<Handlers, Names> };

type MergedKey = 'handlers' | 'replays' | 'edge' | 'cookies';
type Together<Some> = (Some extends unknown ? (one: Some) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Given<Part, Key extends MergedKey> = Part extends Readonly<Record<Key, infer Value>> ? Value : never;

/**
 * Merges the values of one key (`handlers`, `replays`, `edge`, `cookies`) of all domains into one object at the start. The result has only
 * the declared entries, so a missing one does not compile.
 */
export function gather<Parts extends readonly ServerPart[], Key extends MergedKey>(
  parts: Parts,
  key: Key,
): Together<Given<Parts[number], Key>> {
  return Object.assign({}, ...parts.map((part) => part[key]));
}
