import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { give } from '../../../server/domains/gifts/give.ts';
import { createContentCheckJob } from '../../../server/domains/media/content-check-job.ts';
import { openLocks } from './locks-fixture.ts';

/** Another share than that of messages that are sold for gems. */
vi.mock('../../../contract/gifts/rules.ts', async (original) => ({
  ...(await original<typeof import('../../../contract/gifts/rules.ts')>()),
  GIFT_SHARE_PERCENT: 50,
}));

const { its, folder, signal, gemsOf, locked, settle, later, said } = openLocks();

test.each([
  ['the picture is checked', false],
  ['the picture is not checked yet', true],
])('a host earns the share of gifts for a picture behind a gift when %s', async (_when, isUnchecked) => {
  await its.api.pool.query('update media set checked_at = now() where checked_at is null');
  const { lockId } = await locked({ gift: 'rose' });
  if (!isUnchecked) await its.api.pool.query('update media set checked_at = now() where checked_at is null');
  const op = randomBytes(16).toString('base64url').slice(0, 21);
  const gift = { op, gift: 'rose', price: 10, to: its.ada.id, count: 1, where: 'chat', sid: '', combo: op } as const;
  expect(await give(its.api.db, folder, its.ben.id, { ...gift, ask: '', lock: lockId }, true)).toMatchObject({
    ok: true,
  });
  await later();
  const check = async () => ({ bits: 0, checkedAt: new Date() });
  await createContentCheckJob(its.api.db, folder, check, async () => {}).run(signal);
  await settle(its.api.db, true);
  expect(await gemsOf(its.ada)).toBe(5);
  const earned = (await said(its.ada)).filter(({ key }) => key === 'opened').map(({ args }) => args.gems);
  expect(earned).toEqual(isUnchecked ? ['5', '5'] : ['5']);
});
