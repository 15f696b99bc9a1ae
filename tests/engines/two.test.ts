import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEADER_REQUEST_ID } from '../../contract/api/envelope.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { chat, hasId } from '../edge/messages.ts';
import { isAlive } from '../harness/browser/product.ts';
import { envelope } from '../harness/envelope.ts';
import { openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';

const [SAM, HOST] = [100_001, 9001];
const PATIENCE_MS = 60_000;
const folder = temporaryFolder('two');
const dataDir = join(folder, 'data');
const lines: string[] = [];
let port: number;
let command: ChildProcess;

function run(env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, ['tools/dev/two.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DIST_DIR: join(folder, 'dist'),
      DEMO_HOSTS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

beforeAll(async () => {
  port = await freePort();
  command = run();
  const reader = command.stdout && createInterface({ input: command.stdout });
  await new Promise<void>((ready, failed) => {
    reader?.on('line', (line) => {
      lines.push(line);
      if (line.startsWith('media ')) ready();
    });
    command.once('close', (code) => failed(new Error(`ended with ${code}: ${lines.join(' | ')}`)));
  });
}, 150_000);
afterAll(() => {
  command.kill('SIGKILL');
  removeFolder(folder);
});

const addressOf = (what: string) =>
  lines
    .find((line) => line.startsWith(what))
    ?.split(' ')
    .at(-1) ?? '';
const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function connect(url: string, uid: number): Promise<RawClient> {
  const answer = await fetch(`${url}${endpoints.userPwdLogin.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      [HEADER_REQUEST_ID]: 'r'.repeat(21),
    },
    body: JSON.stringify(envelope({ uid, passwd: 'gemcall' })),
  });
  const { data } = await answer.json();
  const client = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url);
  await signIn(client, { user: `u_${uid}`, token: data.userInfo.vcToken, domain: DOMAIN });
  return client;
}

test('two users at two processes write to each other, also through the proxy', async () => {
  const [one, two] = [addressOf('process 1'), addressOf('process 2')];
  expect(await Promise.all([one, two].map(isReady))).toEqual([true, true]);
  const [sam, host] = [await connect(one, SAM), await connect(two, HOST)];
  sam.send(chat({ id: 'there', to: HOST }));
  await host.take('the message', hasId('there'));
  host.send(chat({ id: 'back', to: SAM }));
  await sam.take('the answer', hasId('back'));
  const proxy = addressOf('nginx before both');
  if (proxy !== '') {
    const third = await connect(proxy, HOST + 1);
    third.send(chat({ id: 'proxy', to: SAM }));
    await sam.take('the message by the proxy', hasId('proxy'));
  }
});

test('a killed process is started again, and the other process keeps running', async () => {
  const [one, two] = [addressOf('process 1'), addressOf('process 2')];
  const pid = Number(readFileSync(join(dataDir, 'server-1.pid'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: PATIENCE_MS }).toBe(false);
  expect(await isReady(two)).toBe(true);
  await expect.poll(() => isReady(one), { timeout: PATIENCE_MS }).toBe(true);
});

test('a second start on the same data folder fails with a message', async () => {
  const second = run();
  let said = '';
  second.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(second, 'close');
  expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^gemcall: already running on the data folder .*$/)]);
});

test('a start fails with a message when the environment sets a variable that `npm run two` chooses', async () => {
  const wrong = run({ ROLE: 'edge', NODE_ID: 'mine' });
  let said = '';
  wrong.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(wrong, 'close');
  expect([code, said.trim()]).toEqual([1, 'gemcall: npm run two chooses NODE_ID, ROLE itself; unset it']);
});

test('SIGINT ends all processes of the command', async () => {
  const all = below(command.pid ?? 0);
  // Two processes, two nodes, epmd, PostgreSQL and the gateway.
  expect(all.length).toBeGreaterThanOrEqual(7);
  command.kill('SIGINT');
  const [code] = await once(command, 'close');
  expect(code).toBe(0);
  expect(all.filter(isAlive)).toEqual([]);
});

/** The ids of all descendants of a process. */
function below(pid: number): readonly number[] {
  const table = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout;
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  return [...own, ...own.flatMap(below)];
}
