import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { isFolderLocked } from '../../server/platform/process/folder-lock.ts';
import { prosodyConfig } from '../../server/platform/prosody/config.ts';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { runProsody } from '../../server/platform/prosody/process.ts';
import { startProsody, writeProsodyConfig } from '../../server/platform/prosody/supervisor.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
import { temporaryFolder } from '../harness/temporary.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemcall-prosody-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;
const options = (httpPort?: number) => {
  runs += 1;
  return {
    dataDir: join(folder, String(runs)),
    domain: 'localhost',
    secrets: { component: 'c', pass: 'p' },
    nodes: ['1', '2'],
    log: { info: () => undefined, warn: () => undefined },
    ...(httpPort === undefined ? {} : { httpPort }),
  };
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('Prosody serves on the same ports within a second of being killed, and ends when it is stopped', async () => {
  const prosody = await startProsody(options());
  const { httpPort, componentPort, pid } = prosody;
  const start = performance.now();
  prosody.kill('SIGKILL');
  await prosody.whenReady();
  expect(performance.now() - start).toBeLessThan(boundHere(1_000));
  expect(prosody.pid).not.toBe(pid);
  expect([prosody.httpPort, prosody.componentPort]).toEqual([httpPort, componentPort]);
  await prosody.stop();
  await prosody.exited;
  expect(isAlive(prosody.pid)).toBe(false);
});

test('a Prosody that hangs is killed and started again', async () => {
  const probe = ({ httpPort }: { readonly httpPort: number }) =>
    fetch(`http://127.0.0.1:${httpPort}/`, { signal: AbortSignal.timeout(150) });
  const prosody = await startProsody({ ...options(), probe, probeEveryMs: 20 });
  const { pid } = prosody;
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => prosody.pid !== pid, { timeout: 10_000, interval: 10 }).toBe(true);
  await prosody.whenReady();
  expect(isAlive(pid)).toBe(false);
  await prosody.stop();
});

test('a Prosody whose folder was lost starts again with a new configuration, and its last words are logged', async () => {
  const lines: { readonly lastWords?: readonly string[] }[] = [];
  const lost = { ...options(), log: { info: () => undefined, warn: (fields: object) => void lines.push(fields) } };
  const prosody = await startProsody(lost);
  // Moved away in one step: the running Prosody may write into it at any moment.
  renameSync(lost.dataDir, `${lost.dataDir}-lost`);
  prosody.kill('SIGTERM');
  await prosody.whenReady();
  expect(existsSync(join(lost.dataDir, 'prosody.cfg.lua'))).toBe(true);
  expect(lines.find(({ lastWords }) => lastWords)?.lastWords).toContainEqual(expect.stringMatching(/\w/));
  await prosody.stop();
});

test('a Prosody that hangs while it starts is killed, and the start is refused with the last words', async () => {
  const folder = temporaryFolder('hanging-prosody');
  writeFileSync(join(folder, 'prosody'), '#!/bin/sh\necho loading modules\nexec tail -f /dev/null\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  const hanging = options();
  await expect(startProsody({ ...hanging, readyWithinMs: 2_000 })).rejects.toThrow(
    'Prosody did not open its ports within 2 s: loading modules',
  );
  vi.unstubAllEnvs();
  // The refused start leaves the folder free.
  const prosody = await startProsody(hanging);
  await prosody.stop();
});

test('startProsody rejects with one error when the port is taken', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  await expect(startProsody(options(port))).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
});

test('startProsody ends the process that a killed server left behind when it starts on the same folder', async () => {
  const same = options();
  const ports = { httpPort: await freePort(), componentPort: await freePort() };
  const configFile = writeProsodyConfig({ ...same, ...ports });
  const left = runProsody(configFile, ports.httpPort, ports.componentPort, same.log);
  await left.ready;
  await expect.poll(() => existsSync(join(same.dataDir, 'prosody.pid')), { interval: 5 }).toBe(true);
  const prosody = await startProsody({ ...same, ...ports });
  expect(isAlive(left.pid)).toBe(false);
  await prosody.stop();
});

test('a second Prosody on the same folder is refused while the first runs, which goes on, and starts when it has stopped', async () => {
  const same = options();
  const prosody = await startProsody(same);
  expect(isFolderLocked(same.dataDir)).toBe(true);
  await expect(startProsody(same)).rejects.toThrow(
    /another server process runs its Prosody in .*: end it, or run several/,
  );
  expect(isAlive(prosody.pid)).toBe(true);
  await prosody.stop();
  expect(isFolderLocked(same.dataDir)).toBe(false);
  const next = await startProsody(same);
  await next.stop();
});

test('a domain with quote characters cannot break out of the configuration', () => {
  const config = prosodyConfig({ ...options(), httpPort: 1, componentPort: 2, domain: 'a]=]b' });
  expect(config).toContain('VirtualHost [==[a]=]b]==]');
});
