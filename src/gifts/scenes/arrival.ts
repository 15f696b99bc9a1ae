import type { MessageRow } from '#db/schema.ts';
import type { SceneSize } from './choreography.ts';
import type { Arrival } from './queue.ts';

const SIZES: Readonly<Record<number, SceneSize>> = { 1: 'pop', 2: 'side', 3: 'full' };

/**
 * The gift animation that a message of the conversation with `peer` starts; undefined if the message is no gift. `name`: the peer's
 * name. `now`: device clock, ms.
 */
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
    // A sender's clock that runs ahead must not make the gift expire later.
    at: Math.min(row.date, now),
  };
}
