import { expect, it } from 'vitest';
import { OFFICIAL_TID } from '../../../../contract/chat/rules.ts';
import { ok } from '../../../../contract/result.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import { createThreadNames } from '../../../../worker/people/name-threads.ts';
import { freshChat, reopenApp } from '../support/databases.ts';

it('a conversation without a name gets that of the profile, which is requested once for each account', async () => {
  const chat = freshChat();
  const app = reopenApp();
  const rows = [
    { id: 7, tid: 'u_7', nickName: '' },
    { id: 8, tid: 'u_8', nickName: 'Known' },
    { id: 9, tid: 'u_9', nickName: '' },
    { id: 1, tid: OFFICIAL_TID, nickName: '' },
  ];
  await chat.threads.bulkPut(
    rows.map(({ id, tid, nickName }) => ({
      id,
      tid,
      mainJid: '',
      linkedJid: '',
      linkedUser: { jid: '', uid: id, nickName },
      unread: 0,
      lastDate: 0,
      lastFacts: undefined,
      lastMid: '',
      lastOut: false,
      lastState: 'success' as const,
      lastIncoming: 0,
      dividerMid: '',
    })),
  );
  const asked: number[] = [];
  const epoch = createEpoch();
  const name = createThreadNames({
    app,
    chat,
    epoch,
    async refresh(uid) {
      asked.push(uid);
      if (uid === 7) await app.people.put({ uid, jid: 'u_7@localhost', nickName: 'Asha' } as never);
      return ok(null);
    },
  });
  await name();
  await name();
  const names = (await chat.threads.toArray()).map(({ id, linkedUser }) => [id, linkedUser.nickName]);
  expect(new Map(names as [number, string][])).toEqual(
    new Map([
      [1, ''],
      [7, 'Asha'],
      [8, 'Known'],
      [9, ''],
    ]),
  );
  expect(asked).toEqual([7, 9]);
  // The next account has the same peer.
  epoch.end();
  await name();
  expect(asked).toEqual([7, 9, 9]);
});
