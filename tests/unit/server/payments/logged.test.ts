import { readdirSync, readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { paymentsHandlers } from '../../../../server/domains/payments/handlers.ts';
import { GatewayFailed } from '../../../../server/domains/payments/in-time.ts';
import { createOrders } from '../../../../server/domains/payments/order/create.ts';
import { createLog } from '../../../../server/platform/log/log.ts';

/** A payments domain with one created order, whose sync fails. */
function failing() {
  const order = { id: 'o', uid: 5, state: 'created', bodyHash: 'hash', operation: 'key' };
  const found = { where: async () => [order] };
  const db = { select: () => ({ from: () => found }) };
  const warn = vi.fn();
  const cause = new Error('the database is gone');
  const sync = () => Promise.reject(cause);
  return { till: { db, log: { warn }, clock: { now: () => 0 } } as never, sync, warn, cause };
}
const caller = { uid: 5, once: { operation: 'key', bodyHash: 'hash' } } as never;
const down = { ok: false, error: { code: 'gateway-down' } };

test('the cause is logged when an order cannot be opened', async () => {
  const { till, sync, warn, cause } = failing();
  expect(await createOrders(till, sync)(caller, {} as never)).toEqual(down);
  expect(warn).toHaveBeenCalledWith({ order: 'o', err: cause }, 'failed to open an order');
});

test('the cause is logged when an order cannot be cancelled', async () => {
  const { till, sync, warn, cause } = failing();
  expect(await paymentsHandlers(till, sync).cancelOrder(caller, { orderId: 'o' })).toEqual(down);
  expect(warn).toHaveBeenCalledWith({ order: 'o', err: cause }, 'failed to cancel an order');
});

const ROOT = new URL('../../../../', import.meta.url);
/** The folders whose failures may cost someone money. */
const MONEY_FOLDERS = ['calls', 'gifts', 'hosting', 'paid-media', 'payments', 'rewards', 'wallet'];
/** Lines of payments about something else than one order. */
const WITHOUT_ORDER = [
  'failed to detach a card, retrying',
  'failed to notify a user of a purchase',
  'failed to save or forget a card',
];
const LINES = /\blog\s*\.(?:warn|error|fatal)\(\s*(\{[^{}]*\}),\s*([^)]*)\)/g;
/** The start of each logger call of these levels, also of one that `LINES` does not match. */
const CALL = /\blog\s*\.(?:warn|error|fatal)\(/g;

const moneyLines = MONEY_FOLDERS.flatMap((folder) =>
  readdirSync(new URL(`server/domains/${folder}`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `server/domains/${folder}/${name}`),
).flatMap((file) => {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  const lines = [...text.matchAll(LINES)].map(([, fields = '', event = '']) => ({ file, fields, event: event.trim() }));
  return [...text.matchAll(CALL)].map((_, at) => lines[at] ?? { file, fields: '', event: 'is not understood' });
});

test('each line of a failure on the path of money has its error, and each of payments its order', () => {
  const failures = moneyLines.filter(({ event }) => event.includes('failed to') || event === 'is not understood');
  expect(failures.length).toBeGreaterThan(15);
  expect(failures.filter(({ fields }) => !/\berr\b/.test(fields))).toEqual([]);
  const needsOrder = ({ file, event }: { file: string; event: string }) =>
    file.includes('/payments/') && !WITHOUT_ORDER.some((text) => event.includes(text));
  expect(failures.filter((line) => needsOrder(line) && !/\border\b/.test(line.fields))).toEqual([]);
  // An error under another name than `err` is not serialized.
  expect(moneyLines.filter(({ fields }) => /\berror\s*[,}]/.test(fields.replace('err: error', 'err')))).toEqual([]);
});

test('a logged error has the codes of the database and of the gateway, and no text', () => {
  const written: string[] = [];
  const log = createLog('info', { write: (line: string) => void written.push(line) });
  const database = Object.assign(new Error('key (uid)=(5) is missing'), { code: '23503', constraint: 'wallet_uid_fk' });
  const declined = new Stripe.errors.StripeCardError({
    type: 'card_error',
    message: 'the card 4242 was declined',
    code: 'card_declined',
    decline_code: 'lost_card',
    statusCode: 402,
    requestId: 'req_1',
  } as never);
  for (const err of [new Error('Failed query: 5', { cause: database }), declined, new GatewayFailed(503)]) {
    log.warn({ order: 'o', err }, 'failed to sync an order');
  }
  const errors = written.map((line) => JSON.parse(line).err);
  expect(errors).toMatchObject([
    { cause: { code: '23503', constraint: 'wallet_uid_fk' } },
    { code: 'card_declined', decline_code: 'lost_card', statusCode: 402, requestId: 'req_1' },
    { kind: 'GatewayFailed', statusCode: 503 },
  ]);
  expect(written.join()).not.toMatch(/4242|uid\)=|Failed query/);
});
