import { expect, test } from 'vitest';
import { fail, ok, type Result } from '#contract/result.ts';
import { untilGranted } from '../../../../src/features/calls/call/media/until-granted.ts';

const refused = fail({ code: 'call', detail: 'SessionFail' } as const);

test('the relays of a call are requested until the core has loaded the call and its stream is up', async () => {
  const answers: Result<string>[] = [
    fail({ code: 'core-lost' }),
    refused,
    refused,
    refused,
    refused,
    refused,
    ok('relays'),
  ];
  const pauses: number[] = [];
  const granted = await untilGranted(
    async () => answers.shift() ?? refused,
    () => true,
    async (ms) => void pauses.push(ms),
  );
  expect(granted).toBe('relays');
  expect(pauses).toEqual([200, 400, 800, 1_600, 2_000, 2_000]);
});

test('the requests for relays stop when the call has ended or moved to another tab', async () => {
  let asked = 0;
  const granted = await untilGranted(
    async () => {
      asked += 1;
      return refused;
    },
    () => asked < 2,
    async () => {},
  );
  expect(granted).toBeUndefined();
  expect(asked).toBe(2);
});
