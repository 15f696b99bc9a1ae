import type { MessageRow } from '#db/schema.ts';
import type { SceneSize } from './choreography.ts';
import type { Arrival } from './queue.ts';

const SIZES: Readonly<Record<number, SceneSize>> = { 1: 'pop', 2: 'side', 3: 'full' };

/** What a message of the conversation with `peer` brings to be celebrated; undefined when it is no gift. `now`: device clock, ms. */
export function arrivalOf(row: MessageRow, peer: number, name: string, now: number): Arrival | undefined {
  const { payload } = row;
  if (payload?.kind !== 'gift') return undefined;
  const { id, type, combo, total, from } = payload;
  return {
    combo,
    gift: id,
    size: SIZES[type] ?? 'pop',
    count: total,
    own: from !== peer,
    from: name,
    // A date ahead of the device's clock is as new as can be.
    at: Math.min(row.date, now),
  };
}
