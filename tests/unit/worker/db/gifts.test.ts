import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import * as databases from '../../../../worker/db/open.ts';
import { readGiftGems } from '../../../../worker/db/reads/gifts.ts';

const gift = (mid: string, tid: string, stamp: number, gemsPrice: number, count = 1, out = true) =>
  ({ mid, tid, out, date: stamp, stamp, archiveId: 1, payload: { kind: 'gift', gemsPrice, count } }) as never;

afterAll(() => {
  databases.chat.close();
  databases.app.close();
});

test('the gifts of a call are those between its two sides from its start to its end', async () => {
  await databases.chat.messages.bulkPut([
    gift('before', 'u_9001', 99, 1_000),
    gift('first', 'u_9001', 100, 10),
    gift('combo', 'u_9001', 150, 5, 3),
    gift('last', 'u_9001', 200, 20),
    gift('after', 'u_9001', 201, 1_000),
    gift('other', 'u_9002', 150, 1_000),
    { mid: 'text', tid: 'u_9001', date: 150, stamp: 150, archiveId: 2, payload: { kind: 'text' } } as never,
  ]);
  expect(await readGiftGems('u_9001', 100, 200)).toBe(45);
});

test('a host reads what the gifts of a call earned them, not what the caller paid', async () => {
  await databases.chat.messages.bulkPut([
    gift('rose', 'u_9003', 150, 10, 1, false),
    gift('clover', 'u_9003', 160, 8, 1, false),
  ]);
  expect(await readGiftGems('u_9003', 100, 200)).toBe(6 + 4);
});
