import { type Element, Parser } from '@xmpp/xml';
import { readEnvelope } from '#contract/chat/message.ts';
import { isReadableType, kindOf, readPayload } from '#contract/chat/payload.ts';
import { localOfUid, sideTidOf } from '#contract/ids.ts';
import { bareJid } from '#contract/jid.ts';
import type { ChatDb, MessageRow, SessionRow } from '../db/schema.ts';
import { applyAnswers } from '../db/writes/answers.ts';
import { answersOf } from '../db/writes/outgoing.ts';
import { lastFactsOf } from '../db/writes/thread.ts';
import { maySend } from '../xmpp/inbound.ts';
import { applyChanges } from './changes/apply.ts';
import { recomputedThread } from './clear.ts';

/**
 * Parses messages again that an older build did not support and stored as raw XML, so that a new kind loses no
 * earlier messages. The older build did not know which senders may use the kind, so the sender is checked here.
 */
export async function readAgain(db: ChatDb, { uid, services }: SessionRow): Promise<void> {
  await db.transaction('rw', [db.messages, db.threads], async () => {
    // Does not use a unique cursor: in WebKit it fails over an empty index on disk (trap 45).
    const known = new Set((await db.messages.orderBy('unsupportedType').keys()).map(Number));
    const types = [...known].filter(isReadableType);
    if (types.length === 0) return;
    const read = new Map<string, MessageRow>();
    /** Conversations with messages that turned out to be side messages, so that they are not drawn any more. */
    const left = new Set<string>();
    await db.messages
      .where('unsupportedType')
      .anyOf(types)
      .modify((row) => {
        if (!maySend(bareJid(row.from), row.type, services)) {
          // Its sender may not use this kind: the message stays unsupported permanently.
          delete row.unsupportedType;
          return;
        }
        const { tid } = row;
        givePayload(row);
        if (row.tid !== tid) left.add(tid);
        read.set(row.mid, row);
      });
    await applyAnswers(db, [...read.values()], localOfUid(uid));
    await applyChanges(db, [...read.values()], localOfUid(uid));
    for (const thread of await db.threads
      .where('tid')
      .anyOf([...left])
      .toArray())
      await db.threads.put(await recomputedThread(db, thread));
    // The list shows a preview of each conversation's last message, which may have been parsed again.
    await db.threads
      .where('tid')
      .anyOf([...new Set([...read.values()].map(({ tid }) => tid))])
      .modify((thread) => {
        const last = read.get(thread.lastMid);
        if (last) thread.lastFacts = lastFactsOf(last);
      });
  });
}

function givePayload(row: MessageRow): void {
  const stanza = parseStanza(row.raw);
  const envelope = stanza && readEnvelope(stanza);
  const payload = envelope && readPayload(row.type, envelope.body, envelope.x);
  if (!payload) return;
  Object.assign(row, { payload }, answersOf(payload));
  row.raw = '';
  delete row.unsupportedType;
  if (!kindOf(payload).isSide?.(payload)) return;
  row.tid = sideTidOf(row.tid);
  delete row.unreadIn;
}

function parseStanza(text: string): Element | undefined {
  let found: Element | undefined;
  const parser = new Parser();
  parser.on('element', (element: Element) => {
    found = element;
  });
  parser.on('error', () => {
    found = undefined;
  });
  // The parser treats its first element as the stream and the children as stanzas.
  parser.write(`<stream>${text}</stream>`);
  return found;
}
