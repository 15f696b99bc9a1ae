import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { readUpi } from '../../../contract/payments/upi.ts';
import { retryAfterMs } from '../../../demo/gateway/tasks.ts';
import { TEST_CARDS } from '../../../demo/gateway/test-cards.ts';
import type { OrderFacts } from '../../../server/domains/payments/gateway.ts';
import {
  type BellListener,
  GOOD_CARD,
  listenForBells,
  orderOf,
  PARENT,
  postTo,
  startTestGateway,
  type TestGateway,
  tokenOf,
  typeCard,
} from '../../harness/money/gateway.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { startDemoRig } from './demo-rig.ts';
import { gatewaySuite } from './gateway-suite.ts';

gatewaySuite('demo', () => startDemoRig(inject('postgresUrl')));

let bells: BellListener;
let gateway: TestGateway;
let databaseUrl: string;
let status = 200;

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'));
  bells = await listenForBells(() => status);
  gateway = await startTestGateway({ databaseUrl, webhookUrl: bells.url, timeoutMs: 20_000 });
});
afterAll(async () => {
  await gateway?.close();
  await bells?.close();
});
beforeEach(() => {
  status = 200;
});

let keys = 0;
const key = () => `key-${++keys}`;
const open = (change: Partial<OrderFacts> = {}) =>
  gateway.adapter.open(orderOf({ expiresAt: gateway.now() + 31 * 60_000, ...change }), key());
const ask = (ref: string) => gateway.adapter.ask(ref);
const urlOf = (seen: { next?: { kind: string } | undefined }) => {
  if (seen.next === undefined || !('url' in seen.next) || typeof seen.next.url !== 'string') throw new Error('no page');
  return seen.next.url;
};
async function chargeNumber(number: string, change: Partial<OrderFacts> = {}) {
  const opened = await open(change);
  const token = await tokenOf(urlOf(opened), number);
  return gateway.adapter.charge(opened.ref, { token, remember: false }, key());
}

describe('test cards of the demo gateway', () => {
  test('a card pays the agreed amount', async () => {
    const paid = await chargeNumber(GOOD_CARD);
    expect(paid).toMatchObject({ state: 'paid', livemode: false, reversed: [] });
    expect(paid.payment).toMatchObject({ amountMinor: 1_299, currency: 'USD', card: { brand: 'visa', last4: '4242' } });
    expect(await ask(paid.ref)).toEqual(paid);
  });

  test.each([
    ['4000 0000 0000 9995', 'no-funds'],
    ['4000 0000 0000 0002', 'declined'],
    // A valid number that is not a test card.
    ['4111 1111 1111 1111', 'declined'],
  ])('the card %s is declined with %s, and another card pays', async (number, reason) => {
    const declined = await chargeNumber(number);
    expect(declined).toMatchObject({ state: 'declined', reason, next: { kind: 'frame' } });
    const token = await tokenOf(urlOf(declined));
    expect(await gateway.adapter.charge(declined.ref, { token, remember: false }, key())).toMatchObject({
      state: 'paid',
    });
  });

  test('the card ..3155 needs a challenge, which only the right code passes', async () => {
    const asked = await chargeNumber('4000 0025 0000 3155');
    expect(asked).toMatchObject({ state: 'action', next: { kind: 'challenge' } });
    const page = urlOf(asked);
    expect(await postTo(page, { code: '1111' })).toMatchObject({ state: 'action' });
    expect((await ask(asked.ref)).payment).toBeUndefined();
    expect(await postTo(page, { code: '1234' })).toMatchObject({ state: 'paid' });
    expect(await ask(asked.ref)).toMatchObject({ state: 'paid' });
  });

  test('the card ..3155 is declined after three wrong codes', async () => {
    const asked = await chargeNumber('4000 0025 0000 3155');
    for (const code of ['1', '2', '3']) await postTo(urlOf(asked), { code });
    expect(await ask(asked.ref)).toMatchObject({ state: 'declined', reason: 'challenge-failed' });
    expect(await postTo(urlOf(asked), { code: '1234' })).toMatchObject({ status: 404 });
  });

  test('the card ..0119 pays after 20 s, and its session cannot be closed meanwhile', async () => {
    const slow = await chargeNumber('4000 0000 0000 0119');
    expect(slow).toMatchObject({ state: 'confirming', next: { kind: 'wait' } });
    expect(await gateway.adapter.close(slow.ref)).toMatchObject({ state: 'confirming' });
    await gateway.pass(19_000);
    expect(await ask(slow.ref)).toMatchObject({ state: 'confirming' });
    await gateway.pass(1_000);
    expect(await ask(slow.ref)).toMatchObject({ state: 'paid' });
  });

  test('the card ..0309 fails, and pays after 60 s even when its session was closed', async () => {
    const late = await chargeNumber('4000 0000 0000 0309');
    expect(late).toMatchObject({ state: 'declined', reason: 'other' });
    expect(await gateway.adapter.close(late.ref)).toMatchObject({ state: 'closed' });
    await gateway.pass(60_000);
    expect(await ask(late.ref)).toMatchObject({ state: 'paid', payment: { amountMinor: 1_299 } });
  });

  test('the card ..0309 pays nothing later when another card has paid', async () => {
    const late = await chargeNumber('4000 0000 0000 0309');
    const token = await tokenOf(urlOf(late));
    const paid = await gateway.adapter.charge(late.ref, { token, remember: false }, key());
    await gateway.pass(60_000);
    expect(await ask(late.ref)).toEqual(paid);
  });

  test('the card ..0572 pays another amount', async () => {
    expect(await chargeNumber('4000 0000 0000 0572')).toMatchObject({ state: 'paid', payment: { amountMinor: 650 } });
  });

  test('the card ..0259 pays and is then disputed until the dispute ends', async () => {
    const paid = await chargeNumber('4000 0000 0000 0259');
    expect(paid).toMatchObject({ state: 'paid', reversed: [] });
    await gateway.pass(5_000);
    const { reversed } = await ask(paid.ref);
    expect(reversed).toEqual([{ ref: expect.any(String), amountMinor: 1_299, kind: 'dispute', state: 'asked' }]);
    await gateway.console('disputes', { paymentRef: paid.payment?.ref, state: 'lost' });
    expect((await ask(paid.ref)).reversed).toMatchObject([{ state: 'lost' }]);
  });

  test.each([
    ['a wrong digit', { number: '4242 4242 4242 4241' }, 'number'],
    ['no number', { number: '' }, 'number'],
    ['a past month', { expiry: '01 / 20' }, 'expiry'],
    ['month 13', { expiry: '13 / 39' }, 'expiry'],
    ['a short code', { cvc: '12' }, 'cvc'],
    ['no name', { name: ' ' }, 'name'],
  ])('a card is refused with %s', async (_title, change, wrong) => {
    const page = urlOf(await open());
    expect(await typeCard(page, GOOD_CARD, change)).toEqual({ status: 200, wrong });
  });

  test('a card token of another session, a used one and an invented one are declined', async () => {
    const other = await tokenOf(urlOf(await open()));
    const { ref, ...opened } = await open();
    const used = await tokenOf(urlOf(opened), '4000 0000 0000 0002');
    for (const token of [other, used, used, 'tok_made-up'])
      expect(await gateway.adapter.charge(ref, { token, remember: false }, key())).toMatchObject({ state: 'declined' });
    expect((await ask(ref)).payment).toBeUndefined();
  });

  test('a session is paid once with two cards', async () => {
    const opened = await open();
    const tokens = [await tokenOf(urlOf(opened)), await tokenOf(urlOf(opened))];
    const both = await Promise.all(
      tokens.map((token) => gateway.adapter.charge(opened.ref, { token, remember: false }, key())),
    );
    expect(new Set(both.map(({ payment }) => payment?.ref)).size).toBe(1);
  });
});

describe('stored cards', () => {
  test('a stored card pays again for its own payer and for no other, until it is deleted', async () => {
    const first = await open({ remember: true });
    await gateway.adapter.charge(first.ref, { token: await tokenOf(urlOf(first)), remember: true }, key());
    const kept = await gateway.adapter.keptBy(first.ref);
    expect(kept).toMatchObject({ brand: 'visa', last4: '4242', expires: '2039-12' });
    if (kept === undefined) throw new Error('not kept');
    const { cardRef, customerRef } = kept;
    const again = await open({ customerRef });
    expect(await gateway.adapter.charge(again.ref, { cardRef }, key())).toMatchObject({ state: 'paid' });
    for (const customer of ['', 'cus_other']) {
      const { ref } = await open({ customerRef: customer });
      expect(await gateway.adapter.charge(ref, { cardRef }, key())).toMatchObject({ state: 'declined' });
    }
    await gateway.adapter.forget(cardRef);
    const late = await open({ customerRef });
    expect(await gateway.adapter.charge(late.ref, { cardRef }, key())).toMatchObject({ state: 'declined' });
  });

  test('a card is stored without a purchase, and the card of a purchase only on request', async () => {
    const facts = { bindId: 'bind-1', customerRef: '', returnUrl: `${PARENT}/bindcheckout`, parentOrigin: PARENT };
    const bound = await gateway.adapter.bind(facts, key());
    const token = await tokenOf(urlOf(bound));
    const again = key();
    const kept = await gateway.adapter.keep(bound.ref, token, again);
    expect(kept).toMatchObject({ card: { last4: '4242' } });
    expect(await gateway.adapter.keep(bound.ref, token, again)).toEqual(kept);
    const paid = await chargeNumber(GOOD_CARD);
    expect(await gateway.adapter.keptBy(paid.ref)).toBeUndefined();
  });
});

test('a bank may challenge before a card is stored, and another card is stored after three wrong codes', async () => {
  const facts = { bindId: 'bind-2', customerRef: '', returnUrl: `${PARENT}/bindcheckout`, parentOrigin: PARENT };
  const bound = await gateway.adapter.bind(facts, key());
  const { ref } = bound;
  const bind = async (number: string) => gateway.adapter.keep(ref, await tokenOf(urlOf(bound), number), key());
  const asked = await bind('4000 0025 0000 3155');
  expect(asked).toMatchObject({ next: { kind: 'challenge' } });
  expect((await fetch(urlOf(asked))).status).toBe(200);
  for (const code of ['1', '2', '3']) await postTo(urlOf(asked), { code });
  expect(await gateway.adapter.askBinding(ref)).toMatchObject({ next: { kind: 'frame' }, reason: 'challenge-failed' });

  const again = await bind('4000 0025 0000 3155');
  expect(await postTo(urlOf(again), { code: '1234' })).toMatchObject({ state: 'closed' });
  const { card } = await gateway.adapter.askBinding(ref);
  expect(card).toMatchObject({ last4: '3155' });
  const { customerRef } = card ?? { customerRef: '' };
  const paid = await open({ customerRef });
  expect(await gateway.adapter.charge(paid.ref, { cardRef: card?.cardRef ?? '' }, key())).toMatchObject({
    state: 'action',
  });
});

describe('the hosted page', () => {
  test('the hosted page takes a card and redirects back', async () => {
    const opened = await open({ channel: 'hosted' });
    expect(opened.next).toMatchObject({ kind: 'redirect' });
    const page = urlOf(opened);
    expect(await typeCard(page, '4000 0000 0000 9995')).toMatchObject({ state: 'declined', reason: 'no-funds' });
    const asked = await typeCard(page, '4000 0025 0000 3155');
    expect(asked).toMatchObject({ state: 'action', url: expect.stringContaining('/challenge/') });
    const challenge = `${gateway.url}${asked['url']}`;
    expect(await postTo(challenge, { code: '1234' })).toMatchObject({
      state: 'paid',
      url: `${PARENT}/payresult?order=x`,
    });
    expect(await ask(opened.ref)).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['en-IN,en;q=0.9', 'en', '₹1,23,456.00'],
    ['en-US', 'en', '₹123,456.00'],
    ['de-AT', 'de', '₹\u00a0123.456,00'],
    ['en-IN', 'de', '123.456,00\u00a0₹'],
  ])(
    'the price on the hosted page has the format of the payer’s region for a browser in %s and a page in %s',
    async (accepted, lang, price) => {
      const opened = await open({ channel: 'hosted', price: { amountMinor: 12_345_600, currency: 'INR' } });
      const page = await fetch(`${urlOf(opened)}?lang=${lang}`, { headers: { 'accept-language': accepted } });
      expect(await page.text()).toContain(`<bdi>${price}</bdi>`);
    },
  );

  test('a purchase is cancelled on the hosted page', async () => {
    const opened = await open({ channel: 'hosted' });
    expect(await postTo(`${urlOf(opened)}/cancel`, {})).toMatchObject({ url: `${PARENT}/payresult?order=x` });
    expect(await ask(opened.ref)).toMatchObject({ state: 'closed', reason: 'cancelled' });
    expect(await typeCard(urlOf(opened), GOOD_CARD)).toMatchObject({ state: 'closed' });
  });
});

describe('UPI payments', () => {
  const rupees = { channel: 'upi', price: { amountMinor: 57_900, currency: 'INR' }, title: '700 जेम्स; <b>' } as const;
  async function openUpi() {
    const opened = await open({ ...rupees, expiresAt: gateway.now() + 600_000 });
    if (opened.next?.kind !== 'upi' || opened.next.page === undefined) throw new Error('no UPI');
    return { ...opened.next, page: opened.next.page, ref: opened.ref, orderId: opened.orderId };
  }

  test('a UPI address contains the order and the amount', async () => {
    const { uri, orderId } = await openUpi();
    expect(readUpi(uri)).toMatchObject({ ok: true, value: { order: orderId, amountMinor: 57_900 } });
  });

  test.each([
    ['approve', 'paid'],
    ['decline', 'closed'],
    ['lapse', 'closed'],
  ])('the UPI answer %s makes the session %s', async (answer, state) => {
    const { page, ref } = await openUpi();
    expect(await postTo(page, { answer })).toMatchObject({ state });
    expect(await ask(ref)).toMatchObject({ state });
  });

  test('a UPI session expires by itself', async () => {
    const { page, ref } = await openUpi();
    await gateway.pass(600_000);
    expect(await ask(ref)).toMatchObject({ state: 'closed' });
    expect(await postTo(page, { answer: 'approve' })).toMatchObject({ state: 'closed' });
  });

  test('a UPI refund is done ten seconds later', async () => {
    const { page, ref, orderId } = await openUpi();
    await postTo(page, { answer: 'approve' });
    const { payment } = await ask(ref);
    const reversal = { reversalId: 'r-upi', orderId, paymentRef: payment?.ref ?? '', price: rupees.price };
    expect(await gateway.adapter.refund(reversal, key())).toMatchObject({ state: 'sent' });
    await gateway.pass(10_000);
    expect((await ask(ref)).reversed).toMatchObject([{ ref: 'r-upi', kind: 'refund', state: 'done' }]);
  });
});

test('a refund returns no more than was paid, and only once for its key', async () => {
  const { ref, orderId, payment } = await chargeNumber(GOOD_CARD);
  const give = (amountMinor: number, once: string) =>
    gateway.adapter.refund(
      { reversalId: once, orderId, paymentRef: payment?.ref ?? '', price: { amountMinor, currency: 'USD' } },
      once,
    );
  expect(await give(1_000, 'refund-1')).toMatchObject({ state: 'done' });
  expect(await give(1_000, 'refund-1')).toMatchObject({ state: 'done' });
  expect(await give(300, 'refund-2')).toMatchObject({ state: 'failed' });
  expect(await give(299, 'refund-3')).toMatchObject({ state: 'done' });
  expect((await ask(ref)).reversed.map(({ amountMinor }) => amountMinor).sort()).toEqual([1_000, 299]);
});

describe('idempotency keys of the demo gateway', () => {
  test('a request has one effect for its idempotency key, also 20 times at once', async () => {
    const order = orderOf({ expiresAt: gateway.now() + 60_000 });
    const opened = await Promise.all(Array.from({ length: 20 }, () => gateway.adapter.open(order, 'same-key')));
    expect(new Set(opened.map(({ ref }) => ref)).size).toBe(1);
    await expect(gateway.adapter.open({ ...order, title: 'other' }, 'same-key')).rejects.toThrow('409');
  });

  test('a failure is stored for its idempotency key, and the next key succeeds', async () => {
    await gateway.fail('sessions', 'error');
    const order = orderOf({ expiresAt: gateway.now() + 60_000 });
    for (const _time of [1, 2]) await expect(gateway.adapter.open(order, 'kept-500')).rejects.toThrow('500');
    expect(await gateway.adapter.open(order, 'after-500')).toMatchObject({ state: 'open' });
  });

  test('a request whose answer was lost returns the earlier result for its idempotency key', async () => {
    const opened = await open();
    const token = await tokenOf(urlOf(opened));
    await gateway.fail('charge', 'lost');
    const charge = () => gateway.adapter.charge(opened.ref, { token, remember: false }, 'lost-answer');
    await expect(charge()).rejects.toThrow();
    expect(await charge()).toMatchObject({ state: 'paid' });
  });

  test('a session is closed and a card is deleted when the answer is lost', async () => {
    const opened = await open();
    await gateway.fail('close', 'lost');
    await expect(gateway.adapter.close(opened.ref)).rejects.toThrow();
    expect(await ask(opened.ref)).toMatchObject({ state: 'closed' });
    const kept = await open();
    const token = await tokenOf(urlOf(kept));
    await gateway.adapter.charge(kept.ref, { token, remember: true }, key());
    const card = await gateway.adapter.keptBy(kept.ref);
    if (!card) throw new Error('no card was saved');
    await gateway.fail('keep', 'lost');
    await expect(gateway.adapter.forget(card.cardRef)).rejects.toThrow();
    expect(await gateway.adapter.keptBy(kept.ref)).toBeUndefined();
  });

  test('no answer is stored for an idempotency key while the gateway is down', async () => {
    await gateway.fail('any', 'down', 2);
    const order = orderOf({ expiresAt: gateway.now() + 60_000 });
    for (const _time of [1, 2]) await expect(gateway.adapter.open(order, 'down')).rejects.toThrow('503');
    expect(await gateway.adapter.open(order, 'down')).toMatchObject({ state: 'open' });
  });
});

test('a restart of the gateway preserves idempotency keys, sessions and scheduled work', async () => {
  const order = orderOf({ expiresAt: gateway.now() + 31 * 60_000 });
  const opened = await gateway.adapter.open(order, 'before-restart');
  const slow = await chargeNumber('4000 0000 0000 0119');
  const token = await tokenOf(urlOf(opened));
  await gateway.restart();
  expect(await gateway.adapter.open(order, 'before-restart')).toEqual(opened);
  expect(await gateway.adapter.charge(opened.ref, { token, remember: false }, key())).toMatchObject({ state: 'paid' });
  await gateway.pass(20_000);
  expect(await ask(slow.ref)).toMatchObject({ state: 'paid' });
});

test('the list has every session since a time, over more than one page', async () => {
  const since = gateway.now();
  const made = new Set<string>();
  for (let n = 0; n < 103; n += 1) made.add((await open()).ref);
  const found = new Set<string>();
  for await (const { ref } of gateway.adapter.list(since)) found.add(ref);
  expect([...made].every((ref) => found.has(ref))).toBe(true);
});

describe('webhooks of the demo gateway', () => {
  const heardOf = (ref: string) => bells.heard.filter(({ raw }) => JSON.parse(raw.toString()).ref === ref);

  test('a webhook is signed, and a changed, differently signed, old or early one is refused', async () => {
    const { ref, orderId } = await chargeNumber(GOOD_CARD);
    await gateway.pass(15_000);
    const [first] = heardOf(ref);
    if (first === undefined) throw new Error('nothing was heard');
    const { raw, headers } = first;
    const now = Number(/t=(\d+)/.exec(String(headers['gateway-signature']))?.[1]) * 1_000;
    const { adapter } = gateway;
    expect(adapter.verifyWebhook(raw, headers, now)).toMatchObject({ ok: true, value: { ref, orderId } });
    for (const skew of [-300_000, 300_000]) expect(adapter.verifyWebhook(raw, headers, now + skew).ok).toBe(true);
    for (const skew of [-301_000, 301_000])
      expect(adapter.verifyWebhook(raw, headers, now + skew)).toEqual({ ok: false, error: 'stale' });
    const forged = { ok: false, error: 'forged' };
    const signature = String(headers['gateway-signature']);
    expect(adapter.verifyWebhook(Buffer.from(`${raw} `), headers, now)).toEqual(forged);
    for (const wrong of [
      undefined,
      '',
      'v1=',
      signature.replace(/t=\d+/, `t=${now / 1_000 + 1}`),
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      signature.toUpperCase(),
      `${signature},v1=00`,
    ])
      expect(adapter.verifyWebhook(raw, wrong === undefined ? {} : { 'gateway-signature': wrong }, now), wrong).toEqual(
        forged,
      );
    expect(adapter.verifyWebhook(Buffer.from('{}'), headers, now)).toEqual(forged);
  });

  test('a webhook is retried after 1, 2, 4 .. 600 s until it is accepted, and some come twice and late', async () => {
    const seen: string[][] = [];
    for (let n = 0; n < 24; n += 1) {
      const { ref } = await chargeNumber(GOOD_CARD);
      await gateway.pass(0);
      const atOnce = heardOf(ref).length;
      await gateway.pass(15_000);
      const ids = heardOf(ref).map(({ raw }) => JSON.parse(raw.toString()).id as string);
      expect(new Set(ids).size).toBe(1);
      seen.push([...ids, atOnce === 0 ? 'late' : 'prompt']);
    }
    // Each webhook arrives once and promptly, or twice and late; one in four is late at random.
    for (const one of seen) expect([one.length, one.at(-1)]).toEqual(one.length === 3 ? [3, 'late'] : [2, 'prompt']);
    expect(Array.from({ length: 12 }, (_one, tries) => retryAfterMs(tries) / 1_000)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600,
    ]);
    status = 500;
    const { ref } = await chargeNumber(GOOD_CARD);
    await gateway.pass(20_000);
    const before = heardOf(ref).length;
    for (const after of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]) await gateway.pass(after * 1_000);
    expect(heardOf(ref).length).toBeGreaterThanOrEqual(before + 8);
    status = 200;
    await gateway.pass(600_000);
    const taken = heardOf(ref).length;
    await gateway.pass(HOUR_MS);
    expect(heardOf(ref)).toHaveLength(taken);
  });
});

describe('callers without the gateway key', () => {
  test.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer nobody' }],
    ['the key without a scheme', { authorization: 'KEY' }],
    ['an empty key', { authorization: 'Bearer ' }],
  ])('a caller gets nothing from the gateway with %s', async (_title, headers: Record<string, string>) => {
    const sent = headers['authorization'] === 'KEY' ? { authorization: gateway.key } : headers;
    for (const [method, path] of [
      ['GET', 'sessions?since=0'],
      ['GET', 'sessions/x'],
      ['POST', 'sessions'],
      ['POST', 'refunds'],
      ['POST', 'faults'],
      ['GET', 'console/sessions'],
      ['POST', 'console/refunds'],
      ['POST', 'console/disputes'],
      ['POST', 'console/bank'],
      ['DELETE', 'cards/x'],
    ]) {
      const answer = await fetch(`${gateway.url}/v1/${path}`, { method: method ?? '', headers: sent });
      expect([answer.status, await answer.json()], path).toEqual([401, { error: 'no such key' }]);
    }
  });

  test('a card page accepts no card from a foreign origin', async () => {
    const page = urlOf(await open());
    const answer = await fetch(`${page}/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ number: GOOD_CARD, expiry: '12 / 39', cvc: '123', name: 'E' }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('pages of the demo gateway', () => {
  const policy = async (url: string) => {
    const answer = await fetch(url);
    return {
      status: answer.status,
      csp: answer.headers.get('content-security-policy') ?? '',
      text: await answer.text(),
    };
  };

  test('card pages are framed only by their own merchant, and say that they are a demo', async () => {
    const frame = await policy(urlOf(await open()));
    expect(frame.csp).toContain("default-src 'none'");
    expect(frame.csp).toContain(`frame-ancestors ${PARENT}`);
    expect(frame.csp).not.toMatch(/unsafe|\*/);
    expect(frame.text).toContain('no real money moves');
    for (const digits of Object.keys(TEST_CARDS)) expect(frame.text).toContain(`data-card="${digits}"`);
    const hosted = await policy(urlOf(await open({ channel: 'hosted', title: '<script>alert(1)</script>' })));
    expect(hosted.csp).toContain("frame-ancestors 'none'");
    expect(hosted.text).not.toContain('<script>alert');
    expect(hosted.text).toContain('no real money moves');
  });

  test('card pages are in the language of their address, with its text direction', async () => {
    const page = urlOf(await open());
    expect((await policy(`${page}?lang=ar`)).text).toContain('lang="ar" dir="rtl"');
    expect((await policy(`${page}?lang=de&theme=light`)).text).toMatch(
      /lang="de" dir="ltr" data-theme="light"[\s\S]*Kartennummer/,
    );
    expect((await policy(`${page}?lang=%22%3E&theme=x`)).text).toContain('<html lang="en" dir="ltr">');
  });

  test('the console shows payments to a caller with the key, and banks can answer once and in order', async () => {
    const page = await policy(`${gateway.url}/console`);
    expect([page.status, page.csp.includes("frame-ancestors 'none'")]).toEqual([200, true]);
    const slow = await chargeNumber('4000 0000 0000 0119');
    await gateway.console('bank', { ref: slow.ref, paid: false });
    expect(await ask(slow.ref)).toMatchObject({ state: 'declined', reason: 'declined' });
    await expect(gateway.console('bank', { ref: slow.ref, paid: false })).rejects.toThrow('409');
    await gateway.pass(20_000);
    expect((await ask(slow.ref)).payment).toBeUndefined();
    const { ref, payment } = await chargeNumber(GOOD_CARD);
    const say = (state: string) => gateway.console('disputes', { paymentRef: payment?.ref, state });
    for (const state of ['won', 'lost']) await expect(say(state)).rejects.toThrow('409');
    await say('inquiry');
    await gateway.console('refunds', { paymentRef: payment?.ref, amountMinor: 1_299 });
    await expect(gateway.console('refunds', { paymentRef: payment?.ref, amountMinor: 1 })).rejects.toThrow('409');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const { sessions } = await (await fetch(`${gateway.url}/v1/console/sessions`, { headers })).json();
    expect(sessions.find((one: { ref: string }) => one.ref === ref)).toMatchObject({
      state: 'paid',
      paymentRef: payment?.ref,
      amountMinor: 1_299,
      currency: 'USD',
      reversals: [
        { kind: 'dispute', state: 'inquiry' },
        { kind: 'refund', state: 'done' },
      ],
    });
  });

  test('card pages are closed when there is nothing to pay, and unknown pages are not found', async () => {
    const paid = await open();
    const token = await tokenOf(urlOf(paid));
    await gateway.adapter.charge(paid.ref, { token, remember: false }, key());
    expect((await policy(urlOf(paid))).status).toBe(410);
    expect((await policy(`${gateway.url}/frame/guess`)).status).toBe(404);
  });
});

test('no card number is in the database, an answer or a webhook', async () => {
  const answers: string[] = [];
  for (const number of Object.keys(TEST_CARDS)) {
    const opened = await open();
    answers.push(JSON.stringify(await typeCard(urlOf(opened), number)));
    answers.push(
      JSON.stringify(
        await gateway.adapter.charge(
          opened.ref,
          { token: await tokenOf(urlOf(opened), number), remember: true },
          key(),
        ),
      ),
    );
  }
  await gateway.pass(120_000);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'gateway_demo'`,
  );
  expect(tables.length).toBeGreaterThan(4);
  const kept: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as row from gateway_demo.${table_name} t`);
    kept.push(...rows.map(({ row }) => row as string));
  }
  await client.end();
  const all = [...answers, ...kept, ...bells.heard.map(({ raw }) => raw.toString())].join('\n');
  expect(all).toContain('4242');
  for (const number of Object.keys(TEST_CARDS)) {
    expect(all).not.toContain(number);
    expect(all).not.toContain(number.replaceAll(/(.{4})(?=.)/g, '$1 '));
  }
});
