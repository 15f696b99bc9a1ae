import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { ATTRIBUTIONS_PER_ACCOUNT_MAX, COLLECTED_PER_MINUTE } from '../../../contract/analytics/rules.ts';
import { DEBUG_PATH, type EventItem, FORM_TYPE, SYNC_PATH } from '../../../contract/analytics/wire.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { reportOf } from '../../../server/domains/analytics/reports.ts';
import { forgetMeasured } from '../../../server/domains/analytics/retention.ts';
import { countEvents, limitStorage } from '../../../server/domains/analytics/storage-limit.ts';
import { debugForm, syncForm } from '../../../worker/analytics/form.ts';
import { startApi, type TestApi } from '../../harness/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DEMO: 'off' });
});
afterAll(() => api?.close());
beforeEach(() => api.pool.query('truncate measure_event'));

const PRESETS = {
  '#device_id': 'device-1',
  '#zone_offset': 5.5,
  '#os': 'android',
  '#lib': 'js',
  '#lib_version': '7',
  '#screen_width': 390,
  '#screen_height': 844,
  '#browser': 'chrome',
  '#browser_version': '148',
  '#system_language': 'hi-IN',
  '#url_path': '/message/:tid?',
  '#referrer': 'https://blog.example/post',
};
const timeIn = (zone: number, at = Date.now()) =>
  new Date(at + zone * HOUR_MS).toISOString().replace('T', ' ').replace('Z', '');

/** A valid event with these changes. */
const event = (name = 'ta_pageview', properties: object = { screen: 'discover' }, more: object = {}): EventItem =>
  ({
    '#type': 'track',
    '#time': timeIn(5.5),
    '#distinct_id': 'visitor-1',
    '#event_name': name,
    '#uuid': randomUUID(),
    properties: { ...PRESETS, ...properties },
    ...more,
  }) as EventItem;

const to = { appId: 'gemcall-web', build: '7', now: Date.now() };
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': FORM_TYPE, ...headers } });
const send = (items: readonly EventItem[], headers = {}) => post(SYNC_PATH, syncForm(items, to), headers);
const rows = async () => (await api.pool.query('select * from measure_event order by received_at, uuid')).rows;

test('an event is stored as a row, with its time in the zone of the device', async () => {
  const at = Date.now() - 90_000;
  const one = event('message_sent', { type: 0, reply: true }, { '#account_id': '100001', '#time': timeIn(5.5, at) });
  expect((await send([one])).statusCode).toBe(200);
  expect(await rows()).toMatchObject([
    {
      uuid: one['#uuid'],
      app_id: 'gemcall-web',
      name: 'message_sent',
      type: 'track',
      distinct_id: 'visitor-1',
      account_uid: '100001',
      device_id: 'device-1',
      zone: 5.5,
      tag: true,
      at: new Date(at),
      properties: { reply: true, '#url_path': '/message/:tid?' },
    },
  ]);
});

test('an event that is sent again, alone or in a batch, is stored once', async () => {
  const items = Array.from({ length: 50 }, () => event());
  for (const sent of [items, items, items.slice(0, 20), [...items.slice(10, 20), event()]])
    expect((await send(sent)).statusCode).toBe(200);
  expect(await rows()).toHaveLength(51);
});

test('events are accepted and not stored while measuring is paused', async () => {
  await changeSiteSetting(api.db, 'pauseMeasuring', true);
  const answers = [
    await send([event()]),
    await post(DEBUG_PATH, debugForm(event(), { appId: 'gemcall-web', deviceId: 'device-1', dryRun: false })),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await rows()).toEqual([]);
  await changeSiteSetting(api.db, 'pauseMeasuring', undefined);
  await send([event()]);
  expect(await rows()).toHaveLength(1);
});

test('the number of stored events is estimated without counting them', async () => {
  await send(Array.from({ length: 40 }, () => event()));
  await api.pool.query('analyze measure_event');
  expect(await countEvents(api.db)).toBe(40);
});

test('events above the storage limit are not stored, and the events are counted again after ten seconds', async () => {
  let stored = 90;
  let counts = 0;
  let now = 0;
  const count = async () => {
    counts += 1;
    return stored;
  };
  const hasRoom = limitStorage(100, count, () => now);
  expect([await hasRoom(6), await hasRoom(4), await hasRoom(1), counts]).toEqual([true, true, false, 1]);
  stored = 50;
  expect(await hasRoom(1)).toBe(false);
  now += 10_000;
  expect([await hasRoom(50), await hasRoom(1), counts]).toEqual([true, false, 2]);
});

test('an event with an impossible time gets the time of its arrival', async () => {
  for (const at of [Date.UTC(1990, 0), Date.UTC(2290, 0)])
    await send([event('ta_pageview', undefined, { '#time': timeIn(5.5, at) })]);
  for (const { at } of await rows()) expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
});

/** Each makes the whole batch invalid, including the valid event in it. */
const LIES: readonly (readonly [string, EventItem])[] = [
  ['an unknown event name', event('made_up')],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map(
    (name) => [`the name ${name}`, event(name)] as const,
  ),
  ['an unknown property', event('ta_pageview', { screen: 'a', more: 1 })],
  ['a missing property', event('ta_pageview', {})],
  ['a property of another kind', event('message_sent', { type: '0', reply: true })],
  ['words in a property', event('login_fail', { way: 'guest', reason: 'my name is Ada, "hello"' })],
  ['U+FFFF', event('login', { way: 'a\uffff' })],
  ['a null character', event('login', { way: 'a\0' })],
  ['a long property', event('login', { way: 'a'.repeat(65) })],
  ['a duration of more than a day', event('ta_page_hide', { screen: 'a', '#duration': 86_401 })],
  ['a negative duration', event('ta_page_hide', { screen: 'a', '#duration': -1 })],
  ['a user agent', event('ta_pageview', { screen: 'a', '#ua': 'Mozilla' })],
  ['an id of 64 characters', event('ta_pageview', undefined, { '#distinct_id': 'x'.repeat(64) })],
  ['no id', event('ta_pageview', undefined, { '#distinct_id': '' })],
  ['an id that is not text', event('ta_pageview', undefined, { '#distinct_id': 5 })],
  ['an account that is not a number', event('ta_pageview', undefined, { '#account_id': "1' or 1=1" })],
  ['an account beyond the safe integers', event('ta_pageview', undefined, { '#account_id': '9'.repeat(16) })],
  ['an event id that is not a UUID', event('ta_pageview', undefined, { '#uuid': 'x' })],
  ['another type', event('ta_pageview', undefined, { '#type': 'user_set' })],
  ['an invalid time', event('ta_pageview', undefined, { '#time': 'yesterday' })],
  ['an extra field', event('ta_pageview', undefined, { more: 1 })],
  ['a long address', event('ta_pageview', { screen: 'a', '#url_path': `/${'a'.repeat(64)}` })],
  ['a long referrer', event('ta_pageview', { screen: 'a', '#referrer': 'x'.repeat(201) })],
  ['no properties', event('ta_pageview', undefined, { properties: undefined })],
  ['nested properties', event('ta_pageview', { screen: { a: 1 } })],
];

test.each(LIES)('a batch with %s is refused entirely', async (_title, lie) => {
  expect((await send([event(), lie])).statusCode).toBe(400);
  expect(await rows()).toEqual([]);
});

describe('invalid batches', () => {
  const good = syncForm([event()], to);
  const withData = (text: string) => syncForm([], to).replace(/data=[^&]*/, `data=${encodeURIComponent(text)}`);
  test.each([
    ['nothing', ''],
    ['a wrong checksum', good.replace('crc%3D', 'crc%3D1')],
    ['no checksum', good.replace(/&ext=[^&]*/, '')],
    ['two batches', `${good}&${good}`],
    ['no base64', withData('{"data":[]}')],
    ['no JSON', syncForm([], to).replace(/data=[^&]*/, 'data=AAAA')],
    ['no events', syncForm([], to)],
    [
      '51 events',
      syncForm(
        Array.from({ length: 51 }, () => event()),
        to,
      ),
    ],
    [
      '10,000 events',
      syncForm(
        Array.from({ length: 10_000 }, () => ({}) as EventItem),
        to,
      ),
    ],
    ['a project of 64 characters', syncForm([event()], { ...to, appId: 'x'.repeat(64) })],
    ['a prototype', syncForm([JSON.parse('{"__proto__":{"a":1}}')], to)],
  ])('a form with %s is refused', async (_title, form) => {
    expect((await post(SYNC_PATH, form)).statusCode).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test('a form that is too large, of another type or from a foreign origin is refused', async () => {
    expect((await post(SYNC_PATH, `data=${'A'.repeat(262_144)}`)).statusCode).toBe(413);
    expect((await post(SYNC_PATH, '{}', { 'content-type': 'application/json' })).statusCode).toBe(415);
    expect((await send([event()], { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await api.app.inject({ url: SYNC_PATH })).statusCode).toBe(404);
  });
});

describe('the check of a single event', () => {
  const check = (one: EventItem, dryRun = false) =>
    post(DEBUG_PATH, debugForm(one, { appId: 'gemcall-web', deviceId: 'device-1', dryRun }));

  test('a valid event is stored by the check, or only validated in a dry run', async () => {
    expect((await check(event(), true)).json()).toEqual({ errorLevel: 0 });
    expect(await rows()).toEqual([]);
    expect((await check(event())).json()).toEqual({ errorLevel: 0 });
    expect(await rows()).toHaveLength(1);
  });

  test('an invalid event is refused by the check with its faults', async () => {
    expect((await check(event('made_up'))).json()).toEqual({
      errorLevel: 2,
      errorReasons: ['#event_name: is unknown'],
    });
    expect((await check(event('login', {}))).json()).toEqual({ errorLevel: 2, errorReasons: ['properties: way'] });
    expect(await rows()).toEqual([]);
  });
});

test('an address is refused after 60 posts a minute over both paths', async () => {
  const limited = await startApi(inject('postgresUrl'), { DEMO: 'off', RATE_LIMITS: 'on' });
  try {
    const answers: number[] = [];
    for (let nth = 0; nth <= COLLECTED_PER_MINUTE; nth += 1) {
      const url = nth % 2 === 0 ? SYNC_PATH : DEBUG_PATH;
      const payload = nth % 2 === 0 ? syncForm([event()], to) : 'x';
      const { statusCode } = await limited.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': FORM_TYPE },
      });
      answers.push(statusCode);
    }
    expect(answers.slice(0, -1)).not.toContain(429);
    expect(answers.at(-1)).toBe(429);
  } finally {
    await limited.close();
  }
});

test('events are deleted after 395 days, and consent proofs only after three years', async () => {
  await send([event(), event()]);
  await api.pool.query(`update measure_event set received_at = now() - interval '396 days'
    where uuid = (select uuid from measure_event limit 1)`);
  const proof = (id: string, days: number) =>
    api.db.execute(sql`insert into consent_proof (id, device, version, text_hash, measurement, attribution, how, language, build, said_at, at)
      values (${id.padEnd(21, '-')}, 'd', 1, 'h', true, false, 'banner', 'en', 1, now(), now() - make_interval(days => ${days}))`);
  await proof('old', 1_096);
  await proof('new', 1_094);
  await forgetMeasured(api.db).run(new AbortController().signal);
  expect(await rows()).toHaveLength(1);
  expect((await api.pool.query('select id from consent_proof')).rows).toEqual([{ id: 'new'.padEnd(21, '-') }]);
  for (const change of [
    "update consent_proof set how = 'sheet'",
    'delete from consent_proof',
    'truncate consent_proof',
  ])
    await expect(api.pool.query(change)).rejects.toThrow('append-only');
});

describe('consent', () => {
  const proof = (nth: number, more = {}) => ({
    id: String(nth).padEnd(21, '-'),
    version: 1,
    textHash: 'a'.repeat(64),
    measurement: true,
    attribution: false,
    how: 'banner',
    language: 'de',
    build: 7,
    at: Date.now(),
    ...more,
  });
  const proofs = async () =>
    (
      await api.pool.query(
        'select id, uid, measurement, attribution from consent_proof where device = $1 order by id',
        ['web'],
      )
    ).rows;

  test('a repeated consent proof is stored once, and a withdrawal deletes the events of that device', async () => {
    const user = await api.guest();
    await send([event(), event(), event('login', { way: 'guest' }, { '#distinct_id': 'somebody-else' })]);
    for (let again = 0; again < 2; again += 1) expect((await api.call('consent', proof(1))).result).toBe(1);
    const withdrawn = proof(2, { measurement: false, erase: 'visitor-1' });
    expect((await api.call('consent', withdrawn, { user })).result).toBe(1);
    expect(await proofs()).toMatchObject([
      { uid: null, measurement: true },
      { uid: String(user.id), measurement: false },
    ]);
    expect(await rows()).toMatchObject([{ distinct_id: 'somebody-else' }]);
  });

  test('a new consent to attribution of a user who is online asks their device for it once', async () => {
    const user = await api.guest('consents');
    await api.pool.query("insert into online_stream (stream_id, uid, process_id) values ('theirs', $1, 'p')", [
      user.id,
    ]);
    const requests = async () =>
      (
        await api.pool.query(
          `select stanza_id from service_outbox where to_uid = $1 and payload->>'kind' = 'attribution_refresh'`,
          [user.id],
        )
      ).rowCount;
    await api.call('consent', proof(3), { user });
    expect(await requests()).toBe(0);
    for (let again = 0; again < 2; again += 1) await api.call('consent', proof(4, { attribution: true }), { user });
    expect(await requests()).toBe(1);
  });

  test.each([
    { how: 'guessed' },
    { textHash: 'x' },
    { id: 'short' },
    { at: -1 },
    { erase: "a' or 1=1" },
    { version: 0 },
  ])('a consent proof with %o is refused', async (lie) => {
    expect((await api.call('consent', proof(9, lie))).status).toBe(400);
  });
});

test('each change of the attribution of an account is a row, up to a maximum', async () => {
  const user = await api.guest('attributed');
  const info = {
    adid: 'a',
    tracker_token: '',
    tracker_name: 'organic::::::',
    network: 'organic',
    campaign: '',
    adgroup: '',
    creative: '',
    click_label: '',
    state: 'installed',
    webUuid: 'w',
  };
  for (let again = 0; again < 2; again += 1)
    expect((await api.call('attribution', info, { user, operation: 'attribution-1' })).result).toBe(1);
  await api.call('attribution', { ...info, state: 'reattributed' }, { user, operation: 'attribution-2' });
  expect((await api.call('attribution', { ...info, state: 'bought' }, { user })).status).toBe(400);
  expect((await api.call('attribution', info)).status).toBe(401);
  const { rows: kept } = await api.pool.query('select uid, info from account_attribution order by id');
  expect(kept).toMatchObject([{ info: { state: 'installed' } }, { info: { state: 'reattributed' } }]);
  for (let more = 0; more < ATTRIBUTIONS_PER_ACCOUNT_MAX; more += 1)
    await api.call('attribution', { ...info, campaign: `c${more}` }, { user, operation: `attribution-more-${more}` });
  const { rows: newest } = await api.pool.query(
    `select info->>'campaign' as campaign from account_attribution order by id`,
  );
  expect(newest).toHaveLength(ATTRIBUTIONS_PER_ACCOUNT_MAX);
  expect(newest.at(-1)).toEqual({ campaign: `c${ATTRIBUTIONS_PER_ACCOUNT_MAX - 1}` });
});

test('a funnel counts the users who did each event after the one before', async () => {
  const at = (minutes: number) => ({ '#time': timeIn(5.5, Date.now() - minutes * 60_000) });
  const of = (who: string, name: string, properties: object, minutes: number) =>
    event(name, properties, { '#distinct_id': who, ...at(minutes) });
  const attempt = {
    anchor_id: 9001,
    call_type: 'paid',
    first_call: true,
    paid_user_free_call: false,
    source: 'wall',
    root: 'wall',
  };
  await send([
    of('ada', 'login', { way: 'guest' }, 30),
    of('ada', 'call_attempt', attempt, 20),
    of('ada', 'order_result', { kind: 'TXN_SUCCESS' }, 10),
    of('ben', 'login', { way: 'guest' }, 30),
    of('ben', 'order_result', { kind: 'TXN_SUCCESS' }, 20),
    of('ben', 'call_attempt', attempt, 10),
    of('eve', 'call_attempt', attempt, 10),
    of('old', 'login', { way: 'guest' }, 8 * 24 * 60),
  ]);
  const funnel = reportOf(['funnel', 'login,call_attempt,order_result', '--days', '7']);
  expect(funnel && (await funnel(api.pool))).toEqual([
    'login: 2 (100 %)',
    'call_attempt: 2 (100 %)',
    'order_result: 1 (50 %)',
  ]);
  const counts = reportOf(['events', '--days', '7']);
  expect(counts && (await counts(api.pool))).toEqual(['call_attempt: 3 of 3', 'login: 2 of 2', 'order_result: 2 of 2']);
  for (const wrong of [['funnel'], ['funnel', 'made_up'], ['funnel', 'login', '--days', '0'], ['drop'], []])
    expect(reportOf(wrong), wrong.join(' ')).toBeUndefined();
});
