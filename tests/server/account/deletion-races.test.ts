import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import { createCalls } from '../../../server/domains/calls/calls.ts';
import { give } from '../../../server/domains/gifts/give.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, hold } from '../../../server/domains/wallet/ledger.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { shownAt } from '../../harness/calls/call-client.ts';
import { jid } from '../../harness/calls/calls.ts';
import { fakeGateway } from '../../harness/money/fake-gateway.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let api: TestApi;
let calls: ReturnType<typeof createCalls>;
/** Blocks others with locks, and reads which statements wait. */
let holder: pg.Client;
let names = 0;
const folder = openMediaFolder(temporaryFolder('deletion'), 'chat');
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYOUTS: 'manual' }, fakeGateway());
  // A gift is enough for a payout, so that a host who has got one cannot be deleted.
  await changeSiteSetting(api.db, 'payoutMinGems', 1);
  holder = new pg.Client({ connectionString: api.url });
  await holder.connect();
  calls = createCalls({
    db: api.db,
    settings: {
      domain: 'localhost',
      relays: { turnUrls: ['turn:relay.test:3478'], turnSecret: 'secret', stunUrls: [], relayOnly: false },
      site: uncachedSite,
      aliveSince: () => 0,
    },
    sendEvent: () => undefined,
  });
});
afterAll(async () => {
  const broken = api && (await auditLedger(api.db));
  await holder?.end();
  await api?.close();
  expect(broken).toEqual([]);
});

type Person = { readonly user: User; readonly openId: string };
const named = (what: string) => {
  names += 1;
  return `${what}${names}`.padEnd(21, '_');
};

async function guest(): Promise<Person> {
  const openId = newOpenId();
  const { data } = await api.call('login', { openId, channel: 'guest' }, { device: named('device') });
  return { user: data.userInfo, openId };
}
/** Creates a host who is online and has no gems. */
async function host(): Promise<Person> {
  const one = await guest();
  const { id } = one.user;
  await api.pool.query(`update account set role = 3 where uid = $1`, [id]);
  await api.pool.query(`insert into anchor (uid, price, is_silver) values ($1, 10, false)`, [id]);
  await api.pool.query(`insert into online_stream (stream_id, uid, process_id) values ($1, $2, 'p')`, [`s${id}`, id]);
  const { rows } = await api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [id]);
  const has = Number(rows[0]?.amount ?? 0);
  if (has > 0) await hold(api.db, named('take'), id, 'gems', has, { type: 'gift', id: named('take') });
  return one;
}
const rich = async (): Promise<Person> => {
  const one = await guest();
  await grant(api.db, named('rich'), one.user.id, 'gems', 1_000, { type: 'adjust', id: 'rich' });
  return one;
};

const remove = async ({ user, openId }: Person) =>
  (await api.call('deleteAccount', { proof: { openId } }, { user })).status === 200;

/** An action that races the deletion of `goes`, whether it succeeded, and whether its rows exist. */
type Raced = {
  readonly goes: Person;
  readonly begin: () => Promise<boolean>;
  readonly isThere: () => Promise<boolean>;
  /** A table that the action writes to after it has read the account. */
  readonly writes: string;
};
const exists = async (text: string, ...values: unknown[]) => ((await api.pool.query(text, values)).rowCount ?? 0) > 0;

async function purchase(): Promise<Raced> {
  const goes = await guest();
  const { user } = goes;
  const { data } = await api.call('paymentChannels', {}, { user });
  const priceId = data.extend_info.skus.find(({ sku }) => sku === 'g300')?.priceId;
  const wish = { priceId, channel: 'card', scene: { source: 'store' } };
  return {
    goes,
    begin: async () => (await api.call('createOrder', wish, { user, operation: named('order') })).status === 200,
    isThere: () => exists('select 1 from payment_order where uid = $1', user.id),
    writes: 'payment_order',
  };
}

async function callOf(goer: 'caller' | 'callee'): Promise<Raced> {
  const [caller, callee] = [await rich(), await host()];
  const [from, to] = [caller.user.id, callee.user.id];
  return {
    goes: goer === 'caller' ? caller : callee,
    begin: async () => {
      const wanted = { callee: to, kind: 'paid', source: '', root: '', shown: shownAt(10) } as const;
      return (await calls.request(wanted, { uid: from, jid: jid(from) }, Date.now())).ok;
    },
    isThere: () => exists('select 1 from call where caller = $1', from),
    writes: 'call',
  };
}

async function gift(): Promise<Raced> {
  const [giver, goes] = [await rich(), await host()];
  const op = named('gift');
  const order: GiftOrder = {
    op,
    gift: 'rose',
    price: 10,
    to: goes.user.id,
    count: 1,
    where: 'chat',
    sid: '',
    combo: op,
    ask: '',
    lock: '',
  };
  return {
    goes,
    begin: async () => (await give(api.db, folder, giver.user.id, order)).ok,
    isThere: () => exists('select 1 from gift_sent where from_uid = $1', giver.user.id),
    writes: 'gift_received',
  };
}

const RACED = [
  ['a purchase', purchase],
  ['a call of the deleted user', () => callOf('caller')],
  ['a call to the deleted host', () => callOf('callee')],
  ['a gift to the deleted host', gift],
] as const;

const isClosed = ({ user }: Person) =>
  exists('select 1 from account where uid = $1 and closed_at is not null', user.id);

/** Exactly one of the two succeeded, and the other left no rows. */
async function isWhole({ goes, isThere }: Raced, [isRemoved, hasBegun]: readonly [boolean, boolean]): Promise<void> {
  expect({ isRemoved, hasBegun }).toEqual({ isRemoved: !hasBegun, hasBegun: !isRemoved });
  expect([await isClosed(goes), await isThere()]).toEqual([isRemoved, hasBegun]);
}

/** Waits until at least this number of statements wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => (await holder.query('select 1 from pg_locks where not granted')).rowCount, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);

describe.each(RACED)('%s that races a deletion', (_what, make) => {
  test('an action is refused without a trace when the deletion of its account runs first', async () => {
    const raced = await make();
    // The deletion has checked everything and waits to write the end of the account.
    await holder.query('begin');
    await holder.query('lock table account_move in share mode');
    const removing = remove(raced.goes);
    await waiting(1);
    const beginning = raced.begin();
    await waiting(2);
    await holder.query('commit');
    const both = await Promise.all([removing, beginning]);
    expect(both).toEqual([true, false]);
    await isWhole(raced, both);
  });

  test('a deletion waits for an action that runs first, and is refused', async () => {
    const raced = await make();
    await holder.query('begin');
    await holder.query(`lock table ${raced.writes} in share mode`);
    const beginning = raced.begin();
    await waiting(1);
    const removing = remove(raced.goes);
    await waiting(2);
    await holder.query('commit');
    const both = await Promise.all([removing, beginning]);
    expect(both).toEqual([false, true]);
    await isWhole(raced, both);
  });

  test('exactly one of an action and a deletion succeeds in each of fifty pairs, ten at once', async () => {
    const all: Raced[] = [];
    for (let at = 0; at < 50; at += 1) all.push(await make());
    const race = async (raced: Raced, at: number) => {
      const [first, second] = at % 2 === 0 ? [remove(raced.goes), raced.begin()] : [raced.begin(), remove(raced.goes)];
      const [one, two] = await Promise.all([first, second]);
      return at % 2 === 0 ? ([one, two] as const) : ([two, one] as const);
    };
    const ends: (readonly [boolean, boolean])[] = [];
    // All fifty at once would wait longer for a connection than a request may on a busy machine.
    for (let from = 0; from < all.length; from += 10)
      ends.push(...(await Promise.all(all.slice(from, from + 10).map((raced, at) => race(raced, at)))));
    for (const [at, raced] of all.entries()) await isWhole(raced, ends[at] ?? [false, false]);
    expect(await auditLedger(api.db)).toEqual([]);
  });
});
