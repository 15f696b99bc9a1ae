import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Gateway } from './gateway.ts';
import type { Tickets } from './tickets.ts';

/** What all that sells is given. */
export type Till = {
  readonly db: Database;
  /** Undefined: nothing is sold. */
  readonly gateway: Gateway | undefined;
  readonly tickets: Tickets;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of the pages of the gateway that a page of this origin frames. */
  frameOriginFor(origin: string): string;
};
