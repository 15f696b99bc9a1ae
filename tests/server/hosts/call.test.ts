import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Signal } from '../../../contract/calls/calls.ts';
import { readEvent } from '../../../contract/calls/hub.ts';
import { readEnvelope } from '../../../contract/chat/message.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import { wordsOf } from '../../../demo/hosts/phrases.ts';
import { type CallClient, callClient, shownOf } from '../../harness/calls/call-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { createCaller } from './caller.ts';

const USER = 100001;
/** A demo host who answers every call. */
const HOST = 9001;
const HUB = jidOfService('hub', DOMAIN);
let backend: Backend;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { hosts: true });
  const isThere = async () => {
    const { rows } = await backend.pool.query('select 1 from online_stream where uid = $1', [HOST]);
    return rows.length > 0;
  };
  await vi.waitFor(async () => expect(await isThere()).toBe(true), { timeout: 20_000 });
});
afterAll(() => backend?.close());

/** Passes each signal from the hub to `take` until the stream closes. */
async function listen({ client }: CallClient, take: (signal: Signal) => Promise<void>): Promise<void> {
  const next = () => {
    const at = client.frames.findIndex((frame) => readEvent(frame, HUB)?.name === 'WebRTCContent');
    return at < 0 ? undefined : client.frames.splice(at, 1)[0];
  };
  const nextOrEnd = () => next() ?? (client.isClosed() ? null : undefined);
  while (!client.isClosed()) {
    // The host may need time to load its call code.
    const frame = await client.until('a signal or the end of the stream', nextOrEnd).catch(() => undefined);
    const event = frame && readEvent(frame, HUB);
    if (event?.name === 'WebRTCContent') await take(event.data.signal);
  }
}

test('a demo host answers a call, media flows both ways, and the hang-up leaves a receipt', async () => {
  const me = callClient(await backend.connect(await backend.logIn(USER)));
  const { sid, startTime } = await me.hears('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(HOST),
  });
  me.invite(sid, USER, HOST, startTime);
  const { data } = await me.event('PeerAnswered');
  const send = (signal: Signal) => void me.ask('WebRTCContent', sid, { signal });
  const caller = await createCaller({ relays: data.relays, send, clipUid: HOST });
  const listening = listen(me, caller.take);
  await expect.poll(caller.received, { timeout: 20_000 }).toBeGreaterThan(60);
  await me.hears('SessionSuccess', sid, {});
  const flowing = async () => (await me.hears('SessionHeartbeat', sid, { flowing: true })).seconds;
  // The meter runs only when the host has also confirmed media.
  await expect.poll(flowing, { interval: 1_000, timeout: 15_000 }).toBeGreaterThan(1);

  const { receipt } = await me.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  expect(receipt).toMatchObject({ caller: USER, callee: HOST, reason: 'hangUp' });
  await caller.close();
  me.client.cut();
  await listening;
}, 90_000);

test('a demo host writes first when the server asks for it', async () => {
  const user = await backend.logIn(USER);
  const client = await backend.connect(user);
  await backend.call('triggerAutoMessage', { targetUid: HOST, scene: 'profile' }, user);
  const from = `${jidOfUid(HOST, DOMAIN)}/`;
  const greeting = await client.take('the greeting', (frame) => readEnvelope(frame)?.from.startsWith(from) === true);
  const { body = '', identify } = readEnvelope(greeting) ?? {};
  expect(wordsOf('en').greet.profile).toContain(body);
  expect(identify).toBe('auto.profile');
  client.cut();
});
