import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { enqueuePushes } from '../../../server/domains/push/queue/enqueue.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { envelope } from '../../harness/envelope.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { type PushService, startPushService } from '../../harness/servers/push-service.ts';

let service: PushService;
let product: Product;
let database: OpenDatabase;

beforeAll(async () => {
  service = await startPushService();
  product = await startProduct({
    databaseUrl: await freshDatabase(inject('postgresUrl'), 'demo'),
    env: { PUSH_HOSTS: service.origin },
  });
  database = openDatabase(product.databaseUrl, () => undefined);
});
afterAll(async () => {
  await database?.close();
  await product?.stop();
  await service?.close();
});

async function call(name: 'login' | 'fcmToken' | 'websiteConfig', data: object, user?: User) {
  const response = await fetch(`${product.url}${endpoints[name].path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(user && { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
    },
    body: JSON.stringify(envelope(data, user)),
  });
  return (await response.json()).data;
}

test('a push in flight is sent once by the next server under the same id when the server dies', async () => {
  const user: User = (await call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
  const browser = service.subscribe((await call('websiteConfig', {})).pushKey);
  await call('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
  service.say(browser, 'silence');
  const event = {
    uid: user.id,
    kind: 'message',
    id: 'pushed-by-the-next',
    at: Date.now(),
    about: { tid: 'u_5' },
  } as const;
  await enqueuePushes(database.db, [{ ...event, dueInMs: 0 }]);
  await service.until('the request', () => service.heldBy(browser) === 1);
  await product.killServer();
  const { rows } = await database.pool.query('select sending is not null as held from push_job where uid = $1', [
    user.id,
  ]);
  expect(rows).toEqual([{ held: true }]);
  // Simulates the end of the job's lease.
  await database.pool.query('update push_job set due_at = now() where uid = $1', [user.id]);
  await product.restartServer();
  await service.until('the push', (all) => all.length === 1);
  await vi.waitFor(
    async () => {
      const left = await database.pool.query('select 1 from push_job where uid = $1 and due_at is not null', [user.id]);
      expect(left.rows).toEqual([]);
    },
    { timeout: 60_000, interval: 20 },
  );
  expect([service.requests(), service.received.map(({ payload }) => payload.i)]).toEqual([2, ['pushed-by-the-next']]);
  expect(service.faults).toEqual([]);
});
