import xml from '@xmpp/xml';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createOutbox, type OutboxPorts } from '../../../../worker/chat/outbox.ts';
import type { MessageRow, OutboxRow } from '../../../../worker/db/schema.ts';
import { type Cut, GATE, outboxAgainstServer, type Row, row } from '../support/server.ts';
import { ATTACKER, HOST, OTHER_HOST } from '../support/stanzas.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
const idsOf = (rows: readonly Row[]) => rows.map(({ stanzaId }) => stanzaId);

test('texts typed offline arrive once and in order', async () => {
  const rows = rowsOf(200);
  const expected = idsOf(rows);
  const server = outboxAgainstServer(rows);
  server.start();
  await server.done;
  expect(server.arrivals).toEqual(expected);
});

test('the first burst fits the rate of the server, later ones grow', async () => {
  const server = outboxAgainstServer(rowsOf(200));
  server.start();
  await server.done;
  expect(server.sent.map((ids) => ids.length)).toEqual([9, 18, 36, 64, 64, 9]);
});

test('after a lost connection the same messages are sent again under the same ids', async () => {
  const server = outboxAgainstServer(rowsOf(3), { cuts: [{ arrive: 1, restart: false }] });
  server.start();
  await server.done;
  expect(server.sent).toEqual([
    ['s1', 's2', 's3'],
    ['s1', 's2', 's3'],
  ]);
  expect(server.shown()).toEqual(['s1', 's2', 's3']);
  expect(server.paused).toEqual([500]);
});

test('a server that asks to slow down gets one message at a time, and they arrive in order', async () => {
  const rows = rowsOf(30);
  const expected = idsOf(rows);
  const server = outboxAgainstServer(rows, { rate: { perSecond: 1, burst: 5 } });
  server.start();
  await server.done;
  expect(server.arrivals).toEqual(expected);
  expect(server.sent[1]).toEqual(['s6']);
  expect(server.elapsed()).toBeLessThanOrEqual(30_000);
});

test('a refused message fails alone; those before and after it arrive', async () => {
  const server = outboxAgainstServer(rowsOf(5), { refuse: { s2: GATE, s4: HOST } });
  server.start();
  await server.done;
  expect(server.arrivals).toEqual(['s1', 's3', 's5']);
  expect(server.refused).toEqual([
    ['s2', 'forbidden'],
    ['s4', 'forbidden'],
  ]);
});

test.each([ATTACKER, OTHER_HOST, `${HOST}/phone`, ''])(
  'an error from %s, who was not the recipient, does not make a message fail',
  async (stranger) => {
    const rows = rowsOf(1);
    const heard: boolean[] = [];
    const server = outboxAgainstServer(rows, { refuse: { s1: stranger } });
    server.start();
    await server.done;
    heard.push(server.refuse('s1', GATE), server.refuse('unheard-of', GATE));
    expect(server.refused).toEqual([]);
    expect(heard).toEqual([false, false]);
  },
);

test('a rate-limited conversation does not delay others, and arrives in order', async () => {
  const theirs = rowsOf(9);
  const rows = [...theirs, row(10, OTHER_HOST), row(11, OTHER_HOST)];
  const server = outboxAgainstServer(rows, { delay: { s1: 2 } });
  server.start();
  await server.done;
  expect(server.arrivals).toEqual(['s10', 's11', ...idsOf(theirs)]);
  expect(server.paused).toHaveLength(2);
});

test('a message to another peer is sent at once while one conversation is rate-limited', async () => {
  const written: number[] = [];
  const server = outboxAgainstServer([row(1)], {
    delay: { s1: 1 },
    whileWaiting() {
      if (written.push(server.elapsed()) === 1) server.write(row(2, OTHER_HOST));
    },
  });
  server.start();
  await server.done;
  expect(server.sent).toEqual([['s1'], ['s2'], ['s1']]);
  // Both waits began at the same time, so the second message was not delayed.
  expect(written).toEqual([0, 0]);
});

test('a server that rate-limits every user gets fewer requests, and everything arrives', async () => {
  const held = Array.from({ length: 20 }, (_, index) => row(index + 1, `u_${5_000 + index}@gemcall.test`));
  const delay = Object.fromEntries(held.map(({ stanzaId }) => [stanzaId, 3]));
  const sentByWait = [0];
  const server = outboxAgainstServer([...held, row(21)], {
    delay,
    whileWaiting: () => void sentByWait.push(server.sent.length),
  });
  server.start();
  await server.done;
  expect(server.arrivals).toHaveLength(21);
  const bursts = sentByWait.slice(1).map((sent, index) => sent - (sentByWait[index] ?? 0));
  expect(Math.max(...bursts)).toBeLessThanOrEqual(12);
});

test('a message that waits for an upload is not sent and delays nothing', async () => {
  const server = outboxAgainstServer([{ ...row(1), waitsFor: 'a picture' }, row(2), row(3)]);
  server.start();
  await vi.waitUntil(() => server.rows.length === 1);
  expect(server.arrivals).toEqual(['s2', 's3']);
  // A released row is written again at the end, where the conversation shows its message.
  server.rows.pop();
  server.write(row(4));
  server.write(row(5));
  await server.done;
  expect(server.arrivals).toEqual(['s2', 's3', 's4', 's5']);
  expect(server.paused).toEqual([]);
});

describe('a row that is handed over', () => {
  const message = { mid: 'u_100001/s2' } as MessageRow;
  const id = (n: number) => ({ row: row(n) as OutboxRow & { id: number } });

  test('a row that is handed over is sent without a database read, in the same task', async () => {
    const sent: string[] = [];
    const asked: unknown[] = [];
    const { outbox, loads } = outboxWith({
      load: async () => [row(1)],
      stanzaOf: ({ stanzaId }, at) => {
        asked.push(at);
        return xml('message', { id: stanzaId });
      },
      send: (stanzas) => sent.push(...stanzas.map(({ attrs }) => attrs['id'] ?? '')),
    });
    outbox.kick();
    await vi.waitUntil(() => sent.length === 1);
    // Waits until the outbox is idle.
    await new Promise(setImmediate);
    outbox.handOver([{ ...id(2), message }]);
    await Promise.resolve();
    await Promise.resolve();
    expect([sent, asked, loads()]).toEqual([['s1', 's2'], [undefined, message], 1]);
  });

  test('a row that is handed over does not overtake a row that was written without being handed over', async () => {
    const stored = [row(1)];
    const sent: string[] = [];
    const { outbox, loads } = outboxWith({
      load: async () => [...stored],
      stanzaOf: ({ stanzaId }) => xml('message', { id: stanzaId }),
      send: (stanzas) => sent.push(...stanzas.map(({ attrs }) => attrs['id'] ?? '')),
      settle: async () => void stored.splice(0),
    });
    outbox.kick();
    await vi.waitUntil(() => stored.length === 0);
    await new Promise(setImmediate);
    stored.push(row(2), row(3));
    outbox.handOver([id(3)]);
    await vi.waitUntil(() => stored.length === 0);
    expect([sent, loads()]).toEqual([['s1', 's2', 's3'], 2]);
  });

  test('a row that is handed over while the outbox reads is sent once', async () => {
    const stored = [row(1)];
    const sent: string[] = [];
    let isSecond = false;
    const { outbox } = outboxWith({
      load: async () => {
        const rows = [...stored];
        if (isSecond && stored.length === 0 && sent.length === 1) {
          stored.push(row(2));
          outbox.handOver([id(2)]);
        }
        return rows;
      },
      stanzaOf: ({ stanzaId }) => xml('message', { id: stanzaId }),
      send: (stanzas) => sent.push(...stanzas.map(({ attrs }) => attrs['id'] ?? '')),
      settle: async (accepted) => {
        const gone = new Set(accepted.map(({ stanzaId }) => stanzaId));
        stored.splice(0, stored.length, ...stored.filter(({ stanzaId }) => !gone.has(stanzaId)));
      },
    });
    outbox.kick();
    await vi.waitUntil(() => stored.length === 0);
    await new Promise(setImmediate);
    isSecond = true;
    outbox.kick();
    await vi.waitUntil(() => sent.length === 2 && stored.length === 0);
    expect(sent).toEqual(['s1', 's2']);
  });
});

/** An outbox with some ports replaced. */
function outboxWith(over: Partial<OutboxPorts>) {
  const settled: unknown[] = [];
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const rows = rowsOf(1);
  let loads = 0;
  const { load = async () => rows } = over;
  const outbox = createOutbox({
    assertAccount: () => undefined,
    onFailure: (error) => {
      throw error;
    },
    stanzaOf: async () => undefined,
    send: () => {},
    barrier: async () => [],
    settle: async (accepted, refused) => {
      settled.push([accepted.map(({ stanzaId }) => stanzaId), refused]);
      rows.pop();
      finish();
    },
    isLive: () => true,
    now: () => 0,
    ...over,
    load() {
      loads += 1;
      return load();
    },
  });
  return { outbox, settled, done, loads: () => loads };
}

test('a message discarded before it was sent leaves the outbox and is never sent', async () => {
  const { outbox, settled, done } = outboxWith({
    barrier: () => Promise.reject(new Error('nothing was sent: there is nothing to wait for')),
  });
  outbox.kick();
  await done;
  expect(settled).toEqual([[['s1'], []]]);
});

test('nothing is sent when the account of the stream is no longer signed in', async () => {
  const failures: unknown[] = [];
  const sent: unknown[] = [];
  const { outbox } = outboxWith({
    assertAccount: () => Promise.reject(new Error('signed out')),
    stanzaOf: async ({ stanzaId }) => xml('message', { id: stanzaId }),
    send: (stanzas) => void sent.push(...stanzas),
    onFailure: (error) => void failures.push(error),
  });
  outbox.kick();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(sent).toEqual([]);
});

test('nothing is read from the outbox without a connection', () => {
  const { outbox, loads } = outboxWith({ isLive: () => false });
  outbox.kick();
  expect(loads()).toBe(0);
});

test('each message is sent once, however often the outbox is triggered', async () => {
  const server = outboxAgainstServer(rowsOf(3));
  server.start();
  for (let call = 0; call < 5; call += 1) server.kick();
  await server.done;
  expect(server.sent).toEqual([['s1', 's2', 's3']]);
});

const anyCut = fc.record<Cut>({ arrive: fc.nat({ max: 70 }), restart: fc.boolean() });
const anyRows = fc
  .array(fc.constantFrom(HOST, OTHER_HOST), { minLength: 1, maxLength: 150 })
  .map((to) => to.map((jid, index) => row(index + 1, jid)));

test('with any cuts and worker deaths every message arrives at least once and is shown in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.array(anyCut, { maxLength: 25 }), async (rows, cuts) => {
      const expected = idsOf(rows);
      const server = outboxAgainstServer([...rows], { cuts });
      server.start();
      await server.done;
      expect(server.shown()).toEqual(expected);
      expect(server.refused).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

const anyRate = fc.record({ perSecond: fc.constantFrom(1, 3), burst: fc.integer({ min: 1, max: 20 }) });

test('a server that slows the client down still gets everything, in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyRate, async (rows, rate) => {
      const server = outboxAgainstServer([...rows], { rate });
      server.start();
      await server.done;
      const shown = server.shown();
      for (const peer of [HOST, OTHER_HOST]) {
        const theirs = idsOf(rows.filter(({ to }) => to === peer));
        expect(shown.filter((id) => theirs.includes(id))).toEqual(theirs);
      }
    }),
    { numRuns: 100 },
  );
});

// While s3 has to wait, the edge also refuses the resent s1, although it accepted it before the connection broke.
test('a connection lost while the server slows the client down does not stop the outbox permanently', async () => {
  const rate = { perSecond: 1, burst: 2 };
  const server = outboxAgainstServer(rowsOf(3), { rate, cuts: [{ arrive: 3, restart: false }] });
  server.start();
  await server.done;
  expect(server.shown()).toEqual(['s1', 's2', 's3']);
});

test('a database failure does not stop the outbox permanently, and the next trigger sends the pending rows', async () => {
  let failures = 0;
  let down = true;
  const sent: string[] = [];
  const outbox = createOutbox({
    assertAccount: () => undefined,
    load: async () => {
      if (down) throw new Error('disk full');
      return sent.length === 0 ? rowsOf(1) : [];
    },
    stanzaOf: async ({ stanzaId }) => xml('message', { id: stanzaId }),
    send: (stanzas) => sent.push(...stanzas.map(({ attrs }) => attrs['id'] ?? '')),
    barrier: async () => [],
    settle: async () => {},
    isLive: () => true,
    onFailure: () => {
      failures += 1;
      down = false;
    },
    now: () => 0,
  });
  outbox.kick();
  await vi.waitFor(() => expect(failures).toBe(1));
  outbox.kick();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});
