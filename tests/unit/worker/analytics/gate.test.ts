import { expect, test, vi } from 'vitest';
import { measuring } from './setup.ts';

const created = vi.hoisted(() => ({ times: 0, settled: 0 }));
vi.mock('../../../../worker/analytics/inside.ts', () => ({
  createMeasuringImpl() {
    created.times += 1;
    return {
      note() {},
      async settle() {
        created.settled += 1;
      },
      onStepDown: async () => {},
    };
  },
}));

test('the analytics code is fetched after the first consent, not before', async () => {
  const { part, tell } = measuring();
  const at = Date.now();
  await part.onLead?.();
  await tell(null);
  await tell({ at: at - 2 });
  await tell(null, { isAskedNot: true });
  part.track('check_in', {});
  await part.commands.track('check_in', {});
  await part.commands.storeAttribution({} as never);
  part.onMessagesSent?.(['u_1/a']);
  await part.onSigningOut?.();
  await part.onLead?.();
  expect(created).toEqual({ times: 0, settled: 0 });
  await tell({ m: true, at: at - 1 });
  expect(created).toEqual({ times: 1, settled: 1 });
  await tell({ at });
  expect(created).toEqual({ times: 1, settled: 2 });
});
