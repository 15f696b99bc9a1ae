import { type Element, Parser } from '@xmpp/xml';
import { readEnvelope } from '#contract/chat/message.ts';
import { isReadableType, readPayload } from '#contract/chat/payload.ts';
import type { ChatDb, MessageRow } from '../db/schema.ts';

/** Reads messages again that an older build could not read and stored whole, so that a new codec loses no earlier message. */
export async function readAgain(db: ChatDb): Promise<void> {
  await db.transaction('rw', db.messages, async () => {
    const types = (await db.messages.orderBy('unsupportedType').uniqueKeys()).map(Number).filter(isReadableType);
    if (types.length === 0) return;
    await db.messages.where('unsupportedType').anyOf(types).modify(giveWords);
  });
}

function giveWords(row: MessageRow): void {
  const stanza = parseStanza(row.raw);
  const envelope = stanza && readEnvelope(stanza);
  const payload = envelope && readPayload(row.type, envelope.body, envelope.x);
  if (!payload) return;
  row.payload = payload;
  row.raw = '';
  delete row.unsupportedType;
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
  // The parser treats its first element as a stream and the children as stanzas.
  parser.write(`<stream>${text}</stream>`);
  return found;
}
