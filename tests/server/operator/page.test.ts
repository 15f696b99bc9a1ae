import { request as ask } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { listenForOperators, type OperatorListener } from '../../../server/domains/operator/page/listen.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { codeOf, newCodeSecret, stepAt, toBase32 } from '../../../server/domains/operator/totp.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';

const PASSWORD = 'correct horse battery';
const SECRET = newCodeSecret();
const STEP_MS = 30_000;

let api: TestApi;
/** Without rate limits, so that tests do not wait for each other; the test of the limits starts its own listener. */
let page: OperatorListener;
let url: string;
let demo: User;
/** The clock of the one-time codes. Each sign-in uses the next time step. */
let now = Date.now();
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  page = await listen('off');
  url = `http://127.0.0.1:${page.port}`;
  demo = (await api.call('userPwdLogin', { uid: 100_001, passwd: 'gemcall' })).data.userInfo;
});
afterAll(async () => {
  await page?.close();
  await api?.close();
});

const listen = (rateLimits: 'on' | 'off', env: Readonly<Record<string, string>> = {}, log = createLog('silent')) => {
  const config = readConfig({ DATABASE_URL: api.url, RATE_LIMITS: rateLimits, ...env });
  return listenForOperators({ ...config, host: '127.0.0.1', port: 0 }, log, () => now);
};

beforeEach(async () => {
  await api.pool.query('delete from operator_account');
  for (const name of ['ina', 'tom']) await addOperator(name);
});

async function addOperator(name: string) {
  const passwordHash = await hashPassword(PASSWORD, PUBLIC_COST);
  await api.db.insert(operatorAccount).values({ name, teamRole: 'admin', passwordHash, codeSecret: toBase32(SECRET) });
}

type Sent = { readonly cookie?: string; readonly headers?: Readonly<Record<string, string>> };
const get = (path: string, { cookie = '', headers = {} }: Sent = {}) =>
  fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie, ...headers } });
const post = (path: string, form: Readonly<Record<string, string>>, { cookie = '', headers = {} }: Sent = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { cookie, origin: url, ...headers },
  });
const code = () => codeOf(SECRET, stepAt(now));
const enter = (change: Readonly<Record<string, string>> = {}, sent: Sent = {}) =>
  post('/operator/sign-in', { name: 'ina', password: PASSWORD, code: code(), ...change }, sent);
/** Signs in with the next code, and returns the cookie. */
async function signIn(name = 'ina'): Promise<string> {
  now += STEP_MS;
  const answer = await enter({ name });
  expect(answer.status).toBe(303);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const entries = async () =>
  (await api.pool.query('select who, command, what, reason from operator_log order by id')).rows;
/** Returns the hidden form key that confirms a dry run. */
const keyIn = (text: string) => /name="form" value="([\w-]{21})"/.exec(text)?.[1] ?? '';

test('a request without an operator session only gets the sign-in page, and no token of the app is a session', async () => {
  const inside = ['/operator', '/operator/log', '/operator/do/person', '/operator/do/person?uid=100001'];
  const of = (token: string): Sent[] => [
    { cookie: `gemcall-operator=${token}` },
    { headers: { authorization: `Bearer ${token}`, 'x-token': token } },
  ];
  for (const sent of [
    {},
    ...of(demo.vcToken),
    ...of('a'.repeat(43)),
    ...of("' or true --"),
    { cookie: 'gemcall-operator' },
  ]) {
    for (const path of inside) {
      const answer = await get(path, sent);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain('<h1>Sign in</h1>');
    }
    expect(await statusOf(post('/operator/do/person', { uid: '100001', reason: 'x' }, sent))).toBe(401);
  }
  for (const [name, password] of [
    ['100001', 'gemcall'],
    [String(demo.id), 'gemcall'],
    ['ina', 'gemcall'],
    ['ina', ''],
    ['nobody', PASSWORD],
    ["ina' --", PASSWORD],
    ['ina\u0000', PASSWORD],
  ] as const)
    expect(await statusOf(enter({ name, password })), name).toBe(401);
  expect(await statusOf(enter({ code: '' }))).toBe(401);
  expect(await statusOf(post('/operator/sign-in', {}))).toBe(401);
  expect(await entries()).toEqual([]);
});

test('the operator page does not exist on the port of the app, with or without a session', async () => {
  const cookie = await signIn();
  for (const path of ['/operator', '/operator/log', '/operator/do/person']) {
    const { statusCode, body } = await api.app.inject({ url: path, headers: { cookie } });
    expect([statusCode, body.includes('Overview')]).toEqual([404, false]);
  }
});

test('a sign-in sets an HttpOnly and SameSite cookie, and is logged', async () => {
  now += STEP_MS;
  const before = await entries();
  const answer = await enter();
  expect(answer.headers.get('location')).toBe('/operator');
  expect(answer.headers.get('set-cookie')).toMatch(
    /^gemcall-operator=[\w-]{43}; Path=\/operator; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  expect((await entries()).slice(before.length)).toMatchObject([{ who: 'operator:ina', command: 'sign in' }]);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const home = await get('/operator', { cookie });
  expect(home.status).toBe(200);
  expect(home.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src data:; media-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(home.headers.get('cache-control')).toBe('no-store');
  expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(home.headers.get('x-content-type-options')).toBe('nosniff');
  // `no-referrer` would make forms send the origin `null`.
  expect(home.headers.get('referrer-policy')).toBe('same-origin');
  const text = await home.text();
  expect(text).not.toMatch(/<script|style=|\son\w+=/);
  const { rows } = await api.pool.query('select hash from operator_session');
  expect(cookie).not.toContain(rows[0]?.hash);
  // A sign-out ends the session, not only the cookie.
  expect(await statusOf(post('/operator/sign-out', {}, { cookie }))).toBe(303);
  expect(await statusOf(get('/operator', { cookie }))).toBe(401);
});

test('behind a proxy with TLS the cookie is Secure by its name, and browsers are told to use https alone', async () => {
  const proxied = await listen('off', { TRUST_PROXY: '127.0.0.1' });
  const origin = `https://127.0.0.1:${proxied.port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin.replace('https', 'http')}/operator${path}`, {
      redirect: 'manual',
      ...init,
      headers: { origin, 'x-forwarded-proto': 'https', ...init.headers },
    });
  now += STEP_MS;
  const form = new URLSearchParams({ name: 'ina', password: PASSWORD, code: code() });
  const { headers } = await ask('/sign-in', { method: 'POST', body: form });
  const set = headers.get('set-cookie') ?? '';
  expect(set).toMatch(/^__Secure-gemcall-operator=[\w-]{43}; Path=\/operator; .*; SameSite=Strict; Secure$/);
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  const cookie = set.split(';')[0] ?? '';
  expect((await ask('', { headers: { cookie } })).status).toBe(200);
  expect((await ask('', { headers: { cookie: cookie.replace('__Secure-', '') } })).status).toBe(401);
  await proxied.close();
});

test('a one-time code is accepted once, also among six simultaneous sign-ins, and no earlier code after it', async () => {
  now += STEP_MS;
  const all = await Promise.all(Array.from({ length: 6 }, () => statusOf(enter())));
  expect(all.toSorted()).toEqual([303, 401, 401, 401, 401, 401]);
  expect(await statusOf(enter())).toBe(401);
  expect(await statusOf(enter({ code: codeOf(SECRET, stepAt(now) - 1) }))).toBe(401);
  expect(
    await statusOf(
      enter({ code: `${codeOf(SECRET, stepAt(now) + 1).slice(0, 3)} ${codeOf(SECRET, stepAt(now) + 1).slice(3)}` }),
    ),
  ).toBe(303);
  now += STEP_MS;
});

test('an operator has one session, which ends after 15 idle minutes and after 12 hours', async () => {
  const first = await signIn();
  const cookie = await signIn();
  expect(await statusOf(get('/operator', { cookie: first }))).toBe(401);
  const age = (column: string, by: string) =>
    api.pool.query(`update operator_session set ${column} = now() - interval '${by}'`);
  await age('seen_at', '14 minutes 50 seconds');
  expect(await statusOf(get('/operator', { cookie }))).toBe(200);
  const { rows } = await api.pool.query(`select now() - seen_at < interval '1 minute' as fresh from operator_session`);
  expect(rows).toEqual([{ fresh: true }]);
  await age('seen_at', '15 minutes 1 second');
  expect(await statusOf(get('/operator', { cookie }))).toBe(401);
  const again = await signIn();
  await age('made_at', '12 hours 1 second');
  expect(await statusOf(get('/operator', { cookie: again }))).toBe(401);
});

test('an operator account is locked permanently after ten wrong codes with the right password', async () => {
  now += STEP_MS;
  const wrong = code() === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 10; tries += 1) expect(await statusOf(enter({ code: wrong }))).toBe(401);
  expect(await statusOf(enter())).toBe(401);
  expect(await statusOf(enter({ name: 'tom' }))).toBe(303);
});

test('sign-ins, refused and limited ones too, and requests of other sites are logged with name and address', async () => {
  const written: string[] = [];
  const logged = await listen('on', {}, createLog('info', { write: (line) => void written.push(line) }));
  const at = `http://127.0.0.1:${logged.port}`;
  const tryIn = (name: string, password: string, origin = at) =>
    fetch(`${at}/operator/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ name, password, code: code() }),
    });
  now += STEP_MS;
  await tryIn('ina', PASSWORD);
  await tryIn('ina', 'wrong');
  await tryIn('my secret', 'wrong');
  for (let tries = 0; tries < 4; tries += 1) await tryIn('tom', 'wrong');
  await tryIn('ina', PASSWORD, 'https://evil.test');
  await logged.close();
  const lines = written
    .map((line) => JSON.parse(line))
    .map(({ msg, operator, address, origin }) => ({ msg, operator, address, origin }));
  const address = '127.0.0.1';
  expect(lines).toContainEqual({ msg: 'signed in an operator', operator: 'ina', address });
  expect(lines).toContainEqual({ msg: 'failed to sign in an operator', operator: 'ina', address });
  expect(lines).toContainEqual({ msg: 'failed to sign in an operator', operator: undefined, address });
  expect(lines).toContainEqual({ msg: 'limited the sign-ins of an operator', operator: 'tom', address });
  expect(
    lines.some(
      ({ msg, origin }) => msg.startsWith('refused a request of another site') && origin === 'https://evil.test',
    ),
  ).toBe(true);
  expect(written.join('')).not.toMatch(/my secret|wrong/);
});

test('five of fifty wrong sign-ins from an address are checked, and the others refused with 429 under any name', async () => {
  const limited = await listen('on');
  const origin = `http://127.0.0.1:${limited.port}`;
  const tryIn = (form: Record<string, string>) =>
    fetch(`${origin}/operator/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { origin },
    });
  now += STEP_MS;
  const found = [];
  for (let tries = 0; tries < 50; tries += 1)
    found.push(await tryIn({ name: 'ina', password: `no ${tries}`, code: '1' }));
  expect(found.map(({ status }) => status)).toEqual([...Array(5).fill(401), ...Array(45).fill(429)]);
  expect(Number(found.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusOf(tryIn({ name: 'ina', password: PASSWORD, code: code() }))).toBe(429);
  expect(await statusOf(tryIn({ name: 'tom', password: PASSWORD, code: code() }))).toBe(429);
  await limited.close();
});

test('a form post from a foreign origin is refused, whatever the cookie', async () => {
  const cookie = await signIn();
  const before = await entries();
  const form = { uid: '100001', what: 'account', reason: 'x', form: 'f'.repeat(21) };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    // The app on its own port belongs to the same site.
    { origin: 'http://127.0.0.1:4600' },
    { origin: `${url}.evil.example` },
    { origin: url, 'sec-fetch-site': 'same-site' },
    { origin: url, 'sec-fetch-site': 'cross-site' },
  ])
    for (const path of ['/operator/do/lock', '/operator/sign-in', '/operator/sign-out'])
      expect(await statusOf(post(path, form, { cookie, headers })), JSON.stringify(headers)).toBe(403);
  const bare = await new Promise<number | undefined>((done, failed) => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    ask(`${url}/operator/do/lock`, { method: 'POST', headers }, (answer) => done(answer.resume().statusCode))
      .on('error', failed)
      .end(new URLSearchParams(form).toString());
  });
  expect(bare).toBe(403);
  expect(await entries()).toEqual(before);
  expect(await statusOf(get('/operator', { cookie }))).toBe(200);
});

test('a request with a foreign Host header is refused', async () => {
  const under = (host: string) =>
    new Promise<number | undefined>((done, failed) => {
      ask(`${url}/operator`, { headers: { host } }, (answer) => done(answer.resume().statusCode))
        .on('error', failed)
        .end();
    });
  expect(await under('evil.example')).toBe(421);
  expect(await under(`localhost:${page.port}`)).toBe(401);
});

test('a change is a dry run first, runs once when its form is confirmed, and is refused without a reason', async () => {
  const cookie = await signIn();
  const uid = (await api.guest('victim')).id;
  const before = await entries();
  const form = { uid: String(uid), what: 'writing', hours: '2', reason: '' };
  const locked = async () => (await api.pool.query('select from message_lock where uid = $1', [uid])).rowCount;
  for (const reason of ['', '   ', 'x'.repeat(501), 'a\u0000b']) {
    for (const key of ['', 'f'.repeat(21)]) {
      const refused = await post('/operator/do/lock', { ...form, reason, ...(key && { form: key }) }, { cookie });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('A reason is needed');
    }
  }
  const tried = await post('/operator/do/lock', { ...form, reason: 'spam' }, { cookie });
  const shown = await tried.text();
  expect(shown).toContain(`${uid} cannot write before`);
  expect(shown).toContain('Nothing has been done yet');
  expect([await locked(), await entries()]).toEqual([0, before]);
  const sure = { ...form, reason: 'spam', form: keyIn(shown) };
  const ends = await Promise.all([1, 2].map(() => post('/operator/do/lock', sure, { cookie })));
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await locked()).toBe(1);
  expect((await entries()).slice(before.length)).toEqual([
    { who: 'operator:ina', command: 'lock', what: { uid, what: 'writing', hours: 2 }, reason: 'spam' },
  ]);
  for (const [form, why] of [
    [{ uid: 'x', what: 'writing' }, 'is not the number of an account'],
    [{ uid: '5' }, 'What is missing'],
    [{ uid: '999', what: 'money' }, 'no account has the number 999'],
  ] as const) {
    const answer = await post('/operator/do/lock', { reason: 'x', ...form }, { cookie });
    expect([answer.status, (await answer.text()).includes(why)]).toEqual([409, true]);
  }
});

test('one of two operators who close a report at once succeeds, and the other gets the error that it is not open', async () => {
  const { ticket } = (await api.call('report', { targetUid: 9001, reason: 'spam', note: '', mid: '' }, { user: demo }))
    .data;
  const cookies = [await signIn('ina'), await signIn('tom')];
  const form = { ticket, outcome: 'acted', reason: 'seen' };
  const forms = await Promise.all(
    cookies.map(async (cookie) => ({
      ...form,
      form: keyIn(await (await post('/operator/do/close', form, { cookie })).text()),
    })),
  );
  const ends = await Promise.all(
    cookies.map((cookie, place) => post('/operator/do/close', forms[place] ?? form, { cookie })),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const told = await Promise.all(ends.map((end) => end.text()));
  expect(told.filter((text) => text.includes(`there is no open report ${ticket}`))).toHaveLength(1);
  const { rows } = await api.pool.query(`select from operator_log where command = 'close'`);
  expect(rows).toHaveLength(1);
});

test('markup in names, notes, reasons and addresses is escaped', async () => {
  const cookie = await signIn();
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)></textarea>`;
  const safe =
    '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/textarea&gt;';
  const { id: uid } = await api.guest('evil');
  await api.pool.query('update account set nick_name = $1 where uid = $2', [evil, uid]);
  await api.pool.query(`insert into support_inbox (uid, mid, body) values ($1, 'm', $2)`, [uid, evil]);
  await api.call('report', { targetUid: uid, reason: 'spam', note: evil, mid: '' }, { user: demo });
  const person = await post('/operator/do/person', { uid: String(uid), reason: evil }, { cookie });
  const seen = [
    await person.text(),
    ...(await Promise.all(
      [
        '/operator',
        '/operator/log',
        `/operator/do/official?to=${encodeURIComponent(evil)}&text=${encodeURIComponent(evil)}`,
      ].map(async (path) => (await get(path, { cookie })).text()),
    )),
    await (await post('/operator/do/official', { to: String(uid), text: evil, reason: evil }, { cookie })).text(),
    await (await post('/operator/do/official', { to: evil, text: evil, reason: evil }, { cookie })).text(),
  ];
  for (const text of seen) {
    expect(text).toContain(safe);
    expect(text).not.toMatch(/<script|<img/);
  }
  const lost = await get(`/operator/${encodeURIComponent(evil)}`, { cookie });
  expect([lost.status, (await lost.text()).includes('<script')]).toEqual([404, false]);
});

test('each answer has the security headers, also one that is refused before any route', async () => {
  const cookie = await signIn();
  const answers = await Promise.all([
    get('/operator', { cookie }),
    get('/operator'),
    get('/operator/none', { cookie }),
    get('/operator/style.css'),
    get('/operator/%'),
    get('/operator/clip/1', { cookie }),
    post('/operator/sign-out', {}, { headers: { origin: 'https://evil.test' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200, 400, 404, 403]);
  for (const { url: address, headers } of answers) {
    expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options'), address).toBe('nosniff');
    expect(headers.get('cache-control'), address).toBe('no-store');
  }
});

test('an action is refused when another site opens it, and not when the operator types its address', async () => {
  const cookie = await signIn();
  const open = (site: string) =>
    statusOf(get('/operator/do/operators', { cookie, headers: { 'sec-fetch-site': site } }));
  expect([await open('same-site'), await open('cross-site')]).toEqual([403, 403]);
  expect([await open('same-origin'), await open('none')]).toEqual([200, 200]);
});

test('no operator changes something about their own account in the app', async () => {
  const cookie = await signIn();
  await api.pool.query(`update operator_account set own_uid = $1 where name = 'ina'`, [demo.id]);
  const grant = async (uid: number) =>
    (await post('/operator/do/grant', { uid: String(uid), currency: 'gems', amount: '5', reason: 'x' }, { cookie }))
      .status;
  const { id: other } = await api.guest('other');
  expect([await grant(demo.id), await grant(other)]).toEqual([409, 200]);
});

test('bodies that are too large, of another type or invalid, and unknown paths, are refused', async () => {
  const cookie = await signIn();
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    statusOf(
      fetch(`${url}/operator/do/official`, {
        method: 'POST',
        body,
        headers: { cookie, origin: url, 'content-type': type },
      }),
    );
  expect(await send(`text=${'x'.repeat(200_000)}`)).toBe(413);
  expect(await send('{"to":"all","text":"x","reason":"x"}', 'application/json')).toBe(415);
  expect(await send('__proto__=1&constructor=2&=&&%')).toBe(422);
  // Further fields do not matter, and of a repeated field the last value counts.
  const valid = `to=${demo.id}&text=hello&reason=x`;
  expect(await send(`__proto__=1&constructor=2&to=no&${valid}`)).toBe(200);
  // The longest message fits when each of its characters is encoded as nine.
  const most = { to: String(demo.id), text: '漢'.repeat(4_000), reason: 'x' };
  expect(await statusOf(post('/operator/do/official', most, { cookie }))).toBe(200);
  for (const path of ['/operator/do/operator-add', '/operator/do/__proto__', '/operator/do/', '/operator/none'])
    expect(await statusOf(get(path, { cookie }))).toBe(404);
  expect(
    await statusOf(post('/operator/do/operator-add', { name: 'eve', reason: 'x', form: 'f'.repeat(21) }, { cookie })),
  ).toBe(404);
  expect((await api.pool.query('select name from operator_account order by name')).rows).toEqual([
    { name: 'ina' },
    { name: 'tom' },
  ]);
});

test('the session of an operator who is removed ends at once', async () => {
  const cookie = await signIn();
  await api.pool.query(`delete from operator_account where name = 'ina'`);
  expect(await statusOf(get('/operator', { cookie }))).toBe(401);
});

test('no other role can sign in as an operator, also by a change in the database', async () => {
  await expect(api.pool.query(`update operator_account set role = 2`)).rejects.toMatchObject({ code: '23514' });
});
