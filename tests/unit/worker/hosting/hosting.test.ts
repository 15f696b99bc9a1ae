import { expect, test, vi } from 'vitest';
import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import { createHosting } from '../../../../worker/hosting/hosting.ts';
import { serverOf, signedIn } from '../support/people.ts';

const HOST = {
  price: 30,
  bounds: { min: 20, max: 500, step: 10 },
  priceChangesLeft: 3,
  isTakingCalls: true,
  pausedUntil: 0,
  weeklyHours: null,
  openHours: null,
  isOffByMissedCalls: false,
  sharePercent: 60,
};

test('the session has the role of a host while the server lists one', async () => {
  const { app } = await signedIn();
  let isHost = true;
  const answer = () => ({
    state: isHost ? 'accepted' : 'suspended',
    reason: '',
    missing: [],
    host: isHost ? HOST : null,
  });
  const { api, asked } = serverOf({ hosting: answer, setTakingCalls: answer, setWeeklyHours: answer });
  const { commands } = createHosting({ app, api, session: () => readSession(app) });
  await commands.refreshHosting();
  expect((await readSession(app))?.role).toBe(ROLE_ANCHOR);
  expect(await app.state.get('hosting')).toMatchObject({ state: 'accepted', host: HOST });
  await commands.setTakingCalls(true, 15);
  await commands.setTakingCalls(false, null);
  expect(asked.slice(1)).toEqual([
    ['setTakingCalls', { on: true, pauseMinutes: 15 }],
    ['setTakingCalls', { on: false }],
  ]);
  const hours = { zone: 'UTC', days: [{ from: 0, to: 60 }, null, null, null, null, null, null] };
  await commands.setWeeklyHours(hours);
  await commands.setWeeklyHours(null);
  expect(asked.slice(3)).toEqual([
    ['setWeeklyHours', { weeklyHours: hours }],
    ['setWeeklyHours', { weeklyHours: null }],
  ]);
  isHost = false;
  await commands.refreshHosting();
  expect((await readSession(app))?.role).toBe(ROLE_USER);
});

test('an application that waits for parts of the profile is fetched again when the server accepts a change of it', async () => {
  const { app } = await signedIn();
  let missing: readonly string[] = ['about'];
  const answer = () => ({ state: 'none', reason: '', missing, host: null });
  const { api, asked } = serverOf({ hosting: answer });
  const { commands, onProfileAccepted } = createHosting({ app, api, session: () => readSession(app) });
  // An account that never opened the page asks for nothing.
  await onProfileAccepted();
  expect(asked).toEqual([]);
  // Accepted before the page has its answer, which may be older than the change.
  const opening = commands.refreshHosting();
  await vi.waitFor(() => expect(asked.length).toBe(1));
  await Promise.all([opening, onProfileAccepted()]);
  missing = [];
  await onProfileAccepted();
  expect(await app.state.get('hosting')).toMatchObject({ missing: [] });
  const count = asked.length;
  await onProfileAccepted();
  expect(asked.length).toBe(count);
});

test('a change by the operator is fetched, with the payouts only if this device shows them', async () => {
  const { app } = await signedIn();
  const payouts = {
    available: 18,
    held: 0,
    holdDays: 0,
    minGems: 10,
    rate: { amountMinor: 500, currency: 'USD' },
    account: null,
    payouts: [],
  };
  const { api, asked } = serverOf({
    hosting: () => ({ state: 'accepted', reason: '', missing: [], host: HOST }),
    hostPayouts: () => payouts,
  });
  const { commands, onOwnChange } = createHosting({ app, api, session: () => readSession(app) });
  await onOwnChange?.();
  expect(asked.map(([name]) => name)).toEqual(['hosting']);
  await commands.refreshPayouts();
  await onOwnChange?.();
  expect(asked.map(([name]) => name)).toEqual(['hosting', 'hostPayouts', 'hosting', 'hostPayouts']);
  expect(await app.state.get('payouts')).toMatchObject(payouts);
});

test('a statement is fetched for a signed-in host and stored nowhere', async () => {
  const { app } = await signedIn();
  const { api, asked } = serverOf({ payoutStatement: () => ({ id: 'p1', gems: 18 }) });
  const { commands } = createHosting({ app, api, session: () => readSession(app) });
  const rows = await app.state.toArray();
  expect(await commands.payoutStatement('p1')).toEqual({ ok: true, value: { id: 'p1', gems: 18 } });
  expect([asked, await app.state.toArray()]).toEqual([[['payoutStatement', { id: 'p1' }]], rows]);
  const signedOut = createHosting({ app, api, session: async () => undefined });
  expect(await signedOut.commands.payoutStatement('p1')).toMatchObject({ ok: false, error: { code: 'need-login' } });
});

test('an application names the uploaded clip only if there is one', async () => {
  const { app } = await signedIn();
  const answer = () => ({ state: 'submitted', reason: '', missing: [], host: null });
  const { api, asked } = serverOf({ applyAsHost: answer });
  const { commands } = createHosting({ app, api, session: () => readSession(app) });
  await commands.applyAsHost(null);
  await commands.applyAsHost('f'.repeat(32));
  expect(asked).toEqual([
    ['applyAsHost', { rulesVersion: 1 }],
    ['applyAsHost', { rulesVersion: 1, clip: 'f'.repeat(32) }],
  ]);
});

test('an identity check and the setup of payouts answer the page of the provider to a signed-in account', async () => {
  const { app } = await signedIn();
  const page = { url: 'https://identity.example/1' };
  const { api, asked } = serverOf({ startIdentity: () => page, startPayoutSetup: () => page });
  const { commands } = createHosting({ app, api, session: () => readSession(app) });
  expect(await commands.startIdentity('Ann Host')).toEqual({ ok: true, value: page });
  expect(await commands.startPayoutSetup()).toEqual({ ok: true, value: page });
  expect(asked).toEqual([
    ['startIdentity', { name: 'Ann Host' }],
    ['startPayoutSetup', {}],
  ]);
});

test('a failed request changes neither role nor row', async () => {
  const { app } = await signedIn();
  const before = await readSession(app);
  const { commands } = createHosting({ app, api: serverOf({}).api, session: () => readSession(app) });
  expect(await commands.applyAsHost(null)).toEqual({ ok: false, error: { code: 'offline' } });
  expect(await readSession(app)).toEqual(before);
  expect(await app.state.get('hosting')).toBeUndefined();
});
