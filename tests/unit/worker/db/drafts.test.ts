import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import * as databases from '../../../../worker/db/open.ts';
import { readUnsentDraft } from '../../../../worker/db/reads/drafts.ts';

test('a draft whose message is stored counts as empty, even when its row still exists', async () => {
  const kept = { tid: 'u_9001', text: 'hello', sentAs: 'u_1/a' };
  expect(await readUnsentDraft('u_9001')).toBeUndefined();
  await databases.app.drafts.put(kept);
  expect(await readUnsentDraft('u_9001')).toEqual(kept);
  await databases.chat.messages.put({ mid: 'u_1/b', tid: 'u_9001', date: 1 } as never);
  expect(await readUnsentDraft('u_9001')).toEqual(kept);
  await databases.chat.messages.put({ mid: 'u_1/a', tid: 'u_9001', date: 2 } as never);
  expect(await readUnsentDraft('u_9001')).toBeUndefined();
  databases.chat.close();
  databases.app.close();
});
