import { archiveIdOf } from '#contract/chat/acceptance.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { compareMessages } from '../../db/reads/message-order.ts';
import type { Inbound } from '../../xmpp/inbound.ts';

/**
 * Number of buffered characters of a conversation after which they are moved into a Blob, which the browser may store
 * on disk.
 */
const HELD_MAX_CHARS = 262_144;

/**
 * Greatest difference, ms, between the order of stamps and that of archive ids: a message is archived up to this time after its stamp. So
 * pages that are still to be read have no message later than this after the newest one of the last page.
 */
const LATE_MAX_MS = MINUTE_MS;

type Line = { readonly stamp: number; readonly archiveId: number; readonly text: string };
type Conversation = { readonly parts: Blob[]; held: Line[]; chars: number };

/**
 * Creates the collector of the message archive for an export, by conversation, with one JSON line per message. The archive is read from
 * its end to its start, and so are the parts; `files` restores the order that the app shows. Only a small part of a long archive is in
 * memory.
 */
export function createGathering() {
  const conversations = new Map<string, Conversation>();
  let count = 0;

  function add(tid: string, line: Line): Conversation {
    const known = conversations.get(tid) ?? { parts: [], held: [], chars: 0 };
    conversations.set(tid, known);
    known.held.push(line);
    known.chars += line.text.length;
    return known;
  }

  /** Moves the lines that are later than all further ones into a Blob. */
  function flush(conversation: Conversation, after: number): void {
    const held = conversation.held.toSorted(compareMessages);
    const from = held.findIndex(({ stamp }) => stamp > after);
    if (from === -1) return;
    conversation.parts.push(new Blob(held.slice(from).map(({ text }) => text)));
    conversation.held = held.slice(0, from);
    conversation.chars = conversation.held.reduce((sum, { text }) => sum + text.length, 0);
  }

  return {
    messages: () => count,
    /** Adds a page of the archive, in its order. */
    take(page: readonly Inbound[]): void {
      const changed = new Set<Conversation>();
      let newest = 0;
      for (const item of page) {
        if (item.kind !== 'message') continue;
        count += 1;
        const stamp = item.envelope.at ?? item.stamp ?? 0;
        newest = Math.max(newest, stamp);
        const text = `${lineOf(item)}\n`;
        changed.add(add(item.peer.local, { stamp, archiveId: archiveIdOf(item.archiveId), text }));
      }
      for (const one of changed) if (one.chars >= HELD_MAX_CHARS) flush(one, newest + LATE_MAX_MS);
    },
    /** Returns each conversation, complete and in order. */
    files(): { readonly tid: string; readonly lines: Blob }[] {
      return [...conversations].map(([tid, conversation]) => {
        flush(conversation, Number.NEGATIVE_INFINITY);
        return { tid, lines: new Blob(conversation.parts.toReversed(), { type: 'application/x-ndjson' }) };
      });
    },
  };
}

/** Returns the JSON line of a message, readable for people and programs. `stanza`: the raw XML, with the fields of its type. */
function lineOf({ envelope, out, peer, stamp }: Extract<Inbound, { kind: 'message' }>): string {
  return JSON.stringify({
    id: envelope.id,
    at: envelope.at ?? stamp,
    out,
    peer: peer.uid,
    name: envelope.nick,
    type: envelope.type,
    text: envelope.body,
    stanza: (envelope.x.parent ?? envelope.x).toString(),
  });
}
