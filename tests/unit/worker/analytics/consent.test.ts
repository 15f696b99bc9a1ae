import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';
import { BATCH_DEFAULT } from '#contract/analytics/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { MEASURE_DB } from '../../../../worker/analytics/database.ts';
import type { ConsentRow } from '../../../../worker/db/away-rows.ts';
import { collector, measuring, reopened, waiting } from './setup.ts';

const settled = () => vi.waitFor(async () => expect(await waiting()).toBeTruthy());
const exists = () => Dexie.exists(MEASURE_DB);

/** The possible consent answers. */
const CHOICES = [
  ['nothing yet', null],
  ['only what is necessary', {}],
  ['measurement alone', { m: true }],
  ['attribution alone', { a: true }],
  ['all', { m: true, a: true }],
] as const;
const BEFORE = [
  ['fresh', {}, {}],
  ['with GPC', {}, { isAskedNot: true }],
  ['with a yes in spite of GPC', { g: true }, { isAskedNot: true }],
  ['to older words', { v: CONSENT_VERSION + 1 }, {}],
  ['more than a year ago', { at: Date.now() - 366 * DAY_MS }, {}],
] as const;

for (const [surroundings, of, more] of BEFORE) {
  test.each(CHOICES)(`measurement follows the consent: %s, ${surroundings}`, async (_title, choice) => {
    const to = collector();
    const { part, tell, app, asked } = measuring();
    await part.onLead?.();
    part.track('login', { way: 'guest' });
    await tell(choice && { ...choice, ...of }, more);
    for (let nth = 0; nth < BATCH_DEFAULT; nth += 1) part.track('login', { way: 'password' });
    const counts = surroundings === 'fresh' || 'g' in of;
    const isYes = counts && choice !== null && 'm' in choice;
    if (isYes) await vi.waitFor(() => expect(to.names()).toContain('login'), { timeout: 10_000 });
    expect(await exists()).toBe(isYes);
    expect(to.posts.length > 0).toBe(isYes);
    // Every consent is recorded on the server, a refusal never.
    const isProved = choice !== null && ('m' in choice || 'a' in choice);
    await vi.waitFor(() => expect(asked.map(({ name }) => name)).toEqual(isProved ? ['consent'] : []));
    expect((await app.state.get('consent')) !== undefined).toBe(choice !== null);
    // No event from before the consent is sent.
    expect(to.posts.flatMap(({ items }) => items.map(({ properties }) => properties['way']))).not.toContain('guest');
    await part.onStepDown?.();
  });
}

test('a withdrawal deletes the measured data, aborts running requests, and has the server erase it', async () => {
  const to = collector();
  const { part, tell, app, asked } = measuring();
  await tell({ m: true, a: true });
  to.answerWith(() => new Promise(() => {}));
  for (let nth = 0; nth < BATCH_DEFAULT; nth += 1) part.track('login', { way: 'guest' });
  await vi.waitFor(() => expect(to.posts).toHaveLength(1), { timeout: 10_000 });
  const distinct = to.posts[0]?.items[0]?.['#distinct_id'];
  const facts = await app.state.get('measured');
  expect(facts).toMatchObject({ gaClientId: expect.stringMatching(/^\d{1,10}\.\d{10}$/) });
  expect(to.aborted()).toBe(0);
  await tell({ at: Date.now() + 1 });
  expect(to.aborted()).toBe(1);
  expect(await exists()).toBe(false);
  expect(await app.state.get('measured')).toMatchObject({ gaClientId: '', deviceModel: '', adid: '', fbc: '' });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.data).toMatchObject({ measurement: true, attribution: true, how: 'banner' });
  expect(asked[1]?.data).toMatchObject({ measurement: false, attribution: false, erase: distinct });
  part.track('login', { way: 'password' });
  await part.onLead?.();
  expect(await exists()).toBe(false);
  // No proof is sent twice.
  await tell({ at: Date.now() + 2 });
  expect(asked).toHaveLength(2);
});

test('a consent answer delayed by the network is sent later, once, and survives the death of a core', async () => {
  collector();
  const first = measuring();
  first.setReachable(false);
  await first.tell({ m: true });
  await first.tell({ at: Date.now() + 1 });
  await vi.waitFor(async () => {
    const row = (await first.app.state.get('consent')) as ConsentRow;
    expect(row.owed).toHaveLength(2);
  });
  await first.part.onStepDown?.();
  const next = reopened();
  await next.part.onLead?.();
  await vi.waitFor(() =>
    expect(next.asked.map(({ data }) => (data as { measurement: boolean }).measurement)).toEqual([true, false]),
  );
  await vi.waitFor(async () => expect(((await next.app.state.get('consent')) as ConsentRow).owed).toEqual([]));
  await next.part.onLead?.();
  expect(next.asked).toHaveLength(2);
});

test('the newer answer wins, wherever it is stored, also over a sign-out', async () => {
  collector();
  const { part, tell } = measuring();
  const at = Date.now();
  expect((await tell({ m: true, at })).ok).toBe(true);
  const older = await tell({ at: at - 1_000 });
  expect(older).toEqual({ ok: true, value: { v: CONSENT_VERSION, m: true, a: false, at } });
  const emptied = await tell(null);
  expect(emptied).toEqual(older);
  await part.onSigningOut?.();
  expect(await tell(null)).toEqual(older);
  await settled();
  await part.onStepDown?.();
});
