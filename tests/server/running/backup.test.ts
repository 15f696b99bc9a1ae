import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { chat, hasId } from '../../edge/messages.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { envelope } from '../../harness/envelope.ts';
import { startOwnPostgres } from '../../harness/postgres/own-postgres.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { openRaw, signIn } from '../../harness/raw-client.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';
import { picture, uploadName } from '../media/media-files.ts';

const run = promisify(execFile);
const HOST = 9001;
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let product: Product;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(async () => {
  await product?.stop();
  await postgres?.stop();
});

async function logIn(uid: number): Promise<{ readonly vcToken: string; readonly cookie: string }> {
  const answer = await fetch(`${product.url}${endpoints.userPwdLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(envelope({ uid, passwd: 'gemcall' })),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { vcToken: (await answer.json()).data.userInfo.vcToken, cookie };
}

async function stream(uid: number, token: string) {
  const client = await openRaw(`${product.url.replace('http', 'ws')}/xmpp-websocket`, product.url);
  await signIn(client, { user: `u_${uid}`, token, domain: 'localhost' });
  return client;
}

/** Returns messages, wallets and postings of all users, and the broken laws of the ledger. */
async function owned(url: string): Promise<unknown> {
  const { db, pool, close } = openDatabase(url, () => undefined);
  const rows = async (text: string) => (await pool.query(text)).rows;
  const all = {
    messages: await rows('select * from archive order by owner, id'),
    wallets: await rows('select * from wallet order by uid, currency'),
    postings: await rows('select * from posting order by id'),
    broken: await auditLedger(db),
  };
  await close();
  return all;
}

test('a backup restores messages, pictures, gems and keys after a loss of all data', async () => {
  const databaseUrl = await freshDatabase(postgres.url);
  const dataDir = join(temporaryFolder('backed-up'), 'data');
  mkdirSync(dataDir);
  product = await startProduct({ databaseUrl, dataDir });
  const sam = await logIn(100_001);
  const client = await stream(100_001, sam.vcToken);
  const host = await stream(HOST, (await logIn(HOST)).vcToken);
  for (let n = 0; n < 20; n += 1) client.send(chat({ to: HOST, id: `backup${n}`.padEnd(21, '_'), body: `words ${n}` }));
  await host.take('the last message', hasId('backup19'.padEnd(21, '_')));
  const form = new FormData();
  form.set('token', sam.vcToken);
  form.set('filename', uploadName('jpg'));
  form.set('file', new Blob([new Uint8Array(await picture().jpeg().toBuffer())]));
  const { url } = await (await fetch(`${product.url}/upload`, { method: 'POST', body: form })).json();
  const open = async () => {
    const answer = await fetch(`${product.url}${url}`, { headers: { cookie: sam.cookie } });
    return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
  };
  const keys = () => readFileSync(join(dataDir, 'push-keys.json'), 'utf8');
  const keysBefore = keys();
  const [before, pictureBefore] = [await owned(databaseUrl), await open()];
  expect(before).toMatchObject({ broken: [] });
  expect(pictureBefore[0]).toBe(200);
  for (const one of [client, host]) one.cut();

  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const backup = join(temporaryFolder('backup'), 'monday');
  // Like a running product, which writes during the backup.
  const growing = join(dataDir, 'growing');
  writeFileSync(growing, Buffer.alloc(64_000_000));
  const writing = setInterval(() => appendFileSync(growing, 'more'), 1);
  await run('deploy/backup.sh', [backup], { env });
  clearInterval(writing);
  await expect(run('deploy/backup.sh', [backup], { env })).rejects.toThrow('is there already');
  await expect(run('deploy/restore.sh', [backup], { env })).rejects.toThrow('is not empty');

  const elsewhere = { ...env, DATA_DIR: temporaryFolder('elsewhere') };
  await expect(run('deploy/restore.sh', [backup], { env: elsewhere })).rejects.toThrow('the database is not empty');

  await product.stop();
  const name = new URL(databaseUrl).pathname.slice(1);
  const administrator = new pg.Client({ connectionString: postgres.url });
  await administrator.connect();
  await administrator.query(`drop database ${name} with (force)`);
  await administrator.query(`create database ${name}`);
  await administrator.end();
  removeFolder(dataDir);

  const { stdout } = await run('deploy/restore.sh', [backup], { env });
  expect(stdout).toContain('npm run operator -- reconcile');
  expect(await owned(databaseUrl)).toEqual(before);
  expect(keys()).toBe(keysBefore);
  product = await startProduct({ databaseUrl, dataDir });
  expect(await open()).toEqual(pictureBefore);
  // The session from before the backup is still valid, so users need not sign in again.
  (await stream(100_001, sam.vcToken)).cut();
});
