import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../../../server/platform/prosody/ports.ts';
import { watchBeats } from '../../../../tools/dev/watch-beats.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const HEARTBEAT = new URL('../../../../server/platform/process/heartbeat.ts', import.meta.url).href;
const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const BEATING = `const { startHeartbeat } = await import('${HEARTBEAT}'); startHeartbeat(); setInterval(() => {}, 60_000);`;
const runCode = (code: string, env: Record<string, string> = {}) =>
  spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
const exitOf = async (child: ChildProcess) => (await once(child, 'exit'))[1];

test.each([
  ['whose event loop is blocked', `${BEATING} process.once('message', () => { for (;;); });`, 'block'],
  ['that is stopped', BEATING, 'stop'],
])('a process %s is killed', async (_what, code, how) => {
  const child = runCode(code);
  const beats = watchBeats(child, 5, 1_000);
  await once(child, 'message');
  beats.begin();
  await once(child, 'message');
  expect(beats.isKilled()).toBe(false);
  if (how === 'block') child.send('block');
  else child.kill('SIGSTOP');
  expect(await exitOf(child)).toBe('SIGKILL');
  expect(beats.isKilled()).toBe(true);
});

test('a process with a watchdog of systemd notifies it several times within the time of the watchdog', async () => {
  const folder = temporaryFolder('notify');
  const file = join(folder, 'notified');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$* $NOTIFY_SOCKET" >> ${file}\n`);
  chmodSync(join(folder, 'systemd-notify'), 0o755);
  const env = { PATH: `${folder}:/bin:/usr/bin`, NOTIFY_SOCKET: '/run/n' };
  const child = runCode(BEATING, { ...env, WATCHDOG_USEC: '300000' });
  const notified = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect.poll(notified, { timeout: 20_000 }).toMatch(/^(WATCHDOG=1 \/run\/n\n){3}/);
  child.kill();
});

test('a process shortens the watchdog of systemd to 20 s when it listens', async () => {
  const folder = temporaryFolder('notify');
  const file = join(folder, 'notified');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${file}\n`);
  chmodSync(join(folder, 'systemd-notify'), 0o755);
  const listening = BEATING.replace('startHeartbeat();', 'startHeartbeat().shortenWatchdog();');
  const env = { PATH: `${folder}:/bin:/usr/bin`, NOTIFY_SOCKET: '/run/n', WATCHDOG_USEC: '300000000' };
  const child = runCode(listening, env);
  const notified = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect.poll(notified, { timeout: 20_000 }).toContain('WATCHDOG=1 WATCHDOG_USEC=20000000\n');
  child.kill();
});

test('the health check of a container fails while the server is not ready, and kills one that does not answer', async () => {
  const folder = temporaryFolder('container');
  mkdirSync(join(folder, 'server'));
  cpSync(join(DEPLOY, 'alive.mjs'), join(folder, 'deploy/alive.mjs'));
  const answer = "response.writeHead(request.url === '/readyz' && started ? 200 : 503).end()";
  const serve = `require('node:http').createServer((request, response) => { ${answer}; started = true; }).listen(process.env.PORT, '127.0.0.1')`;
  writeFileSync(
    join(folder, 'server/main.ts'),
    `let started = false; ${serve}.on('listening', () => console.log('up'));`,
  );
  const PORT = String(await freePort());
  const env = { PATH: process.env['PATH'], PORT };
  const run = (...args: string[]) =>
    spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const check = async (ms: string) => (await once(run('deploy/alive.mjs', ms), 'exit'))[0];
  expect(await check('10000')).toBe(1);
  const server = run('server/main.ts');
  await once(server.stdout, 'data');
  expect([await check('10000'), await check('10000')]).toEqual([1, 0]);
  server.kill('SIGSTOP');
  const ended = exitOf(server);
  expect(await check('300')).toBe(1);
  expect(await ended).toBe('SIGKILL');
});

/** Runs deploy/replace.sh with programs of these texts in front of the PATH; `sleep` does not wait. */
async function replace(programs: Record<string, string>) {
  const folder = temporaryFolder('replace');
  for (const [name, text] of Object.entries({ systemctl: '', sleep: '', ...programs })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text.replaceAll('FOLDER', folder)}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const child = spawn('sh', [join(DEPLOY, 'replace.sh'), '4600'], { env: { PATH: `${folder}:/bin:/usr/bin` } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

const READY_AFTER = (tries: number) => `echo >> FOLDER/tries; test "$(wc -l < FOLDER/tries)" -gt ${tries}`;

test('the replacement of a process waits for a migration that reports progress, and for nothing else', async () => {
  const migrating = `echo '{"migration":"0014","seconds":5,"msg":"migrating the database"}'`;
  const waited = await replace({ curl: READY_AFTER(170), journalctl: migrating });
  expect(waited).toMatchObject({ code: 0, output: expect.stringContaining('gemcall@4600 is replaced') });
  expect(waited.output).toContain('"migration":"0014"');
  const silent = await replace({ curl: 'exit 1', journalctl: '' });
  expect(silent).toEqual({ code: 1, output: expect.stringContaining('does not become ready') });
  const refused = await replace({
    curl: 'exit 1',
    journalctl: 'for n in 1 2 3; do echo "cannot start: no database"; done',
  });
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('gemcall@4600 cannot start: no database') });
});
