import { randomUUID } from 'node:crypto';
import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { MOVE_CODE_CHARS } from '../../../contract/account/rules.ts';
import { DEBUG_PATH, type EventItem, FORM_TYPE, SYNC_PATH } from '../../../contract/analytics/wire.ts';
import { ARCHIVE_NS } from '../../../contract/chat/archive.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { GIFT_NS } from '../../../contract/gifts/buy.ts';
import { UPLOAD_NAME } from '../../../contract/media/media.ts';
import { debugForm, syncForm } from '../../../worker/analytics/form.ts';
import { chat, errorOf } from '../../edge/messages.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { envelope } from '../../harness/envelope.ts';
import { HOSTILE_IDS } from '../../harness/hostile/hostile-ids.ts';
import { DOMAIN, startXmppServer } from '../../harness/servers/xmpp-server.ts';
import { multipart } from '../../server/media/media-files.ts';
import { report } from './size.ts';

const GOOD = 'V1StGXR8_Z5jdHi6B-myT';
const CODE = 'a'.repeat(MOVE_CODE_CHARS);
let api: TestApi;
let ann: User;
let eve: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  [ann, eve] = [await api.guest('ann'), await api.guest('eve')];
  await api.pool.query(`update account set birth_date = '1990-01-01'`);
});
afterAll(() => api?.close());

/** Row counts of all tables: a refused request must not change any of them. */
async function stored(): Promise<string> {
  const { rows } = await api.pool.query(
    `select string_agg(table_name || ' ' || (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', table_name),
      false, true, '')))[1]::text, ', ' order by table_name) as counts from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return rows[0].counts;
}

const PRICE = { amountMinor: 100, currency: 'EUR' };
const complaint = (mid: string) => ({ targetUid: eve.id, reason: 'abuse', mid });
const said = (id: string) => ({ from: eve.id, to: ann.id, id, at: 0, sensitive: 0, body: '', x: '', seal: '' });
const order = (change: object) => ({ priceId: 1, channel: 'card', scene: {}, ...change });
const proof = (id: string) => ({
  id,
  version: 1,
  textHash: 'a'.repeat(64),
  measurement: true,
  attribution: false,
  how: 'banner',
  language: 'en',
  build: 1,
  at: 0,
});
const came = (change: object) => ({
  adid: '',
  tracker_token: '',
  tracker_name: '',
  network: '',
  campaign: '',
  adgroup: '',
  creative: '',
  click_label: '',
  state: 'installed',
  webUuid: 'web',
  ...change,
});

/** Every request field that carries an id (tests/unit/contract/endpoint-ids.test.ts finds them). */
const FIELDS: readonly (readonly [EndpointName, (id: string) => object])[] = [
  ['login', (openId) => ({ openId, channel: 'guest' })],
  ['claimMove', (openId) => ({ code: CODE, openId })],
  ['claimedMove', (openId) => ({ code: CODE, openId })],
  ['deleteAccount', (openId) => ({ proof: { openId } })],
  ['endSession', (id) => ({ id })],
  ['myData', (exportId) => ({ part: 'account', exportId })],
  ['report', (id) => complaint(id)],
  ['report', (id) => ({ ...complaint(''), messages: [said(id)] })],
  ['callRating', (sid) => ({ sid, stars: 5 })],
  ['unlockMessage', (lockId) => ({ lockId, price: 30 })],
  ['unlockedMedia', (lockId) => ({ lockIds: [lockId] })],
  ['openExclusive', (lockId) => ({ targetUid: eve.id, lockId, price: 10 })],
  ['editExclusive', (mediaId) => ({ items: [{ mediaId, price: 10 }] })],
  ['createOrder', (cardId) => order({ cardId })],
  ['createOrder', (sid) => order({ scene: { sid } })],
  ['createOrder', (storyId) => order({ scene: { storyId } })],
  ['payOrderStatus', (orderId) => ({ orderId })],
  ['payOrderStatus', (operationId) => ({ operationId })],
  ['authenticationPayment', (orderId) => ({ orderId, price: PRICE, token: 't' })],
  ['authenticationPayment', (cardId) => ({ orderId: GOOD, price: PRICE, cardId })],
  ['saveBankCard', (bindId) => ({ bindId, token: 't' })],
  ['saveBankCard', (forget) => ({ forget })],
  ['cancelOrder', (orderId) => ({ orderId })],
  ['refundOrder', (orderId) => ({ orderId, gems: 10 })],
  ['stories', (storyId) => ({ seen: { storyId, step: 1 } })],
  ['consent', (id) => proof(id)],
  ['consent', (erase) => ({ ...proof(GOOD), erase })],
  ['attribution', (adid) => came({ adid })],
  ['attribution', (webUuid) => came({ webUuid })],
  ['updateProfile', (checksum) => ({ videos: [{ thumbnail: '', videoUrl: '', checksum }] })],
];

type Answer = { readonly status: number; readonly body: string };
/** Invalid text (control characters, lone surrogates) is refused in any JSON string before the fields are validated. */
const REFUSED = /: (is not a valid id|holds a character that is no text)"/;
async function send(url: string, payload: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const signedIn = { authorization: `Bearer ${ann.vcToken}`, 'x-token': ann.vcToken };
  const answer = await api.app.inject({
    method: 'POST',
    url,
    payload: payload as string,
    headers: { ...signedIn, ...headers },
  });
  return { status: answer.statusCode, body: answer.body };
}
const signIn = ({ access }: { readonly access: string }) => (access === 'public' ? undefined : ann);
const ofDevice = (field: string, id: string) => {
  const asked = envelope({ action: 1 }, ann);
  return { ...asked, deviceInfo: { ...asked.deviceInfo, [field]: id } };
};
const event = (change: object, device = 'device-1'): EventItem =>
  ({
    '#type': 'track',
    '#time': '2026-01-01 00:00:00.000',
    '#distinct_id': 'visitor',
    '#event_name': 'ta_pageview',
    '#uuid': randomUUID(),
    properties: {
      '#device_id': device,
      '#zone_offset': 0,
      '#os': 'android',
      '#lib': 'js',
      '#lib_version': '7',
      '#screen_width': 1,
      '#screen_height': 1,
      '#browser': 'chrome',
      '#browser_version': '1',
      screen: 'a',
      '#system_language': 'en',
      '#url_path': '/',
      '#referrer': '',
    },
    ...change,
  }) as EventItem;
const form = { 'content-type': FORM_TYPE };
const collect = (one: EventItem, appId = 'app') =>
  send(SYNC_PATH, syncForm([one], { appId, build: '1', now: 0 }), form);

/** Entry points whose refusal has no message of that form: the collector names the bad field. */
const COLLECTOR: readonly (readonly [string, (id: string) => Promise<Answer>])[] = [
  ['collected app', (id) => collect(event({}), id)],
  ['collected visitor', (id) => collect(event({ '#distinct_id': id }))],
  ['collected event', (id) => collect(event({ '#uuid': id }))],
  ['collected device', (id) => collect(event({}, id))],
  ['checked app', (id) => send(DEBUG_PATH, debugForm(event({}), { appId: id, deviceId: 'd', dryRun: false }), form)],
];
const HEADERS: readonly (readonly [string, string, unknown])[] = ['Idempotency-Key', 'X-Request-Id'].flatMap((name) => [
  [name, endpoints.account.path, { action: 1 }] as const,
  [name, endpoints.updateProfile.path, { about: 'x' }] as const,
]);
/** Values that an HTTP header can carry; Node refuses to send others. */
const isHeader = (id: string) => /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(id);

test('each hostile id is refused with the same error at every entry point over HTTP, and adds no row', async () => {
  const before = await stored();
  let tried = 0;
  const others: string[] = [];
  const note = (place: string, id: string, { status, body }: Answer) => {
    tried += 1;
    if (status !== 400 || !REFUSED.test(body)) others.push(`${place} ${JSON.stringify(id)}: ${status} ${body}`);
  };
  for (const id of HOSTILE_IDS) {
    for (const [name, data] of FIELDS) {
      const row = endpoints[name];
      const key = { 'idempotency-key': GOOD };
      note(name, id, await send(row.path, envelope(data(id), signIn(row)), key));
    }
    for (const field of ['androidId', 'webUuid', 'adid'])
      note(field, id, await send(endpoints.account.path, ofDevice(field, id)));
    if (isHeader(id))
      for (const [name, url, data] of HEADERS) note(name, id, await send(url, envelope(data, ann), { [name]: id }));
    // A form cannot carry line ends or lone surrogates unchanged, but what arrives is hostile too.
    const upload = multipart([
      ['token', ann.vcToken],
      ['filename', id],
      ['file', Buffer.from('x')],
    ]);
    // Skips valid upload names: as an id such a name is hostile, because the server names files differently.
    if (!UPLOAD_NAME.test(id)) note('filename', id, await send('/upload', upload.payload, upload.headers));
    for (const [place, collected] of COLLECTOR) {
      tried += 1;
      const { status, body } = await collected(id);
      const isRefused = status === 400 || (place === 'checked app' && body.includes('"errorLevel":2'));
      if (!isRefused) others.push(`${place} ${JSON.stringify(id)}: ${status} ${body}`);
    }
  }
  report('ids over HTTP', {
    ids: HOSTILE_IDS.length,
    places: FIELDS.length + 3 + HEADERS.length + 1 + COLLECTOR.length,
    tried,
    others: others.length,
  });
  expect(others.map((other) => other.slice(0, 300)).slice(0, 40)).toEqual([]);
  expect(await stored()).toBe(before);
}, 1_800_000);

/** Strings that XML 1.0 can carry. */
const isXml = (id: string) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(id);
const stanza = (name: string, attrs: object, ...inside: Element[]) =>
  xml(name, { xmlns: 'jabber:client', ...attrs }, ...inside);
const json = (data: object) => xml('json', { xmlns: 'urn:xmpp:json:0' }, JSON.stringify(data));
const PLACES: readonly (readonly [string, (id: string) => Element])[] = [
  ['message', (id) => chat({ id, to: 202 })],
  [
    'reply',
    (id) => chat({ id: 'm', to: 202, extra: [xml('reply', { xmlns: 'urn:xmpp:reply:0', id, to: `u_202@${DOMAIN}` })] }),
  ],
  [
    'read mark',
    (id) =>
      stanza(
        'message',
        { id: 'm', type: 'chat', to: `u_202@${DOMAIN}` },
        xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id }),
      ),
  ],
  ['presence', (id) => stanza('presence', { id })],
  ['ping', (id) => stanza('iq', { id, type: 'get', to: DOMAIN }, xml('ping', { xmlns: 'urn:xmpp:ping' }))],
  ['archive query', (id) => stanza('iq', { id: 'i', type: 'set' }, xml('query', { xmlns: ARCHIVE_NS, queryid: id }))],
  [
    'purchase',
    (op) =>
      stanza(
        'iq',
        { id: 'i', type: 'set', to: `gift.${DOMAIN}` },
        xml('action', { xmlns: GIFT_NS, name: 'GiftState' }, json({ op })),
      ),
  ],
];

test('each hostile id is refused with the same error at every entry point of a stream, and is neither archived nor delivered', async () => {
  const server = await startXmppServer({ postgresUrl: inject('postgresUrl') });
  onTestFinished(() => server.close());
  const [one, two] = [await server.user(201), await server.user(202)];
  const ids = HOSTILE_IDS.filter(isXml);
  for (const [place, write] of PLACES) {
    for (const id of ids) {
      one.send(write(id));
      const answer = await one.take(`${place} ${JSON.stringify(id)}`, (frame) => frame.attrs['type'] === 'error');
      expect([place, id, errorOf(answer)]).toEqual([place, id, 'bad-request/modify/unreadable']);
    }
  }
  // The first message that the recipient gets is the one with a valid id.
  one.send(chat({ id: GOOD, to: 202 }));
  expect((await two.take('a message', (frame) => frame.is('message'))).attrs['id']).toBe(GOOD);
  report('ids on a stream', { ids: ids.length, places: PLACES.length, tried: ids.length * PLACES.length });
}, 600_000);
