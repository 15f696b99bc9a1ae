import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../logger.ts';
import type { Gateway, Seen } from './gateway.ts';
import type { Tickets } from './tickets.ts';

/** What all that sells is given. */
export type Till = {
  readonly db: Database;
  /** Undefined: nothing is sold. */
  readonly gateway: Gateway | undefined;
  readonly tickets: Tickets;
  readonly clock: Clock;
  readonly log: Logger;
  /** Takes note of money that the gateway says went back, after each look. */
  readonly noteReversals?: (orderId: string, reversed: Seen['reversed']) => Promise<void>;
};
