import { expect, test } from 'vitest';
import { chooseStorage } from '../../../../src/core/choose-storage.ts';

const never = () => new Promise<never>(() => {});
const named = (name: string) => Object.assign(new Error('no'), { name });

/** The storage chosen after this first read, and the waits in milliseconds. */
async function chosen(read: () => Promise<unknown>, { isThere = true, patient = true, hadSession = false } = {}) {
  const waited: number[] = [];
  const after = (ms: number) => {
    waited.push(ms);
    return patient ? never() : Promise.resolve();
  };
  return {
    storage: await chooseStorage({ isThere: () => isThere, read, hadSession, patienceMs: 7, retryMs: 1, after }),
    waited,
  };
}

test('a browser whose databases open keeps its data', async () => {
  expect((await chosen(async () => [])).storage).toBe('kept');
});

test('without IndexedDB no database is opened, and the start does not wait', async () => {
  const read = async () => expect.unreachable();
  expect(await chosen(read, { isThere: false })).toEqual({ storage: 'memory', waited: [] });
});

test.each([
  'SecurityError',
  'InvalidStateError',
  'UnknownError',
  'QuotaExceededError',
  'MissingAPIError',
  'AbortError',
])('databases that cannot be opened (%s) are replaced by memory', async (name) => {
  expect((await chosen(() => Promise.reject(named(name)))).storage).toBe('memory');
});

test('data of a newer build does not count as broken storage', async () => {
  expect((await chosen(() => Promise.reject(named('VersionError')))).storage).toBe('kept');
});

test('a browser that never responds is waited for up to a limit', async () => {
  expect(await chosen(never, { patient: false })).toEqual({ storage: 'memory', waited: [7] });
});

test('databases that held a session are waited for however long they take', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const choosing = chosen(() => promise, { patient: false, hadSession: true });
  await new Promise((done) => setImmediate(done));
  resolve();
  expect((await choosing).storage).toBe('kept');
});

test('databases that held a session and fail are read again before memory replaces them', async () => {
  let reads = 0;
  const fails = async () => {
    reads += 1;
    if (reads < 3) throw named('UnknownError');
  };
  const retried: number[] = [];
  const after = (ms: number) => {
    retried.push(ms);
    return ms === 7 ? never() : Promise.resolve();
  };
  const ports = { isThere: () => true, read: fails, hadSession: true, patienceMs: 7, retryMs: 1, after };
  expect([await chooseStorage(ports), reads, retried]).toEqual(['kept', 3, [7, 1, 1]]);
  expect(
    await chooseStorage({ ...ports, read: () => Promise.reject(named('UnknownError')), after: async () => {} }),
  ).toBe('memory');
});
