import { midOf } from '#contract/ids.ts';
import type { MessageRow } from '../db/schema.ts';
import { type Inbound, midFrom } from '../xmpp/inbound.ts';
import { furthest, type Reached } from './delivery.ts';

type Conversation = {
  /** Stanza ids of marks already read whose messages are older and not read yet. */
  readonly readAt: Set<string>;
  readonly reachedAt: Map<string, Reached>;
  /** From this position backwards, every message of the peer was read and every message of ours was delivered. */
  allRead: boolean;
  reached: Reached;
};

/** What the newer part of the archive reveals about the older part, while a new device reads it backwards. */
export type BackfillMemory = {
  readonly conversations: Map<string, Conversation>;
  /** Mids of the current page that were read. */
  readonly read: Set<string>;
  readonly reached: Map<string, Reached>;
};

export const newBackfill = (): BackfillMemory => ({ conversations: new Map(), read: new Set(), reached: new Map() });

/** Reads a page from its end to its start: a mark follows the message that it names, and counts for all earlier ones. */
export function rememberPage(memory: BackfillMemory, items: readonly Inbound[], ownLocal: string): void {
  memory.read.clear();
  memory.reached.clear();
  for (const item of items.toReversed()) {
    if (item.kind !== 'mark' && item.kind !== 'message') continue;
    // What a service says is read by marks to the service, whomever it speaks of.
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
      // A peer who answered had read everything before.
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

export const wasReadInHistory = (memory: BackfillMemory, row: MessageRow) => memory.read.has(row.mid);

export const reachedInHistory = (memory: BackfillMemory, row: MessageRow): Reached =>
  memory.reached.get(row.mid) ?? 'none';
