import { albumTraits } from './album.ts';
import { PEOPLE_1 } from './people-1.ts';
import { PEOPLE_2 } from './people-2.ts';
import { PEOPLE_3 } from './people-3.ts';
import { type PersonRow, traitsOf } from './row.ts';
import type { Traits } from './traits.ts';

const FIRST = 9001;
const ROWS = [...PEOPLE_1, ...PEOPLE_2, ...PEOPLE_3];

/** Uids of all drawn demo hosts, from 9001. */
export const UIDS: readonly number[] = ROWS.map((_, i) => FIRST + i);

function row(uid: number): PersonRow {
  const found = ROWS[uid - FIRST];
  if (!found) throw new RangeError(`no demo host ${uid}`);
  return found;
}

/** Traits for the portrait of a demo host. Throws for a uid that is no demo host. */
export const person = (uid: number): Traits => traitsOf(uid - FIRST + 1, row(uid));
/**
 * Traits for the host's `turn`-th alternative picture, from 0: two for the album, one for messages. Throws for a uid that is no demo host.
 */
export const album = (uid: number, turn: number): Traits => albumTraits(uid - FIRST + 1, row(uid), turn);
