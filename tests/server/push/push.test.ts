import xml from '@xmpp/xml';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { writeRequest } from '../../../contract/calls/hub.ts';
import { writeMark } from '../../../contract/chat/message.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { PUSH_RULES, type PushKind, type PushSubject } from '../../../contract/push/kinds.ts';
import { pushKeysFile, rotatePushKeys } from '../../../server/domains/push/keys.ts';
import { type AwayEvent, enqueuePushes } from '../../../server/domains/push/queue/enqueue.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { chat } from '../../edge/messages.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import { shownOf } from '../../harness/calls/call-client.ts';
import { BAD_ENDPOINTS } from '../../harness/hostile/bad-endpoints.ts';
import { barrier, type RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { type FakeBrowser, type PushService, startPushService } from '../../harness/servers/push-service.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const HOST = 9001;
const BEN = 264_457_002;
const CSI = 'urn:xmpp:csi:0';

let service: PushService;
/** A server that is not an allowed push service, and must get no request. */
let stranger: PushService;
let backend: Backend;
let database: OpenDatabase;
let ben: User;
let bens: RawClient;
let pushKey: string;
let strangeBefore = 0;

beforeAll(async () => {
  [service, stranger] = [await startPushService(), await startPushService()];
  backend = await startWholeBackend(inject('postgresUrl'), { env: { PUSH_HOSTS: service.origin } });
  database = openDatabase(backend.databaseUrl, () => undefined);
  ben = await backend.logIn(BEN);
  pushKey = (await backend.call('websiteConfig', {})).pushKey;
  bens = await backend.connect(ben);
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
  await service?.close();
  await stranger?.close();
});
beforeEach(() => {
  service.received.length = 0;
  service.faults.length = 0;
  strangeBefore = stranger.requests();
});
afterEach(() => {
  expect(service.faults).toEqual([]);
  expect(stranger.requests()).toBe(strangeBefore);
});

type Person = { readonly user: User; readonly browser: FakeBrowser };
const guest = async () => (await backend.call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
async function subscribe(user: User, browser = service.subscribe(pushKey)): Promise<FakeBrowser> {
  await backend.call('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
  return browser;
}
/** Creates a user with a closed app and a push subscription. */
async function person(): Promise<Person> {
  const user = await guest();
  return { user, browser: await subscribe(user) };
}

const tell = (...events: readonly Omit<AwayEvent, 'at'>[]) =>
  enqueuePushes(
    database.db,
    events.map((event) => ({ at: Date.now(), dueInMs: 0, ...event })),
  );
const message = (uid: number, id: string, tid = `u_${BEN}`): Omit<AwayEvent, 'at'> => ({
  uid,
  kind: 'message',
  id,
  about: { tid },
});
const idsFor = (browser: FakeBrowser) =>
  service.received.flatMap((push) => (push.browser === browser ? [push.payload.i] : []));
const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await backend.pool.query<T>(text, [...values])).rows;
/** Waits until no push of these accounts is due. */
const settled = (...uids: readonly number[]) =>
  vi.waitFor(
    async () => {
      const due = await rows('select uid, tag, due_at from push_job where uid = any($1) and due_at is not null', [
        uids,
      ]);
      expect(due).toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  );
/** Makes delayed pushes due now, as if time had passed. */
const hurry = async (uid: number) => {
  await backend.pool.query(
    `update push_job set due_at = now() where uid = $1 and due_at is not null and sending is null`,
    [uid],
  );
  await backend.pool.query(`select pg_notify('push_due', '0')`);
};
const tokensOf = async (uid: number) =>
  rows<{ endpoint: string; failures: number; refusals: number }>(
    'select endpoint, failures, refusals from push_token where uid = $1',
    [uid],
  );
const look = (client: RawClient, word: 'active' | 'inactive') => client.send(xml(word, { xmlns: CSI }));
const seenAs = (uid: number, active: boolean) =>
  vi.waitFor(
    async () => expect(await rows('select active from online_stream where uid = $1', [uid])).toEqual([{ active }]),
    { timeout: 20_000, interval: 20 },
  );

test('a message to a closed app is pushed encrypted and signed, without name or text, and only once', async () => {
  const { user, browser } = await person();
  bens.send(chat({ id: 'push-message-number-1', to: user.id, body: 'a secret' }));
  await barrier(bens, DOMAIN);
  const push = await service.until('the push', ([first]) => first);
  expect(push.browser).toBe(browser);
  expect(push.payload).toMatchObject({ k: 'message', i: 'push-message-number-1', t: `u_${BEN}`, n: 1, b: 1, gone: [] });
  expect(Buffer.byteLength(push.text)).toBe(512);
  expect(push.headers).toMatchObject({ ttl: expect.stringMatching(/^2591\d\d$/), urgency: 'high' });
  expect(push.headers['topic']).toMatch(/^[\w-]{32}$/);
  // The same message again, as after a broken connection: no second push.
  bens.send(chat({ id: 'push-message-number-1', to: user.id, body: 'a secret' }));
  await barrier(bens, DOMAIN);
  await settled(user.id);
  expect(idsFor(browser)).toEqual(['push-message-number-1']);
});

describe('push tokens', () => {
  const refused = async (user: User, token: string) =>
    backend.call('fcmToken', { fcmToken: token, isUpdate: false }, user).then(
      () => 'taken',
      (error: Error) => /"result":(\d+)/.exec(error.message)?.[1],
    );

  test('a push endpoint that is not an allowed push service is refused, and nothing is ever sent there', async () => {
    const user = await guest();
    for (const endpoint of [...BAD_ENDPOINTS, `${stranger.origin}/push/1`]) {
      const { options } = stranger.subscribe(pushKey);
      const token = `gc1.${Buffer.from(JSON.stringify({ ...options, endpoint })).toString('base64url')}`;
      expect([endpoint, await refused(user, token)]).toEqual([endpoint, '400']);
    }
    // A bad endpoint that is already in the database gets no request either.
    const { browser, user: other } = await person();
    const bad = stranger.subscribe(pushKey).options.endpoint;
    await backend.pool.query('update push_token set endpoint = $1 where endpoint = $2', [
      bad,
      browser.options.endpoint,
    ]);
    await tell(message(other.id, 'to-a-bad-endpoint'));
    await settled(other.id);
    expect(await tokensOf(other.id)).toEqual([]);
  });

  test('a push token with invalid or foreign keys is refused', async () => {
    const user = await guest();
    const { options } = service.subscribe(pushKey);
    const with_ = (change: object) =>
      `gc1.${Buffer.from(JSON.stringify({ ...options, ...change })).toString('base64url')}`;
    const foreignKey = rotatedElsewhere();
    for (const token of [
      'x',
      'gc1.',
      'gc1.!!',
      'gc2.e30',
      'gc1.e30',
      with_({ p256dh: Buffer.from([4, ...new Uint8Array(64).fill(1)]).toString('base64url') }),
      with_({ p256dh: 'A'.repeat(87) }),
      with_({ p256dh: options.p256dh.slice(1) }),
      with_({ auth: options.auth.slice(2) }),
      with_({ auth: `${options.auth}AA` }),
      with_({ vapidKey: foreignKey }),
      with_({ swScope: '' }),
    ]) {
      expect([token, await refused(user, token)]).toEqual([token, '400']);
    }
    expect(await refused(user, with_({}))).toBe('taken');
  });
  const rotatedElsewhere = () => service.subscribe('A'.repeat(87)).options.p256dh;

  test('an endpoint moves to another session only with its own keys', async () => {
    const { user, browser } = await person();
    const thief = await guest();
    const forged = service.subscribe(pushKey);
    const token = `gc1.${Buffer.from(
      JSON.stringify({ ...forged.options, endpoint: browser.options.endpoint }),
    ).toString('base64url')}`;
    expect(await refused(thief, token)).toBe('409');
    expect(await tokensOf(user.id)).toHaveLength(1);
    await subscribe(thief, browser);
    expect([await tokensOf(user.id), await tokensOf(thief.id)]).toMatchObject([[], [{}]]);
    await tell(message(user.id, 'for-who-had-it'), message(thief.id, 'for-who-has-it'));
    await settled(user.id, thief.id);
    expect(idsFor(browser)).toEqual(['for-who-has-it']);
  });

  test('a session has one push token, which an empty token or a sign-out deletes along with pending pushes', async () => {
    const { user, browser } = await person();
    const next = await subscribe(user);
    expect((await tokensOf(user.id)).map(({ endpoint }) => endpoint)).toEqual([next.options.endpoint]);
    await backend.call('fcmToken', { fcmToken: '', isUpdate: true }, user);
    expect(await tokensOf(user.id)).toEqual([]);
    await subscribe(user, browser);
    await tell({ ...message(user.id, 'never-pushed'), dueInMs: HOUR_MS });
    await backend.call('logout', {}, user);
    expect(await tokensOf(user.id)).toEqual([]);
    expect(await rows('select from push_job where uid = $1', [user.id])).toEqual([]);
  });
});

describe('answers of push services', () => {
  test.each([404, 410])('a push token is deleted when the push service answers %i', async (status) => {
    const { user, browser } = await person();
    service.say(browser, { status });
    await tell(message(user.id, `gone-${status}`));
    await settled(user.id);
    expect(await tokensOf(user.id)).toEqual([]);
  });

  test.each([400, 401, 403, 413])(
    'a push token is deleted at the third refusal in a row with %i, and an accepted push resets the count',
    async (status) => {
      const { user, browser } = await person();
      const refusal = { status };
      service.say(browser, refusal, refusal, { status: 201 }, refusal, refusal, refusal);
      const seen: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        await tell(message(user.id, `refused-${status}-${at}`, `u_${at + 1}`));
        await settled(user.id);
        seen.push((await tokensOf(user.id))[0]?.refusals ?? -1);
        await backend.pool.query('delete from push_pace where uid = $1', [user.id]);
      }
      expect(seen).toEqual([1, 2, 0, 1, 2, -1]);
    },
  );

  test.each([302, 307])(
    'a push is retried and its token stays when the push service redirects with %i',
    async (status) => {
      const { user, browser } = await person();
      // If the redirect were followed, the stranger would get a request.
      const redirect = { status, headers: { location: `${stranger.origin}/push/1` } };
      service.say(browser, redirect, redirect, redirect);
      await tell(message(user.id, `redirected-${status}`));
      for (const failures of [1, 2, 3]) {
        await vi.waitFor(async () => expect(await tokensOf(user.id)).toMatchObject([{ failures, refusals: 0 }]), {
          timeout: 20_000,
          interval: 20,
        });
        await vi.waitFor(
          async () =>
            expect(await rows('select 1 from push_job where uid = $1 and sending is null', [user.id])).toHaveLength(1),
          { timeout: 20_000, interval: 20 },
        );
        await hurry(user.id);
      }
      await settled(user.id);
      expect(idsFor(browser)).toEqual([`redirected-${status}`]);
    },
  );

  test('a push is retried after a 5xx answer, only to the browsers that were not reached', async () => {
    const { user, browser } = await person();
    const tablet = (await backend.call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
    const second = await subscribe(tablet);
    // Makes it a second session of the same account.
    await backend.pool.query('update device_token set uid = $1, device = $3 where uid = $2', [
      user.id,
      tablet.id,
      'tablet',
    ]);
    await backend.pool.query('update push_token set uid = $1 where uid = $2', [user.id, tablet.id]);
    service.say(browser, { status: 500 }, { status: 503 });
    await tell(message(user.id, 'tried-again'));
    for (const failures of [1, 2]) {
      await vi.waitFor(
        async () => expect((await tokensOf(user.id)).map((one) => one.failures).toSorted()).toEqual([0, failures]),
        { timeout: 20_000, interval: 20 },
      );
      await vi.waitFor(
        async () =>
          expect(await rows('select 1 from push_job where uid = $1 and sending is null', [user.id])).toHaveLength(1),
        { timeout: 20_000, interval: 20 },
      );
      const [job] = await rows<{ ms: number }>(
        'select extract(epoch from due_at - now()) * 1000 as ms from push_job where uid = $1',
        [user.id],
      );
      expect(Number(job?.ms)).toBeLessThanOrEqual(failures === 1 ? 2_000 : 8_000);
      await hurry(user.id);
    }
    await settled(user.id);
    expect([idsFor(browser), idsFor(second)]).toEqual([['tried-again'], ['tried-again']]);
    expect((await tokensOf(user.id)).map(({ failures }) => failures)).toEqual([0, 0]);
  });

  test('a push token is deleted after ten failures in a row over three days', async () => {
    const { user, browser } = await person();
    await backend.pool.query(
      `update push_token set failures = 9, failing_since = now() - interval '73 hours' where uid = $1`,
      [user.id],
    );
    service.say(browser, { status: 500 });
    await tell(message(user.id, 'the-last-failure'));
    await vi.waitFor(async () => expect(await tokensOf(user.id)).toEqual([]), { timeout: 20_000, interval: 20 });
  });

  test('a push service that answers 429 gets no request for the Retry-After time, and pending pushes are sent afterwards', async () => {
    const [one, two] = [await person(), await person()];
    service.say(one.browser, { status: 429, headers: { 'retry-after': '3' } });
    const before = Date.now();
    await tell(message(one.user.id, 'first-after-the-rest'));
    await vi.waitFor(
      async () =>
        expect(
          await rows('select 1 from push_job where uid = $1 and left_sessions is not null', [one.user.id]),
        ).toHaveLength(1),
      { timeout: 20_000, interval: 20 },
    );
    const asked = service.requests();
    await tell(message(two.user.id, 'other-after-the-rest'));
    await settled(one.user.id, two.user.id);
    expect(service.received.map(({ payload }) => payload.i).toSorted()).toEqual([
      'first-after-the-rest',
      'other-after-the-rest',
    ]);
    expect(Math.min(...service.received.map(({ at }) => at)) - before).toBeGreaterThanOrEqual(3_000);
    expect(service.requests()).toBe(asked + 2);
  });
});

describe('conditions of a push', () => {
  const ABOUT: Readonly<Record<Exclude<PushKind, 'call'>, PushSubject>> = {
    message: { tid: 'u_11' },
    gift: { tid: 'u_12' },
    missed: { tid: 'u_13', uid: 13, sid: 'call' },
    callback: { tid: 'u_14', uid: 14, sid: 'callback' },
    friend: { uid: 15 },
    online: { uid: 16 },
    checkIn: {},
    official: { tid: 'u_1' },
    payment: { order: 'order' },
    booking: { tid: 'u_17', uid: 17 },
    bookingBegins: { tid: 'u_18', uid: 18 },
  };
  const KINDS = Object.keys(ABOUT) as (keyof typeof ABOUT)[];

  test('a push of each kind goes to users with a hidden or closed app, and not to users with a visible app', async () => {
    const [visible, hidden, closed] = [await person(), await person(), await person()];
    const [looking, away] = [await backend.connect(visible.user), await backend.connect(hidden.user)];
    look(looking, 'active');
    look(away, 'active');
    look(away, 'inactive');
    // A headless stream counts as invisible, whatever state it sends.
    const brief = await backend.connect(closed.user, '?brief');
    look(brief, 'active');
    await seenAs(visible.user.id, true);
    await seenAs(hidden.user.id, false);
    await seenAs(closed.user.id, true);
    const people = [visible, hidden, closed];
    const uids = people.map(({ user }) => user.id);
    for (const kind of KINDS) {
      await tell(...uids.map((uid) => ({ uid, kind, id: kind, about: ABOUT[kind] })));
      await settled(...uids);
      await backend.pool.query('delete from push_pace where uid = any($1)', [uids]);
    }
    expect(people.map(({ browser }) => idsFor(browser))).toEqual([[], KINDS, KINDS]);
    const urgencies = new Set(
      service.received.map(({ payload, headers }) => headers['urgency'] === PUSH_RULES[payload.k].urgency),
    );
    expect(urgencies).toEqual(new Set([true]));
    // The hidden app becomes visible again.
    look(away, 'active');
    await seenAs(hidden.user.id, true);
    // A headless stream does not make its user online.
    const statuses = await backend.pool.query('select is_seen_online(unnest($1::bigint[])) as seen', [uids]);
    expect(statuses.rows.map(({ seen }) => seen)).toEqual([true, true, false]);
    for (const client of [looking, away, brief]) client.cut();
  });

  test('muted kinds, blocks and quiet hours suppress pushes, and a callback rings through', async () => {
    const { user, browser } = await person();
    const settings = (changed: object) => backend.call('updateProfile', { settings: changed }, user);
    const tellAndWait = async (kind: keyof typeof ABOUT, id: string) => {
      await tell({ uid: user.id, kind, id, about: ABOUT[kind] });
      await settled(user.id);
      await backend.pool.query('delete from push_pace where uid = $1', [user.id]);
    };
    await settings({ allowNotifications: false });
    await tellAndWait('message', 'none-allowed');
    await settings({ allowNotifications: true, mutedNotices: ['message', 'online'] });
    await tellAndWait('message', 'kind-muted');
    await tellAndWait('gift', 'kind-allowed');
    await settings({ mutedNotices: [], quietHours: { from: 0, to: 1_439 } });
    await tellAndWait('online', 'too-quiet');
    await tellAndWait('checkIn', 'too-quiet');
    await tellAndWait('official', 'silent');
    await tellAndWait('callback', 'rings');
    expect(service.received.map(({ payload }) => [payload.i, payload.q])).toEqual([
      ['kind-allowed', undefined],
      ['silent', 1],
      ['rings', undefined],
    ]);
    await backend.call('changeRelation', { targetUid: HOST, action: 'block' }, user);
    await tell(message(user.id, 'from-who-is-blocked', `u_${HOST}`));
    await settled(user.id);
    expect(idsFor(browser)).not.toContain('from-who-is-blocked');
  });

  test('a message read elsewhere is not pushed, and an answer closes its notification', async () => {
    const { user, browser } = await person();
    const away = await backend.connect(user);
    await tell({ ...message(user.id, 'read-in-time'), dueInMs: 60_000 });
    const mark = writeMark({ kind: 'displayed', id: 'read-in-time' }, `u_${BEN}@${DOMAIN}`, 'mark-1-of-this-person');
    mark.attrs['xmlns'] = 'jabber:client';
    away.send(mark);
    await settled(user.id);
    await tell(message(user.id, 'shown-then-answered'));
    await service.until('the push', () => idsFor(browser).includes('shown-then-answered'));
    await settled(user.id);
    away.send(chat({ id: 'the-answer-to-the-push', to: BEN }));
    await vi.waitFor(
      async () =>
        expect(await rows('select tag from push_job where uid = $1 and is_gone', [user.id])).toEqual([
          { tag: `thread:u_${BEN}` },
        ]),
      { timeout: 20_000, interval: 20 },
    );
    await tell(message(user.id, 'of-another', 'u_77'));
    await settled(user.id);
    expect(service.received.map(({ payload }) => [payload.i, payload.b, payload.gone])).toEqual([
      ['shown-then-answered', 1, []],
      ['of-another', 1, [`u_${BEN}`]],
    ]);
    // The id is still known, so the same message is not pushed again.
    await tell(message(user.id, 'shown-then-answered'));
    expect(await rows('select 1 from push_job where uid = $1 and due_at is not null', [user.id])).toEqual([]);
    away.cut();
  });

  test('the notification of a deleted message is cancelled when it is about no other message', async () => {
    const { user } = await person();
    const say = (id: string) => bens.send(chat({ id, to: user.id }));
    const retract = (id: string) => {
      const stanza = chat({ id: `delete-${id}`, to: user.id, attrs: { type: 38 } });
      stanza.getChild('x')?.append(xml('retract', { xmlns: 'urn:xmpp:message-retract:1', id }));
      bens.send(stanza);
    };
    const becomes = (n: number, ids: readonly string[]) =>
      vi.waitFor(async () =>
        expect(await rows('select n, ids from push_job where uid = $1', [user.id])).toEqual([{ n, ids }]),
      );
    say('wrong');
    await becomes(1, ['wrong']);
    retract('wrong');
    await becomes(0, ['wrong']);
    say('right');
    say('wrong-again');
    await becomes(2, ['wrong', 'right', 'wrong-again']);
    retract('wrong-again');
    say('right-too');
    await becomes(3, ['wrong', 'right', 'wrong-again', 'right-too']);
    await hurry(user.id);
    await settled(user.id);
  });

  test('a flood of messages is a few pushes with a count, and messages of many users are one summary', async () => {
    const { user, browser } = await person();
    const flood = (of: string, tid: string) =>
      Array.from({ length: 1_000 }, (_, at) => message(user.id, `${of}-${at}`, tid));
    await tell(...flood('a', 'u_5'));
    await settled(user.id);
    await tell(...flood('b', 'u_5'));
    await tell(...flood('c', 'u_5'));
    const [job] = await rows<{ ms: number; ids: string[]; n: number }>(
      'select extract(epoch from due_at - pushed_at) * 1000 as ms, ids, n from push_job where uid = $1',
      [user.id],
    );
    expect(Math.round(Number(job?.ms))).toBe(15_000);
    expect(job?.ids).toHaveLength(16);
    expect(idsFor(browser)).toEqual(['a-999']);
    await hurry(user.id);
    await settled(user.id);
    // Ten users write at once: four more pushes are allowed in this minute, and the rest is one summary.
    await tell(...Array.from({ length: 10 }, (_, at) => message(user.id, `many-${at}`, `u_${100 + at}`)));
    await vi.waitFor(
      async () =>
        expect(await rows(`select tag from push_job where uid = $1 and due_at is not null`, [user.id])).toEqual([
          { tag: 'more' },
        ]),
      { timeout: 20_000, interval: 20 },
    );
    await backend.pool.query('delete from push_pace where uid = $1', [user.id]);
    await hurry(user.id);
    await settled(user.id);
    const last = service.received.at(-1)?.payload;
    expect(service.received.length).toBeLessThanOrEqual(2 + 6 + 1);
    expect([last?.k, last?.t]).toEqual(['message', undefined]);
    expect(last?.n).toBeGreaterThanOrEqual(4);
  });
});

describe('pushes of calls', () => {
  test('a call rings a closed app until it is cancelled, and is then pushed as missed', async () => {
    const host = await backend.logIn(HOST);
    const browser = await subscribe(host);
    await backend.call('updateProfile', { settings: { ringWhenClosed: true } }, host);
    const gone = await backend.connect(host);
    gone.close();
    const streams = () => rows('select 1 from online_stream where uid = $1', [HOST]);
    await vi.waitFor(async () => expect(await streams()).toEqual([]), { timeout: 20_000, interval: 20 });
    const isHere = () => rows('select is_here($1) as here, online from anchor where uid = $1', [HOST]);
    await vi.waitFor(async () => expect(await isHere()).toEqual([{ here: true, online: true }]), {
      timeout: 20_000,
      interval: 20,
    });
    for (const round of [1, 2]) {
      const id = `ask-${round}`;
      const request = writeRequest({
        name: 'SessionRequest',
        sid: '',
        data: { callee: HOST, kind: 'paid', source: '', root: '', shown: shownOf(HOST) },
      } as never);
      bens.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id, to: `hub.${DOMAIN}` }, request));
      const answer = await bens.take('the call', (frame) => frame.attrs['id'] === id);
      const { sid } = JSON.parse(answer.getChild('action')?.getChildText('json', 'urn:xmpp:json:0') ?? '{}');
      await service.until('the ringing', () => idsFor(browser).filter((one) => one === sid).length === 1);
      const ring = service.received.at(-1);
      expect(ring?.payload).toMatchObject({ k: 'call', s: sid, u: BEN, t: `u_${BEN}` });
      expect(Number(ring?.headers['ttl'])).toBeLessThanOrEqual(60);
      await vi.waitFor(
        async () => {
          const [job] = await rows<{ at: Date; due_at: Date | null; sending: number | null }>(
            `select at, due_at, sending from push_job where uid = $1 and tag = 'ringing'`,
            [HOST],
          );
          expect(job?.sending).toBeNull();
          expect(Math.round(((job?.due_at?.getTime() ?? 0) - (job?.at.getTime() ?? 0)) / 1_000)).toBe(15);
        },
        { timeout: 20_000, interval: 20 },
      );
      const cancel = writeRequest({ name: 'CallCancel', sid, data: {} } as never);
      bens.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: `${id}-cancel`, to: `hub.${DOMAIN}` }, cancel));
      await bens.take('the cancel', (frame) => frame.attrs['id'] === `${id}-cancel`);
      expect(await rows(`select 1 from push_job where uid = $1 and tag = 'ringing'`, [HOST])).toEqual([]);
      await backend.pool.query(`update push_job set pushes = 0 where uid = $1`, [HOST]);
      await hurry(HOST);
      await service.until('the missed call', (all) =>
        all.some(({ payload }) => payload.k === 'missed' && payload.i === sid),
      );
      await settled(HOST);
    }
    // Two unanswered calls in a row make the host unavailable.
    expect(await isHere()).toEqual([{ here: false, online: false }]);
  });
});

describe('sign-out and key rotation', () => {
  test('a sign-out aborts a push in flight, and nothing is pushed afterwards', async () => {
    const { user, browser } = await person();
    service.say(browser, 'silence');
    await tell(message(user.id, 'on-its-way'));
    await service.until('the request', () => service.requests() > 0 && service.heldBy(browser) === 1);
    await backend.call('logout', {}, user);
    await service.until('the end of the request', () => service.heldBy(browser) === 0);
    const asked = service.requests();
    await tell(message(user.id, 'after-the-sign-out'));
    expect(await rows('select 1 from push_job where uid = $1', [user.id])).toEqual([]);
    expect(service.requests()).toBe(asked);
  });

  test('fifty browsers with the older key are still reached when the key is rotated, and new ones get the new key', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, person));
    const added = rotatePushKeys(pushKeysFile(backend.dataDir), Date.now());
    // Subscribed with a key that this process has not read yet.
    const fresh = await guest();
    const browser = await subscribe(fresh, service.subscribe(added.publicKey));
    expect((await backend.call('websiteConfig', {})).pushKey).toBe(added.publicKey);
    const uids = [...people.map(({ user }) => user.id), fresh.id];
    await tell(...uids.map((uid) => message(uid, 'after-the-rotation')));
    await settled(...uids);
    expect(new Set(service.received.map((push) => push.browser))).toEqual(
      new Set([...people.map((one) => one.browser), browser]),
    );
  });
});
