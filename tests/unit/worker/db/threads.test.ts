import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as databases from '../../../../worker/db/open.ts';
import { readThreads } from '../../../../worker/db/reads/threads.ts';
import { newThread } from '../../../../worker/db/writes/thread.ts';

const row = (uid: number) =>
  newThread({ uid, local: `u_${uid}`, bare: `u_${uid}@test`, nickName: `Peer ${uid}` }, 'u_1@test');

test('conversations that an earlier build stored with texts are read with facts', async () => {
  const former = (uid: number, lastText: string, lastLook: string, lastMid = 'u_1/a') => {
    const { lastFacts: _none, ...others } = row(uid);
    return { ...others, lastDate: -uid, lastText, lastLook, lastMid };
  };
  await databases.chat.threads.bulkPut([
    { ...row(1), lastDate: -1, lastFacts: { kind: 'text', body: 'new' } },
    former(2, 'old', 'plain') as never,
    former(3, '', 'call') as never,
    former(4, '', 'covered') as never,
    former(5, '', 'plain', '') as never,
    // Written by both builds: the later one left the text in.
    { ...former(6, 'old', 'plain'), lastFacts: { kind: 'call' } } as never,
  ]);
  expect((await readThreads()).map(({ lastFacts }) => lastFacts)).toEqual([
    { kind: 'text', body: 'new' },
    { kind: 'text', body: 'old' },
    { kind: 'call' },
    { kind: 'covered' },
    undefined,
    { kind: 'call' },
  ]);
  databases.chat.close();
});
