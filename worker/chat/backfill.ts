import type { MessageRow } from '../db/schema.ts';
import type { Inbound } from '../xmpp/inbound.ts';
import { furthest, type Reached } from './delivery.ts';

/**
 * What the newer part of the archive said about the older part, while a new device reads it backwards: a marker stands
 * behind the message that it speaks of.
 */
export type BackfillMemory = {
  /** Conversations of which everything older than the page's reading point is read. */
  readonly readIn: Set<string>;
  readonly reached: Map<string, Reached>;
  /** Read state of this page's messages, decided by what came after each. */
  readonly readMids: Set<string>;
};

export const newBackfill = (): BackfillMemory => ({ readIn: new Set(), reached: new Map(), readMids: new Set() });

/** Walks a page from its end to its start. Whoever wrote or marked after a message had read it. */
export function rememberPage(memory: BackfillMemory, items: readonly Inbound[]): void {
  memory.readMids.clear();
  for (const item of items.toReversed()) {
    if (item.kind === 'mark') {
      const { local } = item.peer;
      if (item.out && item.mark.kind === 'displayed') memory.readIn.add(local);
      if (!item.out) {
        const reached = item.mark.kind === 'displayed' ? 'seen' : 'delivered';
        memory.reached.set(local, furthest(memory.reached.get(local) ?? 'none', reached));
      }
    }
    if (item.kind !== 'message') continue;
    if (item.out) memory.readIn.add(item.peer.local);
    else if (memory.readIn.has(item.peer.local)) memory.readMids.add(`${item.peer.local}/${item.envelope.id}`);
  }
}

export const wasReadInHistory = (memory: BackfillMemory, row: MessageRow) => memory.readMids.has(row.mid);

export const reachedInHistory = (memory: BackfillMemory, row: MessageRow): Reached =>
  memory.reached.get(row.tid) ?? 'none';
