import { eq, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { paymentOrder, skuPrice } from '../../../server/domains/payments/tables.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, openWallets } from '../../../server/domains/wallet/ledger.ts';
import { account } from '../../../server/platform/database/account.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { orderFacts } from './gateway-suite.ts';
import { startStripeRig } from './stripe-rig.ts';

/** Starts a database and a gateway, with functions that create users and their purchases. */
export async function startSold(postgresUrl: string) {
  const url = await freshDatabase(postgresUrl, 'migrated');
  const { db, pool, close } = openDatabase(url, () => undefined, 60_000);
  await seedCatalogue(db);
  const rig = await startStripeRig();
  const [price] = await db.select().from(skuPrice).limit(1);
  let people = 710_000;
  let shift = 0;
  const clock = { now: () => Date.now() + shift };
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const around = { db, gateway: rig.gateway, clock, log };

  async function someone(): Promise<number> {
    people += 1;
    await db.insert(account).values({ uid: people, role: 0, nickName: `p${people}` });
    await openWallets(db, [people]);
    return people;
  }

  type Terms = { gems?: number; bonus?: number; amountMinor?: number; currency?: 'USD' | 'KWD' };

  /** Creates an order with an open session, by default of 1,650 gems for $12.99. */
  async function make(uid: number, terms: Terms = {}) {
    const { gems = 1_500, bonus = 150, amountMinor = 1_299, currency = 'USD' } = terms;
    const id = nanoid();
    await db.insert(paymentOrder).values({
      id,
      uid,
      operation: `buy-${id}`,
      bodyHash: '',
      device: 'd',
      priceId: price?.id ?? 0,
      sku: 'g1500',
      gems,
      bonus,
      amountMinor,
      currency,
      country: '',
      channel: 'hosted',
      gateway: 'stripe',
      livemode: false,
      scene: { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' },
      expiresAt: new Date(Date.now() + 31 * MINUTE_MS),
    });
    const { ref } = await rig.gateway.open(orderFacts({ orderId: id, uid, price: { amountMinor, currency } }), id);
    return { id, ref, all: gems + bonus };
  }

  /** Creates an order that is paid and credited. */
  async function buy(uid: number, terms: Terms = {}, how: { sum?: number } = {}) {
    const { id, ref, all } = await make(uid, terms);
    await rig.pay(ref, how);
    const paymentRef = (await rig.gateway.ask(ref)).payment?.ref ?? '';
    await grant(db, `order:${id}`, uid, 'gems', all, { type: 'order', id });
    await db.update(paymentOrder).set({ state: 'paid', paidAt: new Date(), paymentRef }).where(eq(paymentOrder.id, id));
    await db.update(account).set({ paid: true }).where(eq(account.uid, uid));
    return { id, ref, paymentRef };
  }

  const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0];
  return {
    db,
    pool,
    rig,
    around,
    /** The lines of the log, as a process writes them. */
    lines,
    someone,
    make,
    buy,
    balance: async (uid: number) =>
      Number((await one(`select amount from wallet where uid = $1 and currency = 'gems'`, [uid]))?.amount ?? 0),
    house: async () =>
      Number((await one(`select coalesce(sum(amount), 0) n from posting where uid = 0 and currency = 'gems'`, [])).n),
    paid: async (uid: number): Promise<boolean> => (await one('select paid from account where uid = $1', [uid])).paid,
    order: async (id: string) => {
      const [row] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id));
      if (!row) throw new Error('There is no such order');
      return row;
    },
    reversals: async (id: string) =>
      (
        await pool.query(
          `select id, kind, state, gems, taken, owed, amount_minor::int minor, by from reversal where order_id = $1
           order by kind desc, created_at, id`,
          [id],
        )
      ).rows,
    async spend(uid: number, gems: number) {
      const { rows } = await db.execute<{ outcome: string }>(sql`
        select ledger_transfer(${`gift:${nanoid()}`}, 'move', 'gems', ${gems}::bigint, null::bigint,
          ${sql.param([uid, 0])}::bigint[], ${sql.param([-gems, gems])}::bigint[], 'gift', 'g') as outcome`);
      return rows[0]?.outcome;
    },
    later(ms: number) {
      shift += ms;
    },
    audit: () => auditLedger(db),
    async close() {
      await close();
      await rig.close();
    },
  };
}
export type Sold = Awaited<ReturnType<typeof startSold>>;
