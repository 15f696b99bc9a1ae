import type { Hears } from '../../contract/calls/hub.ts';
import type { Call, SideName } from './call.ts';
import { isRunning, meteredAt } from './meter.ts';
import { isMetered, secondsLeft } from './money.ts';
import { gemsOf } from './receipts.ts';
import { tellDevice } from './tell.ts';
import type { Turn } from './turn.ts';

/** What the meter shows one of the two. */
export async function readMeter({ tx, call, now }: Turn, side: SideName): Promise<Hears<'SessionHeartbeat'>> {
  const metered = meteredAt(call.stretches, now);
  return {
    ...(side === 'caller' && isMetered(call) ? { secondsLeft: await secondsLeft(tx, call, now) } : {}),
    freeSecondsLeft: Math.max(0, Math.ceil((call.freeSeconds * 1_000 - metered) / 1_000)),
    seconds: Math.floor(metered / 1_000),
    ms: metered % 1_000,
    gems: gemsOf(call, side, now),
    metering: isRunning(call.stretches),
  };
}

/** Both devices hear when the meter begins, stands, goes on or takes a minute: what they show needs no beat of theirs. */
export async function tellMeter(turn: Turn, before: Call): Promise<void> {
  const { call } = turn;
  if (call.state !== 'connected') return;
  const isSame = before.stretches === call.stretches && before.minutes === call.minutes && before.paid === call.paid;
  if (isSame) return;
  for (const side of ['caller', 'callee'] as const) {
    tellDevice(turn, side, { name: 'Meter', data: await readMeter(turn, side) });
  }
}
