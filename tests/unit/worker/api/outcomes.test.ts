import { expect, test } from 'vitest';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import type { ApiQueueRow } from '../../../../worker/db/schema.ts';
import { freshApp, session } from '../support/databases.ts';

const { uid, jid, role, vcToken } = session;
const row = (endpoint: string, by = uid): ApiQueueRow => ({
  operationId: `of ${endpoint}`,
  endpoint,
  data: {},
  uid: by,
  jid,
  role,
  vcToken,
  queuedAt: 0,
});

async function outcomesOf() {
  const app = freshApp();
  await app.state.put(session);
  const told: string[] = [];
  const outcomes = createOutcomes(app);
  outcomes.register({
    updateProfile: { onTaken: async () => void told.push('profile taken') },
    logout: { isShown: false },
    changeRelation: { onRefused: async (_row, { code }) => void told.push(`relation refused: ${code}`) },
  });
  return { app, told, outcomes };
}

test('the result of a queued call goes only to the module that queued it', async () => {
  const { app, told, outcomes } = await outcomesOf();
  await outcomes.onTaken(row('changeRelation'));
  await outcomes.onRefused(row('updateProfile'), { code: 'forbidden' });
  expect(told).toEqual([]);
  await outcomes.onTaken(row('updateProfile'));
  await outcomes.onRefused(row('changeRelation'), { code: 'forbidden' });
  expect(told).toEqual(['profile taken', 'relation refused: forbidden']);
  expect(await app.state.get('undone')).toMatchObject({ id: 'of changeRelation', error: { code: 'forbidden' } });
});

test('a refusal without an owner is reported, and one of a former account or of an unseen change is not', async () => {
  const { app, told, outcomes } = await outcomesOf();
  await outcomes.onRefused(row('changeRelation', uid + 1), { code: 'forbidden' });
  await outcomes.onRefused(row('logout'), { code: 'unauthorized' });
  expect([told, await app.state.get('undone')]).toEqual([[], undefined]);
  await outcomes.onRefused(row('report'), { code: 'not-found' });
  expect(await app.state.get('undone')).toMatchObject({ id: 'of report' });
});

test('an endpoint has one owner', async () => {
  const { outcomes } = await outcomesOf();
  expect(() => outcomes.register({ changeRelation: {} })).toThrow('two parts queue changeRelation');
});
