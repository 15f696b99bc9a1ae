import { beforeEach, expect, test, vi } from 'vitest';
import type { Turn } from '../../../../src/media/fitted.ts';

vi.mock('../../../../src/media/shrink.worker.ts?worker&url', () => ({ default: '/assets/shrink-x.js' }));
vi.mock('../../../../src/core/trusted-url.ts', () => ({ trustedScriptUrl: (url: string) => url }));

/** A worker that dispatches the event instead of an answer. */
const failWith = (event: Event) =>
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        this.dispatchEvent(event);
      }
      terminate() {}
    },
  );
const UPRIGHT = {} as Turn;

beforeEach(() => vi.resetModules());
const shrink = async () => {
  const { createShrinker } = await import('../../../../src/media/shrink.ts');
  return createShrinker().shrink(new Blob(), UPRIGHT);
};

test.each([
  ['stale-build', 'the server has it no more', async () => ({ status: 404 })],
  ['offline', 'the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a picture is refused with %s when the script of the worker does not load because %s', async (code, _why, fetch) => {
  vi.stubGlobal('fetch', fetch);
  failWith(new Event('error'));
  expect(await shrink()).toEqual({ ok: false, error: { code } });
});

test('a picture is refused as unreadable when the worker throws', async () => {
  failWith(Object.assign(new Event('error'), { message: 'out of memory' }));
  expect(await shrink()).toEqual({ ok: false, error: { code: 'upload-unreadable' } });
});
