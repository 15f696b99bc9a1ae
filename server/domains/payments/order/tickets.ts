import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { TICKET_HOURS } from '../../../../contract/payments/rules.ts';
import { type KeyFile, readOrCreateKey } from '../../../platform/process/key-file.ts';

const SECRET_BYTES = 32;

/**
 * Tickets in the return URL of an order. For TICKET_HOURS they let a browser without a login read whether that order is paid, because
 * banks may redirect to another browser than the payer's.
 */
export type Tickets = {
  write(orderId: string, now: number): string;
  isValid(orderId: string, ticket: string, now: number): boolean;
};

/** Opens the tickets, signed with the secret in the data folder, which the first start creates. */
export function openTickets(dataDir: string): Tickets {
  const secret = readOrCreateKey(ticketsKeyFile(dataDir));
  const sign = (orderId: string, until: string) =>
    createHmac('sha256', secret).update(`order ${orderId} ${until}`).digest('base64url');
  return {
    write(orderId, now) {
      const until = Math.floor(now / 1_000 + TICKET_HOURS * 3_600).toString(36);
      return `${until}.${sign(orderId, until)}`;
    },
    isValid(orderId, ticket, now) {
      const [until = '', signature = ''] = ticket.split('.', 2);
      const untilMs = Number.parseInt(until, 36) * 1_000;
      if (!(untilMs > now && untilMs <= now + TICKET_HOURS * HOUR_MS)) return false;
      const expected = Buffer.from(sign(orderId, until));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** The file of the secret that signs tickets. */
export const ticketsKeyFile = (dataDir: string): KeyFile<Buffer> => ({
  file: join(dataDir, 'payment-tickets.key'),
  create: () => randomBytes(SECRET_BYTES),
  parse: (content) => {
    if (content.length !== SECRET_BYTES) throw new Error('not a secret');
    return content;
  },
  loss: 'open payment pages no longer show whether they are paid',
});
