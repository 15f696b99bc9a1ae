import { stanzaIdOfMid } from '#contract/ids.ts';
import type { MessageRow } from '#db/schema.ts';

const isNote = ({ payload, answers }: MessageRow): boolean => payload?.kind === 'violate_rule' && answers !== undefined;

/**
 * Maps each message to the moderation notes about it that are shown below it. A note stays in its chronological place if it names
 * no message or its message is not in `rows`.
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
