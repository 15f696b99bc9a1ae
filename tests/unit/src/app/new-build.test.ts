import { expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '#contract/result.ts';

let answer: Result<unknown> = ok(null);
const update = vi.fn(async () => {});
vi.mock('../../../../src/core/link.ts', () => ({ command: async () => answer }));
vi.mock('../../../../src/app/update/register-worker.ts', () => ({ registerWorker() {} }));
vi.stubGlobal('document', { readyState: 'complete' });
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ update }) } });
const { core } = await import('../../../../src/core/core.ts');
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
