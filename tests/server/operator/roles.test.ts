import { nanoid } from 'nanoid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { sealAccount } from '../../../server/domains/hosting/payouts/account.ts';
import { payout, payoutTransfer } from '../../../server/domains/hosting/tables.ts';
import { ACTS, slugOf } from '../../../server/domains/operator/acts.ts';
import { listenForOperators, type OperatorListener } from '../../../server/domains/operator/page/listen.ts';
import { perform } from '../../../server/domains/operator/perform.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../server/domains/operator/roles.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { codeOf, newCodeSecret, stepAt, toBase32 } from '../../../server/domains/operator/totp.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { grant, hold, OURS } from '../../../server/domains/wallet/ledger.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { startApi, type TestApi } from '../../harness/api.ts';
import { ACT_CONFIG, operate } from '../../harness/operate.ts';

/** Actions of each role, as docs/operating.md states them; `admin` has all of the page. */
const EXPECTED: Readonly<Record<Exclude<OperatorRole, 'admin'>, readonly string[]>> = {
  support: [
    'person',
    'statement',
    'revoke',
    'hosts',
    'host show',
    'bookings',
    'booking',
    'orders',
    'order',
    'look',
    'limits',
    'packs',
    'prices',
    'questions',
    'answer',
    'attribution',
    'settings',
  ],
  moderation: [
    'report',
    'close',
    'person',
    'lock',
    'unlock',
    'revoke',
    'hosts',
    'host show',
    'host clip',
    'host identity',
    'host accept',
    'host return',
    'host decline',
    'host suspend',
    'host reinstate',
    'questions',
    'answer',
    'settings',
  ],
  finance: [
    'statement',
    'hosts',
    'host show',
    'bookings',
    'booking',
    'booking cancel',
    'host year',
    'payout list',
    'payout show',
    'payout approve',
    'payout sent',
    'payout fail',
    'payout return',
    'orders',
    'order',
    'refund',
    'look',
    'credit',
    'limits',
    'packs',
    'prices',
    'price',
    'pack sell',
    'pack add',
    'audit',
    'differences',
    'settle',
    'reconcile',
    'forgive',
    'settings',
  ],
};
const PASSWORD = 'correct horse battery';
const SECRET = newCodeSecret();
const START = Date.now();
const FORM_KEY = 'f'.repeat(21);

let api: TestApi;
let page: OperatorListener;
let url: string;
/** Cookies of operators by name: one of each role, named like it, and a second one for money. */
const cookies = new Map<string, string>();

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYOUTS: 'manual' });
  const config = readConfig({ DATABASE_URL: api.url, RATE_LIMITS: 'off' });
  page = await listenForOperators({ ...config, host: '127.0.0.1', port: 0 }, createLog('silent'), () => START);
  url = `http://127.0.0.1:${page.port}`;
  const passwordHash = await hashPassword(PASSWORD, PUBLIC_COST);
  for (const [name, teamRole] of [
    ...OPERATOR_ROLES.map((role) => [role, role] as const),
    ['fin', 'finance'] as const,
  ]) {
    await api.db.insert(operatorAccount).values({ name, teamRole, passwordHash, codeSecret: toBase32(SECRET) });
    const code = codeOf(SECRET, stepAt(START));
    const answer = await post('/operator/sign-in', { name, password: PASSWORD, code });
    cookies.set(name, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
});
afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  await page?.close();
  await api?.close();
});

const headersOf = (name: string) => ({ cookie: cookies.get(name) ?? '' });
const get = (path: string, name: string) => fetch(`${url}${path}`, { redirect: 'manual', headers: headersOf(name) });
const post = (path: string, form: Readonly<Record<string, string>>, name = '') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { ...headersOf(name), origin: url },
  });
/** Runs an action of the page at once, without its dry run. */
const run = async (name: string, act: string, form: Readonly<Record<string, string>>, key: string = nanoid()) => {
  const answer = await post(`/operator/do/${act.replaceAll(' ', '-')}`, { reason: 'test', form: key, ...form }, name);
  return { status: answer.status, text: await answer.text() };
};
const logged = async () => (await api.pool.query('select count(*)::int as n from operator_log')).rows[0].n;

describe('each action of the page', () => {
  const all = ACTS.filter(({ where }) => where === 'everywhere');

  test.each(OPERATOR_ROLES)(
    'is shown to, offered to and run by the role %s only if it is in its table',
    async (role) => {
      const allowed = role === 'admin' ? all.map(({ name }) => name) : EXPECTED[role];
      const before = await logged();
      const overview = await (await get('/operator', role)).text();
      for (const act of all) {
        const isAllowed = allowed.includes(act.name);
        const path = `/operator/do/${slugOf(act)}`;
        expect([act.name, (await get(path, role)).status]).toEqual([act.name, isAllowed ? 200 : 403]);
        // Without a reason an allowed action stops at 422, so that nothing is changed.
        expect([act.name, (await post(path, { form: FORM_KEY }, role)).status]).toEqual([
          act.name,
          isAllowed ? 422 : 403,
        ]);
        expect([act.name, overview.includes(`href="${path}"`)]).toEqual([act.name, isAllowed]);
      }
      expect(await logged()).toBe(before);
    },
  );

  test('of the command line only is on the page for no role', async () => {
    for (const act of ACTS.filter(({ where }) => where === 'command')) {
      for (const role of OPERATOR_ROLES) expect((await get(`/operator/do/${slugOf(act)}`, role)).status).toBe(404);
    }
  });

  test('is refused in its transaction when the role changed after the request arrived', async () => {
    const act = ACTS.find(({ name }) => name === 'payout list');
    const request = { who: 'operator:support', operator: 'support', reason: 'x', yes: true };
    if (!act) throw new Error('no such action');
    await expect(
      perform({ db: api.db, gateway: undefined, config: ACT_CONFIG }, act.read({}), request),
    ).rejects.toThrow('Your role does not include this');
  });
});

test('a list is shown without a reason, and its rows lead to the change of the row', async () => {
  const before = await logged();
  const text = await (await get('/operator/do/settings', 'admin')).text();
  expect(text).toContain('hostPriceMin: 20 (Lowest price of a host, in gems a minute)');
  expect(text).toContain('href="/operator/do/set?key=hostPriceMin&amp;value=20"');
  expect(await (await get('/operator/do/settings', 'support')).text()).not.toContain('/operator/do/set?');
  expect(await logged()).toBe(before);
  const form = await (await get('/operator/do/set?key=hostPriceMin&value=20', 'admin')).text();
  expect(form).toContain('<option value="hostPriceMin" selected>Lowest price of a host, in gems a minute</option>');
  expect((await run('admin', 'set', { key: 'hostPriceMin', value: '30' })).text).toContain('hostPriceMin: 20 -&gt; 30');
  expect((await run('admin', 'set', { key: 'hostPriceMin', value: 'on' })).text).toContain('cannot be &#39;on&#39;');
  await run('admin', 'set', { key: 'hostPriceMin', value: 'default' });
  expect((await run('finance', 'set', { key: 'hostPriceMin', value: '30' })).status).toBe(403);
});

test('the sum above which two operators approve a payout is changed by a command and not on the page', async () => {
  const change = { key: 'payoutOnePersonCents', value: '900000' };
  expect((await run('admin', 'set', change)).text).toContain('changed by a command on the machine');
  expect(await operate(api.db, ['set', change.key, change.value])).toContain('100000 -> 900000');
  await operate(api.db, ['set', change.key, 'default']);
});

test('the overview and the log show each role only what it may read', async () => {
  const { id: uid } = await api.guest('asker');
  await api.pool.query(`insert into support_inbox (uid, mid, body) values ($1, 'm', 'where are my gems')`, [uid]);
  const sections = async (name: string) =>
    [...(await (await get('/operator', name)).text()).matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  const always = ['Maintenance', 'What you can do'];
  expect(await sections('support')).toEqual(['Waiting for an answer', ...always]);
  expect(await sections('moderation')).toEqual([
    'Applications of hosts',
    'Hosts whose calls end too soon',
    'Open reports',
    'Waiting for an answer',
    ...always,
  ]);
  expect(await sections('finance')).toEqual(['Payouts', ...always]);
  await run('support', 'person', { uid: String(uid), reason: 'asked by support' });
  expect(await (await get('/operator/log', 'support')).text()).toContain('asked by support');
  expect(await (await get('/operator/log', 'admin')).text()).toContain('asked by support');
  expect(await (await get('/operator/log', 'finance')).text()).not.toContain('asked by support');
});

test('the figures show calls, sales, refunds and payouts of each day to finance and admin alone', async () => {
  for (const role of ['support', 'moderation']) expect((await get('/operator/figures', role)).status).toBe(403);
  const [caller, callee] = [await api.guest('caller'), await api.guest('callee')];
  // Triggers refuse rows that did not pass through all states; these stand for finished ones.
  const client = await api.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [sid, answered, seconds] of [
      ['f1', 1, 60],
      ['f2', 1, 0],
      ['f3', 0, 0],
    ])
      await client.query(
        `insert into call (sid, kind, state, caller, callee, caller_jid, price, share_percent, free_seconds, paid, start_time,
          answer_time, seconds) values ($1, 'first', 'ended', $2, $3, '', 0, 0, 0, false, $4, $5, $6)`,
        [sid, caller.id, callee.id, Date.now(), answered, seconds],
      );
    await client.query(
      `insert into payment_order (id, uid, operation, body_hash, device, price_id, sku, gems, bonus, amount_minor, currency,
        country, channel, gateway, livemode, state, scene, expires_at, paid_at)
       values ('figures', $1, 'o', 'h', 'd', 1, 's', 100, 0, 499, 'USD', 'US', 'card', 'demo', false, 'paid', '{}', now(), now())`,
      [caller.id],
    );
    await client.query(
      `insert into reversal (id, order_id, kind, state, amount_minor, payment_ref, by)
       values ('figures', 'figures', 'refund', 'done', 199, 'r', 'payer')`,
    );
    await client.query('commit');
    const today = new Date().toISOString().slice(0, 10);
    const text = await (await get('/operator/figures', 'finance')).text();
    const row = (text.split('<tr>').find((part) => part.includes(today)) ?? '').replaceAll(/<[^>]+>|\s+/g, ' ');
    expect(row.replaceAll(/ +/g, ' ')).toContain(`${today} 3 50 % of 2 4.99 USD 1.99 USD`);
    expect(text).not.toMatch(/<script|style=/);
    expect((await get('/operator/figures', 'admin')).status).toBe(200);
  } finally {
    await client.query('rollback');
    await client.query(`delete from call where sid in ('f1', 'f2', 'f3')`);
    await client.query(`begin; set local session_replication_role = replica;
      delete from reversal where id = 'figures'; delete from payment_order where id = 'figures'; commit`);
    client.release();
  }
});

test('an admin changes the role of another operator at once, but not the own one, and the change is logged', async () => {
  expect((await get('/operator/do/report', 'support')).status).toBe(403);
  expect((await run('admin', 'operator role', { name: 'support', role: 'moderation' })).status).toBe(200);
  expect((await get('/operator/do/report', 'support')).status).toBe(200);
  expect((await run('admin', 'operator role', { name: 'admin', role: 'support' })).text).toContain(
    'another admin changes your role',
  );
  expect((await run('support', 'operator role', { name: 'support', role: 'admin' })).status).toBe(403);
  await operate(api.db, ['operator', 'role', 'support', 'support']);
  const { rows } = await api.pool.query(
    `select who, what from operator_log where command = 'operator role' order by id`,
  );
  expect(rows).toEqual([
    { who: 'operator:admin', what: { name: 'support', role: 'moderation' } },
    { who: 'ina@here', what: { name: 'support', role: 'support' } },
  ]);
  await operate(api.db, ['operator', 'add', 'eve', 'finance']);
  await operate(api.db, ['operator', 'add', 'nil']);
  const made = await api.pool.query(
    `select name, team_role from operator_account where name in ('eve', 'nil') order by name`,
  );
  expect(made.rows).toEqual([
    { name: 'eve', team_role: 'finance' },
    { name: 'nil', team_role: 'support' },
  ]);
});

describe('a payout above the sum for one person', () => {
  /** A requested payout of $2,000.00, the sum for one person being $1,000. */
  async function requested(amountMinor = 200_000): Promise<{ id: string; uid: number }> {
    const [id, { id: uid }] = [nanoid(), await api.guest(`host-${nanoid()}`)];
    await grant(api.db, `earned:${uid}`, uid, 'gems', 400_000, { type: 'adjust', id: 'earned' });
    await hold(api.db, `payout:${id}`, uid, 'gems', 400_000, { type: 'payout', id });
    const sealed = await sealAccount(api.db, uid, { holder: 'Ann Host', number: 'DE89370400440532013000' });
    const row = { id, uid, operation: id, gems: 400_000, amountMinor, currency: 'USD', sealed, last4: '3000' } as const;
    await api.db.insert(payout).values(row);
    return { id, uid };
  }
  const stateOf = async (id: string) =>
    (await api.pool.query('select state, first_approver from payout where id = $1', [id])).rows[0];

  const toldTo = async (uid: number): Promise<number> =>
    (await api.pool.query('select count(*)::int as n from service_outbox where to_uid = $1', [uid])).rows[0].n;
  /** Gems that the house got for payouts. */
  const houseGems = async (): Promise<number> => {
    const { rows } = await api.pool.query(
      `select coalesce(sum(amount), 0)::int as sum from posting where uid = $1 and currency = 'gems'`,
      [OURS.house],
    );
    return rows[0].sum;
  };

  test('is approved by a second person, never by the first again, nor by a command on the machine', async () => {
    const { id } = await requested();
    await expect(operate(api.db, ['payout', 'approve', id])).rejects.toThrow('two operators who sign in');
    expect((await run('finance', 'payout approve', { id })).text).toContain('waits for another operator');
    expect(await stateOf(id)).toEqual({ state: 'requested', first_approver: 'operator:finance' });
    expect((await run('finance', 'payout approve', { id })).text).toContain('another operator must give the second');
    expect((await run('finance', 'payout sent', { id, reference: 'x' })).status).toBe(409);
    expect(await operate(api.db, ['payout', 'list'])).not.toContain(id);
    expect((await run('fin', 'payout approve', { id })).text).toContain('is approved');
    expect(await stateOf(id)).toMatchObject({ state: 'approved' });
    expect((await run('admin', 'payout approve', { id })).status).toBe(409);
  });

  test('is sent once when both operators repeat every step at the same time', async () => {
    const { id } = await requested();
    const house = await houseGems();
    const step = async (act: string, form: Record<string, string>) => {
      const keys = [nanoid(), nanoid()];
      const all = ['finance', 'fin'].flatMap((name, at) =>
        [1, 2, 3].map(() => run(name, act, { id, ...form }, keys[at])),
      );
      return (await Promise.all(all)).filter(({ status }) => status === 200).length;
    };
    expect(await step('payout approve', {})).toBe(2);
    expect(await step('payout sent', { reference: 'SEPA 1' })).toBe(1);
    const { rows: sent } = await api.pool.query(
      `select count(*)::int as n from operator_log where command = 'payout sent' and what->>'id' = $1`,
      [id],
    );
    expect([await stateOf(id), await houseGems(), sent[0].n]).toMatchObject([{ state: 'sent' }, house + 400_000, 1]);
  });

  test.each([
    ['returned after it was sent', 'payout return', 'sent'],
    ['failed after its approval', 'payout fail', 'approved'],
  ] as const)('is %s by a second person, never by the first again, nor by a command', async (_title, act, from) => {
    const { id, uid } = await requested();
    for (const name of ['finance', 'fin']) await run(name, 'payout approve', { id });
    if (from === 'sent') await run('finance', 'payout sent', { id, reference: 'SEPA 1' });
    const form = { id, words: 'It came back' };
    const gems = async () => (await loadBalances(api.db, uid)).gems;
    const [before, messages] = [await gems(), await toldTo(uid)];
    await expect(operate(api.db, [...act.split(' '), id, 'It came back'])).rejects.toThrow('two operators who sign in');
    expect((await run('finance', act, form)).text).toContain('it waits for another operator');
    expect((await run('finance', act, form)).text).toContain('another operator must give the second');
    expect([await stateOf(id), await gems(), await toldTo(uid)]).toMatchObject([{ state: from }, before, messages]);
    expect(await (await get('/operator', 'fin')).text()).toContain('did not arrive, as operator:finance says');
    const ends = await Promise.all([1, 2, 3].map(() => run('fin', act, form)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect([await gems(), await toldTo(uid)]).toEqual([before + 400_000, messages + 1]);
    expect((await run('admin', act, form)).status).toBe(409);
  });

  test('is failed by one person before its approval, and a first word does not count in the next state', async () => {
    const { id: early } = await requested();
    expect((await run('finance', 'payout fail', { id: early, words: 'no' })).status).toBe(200);
    const { id } = await requested();
    for (const name of ['finance', 'fin']) await run(name, 'payout approve', { id });
    await run('finance', 'payout fail', { id, words: 'not sent' });
    await run('fin', 'payout sent', { id, reference: 'SEPA 1' });
    expect((await run('fin', 'payout return', { id, words: 'back' })).text).toContain('waits for another operator');
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
  });

  test('needs one person up to the sum, which the operator sets', async () => {
    const { id } = await requested(100_000);
    expect(await operate(api.db, ['payout', 'approve', id])).toContain('is approved');
    await changeSiteSetting(api.db, 'payoutOnePersonCents', 99_999);
    const { id: next } = await requested(100_000);
    expect((await run('admin', 'payout approve', { id: next })).text).toContain('waits for another operator');
    await changeSiteSetting(api.db, 'payoutOnePersonCents', undefined);
  });

  test('is listed with the state of the account and the problem when it goes by Stripe', async () => {
    const { id } = await requested();
    const transfer = { payoutId: id, destination: 'acct_1', problem: 'Stripe refused: x', askedAt: new Date(0) };
    await api.db.insert(payoutTransfer).values(transfer);
    const overview = await (await get('/operator', 'finance')).text();
    expect(overview).toContain('requested, account at Stripe: gone, Stripe refused: x');
  });

  test('is decided by no operator whose own account it goes to', async () => {
    const { id, uid } = await requested();
    await operate(api.db, ['operator', 'account', 'fin', String(uid)]);
    for (const [act, form] of [
      ['payout approve', {}],
      ['payout fail', { words: 'no' }],
    ] as const) {
      expect((await run('fin', act, { id, ...form })).text).toContain('another operator decides on your own payout');
    }
    await operate(api.db, ['operator', 'account', 'fin']);
    expect((await run('fin', 'payout approve', { id })).status).toBe(200);
  });
});
