import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chat } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { type Backend, startWholeBackend } from '../../harness/backend.ts';
import { type PushService, startPushService } from '../../harness/push-service.ts';
import { barrier, type RawClient } from '../../harness/raw-client.ts';
import { DOMAIN } from '../../harness/xmpp-server.ts';

const ANN = 100_001;
const BEN = 264_457_002;

let service: PushService;
let backend: Backend;
let ann: User;
let ben: User;
let stream: RawClient;
let pushKey: string;

beforeAll(async () => {
  service = await startPushService();
  backend = await startWholeBackend(inject('postgresUrl'), { env: { PUSH_HOSTS: service.origin } });
  [ann, ben] = [await backend.logIn(ANN), await backend.logIn(BEN)];
  pushKey = (await backend.call('websiteConfig', {})).pushKey;
  stream = await backend.connect(ben);
});
afterAll(async () => {
  await backend?.close();
  await service?.close();
  expect(service.faults).toEqual([]);
});

test('a message to somebody whose app is closed is pushed to their browser, encrypted and signed, without a name or a word', async () => {
  const browser = service.subscribe(pushKey);
  await backend.call('fcmToken', { fcmToken: browser.token, isUpdate: false }, ann);
  stream.send(chat({ id: 'push-message-number-1', to: ANN, body: 'a secret' }));
  await barrier(stream, DOMAIN);
  const push = await service.until('the push', ([first]) => first);
  expect(push.payload).toMatchObject({ k: 'message', i: 'push-message-number-1', t: `u_${BEN}`, n: 1, b: 1 });
  expect(Buffer.byteLength(push.text)).toBe(512);
  expect(push.headers).toMatchObject({ ttl: expect.stringMatching(/^2591\d\d$/), urgency: 'high' });
  expect(push.headers['topic']).toMatch(/^[\w-]{32}$/);
});
