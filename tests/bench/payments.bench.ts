import { eq } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import pg from 'pg';
import type { Output } from '../../contract/api/endpoint.ts';
import { HEADER_OPERATION, HEADER_TOKEN } from '../../contract/api/envelope.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../contract/endpoints.ts';
import { sign } from '../../demo/gateway/webhooks.ts';
import { apply } from '../../server/domains/payments/order/apply.ts';
import { seedCatalogue } from '../../server/domains/payments/seed.ts';
import { paymentOrder, skuPrice } from '../../server/domains/payments/tables.ts';
import { openWallets } from '../../server/domains/wallet/ledger.ts';
import { account } from '../../server/platform/database/account.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { gatewayKeys } from '../../tools/dev/gateway-process.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import type { User } from '../harness/api.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { envelope } from '../harness/envelope.ts';
import { freshDatabase } from '../harness/postgres/database.ts';
import type { Benches } from './bench.ts';
import { type Bare, BEN, PASSWORD, signInBare } from './support/people.ts';

const PURCHASES = 20;
const CREDITS = 200;
const BUYER = 900_001;
const SCENE = { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' };

type Shop = { readonly product: Product; readonly ben: Bare; readonly user: User; readonly database: pg.Client };
let shop: Promise<Shop> | undefined;

async function open(): Promise<Shop> {
  const product = await startProduct({ payments: true });
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { userInfo } = await ask(product, 'userPwdLogin', { uid: BEN, passwd: PASSWORD });
  return { product, ben: await signInBare(product, BEN), user: userInfo, database };
}

async function ask<N extends EndpointName>(
  product: Product,
  name: N,
  data: object,
  user?: User,
): Promise<Output<Endpoints[N]>> {
  const token = user && { authorization: `Bearer ${user.vcToken}`, [HEADER_TOKEN]: user.vcToken };
  const response = await fetch(product.url + endpoints[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [HEADER_OPERATION]: nanoid(), ...token },
    body: JSON.stringify(envelope(data, user)),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return ((await response.json()) as { data: Output<Endpoints[N]> }).data;
}

/** Time from the gateway's webhook until the payer's device receives ReChargeSuccess. */
async function webhookToNews(): Promise<number> {
  shop ??= open();
  const { product, ben, user, database } = await shop;
  const { extend_info: info } = await ask(product, 'paymentChannels', {}, user);
  const pack = info.skus.find(({ sku }) => sku === 'g100');
  const { GATEWAY_WEBHOOK_SECRET: secret } = gatewayKeys(product.dataDir);
  const times: number[] = [];
  for (let n = 0; n < PURCHASES; n += 1) {
    const shown = pack && { gems: pack.gems, bonus: pack.bonus, price: pack.price };
    const asked = { priceId: pack?.priceId, channel: 'hosted', scene: {}, shown };
    const { orderId } = await ask(product, 'createOrder', asked, user);
    // Pays in the gateway's database, so that the gateway sends no webhook of its own at another time.
    const { rows } = await database.query<{ ref: string }>(
      `update gateway_demo.session set state = 'paid', payment_ref = 'pay-' || ref, paid_minor = amount_minor,
         paid_at = created_at where order_id = $1 returning ref`,
      [orderId],
    );
    const body = JSON.stringify({ id: nanoid(), ref: rows[0]?.ref, orderId });
    const headers = { 'content-type': 'application/json', 'gateway-signature': sign(secret, body, Date.now()) };
    const heard = ben.client.take('the news', (frame) => frame.toString().includes('ReChargeSuccess'));
    const began = performance.now();
    await Promise.all([fetch(`${product.url}/webhook/demo`, { method: 'POST', headers, body }), heard]);
    times.push(performance.now() - began);
  }
  return medianOf(times);
}

/** Time of the transaction of a credit: order, ledger, account, notification. */
async function credit(): Promise<number> {
  const url = await freshDatabase('migrated');
  const { db, close } = openDatabase(url, () => undefined, 60_000);
  await seedCatalogue(db);
  await db.insert(account).values({ uid: BUYER, role: 2, nickName: 'Buyer' });
  await openWallets(db, [BUYER]);
  const [price] = await db.select().from(skuPrice).where(eq(skuPrice.sku, 'g1500')).limit(1);
  if (!price) throw new Error('Nothing is sold');
  const { currency, amountMinor } = price;
  const times: number[] = [];
  for (let n = 0; n < CREDITS; n += 1) {
    const id = nanoid(21);
    await db.insert(paymentOrder).values({
      id,
      uid: BUYER,
      operation: id,
      bodyHash: '',
      device: 'd',
      priceId: price.id,
      sku: 'g1500',
      gems: 1_500,
      bonus: 150,
      amountMinor,
      currency,
      country: '',
      channel: 'hosted',
      gateway: 'demo',
      livemode: false,
      scene: SCENE,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const payment = { ref: `pay-${id}`, amountMinor, currency, at: Date.now() };
    const seen = { ref: id, orderId: id, livemode: false, state: 'paid', payment, reversed: [] } as const;
    const began = performance.now();
    const order = await apply(db, id, { seens: [seen], whole: true, calls: 0 }, Date.now());
    times.push(performance.now() - began);
    if (order?.state !== 'paid') throw new Error('It was not credited');
  }
  await close();
  return medianOf(times);
}

export const benches: Benches = [
  { name: 'webhook to ReChargeSuccess on a device', unit: 'ms', aim: 500, run: webhookToNews },
  { name: 'credit of a paid order', unit: 'ms', aim: 10, run: credit },
];

export async function close(): Promise<void> {
  const open = await shop;
  open?.ben.client.cut();
  await open?.database.end();
  await open?.product.stop();
}
