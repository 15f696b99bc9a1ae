import { stanzaIdOfMid } from '#contract/ids.ts';
import type { MessageRow } from '#db/schema.ts';

const isNote = ({ payload, answers }: MessageRow): boolean => payload?.kind === 'violate_rule' && answers !== undefined;

/** The notes below the message that each is about, where both are at hand. What names none stands where it came. */
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
