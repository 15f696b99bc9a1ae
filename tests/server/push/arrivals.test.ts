import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createArrivalsJob } from '../../../server/domains/notices/arrivals.ts';
import { enqueuePushes } from '../../../server/domains/push/queue/enqueue.ts';
import type { User } from '../../harness/api.ts';
import { type Closed, type ClosedApps, startClosedApps } from './closed-app.ts';

let at: ClosedApps;
beforeAll(async () => {
  at = await startClosedApps(inject('postgresUrl'));
});
afterAll(() => at?.close());
beforeEach(() => {
  at.service.received.length = 0;
});

const HOSTS = [9001, 9002, 9003, 9004, 9005] as const;
/** The host was offline for this long, comes online, is announced, and leaves. */
async function comes(uid: number, awayMinutes = 11): Promise<void> {
  const host: User = await at.backend.logIn(uid);
  await at.backend.pool.query(
    `insert into left_online (uid, at) values ($1, now() - make_interval(mins => $2))
     on conflict (uid) do update set at = excluded.at`,
    [uid, awayMinutes],
  );
  const stream = await at.backend.connect(host);
  await at.isNoted(uid);
  await createArrivalsJob(at.db).run(new AbortController().signal);
  await at.leave(stream, uid);
}
const likes = (who: Closed, host: number) =>
  at.backend.call('changeRelation', { targetUid: host, action: 'like' }, who.user);
/** The host closes the country of this user, whom nothing else bars. */
async function close(host: number, { user }: Closed): Promise<void> {
  await at.backend.call('updateProfile', { country: 'DE' }, user);
  await at.backend.call('updateProfile', { settings: { closedCountries: ['DE'] } }, await at.backend.logIn(host));
}
const open = async (host: number) =>
  at.backend.call('updateProfile', { settings: { closedCountries: [] } }, await at.backend.logIn(host));
const listed = async ({ user }: Closed) =>
  (
    await at.rows<{ about: string }>(`select about from notice where uid = $1 and template = 'online' order by seq`, [
      user.id,
    ])
  ).map(({ about }) => Number(about));
const told = ({ browser }: Closed) => at.pushesTo(browser).map(({ payload }) => [payload.k, payload.u]);

test('five hosts come online: all are listed, and only three are pushed, with low urgency and at most ten minutes to live', async () => {
  const fan = await at.person();
  for (const host of HOSTS) await likes(fan, host);
  for (const host of HOSTS) {
    await comes(host);
    await at.settled(fan.user.id);
  }
  expect(await listed(fan)).toEqual([...HOSTS]);
  expect(told(fan)).toEqual([
    ['online', 9001],
    ['online', 9002],
    ['online', 9003],
  ]);
  for (const { headers } of at.pushesTo(fan.browser)) {
    expect(headers).toMatchObject({ urgency: 'low' });
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(600);
  }
  const [job] = await at.rows('select tag from push_job where uid = $1', [fan.user.id]);
  expect(job).toEqual({ tag: 'online' });
  // The push limit restarts the next day.
  await at.backend.pool.query('update push_pace set online_day = online_day - 1 where uid = $1', [fan.user.id]);
  await at.backend.pool.query(`update notice set key = key || '.before', at = at - interval '7 hours' where uid = $1`, [
    fan.user.id,
  ]);
  await comes(9001);
  await at.settled(fan.user.id);
  expect(told(fan)).toHaveLength(4);
});

test('a host who comes online again within six hours is not announced, and after six hours they are', async () => {
  const fan = await at.person();
  await likes(fan, 9001);
  await comes(9001);
  await comes(9001);
  await at.settled(fan.user.id);
  expect([await listed(fan), told(fan)]).toEqual([[9001], [['online', 9001]]]);
  await at.backend.pool.query(
    `update notice set key = key || '.before', at = at - interval '6 hours 1 minute' where uid = $1`,
    [fan.user.id],
  );
  await comes(9001);
  await at.settled(fan.user.id);
  expect([await listed(fan), told(fan).length]).toEqual([[9001, 9001], 2]);
});

test('a user who asked for it is notified once when a host comes online, beyond all limits of arrivals', async () => {
  const [fan, blocked, barred] = [await at.person(), await at.person(), await at.person()];
  const wish = (who: Closed, host: number, wanted = true) =>
    at.backend.call('changeOnlineWish', { targetUid: host, wanted }, who.user);
  const isWished = async (host: number) => (await at.backend.call('onlineWish', { targetUid: host }, fan.user)).wanted;
  await at.backend.call('updateProfile', { settings: { mutedNotices: ['online'] } }, fan.user);
  for (const who of [fan, blocked, barred]) await wish(who, 9003);
  await close(9003, barred);
  await at.backend.call('changeRelation', { targetUid: 9003, action: 'block' }, blocked.user);
  await wish(fan, 9004);
  await wish(fan, 9004, false);
  expect([await isWished(9003), await isWished(9004)]).toEqual([true, false]);
  // Offline for a minute only.
  await comes(9003, 1);
  await comes(9004, 1);
  for (const { user } of [fan, blocked, barred]) await at.settled(user.id);
  expect([told(fan), await listed(fan)]).toEqual([[['online', 9003]], [9003]]);
  for (const who of [blocked, barred]) expect([told(who), await listed(who)]).toEqual([[], []]);
  await open(9003);
  expect(await isWished(9003)).toBe(false);
  await comes(9003, 1);
  await at.settled(fan.user.id);
  expect(told(fan)).toHaveLength(1);
});

test('a push that the user asked for is not replaced by one without a request before it is sent', async () => {
  const { user } = await at.person();
  const event = (uid: number, asked: boolean) =>
    ({
      uid: user.id,
      kind: 'online',
      id: `${uid}`,
      at: Date.now(),
      about: { uid, asked },
      dueInMs: 3_600_000,
    }) as const;
  const about = async () => (await at.rows('select about from push_job where uid = $1', [user.id]))[0];
  await enqueuePushes(at.db, [event(9001, false), event(9002, true), event(9003, false)]);
  expect(await about()).toEqual({ about: { uid: 9002, asked: true } });
  await enqueuePushes(at.db, [event(9004, false)]);
  expect(await about()).toEqual({ about: { uid: 9002, asked: true } });
  await at.backend.pool.query('update push_job set due_at = null where uid = $1', [user.id]);
  await enqueuePushes(at.db, [event(9005, false)]);
  expect(await about()).toEqual({ about: { uid: 9005, asked: false } });
});

test('an arrival is not pushed after less than ten minutes offline, nor to users who blocked the host, are in a country that the host closed, or muted arrivals', async () => {
  const [fan, blocks, quiet] = [await at.person(), await at.person(), await at.person()];
  const barred = await at.person();
  for (const one of [fan, blocks, quiet, barred]) await likes(one, 9002);
  await close(9002, barred);
  await at.backend.call('changeRelation', { targetUid: 9002, action: 'block' }, blocks.user);
  await at.backend.call('updateProfile', { settings: { mutedNotices: ['online'] } }, quiet.user);
  await comes(9002, 9);
  expect(await listed(fan)).toEqual([]);
  await comes(9002);
  for (const { user } of [fan, blocks, quiet, barred]) await at.settled(user.id);
  expect([told(fan).length, told(blocks), told(quiet), told(barred)]).toEqual([1, [], [], []]);
  expect([await listed(blocks), await listed(quiet), await listed(barred)]).toEqual([[], [9002], []]);
  await open(9002);
});
