import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Payload } from '../../../contract/chat/payload.ts';
import { evidenceOf, sealedText } from '../../../contract/chat/seal.ts';
import { hashToken } from '../../../server/domains/account/tokens.ts';
import { loadSeal } from '../../../server/domains/moderation/seal.ts';
import { grant, hold, post } from '../../../server/domains/wallet/ledger.ts';
import { isLocked } from '../../../server/domains/wallet/lock.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { FASTER_IMPORTS } from '../../harness/faster-imports.ts';
import { operate } from '../../harness/operate.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
});
afterAll(() => api?.close());

let ann: User;
let ben: User;
let [annsSecret, bensSecret] = ['', ''];
beforeEach(async () => {
  const enter = async (openId: string) =>
    (await api.call('login', { openId, channel: 'guest' }, { device: `of-${openId}` })).data.userInfo;
  [annsSecret, bensSecret] = [newOpenId(), newOpenId()];
  [ann, ben] = [await enter(annsSecret), await enter(bensSecret)];
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = any($1)`, [[ann.id, ben.id]]);
});

const rowsOf = async (text: string, ...values: unknown[]) => (await api.pool.query(text, values)).rows;
const entries = () => rowsOf('select who, command, what, reason from operator_log order by id');
const saidTo = async (uid: number) =>
  (await rowsOf('select payload from service_outbox where to_uid = $1 order by id', uid)).map(({ payload }) => payload);
const bensState = async () => (await api.call('account', { action: 1 }, { user: ben })).status;
const bensLogin = (restore = false) =>
  api.call('login', { openId: bensSecret, channel: 'guest', restore }, { device: `of-${bensSecret}` });

async function report(): Promise<string> {
  const payload: Payload = { kind: 'text', body: 'go <b>away</b>' };
  const facts = { from: ben.id, to: ann.id, id: nanoid(), at: Date.now() - 5_000, sensitive: 0 };
  const { x, body } = evidenceOf(payload);
  const seal = (await loadSeal(api.db))(sealedText({ ...facts, payload }));
  const good = { ...facts, body, x: x.toString(), seal };
  const messages = [good, { ...good, body: 'I never said so', id: nanoid() }];
  const filed = { targetUid: ben.id, reason: 'abuse' as const, note: 'again', mid: '', messages };
  return (await api.call('report', filed, { user: ann })).data.ticket;
}

/** Each change of an operator: its name, its arguments, and a check of whether it took place. */
const CHANGES: readonly (readonly [string, () => Promise<readonly string[]>, (done: boolean) => Promise<void>])[] = [
  [
    'close',
    async () => ['close', await report(), 'acted', 'Thank you', 'Please stop'],
    async (done) => {
      expect(await rowsOf('select open, acted from report where target_uid = $1', ben.id)).toEqual([
        done ? { open: false, acted: true } : { open: true, acted: null },
      ]);
      const toAnn = (await saidTo(ann.id)).filter(({ key }) => key !== 'welcome');
      expect(toAnn).toEqual(
        done
          ? [
              { kind: 'official_message', key: 'reportClosed', args: { acted: '1' }, body: '' },
              { kind: 'text', body: 'Thank you' },
            ]
          : [],
      );
      const toBen = (await saidTo(ben.id)).filter(({ key }) => key !== 'welcome');
      expect(toBen).toEqual(done ? [{ kind: 'text', body: 'Please stop' }] : []);
      expect(JSON.stringify(toBen)).not.toContain(String(ann.id));
    },
  ],
  [
    'lock account',
    async () => ['lock', String(ben.id), 'account'],
    async (done) => {
      expect(await bensState()).toBe(done ? 401 : 200);
      expect((await bensLogin()).status).toBe(done ? 403 : 200);
    },
  ],
  [
    'lock writing',
    async () => ['lock', String(ben.id), 'writing', '48'],
    async (done) => {
      const hours = await rowsOf(
        `select round(extract(epoch from until - now()) / 3600)::int as hours from message_lock where uid = $1`,
        ben.id,
      );
      expect(hours).toEqual(done ? [{ hours: 48 }] : []);
    },
  ],
  [
    'lock money',
    async () => ['lock', String(ben.id), 'money'],
    async (done) => expect(await isLocked(api.db, ben.id)).toBe(done),
  ],
  ['revoke', async () => ['revoke', String(ben.id)], async (done) => expect(await bensState()).toBe(done ? 401 : 200)],
  [
    'revoke one session',
    async () => {
      await api.call('login', { openId: bensSecret, channel: 'guest' }, { device: 'another' });
      return ['revoke', String(ben.id), hashToken(ben.vcToken).slice(0, 12)];
    },
    async (done) => {
      expect(await bensState()).toBe(done ? 401 : 200);
      const live = await rowsOf('select from device_token where uid = $1 and revoked_at is null', ben.id);
      expect(live).toHaveLength(done ? 1 : 2);
    },
  ],
  [
    'delete',
    async () => ['delete', String(ben.id)],
    async (done) => {
      const [row] = await rowsOf('select closed_why from account where uid = $1', ben.id);
      expect(row).toEqual({ closed_why: done ? 'asked' : null });
      expect((await bensLogin()).status).toBe(done ? 403 : 200);
      expect((await bensLogin(true)).status).toBe(200);
    },
  ],
  [
    'official',
    async () => ['official', String(ben.id), 'Hello'],
    async (done) =>
      expect((await saidTo(ben.id)).filter(({ kind }) => kind === 'text')).toEqual(
        done ? [{ kind: 'text', body: 'Hello' }] : [],
      ),
  ],
  [
    'official to all',
    async () => ['official', 'all', `News for ${ben.id}`],
    async (done) => {
      const said = await rowsOf(`select from service_outbox where payload ->> 'body' = $1`, `News for ${ben.id}`);
      const people = await rowsOf('select from account where uid <> 1 and purged_at is null');
      expect(said).toHaveLength(done ? people.length : 0);
    },
  ],
  [
    'answer',
    async () => {
      await rowsOf(`insert into support_inbox (uid, mid, body) values ($1, 'm1', 'help')`, ben.id);
      return ['answer', String(ben.id), 'Ina', 'Here'];
    },
    async (done) => {
      const waiting = await rowsOf('select from support_inbox where uid = $1 and answered_at is null', ben.id);
      expect(waiting).toHaveLength(done ? 0 : 1);
      expect((await saidTo(ben.id)).filter(({ kind }) => kind === 'manager_text')).toHaveLength(done ? 1 : 0);
    },
  ],
  [
    'attribution',
    async () => {
      await rowsOf("insert into online_stream (stream_id, uid, process_id) values ('bens', $1, 'p')", ben.id);
      return ['attribution', String(ben.id)];
    },
    async (done) => {
      expect((await saidTo(ben.id)).filter(({ kind }) => kind === 'attribution_refresh')).toHaveLength(done ? 1 : 0);
    },
  ],
  [
    'maintenance on, and off',
    async () => ['maintenance', 'on', '30'],
    async (done) => {
      const isOn = async () => (await api.call('maintenanceStatus', {})).data.maintananceStatus === 2;
      expect(await isOn()).toBe(done);
      if (!done) return;
      await operate(api.db, ['maintenance', 'off'], { yes: false });
      expect(await isOn()).toBe(true);
      await operate(api.db, ['maintenance', 'off']);
      expect(await isOn()).toBe(false);
      await expect(operate(api.db, ['maintenance', 'off'])).rejects.toThrow('no maintenance');
    },
  ],
  [
    'maintenance ahead',
    async () => ['maintenance', '2099-12-01T14:00Z', '2099-12-01T15:00Z'],
    async (done) => {
      const planned = await rowsOf(`select from maintenance_window where ends_at > now()`);
      expect(planned).toHaveLength(done ? 1 : 0);
    },
  ],
];

test.each(CHANGES)(
  '%s changes nothing in a dry run, and the confirmed change is logged with operator and reason',
  async (_name, begin, look) => {
    const words = await begin();
    const before = await entries();
    const tried = await operate(api.db, words, { yes: false });
    expect(tried).not.toBe('');
    // The dry run shows the whole text of a message.
    if (words[0] === 'answer') expect(tried).toMatch(/wrote at \S+Z: help\n/);
    if (words[0] === 'official' || words[0] === 'answer') expect(tried).toContain(`:\n${words.at(-1)}`);
    expect(await entries()).toEqual(before);
    await look(false);
    await operate(api.db, words, { reason: 'ticket 7' });
    const [noted, ...more] = (await entries()).slice(before.length);
    expect(more).toEqual([]);
    expect(noted).toMatchObject({ who: 'ina@here', reason: 'ticket 7' });
    expect(words.join(' ').startsWith(noted?.command ?? '?')).toBe(true);
    await look(true);
  },
);

test('each lock is removed separately, and only once', async () => {
  const uid = String(ben.id);
  for (const what of ['account', 'writing', 'money']) await operate(api.db, ['lock', uid, what]);
  expect(await operate(api.db, ['person', uid])).toMatch(
    /locked: account\nlocked: writing until .*\nlocked: money, by op:\d+/,
  );
  await operate(api.db, ['unlock', uid, 'writing']);
  await expect(operate(api.db, ['unlock', uid, 'writing'])).rejects.toThrow('is not locked');
  expect((await bensLogin()).status).toBe(403);
  await operate(api.db, ['unlock', uid, 'account']);
  await expect(operate(api.db, ['unlock', uid, 'account'])).rejects.toThrow('is not locked');
  expect((await bensLogin()).status).toBe(200);
  expect(await isLocked(api.db, ben.id)).toBe(true);
  await operate(api.db, ['unlock', uid, 'money']);
  expect(await operate(api.db, ['person', uid])).not.toContain('locked:');
});

test('a locked account is not restored by a login, and commands for unknown accounts and for the team are refused', async () => {
  await operate(api.db, ['delete', String(ben.id)]);
  await operate(api.db, ['lock', String(ben.id), 'account']);
  expect((await bensLogin(true)).status).toBe(403);
  expect(await rowsOf('select from account where uid = $1 and closed_at is null', ben.id)).toEqual([]);
  await expect(operate(api.db, ['delete', String(ben.id)])).rejects.toThrow('deleted already');
  for (const command of [
    ['lock', '1', 'account'],
    ['delete', '1'],
    ['revoke', '1'],
  ])
    await expect(operate(api.db, command)).rejects.toThrow("the team's own");
  for (const command of [
    ['lock', '999', 'account'],
    ['unlock', '999', 'money'],
    ['delete', '999'],
    ['revoke', '999'],
    ['person', '999'],
    ['statement', '999'],
    ['official', '999', 'x'],
    ['answer', '999', 'Ina', 'x'],
  ])
    await expect(operate(api.db, command)).rejects.toThrow('no account has the number 999');
  await expect(operate(api.db, ['lock', String(ann.id), 'money', '3'])).rejects.toThrow('for writing alone');
  await expect(operate(api.db, ['revoke', String(ann.id), 'a'.repeat(12)])).rejects.toThrow('no session');
  await expect(operate(api.db, ['report', 'rnone'])).rejects.toThrow('no report');
});

test('an account of a host is not deleted while earnings that can be paid out are not', async () => {
  await rowsOf(`update account set role = 3 where uid = $1`, ben.id);
  await api.db.transaction((tx) => grant(tx, `t:${ann.id}`, ann.id, 'gems', 2_000, { type: 'adjust', id: 't' }));
  const held = { operation: 'earned:ben', uid: ann.id };
  await hold(api.db, held.operation, held.uid, 'gems', 1_000, { type: 'call', id: 'earned' });
  await post(api.db, held, ben.id, 100);
  await expect(operate(api.db, ['delete', String(ben.id)])).rejects.toThrow('gems are not paid out');
});

test('a login that races a lock leaves no valid session', async () => {
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([operate(api.db, ['lock', String(ben.id), 'account']), bensLogin()]);
    expect(await rowsOf('select from device_token where uid = $1 and revoked_at is null', ben.id)).toEqual([]);
    await operate(api.db, ['unlock', String(ben.id), 'account']);
  }
});

test('a report is shown with its messages, sealed or not, and the access is logged', async () => {
  const ticket = await report();
  const shown = await operate(api.db, ['report', ticket], { reason: 'it waits' });
  expect(shown).toContain(`${ticket}: ${ann.id} about ${ben.id}, abuse`);
  expect(shown).toContain('note: again');
  expect(shown).toContain(`${ben.id} to ${ann.id}, sealed: go <b>away</b>`);
  expect(shown).toContain(`${ben.id} to ${ann.id}, NOT SEALED: I never said so`);
  expect((await entries()).at(-1)).toEqual({
    who: 'ina@here',
    command: 'report',
    what: { ticket },
    reason: 'it waits',
  });
});

test('a text of a user cannot pass for a further line of a report', async () => {
  const ticket = await report();
  const forged = `${new Date().toISOString()} ${ben.id} to ${ann.id}, sealed: forged`;
  await api.pool.query('update report set note = $2 where ticket = $1', [ticket, `look\r\n${forged}\u2028${forged}`]);
  const lines = (await operate(api.db, ['report', ticket])).split('\n');
  expect(lines).toContain('note: look');
  expect(lines.filter((line) => line === `    | ${forged}`)).toHaveLength(2);
  expect(lines).not.toContain(forged);
});

test('one of two operators who close a report at once succeeds, the other gets an error, and there is one log entry', async () => {
  const ticket = await report();
  const ends = await Promise.allSettled(['acted', 'not'].map((outcome) => operate(api.db, ['close', ticket, outcome])));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: `there is no open report ${ticket}` },
  });
  const noted = await rowsOf(`select from operator_log where command = 'close' and what ->> 'ticket' = $1`, ticket);
  expect(noted).toHaveLength(1);
  expect((await saidTo(ann.id)).filter(({ key }) => key === 'reportClosed')).toHaveLength(1);
});

test('a user is shown without secrets, and their wallet as a statement', async () => {
  const uid = String(ben.id);
  await rowsOf(`update profile set email = 'ben@there.example', about = 'hi' where uid = $1`, ben.id);
  await rowsOf(`update account set password_hash = 'scrypt$1$1$1$aa$bb' where uid = $1`, ben.id);
  const shown = await operate(api.db, ['person', uid]);
  for (const said of [
    `${ben.id} ${ben.nickName}`,
    'signs in by password: yes, Google: no, secrets of devices: 1',
    'email: ben@there.example',
    'about: hi',
    `session ${hashToken(ben.vcToken).slice(0, 12)}`,
  ])
    expect(shown).toContain(said);
  for (const secret of [ben.vcToken, hashToken(ben.vcToken), bensSecret, 'scrypt', '1990-01-01'])
    expect(shown).not.toContain(secret);
  expect(await operate(api.db, ['statement', uid])).toMatch(/^gems: 300\n.* \+300 gems, then 300: welcome/);
  expect((await entries()).slice(-2).map(({ command }) => command)).toEqual(['person', 'statement']);
});

// Starts up to four processes.
describe('operator command line', { timeout: 120_000 }, () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [...FASTER_IMPORTS, 'tools/operator/operator.ts', ...words], {
      env: { ...process.env, DATABASE_URL: api.url },
    });

  test('the command line needs a reason, changes nothing without --yes, and shows a new operator’s password once', async () => {
    const before = await entries();
    const lock = ['lock', String(ben.id), 'writing'];
    const [bare, tried, odd] = await Promise.allSettled([
      run(...lock, '--yes'),
      run(...lock, '--reason', 'spam'),
      run('lock', 'ben', 'writing', '--reason', 'spam', '--yes'),
    ]);
    expect(bare).toMatchObject({ reason: { code: 1, stderr: expect.stringContaining('needs --reason') } });
    expect(odd).toMatchObject({ reason: { code: 1, stderr: expect.stringContaining('Account: is not the number') } });
    expect(tried).toMatchObject({
      value: { stdout: expect.stringMatching(/would be: \d+ cannot write before .* \(say --yes\)\n$/) },
    });
    expect(await entries()).toEqual(before);
    const [maybe, made] = [
      await run('operator', 'add', 'ina', '--reason', 'new'),
      await run('operator', 'add', 'ina', '--reason', 'new', '--yes'),
    ];
    expect(maybe.stdout).not.toContain('password');
    const [, password = ''] = /password: (\S+)/.exec(made.stdout) ?? [];
    const [, secret = ''] = /secret=([A-Z2-7]{32})&/.exec(made.stdout) ?? [];
    expect(password).toMatch(/^([a-z2-7]{8}-){3}[a-z2-7]{8}$/);
    const [kept] = await rowsOf('select name, role, team_role, code_secret, password_hash from operator_account');
    expect(kept).toMatchObject({ name: 'ina', role: 9, team_role: 'support', code_secret: secret });
    expect(JSON.stringify([kept, await entries()])).not.toContain(password);
    const log = (await entries()).slice(before.length);
    expect(log).toEqual([
      {
        who: expect.stringMatching(/.@./),
        command: 'operator add',
        what: { name: 'ina', role: 'support' },
        reason: 'new',
      },
    ]);
    // Reading reports is written to the operator log.
    await run('reports');
    expect((await entries()).slice(before.length + 1)).toEqual([
      { who: expect.stringMatching(/.@./), command: 'reports', what: {}, reason: 'what waits' },
    ]);
  });
});
