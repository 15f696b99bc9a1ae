import { beforeEach, expect, test, vi } from 'vitest';
import type { AttributionInfo } from '#contract/analytics/attribution.ts';
import { DAY_MS } from '../../../../contract/durations.ts';

const world = vi.hoisted(() => ({
  allowed: true,
  row: undefined as { asked: number; info?: unknown; at?: number } | undefined,
  onRow: undefined as ((row: unknown) => void) | undefined,
  onAnswer: undefined as (() => void) | undefined,
  kept: [] as unknown[],
  arrival: { parameters: {} as Record<string, string>, referrer: '' },
  watching: 0,
  token: '',
}));

vi.mock('#brand/config.ts', () => ({
  config: {
    analyticsIds: {
      get attribution() {
        return world.token;
      },
    },
  },
}));

vi.mock('../../../../src/core/core.ts', () => ({
  core: { storeAttribution: async (info: unknown) => void world.kept.push(info) },
}));
vi.mock('../../../../src/arrival.ts', () => ({ arrival: () => world.arrival }));
vi.mock('../../../../src/consent.ts', () => ({
  allowedNow: () => ({ measurement: false, attribution: world.allowed }),
  onAnswer: (listener: () => void) => {
    world.onAnswer = listener;
    return () => {};
  },
}));
vi.mock('#db/reads/app.ts', () => ({
  readState: async () => world.row,
  watchState: (_key: string, onRow: (row: unknown) => void) => {
    world.onRow = onRow;
    world.watching += 1;
    return () => {
      world.watching -= 1;
    };
  },
}));
const sdk = vi.hoisted(() => ({
  initSdk: vi.fn(),
  gdprForgetMe: vi.fn(),
  waitForAttribution: vi.fn(async () => ({
    adid: 'adjust',
    tracker_token: 'abc',
    tracker_name: 'Organic',
    network: 'n'.repeat(300),
    state: 'reattributed',
  })),
  waitForWebUUID: async () => 'uuid',
}));
vi.mock('@adjustcom/adjust-web-sdk', () => ({ default: sdk }));

const { startAttribution } = await import('../../../../src/features/analytics/attribution/follow.ts');
const { adjustSource } = await import('../../../../src/features/analytics/attribution/adjust-source.ts');

const networks = () => world.kept.map((info) => (info as AttributionInfo).network);
beforeEach(() => {
  world.kept.length = 0;
  world.allowed = true;
  vi.clearAllMocks();
});

test('attribution is stored once, again when the official service requests it, and never after a withdrawal', async () => {
  world.arrival = { parameters: { utm_source: 'blog' }, referrer: '' };
  await startAttribution();
  await startAttribution();
  expect(networks()).toEqual(['blog']);
  expect(world.watching).toBe(1);
  world.row = { asked: 3, info: world.kept[0], at: Date.now() - 31 * DAY_MS };
  world.arrival = { parameters: { utm_source: 'friend' }, referrer: '' };
  // A request from before this page is ignored.
  world.onRow?.({ asked: 3 });
  world.onRow?.({ asked: 4 });
  await vi.waitFor(() => expect(networks()).toEqual(['blog', 'friend']));
  expect(world.kept[1]).toMatchObject({ state: 'reattributed', adid: (world.kept[0] as AttributionInfo).adid });
  world.allowed = false;
  world.onRow?.({ asked: 5 });
  world.onAnswer?.();
  expect(world.watching).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(world.kept).toHaveLength(2);
});

test('the attribution service forgets when the consent is withdrawn before it has answered', async () => {
  world.token = 'token';
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof sdk.waitForAttribution>>>();
  sdk.waitForAttribution.mockReturnValueOnce(answer.promise);
  const started = startAttribution();
  await vi.waitFor(() => expect(sdk.waitForAttribution).toHaveBeenCalledOnce());
  world.allowed = false;
  world.onAnswer?.();
  await vi.waitFor(() => expect(sdk.gdprForgetMe).toHaveBeenCalledOnce());
  answer.resolve(await sdk.waitForAttribution());
  await started;
  expect(world.watching).toBe(0);
  expect(world.kept).toEqual([]);
});

test('the attribution service contacts only the hosts of the policy, is read within bounds, and forgets', async () => {
  const source = adjustSource('token');
  expect(sdk.initSdk).toHaveBeenCalledWith(
    expect.objectContaining({ appToken: 'token', urlStrategy: { domains: ['adjust.com'], useSubdomains: true } }),
  );
  expect(await source.read()).toEqual({
    adid: 'adjust',
    tracker_token: 'abc',
    tracker_name: 'Organic',
    network: `${'n'.repeat(127)}…`,
    campaign: '',
    adgroup: '',
    creative: '',
    click_label: '',
    state: 'reattributed',
    webUuid: 'uuid',
  });
  await source.forget();
  expect(sdk.gdprForgetMe).toHaveBeenCalledOnce();
});
