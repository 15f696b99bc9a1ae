import { expect, test, vi } from 'vitest';
import { CALL_STATUS } from '#contract/calls/calls.ts';
import type { HubEvent } from '#contract/calls/hub.ts';
import { session } from '../support/databases.ts';
import { callsWith, SID } from '../support/hub.ts';

const ANYBODY = { lang: '', country: '' };
const peer = { uid: 9001, nickName: 'Asha', avatarUrl: '', country: 'IN', lang: 'hi' };
const PROPOSAL = 'proposal_of_a_pair_01';
const terms = { proposal: PROPOSAL, peer, price: 60, freeSeconds: 30 } as const;
const agreed: HubEvent = {
  name: 'MatchAgreed',
  sid: SID,
  data: { ...terms, sid: SID, role: 'caller', startTime: 1, relays: { servers: [], policy: 'all' } },
};

type World = Awaited<ReturnType<typeof callsWith>>;
const matchOf = async ({ app }: World) => {
  const row = await app.state.get('match');
  return row?.key === 'match' ? row : undefined;
};

const waiting = () => ({ waiting: 0 });
const threeWait = () => ({ waiting: 3 });

async function proposed(onYes: (world: World) => void = () => {}) {
  const said = () => {
    onYes(world);
    return {};
  };
  const world: World = await callsWith({ MatchEnter: waiting, MatchAnswer: said });
  await world.commands.enterMatch('tab', ANYBODY);
  world.tell({ name: 'MatchFound', sid: '', data: { ...terms, until: Date.now() + 15_000 } });
  await vi.waitUntil(async () => (await matchOf(world))?.proposal !== undefined);
  return world;
}

test('the call starts even when the agreement arrives before the answer to the last acceptance', async () => {
  const world = await proposed((here) => here.tell(agreed));
  expect((await world.commands.answerMatch(PROPOSAL, true)).ok).toBe(true);
  await vi.waitUntil(async () => (await world.row())?.sid === SID);
  expect(await world.row()).toMatchObject({ status: CALL_STATUS.CONNECTING, kind: 'match', ownerTab: 'tab' });
  await vi.waitUntil(async () => (await matchOf(world)) === undefined);
  await world.calls.onSigningOut?.();
});

test('a proposal is shown even when it arrives before the answer to MatchEnter', async () => {
  const found = () => {
    world.tell({ name: 'MatchFound', sid: '', data: { ...terms, until: Date.now() + 15_000 } });
    return { waiting: 0 };
  };
  const world: World = await callsWith({ MatchEnter: found });
  expect((await world.commands.enterMatch('tab', ANYBODY)).ok).toBe(true);
  await vi.waitUntil(async () => (await matchOf(world))?.proposal?.id === PROPOSAL);
  await world.calls.onSigningOut?.();
});

test('an agreement to a proposal that was not accepted here starts no call', async () => {
  const world = await proposed();
  world.tell(agreed);
  world.tell({ name: 'MatchGone', sid: '', data: { proposal: PROPOSAL } });
  await vi.waitUntil(async () => (await matchOf(world))?.proposal === undefined);
  expect(await world.row()).toBeUndefined();
  expect(await matchOf(world)).toMatchObject({ tabId: 'tab' });
  await world.calls.onSigningOut?.();
});

test('a skipped user is removed, and the search continues', async () => {
  const world = await proposed();
  expect((await world.commands.answerMatch(PROPOSAL, false)).ok).toBe(true);
  const row = await matchOf(world);
  expect(row).toMatchObject({ tabId: 'tab' });
  expect(row?.proposal).toBeUndefined();
  await world.calls.onSigningOut?.();
});

test('the next core goes on waiting for the same people, and stops when the tab is closed', async () => {
  const filter = { lang: 'hi', country: '' };
  const before = await callsWith({ MatchEnter: waiting });
  await before.commands.enterMatch('tab', filter);
  const world = await callsWith({ MatchEnter: threeWait }, before.app);
  await world.calls.onSignedIn?.(session);
  await vi.waitUntil(async () => (await matchOf(world))?.waiting === 3);
  expect(world.asked).toEqual([['MatchEnter', { filter }]]);
  world.tell({ name: 'MatchFound', sid: '', data: { ...terms, until: Date.now() + 15_000 } });
  await vi.waitUntil(async () => (await matchOf(world))?.proposal !== undefined);
  world.tabGone('tab');
  await vi.waitUntil(() => world.names().includes('MatchLeave'));
  expect(await matchOf(world)).toBeUndefined();
});

test('the next core drops a proposal that has expired, and asks again on each new stream', async () => {
  const before = await proposed();
  const row = await matchOf(before);
  if (!row?.proposal) throw new Error('no proposal');
  await before.app.state.put({ ...row, proposal: { ...row.proposal, until: Date.now() - 1 } });
  const world = await callsWith({ MatchEnter: waiting }, before.app);
  await world.calls.onSignedIn?.(session);
  expect((await matchOf(world))?.proposal).toBeUndefined();
  world.newStream();
  await vi.waitUntil(() => world.names().filter((name) => name === 'MatchEnter').length === 2);
  await world.calls.onSigningOut?.();
});
