import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { NO_RELATION } from '../../../contract/people/people.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { is, peopleOf } from '../../harness/people.ts';

let api: TestApi;
let at: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  at = peopleOf(api);
});
afterAll(() => api?.close());

describe('refused relation changes', () => {
  const ACTIONS = ['like', 'unlike', 'request', 'accept', 'refuse', 'unfriend', 'block', 'unblock'] as const;

  test.each(ACTIONS)(
    'a change towards oneself, an unknown uid or the official account is refused: %s',
    async (action) => {
      const [ann] = await at.guests();
      expect(await at.change(ann, ann.id, action)).toMatchObject({
        status: 400,
        msg: expect.stringContaining('targetUid'),
      });
      expect(await at.change(ann, 999_999_999, action)).toMatchObject({ status: 404 });
      expect(await at.change(ann, 1, action)).toMatchObject({ status: 404 });
    },
  );

  test('a change cannot be made in the name of another user, whatever the body states', async () => {
    const [ann, ben, cem] = await at.guests();
    const forged = { targetUid: cem.id, action: 'like', uid: ben.id, fromUid: ben.id, userId: ben.id };
    await api.call('changeRelation', forged, { user: ann });
    expect(await at.relation(ben, cem)).toEqual(NO_RELATION);
    expect(await at.relation(ann, cem)).toEqual(is({ liked: true }));
    const stolen = { ...ann, id: ben.id, jid: ben.jid };
    expect(await at.change(stolen, cem.id, 'like')).toMatchObject({ status: 401 });
  });

  test('a request between two users cannot be accepted or refused by a third', async () => {
    const [ann, ben, cem] = await at.guests();
    await at.change(ann, ben.id, 'request');
    expect(await at.change(cem, ann.id, 'accept')).toMatchObject({ status: 404 });
    expect(await at.change(ann, ben.id, 'accept')).toMatchObject({ status: 404 });
    await at.change(cem, ann.id, 'refuse');
    expect(await at.relation(ben, ann)).toEqual(is({ requestedMe: true }));
  });

  test('an operation id that was used before has no second effect, and is a conflict for another change', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ann, ben.id, 'like', 'like-once');
    await at.change(ann, ben.id, 'unlike');
    const again = await at.change(ann, ben.id, 'like', 'like-once');
    expect(again.data).toEqual({ relation: { uid: ben.id, ...NO_RELATION } });
    expect(await at.relation(ann, ben)).toEqual(NO_RELATION);
    expect(await at.change(ann, ben.id, 'block', 'like-once')).toMatchObject({ status: 409 });
  });
});

describe('repeated changes of relations', () => {
  test.each<[EndpointName, object]>([
    ['changeRelation', { action: 'request' }],
    ['autoAddFriend', {}],
    ['changeFavourite', { favourite: true }],
    ['report', { reason: 'abuse', note: 'once' }],
  ])('a repeated change has one effect and returns the current state: %s', async (name, data) => {
    const [ann, ben] = await at.guests();
    const send = () => api.call(name, { targetUid: ben.id, ...data }, { user: ann, operation: `again-${name}` });
    const first = await send();
    expect(first.status).toBe(200);
    // Undone in between, so that a second effect would be visible.
    await at.change(ann, ben.id, 'block');
    await at.change(ann, ben.id, 'unblock');
    const again = await send();
    expect([again.status, again.data]).toEqual([
      200,
      name === 'report' ? first.data : { relation: { uid: ben.id, ...NO_RELATION } },
    ]);
    expect(await at.relation(ann, ben)).toEqual(NO_RELATION);
  });
});

describe('simultaneous changes of relations', () => {
  const AT_ONCE = 50;
  const times = <T>(act: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, i) => act(i)));

  test('50 equal friend requests are one request', async () => {
    const [ann, ben] = await at.guests();
    const answers = await times(() => at.change(ann, ben.id, 'request'));
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(await at.rowsBetween('friend_request', ann, ben)).toBe(1);
  });

  test('50 requests from both sides make one friendship and leave no request', async () => {
    const [ann, ben] = await at.guests();
    const answers = await times((index) =>
      index % 2 ? at.change(ann, ben.id, 'request') : at.change(ben, ann.id, 'request'),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect([await at.rowsBetween('friendship', ann, ben), await at.rowsBetween('friend_request', ann, ben)]).toEqual([
      2, 0,
    ]);
  });

  test('a block among simultaneous likes, requests and answers leaves no relation between the two', async () => {
    const [ann, ben] = await at.guests();
    const acts = ['like', 'request', 'accept', 'request', 'like'] as const;
    await times((index) => {
      if (index === 25) return at.change(ann, ben.id, 'block');
      const action = acts[index % acts.length] ?? 'like';
      return index % 2 ? at.change(ann, ben.id, action) : at.change(ben, ann.id, action);
    });
    for (const table of ['person_like', 'friendship', 'friend_request']) {
      expect(await at.rowsBetween(table, ann, ben)).toBe(0);
    }
    expect(await at.relation(ann, ben)).toEqual(is({ blocked: true }));
  });
});

describe('reports', () => {
  const report = (user: User, data: object) => api.call('report', { reason: 'spam', ...data }, { user });

  test('a repeated report is the same ticket with the newer note', async () => {
    const [ann, ben] = await at.guests();
    const first = await report(ann, { targetUid: ben.id, note: 'one' });
    expect(first.data.ticket).toMatch(/^[\w-]{16}$/);
    expect((await report(ann, { targetUid: ben.id, note: 'two' })).data).toEqual(first.data);
    expect((await report(ann, { targetUid: ben.id, reason: 'scam' })).data).not.toEqual(first.data);
    const { rows } = await api.pool.query('select note from report where ticket = $1', [first.data.ticket]);
    expect(rows).toEqual([{ note: 'two' }]);
  });

  test('a report may name a user who blocked the reporter, but not the reporter, an unknown uid or an unknown reason', async () => {
    const [ann, ben] = await at.guests();
    await at.change(ben, ann.id, 'block');
    expect((await report(ann, { targetUid: ben.id })).status).toBe(200);
    expect((await report(ann, { targetUid: ann.id })).status).toBe(400);
    expect((await report(ann, { targetUid: 999_999_999 })).status).toBe(404);
    expect((await report(ann, { targetUid: ben.id, reason: 'rude' })).status).toBe(400);
    expect((await report(ann, { targetUid: ben.id, note: 'x'.repeat(501) })).status).toBe(400);
  });

  test('a report sent 50 times at once is one', async () => {
    const [ann, ben] = await at.guests();
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(ann, { targetUid: ben.id })));
    expect(new Set(answers.map(({ data }) => data.ticket)).size).toBe(1);
    expect(await at.rowsBetween('report', ann, ben)).toBe(1);
  });
});
