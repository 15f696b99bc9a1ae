import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallTerms } from '../../contract/calls/hub-shapes.ts';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../contract/calls/rules.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { GiftOrder } from '../../contract/gifts/gift.ts';
import type { Money } from '../../contract/payments/money.ts';
import { PRICE_KEPT_MINUTES } from '../../contract/payments/rules.ts';
import { SILVER_CALL_PRICE_SILVER } from '../../contract/rewards/rules.ts';
import { uncachedSite } from '../../server/domains/account/site/site.ts';
import { createCallbacks } from '../../server/domains/calls/callbacks.ts';
import { createCalls } from '../../server/domains/calls/calls.ts';
import { give } from '../../server/domains/gifts/give.ts';
import { lockIdOf, pageLockIdOf, prepareMedia } from '../../server/domains/media/message-media.ts';
import { grant } from '../../server/domains/wallet/ledger.ts';
import type { User } from '../harness/api.ts';
import { shownAt } from '../harness/calls/call-client.ts';
import { jid, reasonOf } from '../harness/calls/calls.ts';
import { fakeGateway } from '../harness/money/fake-gateway.ts';
import { openLocks } from './media/locks-fixture.ts';

/**
 * Tests every action that pays in these attacks: its price changes after it was shown; rows of other namespaces have the ids that a
 * client chooses; its requests are sent twice; two tabs run it at once; another user has its ids. In each, the buyer must lose at most
 * what was shown, and a bystander nothing.
 */
const gateway = fakeGateway();
const { its, folder } = openLocks(gateway);
const GEMS = 2_000;
const PRICE = 60;
const DEAR = 900;

/** The call actions, at times that the test chooses. */
let calls: ReturnType<typeof createCalls>;
let callbacks: ReturnType<typeof createCallbacks>;
beforeAll(() => {
  const relays = { turnUrls: ['turn:relay.test:3478'], turnSecret: 'secret', stunUrls: [], relayOnly: false };
  const settings = { domain: 'localhost', relays, site: uncachedSite, aliveSince: () => 0 };
  calls = createCalls({ db: its.api.db, settings, sendEvent: () => undefined });
  callbacks = createCallbacks({
    db: its.api.db,
    domain: 'localhost',
    calls,
    site: uncachedSite,
    sendEvent: () => undefined,
  });
});

const sql = (text: string, values: readonly unknown[] = []) => its.api.pool.query(text, [...values]);
const newId = () => randomBytes(16).toString('base64url').slice(0, 21);
const word = () => [...randomBytes(12)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('');

async function newHost(): Promise<User> {
  const host = await its.api.guest(newId());
  await sql('update account set role = 3 where uid = $1', [host.id]);
  await sql('insert into anchor (uid, price, is_silver) values ($1, $2, true)', [host.id, PRICE]);
  await sql(`insert into online_stream (stream_id, uid, process_id) values ($1, $2, 'p')`, [newId(), host.id]);
  return host;
}
/** Creates a user with gems and silver who has used every free call of the day. */
async function newBuyer(): Promise<User> {
  const buyer = await its.api.guest(newId());
  const { rows } = await sql(`select amount from wallet where uid = $1 and currency = 'gems'`, [buyer.id]);
  for (const [currency, has] of [
    ['gems', Number(rows[0]?.amount ?? 0)],
    ['silver', 0],
  ] as const) {
    const subject = { type: 'adjust', id: newId() } as const;
    await grant(its.api.db, subject.id, buyer.id, currency, GEMS - has, subject);
  }
  await sql(`insert into online_stream (stream_id, uid, process_id) values ($1, $2, 'p')`, [newId(), buyer.id]);
  await takeAllowance(buyer, 'first');
  return buyer;
}
const takeAllowance = ({ id }: User, kind: 'first' | 'silver') =>
  sql(`insert into allowance_use select $1, 'uid:' || $2::bigint || $3, 1, $4`, [
    kind,
    id,
    kind === 'silver' ? `@${Math.floor(Date.now() / DAY_MS)}` : '',
    newId(),
  ]);
async function walletOf(user: User): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql('select currency, amount::int from wallet where uid = $1', [user.id]);
  const orders = await sql(
    `select coalesce(sum(amount_minor), 0)::int as ordered,
       coalesce(sum(amount_minor * (select count(*) from payment_call where order_id = payment_order.id and kind = 'charge')), 0)::int as charged
     from payment_order where uid = $1`,
    [user.id],
  );
  const { ordered, charged } = orders.rows[0];
  return {
    ...Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount])),
    ordered: -ordered,
    charged: -charged,
  };
}
/** Creates a picture of the host without encoding one. */
async function newPicture(host: User): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await sql(
    `insert into media (id, owner_uid, kind, purpose, width, height, bytes) values ($1, $2, 'picture', 'chat', 4, 3, 9)`,
    [id, host.id],
  );
  const path = folder.original(id, 'picture');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'a picture');
  return id;
}

/** One purchase as it was shown. `press` runs it as the buyer or as another user with its ids, and returns whether anything was bought. */
type Case = {
  readonly press: (by: User) => Promise<boolean>;
  /** Raises its price, as the host or the operator would, or uses up what made it cheap. */
  readonly raise: () => Promise<unknown>;
  /** Creates rows of every other namespace under the ids that clients choose. */
  readonly occupy?: () => Promise<unknown>;
};
type Action = {
  /** `ordered` and `charged` are amounts of money in minor units. */
  readonly currency: 'gems' | 'silver' | 'ordered' | 'charged';
  /** The price of a press that the buyer was shown. */
  readonly shown: number;
  /** Whether a second press is a separate purchase. */
  readonly isRepeatable?: true;
  /** Set when a later price rise changes nothing: the action continues at the price that was shown. */
  readonly isFixed?: true;
  readonly offer: (buyer: User, host: User) => Promise<Case>;
};
const isOk = ({ status }: { readonly status: number }) => status === 200;
/** Whether a refusal reports a changed price. */
const isPriceChanged = (data: unknown) => JSON.stringify(data ?? '').includes('price-changed');

let refusals: unknown[] = [];
const heard = <T>(answer: T): T => {
  refusals.push(answer);
  return answer;
};
const http = async (...call: Parameters<typeof its.api.call>) => isOk(heard(await its.api.call(...call)));

async function lockedMessage(host: User, buyer: User, lock: { price: number } | { gift: string }, mid = newId()) {
  const media = await newPicture(host);
  const of = { from: host.id, to: buyer.id, mid };
  await prepareMedia(its.api.db, { ...of, media: [media], lock });
  const again = (other: { price: number } | { gift: string }) =>
    prepareMedia(its.api.db, { ...of, media: [media], lock: other }).catch(() => undefined);
  return { media, mid, lockId: lockIdOf(of), again };
}
async function pageItem(host: User, price: number): Promise<string> {
  const media = await newPicture(host);
  const [{ place }] = (
    await sql('select coalesce(max(place), 0) + 1 as place from exclusive_item where owner_uid = $1', [host.id])
  ).rows;
  await sql('insert into exclusive_item (media_id, owner_uid, price, place) values ($1, $2, $3, $4)', [
    media,
    host.id,
    price,
    place,
  ]);
  return media;
}
async function newGift(price: number): Promise<string> {
  const id = word();
  await sql('insert into gift (id, type, gems_price, tab_id, priority) values ($1, 1, $2, 1, 90)', [id, price]);
  return id;
}
const raiseGift = (id: string) => sql('update gift set gems_price = $2 where id = $1', [id, DEAR]);

function giving(host: User, gift: string, change: Partial<GiftOrder> = {}): (by: User) => Promise<boolean> {
  const op = newId();
  const order: GiftOrder = {
    op,
    gift,
    price: PRICE,
    to: host.id,
    count: 1,
    where: 'chat',
    sid: '',
    combo: op,
    ask: '',
    lock: '',
    ...change,
  };
  return async (by) => heard(await give(its.api.db, folder, by.id, order)).ok;
}

const from = ({ id }: User) => ({ uid: id, jid: jid(id) });
type Step = Parameters<typeof calls.perform>[0];
const step = async (name: string, sid: string, by: User, at: number, data: object = {}) => {
  const request = { name, sid, data } as unknown as Step;
  // Sends each request twice: the repeat must change nothing.
  await calls.perform(request, from(by), at);
  return calls.perform(request, from(by), at);
};
/** Both sides confirm media, and the call continues for this number of seconds before its caller ends it. */
async function talk(sid: string, caller: User, host: User, at: number, seconds: number): Promise<void> {
  await step('CallReady', sid, host, at);
  await step('SessionSuccess', sid, caller, at);
  await step('SessionSuccess', sid, host, at);
  await continueFor(sid, caller, host, at, seconds);
}
async function continueFor(sid: string, caller: User, host: User, at: number, seconds: number): Promise<void> {
  let now = at;
  for (const end = at + seconds * 1_000; now < end; now += CALL_HEARTBEAT_INTERVAL_MS) {
    for (const by of [caller, host]) await step('SessionHeartbeat', sid, by, now, { flowing: true });
    await calls.writeBeats(now);
    await calls.sweep(now);
  }
  await step('SessionTerminate', sid, caller, now, { reason: 'hangUp', rejectType: '' });
}
let clock = Date.now();
/** Returns a separate moment for each call, all of them on the same day. */
const nextMoment = () => {
  clock += 1_000;
  return clock;
};
/** Returns a function that starts a call as shown, in which another user may act with its id. */
function calling(buyer: User, host: User, kind: 'paid' | 'silver', shown: CallTerms, seconds: number) {
  return async (by: User): Promise<boolean> => {
    const at = nextMoment();
    const asked = { callee: host.id, kind, source: '', root: '', shown };
    const begun = heard(await calls.request(asked, from(buyer), at));
    if (!begun.ok) return false;
    const { sid } = begun.value;
    // A user outside the call who has its id.
    if (by !== buyer) await talk(sid, by, by, at, 5);
    await talk(sid, buyer, host, at, seconds);
    return true;
  };
}
const raiseCall = (host: User) => sql('update anchor set price = $2 where uid = $1', [host.id, DEAR]);

async function newPack(): Promise<{ sku: string; priceId: number }> {
  const sku = `p${word()}`;
  await sql(`insert into sku (sku, kind, gems, bonus, position) values ($1, 'pack', 500, 50, 90)`, [sku]);
  return { sku, priceId: await addPrice(sku, PRICE, 1_000) };
}
async function addPrice(sku: string, amountMinor: number, minutesAgo: number): Promise<number> {
  const { rows } = await sql(
    `insert into sku_price (sku, currency, amount_minor, from_at)
     values ($1, 'USD', $2, now() - make_interval(mins => $3)) returning id::int`,
    [sku, amountMinor, minutesAgo],
  );
  return rows[0].id;
}
const SHOWN_PACK = { gems: 500, bonus: 50, price: { amountMinor: PRICE, currency: 'USD' } } as const;

const ACTIONS: Readonly<Record<string, Action>> = {
  'unlock of a message': {
    currency: 'gems',
    shown: PRICE,
    async offer(buyer, host) {
      const media = await pageItem(host, DEAR);
      const { lockId, again } = await lockedMessage(host, buyer, { price: PRICE }, `exclusive/${media}`);
      return {
        press: (by) => http('unlockMessage', { lockId, price: PRICE }, { user: by, operation: lockId }),
        async raise() {
          await again({ price: DEAR });
          await sql('update media_lock set price = $2 where id = $1', [lockId, DEAR]);
        },
        occupy: () =>
          its.api.call(
            'openExclusive',
            { targetUid: host.id, lockId, price: PRICE },
            { user: buyer, operation: lockId },
          ),
      };
    },
  },
  'item of a page': {
    currency: 'gems',
    shown: PRICE,
    async offer(buyer, host) {
      const media = await pageItem(host, PRICE);
      const lockId = pageLockIdOf(host.id, buyer.id, media);
      return {
        press: (by) =>
          http('openExclusive', { targetUid: host.id, lockId, price: PRICE }, { user: by, operation: lockId }),
        raise: () => sql('update exclusive_item set price = $2 where media_id = $1', [media, DEAR]),
        async occupy() {
          const seed = `page/${host.id}/${buyer.id}/${media}`;
          for (const mid of [`exclusive/${media}`, media, lockId, seed])
            await lockedMessage(host, buyer, { price: DEAR }, mid);
        },
      };
    },
  },
  gift: {
    currency: 'gems',
    shown: PRICE,
    async offer(_buyer, host) {
      const gift = await newGift(PRICE);
      return { press: giving(host, gift), raise: () => raiseGift(gift) };
    },
  },
  'gift that opens a picture': {
    currency: 'gems',
    shown: PRICE,
    async offer(buyer, host) {
      const [gift, dear] = [await newGift(PRICE), await newGift(DEAR)];
      const { lockId, again } = await lockedMessage(host, buyer, { gift });
      return {
        press: giving(host, gift, { lock: lockId }),
        async raise() {
          await again({ gift: dear });
          await raiseGift(gift);
        },
      };
    },
  },
  'gift that was wished for': {
    currency: 'gems',
    shown: PRICE,
    async offer(buyer, host) {
      const gift = await newGift(PRICE);
      const op = newId();
      return {
        press: giving(host, gift, { op, combo: op, ask: op }),
        raise: () => raiseGift(gift),
        // A priced message and a purchase of another user under the same id.
        async occupy() {
          await lockedMessage(host, buyer, { price: DEAR }, op);
          await giving(host, await newGift(PRICE), { op, combo: op, ask: op })(await newBuyer());
        },
      };
    },
  },
  'minute of a call': {
    currency: 'gems',
    shown: PRICE,
    isRepeatable: true,
    offer: async (buyer, host) => ({
      press: calling(buyer, host, 'paid', shownAt(PRICE), 20),
      raise: () => raiseCall(host),
    }),
  },
  'free seconds of a first call': {
    currency: 'gems',
    shown: 0,
    async offer(buyer, host) {
      await sql(`delete from allowance_use where owner = 'uid:' || $1::bigint`, [buyer.id]);
      const press = calling(buyer, host, 'paid', { price: PRICE, freeSeconds: 60, silver: 0 }, 40);
      return { press, raise: () => takeAllowance(buyer, 'first') };
    },
  },
  'silver call of the day': {
    currency: 'silver',
    shown: 0,
    async offer(buyer, host) {
      const press = calling(buyer, host, 'silver', { price: 0, freeSeconds: 60, silver: 0 }, 20);
      return { press, raise: () => takeAllowance(buyer, 'silver') };
    },
  },
  'silver call that costs silver': {
    currency: 'silver',
    shown: SILVER_CALL_PRICE_SILVER,
    isRepeatable: true,
    isFixed: true,
    async offer(buyer, host) {
      await takeAllowance(buyer, 'silver');
      const press = calling(buyer, host, 'silver', { price: 0, freeSeconds: 60, silver: SILVER_CALL_PRICE_SILVER }, 20);
      // A silver call does not depend on the price in gems per minute.
      return { press, raise: () => raiseCall(host) };
    },
  },
  callback: {
    currency: 'gems',
    shown: PRICE,
    isRepeatable: true,
    offer: async (buyer, host) => ({
      async press(by) {
        const at = nextMoment();
        const asked = await callbacks.ask({ callee: buyer.id }, from(host), at);
        if (!asked.ok) throw new Error(reasonOf(asked.error));
        const { callback } = asked.value;
        const reply = { kind: 'callback_reply', callback, reply: 'accept', shown: shownAt(PRICE) } as const;
        const begun = heard(await callbacks.reply(reply, from(by), at));
        await callbacks.reply(reply, from(by), at);
        if (!begun.ok) return false;
        await talk(begun.value.sid ?? '', buyer, host, at, 20);
        return true;
      },
      raise: () => raiseCall(host),
    }),
  },
  'match that continues as a paid call': {
    currency: 'gems',
    shown: PRICE,
    isRepeatable: true,
    isFixed: true,
    offer: async (buyer, host) => ({
      async press(by) {
        const at = nextMoment();
        const agreed = await calls.agree({ viewer: from(buyer), anchor: from(host), price: PRICE }, at);
        if (!agreed.ok) return false;
        const { sid } = agreed.value;
        await step('SessionSuccess', sid, buyer, at);
        await step('SessionSuccess', sid, host, at);
        expect((await step('MatchToFlash', sid, buyer, at, { price: DEAR })).ok).toBe(false);
        const paid = (await step('MatchToFlash', sid, by, at, { price: PRICE })).ok;
        await continueFor(sid, buyer, host, at, 50);
        return paid;
      },
      raise: () => raiseCall(host),
    }),
  },
  'second minute of a call': {
    currency: 'gems',
    shown: 2 * PRICE,
    isRepeatable: true,
    isFixed: true,
    async offer(buyer, host) {
      let sid = '';
      const at = nextMoment();
      const begin = async () => {
        const asked = { callee: host.id, kind: 'paid', source: '', root: '', shown: shownAt(PRICE) } as const;
        const begun = await calls.request(asked, from(buyer), at);
        sid = begun.ok ? begun.value.sid : '';
      };
      await begin();
      return {
        async press(by) {
          if (by !== buyer) await talk(sid, by, by, at, 5);
          await talk(sid, buyer, host, at, 80);
          return true;
        },
        // The call rings already.
        raise: () => raiseCall(host),
      };
    },
  },
  pack: {
    currency: 'ordered',
    shown: PRICE,
    async offer() {
      const [{ priceId, sku }, operation] = [await newPack(), newId()];
      const wish = { priceId, channel: 'card', scene: {}, shown: SHOWN_PACK };
      return {
        press: (by) => http('createOrder', wish, { user: by, operation }),
        raise: () => addPrice(sku, DEAR, PRICE_KEPT_MINUTES + 1),
        // The same operation id for a purchase of another user.
        async occupy() {
          const other = await newPack();
          const asked = { ...wish, priceId: other.priceId };
          await its.api.call('createOrder', asked, { user: await newBuyer(), operation });
        },
      };
    },
  },
  'pack with fewer gems now': {
    currency: 'ordered',
    shown: PRICE,
    async offer() {
      const [{ priceId, sku }, operation] = [await newPack(), newId()];
      const wish = { priceId, channel: 'card', scene: {}, shown: SHOWN_PACK };
      return {
        press: (by) => http('createOrder', wish, { user: by, operation }),
        raise: () => sql('update sku set bonus = 0 where sku = $1', [sku]),
      };
    },
  },
  'pack by a stored card': {
    currency: 'charged',
    shown: PRICE,
    async offer(buyer) {
      const [{ priceId, sku }, operation, cardId] = [await newPack(), newId(), newId()];
      await sql(
        `insert into saved_card (id, uid, gateway, card_ref, brand, last4, expires) values ($1, $2, 'demo', $1, 'visa', '4242', '2031-12')`,
        [cardId, buyer.id],
      );
      const wish = { priceId, channel: 'card', cardId, scene: {}, shown: SHOWN_PACK };
      return {
        press: (by) => http('createOrder', wish, { user: by, operation }),
        raise: () => addPrice(sku, DEAR, PRICE_KEPT_MINUTES + 1),
      };
    },
  },
  'charge of an order': {
    currency: 'charged',
    shown: PRICE,
    async offer(buyer) {
      const [{ priceId }, operation] = [await newPack(), newId()];
      let price: Money = SHOWN_PACK.price;
      const wish = { priceId, channel: 'card', scene: {}, shown: SHOWN_PACK };
      const { orderId } = (await its.api.call('createOrder', wish, { user: buyer, operation })).data;
      return {
        press: (by) => http('authenticationPayment', { orderId, price, token: 'token' }, { user: by, operation }),
        // The database stores the agreed price of an order, so the page is made to show less than that.
        raise: async () => {
          price = { amountMinor: PRICE / 2, currency: 'USD' };
        },
      };
    },
  },
};

/** The attacks on a purchase. Each returns how often the buyer pressed, who may lose the shown price each time. */
const ATTACKS: Readonly<Record<string, (one: Case, buyer: User, other: User) => Promise<number>>> = {
  async 'price changed'(one, buyer) {
    await one.raise();
    await one.press(buyer);
    return 1;
  },
  async 'id of another namespace'(one, buyer) {
    await one.occupy?.();
    await one.press(buyer);
    return 1;
  },
  async replay(one, buyer) {
    for (let time = 0; time < 3; time += 1) await one.press(buyer);
    return 3;
  },
  async 'two tabs'(one, buyer) {
    await Promise.all([one.press(buyer), one.press(buyer)]);
    return 2;
  },
  async 'foreign id'(one, buyer, other) {
    await one.press(other);
    await one.press(buyer);
    return 2;
  },
};

/** The largest loss of an account beyond what it was shown, over all measured cases. */
let worst = Number.NEGATIVE_INFINITY;
const cells: string[] = [];

export const ATTACK_NAMES = Object.keys(ATTACKS);

/** Tests every action that pays against these attacks, all on one server. */
export function testPrices(attacks: readonly string[]): void {
  describe.each(Object.entries(ACTIONS))('%s', (name, { currency, shown, isRepeatable, isFixed, offer }) => {
    test.each(Object.entries(ATTACKS).filter(([how]) => attacks.includes(how)))(
      'a purchase costs at most what was shown in the attack: %s',
      async (how, attack) => {
        const [buyer, other, host] = await Promise.all([newBuyer(), newBuyer(), newHost()]);
        refusals = [];
        const before = await Promise.all([walletOf(buyer), walletOf(other)]);
        const presses = await attack(await offer(buyer, host), buyer, other);
        const after = await Promise.all([walletOf(buyer), walletOf(other)]);
        const lost = before.map((had, who) => (had[currency] ?? 0) - (after[who]?.[currency] ?? 0));
        const most = shown * (isRepeatable ? presses : 1);
        const beyond = (lost[0] ?? 0) - most;
        worst = Math.max(worst, beyond);
        cells.push(`${name} / ${how}: ${lost[0]} of ${most}`);
        expect(beyond).toBeLessThanOrEqual(0);
        // A user who uses the ids of another buys at most for themselves, at the same price.
        expect(lost[1]).toBeLessThanOrEqual(shown);
        if (how !== 'price changed') {
          // A purchase must happen, or the attack would pass trivially. When two tabs are in one call, the first hang-up ends it for both.
          expect(lost[0]).toBeGreaterThanOrEqual(Math.min(how === 'two tabs' ? 1 : shown, most));
        } else if (isFixed) {
          expect(lost[0]).toBe(shown);
        } else {
          expect([lost[0], refusals.some(isPriceChanged)]).toEqual([0, true]);
        }
      },
    );
  });

  test('no purchase costs more than what was shown', () => {
    expect(cells).toHaveLength(Object.keys(ACTIONS).length * attacks.length);
    expect(worst).toBe(0);
  });
}
