import type { Inbound } from '../../xmpp/inbound.ts';

/**
 * Number of buffered characters of a conversation after which they are moved into a Blob, which the browser may store
 * on disk.
 */
const HELD_MAX_CHARS = 262_144;

type Conversation = { readonly parts: Blob[]; held: string[]; chars: number };

/**
 * Creates the collector of the message archive for an export, by conversation, with one JSON line per message. The archive is read from
 * its end to its start, and so are the parts; `files` restores the order. Only a small part of a long archive is in memory.
 */
export function createGathering() {
  const conversations = new Map<string, Conversation>();
  let count = 0;

  function add(tid: string, lines: string): void {
    const known = conversations.get(tid) ?? { parts: [], held: [], chars: 0 };
    conversations.set(tid, known);
    known.held.push(lines);
    known.chars += lines.length;
    if (known.chars >= HELD_MAX_CHARS) flush(known);
  }

  function flush(conversation: Conversation): void {
    conversation.parts.push(new Blob(conversation.held.toReversed()));
    conversation.held = [];
    conversation.chars = 0;
  }

  return {
    messages: () => count,
    /** Adds a page of the archive, in its order. */
    take(page: readonly Inbound[]): void {
      const lines = new Map<string, string>();
      for (const item of page) {
        if (item.kind !== 'message') continue;
        count += 1;
        const tid = item.peer.local;
        lines.set(tid, `${lines.get(tid) ?? ''}${lineOf(item)}\n`);
      }
      for (const [tid, text] of lines) add(tid, text);
    },
    /** Returns each conversation, complete and in order. */
    files(): { readonly tid: string; readonly lines: Blob }[] {
      return [...conversations].map(([tid, conversation]) => {
        flush(conversation);
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
