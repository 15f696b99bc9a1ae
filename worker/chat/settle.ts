import type { Element } from '@xmpp/xml';
import { writeMark, writeMessage } from '#contract/chat/message.ts';
import { writeSent } from '#contract/chat/payload.ts';
import type { ChatDb, MessageRow, OutboxRow, SessionRow } from '../db/schema.ts';
import { undoAnswers } from '../db/writes/answers.ts';
import { stepDelivery } from './delivery.ts';

/**
 * Builds the stanza of an outbox row, always the same for the same row; undefined when its message was deleted. With
 * `message` given, returns synchronously without reading the database.
 */
export function stanzaOfRow(
  db: ChatDb,
  row: OutboxRow,
  session: SessionRow,
  message?: MessageRow,
): Element | undefined | Promise<Element | undefined> {
  if (row.kind !== 'message') return writeMark({ kind: row.kind, id: row.about }, row.to, row.stanzaId);
  if (message) return stanzaOf(row, message, session);
  return db.messages
    .where('mid')
    .equals(row.about)
    .first()
    .then((found) => stanzaOf(row, found, session));
}

function stanzaOf(row: OutboxRow, message: MessageRow | undefined, session: SessionRow): Element | undefined {
  if (!message?.payload) return undefined;
  const sent = {
    id: row.stanzaId,
    to: row.to,
    thread: message.tid,
    os: message.os,
    pkgName: message.pkgName,
    nick: session.nickName,
    textAction: message.textAction,
    payload: message.payload,
    ...(message.replyTo && { reply: message.replyTo }),
  };
  return writeMessage(sent, writeSent);
}

/** Removes rows from the outbox that the server accepted or refused; refused messages become errors that can be retried. */
export async function settleOutbox(
  db: ChatDb,
  accepted: readonly OutboxRow[],
  refused: readonly (readonly [OutboxRow, string])[],
): Promise<void> {
  const outcomes = new Map<string, { event: 'accepted' | 'refused'; refusal: string }>();
  for (const row of accepted) if (row.kind === 'message') outcomes.set(row.about, { event: 'accepted', refusal: '' });
  for (const [row, refusal] of refused) {
    if (row.kind === 'message') outcomes.set(row.about, { event: 'refused', refusal });
  }
  const done = [...accepted, ...refused.map(([row]) => row)].map((row) => row.id as number);
  await db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    await db.outbox.bulkDelete(done);
    if (outcomes.size === 0) return;
    const rows = await db.messages
      .where('mid')
      .anyOf([...outcomes.keys()])
      .toArray();
    const changed: MessageRow[] = [];
    for (const row of rows) {
      const outcome = outcomes.get(row.mid);
      if (!outcome) continue;
      changed.push({ ...row, state: stepDelivery(row.state, outcome.event), refusal: outcome.refusal });
    }
    await db.messages.bulkPut(changed);
    await undoAnswers(
      db,
      changed.filter(({ state }) => state === 'error'),
    );
    for (const row of changed) {
      await db.threads
        .where('tid')
        .equals(row.tid)
        .and((thread) => thread.lastMid === row.mid)
        .modify({ lastState: row.state });
    }
  });
}
