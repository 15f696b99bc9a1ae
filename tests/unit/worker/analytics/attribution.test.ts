import { expect, test, vi } from 'vitest';
import type { AttributionInfo } from '#contract/analytics/attribution.ts';
import { describeDevice, readDevice } from '../../../../worker/account/device.ts';
import { collector, measuring } from './setup.ts';

vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

const info: AttributionInfo = {
  adid: 'a'.repeat(32),
  tracker_token: '',
  tracker_name: 'blog, "spring"::::::',
  network: 'blog, "spring"',
  campaign: '',
  adgroup: '',
  creative: '',
  click_label: '',
  state: 'installed',
  webUuid: 'web',
};
const queue = async (core: ReturnType<typeof measuring>) =>
  (await core.app.apiQueue.toArray()).map(({ endpoint, data }) => [endpoint, data]);

test('each attribution change is an event and one server call, and is attached to requests', async () => {
  const to = collector();
  const core = measuring();
  await core.tell({ m: true, a: true }, { fbclid: 'click.1' });
  await core.part.commands.storeAttribution(info);
  await core.part.commands.storeAttribution(info);
  expect(await queue(core)).toEqual([['attribution', info]]);
  const changed = { ...info, state: 'reattributed' } as const;
  await core.part.commands.storeAttribution(changed);
  expect(await queue(core)).toEqual([
    ['attribution', info],
    ['attribution', changed],
  ]);
  expect(core.kicks()).toBe(2);
  await core.part.onSigningOut?.();
  expect(await core.app.state.get('attribution')).toEqual({
    key: 'attribution',
    asked: 0,
    last: '',
    info: changed,
    at: expect.any(Number),
  });
  await vi.waitFor(() => expect(to.names()).toEqual(['attribution', 'attribution']), { timeout: 10_000 });
  expect(to.posts[0]?.items[1]?.properties).toMatchObject({ kind: 'blog_ _spring_', reason: 'reattributed' });
  expect(await describeDevice(core.app)).toMatchObject({
    adid: info.adid,
    gaClientId: expect.stringMatching(/^\d+\.\d{10}$/),
  });
  expect(await describeDevice(core.app)).not.toHaveProperty('touchPoints');
  await core.app.state.put({ ...(await readDevice(core.app)), touchPoints: 5 });
  expect(await describeDevice(core.app)).toMatchObject({ touchPoints: 5 });
  expect((await describeDevice(core.app)).fbc).toBeUndefined();
  expect((await describeDevice(core.app, true)).fbc).toMatch(/^fb\.1\.\d{13}\.click\.1$/);

  await core.tell({ m: true, at: Date.now() + 1 });
  expect(await queue(core)).toEqual([]);
  expect(await core.app.state.get('attribution')).toEqual({ key: 'attribution', asked: 0, last: '' });
  expect(await describeDevice(core.app, true)).toMatchObject({ adid: '' });
  expect((await describeDevice(core.app, true)).fbc).toBeUndefined();
  await core.part.onStepDown?.();
});

test('nothing is stored or sent without attribution consent', async () => {
  collector();
  const core = measuring();
  await core.part.commands.storeAttribution(info);
  await core.tell({ m: true });
  await core.part.commands.storeAttribution(info);
  expect(await queue(core)).toEqual([]);
  expect(await core.app.state.get('attribution')).toBeUndefined();
  await core.part.onStepDown?.();
});

test('a later sign-in reports the attribution then, once', async () => {
  collector();
  let isSignedIn = false;
  const core = measuring({ isSignedIn: () => isSignedIn });
  await core.tell({ a: true });
  await core.part.commands.storeAttribution(info);
  expect(await queue(core)).toEqual([]);
  isSignedIn = true;
  for (let again = 0; again < 2; again += 1) core.part.onSignedIn();
  await vi.waitFor(async () => expect(await queue(core)).toEqual([['attribution', info]]));
  await core.part.onStepDown?.();
});
