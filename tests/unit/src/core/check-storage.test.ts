import { expect, test } from 'vitest';
import { checkStorage } from '../../../../src/core/check-storage.ts';

const never = () => new Promise<never>(() => {});
const named = (name: string) => Object.assign(new Error('no'), { name });

/** The state of the storage after this first read, and the waits in milliseconds. */
async function checked(read: () => Promise<unknown>, { isThere = true, patient = true, hadSession = false } = {}) {
  const waited: number[] = [];
  const after = (ms: number) => {
    waited.push(ms);
    return patient ? never() : Promise.resolve();
  };
  return {
    storage: await checkStorage({
      isThere: () => isThere,
      read,
      hadSession,
      patienceMs: 7,
      silenceMs: 30,
      retryMs: 1,
      after,
    }),
    waited,
  };
}

test('storage is ready when the databases open', async () => {
  expect((await checked(async () => [])).storage).toBe('ready');
});

test('without IndexedDB no database is opened, and the start does not wait', async () => {
  const read = async () => expect.unreachable();
  expect(await checked(read, { isThere: false })).toEqual({ storage: 'missing', waited: [] });
});

test.each(['SecurityError', 'InvalidStateError', 'UnknownError', 'MissingAPIError', 'AbortError'])(
  'databases that cannot be opened (%s) count as missing storage',
  async (name) => {
    expect((await checked(() => Promise.reject(named(name)))).storage).toBe('missing');
  },
);

test.each([
  ['QuotaExceededError', named('QuotaExceededError')],
  ['an opening that failed by it', Object.assign(named('DatabaseClosedError'), { inner: named('QuotaExceededError') })],
])('databases that cannot be opened on a full device count as full (%s)', async (_name, error) => {
  expect((await checked(() => Promise.reject(error))).storage).toBe('full');
});

test('data of a newer build does not count as broken storage', async () => {
  expect((await checked(() => Promise.reject(named('VersionError')))).storage).toBe('ready');
});

test('a browser that never responds is waited for up to a limit', async () => {
  expect(await checked(never, { patient: false })).toEqual({ storage: 'missing', waited: [7] });
});

test('databases that held a session are waited for longer than others, but not for ever', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ports = { isThere: () => true, hadSession: true, patienceMs: 7, silenceMs: 30, retryMs: 1 };
  const checking = checkStorage({
    ...ports,
    read: () => promise,
    after: (ms) => (ms === 30 ? never() : Promise.resolve()),
  });
  await new Promise((done) => setImmediate(done));
  resolve();
  expect(await checking).toBe('ready');
  expect(await checkStorage({ ...ports, read: never, after: async () => undefined })).toBe('missing');
});

test('databases that held a session and fail are read again before they count as missing', async () => {
  let reads = 0;
  const fails = async () => {
    reads += 1;
    if (reads < 3) throw named('UnknownError');
  };
  const retried: number[] = [];
  const after = (ms: number) => {
    retried.push(ms);
    return ms === 1 ? Promise.resolve() : never();
  };
  const ports = { isThere: () => true, read: fails, hadSession: true, patienceMs: 7, silenceMs: 30, retryMs: 1, after };
  expect([await checkStorage(ports), reads, retried]).toEqual(['ready', 3, [30, 7, 1, 1]]);
  expect(
    await checkStorage({
      ...ports,
      read: () => Promise.reject(named('UnknownError')),
      after: (ms) => (ms === 30 ? never() : Promise.resolve()),
    }),
  ).toBe('missing');
});
