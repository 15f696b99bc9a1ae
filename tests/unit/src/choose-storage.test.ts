import { expect, test } from 'vitest';
import { chooseStorage } from '../../../src/core/choose-storage.ts';

const never = () => new Promise<never>(() => {});
const named = (name: string) => Object.assign(new Error('no'), { name });

/** What is chosen of a browser whose first read ends like this, and how long it was waited for at most. */
async function chosen(read: () => Promise<unknown>, { isThere = true, patient = true } = {}) {
  const waited: number[] = [];
  const after = (ms: number) => {
    waited.push(ms);
    return patient ? never() : Promise.resolve();
  };
  return { storage: await chooseStorage({ isThere: () => isThere, read, patienceMs: 7, after }), waited };
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

test('a browser that never answers is waited for up to a limit', async () => {
  expect(await chosen(never, { patient: false })).toEqual({ storage: 'memory', waited: [7] });
});
