import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../../contract/durations.ts';
import { MEASURE_DB } from '../../../../worker/analytics/database.ts';
import { collector, measuring, reopened, waiting } from './setup.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await Dexie.delete(MEASURE_DB);
});
const LONG = { timeout: 20_000 };

test.each([
  [0, ['fingerprint_ping', 'check_in']],
  [0.000_999, ['fingerprint_ping', 'check_in']],
  [0.001, ['check_in']],
  [0.5, ['check_in']],
])('one start in a thousand reports the environment (%s)', async (chance, names) => {
  collector();
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const core = measuring();
  await core.tell({ m: true });
  core.part.track('check_in', {});
  await vi.waitFor(async () => expect((await waiting()).items.map((item) => item['#event_name'])).toEqual(names), LONG);
  await core.part.onStepDown?.();
});

test('the referrer is cut to 200 characters', async () => {
  collector();
  const core = measuring();
  const referrer = `https://blog.example/${'x'.repeat(300)}`;
  await core.tell({ m: true }, { referrer });
  core.part.track('check_in', {});
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(1), LONG);
  const [item] = (await waiting()).items;
  expect(item?.properties['#referrer']).toBe(referrer.slice(0, 200));
  await core.part.onStepDown?.();
});

test('a device keeps its ids for 73,000 days, then gets new ones', async () => {
  collector();
  const start = Date.UTC(2026, 10, 23);
  const idsAt = async (now: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const core = now === start ? measuring() : reopened();
    await core.tell({ m: true });
    const ids = (await waiting()).meta.find(({ key }) => key === 'ids');
    await core.part.onStepDown?.();
    return ids;
  };
  const first = await idsAt(start);
  expect(first).toMatchObject({ expires: Date.UTC(2226, 9, 6) });
  expect(await idsAt(start + 73_000 * DAY_MS - 1)).toEqual(first);
  const later = await idsAt(start + 73_000 * DAY_MS);
  expect(later).toMatchObject({ distinctId: expect.any(String) });
  expect(later).not.toMatchObject({ distinctId: (first as { distinctId: string }).distinctId });
});
