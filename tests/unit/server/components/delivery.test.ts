import xml, { type Element } from '@xmpp/xml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelivery, type OutboxMessage } from '../../../../server/platform/services/delivery.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silent = { info: () => undefined, warn: () => undefined };

/** The service over a list of waiting messages; `sent` has the sent ones. */
function start(waiting: number[]) {
  const sent: Element[] = [];
  const saying = (id: number): OutboxMessage => ({
    id,
    owner: 'u_5@localhost',
    archiveId: `archive-${id}`,
    stanza: xml('message', { id: `mid-${id}` }),
  });
  const official = createDelivery({
    domain: 'localhost',
    service: 'official',
    log: silent,
    send: (stanza) => sent.push(stanza) > 0,
    source: {
      next: async () => waiting.map(saying),
      said: async (ids) => {
        waiting.splice(0, waiting.length, ...waiting.filter((id) => !ids.includes(id)));
      },
    },
  });
  const pings = () => sent.filter((stanza) => stanza.is('iq'));
  const pong = (from = 'gate.localhost') =>
    official.take(xml('iq', { type: 'result', from, id: pings().at(-1)?.attrs['id'] }));
  return {
    official,
    waiting,
    pings,
    pong,
    said: () => sent.filter((one) => one.is('message')).map((one) => one.attrs['id']),
  };
}

const soon = () => vi.advanceTimersByTimeAsync(0);

test('a waiting message is sent with its archive id when a stream exists, and is marked as sent when the gate answers', async () => {
  const { official, waiting, pong, said, pings } = start([1, 2]);
  official.check();
  await soon();
  expect(said()).toEqual([]);
  official.online();
  await soon();
  expect(said()).toEqual(['mid-1', 'mid-2']);
  expect(waiting).toEqual([1, 2]);
  expect(pings()).toHaveLength(1);
  expect(pong('u_6@localhost')).toBe(false);
  expect(pong()).toBe(true);
  await soon();
  expect(waiting).toEqual([]);
  expect(pong()).toBe(false);
  await official.close();
});

test('without an answer a message is sent again under the same ids until there is one', async () => {
  const { official, waiting, pong, said } = start([1]);
  official.online();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said()).toEqual(['mid-1', 'mid-1']);
  expect(waiting).toEqual([1]);
  pong();
  await soon();
  expect(waiting).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toHaveLength(2);
  await official.close();
});

test('messages that an earlier stream may have lost are sent again on the next one, whatever its ping returns', async () => {
  const { official, waiting, pings, pong, said } = start([1]);
  official.online();
  await soon();
  const [lost] = pings();
  // The stream breaks with the message in flight; the ping is repeated on the next stream, like every request.
  official.online();
  official.take(xml('iq', { type: 'result', from: 'gate.localhost', id: lost?.attrs['id'] }));
  await soon();
  expect(said()).toEqual(['mid-1', 'mid-1']);
  expect(waiting).toEqual([1]);
  pong();
  await soon();
  expect(waiting).toEqual([]);
  await official.close();
});

test('a message that arrives while another is sent follows at once', async () => {
  const { official, waiting, pong, said } = start([1]);
  official.online();
  await soon();
  waiting.push(2);
  official.check();
  pong();
  await soon();
  expect(said()).toEqual(['mid-1', 'mid-2']);
  pong();
  await soon();
  expect(waiting).toEqual([]);
  await official.close();
});

test('a service that closes leaves the remaining messages to its successor', async () => {
  const { official, waiting, said } = start([1]);
  official.online();
  await soon();
  await official.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([said(), waiting]).toEqual([['mid-1'], [1]]);
});
