import { sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { expect } from 'vitest';
import { DAY_MS } from '../../../contract/durations.ts';
import { moneyForGems, type PayoutState } from '../../../contract/hosting/payouts.ts';
import { STUDIO_DAYS, type StudioDay } from '../../../contract/hosting/studio.ts';
import { noteOnce } from '../../../server/domains/account/site/operator-log.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { booking } from '../../../server/domains/calls/tables.ts';
import {
  type PayoutTerms,
  readPayouts,
  requestPayout,
  saveAccount,
} from '../../../server/domains/hosting/payouts/payouts.ts';
import { readStatement } from '../../../server/domains/hosting/payouts/statement.ts';
import { readYearly } from '../../../server/domains/hosting/payouts/yearly.ts';
import { readStudio } from '../../../server/domains/hosting/studio.ts';
import { Refused } from '../../../server/domains/operator/act.ts';
import { findAct } from '../../../server/domains/operator/acts.ts';
import { perform } from '../../../server/domains/operator/perform.ts';
import { authorOf } from '../../../server/domains/operator/sign-in.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { grant, hold, move, OURS, post, release } from '../../../server/domains/wallet/ledger.ts';
import { readLines } from '../../../server/domains/wallet/lines.ts';
import type { Transaction } from '../../../server/platform/database/connect.ts';
import type { CallServer } from '../calls/calls.ts';
import { seeded } from '../hostile/mutants.ts';
import { ACT_CONFIG } from '../operate.ts';

const DAYS = 40;
/** The days are in two calendar years. */
const FIRST_DAY_MS = Date.UTC(2026, 0, 20) - DAYS * DAY_MS;
const KEY = Buffer.alloc(32);
const SOURCES = ['calls', 'bookings', 'gifts', 'media'] as const;
const TERMS: PayoutTerms = { isOff: false, rate: { amountMinor: 500, currency: 'USD' }, minGems: 10, holdDays: 7 };
/** A payout of more cents needs two operators; about half of them do. */
const ONE_PERSON_CENTS = 300;
const OPERATORS = ['ina', 'tom'] as const;
const DECISIONS = ['approve', 'sent', 'fail', 'return'] as const;
type Decision = (typeof DECISIONS)[number];
type Source = (typeof SOURCES)[number];

/** What the model knows of a payout. */
type Modelled = {
  readonly id: string;
  readonly gems: number;
  readonly state: PayoutState;
  readonly firstApprover: string;
  readonly firstUndoer: string;
};

const SOURCE_OF = { call: 'calls', booking: 'bookings', media: 'media' } as const satisfies Record<string, Source>;
const changeOf = ({ calls, bookings, gifts, media, other }: StudioDay) => calls + bookings + gifts + media + other;
const needsTwo = ({ gems }: Modelled) => moneyForGems(gems, TERMS.rate).amountMinor > ONE_PERSON_CENTS;

/** The payout after a decision, by the rules alone; undefined if it is refused. */
function decided(of: Modelled, decision: Decision, who: string): Modelled | undefined {
  const column = decision === 'approve' ? 'firstApprover' : 'firstUndoer';
  const to = (state: PayoutState): Modelled => ({ ...of, state, firstUndoer: '' });
  const byTwo = (state: PayoutState): Modelled | undefined => {
    if (!needsTwo(of)) return to(state);
    if (of[column] === who) return undefined;
    return of[column] === '' ? { ...of, [column]: who } : to(state);
  };
  if (decision === 'approve') return of.state === 'requested' ? byTwo('approved') : undefined;
  if (decision === 'sent') return of.state === 'approved' ? to('sent') : undefined;
  if (decision === 'return') return of.state === 'sent' ? byTwo('returned') : undefined;
  if (of.state === 'requested') return to('failed');
  return of.state === 'approved' ? byTwo('failed') : undefined;
}

/** Every end that these decisions may have together, in any order, with the number of those that took effect. */
function endsOf(of: Modelled, all: readonly (readonly [Decision, string])[]): [Modelled, number][] {
  if (all.length === 0) return [[of, 0]];
  return all.flatMap(([decision, who], at) => {
    const next = decided(of, decision, who);
    const ends = endsOf(next ?? of, all.toSpliced(at, 1));
    return ends.map(([end, done]): [Modelled, number] => [end, done + (next ? 1 : 0)]);
  });
}

/**
 * Plays random operations on the wallet of a host: calls, booked calls, media, gifts, corrections, clawbacks, own spending and payouts, on
 * random days.
 * Payouts are requested and decided by two operators at once, repeated, killed before the commit, and sent again. Compares the
 * earnings, the statement and what can be paid out with a model that knows the rules alone, after every `checkEvery` operations.
 */
export async function playHostMoney(
  at: CallServer,
  { operations, seed, checkEvery }: { readonly operations: number; readonly seed: number; readonly checkEvery: number },
): Promise<{ readonly payouts: Readonly<Record<PayoutState, number>>; readonly checks: number }> {
  const { db, pool } = at;
  const { user, host } = await at.pair(10_000_000);
  const random = seeded(seed);
  const draw = (below: number) => Math.floor(random() * below);
  await saveAccount(db, host, { holder: 'Ann Host', number: 'DE89370400440532013000' });
  await changeSiteSetting(db, 'payoutOnePersonCents', ONE_PERSON_CENTS);
  for (const name of OPERATORS) {
    await db.insert(operatorAccount).values({ name, teamRole: 'finance', passwordHash: 'x', codeSecret: 'x' });
  }
  let now = FIRST_DAY_MS;
  let balance = 0;
  let clawedBack = 0;
  let checks = 0;
  const earnings: { readonly at: number; readonly gems: number }[] = [];
  const earnedOn = new Map<string, number>();
  /** Earned after the latest request, so in the statement of no payout. */
  const unstated = new Map<Source, number>();
  const payouts: Modelled[] = [];

  async function setClock(): Promise<void> {
    const isLast = now >= FIRST_DAY_MS + DAYS * DAY_MS;
    if (!isLast && draw(Math.ceil(operations / DAYS / 8)) === 0) now += DAY_MS;
    now = now - (now % DAY_MS) + draw(1_440) * 60_000;
    await pool.query(`create or replace function ledger_now() returns timestamptz language sql as
      $$ select timestamptz '${new Date(now).toISOString()}' $$`);
  }
  function earn(source: Source, gems: number): void {
    const key = `${new Date(now).toISOString().slice(0, 10)} ${source}`;
    earnedOn.set(key, (earnedOn.get(key) ?? 0) + gems);
    unstated.set(source, (unstated.get(source) ?? 0) + gems);
    earnings.push({ at: now, gems });
    balance += gems;
  }
  /** Gems that can be paid out, of what was earned until this time. */
  function withdrawable(until: number): number {
    const earned = earnings.reduce((sum, one) => sum + (one.at <= until ? one.gems : 0), -clawedBack);
    const paid = payouts.reduce((sum, { state, gems }) => sum + (isUndone(state) ? 0 : gems), 0);
    return Math.max(0, Math.min(balance, earned - paid));
  }
  const available = () => withdrawable(now - TERMS.holdDays * DAY_MS);
  const held = () => withdrawable(Number.POSITIVE_INFINITY) - available();

  async function settle(id: number, type: keyof typeof SOURCE_OF, gems: number): Promise<void> {
    const held = { operation: `${type}:${id}`, uid: user };
    await hold(db, held.operation, user, 'gems', gems, { type, id: `${id}` });
    const isPaid = draw(4) > 0;
    if (type === 'booking') {
      const ended = { state: isPaid ? 'kept' : 'declined', settledAt: now, charged: isPaid ? 1 : 0 } as const;
      const terms = { minutes: 1, price: gems, sharePercent: 60, minimumMinutes: 1 };
      await db.insert(booking).values({ id: `${id}`, viewer: user, host, operation: `${id}`, ...terms, ...ended });
    }
    if (!isPaid) {
      await release(db, held);
      return;
    }
    await post(db, held, host, 60);
    const share = Math.floor((gems * 60) / 100);
    if (share > 0) earn(SOURCE_OF[type], share);
  }
  async function transfer(
    operation: string,
    type: 'gift' | 'reversal',
    [from, to]: readonly [number, number],
    gems: number,
  ) {
    const legs = [
      [from, -gems],
      [to, gems],
    ] as const;
    const subject = { type, id: operation };
    return move(db, { operation, kind: 'move', currency: 'gems', gross: gems, subject, legs });
  }
  /** Runs a transaction whose connection the database ends before the commit. */
  async function killed(run: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const transaction = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await run(tx);
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.execute(sql`select 1`);
    });
    await expect(transaction).rejects.toThrow();
  }

  async function request(id: number): Promise<void> {
    const most = available();
    const gems = draw(3) === 0 ? most + 1 + draw(5) : 1 + draw(Math.max(20, most));
    const isOpen = payouts.some(({ state }) => state === 'requested' || state === 'approved');
    const isAccepted = !isOpen && gems >= TERMS.minGems && gems <= most;
    const wish = { operation: `p${id}`, gems, money: moneyForGems(gems, TERMS.rate) };
    // The money of a tiny payout rounds to nothing, so it is below the minimum in any case.
    const send = () => requestPayout(db, host, wish, TERMS);
    if (draw(6) === 0) await killed((tx) => requestPayout(tx as unknown as typeof db, host, wish, TERMS));
    const answers = await Promise.all(Array.from({ length: 1 + draw(3) }, send));
    // The answer was lost, and the page sends the request again.
    answers.push(await send());
    expect(answers.map(({ ok }) => ok)).toEqual(answers.map(() => isAccepted));
    if (!isAccepted) return;
    const { rows } = await pool.query('select id from payout where uid = $1 and operation = $2', [
      host,
      wish.operation,
    ]);
    expect(rows).toHaveLength(1);
    payouts.push({ id: rows[0].id, gems, state: 'requested', firstApprover: '', firstUndoer: '' });
    unstated.clear();
    balance -= gems;
  }

  async function decide(): Promise<void> {
    const index = Math.max(0, payouts.length - 1 - (draw(4) === 0 ? draw(payouts.length) : 0));
    const before = payouts[index];
    if (!before) return;
    const prepared = (decision: Decision) => {
      const text = { sent: { reference: 'SEPA' }, fail: { words: 'no' }, return: { words: 'no' }, approve: {} }[
        decision
      ];
      const ready = findAct(['payout', decision])?.row.read({ id: before.id, ...text });
      if (!ready) throw new Error('no such action');
      return ready;
    };
    const deps = { db, gateway: undefined, config: ACT_CONFIG };
    const submit = async (decision: Decision, name: string, form: string) => {
      const request = { who: authorOf(name), operator: name, reason: 'random', yes: true, form };
      return perform(deps, prepared(decision), request).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refused) return false;
          throw error;
        },
      );
    };
    const all = Array.from({ length: 1 + draw(2) }, () => {
      const decision = draw(4) === 0 ? (DECISIONS[draw(4)] ?? 'approve') : likeliest(before.state, draw(3));
      return { decision, name: OPERATORS[draw(2)] ?? 'ina', form: nanoid() };
    });
    const [first] = all;
    if (first && draw(6) === 0) {
      const run = await prepared(first.decision).prepare(deps);
      const entry = { command: `payout ${first.decision}`, what: {}, reason: 'killed' };
      await killed(async (tx) => {
        const by = await noteOnce(tx, entry, { who: authorOf(first.name) });
        await run(tx, by ?? '').catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
      });
    }
    const done = await Promise.all(all.map(({ decision, name, form }) => submit(decision, name, form)));
    // A form that took effect, sent again, does nothing.
    const repeated = all.find((_, place) => done[place]);
    if (repeated) expect(await submit(repeated.decision, repeated.name, repeated.form)).toBe(false);
    const { rows } = await pool.query(
      `select id, gems::int, state, first_approver as "firstApprover", first_undoer as "firstUndoer" from payout where id = $1`,
      [before.id],
    );
    const after: Modelled = rows[0];
    const decisions = all.map(({ decision, name }) => [decision, authorOf(name)] as const);
    expect(endsOf(before, decisions)).toContainEqual([after, done.filter(Boolean).length]);
    payouts[index] = after;
    if (isUndone(after.state) && !isUndone(before.state)) balance += before.gems;
  }

  async function step(id: number): Promise<void> {
    const gems = 1 + draw(500);
    const way = draw(10);
    if (way === 0) return settle(id, id % 2 === 0 ? 'call' : 'booking', gems);
    if (way === 1) return settle(id, 'media', gems);
    if (way === 2) {
      await transfer(`gift:${id}`, 'gift', [user, host], gems);
      earn('gifts', gems);
    } else if (way === 3) {
      await grant(db, `adjust:${id}`, host, 'gems', gems, { type: 'adjust', id: `${id}` });
      balance += gems;
    } else if (way === 4) {
      const outcome = await transfer(`unlock:${id}:0`, 'reversal', [host, OURS.house], gems);
      if (outcome !== 'done') return;
      balance -= gems;
      clawedBack += gems;
    } else if (way === 5) {
      const held = { operation: `call:own:${id}`, uid: host };
      const outcome = await hold(db, held.operation, host, 'gems', gems, { type: 'call', id: `own-${id}` });
      if (outcome !== 'done') return;
      if (draw(2) === 0) await release(db, held);
      else balance -= gems;
    } else if (way === 6) await request(id);
    else await decide();
  }

  async function check(): Promise<void> {
    checks += 1;
    const studio = await readStudio(db, host);
    expect(studio.days).toHaveLength(STUDIO_DAYS);
    const summed = studio.days.reduce((sum, day) => sum + changeOf(day), studio.before);
    expect([studio.balance, summed, (await loadBalances(db, host)).gems]).toEqual([balance, balance, balance]);
    const shown = await readPayouts(db, host, TERMS, KEY);
    expect([shown.available, shown.held]).toEqual([available(), held()]);
    const page = await readLines(db, host, 'gems', '', 5);
    expect([page.balance, page.lines[0]?.after ?? 0]).toEqual([balance, balance]);
  }

  await setClock();
  for (let id = 0; id < operations; id += 1) {
    if (draw(4) === 0) await setClock();
    await step(id);
    if (id % checkEvery === checkEvery - 1) await check();
  }

  const { days } = await readStudio(db, host);
  for (const day of days) {
    for (const source of SOURCES) {
      expect([day.day, source, day[source]]).toEqual([day.day, source, earnedOn.get(`${day.day} ${source}`) ?? 0]);
    }
  }
  await checkStatement(at, host, balance);
  // Oldest first: each statement begins with the balance after the payout before it.
  let opening = 0;
  const stated = new Map(unstated);
  for (const { id, gems } of payouts) {
    const statement = await readStatement(db, host, id);
    if (!statement) throw new Error('a payout without a statement');
    const { before, calls, bookings, gifts, media, other, after } = statement;
    expect([before, before + calls + bookings + gifts + media + other - gems]).toEqual([opening, after]);
    opening = after;
    for (const source of SOURCES) stated.set(source, (stated.get(source) ?? 0) + statement[source]);
  }
  await checkYears(at, host, { earnedOn, stated, payouts, balance });
  const counts = { requested: 0, approved: 0, sent: 0, failed: 0, returned: 0 };
  for (const { state } of payouts) counts[state] += 1;
  const { rows } = await pool.query(
    `select coalesce(sum(amount), 0)::int as gems from posting join transfer on transfer.id = transfer_id
     where uid = $1 and subject_type = 'payout'`,
    [OURS.house],
  );
  expect(rows[0].gems).toBe(payouts.reduce((sum, { state, gems }) => sum + (state === 'sent' ? gems : 0), 0));
  return { payouts: counts, checks };
}

const isUndone = (state: PayoutState) => state === 'failed' || state === 'returned';
/** A decision that may lead a payout on, so that many reach their end; one in three of the approved ones fails. */
function likeliest(state: PayoutState, way: number): Decision {
  if (state === 'requested') return 'approve';
  if (state === 'approved') return way === 0 ? 'fail' : 'sent';
  return 'return';
}

/**
 * The yearly statements follow from each other, have in each quarter what was earned on its days, add up to the statements of the payouts
 * and
 * what was earned after the last one, and name the gems of the payouts that were sent.
 */
async function checkYears(
  { db }: CallServer,
  host: number,
  {
    earnedOn,
    stated,
    payouts,
    balance,
  }: {
    readonly earnedOn: ReadonlyMap<string, number>;
    readonly stated: ReadonlyMap<Source, number>;
    readonly payouts: readonly Modelled[];
    readonly balance: number;
  },
): Promise<void> {
  const quarterOf = (day: string) => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  const expected = new Map<string, number>();
  for (const [key, gems] of earnedOn) {
    const [day = '', source] = key.split(' ');
    const slot = `${quarterOf(day)} ${source}`;
    expected.set(slot, (expected.get(slot) ?? 0) + gems);
  }
  const summed = new Map<Source | 'paidGems' | 'requested', number>();
  let opening = 0;
  // The sum is sent on the day on which the test runs.
  for (let year = new Date(FIRST_DAY_MS).getUTCFullYear(); year <= new Date().getUTCFullYear(); year += 1) {
    const { before, quarters, after } = await readYearly(db, host, year, KEY);
    expect([year, before, quarters.length]).toEqual([year, opening, 4]);
    opening = after;
    for (const [at, quarter] of quarters.entries()) {
      for (const source of SOURCES) {
        const slot = `${year} ${at + 1} ${source}`;
        expect([slot, quarter[source]]).toEqual([slot, expected.get(slot) ?? 0]);
      }
      for (const sum of [...SOURCES, 'paidGems', 'requested'] as const)
        summed.set(sum, (summed.get(sum) ?? 0) + quarter[sum]);
      expect(quarter.fees).toBeGreaterThanOrEqual(0);
    }
  }
  const gemsOf = (isMeant: (state: PayoutState) => boolean) =>
    payouts.reduce((sum, { state, gems }) => sum + (isMeant(state) ? gems : 0), 0);
  expect(opening).toBe(balance);
  expect(summed.get('paidGems')).toBe(gemsOf((state) => state === 'sent'));
  expect(summed.get('requested')).toBe(gemsOf((state) => !isUndone(state)));
  for (const source of SOURCES) expect([source, summed.get(source)]).toEqual([source, stated.get(source) ?? 0]);
}

/** Each line of the whole statement follows from the one before it, and all add up to the balance. */
async function checkStatement({ db }: CallServer, uid: number, balance: number): Promise<void> {
  let cursor = '';
  let next = balance;
  do {
    const page = await readLines(db, uid, 'gems', cursor, 50);
    for (const { after, amount } of page.lines) {
      expect(after).toBe(next);
      next = after - amount;
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(next).toBe(0);
}
