import { midOf } from '#contract/ids.ts';
import type { MessageRow } from '../../db/schema.ts';
import { type Inbound, midFrom } from '../../xmpp/inbound.ts';
import { furthest, type Reached } from '../delivery.ts';

type Conversation = {
  /** Stanza ids named by the account's read marks. Their messages are older and have not been read from the archive yet. */
  readonly readAt: Set<string>;
  /** Delivery state reported by the peer's marks, by the stanza id that each mark names. */
  readonly reachedAt: Map<string, Reached>;
  /** From this position backwards, all messages of the peer were read and the account's own messages reached `reached`. */
  allRead: boolean;
  reached: Reached;
};

/** State carried from the newer pages of the archive to the older ones while a new device reads it backwards. */
export type BackfillMemory = {
  readonly conversations: Map<string, Conversation>;
  /** Mids of incoming messages of the current page that were already read. */
  readonly read: Set<string>;
  /** Delivery state of the account's own messages of the current page, by mid. */
  readonly reached: Map<string, Reached>;
};

/** Creates the empty memory of a backward archive read. */
export const newBackfill = (): BackfillMemory => ({ conversations: new Map(), read: new Set(), reached: new Map() });

/** Processes a page from its end to its start: a mark follows the message that it names, and counts for all earlier messages. */
export function rememberPage(memory: BackfillMemory, items: readonly Inbound[], ownLocal: string): void {
  memory.read.clear();
  memory.reached.clear();
  for (const item of items.toReversed()) {
    if (item.kind !== 'mark' && item.kind !== 'message') continue;
    // Messages of a service are read by marks sent to the service, not to the user whom the message is about.
    const known = conversationOf(memory, item.peer.service ?? item.peer.local);
    if (item.kind === 'mark') {
      if (!item.out) {
        const reached = item.mark.kind === 'displayed' ? 'seen' : 'delivered';
        known.reachedAt.set(item.mark.id, furthest(known.reachedAt.get(item.mark.id) ?? 'none', reached));
      } else if (item.mark.kind === 'displayed') known.readAt.add(item.mark.id);
      continue;
    }
    const { id } = item.envelope;
    if (item.out && !(item.kind === 'message' && item.payload)) {
      // The account answered, so it had read everything before.
      known.allRead = true;
      known.reached = furthest(known.reached, known.reachedAt.get(id) ?? 'none');
      memory.reached.set(midOf(ownLocal, id), known.reached);
    } else {
      known.allRead ||= known.readAt.has(id);
      if (known.allRead) memory.read.add(midFrom(item.peer, id));
    }
  }
}

function conversationOf(memory: BackfillMemory, local: string): Conversation {
  const known = memory.conversations.get(local);
  if (known) return known;
  const fresh: Conversation = { readAt: new Set(), reachedAt: new Map(), allRead: false, reached: 'none' };
  memory.conversations.set(local, fresh);
  return fresh;
}

/** Returns whether an incoming message of the current page was already read on another device. */
export const wasReadInHistory = (memory: BackfillMemory, row: MessageRow) => memory.read.has(row.mid);

/** Returns the delivery state of an own message of the current page, from the marks in newer pages. */
export const reachedInHistory = (memory: BackfillMemory, row: MessageRow): Reached =>
  memory.reached.get(row.mid) ?? 'none';
