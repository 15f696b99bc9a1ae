import { expect, test } from 'vitest';
import { pausableReader } from '../../../../server/platform/edge/session/pausable-reader.ts';
import { chat } from '../../../edge/messages.ts';
import { FakeSocket, signedInStream } from './fake-stream.ts';

test('a socket is read again when its last hold is released, and buffered data is handled in order', () => {
  const socket = new FakeSocket();
  const taken: string[] = [];
  const frames = pausableReader(socket, (text) => {
    taken.push(text);
    if (text === 'b') frames.hold('opening');
  });
  const [one, other] = ['look-up', 'slow-reader'] as const;
  frames.hold(one);
  frames.hold(other);
  for (const text of ['a', 'b', 'c']) frames.receive(text);
  frames.release(one);
  frames.release(one);
  expect([socket.isPaused, taken]).toEqual([true, []]);
  frames.release(other);
  // Frame b has added another hold.
  expect([socket.isPaused, taken]).toEqual([true, ['a', 'b']]);
  frames.receive('d');
  frames.release('opening');
  expect([socket.isPaused, taken]).toEqual([false, ['a', 'b', 'c', 'd']]);
});

test('a client that writes to strangers is not read while the server does not read', async () => {
  const { client, server } = await signedInStream();
  server.reads = false;
  let taken = 0;
  // Each message has another recipient and so needs a lookup, whose result must not resume a client paused by backpressure.
  for (let n = 0; n < 3_000 && !client.isPaused; n += 1) {
    const text = chat({ id: `m${n}`, to: 1_000 + n, body: 'x'.repeat(3_000) }).toString();
    taken += text.length;
    client.arrives(text);
    for (let turn = 0; turn < 20 && client.isPaused; turn += 1) await Promise.resolve();
  }
  expect(client.isPaused).toBe(true);
  expect(taken).toBeLessThan(5_000_000);
  server.flush();
  expect(client.isPaused).toBe(false);
});
