import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { noteViolation } from '../../../server/domains/moderation/violations.ts';
import { loadSenderPolicy } from '../../../server/domains/people/policy.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';

const mid = (n: number) => `V1StGXR8_Z5jdHi6B-${String(n).padStart(3, '0')}`;

let api: TestApi;
let sam: User;
let eve: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  eve = await api.guest('eve');
});
beforeEach(async () => {
  sam = await api.guest();
});
afterAll(() => api?.close());

const violate = (n: number, rule: 'porn-words' | 'porn-picture' = 'porn-words') =>
  api.db.transaction((tx) => noteViolation(tx, { uid: sam.id, about: eve.id, rule, mid: mid(n) }));
const told = async () =>
  (
    await api.pool.query(
      "select peer::int, payload from service_outbox where to_uid = $1 and payload->>'kind' = 'violate_rule' order by id",
      [sam.id],
    )
  ).rows.map(({ peer, payload }) => ({ peer, ...payload }));
/** Returns the hours until the account may write again. */
async function lockedHours(): Promise<number> {
  const until = (await loadSenderPolicy(api.db, sam.id))?.lockedUntil;
  return until ? Math.round((until.getTime() - Date.now()) / HOUR_MS) : 0;
}

test('a violation is announced in its conversation, and the third, sixth and tenth of a day lock for an hour, a day, a week', async () => {
  const hours: number[] = [];
  for (let n = 1; n <= 10; n += 1) {
    await violate(n);
    hours.push(await lockedHours());
  }
  expect(hours).toEqual([0, 0, 1, 1, 1, 24, 24, 24, 24, 168]);
  const said = await told();
  expect(said.slice(0, 2)).toEqual(
    [1, 2].map((count) => ({
      peer: eve.id,
      kind: 'violate_rule',
      rule: 'porn-words',
      count,
      id: mid(count),
      about: eve.id,
    })),
  );
  const until = (await loadSenderPolicy(api.db, sam.id))?.lockedUntil?.getTime();
  expect(said[9]).toMatchObject({ count: 10, until });
});

test('a violation is counted once when its message comes again, also at the same time', async () => {
  await Promise.all([violate(1), violate(1), violate(1)]);
  await violate(1);
  expect(await told()).toHaveLength(1);
});

test('violations with one stanza id count once for each recipient with text, and once in all with a picture', async () => {
  const people = await Promise.all(Array.from({ length: 11 }, () => api.guest()));
  const send = (about: number, rule: 'porn-words' | 'porn-picture') =>
    api.db.transaction((tx) => noteViolation(tx, { uid: sam.id, about, rule, mid: mid(1) }));
  const hours: number[] = [];
  for (const { id } of people.slice(0, 10)) {
    await send(id, 'porn-words');
    await send(id, 'porn-words');
    hours.push(await lockedHours());
  }
  expect(hours).toEqual([0, 0, 1, 1, 1, 24, 24, 24, 24, 168]);
  expect((await told()).map(({ peer, count }) => [peer, count])).toEqual(
    people.slice(0, 10).map(({ id }, at) => [id, at + 1]),
  );
  for (const { id } of people) await send(id, 'porn-picture');
  expect((await told()).slice(10).map(({ peer, count }) => [peer, count])).toEqual([[people[0]?.id, 11]]);
});

test('a violation is announced with the stanza id of its message, short or long', async () => {
  for (const id of ['a', 'b'.repeat(64)])
    await api.db.transaction((tx) => noteViolation(tx, { uid: sam.id, about: eve.id, rule: 'porn-words', mid: id }));
  expect((await told()).map(({ id }) => id)).toEqual(['a', 'b'.repeat(64)]);
});

test('ten simultaneous violations count as ten', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => violate(n)));
  expect((await told()).map(({ count }) => count).sort((left, right) => left - right)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(await lockedHours()).toBe(168);
});

test('a violation older than a day does not count, and a longer lock is not shortened', async () => {
  await violate(1);
  await violate(2, 'porn-picture');
  await api.pool.query("update violation set at = now() - interval '25 hours' where uid = $1", [sam.id]);
  await violate(3);
  expect([(await told()).at(-1)?.count, await lockedHours()]).toEqual([1, 0]);
  await api.pool.query("insert into message_lock (uid, until) values ($1, now() + interval '500 hours')", [sam.id]);
  for (const n of [4, 5]) await violate(n);
  expect(await lockedHours()).toBe(500);
});
