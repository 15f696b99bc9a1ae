import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALL_STATUS } from '#contract/calls/calls.ts';
import type { HubRefusal } from '#contract/calls/hub.ts';
import { CALLBACK_OPEN_MS } from '#contract/calls/rules.ts';
import { session } from '../support/databases.ts';
import { callsWith, SID } from '../support/hub.ts';
import { ATTACKER } from '../support/stanzas.ts';

const terms = { kind: 'paid', price: 60, freeSeconds: 0, startTime: 1_700_000_000_000 } as const;
const person = { uid: 9001, nickName: 'Asha', avatarUrl: '', country: 'IN', lang: 'hi' };
const wishId = 'w'.repeat(21);
const asked = { Callback: () => ({ callback: wishId }) };
const calledBack = { ...asked, CallCheck: () => ({ caller: person, ...terms, kind: 'callback' as const }) };
const outOfSilver = { SessionRequest: () => 'no-allowance' as const };
const refusing = (refusal: HubRefusal) => ({ ...Object.fromEntries([['Callback', () => refusal]]) });
const unknown = { CallCheck: () => 'sid-non-existent' as const };
const { FAILED, CALLIN } = CALL_STATUS;

// Fakes timers only, because the in-memory database needs real immediates.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

describe('a callback request', () => {
  const wish = async ({ app }: Awaited<ReturnType<typeof callsWith>>) => {
    const row = await app.state.get('wish');
    return row?.key === 'wish' ? row : undefined;
  };
  const asking = async () => {
    const world = await callsWith(asked);
    await world.chat.users.put({ uid: 9001, jid: 'u_9001@chat.example', nickName: 'Sam', avatarUrl: '' });
    expect((await world.commands.askCallback(9001)).ok).toBe(true);
    expect(await wish(world)).toMatchObject({ outcome: '', peer: { uid: 9001, nickName: 'Sam' } });
    return world;
  };

  test.each(['busy', 'Gems insufficient', 'timeOut'] as const)(
    'a callback request reports %s to the anchor',
    async (reason) => {
      const world = await asking();
      world.tell({ name: 'CallError', sid: 'x'.repeat(21), data: { reason } });
      expect(world.tell({ name: 'CallError', sid: wishId, data: { reason } }, ATTACKER)).toBe(false);
      expect(await wish(world)).toMatchObject({ outcome: '' });
      world.tell({ name: 'CallError', sid: wishId, data: { reason } });
      await vi.waitUntil(async () => (await wish(world))?.outcome === reason);
    },
  );
  test('a callback request ends after its time, even when the hub never reports it', async () => {
    const world = await asking();
    await vi.advanceTimersByTimeAsync(CALLBACK_OPEN_MS + 5_000);
    await vi.waitUntil(async () => (await wish(world))?.outcome === 'timeOut');
  });
  test('a callback request of an earlier core ends after its time', async () => {
    const before = await asking();
    before.calls.onSigningOut?.();
    await vi.advanceTimersByTimeAsync(CALLBACK_OPEN_MS);
    const world = await callsWith({}, before.app);
    await world.calls.onSignedIn?.(session);
    expect(await wish(world)).toMatchObject({ outcome: '' });
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitUntil(async () => (await wish(world))?.outcome === 'timeOut');
  });
  test('a callback request is fulfilled when the asked user calls', async () => {
    const world = await callsWith(calledBack);
    await world.commands.askCallback(9001);
    world.invite();
    await vi.waitUntil(async () => (await world.row())?.status === CALLIN);
    await vi.advanceTimersByTimeAsync(CALLBACK_OPEN_MS + 5_000);
    expect(await wish(world)).toMatchObject({ outcome: '' });
  });
  test.each([
    ['busy', { code: 'call', detail: 'busy' }],
    ['offline', { code: 'call', detail: 'offline' }],
    ['blocked', { code: 'call', detail: 'blocked' }],
    ['one-call', { code: 'call', detail: 'one call allowed once' }],
    ['closed', { code: 'forbidden' }],
    ['rate', { code: 'rate-limited' }],
  ] as const)('a callback request that is refused (%s) shows the reason', async (refusal, error) => {
    const { commands } = await callsWith(refusing(refusal));
    expect(await commands.askCallback(9001)).toMatchObject({ ok: false, error });
  });
});

test('a silver call is requested from the hub as one, and reports when none is left', async () => {
  const { commands, asked: heard, row } = await callsWith(outOfSilver);
  await commands.call('tab', 9001, 'Asha', 'silver', 'silver_anchor', { price: 0, freeSeconds: 60, silver: 100 });
  await vi.waitUntil(async () => (await row())?.status === FAILED);
  expect(heard[0]).toMatchObject(['SessionRequest', { callee: 9001, kind: 'silver' }]);
  expect(await row()).toMatchObject({ reason: 'noAllowance' });
});

test('an invitation with a failed first check leaves a record with the caller', async () => {
  const { chat, invite, row } = await callsWith(unknown);
  invite();
  await vi.waitUntil(async () => (await chat.videocalls.count()) === 1);
  expect(await chat.videocalls.get(SID)).toMatchObject({ reason: 'callInSessionFail', direction: 'in', seen: false });
  expect((await chat.videocalls.get(SID))?.linkedJid).toMatch(/^u_9001@/);
  expect(await row()).toBeUndefined();
});
