import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { gatewayKeys, superviseGateway } from '../../../tools/dev/gateway-process.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { logIn } from '../../harness/core-people.ts';
import { seeded } from '../../harness/hostile/mutants.ts';
import { openBuyer, payByCard } from '../../harness/money/buyer.ts';
import { startOwnPostgres } from '../../harness/postgres/own-postgres.ts';
import { emptyDatabase, freshDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { startWholeDevice, type WholeDevice } from '../../harness/whole-device.ts';
import { report, sized } from './size.ts';

const SEEDS = Number(process.env['SOAK_SEEDS'] ?? sized(3, 20));
const FIRST_SEED = Number(process.env['SOAK_FIRST_SEED'] ?? 1);
/** Events between backup and loss, by the age of the backup in minutes: two users write some three messages a minute. */
const AGES = [
  { minutes: 0, messages: 0, guests: 0 },
  { minutes: 1, messages: 6, guests: 1 },
  { minutes: 60, messages: 180, guests: 12 },
] as const;
const PACK = 'g300';

const run = promisify(execFile);
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
/** A database and a data folder with the demo, which each seed begins with a copy of. */
let template: { readonly databaseUrl: string; readonly dataDir: string };
/** Its database is not restored: a real gateway remembers. */
let gateway: Awaited<ReturnType<typeof superviseGateway>>;
let gatewayDatabase: string;
let settings: Readonly<Record<string, string>>;
let port: number;

const start = (databaseUrl: string, dataDir: string): Promise<Product> =>
  startProduct({ databaseUrl, dataDir, port, distDir: '/nowhere', env: settings });

beforeAll(async () => {
  postgres = await startOwnPostgres();
  port = await freePort();
  const gatewayPort = await freePort();
  const gatewayDir = temporaryFolder('gateway');
  settings = { ...gatewayKeys(gatewayDir), GATEWAY_PORT: String(gatewayPort), TRUST_PROXY: 'loopback' };
  template = { databaseUrl: await freshDatabase(postgres.url), dataDir: join(temporaryFolder('template'), 'data') };
  await (await start(template.databaseUrl, template.dataDir)).stop();
  gatewayDatabase = await emptyDatabase(postgres.url);
  gateway = await superviseGateway(
    { dataDir: gatewayDir, databaseUrl: gatewayDatabase, port: gatewayPort, url: '', serverPort: port },
    () => undefined,
  );
}, 10 * MINUTE_MS);
afterAll(async () => {
  await gateway?.stop();
  await postgres?.stop();
});

async function administer(statements: readonly string[], connectionString = postgres.url): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

/** Meaning of each id that the server has given, by id. */
type Given = ReadonlyMap<string, string>;
async function givenIds(databaseUrl: string): Promise<Given> {
  const { pool, close } = openDatabase(databaseUrl, () => undefined);
  const { rows } = await pool.query<{ id: string; is: string }>(
    `select 'message ' || id as id, owner || ' ' || mid as is from archive
      union all select 'account ' || uid, created_at::text from account
      union all select 'transfer ' || id, operation from transfer`,
  );
  await close();
  return new Map(rows.map(({ id, is }) => [id, is]));
}

function goAway({ line }: WholeDevice): void {
  line.refuse(true);
  line.reset();
}

/** Returns the faults of one run; an empty list is a pass. */
async function loseAndRestore(seed: number): Promise<readonly string[]> {
  const random = seeded(seed);
  const age = AGES[seed % AGES.length] ?? AGES[0];
  const databaseUrl = await emptyDatabase(postgres.url);
  const name = nameOf(databaseUrl);
  await administer([`drop database ${name}`, `create database ${name} template ${nameOf(template.databaseUrl)}`]);
  // Each run has the same uids.
  await administer(['truncate gateway_demo.session cascade'], gatewayDatabase);
  const dataDir = join(temporaryFolder('restored'), 'data');
  cpSync(template.dataDir, dataDir, { recursive: true });
  const env = { ...process.env, ...settings, DATABASE_URL: databaseUrl, DEMO: 'on', PAYMENTS: 'demo' };
  let product = await start(databaseUrl, dataDir);
  const { url } = product;

  const secrets = { a: randomUUID(), b: randomUUID() };
  const signUp = async (owner: 'a' | 'b', index: number) => {
    const account = await logIn(url, secrets[owner], `${owner}${index}-${seed}`);
    return {
      owner,
      device: await startWholeDevice({ name: `${owner}${index}`, server: product, account, aheadMs: 0 }),
      uid: account.userInfo.id,
    };
  };
  const owned: Awaited<ReturnType<typeof signUp>>[] = [];
  for (const index of [0, 1, 2]) for (const owner of ['a', 'b'] as const) owned.push(await signUp(owner, index));
  const uidOf = (of: 'a' | 'b') => owned.find(({ owner }) => owner === of)?.uid ?? 0;
  const peerOf = ({ owner }: { readonly owner: 'a' | 'b' }) => uidOf(owner === 'a' ? 'b' : 'a');
  const [a0, b0, a1, ...away] = owned;
  if (!a0 || !b0 || !a1) throw new Error('Devices are missing');
  const online = [a0, b0, a1];
  let told = 0;
  async function talk(messages: number): Promise<void> {
    for (let n = 0; n < messages; n += 1) {
      const from = online[Math.floor(random() * online.length)] ?? a0;
      if (!from) return;
      told += 1;
      await from.device.say(peerOf(from), `${seed}: ${told}`);
    }
  }
  const allSent = () =>
    until('all messages to be sent', async () => {
      const unsent = await Promise.all(online.map(({ device }) => device.unsentWords()));
      return unsent.every((words) => words.length === 0);
    });
  const guests: number[] = [];

  await talk(10);
  await allSent();
  const early = await openBuyer(url, 'card', PACK);
  await payByCard(early, early.core());
  const gemsOfBuyer = await early.core().balance();
  const late = await openBuyer(url, 'card', PACK);
  const [first, second, third] = away;
  // Away before the backup, between backup and loss, and until just before the loss.
  if (first) goAway(first.device);
  const backup = join(temporaryFolder('backup'), `seed-${seed}`);
  await Promise.all([run('deploy/backup.sh', [backup], { env: { ...env, DATA_DIR: dataDir } }), talk(10)]);
  await talk(age.messages / 2);
  await allSent();
  if (second) goAway(second.device);
  for (let n = 0; n < age.guests; n += 1) guests.push((await logIn(url)).userInfo.id);
  const lost = await openBuyer(url, 'card', PACK);
  await Promise.all([payByCard(late, late.core()), payByCard(lost, lost.core())]);
  await talk(age.messages / 2);
  await allSent();
  if (third) goAway(third.device);

  const before = await givenIds(databaseUrl);
  await product.stop();
  // Written while the server is gone: sent after it is back.
  await a0.device.say(peerOf(a0), `${seed}: written without a server`);
  await administer([`drop database ${name} with (force)`, `create database ${name}`]);
  const restoredDir = join(temporaryFolder('restored'), 'data');
  const restoredEnv = { ...env, DATA_DIR: restoredDir };
  await run('deploy/restore.sh', [backup], { env: restoredEnv });
  product = await start(databaseUrl, restoredDir);
  try {
    for (let n = 0; n <= age.guests; n += 1) guests.push((await logIn(url)).userInfo.id);
    await talk(30);
    await allSent();
    for (const { device } of away) device.line.refuse(false);
    return [
      ...(await faultsOfMessages()),
      ...(await faultsOfIds()),
      ...(await faultsOfPayments()),
      ...(await faultsOfLedger()),
    ].map((fault) => `seed ${seed}, backup of ${age.minutes} minutes: ${fault}`);
  } finally {
    for (const { device } of owned) await device.close();
    await product.stop();
    await administer([`drop database ${name} with (force)`]);
  }

  /** Each device shows what the server has, in its order; it may also show what only devices have. */
  async function faultsOfMessages(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const owner of ['a', 'b'] as const) {
      const account = await logIn(url, secrets[owner], `archive-${owner}-${seed}`);
      const archive = await startWholeDevice({ name: 'archive', server: product, account, aheadMs: 0 });
      const textsOf = (device: WholeDevice) => device.core().textsWith(peerOf({ owner }));
      const newest = `${seed}: ${told}`;
      await until('the archive', async () => (await textsOf(archive)).includes(newest), MINUTE_MS);
      let served = await textsOf(archive);
      await until(
        'the whole archive',
        async () => {
          const now = await textsOf(archive);
          const isSame = now.length === served.length;
          served = now;
          return isSame;
        },
        MINUTE_MS,
      );
      await archive.close();
      for (const { device, owner: own } of owned) {
        if (own !== owner) continue;
        const shown = async () => {
          const texts = await textsOf(device);
          return served.filter((text) => !texts.includes(text));
        };
        await until('the device to be up to date', async () => (await shown()).length === 0, MINUTE_MS).catch(
          () => undefined,
        );
        const missed = await shown();
        if (missed.length > 0) faults.push(`${device.name} misses ${missed.length} of ${served.length}: ${missed[0]}`);
        const texts = (await textsOf(device)).filter((text) => served.includes(text));
        if (texts.join() !== served.join()) faults.push(`${device.name} has another order`);
        if (new Set(texts).size < texts.length) faults.push(`${device.name} shows a message twice`);
      }
    }
    return faults;
  }

  async function faultsOfIds(): Promise<readonly string[]> {
    const faults = [...(await givenIds(databaseUrl))].flatMap(([id, is]) =>
      before.has(id) && before.get(id) !== is ? [`${id} was given twice: ${before.get(id)}, ${is}`] : [],
    );
    if (new Set(guests).size < guests.length) faults.push(`a uid was given twice: ${guests.join()}`);
    return faults;
  }

  /** The order from before the backup is paid; the others are shown with their accounts, and one of them is credited by hand. */
  async function faultsOfPayments(): Promise<readonly string[]> {
    const operate = async (...words: string[]) =>
      (await run(process.execPath, ['tools/operator/operator.ts', ...words], { env: restoredEnv })).stdout;
    const reason = ['--reason', 'restore', '--yes'];
    await operate('reconcile', '1', ...reason);
    const shown = (await operate('differences')).split('\n');
    const faults: string[] = [];
    for (const buyer of [late, lost]) {
      const line = shown.find((one) => one.endsWith(`by the account ${buyer.uid}`));
      const [, payment = '', order = ''] = /demo (\S+) (\S+): paid there/.exec(line ?? '') ?? [];
      if ((await buyer.row())?.orderId !== order)
        faults.push(`the payment of ${buyer.uid} is not shown: ${shown.join('; ')}`);
      else if (buyer === late) await operate('credit', order, payment, String(buyer.uid), PACK, ...reason);
    }
    for (const buyer of [early, late]) {
      const gems = await buyer.core().balance();
      if (gems !== gemsOfBuyer) faults.push(`${buyer.uid} has ${gems} gems instead of ${gemsOfBuyer}`);
    }
    for (const buyer of [early, late, lost]) buyer.close();
    return faults;
  }

  async function faultsOfLedger(): Promise<readonly string[]> {
    const { db, close } = openDatabase(databaseUrl, () => undefined);
    const broken = await auditLedger(db);
    await close();
    return broken;
  }
}

test(`no message, id or payment is lost in ${SEEDS} restores of a backup under load`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  const startedAt = performance.now();
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    faults.push(...(await loseAndRestore(seed)));
    const minutes = ((performance.now() - startedAt) / MINUTE_MS).toFixed(1);
    report('restored', { seed, minutes, faults: faults.length, last: faults.at(-1) ?? 'none' });
  }
  expect(faults).toEqual([]);
});
