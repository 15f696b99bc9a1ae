import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { purgeAccounts } from '../../../server/domains/account/purge.ts';
import { openMediaStore } from '../../../server/domains/media/store.ts';
import { grant, hold, post } from '../../../server/domains/wallet/ledger.ts';
import { deleteOldRows } from '../../../server/platform/database/retention.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { ACT_CONFIG, operate } from '../../harness/operate.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const dataDir = temporaryFolder('yearly');
const DETAILS = {
  name: 'Ann Host',
  address: 'Main Street 5\n10115 Berlin',
  country: 'DE',
  taxId: '12 345 678 901',
  birthDate: '1990-01-01',
};
const YEAR = new Date().getUTCFullYear();

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir, PAYOUTS: 'manual' });
});
afterAll(() => api?.close());

let ann: User;
beforeEach(async () => {
  ann = await api.guest(`ann-${nanoid()}`);
  await api.pool.query(`update account set birth_date = '1990-01-01', role = 3 where uid = $1`, [ann.id]);
  await api.pool.query('insert into anchor (uid, price) values ($1, 30)', [ann.id]);
});

const save = (details = DETAILS, user = ann) => api.call('saveTaxDetails', details, { user });
const yearly = async (year = YEAR, user = ann) => (await api.call('yearlyStatement', { year }, { user })).data;
const config = { ...ACT_CONFIG, dataDir };

/** A call minute of which the host earns 60 percent. */
async function earn(gems: number): Promise<void> {
  const viewer = await api.guest(`viewer-${nanoid()}`);
  await grant(api.db, `bought:${viewer.id}`, viewer.id, 'gems', gems, { type: 'adjust', id: 'bought' });
  const held = { operation: `call:${nanoid()}:1`, uid: viewer.id };
  await hold(api.db, held.operation, viewer.id, 'gems', gems, { type: 'call', id: nanoid() });
  await post(api.db, held, ann.id, 60);
}

test('a yearly statement has the earnings, their number and the withheld fees in the quarter of their day', async () => {
  const before = (await yearly()).before;
  await earn(100);
  await earn(50);
  const statement = await yearly();
  const quarter = statement.quarters[Math.floor(new Date().getUTCMonth() / 3)];
  expect(quarter).toMatchObject({ calls: 90, earnings: 2, fees: 60, requested: 0, paidGems: 0 });
  expect(statement).toMatchObject({ year: YEAR, before, details: null, account: null });
  expect((await yearly(YEAR + 1)).before).toBe(statement.after);
  expect((await api.call('hostPayouts', {}, { user: ann })).data.years).toEqual([YEAR]);
  expect((await api.call('yearlyStatement', { year: 1999 }, { user: ann })).status).toBe(400);
});

test('tax details are stored encrypted by a key outside the database, and only their end is shown in lists', async () => {
  const { tax } = (await save()).data;
  expect(tax).toEqual({ name: 'Ann Host', taxIdEnd: '901' });
  const { rows } = await api.pool.query('select sealed from tax_details where uid = $1', [ann.id]);
  const stored = Buffer.from(rows[0].sealed, 'base64url').toString('latin1');
  for (const word of ['Ann', 'Berlin', '12345678901', '1990']) expect(stored).not.toContain(word);
  expect(readFileSync(join(dataDir, 'personal-data.key'))).toHaveLength(32);
  expect((await yearly()).details).toEqual({ ...DETAILS, taxId: '12345678901' });
});

test('the export of an account has its tax details and the state of its identity check', async () => {
  await save();
  await api.pool.query(`insert into host_identity (uid, ref, state) values ($1, $2, 'verified')`, [ann.id, nanoid()]);
  const { exportId } = (await api.call('beginExport', {}, { user: ann })).data;
  const { rows } = (await api.call('myData', { part: 'account', cursor: '', exportId }, { user: ann })).data;
  expect(rows[0]).toMatchObject({ tax_details: { name: 'Ann Host' }, identity_check: { state: 'verified' } });
});

test('tax details that were sealed for another account are not shown', async () => {
  await save();
  const other = await api.guest(`other-${nanoid()}`);
  await api.pool.query('insert into tax_details (uid, sealed) select $2, sealed from tax_details where uid = $1', [
    ann.id,
    other.id,
  ]);
  expect((await yearly(YEAR, other)).details).toBeNull();
});

test('tax details are refused from an account that never was a host, and with an unusable number', async () => {
  const viewer = await api.guest(`viewer-${nanoid()}`);
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = $1`, [viewer.id]);
  expect((await save(DETAILS, viewer)).status).toBe(403);
  expect((await save({ ...DETAILS, taxId: '1' })).status).toBe(400);
  expect((await save({ ...DETAILS, country: 'Germany' })).status).toBe(400);
});

test('an operator sees the statement with the tax details, and each view is in the log without them', async () => {
  await save();
  await earn(100);
  const shown = await operate(api.db, ['host', 'year', `${ann.id}`, `${YEAR}`], { config, reason: 'tax audit' });
  for (const words of ['name: Ann Host', 'tax id: 12345678901', 'country: DE', '60 calls', '40 fees withheld'])
    expect(shown).toContain(words);
  const { rows } = await api.pool.query('select command, what, reason from operator_log order by id desc limit 1');
  expect(rows).toEqual([{ command: 'host year', what: { uid: ann.id, year: YEAR }, reason: 'tax audit' }]);
});

test('tax details outlive an account that was paid by the stated time, and are deleted with any other account', async () => {
  const paid = ann;
  const unpaid = await api.guest(`unpaid-${nanoid()}`);
  for (const user of [paid, unpaid]) {
    await api.pool.query(`insert into tax_details (uid, sealed) values ($1, 'sealed')`, [user.id]);
    await api.pool.query(
      `update account set role = 2, closed_at = now() - interval '400 days', closed_why = 'asked' where uid = $1`,
      [user.id],
    );
  }
  await api.pool.query(
    `insert into payout (id, uid, operation, gems, amount_minor, currency, sealed, last4, state) values ($1, $2, 'p', 100, 50, 'USD', 'x', '3000', 'sent')`,
    [nanoid(), paid.id],
  );
  const { folder, privateFolder } = openMediaStore({ db: api.db, dataDir });
  await purgeAccounts(api.db, { profile: folder, chat: privateFolder }, 'manual').run(new AbortController().signal);
  const left = async () =>
    (await api.pool.query('select uid::int from tax_details where uid = any($1)', [[paid.id, unpaid.id]])).rows;
  expect(await left()).toEqual([{ uid: paid.id }]);
  await deleteOldRows(api.db).run(new AbortController().signal);
  expect(await left()).toEqual([{ uid: paid.id }]);
  await api.pool.query(`update account set purged_at = now() - interval '2201 days' where uid = $1`, [paid.id]);
  await deleteOldRows(api.db).run(new AbortController().signal);
  expect(await left()).toEqual([]);
});
