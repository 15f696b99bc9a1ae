import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { meterAt } from '../../../../src/features/calls/call/stage/use-elapsed.ts';
import { stepCall } from '../../../../worker/calls/step.ts';
import { answered, hub, names, sid, taken } from '../../worker/calls/samples.ts';

const FREE_MS = 60_000;
const TOTAL_MS = 180_000;

/** The meter that the hub reports after `metered` milliseconds. */
const reading = (metered: number, metering: boolean) => ({
  seconds: Math.floor(metered / 1_000),
  ms: metered % 1_000,
  freeSecondsLeft: Math.max(0, Math.ceil((FREE_MS - metered) / 1_000)),
  secondsLeft: Math.max(0, Math.floor((TOTAL_MS - metered) / 1_000)),
  gems: 0,
  metering,
});

test('the shown time differs by less than a second from the server’s clock, whenever the meter begins, pauses and resumes', () => {
  const turns = fc.array(fc.integer({ min: 50, max: 20_000 }), { minLength: 1, maxLength: 8 });
  const delays = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(turns, delays, fc.integer({ min: 0, max: 5_000 }), (lengths, delay, picture) => {
      // Intervals of running and paused; the hub reports each change at once, and it arrives a little later.
      let call = answered;
      let [metered, now] = [0, 1_000_000];
      const opened = now + picture;
      let isConnected = false;
      for (const [index, length] of lengths.entries()) {
        const metering = index % 2 === 0;
        const said = { name: 'Meter', data: reading(metered, metering) } as const;
        for (let past = 0; past < length; past += 100) {
          const time = now + past;
          if (!isConnected && time >= opened) {
            isConnected = true;
            [call] = stepCall(call, { type: 'media-connected', at: time, deviceNow: time, tab: 'tab' }) as [
              typeof call,
              [],
            ];
          }
          if (past >= delay && past - 100 < delay) {
            const heard = { ...hub(said), deviceNow: time } as Parameters<typeof stepCall>[1];
            [call] = stepCall(call, heard) as [typeof call, []];
          }
          if (past < delay) continue;
          const truth = metered + (metering ? past : 0);
          const shown = meterAt({ ...call, key: 'call' }, time);
          expect(Math.abs(shown.elapsed * 1_000 - truth)).toBeLessThan(1_000);
          expect(Math.abs(shown.freeLeft * 1_000 - Math.max(0, FREE_MS - truth))).toBeLessThan(1_000);
          expect(Math.abs((shown.left ?? 0) * 1_000 - Math.max(0, TOTAL_MS - truth))).toBeLessThan(1_000);
        }
        now += length;
        if (metering) metered += length;
      }
    }),
    { seed: 3, numRuns: 60 },
  );
});

test('the first heartbeat is sent at once, and a meter that the hub sent before the own video stays', () => {
  const meter = { ...reading(700, true), gems: 60 };
  const [told, account] = stepCall(answered, hub({ name: 'Meter', data: meter }));
  expect(told?.meter).toMatchObject({ at: 60, seconds: 0, ms: 700, metering: true });
  // The account is refreshed, because a minute has just been charged.
  expect(names(account)).toEqual(['refresh-account']);
  expect(names(stepCall(taken, hub({ name: 'Meter', data: meter }))[1])).toEqual([]);
  const [seen, effects] = stepCall(told, { type: 'media-connected', at: 1, deviceNow: 1_060, tab: 'tab' });
  expect(names(effects)).toEqual(['unschedule', 'tell', 'beat', 'heartbeat']);
  expect(seen && meterAt({ ...seen, key: 'call' }, 1_060).elapsed).toBeCloseTo(1.7);
  // More gems extend the time at once.
  const recharged = hub({ name: 'ReChargeSuccess', sid: '', data: { gemsBalance: 9 } });
  expect(stepCall(seen, recharged)[1]).toContainEqual({ type: 'lengthen', sid });
});
