import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { CHECK_IN_SILVER } from '../../../contract/rewards/rules.ts';
import { checkInReminders } from '../../../server/domains/rewards/reminders.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { type FakeBrowser, type PushService, startPushService } from '../../harness/servers/push-service.ts';

let service: PushService;
let backend: Backend;
let database: OpenDatabase;
let pushKey: string;

beforeAll(async () => {
  service = await startPushService();
  backend = await startWholeBackend(inject('postgresUrl'), { env: { PUSH_HOSTS: service.origin } });
  database = openDatabase(backend.databaseUrl, () => undefined);
  pushKey = (await backend.call('websiteConfig', {})).pushKey;
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
  await service?.close();
});
beforeEach(() => {
  service.received.length = 0;
});

const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await backend.pool.query<T>(text, [...values])).rows;
/** Returns a time zone where the current hour is `hour`. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
/** The middle of the current hour, so that an hour boundary during the test has no effect. */
const halfPast = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2;
const run = (now = halfPast()) => checkInReminders(database.db, () => now).run(new AbortController().signal);

const guest = async () => (await backend.call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
async function subscribe(user: User, zone: string): Promise<FakeBrowser> {
  const browser = service.subscribe(pushKey);
  await backend.call('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
  await backend.pool.query('update push_token set zone = $2 where endpoint = $1', [browser.options.endpoint, zone]);
  return browser;
}
/** Creates a user with a closed app in a time zone where it is `hour`, with reminders enabled by default. */
async function person(hour: number, { wishes = true }: { wishes?: boolean } = {}) {
  const user = await guest();
  // The zone is set before the reminder is enabled, because the job of the server runs meanwhile.
  const browser = await subscribe(user, zoneAt(hour));
  if (wishes) await backend.call('checkInNotification', { isRemindCheckIn: true }, user);
  return { user, browser };
}
const pushesTo = (browser: FakeBrowser) => service.received.flatMap((push) => (push.browser === browser ? [push] : []));
const noticesOf = async (user: User) =>
  (await backend.call('anchorOnlineNotice', { since: 0 }, user)).notices.map(({ from, content }) => [from, content]);
const settled = (...users: readonly User[]) =>
  vi.waitFor(
    async () =>
      expect(
        await rows('select uid from push_job where uid = any($1) and due_at is not null', [users.map(({ id }) => id)]),
      ).toEqual([]),
    { timeout: 20_000, interval: 20 },
  );

describe('check-in reminders', () => {
  test('a user who enabled reminders gets one quiet push and one notification with the reward at 18:00 in their time zone', async () => {
    const [evening, afternoon, silent] = [await person(18), await person(15), await person(18, { wishes: false })];
    await Promise.all([run(), run(), run()]);
    await settled(evening.user);
    expect(pushesTo(evening.browser).map(({ payload }) => payload)).toMatchObject([{ k: 'checkIn' }]);
    const [push] = pushesTo(evening.browser);
    expect(push?.headers).toMatchObject({ urgency: 'low' });
    expect(Number(push?.headers['ttl'])).toBeGreaterThan(4 * 3_600);
    expect(Number(push?.headers['ttl'])).toBeLessThanOrEqual(6.5 * 3_600);
    const [job] = await rows('select tag from push_job where uid = $1', [evening.user.id]);
    expect(job).toEqual({ tag: 'tasks' });
    const told = [expect.stringMatching(/^u_1@/), { template: 'task', values: { amount: String(CHECK_IN_SILVER[0]) } }];
    expect(await noticesOf(evening.user)).toEqual([told]);
    for (const other of [afternoon, silent]) {
      expect(pushesTo(other.browser)).toEqual([]);
      expect(await noticesOf(other.user)).toEqual([]);
    }
  });

  test('a check-in reminder comes once a day, even when its push was deleted, and again on the next day', async () => {
    const { user, browser } = await person(18);
    await run();
    await settled(user);
    await backend.pool.query('delete from push_job where uid = $1', [user.id]);
    for (const later of [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS]) await run(halfPast() + later);
    await settled(user);
    expect(pushesTo(browser)).toHaveLength(1);
    await run(halfPast() + 24 * HOUR_MS);
    expect(await noticesOf(user)).toHaveLength(2);
  });

  test('a user who has checked in gets no reminder, and the next one names the reward of the next day in a row', async () => {
    const { user, browser } = await person(18, { wishes: false });
    await backend.call('userTasksCompleted', { taskKey: 'check_in' }, user);
    await backend.call('checkInNotification', { isRemindCheckIn: true }, user);
    await run();
    await settled(user);
    expect([pushesTo(browser), await noticesOf(user)]).toEqual([[], []]);
    await run(halfPast() + 24 * HOUR_MS);
    const values = { amount: String(CHECK_IN_SILVER[1]) };
    expect(await noticesOf(user)).toMatchObject([[expect.anything(), { template: 'task', values }]]);
  });

  test('a user in two time zones gets one reminder, by the device that was used last', async () => {
    const { user, browser } = await person(18, { wishes: false });
    // Another device of the account in another zone, refreshed later.
    const tablet = await guest();
    const other = await subscribe(tablet, zoneAt(8));
    await backend.pool.query(`update device_token set uid = $1, device = 'tablet' where uid = $2`, [
      user.id,
      tablet.id,
    ]);
    await backend.pool.query(
      `update push_token set uid = $1, refreshed_at = now() + interval '1 minute' where uid = $2`,
      [user.id, tablet.id],
    );
    await backend.call('checkInNotification', { isRemindCheckIn: true }, user);
    await run();
    await settled(user);
    expect([pushesTo(browser), pushesTo(other)]).toEqual([[], []]);
    // Ten hours later it is evening in that zone.
    await run(halfPast() + 10 * HOUR_MS);
    expect(await rows('select tag, ids from push_job where uid = $1', [user.id])).toMatchObject([{ tag: 'tasks' }]);
    expect(await noticesOf(user)).toHaveLength(1);
  });

  test('an unknown time zone counts as UTC, and a user who muted the kind gets the notification without a push', async () => {
    const { user, browser } = await person(18, { wishes: false });
    await backend.pool.query(`update push_token set zone = 'Moon/Crater' where uid = $1`, [user.id]);
    await backend.call('updateProfile', { settings: { mutedNotices: ['checkIn'] } }, user);
    await backend.call('checkInNotification', { isRemindCheckIn: true }, user);
    // A day for which the job of the server has not run.
    const day = (Math.floor(Date.now() / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS;
    const key = `checkIn.${new Date(day).toISOString().slice(0, 10)}`;
    const told = () => rows('select template from notice where uid = $1 and key = $2', [user.id, key]);
    await run(day + 17.5 * HOUR_MS);
    expect(await told()).toEqual([]);
    await run(day + 18.5 * HOUR_MS);
    await settled(user);
    expect([await told(), pushesTo(browser)]).toEqual([[{ template: 'task' }], []]);
  });
});
