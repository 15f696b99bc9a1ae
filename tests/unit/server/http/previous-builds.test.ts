import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { DAY_MS, WEEK_MS } from '../../../../contract/durations.ts';
import { openPreviousBuilds } from '../../../../server/platform/http/site/previous-builds.ts';
import { serveSite } from '../../../../server/platform/http/site/site.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const GIB = 1024 ** 3;
const fail = (error: unknown) => expect.unreachable(String(error));

/** A data folder, and a process that serves the build with these scripts on it at a time. */
function setUp() {
  const root = temporaryFolder('gemcall-builds-');
  const [dataDir, distDir] = [join(root, 'builds'), join(root, 'dist')];
  let time = Date.now();
  const serve = async (scripts: Readonly<Record<string, string>>, freeBytes = 10 * GIB) => {
    rmSync(distDir, { recursive: true, force: true });
    mkdirSync(join(distDir, 'assets'), { recursive: true });
    writeFileSync(join(distDir, 'index.html'), '<!doctype html>');
    for (const [name, text] of Object.entries(scripts)) writeFileSync(join(distDir, 'assets', name), text);
    const builds = openPreviousBuilds(dataDir, distDir, fail, {
      freeBytes: async () => freeBytes,
      now: () => time,
    });
    await builds.store();
    builds.close();
    return builds;
  };
  const wait = (ms: number) => {
    time += ms;
  };
  return { serve, wait, dataDir, distDir };
}

test('a part of the previous build is served for a week after the build was replaced, then not', async () => {
  const { serve, wait, distDir } = setUp();
  await serve({ 'entry-a.js': 'a', 'picker-a.js': 'picker of a', 'picker-a.js.gz': 'gz' });
  wait(DAY_MS);
  const next = await serve({ 'entry-b.js': 'b', 'picker-b.js': 'picker of b' });
  const app = fastify();
  await serveSite(app, distDir, { previousBuilds: next });
  const get = (name: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: `/assets/${name}` });

  const old = await get('picker-a.js');
  expect([old.statusCode, old.body]).toEqual([200, 'picker of a']);
  expect(old.headers['content-type']).toContain('javascript');
  expect(old.headers['cache-control']).toContain('immutable');
  expect((await get('picker-a.js', 'HEAD')).statusCode).toBe(200);
  expect((await get('picker-b.js')).body).toBe('picker of b');
  for (const name of ['picker-c.js', '.served', '..%2f.served', 'picker-a.js.gz']) {
    expect((await get(name)).statusCode, name).toBe(404);
  }
  expect((await app.inject({ method: 'POST', url: '/assets/picker-a.js' })).statusCode).toBe(404);
  await app.close();

  wait(WEEK_MS + DAY_MS);
  const later = await serve({ 'entry-b.js': 'b', 'picker-b.js': 'picker of b' });
  expect(later.folderOf('picker-a.js')).toBeUndefined();
});

test('the week of a build begins when it was served last, and not when it was built', async () => {
  const { serve, wait } = setUp();
  const a = { 'entry-a.js': 'a' };
  for (let day = 0; day < 30; day += 1) {
    await serve(a);
    wait(DAY_MS);
  }
  expect((await serve({ 'entry-b.js': 'b' })).folderOf('entry-a.js')).toBeDefined();
});

test('at most four previous builds use disk space, and none when the disk is nearly full', async () => {
  const { serve, wait, dataDir } = setUp();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await serve({ [`entry-${name}.js`]: name });
    wait(1_000);
  }
  const last = await serve({ 'entry-g.js': 'g' }, GIB / 2);
  expect(last.folderOf('entry-f.js')).toBeDefined();
  expect(last.folderOf('entry-a.js')).toBeUndefined();
  expect(readdirSync(dataDir)).toHaveLength(4);
});

test('a server without a build stores nothing', async () => {
  const { dataDir, distDir } = setUp();
  await openPreviousBuilds(dataDir, distDir, fail).store();
  expect(existsSync(dataDir)).toBe(false);
});

test('storing a build is repeated a day later when the first attempt fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const root = temporaryFolder('gemcall-builds-');
  const [dataDir, distDir] = [join(root, 'builds'), join(root, 'dist')];
  mkdirSync(join(distDir, 'assets'), { recursive: true });
  writeFileSync(join(distDir, 'assets', 'entry-a.js'), 'a');
  const freeBytes = vi
    .fn()
    .mockRejectedValueOnce(new Error('the disk does not answer'))
    .mockResolvedValue(10 * GIB);
  const builds = openPreviousBuilds(dataDir, distDir, fail, { freeBytes, now: Date.now });
  await expect(builds.store()).rejects.toThrow('the disk does not answer');
  vi.advanceTimersByTime(DAY_MS);
  await vi.waitFor(() => expect(existsSync(dataDir) && readdirSync(dataDir)).toHaveLength(1));
  builds.close();
  vi.useRealTimers();
});
