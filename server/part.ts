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

/** What every part is given. */
export type Surroundings = {
  readonly config: Config;
  readonly db: Database;
  readonly presence: Presence;
  /** The part that runs hosts sets here how they greet. */
  readonly greeting: Greeting;
  /** The part that listens to the database sets here how writes wait for their news. */
  readonly news: OwnNews;
  /** The operator's settings. */
  readonly site: Site;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/** The listener of the process, before it listens. */
export type Listeners = {
  /** For its `upgrade` event. */
  readonly httpServer: Server;
};

/** What a domain gives to the server process, collected in one array (parts.ts). Each domain has its own in `<domain>/part.ts`. */
export type ServerPart = {
  /** For the log. */
  readonly name: string;
  /** Handlers of endpoints. One for each row of `contract/endpoints.ts`, in whichever part: else `parts.ts` does not compile. */
  readonly handlers?: Partial<Handlers>;
  readonly replays?: Partial<Replays>;
  /** Cookies to set with the answers of endpoints. */
  readonly cookies?: Cookies;
  /** Further routes of the public port. */
  routes?(app: FastifyInstance): Promise<void>;
  readonly services?: readonly Service[];
  readonly channels?: readonly Channel[];
  readonly edge?: Partial<EdgePorts>;
  readonly jobs?: readonly Job[];
  /** Figures that are read when somebody asks for them. */
  readonly gauges?: readonly Gauge[];
  /** Without which the process is not ready to serve. */
  readonly needs?: readonly Need[];
  /** First of all, one part after the other. */
  prepare?(): Promise<void>;
  /** Before the public port listens, one part after the other. */
  start?(listeners: Listeners): Promise<void>;
  /** The public port listens now, there. */
  listening?(url: string): void;
  /**
   * The process is about to end: nothing new is taken, and who is here is sent elsewhere. Requests that are under way still have the
   * part until `close`. In the reverse order of the array.
   */
  drain?(): Promise<void>;
  /** In the reverse order of the array. */
  close?(): Promise<void>;
};

/** A part that has handlers for these endpoints. */
export type ApiPart<Names extends EndpointName> = ServerPart & { readonly handlers: Pick<Handlers, Names> };

type Gathered = 'handlers' | 'replays' | 'edge' | 'cookies';
type Together<Some> = (Some extends unknown ? (one: Some) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Given<Part, Key extends Gathered> = Part extends Readonly<Record<Key, infer Value>> ? Value : never;

/** Joins what parts have under one name. Its type has just what their types promise, so that a missing entry does not compile. */
export function gather<Parts extends readonly ServerPart[], Key extends Gathered>(
  parts: Parts,
  key: Key,
): Together<Given<Parts[number], Key>> {
  return Object.assign({}, ...parts.map((part) => part[key]));
}
