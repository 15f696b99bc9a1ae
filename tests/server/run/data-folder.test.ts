import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from '../../../tools/dev/lock.ts';
import { needFreePort } from '../../../tools/dev/port.ts';
import { storedPassword } from '../../../tools/dev/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemcall-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOCK = new URL('../../../tools/dev/lock.ts', import.meta.url).href;

/** Runs another process that locks the folder and dies of SIGKILL. */
const takeAndDie = (dataDir: string) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { lockDataDir } = await import('${LOCK}');
     lockDataDir('${dataDir}', 4600);
     process.kill(process.pid, 'SIGKILL');`,
  ]);

test('a data folder has one owner, and a second process gets the pid of it', () => {
  const lock = lockDataDir(folder, 4_711);
  expect(() => lockDataDir(folder, 4_712)).toThrow(`already running on the data folder ${folder} (pid ${process.pid}`);
  lock.release();
  lockDataDir(folder, 4_712).release();
});

test('a data folder is free when its owner was killed', () => {
  expect(takeAndDie(folder).signal).toBe('SIGKILL');
  lockDataDir(folder, 4_600).release();
});

test('a start is refused with the port when the port is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(needFreePort(port)).rejects.toThrow(`port ${port} is taken`);
  await new Promise((resolve) => server.close(resolve));
  await needFreePort(port);
});

test('the password of the database is created once and readable only by its owner', () => {
  const file = join(folder, 'secrets.json');
  const password = storedPassword(file);
  expect(storedPassword(file)).toBe(password);
  expect(password.length).toBeGreaterThanOrEqual(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
