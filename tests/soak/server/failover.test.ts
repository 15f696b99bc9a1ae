import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { gatewayKeys, superviseGateway } from '../../../tools/dev/gateway-process.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { logIn } from '../../harness/core-people.ts';
import { openBuyer, payByCard } from '../../harness/money/buyer.ts';
import { type OwnPostgres, startOwnPostgres, startStandby } from '../../harness/postgres/own-postgres.ts';
import { emptyDatabase, freshDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { startProxy } from '../../harness/servers/proxy.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { startWholeDevice, type WholeDevice } from '../../harness/whole-device.ts';
import { report } from './size.ts';

/** Time within which the product works again, without a person. */
const BACK_MS = 30 * SECOND_MS;
const PACK = 'g300';

/** The gateway has a database of its own: a real one does not fail over with the server's. */
let gatewayPostgres: OwnPostgres;
let gateway: Awaited<ReturnType<typeof superviseGateway>>;
let settings: Readonly<Record<string, string>>;
let port: number;

beforeAll(async () => {
  gatewayPostgres = await startOwnPostgres();
  port = await freePort();
  const gatewayPort = await freePort();
  const gatewayDir = temporaryFolder('gateway');
  settings = { ...gatewayKeys(gatewayDir), GATEWAY_PORT: String(gatewayPort), TRUST_PROXY: 'loopback' };
  const databaseUrl = await emptyDatabase(gatewayPostgres.url);
  gateway = await superviseGateway(
    { dataDir: gatewayDir, databaseUrl, port: gatewayPort, url: '', serverPort: port },
    () => undefined,
  );
}, 2 * MINUTE_MS);
afterAll(async () => {
  await gateway?.stop();
  await gatewayPostgres?.stop();
});

async function ask<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: readonly Row[] = [];
  for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
  await client.end();
  return rows;
}

const READ_ONLY = ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'];

/** How the old primary is left: an operator or a failover manager has fenced it, or its machine has crashed. */
const FAILOVERS = {
  'stays connected and read-only': (primary: OwnPostgres) => ask(primary.url, ...READ_ONLY),
  crashes: (primary: OwnPostgres) => primary.kill(),
} as const;

/** Numbers the messages of two devices that talk to each other. */
function startTalk(devices: readonly { readonly device: WholeDevice; readonly peer: number }[]) {
  let told = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const from = devices[told % devices.length];
      told += 1;
      await from?.device.say(from.peer, `message ${told}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    told: () => told,
    async end() {
      isOver = true;
      await done;
    },
  };
}

test.each(Object.keys(FAILOVERS) as (keyof typeof FAILOVERS)[])(
  'nothing acknowledged is lost when the database fails over and the old primary %s, and the product works again within 30 s',
  { timeout: 10 * MINUTE_MS },
  async (how) => {
    const primary = await startOwnPostgres();
    const databaseUrl = await freshDatabase(primary.url);
    const standby = await startStandby(primary);
    const databasePath = new URL(databaseUrl).pathname;
    // A commit is acknowledged when the standby has it.
    await ask(primary.url, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
    let current: OwnPostgres = primary;
    const address = await startProxy(() => current.port);
    const through = new URL(databaseUrl);
    through.port = String(address.port);
    let product: Product | undefined;
    const devices: WholeDevice[] = [];
    let talk: ReturnType<typeof startTalk> | undefined;
    try {
      const dataDir = join(temporaryFolder('failover'), 'data');
      product = await startProduct({ databaseUrl: through.href, dataDir, port, distDir: '/nowhere', env: settings });
      const { url } = product;
      const signUp = async (name: string) => {
        const account = await logIn(url, randomUUID(), name);
        const device = await startWholeDevice({ name, server: { port }, account, aheadMs: 0 });
        devices.push(device);
        return { device, uid: account.userInfo.id };
      };
      const [ada, ben, cleo] = [await signUp('ada'), await signUp('ben'), await signUp('cleo')];
      talk = startTalk([
        { device: ada.device, peer: ben.uid },
        { device: ben.device, peer: ada.uid },
      ]);
      const buyer = await openBuyer(url, 'card', PACK);
      await payByCard(buyer, buyer.core());
      const gems = await buyer.core().balance();
      const guests = [ada.uid, ben.uid, cleo.uid, buyer.uid];
      const before = await ask<{ operation: string }>(databaseUrl, 'select operation from transfer');

      const failedAt = performance.now();
      await FAILOVERS[how](primary);
      await standby.promote();
      current = standby;
      const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
      const newUrl = new URL(standby.url);
      newUrl.pathname = databasePath;
      const listening = async (server: OwnPostgres) =>
        Number(
          (
            await ask<{ count: string }>(
              server.url,
              `select count(*) from pg_stat_activity where application_name like 'gemcall %'`,
            )
          )[0]?.count,
        );
      await until('the sessions at the new primary', async () => (await listening(standby)) >= 2, BACK_MS);
      await until('the product to be ready', isReady, BACK_MS);
      const readyMs = performance.now() - failedAt;
      await until('messages to be sent', async () => (await ada.device.unsentWords()).length < 20, BACK_MS);
      const mark = talk.told();
      await until(
        'a message to arrive',
        async () => {
          const texts = await ben.device.core().textsWith(ada.uid);
          return texts.some((text) => Number(text.replace('message ', '')) > mark);
        },
        BACK_MS,
      );
      const backMs = performance.now() - failedAt;
      if (how !== 'crashes') {
        await until('the sessions to leave the old primary', async () => (await listening(primary)) === 0, BACK_MS);
      }
      const movedMs = performance.now() - failedAt;

      await until('more messages', () => (talk?.told() ?? 0) >= mark + 100, BACK_MS);
      // News of other processes and devices arrive: the session ends at its open stream.
      await cleo.device.endSession();
      await until('the end of the session', async () => (await cleo.device.uid()) === undefined, BACK_MS);
      await talk.end();
      await until(
        'all messages to be sent',
        async () => {
          const unsent = await Promise.all([ada, ben].map(({ device }) => device.unsentWords()));
          return unsent.every((words) => words.length === 0);
        },
        MINUTE_MS,
      );
      const late = await openBuyer(url, 'card', PACK);
      await payByCard(late, late.core());
      expect([await buyer.core().balance(), await late.core().balance()]).toEqual([gems, gems]);
      buyer.close();
      late.close();

      const texts = Array.from({ length: talk.told() }, (_, at) => `message ${at + 1}`);
      for (const [own, peer] of [
        [ada, ben],
        [ben, ada],
      ] as const) {
        await until(
          'every message',
          async () => {
            const shown = await own.device.core().textsWith(peer.uid);
            return texts.every((text) => shown.includes(text));
          },
          MINUTE_MS,
        );
        const shown = await own.device.core().textsWith(peer.uid);
        expect(new Set(shown).size).toBe(shown.length);
      }
      const accounts = await ask<{ uid: string }>(
        newUrl.href,
        `select uid from account where uid in (${guests.join()})`,
      );
      expect(accounts).toHaveLength(guests.length);
      const after = await ask<{ operation: string }>(newUrl.href, 'select operation from transfer');
      const kept = new Set(after.map(({ operation }) => operation));
      expect(before.filter(({ operation }) => !kept.has(operation))).toEqual([]);
      const { db, close } = openDatabase(newUrl.href, () => undefined);
      expect(await auditLedger(db)).toEqual([]);
      await close();
      const seconds = (ms: number) => (ms / 1_000).toFixed(1);
      report('failover', {
        how,
        ready: seconds(readyMs),
        back: seconds(backMs),
        moved: seconds(movedMs),
        messages: talk.told(),
      });
    } finally {
      await talk?.end();
      for (const device of devices) await device.close();
      await product?.stop();
      await address.close();
      await standby.stop();
      await primary.stop();
    }
  },
);
