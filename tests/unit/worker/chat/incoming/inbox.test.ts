import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInbox, type InboxItem } from '../../../../../worker/chat/incoming/inbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const item = (seq: number, mayWait = false): InboxItem => ({ seq, inbound: { kind: 'other' }, mayWait });

function open() {
  const batches: number[][] = [];
  const inbox = createInbox(
    async (batch) => void batches.push(batch.map(({ seq }) => seq)),
    () => {},
  );
  return { inbox, batches };
}

test('an acknowledgement is written with the next message, in order, and not alone', async () => {
  const { inbox, batches } = open();
  inbox.push(item(1, true));
  await vi.advanceTimersByTimeAsync(900);
  expect(batches).toEqual([]);
  inbox.push(item(2));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([[1, 2]]);
});

test('acknowledgements without a following message are written after a second, together', async () => {
  const { inbox, batches } = open();
  inbox.push(item(1, true));
  inbox.push(item(2, true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(batches).toEqual([[1, 2]]);
});

test('many acknowledgements do not wait, because the server keeps a stanza until it is counted', async () => {
  const { inbox, batches } = open();
  for (let seq = 1; seq <= 41; seq += 1) inbox.push(item(seq, true));
  await vi.advanceTimersByTimeAsync(500);
  expect(batches.flat()).toHaveLength(41);
});

test('a closed inbox writes nothing more', async () => {
  const { inbox, batches } = open();
  inbox.push(item(1, true));
  await inbox.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(batches).toEqual([]);
});
