import { expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '#contract/result.ts';

let answer: Result<unknown> = ok(null);
const update = vi.fn(async () => {});
vi.mock('../../../../src/core/link.ts', () => ({ command: async () => answer }));
vi.mock('../../../../src/app/update/register-worker.ts', () => ({ registerWorker() {} }));
const page = new EventTarget();
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('document', { readyState: 'complete' });
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ update }) } });
const { core } = await import('../../../../src/core/core.ts');
const { isOutdated } = await import('../../../../src/core/new-build.ts');
const { registerServiceWorker } = await import('../../../../src/app/update/service-worker.ts');

test('a page looks for a newer build once a minute when the server rejects its requests as malformed', async () => {
  registerServiceWorker();
  await core.signIn({ way: 'guest' });
  answer = fail({ code: 'offline' });
  await core.signIn({ way: 'guest' });
  expect(update).not.toHaveBeenCalled();
  answer = fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
  for (let times = 0; times < 2; times += 1) expect(await core.signIn({ way: 'guest' })).toEqual(answer);
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1));
});

test('a failed import of code that is no component is checked, and a newer build is looked for when the server has it no more', async () => {
  vi.stubGlobal('fetch', async () => ({ status: 404 }));
  vi.useFakeTimers({ now: 0, toFake: ['performance'] });
  vi.advanceTimersByTime(120_000);
  update.mockClear();
  const error = new TypeError('error loading dynamically imported module: https://app.example/assets/save-x.js');
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  expect(isOutdated()).toBe(true);
  vi.useRealTimers();
});
