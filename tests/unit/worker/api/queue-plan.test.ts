import { expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { queued } from '../../../../worker/api/enqueue.ts';
import { planQueue, type QueuedRow, type QueueState, targetKeyOf } from '../../../../worker/api/queue-plan.ts';
import { session } from '../support/databases.ts';

const row = (id: number, endpoint: EndpointName, data: object, over: Partial<QueuedRow> = {}): QueuedRow => ({
  ...queued(session, endpoint, data),
  operationId: String(id),
  id,
  ...over,
});
const none = { sending: new Set<string>(), cancelled: new Set<string>() };
const idle: QueueState = {
  now: 0,
  session,
  owner: undefined,
  ...none,
  logoutsDueSince: new Map(),
  acceptedAt: new Map(),
};
const planned = (rows: readonly QueuedRow[], over: Partial<QueueState> = {}) => {
  const plan = planQueue(rows, { ...idle, ...over });
  return {
    start: plan.start.map((one) => one.row.id),
    obsolete: plan.obsolete.map(({ id }) => id),
    waitMs: plan.waitMs,
  };
};
const like = (id: number, targetUid: number) => row(id, 'changeRelation', { targetUid, action: 'like' });
const unblock = (id: number) => row(id, 'changeRelation', { targetUid: 9001, action: 'unblock' });
const block = (id: number) => row(id, 'changeRelation', { targetUid: 9001, action: 'block' });

test('three changes are sent at once, and blocks, reports and logouts besides', () => {
  const rows = [
    ...[1, 2, 3, 4].map((id) => like(id, 9100 + id)),
    block(5),
    row(6, 'report', { targetUid: 9101 }),
    row(7, 'logout', {}, { uid: 777 }),
  ];
  expect(planned(rows).start).toEqual([1, 2, 3, 5, 6, 7]);
  expect(planned(rows, { sending: new Set(['1', '5']) }).start).toEqual([2, 3, 6, 7]);
});

test('a block does not overtake an unblock that is on its way, and replaces everything else before it', () => {
  const rows = [like(1, 9001), unblock(2), like(3, 9002), block(4)];
  expect(planned(rows)).toMatchObject({ start: [1, 3], obsolete: [1, 2] });
  expect(planned(rows, { sending: new Set(['2']) })).toMatchObject({ start: [1, 3], obsolete: [1] });
  expect(planned(rows.slice(2))).toMatchObject({ start: [3, 4], obsolete: [] });
});

test('a change of the signed-in user waits for a login when the token is refused, and one of another user does not', () => {
  const expired = { session: { ...session, status: 'expired' as const } };
  const rows = [like(1, 9001), { ...like(2, 9002), uid: 777 }];
  expect(planned(rows, expired).start).toEqual([2]);
  expect(planned(rows, { session: undefined, owner: session.uid }).start).toEqual([2]);
});

test('a row of an endpoint that this build lacks is deleted, once', () => {
  const rows = [row(1, 'ofAnotherBuild' as EndpointName, {}), like(2, 9001)];
  expect(planned(rows)).toMatchObject({ start: [2], obsolete: [1] });
  expect(planned(rows, { cancelled: new Set(['1']) })).toMatchObject({ start: [2], obsolete: [] });
});

test('a logout waits for the changes of its account that are being sent, and for those of no other account', () => {
  const own = like(1, 9001);
  const other = { ...like(2, 9001), uid: 777 };
  const logout = row(3, 'logout', {});
  const out = { session: undefined, sending: new Set(['1', '2']) };
  expect(planned([own, logout], out)).toEqual({ start: [], obsolete: [], waitMs: 3_000 });
  expect(planned([other, logout], out).start).toEqual([3]);
  const logoutsDueSince = new Map([['3', 0]]);
  expect(planned([own, logout], { ...out, now: 3_000, logoutsDueSince }).start).toEqual([3]);
  // The last change of the account was accepted a second ago.
  const acceptedAt = new Map([[session.uid, 2_000]]);
  expect(planned([own, logout], { ...out, now: 3_000, logoutsDueSince, acceptedAt }).waitMs).toBe(2_000);
});

test('a target is a person, the profile, the settings, a call or a task; reports and logouts have their own', () => {
  const keys = [
    like(1, 9001),
    row(2, 'changeFavourite', { targetUid: 9001, favourite: true }),
    like(3, 9002),
    row(4, 'updateProfile', { about: 'x' }),
    row(5, 'updateProfile', { settings: {} }),
    row(6, 'callRating', { sid: 'a', stars: 5 }),
    row(7, 'callRating', { sid: 'b', stars: 5 }),
    row(8, 'userTasksCompleted', { taskKey: 'install' }),
    row(9, 'report', { targetUid: 9001 }),
    row(10, 'report', { targetUid: 9001 }),
    row(11, 'logout', {}),
  ].map(targetKeyOf);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(keys.length - 1);
});
