import { archiveIdOf } from '#contract/chat/acceptance.ts';
import { readPayload } from '#contract/chat/payload.ts';
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
type InboundMessage = Extract<Inbound, { kind: 'message' }>;
type Conversation = { readonly parts: Blob[]; held: Line[]; chars: number };

/**
 * Creates the collector of the message archive for an export, by conversation, with one JSON line per message. The archive is read from
 * its end to its start, and so are the parts; `files` restores the order that the app shows. Only a small part of a long archive is in
 * memory. A message that its sender has deleted for everyone is without content, as in the app.
 */
export function createGathering() {
  const conversations = new Map<string, Conversation>();
  /** Keys of messages that a retraction names. The archive is read backwards, so the retraction is read before its message. */
  const deleted = new Set<string>();
  let count = 0;

  function add(tid: string, line: Line): Conversation {
    const known = conversations.get(tid) ?? { parts: [], held: [], chars: 0 };
    conversations.set(tid, known);
    known.held.push(line);
    known.chars += line.text.length;
    return known;
  }

  /** Moves the lines later than `after` into a Blob; the caller passes a stamp that no line still to be read is later than. */
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
    /** Adds the messages of a page of the archive; the pages come from the newest to the oldest. */
    take(page: readonly Inbound[]): void {
      const changed = new Set<Conversation>();
      let newest = 0;
      const messages = page.filter((item) => item.kind === 'message');
      for (const item of messages) {
        const payload = payloadOf(item);
        if (payload?.kind === 'retraction') deleted.add(keyOf(item, payload.of));
      }
      for (const item of messages) {
        count += 1;
        const stamp = item.envelope.at ?? item.stamp ?? 0;
        newest = Math.max(newest, stamp);
        const text = `${lineOf(item, deleted.has(keyOf(item, firstIdOf(item))))}\n`;
        changed.add(add(item.peer.local, { stamp, archiveId: archiveIdOf(item.archiveId), text }));
      }
      for (const one of changed) if (one.chars >= HELD_MAX_CHARS) flush(one, newest + LATE_MAX_MS);
    },
    /** Returns each conversation with all its lines, the oldest first. Called once, after the last page. */
    files(): { readonly tid: string; readonly lines: Blob }[] {
      return [...conversations].map(([tid, conversation]) => {
        flush(conversation, Number.NEGATIVE_INFINITY);
        return { tid, lines: new Blob(conversation.parts.toReversed(), { type: 'application/x-ndjson' }) };
      });
    },
  };
}

const payloadOf = ({ payload, envelope: { type, body, x } }: InboundMessage) => payload ?? readPayload(type, body, x);

/** Returns the stanza id of a message, or of the message that it corrects. */
function firstIdOf(item: InboundMessage): string {
  const payload = payloadOf(item);
  return payload?.kind === 'correction' ? payload.of : item.envelope.id;
}

/** Returns the key of a message in `deleted`: its conversation, direction and stanza id, because users delete only their own messages. */
const keyOf = ({ peer, out }: InboundMessage, id: string) => `${peer.local} ${out} ${id}`;

/**
 * Returns the JSON line of a message, readable for people and programs. `stanza`: the raw XML, with the fields of its type; empty for a
 * deleted message.
 */
function lineOf({ envelope, out, peer, stamp }: InboundMessage, isDeleted: boolean): string {
  return JSON.stringify({
    id: envelope.id,
    at: envelope.at ?? stamp,
    out,
    peer: peer.uid,
    name: envelope.nick,
    type: envelope.type,
    text: isDeleted ? '' : envelope.body,
    stanza: isDeleted ? '' : (envelope.x.parent ?? envelope.x).toString(),
    ...(isDeleted && { deleted: true }),
  });
}
