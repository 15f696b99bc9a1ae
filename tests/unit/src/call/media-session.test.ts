import { expect, test, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import type { CallRow } from '#db/schema.ts';

const core = vi.hoisted(() => ({ reportMedia: vi.fn(async () => undefined), callRelays: vi.fn() }));
const openPeer = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/core/core.ts', () => ({ core }));
vi.mock('../../../../src/core/tab.ts', () => ({ tabId: 'this-tab' }));
vi.mock('../../../../src/features/calls/call/media/media.ts', () => ({ openPeer }));
vi.mock('../../../../src/features/calls/call/media/local-media.ts', () => ({
  prepareLocal: async () => ({ fault: 'failed' }),
  releaseLocal() {},
  setSwitches() {},
  watchLocal() {},
}));

const { followCall } = await import('../../../../src/features/calls/call/media/media-session.ts');

const call = { id: 'call', ownerTab: 'this-tab', status: 1, generation: 0, direction: 'out', kind: 'paid', sid: 's' };

test('a browser that cannot create the connection of a call ends it at once, with the reason', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  core.callRelays.mockResolvedValue(ok({ servers: [], policy: 'all', sid: 's', signals: [] }));
  openPeer.mockImplementation(() => {
    throw new DOMException('Window no longer active', 'InvalidStateError');
  });
  followCall(call as CallRow);
  await vi.waitFor(() =>
    expect(core.reportMedia).toHaveBeenCalledWith('this-tab', { what: 'failed', reason: 'sdp fail' }),
  );
  expect(warned).toHaveBeenCalledWith('failed to open the media of a call', expect.any(DOMException));
  followCall(undefined);
});
