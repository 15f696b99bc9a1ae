import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as databases from '../../../../worker/db/open.ts';
import { readGiftGems } from '../../../../worker/db/reads/gifts.ts';

test('the gifts of a call are those between its two sides from its start to its end', async () => {
  const gift = (mid: string, tid: string, stamp: number, gemsPrice: number, count = 1) =>
    ({ mid, tid, date: stamp, stamp, archiveId: 1, payload: { kind: 'gift', gemsPrice, count } }) as never;
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
  databases.chat.close();
  databases.app.close();
});
