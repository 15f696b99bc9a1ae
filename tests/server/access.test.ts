import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';
import { envelope } from '../harness/envelope.ts';

let api: TestApi;
let sam: User;
let eve: User;

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  sam = (await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' })).data.userInfo;
  eve = (await api.call('userPwdLogin', { uid: 264457002, passwd: 'gemcall' })).data.userInfo;
});
afterAll(() => api?.close());

const names = Object.keys(endpoints) as EndpointName[];
const forUsers = names.filter((name) => endpoints[name].access === 'user');

const post = (path: string, payload: string, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers },
    payload,
  });

describe('authorization of calls', () => {
  test.each(forUsers)('%s refuses a caller without a token', async (name) => {
    expect(await api.call(name, {})).toMatchObject({ status: 401, result: 401, msg: 'need login' });
  });

  test.each<[string, () => [User, Record<string, string>]]>([
    ['no Authorization header', () => [sam, { authorization: '' }]],
    ['no X-Token header', () => [sam, { 'x-token': '' }]],
    ["another user's token in Authorization", () => [sam, { authorization: `Bearer ${eve.vcToken}` }]],
    ["another user's token in X-Token", () => [sam, { 'x-token': eve.vcToken }]],
    ['another token in the body', () => [{ ...sam, vcToken: eve.vcToken }, both(sam.vcToken)]],
    ["another user's id in the body", () => [{ ...sam, id: eve.id }, {}]],
    ["another user's jid in the body", () => [{ ...sam, jid: eve.jid }, {}]],
    ["another user's id and jid in the body", () => [{ ...sam, id: eve.id, jid: eve.jid }, {}]],
    ['a jid of another domain', () => [{ ...sam, jid: 'u_100001@elsewhere' }, {}]],
    ['an unknown token', () => [{ ...sam, vcToken: 'x'.repeat(43) }, {}]],
    ['another scheme than Bearer', () => [sam, { authorization: `Basic ${sam.vcToken}` }]],
  ])('an authenticated call is refused with %s', async (_title, make) => {
    const [user, headers] = make();
    expect(await api.call('account', { action: 1 }, { user, headers })).toMatchObject({ status: 401, result: 401 });
  });

  test('a call is accepted when headers and body agree, whatever role the body claims', async () => {
    expect(await api.call('account', { action: 1 }, { user: { ...sam, role: 1 } })).toMatchObject({ result: 1 });
  });
});

const both = (token: string) => ({ authorization: `Bearer ${token}`, 'x-token': token });

describe('invalid requests', () => {
  const path = endpoints.websiteConfig.path;
  const nested = (levels: number) =>
    JSON.stringify({ ...envelope({}), data: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) });

  test.each<[string, string, number, string]>([
    ['invalid JSON', '{', 400, 'not valid JSON'],
    ['an empty body', '', 400, 'not valid JSON'],
    ['a JSON value that is not an object', '[]', 400, 'deviceInfo'],
    ['an envelope without its parts', '{}', 400, 'deviceInfo'],
    ['text with half a surrogate pair', '{"data":"\\ud800"}', 400, 'data: holds a character that is no text'],
    ['text with a NUL', '{"data":{"note":"\\u0000"}}', 400, 'note: holds a character that is no text'],
    ['a field name that is not text', '{"data":{"\\uffff":1}}', 400, 'body: a name holds a character that is no text'],
    ['a key that reaches the prototype', '{"__proto__":{"a":1}}', 400, 'key that is not allowed'],
    ['a constructor key', '{"data":{"constructor":{}}}', 400, 'key that is not allowed'],
    ['more than 64 KB', `{"data":"${'x'.repeat(65_536)}"}`, 413, 'too large'],
  ])('the server refuses %s as a body', async (_title, payload, status, reason) => {
    const response = await post(path, payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ result: status, msg: expect.stringContaining(reason) });
  });

  test.each([1e300, 2 ** 53, 0, -1, 1.5, '1', null])('a login with the uid %j is refused', async (uid) => {
    expect(await api.call('userPwdLogin', { uid, passwd: 'x' })).toMatchObject({ status: 400, result: 400 });
  });

  test('a body of more than 20 nested levels is refused', async () => {
    expect((await post(path, nested(19))).statusCode).toBe(200);
    expect((await post(path, nested(20))).json().msg).toContain('20 levels');
  });

  test('another content type than JSON is refused', async () => {
    const response = await post(path, 'a=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(response.json()).toMatchObject({ result: 415 });
  });

  test('unknown fields are ignored', async () => {
    const body = { ...envelope({ more: 1 }), extra: true };
    expect((await post(path, JSON.stringify(body))).json().result).toBe(1);
  });

  test('the server answers without a 5xx status for any JSON body', async () => {
    const anyBody = fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: 'binary' }),
      fc.jsonValue({ maxDepth: 4 }).map((data) => JSON.stringify({ ...envelope(data, sam) })),
      fc
        .dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...ODD)))
        .map((data) => JSON.stringify(envelope(data, sam))),
    );
    const property = fc.asyncProperty(fc.constantFrom(...names), anyBody, async (name, payload) => {
      // A logout that succeeds would end the token of the others.
      const token = name === 'logout' ? 'x'.repeat(43) : sam.vcToken;
      const response = await post(endpoints[name].path, payload, both(token));
      expect(response.statusCode, payload).toBeLessThan(500);
      expect(response.statusCode === 200).toBe(response.json().result === 1);
    });
    await fc.assert(property, { numRuns: 400 });
  });
});

const FIELDS = [
  'openId',
  'channel',
  'credential',
  'uid',
  'passwd',
  'action',
  'nickName',
  'about',
  'bDay',
  'targetJid',
  'cursor',
  'limit',
  'targetUid',
  'favourite',
  'reason',
  'kind',
];
const ODD = [
  'guest',
  'google',
  1,
  1e300,
  -0,
  2 ** 53,
  '\ud800',
  'e\u0301'.repeat(90),
  '0.0.0',
  ['u_1@localhost'],
  '2000-01-01',
  9001,
  [9001],
  true,
  'like',
  'spam',
  'likedMe',
];
