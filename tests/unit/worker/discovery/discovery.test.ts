import { expect, test } from 'vitest';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createDiscovery } from '../../../../worker/discovery/discovery.ts';
import { serverOf, signedIn } from '../support/people.ts';

test('a skipped card is stored with its time, and undo removes it', async () => {
  const databases = await signedIn();
  const { app } = databases;
  const { api } = serverOf({});
  const { commands } = createDiscovery({ ...databases, api, session: () => readSession(app), now: () => 5 });
  await commands.skipPerson(9001, true);
  expect(await app.skipped.toArray()).toEqual([{ uid: 9001, at: 5 }]);
  await commands.skipPerson(9001, false);
  expect(await app.skipped.count()).toBe(0);
  await app.state.delete('session');
  expect(await commands.skipPerson(9001, true)).toMatchObject({ error: { code: 'need-login' } });
});
