import { readdir } from 'node:fs/promises';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS } from '../../../contract/durations.ts';
import { REFUND_WITHIN_DAYS } from '../../../contract/payments/rules.ts';
import { noteReversals } from '../../../server/domains/payments/reversal/note-reversals.ts';
import { owedBy } from '../../../server/domains/payments/reversal/owed.ts';
import { refundableOf, refundOrder, sweepReversals } from '../../../server/domains/payments/reversal/reversals.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { isLocked } from '../../../server/domains/wallet/lock.ts';
import { isLanguage } from '../../../src/i18n/languages.ts';
import { BRANDS } from '../../../tools/build/brand/choice.ts';
import { legalFiles } from '../../../tools/build/brand/legal.ts';
import { type Sold, startSold } from './sold.ts';

const ALL = 1_650;

let at: Sold;
beforeAll(async () => {
  at = await startSold(inject('postgresUrl'));
});
afterAll(async () => {
  const broken = await at?.audit();
  await at?.close();
  expect(broken).toEqual([]);
});

const refund = (uid: number, orderId: string, gems: number, operation: string = nanoid()) =>
  refundOrder(at.around, { uid, orderId, gems, operation });
const refundable = async (id: string) => refundableOf(at.db, await at.order(id), at.around.clock.now());
/** Records the reversals that the gateway reports, like the order sync. */
const look = async (order: { id: string; ref: string }) =>
  noteReversals(at.around, order.id, (await at.rig.gateway.ask(order.ref)).reversed);

/** Returns the section about gems of the published terms, by language. */
async function termsOf(): Promise<Map<string, string>> {
  const languages = (await readdir('src/i18n/locales')).filter(isLanguage);
  const files = legalFiles(BRANDS.gemcall, languages);
  return new Map(
    languages.map((language) => {
      const page = files.get(`legal/terms.${language}.html`)?.() ?? '';
      return [language, page.split('<section>')[3]?.replaceAll(/<[^>]*>/g, ' ') ?? ''];
    }),
  );
}

describe('refunds', () => {
  test('a refund returns all unused gems once, however often it is requested', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    expect(await refundable(order.id)).toEqual({ gems: ALL, price: { amountMinor: 1_299, currency: 'USD' } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(uid, order.id, ALL, 'one')));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1);
    expect(await at.balance(uid)).toBe(0);
    expect(await at.reversals(order.id)).toMatchObject([{ kind: 'refund', state: 'done', gems: ALL, minor: 1_299 }]);
    expect(await at.rig.refundsOf(order.paymentRef)).toBe(1);
    expect(await at.paid(uid)).toBe(false);
    expect(await refundable(order.id)).toBeNull();
  });

  test('a refund is offered as long as the terms state in each language, and never for gems that were not bought', async () => {
    const terms = await termsOf();
    const days = REFUND_WITHIN_DAYS;
    expect(terms.size).toBe(15);
    for (const [language, text] of terms) {
      const numbers = text.match(/\d+/g);
      expect(numbers, `the terms about gems in ${language}: ${text}`).toContain(String(days));
    }
    const uid = await at.someone();
    await grant(at.db, `gift-${nanoid()}`, uid, 'gems', 70, { type: 'adjust', id: 'x' });
    const order = await at.buy(uid);
    const row = await at.order(order.id);
    const inTime = (row.paidAt?.getTime() ?? 0) + days * DAY_MS;
    expect(await refundableOf(at.db, row, inTime - 60_000)).toMatchObject({ gems: ALL });
    expect(await refundableOf(at.db, row, inTime)).toBeNull();
    // The record states the gems and the price that are really refunded.
    expect(await refund(uid, order.id, ALL)).toMatchObject({ ok: true });
    expect([await at.balance(uid), await refundable(order.id)]).toEqual([70, null]);
  });

  test('a refund is pro rata of the unused gems, rounded down, to tens in a currency of three decimals', async () => {
    const uid = await at.someone();
    const [dollars, dinars] = [await at.buy(uid), await at.buy(uid, { amountMinor: 3_990, currency: 'KWD' })];
    await at.spend(uid, 1_000);
    expect(await refundable(dollars.id)).toEqual({ gems: 650, price: { amountMinor: 511, currency: 'USD' } });
    // Gems of the oldest order are spent first.
    expect(await refundable(dinars.id)).toEqual({ gems: ALL, price: { amountMinor: 3_990, currency: 'KWD' } });
    await at.spend(uid, 800);
    expect(await refundable(dollars.id)).toBeNull();
    expect(await refundable(dinars.id)).toEqual({ gems: 1_500, price: { amountMinor: 3_620, currency: 'KWD' } });
    expect(await refund(uid, dinars.id, 1_500)).toMatchObject({ ok: true });
    expect(await at.paid(uid)).toBe(true);
  });

  test('a refund does not reduce the refundable gems of an earlier order', async () => {
    const uid = await at.someone();
    const [first, second] = [await at.buy(uid), await at.buy(uid)];
    await at.spend(uid, 600);
    expect(await refund(uid, second.id, ALL)).toMatchObject({ ok: true });
    expect(await refundable(first.id)).toMatchObject({ gems: 1_050 });
    await grant(at.db, nanoid(), uid, 'gems', 500, { type: 'adjust', id: 'x' });
    expect(await refundable(first.id)).toMatchObject({ gems: 1_050 });
  });

  test('a refund needs the shown amount and an own order within 14 days, and is limited to three a day', async () => {
    const uid = await at.someone();
    const orders = await Promise.all(
      Array.from({ length: 4 }, () => at.buy(uid, { gems: 100, bonus: 0, amountMinor: 99 })),
    );
    const [first, second, third, fourth] = orders.map(({ id }) => id) as [string, string, string, string];
    expect(await refund(uid, first, 99)).toMatchObject({ error: { code: 'not-refundable' } });
    expect(await refund(await at.someone(), first, 100)).toMatchObject({ error: { code: 'not-found' } });
    expect(await refund(uid, nanoid(), 100)).toMatchObject({ error: { code: 'not-found' } });
    for (const id of [first, second, third]) expect(await refund(uid, id, 100)).toMatchObject({ ok: true });
    expect(await refund(uid, fourth, 100)).toMatchObject({ error: { code: 'rate-limited' } });
    const late = { ...at.around, clock: { now: () => Date.now() + 15 * DAY_MS } };
    expect(await refundOrder(late, { uid, orderId: fourth, gems: 100, operation: nanoid() })).toMatchObject({
      error: { code: 'not-refundable' },
    });
    expect(await at.balance(uid)).toBe(100);
  });

  test('a refund returns the gems when the gateway refuses it', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.rig.answerRefunds('failed');
    expect(await refund(uid, order.id, ALL)).toMatchObject({ ok: true });
    await at.rig.answerRefunds('done');
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'refused' }]);
    expect(await at.balance(uid)).toBe(ALL);
    expect(await at.paid(uid)).toBe(true);
    expect(await refundable(order.id)).toMatchObject({ gems: ALL });
    expect(at.lines.filter((line) => line.includes(order.id) && line.includes('lost_or_stolen_card'))).toHaveLength(1);
  });

  test("the gateway's code is logged once when it refuses a refund, as the gems are returned", async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.rig.dispute(order.paymentRef, 'asked');
    expect(await refund(uid, order.id, ALL)).toMatchObject({ ok: true });
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'refused' }]);
    const lines = at.lines.filter((line) => line.includes(order.id)).map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { msg: 'gateway refused a refund', kind: 'refund', err: { code: 'charge_disputed', statusCode: 400 } },
    ]);
  });

  test('gems are refunded or spent once when 50 refunds and 50 gifts come at once', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    const [refunds, spends] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => refund(uid, order.id, ALL))),
      Promise.all(Array.from({ length: 50 }, () => at.spend(uid, 100))),
    ]);
    const back = refunds.filter(({ ok }) => ok).length;
    const spent = spends.filter((outcome) => outcome === 'done').length;
    // Either the refund or the spending wins: all of it is refunded, or none.
    expect([back, spent]).toEqual(back === 1 ? [1, 0] : [0, 16]);
    expect(await at.balance(uid)).toBe(back === 1 ? 0 : ALL - 1_600);
    expect(await at.rig.refundsOf(order.paymentRef)).toBe(back);
  });

  test('a refund is resumed and completed once when its request or answer was lost', async () => {
    for (const fault of ['down', 'lost'] as const) {
      const uid = await at.someone();
      const order = await at.buy(uid);
      await at.rig.fail(fault);
      expect(await refund(uid, order.id, ALL)).toMatchObject({ ok: true });
      expect(await at.reversals(order.id)).toMatchObject([{ state: 'asked', taken: ALL }]);
      expect(await at.balance(uid)).toBe(0);
      at.later(90_000);
      await sweepReversals(at.around);
      expect(await at.reversals(order.id), fault).toMatchObject([{ state: 'done' }]);
      expect(await at.rig.refundsOf(order.paymentRef)).toBe(1);
      expect(await sweepReversals(at.around)).toBe(0);
    }
  });

  test('a pending refund is settled by a later query, also when it fails after it succeeded', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.rig.answerRefunds('sent');
    await refund(uid, order.id, ALL);
    await at.rig.answerRefunds('done');
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'asked' }]);
    const [sent] = at.rig.fake.refundsOf(order.paymentRef);
    at.rig.fake.changeRefund(sent?.id ?? '', 'succeeded');
    await look(order);
    await look(order);
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'done' }]);
    at.rig.fake.changeRefund(sent?.id ?? '', 'failed');
    await look(order);
    await look(order);
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'refused' }]);
    expect(await at.balance(uid)).toBe(ALL);
    expect(at.lines.filter((line) => line.includes(order.id)).map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'gateway refused a refund', reason: 'lost_or_stolen_card' },
    ]);
  });
});

describe('disputes', () => {
  test('a dispute takes the available gems at a loss of the house and locks spending, and a won one restores everything', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.spend(uid, 1_000);
    const house = await at.house();
    await at.rig.dispute(order.paymentRef, 'inquiry');
    await look(order);
    expect(await at.reversals(order.id)).toEqual([]);
    await at.rig.dispute(order.paymentRef, 'asked');
    await Promise.all(Array.from({ length: 10 }, () => look(order)));
    expect(await at.reversals(order.id)).toMatchObject([
      { kind: 'dispute', state: 'asked', gems: ALL, taken: 650, owed: 1_000, by: 'gateway' },
    ]);
    expect(await at.balance(uid)).toBe(0);
    expect(await at.house()).toBe(house - 1_000);
    expect(await isLocked(at.db, uid)).toBe(true);
    expect(await at.paid(uid)).toBe(false);
    await grant(at.db, nanoid(), uid, 'gems', 50, { type: 'adjust', id: 'x' });
    expect(await at.spend(uid, 10)).toBe('locked');
    await at.rig.dispute(order.paymentRef, 'won');
    await Promise.all(Array.from({ length: 10 }, () => look(order)));
    expect(await at.balance(uid)).toBe(700);
    expect(await at.house()).toBe(house);
    expect(await isLocked(at.db, uid)).toBe(false);
    expect(await owedBy(at.db, uid)).toBe(0);
    expect(await at.paid(uid)).toBe(true);
  });

  test('a lost dispute leaves the debt and the lock', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.spend(uid, ALL);
    await at.rig.dispute(order.paymentRef, 'asked');
    await look(order);
    await at.rig.dispute(order.paymentRef, 'lost');
    await look(order);
    expect(await at.reversals(order.id)).toMatchObject([{ state: 'lost', taken: 0, owed: ALL }]);
    expect(await owedBy(at.db, uid)).toBe(ALL);
    expect(await isLocked(at.db, uid)).toBe(true);
  });

  test('the lock ends with the last of two disputes', async () => {
    const uid = await at.someone();
    const [one, two] = [await at.buy(uid), await at.buy(uid)];
    for (const order of [one, two]) {
      await at.rig.dispute(order.paymentRef, 'asked');
      await look(order);
    }
    await at.rig.dispute(one.paymentRef, 'won');
    await look(one);
    expect(await isLocked(at.db, uid)).toBe(true);
    await at.rig.dispute(two.paymentRef, 'won');
    await look(two);
    expect(await isLocked(at.db, uid)).toBe(false);
    expect(await at.balance(uid)).toBe(2 * ALL);
  });

  test('a dispute also takes the gems of a refund that the gateway refuses because of it', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.rig.fail('down');
    await refund(uid, order.id, ALL);
    await at.rig.dispute(order.paymentRef, 'asked');
    await look(order);
    expect(await at.reversals(order.id)).toMatchObject([{ kind: 'refund' }, { kind: 'dispute', gems: 0 }]);
    at.later(90_000);
    await sweepReversals(at.around);
    expect(await at.reversals(order.id)).toMatchObject([
      { kind: 'refund', state: 'refused' },
      { kind: 'dispute', state: 'asked', gems: ALL, taken: ALL, owed: 0 },
    ]);
    expect(await at.balance(uid)).toBe(0);
    await at.rig.dispute(order.paymentRef, 'won');
    await look(order);
    expect(await at.balance(uid)).toBe(ALL);
  });
});

describe('refunds made at the gateway', () => {
  test('a refund in the console becomes a reversal of the proportional gems, up to all of them', async () => {
    const uid = await at.someone();
    const order = await at.buy(uid);
    await at.rig.refund(order.paymentRef, 433);
    await look(order);
    await look(order);
    expect(await at.reversals(order.id)).toMatchObject([{ kind: 'refund', state: 'done', gems: 550, taken: 550 }]);
    expect(await at.balance(uid)).toBe(1_100);
    expect(await refundable(order.id)).toEqual({ gems: 1_100, price: { amountMinor: 866, currency: 'USD' } });
    await at.rig.refund(order.paymentRef, 866);
    await look(order);
    expect(await at.balance(uid)).toBe(0);
    expect(await at.paid(uid)).toBe(false);
  });

  test('a second payment of an order is refunded without gems', async () => {
    const uid = await at.someone();
    const [order, other] = [await at.buy(uid), await at.buy(uid)];
    await at.pool.query(
      `insert into reversal (id, order_id, kind, state, amount_minor, ref, payment_ref, by, ask_at)
       values ($1, $2, 'surplus', 'asked', 1299, $3, $4, 'gateway', now())`,
      [nanoid(), order.id, `surplus:${other.paymentRef}`, other.paymentRef],
    );
    await sweepReversals(at.around);
    expect(await at.reversals(order.id)).toMatchObject([{ kind: 'surplus', state: 'done', gems: 0 }]);
    expect(await at.rig.refundsOf(other.paymentRef)).toBe(1);
    expect(await at.balance(uid)).toBe(2 * ALL);
    expect(await refundable(order.id)).toMatchObject({ gems: ALL });
  });
});
