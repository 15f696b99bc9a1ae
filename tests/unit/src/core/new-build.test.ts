import { beforeEach, expect, test, vi } from 'vitest';

const SCRIPT = 'https://app.example/assets/picker-abc.js';
const chromium = new TypeError(`Failed to fetch dynamically imported module: ${SCRIPT}`);
const firefox = new TypeError(`error loading dynamically imported module: ${SCRIPT}`);
const safari = new TypeError('Importing a module script failed.');

const answers = vi.fn<(url: string) => Promise<{ status: number }>>();
const asked: RequestInit[] = [];
vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
  asked.push(init);
  return answers(url);
});
const gone = async () => ({ status: 404 });
const there = async () => ({ status: 200 });
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.resetModules();
  answers.mockReset();
  asked.length = 0;
});
const open = async () => ({
  build: await import('../../../../src/core/new-build.ts'),
  lazy: await import('../../../../src/ui/lazy.tsx'),
});

test('a part that the server no longer has is known to be of an older build when its load fails', async () => {
  answers.mockImplementation(gone);
  for (const error of [chromium, firefox]) {
    vi.resetModules();
    const { build, lazy } = await open();
    const found = vi.fn();
    build.onOutdated(found);
    await expect(lazy.partOf<object>(() => Promise.reject(error)).load()).rejects.toBe(error);
    expect(build.isOutdated()).toBe(true);
    expect(found).toHaveBeenCalledTimes(1);
    expect(answers).toHaveBeenLastCalledWith(SCRIPT);
    expect(asked.at(-1)).toMatchObject({ method: 'HEAD', cache: 'no-store' });
  }
});

test('a part is asked for again by its own address when the browser does not name the script that failed', async () => {
  answers.mockImplementation(there);
  const { lazy } = await open();
  const fetchPart = vi.fn<() => Promise<{ default: () => null }>>().mockRejectedValue(safari);
  fetchPart.toString = () => '()=>a(()=>import(`./picker-abc.js`),[])';
  await expect(lazy.partOf(fetchPart).load()).rejects.toBe(safari);
  expect(answers.mock.lastCall?.[0]).toMatch(/\/src\/core\/picker-abc\.js$/);
  // The second request has another address, because the browser caches the failure of the first one.
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

test('the script with the build number is asked for when the browser does not name the missing part', async () => {
  answers.mockImplementation(gone);
  const { build, lazy } = await open();
  await expect(lazy.partOf<object>(() => Promise.reject(safari)).load()).rejects.toBe(safari);
  expect(build.isOutdated()).toBe(true);
  expect(answers.mock.lastCall?.[0]).toContain('new-build');
});

test.each([
  ['the server is unreachable', unreachable],
  ['the server has the part', there],
  ['the server is overloaded', async () => ({ status: 503 })],
])('a page is not outdated when a part fails to load and %s', async (_case, answer) => {
  answers.mockImplementation(answer);
  const { build, lazy } = await open();
  await expect(lazy.partOf<object>(() => Promise.reject(chromium)).load()).rejects.toBe(chromium);
  expect(build.isOutdated()).toBe(false);
});

test('concurrent failures of a script ask the server once, and later ones never when it is gone', async () => {
  answers.mockImplementation(gone);
  const { build } = await open();
  await Promise.all([build.checkMissingScript(SCRIPT), build.checkMissingScript(SCRIPT)]);
  await build.checkMissingScript('https://app.example/assets/other.js');
  expect(answers).toHaveBeenCalledTimes(1);
});

test('a script that failed without a network is asked for again after the next failure', async () => {
  answers.mockImplementationOnce(unreachable).mockImplementation(gone);
  const { build } = await open();
  await build.checkMissingScript(SCRIPT);
  await build.checkMissingScript(SCRIPT);
  expect(build.isOutdated()).toBe(true);
});

test('a press reloads the page at once without a waiting build, and else after it is active', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const { build } = await open();
  build.activateNewBuild();
  expect(reload).toHaveBeenCalledTimes(1);

  const workbox = Object.assign(new EventTarget(), { messageSkipWaiting: vi.fn() });
  build.waitingBuild.set(workbox as never);
  build.activateNewBuild();
  expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1);
  expect(reload).toHaveBeenCalledTimes(1);
  workbox.dispatchEvent(new Event('controlling'));
  expect(reload).toHaveBeenCalledTimes(2);
});
