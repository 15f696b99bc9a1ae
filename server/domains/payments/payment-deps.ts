import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Gateway } from './gateway.ts';
import type { Tickets } from './order/tickets.ts';

/**
 * Dependencies of the payments modules, made once per process by `paymentsPart`: database, gateway (undefined if nothing is sold),
 * tickets, clock and log.
 */
export type PaymentDeps = {
  readonly db: Database;
  /** Undefined: nothing is sold. */
  readonly gateway: Gateway | undefined;
  readonly tickets: Tickets;
  readonly clock: Clock;
  readonly log: Logger;
  /** Origin of the gateway's pages that may be framed by a page of this origin. */
  frameOriginFor(origin: string): string;
};
