import { midOf } from '#contract/ids.ts';
import type { ChatDb, MessageRow, PendingMark, SyncRow } from '../../db/schema.ts';
import { type Inbound, midFrom } from '../../xmpp/inbound.ts';

type InboundMark = Extract<Inbound, { kind: 'mark' }>;

/** A mark with the mid of the message that it names, and what it reports; see `PendingMark`. */
export type NamedMark = PendingMark & { readonly mid: string };

/** Maximum number of stored marks: a peer could send marks of messages that do not exist. */
const MARKS_MAX = 2_000;
const RANKS: Record<PendingMark['reach'], number> = { read: 0, delivered: 0, seen: 1 };

/**
 * Returns the mark with the mid that it names. Marks of the peer name the account's messages; marks of the account's other
 * devices name the peer's. Undefined for a receipt of another device, which only repeats what this one knows.
 */
export function namedMark({ mark, peer, out }: InboundMark, ownLocal: string): NamedMark | undefined {
  if (!out) {
    return { mid: midOf(ownLocal, mark.id), reach: mark.kind === 'displayed' ? 'seen' : 'delivered', tid: peer.local };
  }
  // A service writes into several conversations, so the message determines which one is marked.
  const tid = peer.service ? undefined : peer.local;
  return mark.kind === 'displayed' ? { mid: midFrom(peer, mark.id), reach: 'read', tid } : undefined;
}

/** Returns whether a mark applies to this message: in the mark's conversation, incoming for `read`, own for `delivered` and `seen`. */
export const marksRow = ({ reach, tid }: PendingMark, row: MessageRow): boolean =>
  (reach === 'read') !== row.out && (tid === undefined || tid === row.tid);

/**
 * Creates the set of marks whose messages this device has not read from the archive yet, from its stored row. It is stored with the
 * position in the archive, so that an interruption loses none.
 */
export function createPendingMarks(row: SyncRow | undefined) {
  const marks = new Map(row?.key === 'marks' ? Object.entries(row.marks) : []);
  let isChanged = false;
  return {
    add({ mid, reach, tid }: NamedMark): void {
      const before = marks.get(mid);
      if (before && RANKS[before.reach] >= RANKS[reach]) return;
      marks.set(mid, { reach, tid });
      const [oldest] = marks.keys();
      if (marks.size > MARKS_MAX && oldest !== undefined) marks.delete(oldest);
      isChanged = true;
    },
    /** Returns and removes the mark of a message. */
    take(message: MessageRow): PendingMark | undefined {
      const mark = marks.get(message.mid);
      if (!mark || !marksRow(mark, message)) return undefined;
      marks.delete(message.mid);
      isChanged = true;
      return mark;
    },
    /** Stores the marks. When the archive was read to its start (`isComplete`), no message can follow, and they are deleted. */
    async store(sync: ChatDb['sync'], isComplete: boolean): Promise<void> {
      if (isComplete || marks.size === 0) {
        if (row) await sync.delete('marks');
      } else if (isChanged) await sync.put({ key: 'marks', marks: Object.fromEntries(marks) });
    },
  };
}
