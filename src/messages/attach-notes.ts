import { stanzaIdOfMid } from '#contract/ids.ts';
import type { MessageRow } from '#db/schema.ts';

const isNote = ({ payload, answers }: MessageRow): boolean => payload?.kind === 'violate_rule' && answers !== undefined;

/**
 * Maps each message to the moderation notes about it, which are drawn below it instead of at their own time. A note that names no
 * message, or one that is not in `rows`, stays at its own time.
 */
export function notesBelow(rows: readonly MessageRow[]): ReadonlyMap<MessageRow, readonly MessageRow[]> {
  const below = new Map<MessageRow, MessageRow[]>();
  const notes = rows.filter(isNote);
  if (notes.length === 0) return below;
  const named = new Map(rows.filter((row) => !isNote(row)).map((row) => [stanzaIdOfMid(row.mid), row]));
  for (const note of notes) {
    const about = named.get(note.answers ?? '');
    if (about) below.set(about, [...(below.get(about) ?? []), note]);
  }
  return below;
}
