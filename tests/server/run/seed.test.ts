import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { hostOfCrowd } from '../../../demo/accounts/crowd.ts';
import { lockDataDir } from '../../../tools/dev/lock.ts';
import { startPostgres, storedPassword } from '../../../tools/dev/postgres.ts';
import { readSeedCount } from '../../../tools/dev/seed-count.ts';
import { FASTER_IMPORTS } from '../../harness/faster-imports.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

/** Runs `npm run seed` without the installation of packages. */
function seed(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...FASTER_IMPORTS, 'tools/dev/seed.ts', ...args], {
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said: said.trim() })),
  );
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test('the seed command fills a database with hosts marked as demo, and adds none twice', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const env = { DATABASE_URL: url };
  expect(await seed(['--anchors', '300'], env)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/(^|\n)gemcall: 300 anchors added in [\d.]+ s, 300 in all$/),
  });
  expect((await seed(['--anchors', '500'], env)).said).toContain('200 anchors added');
  expect((await seed(['--anchors', '500'], env)).said).toContain('0 anchors added');
  const hosts = await query(url, 'select * from anchor join account using (uid) join profile using (uid)');
  expect(hosts).toHaveLength(500);
  expect(hosts.every(({ nick_name, password_hash }) => / \(demo\)$/.test(nick_name) && password_hash === null)).toBe(
    true,
  );
  expect(new Set(hosts.map(({ country }) => country)).size).toBeGreaterThan(28);
  expect(new Set(hosts.map(({ lang }) => lang)).size).toBe(15);
});

test('generated hosts have the pictures of the demo hosts', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const dataDir = temporaryFolder('looks');
  const env = { DATABASE_URL: url, DEMO: 'on', DATA_DIR: dataDir };
  expect((await seed(['--anchors', '45'], env)).said).toContain('85 in all');
  const rows = await query(
    url,
    'select uid::int, avatar_url from profile where uid between 9001 and 9040 or uid between 1000000 and 1999999',
  );
  const looks = new Map(rows.map(({ uid, avatar_url }) => [uid, avatar_url]));
  const crowd = [...looks.keys()].filter((uid) => uid > 9_040);
  expect(crowd).toHaveLength(45);
  for (const uid of crowd) expect(looks.get(uid)).toBe(looks.get(9_001 + (uid % 40)));
  expect(new Set(looks.values()).size).toBe(40);
  expect([...looks.values()].every((look) => look.startsWith('/media/'))).toBe(true);
  removeFolder(dataDir);
});

test('the seed command uses the database of a running product, and starts the one of a stopped product', async () => {
  const dataDir = temporaryFolder('seed');
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
  expect((await seed(['--anchors', '5'], env)).said).toContain('5 anchors added');
  const lock = lockDataDir(dataDir, 4_600);
  expect(await seed(['--anchors', '5'], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining('just starting'),
  });
  const folder = join(dataDir, 'postgres');
  const password = storedPassword(join(dataDir, 'secrets.json'));
  const postgres = await startPostgres({ folder, password, durable: false, log: () => undefined });
  expect((await seed(['--anchors', '7'], env)).said).toContain('2 anchors added');
  await postgres.stop();
  lock.release();
  removeFolder(dataDir);
});

test('the seed command prints its usage', async () => {
  expect(await seed(['--anchors', '5', '--fast'], {})).toEqual({
    code: 1,
    said: 'gemcall: usage: npm run seed -- --anchors <1 to 100000>',
  });
});

test.each(['', '--anchors', '--anchors 0', '--anchors 100001', '--anchors -5', '--anchors 1e3', '5'])(
  'the number of hosts is not read from "%s"',
  (words) => {
    const args = words.split(' ').filter((word) => word !== '');
    expect(() => readSeedCount(args)).toThrow('usage: npm run seed -- --anchors <1 to 100000>');
  },
);

test('the seed command reports in one line that a database cannot be reached', async () => {
  const { code, said } = await seed(['--anchors', '5'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(said).toMatch(/^gemcall: DATABASE_URL cannot be filled: .*ECONNREFUSED/);
  expect(said).not.toContain('\n');
});

test('every generated host is of age and has an affordable price', () => {
  const hosts = Array.from({ length: 5_000 }, (_, index) => hostOfCrowd(index, 2026));
  for (const { bDay, price } of hosts) {
    expect(Number(bDay.slice(0, 4))).toBeLessThanOrEqual(2_006);
    expect(Number.isNaN(Date.parse(bDay))).toBe(false);
    expect(price >= 20 && price <= 200).toBe(true);
  }
  expect(new Set(hosts.map(({ uid }) => uid)).size).toBe(5_000);
  // The generated hosts are sufficiently different.
  expect(new Set(hosts.map(({ nickName, country, about }) => `${nickName} ${country} ${about}`)).size).toBeGreaterThan(
    1_500,
  );
});
