import type { Element } from '@xmpp/xml';
import type { Acceptance } from '#contract/chat/acceptance.ts';
import { writeMark, writeMessage } from '#contract/chat/message.ts';
import { writeSent } from '#contract/chat/payload.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { isPending } from '../db/reads/message-order.ts';
import type { ChatDb, MessageRow, OutboxRow, SessionRow } from '../db/schema.ts';
import { undoAnswers } from '../db/writes/answers.ts';
import { withLastMessage } from '../db/writes/thread.ts';
import { settleChanges } from './changes/apply.ts';
import { stepDelivery } from './delivery.ts';
import { applyReach, withAccepted } from './read-state.ts';

/**
 * Builds the stanza of an outbox row, under the same id in each attempt; undefined when its message was deleted. A mark, and a row with its
 * `message` given, is built synchronously without reading the database.
 */
export function stanzaOfRow(
  db: ChatDb,
  row: OutboxRow,
  session: SessionRow,
  message?: MessageRow,
): Element | undefined | Promise<Element | undefined> {
  if (row.kind !== 'message') {
    const { kind, about: id, isPrivate } = row;
    return writeMark({ kind, id, ...(isPrivate && { isPrivate }) }, row.to, row.stanzaId);
  }
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
    thread: row.tid,
    os: message.os,
    pkgName: message.pkgName,
    nick: session.nickName,
    textAction: message.textAction,
    payload: message.payload,
    ...(message.replyTo && { reply: message.replyTo }),
  };
  return writeMessage(sent, writeSent);
}

/**
 * Removes rows from the outbox that the server accepted or refused. Accepted messages move to the place that their acceptance states; the
 * archive states it later for those without one, and until then their estimated date counts. Refused messages become errors that can be
 * retried, and stay at the end. Returns the paths of media whose cached copies must be deleted.
 */
export async function settleOutbox(
  db: ChatDb,
  accepted: readonly OutboxRow[],
  refused: readonly (readonly [OutboxRow, string])[],
  acceptances: readonly Acceptance[] = [],
): Promise<readonly string[]> {
  const places = new Map(acceptances.map((acceptance) => [acceptance.id, acceptance]));
  const outcomes = new Map<string, { event: 'accepted' | 'refused'; refusal: string }>();
  for (const row of accepted) if (row.kind === 'message') outcomes.set(row.about, { event: 'accepted', refusal: '' });
  for (const [row, refusal] of refused) {
    if (row.kind === 'message') outcomes.set(row.about, { event: 'refused', refusal });
  }
  const done = [...accepted, ...refused.map(([row]) => row)].map((row) => row.id as number);
  return db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    await db.outbox.bulkDelete(done);
    if (outcomes.size === 0) return [];
    const rows = await db.messages
      .where('mid')
      .anyOf([...outcomes.keys()])
      .toArray();
    const changed: MessageRow[] = [];
    for (const row of rows) {
      const outcome = outcomes.get(row.mid);
      if (!outcome) continue;
      const place = outcome.event === 'accepted' && isPending(row) ? placeIn(places, row) : {};
      changed.push({ ...row, ...place, state: stepDelivery(row.state, outcome.event), refusal: outcome.refusal });
    }
    await db.messages.bulkPut(changed);
    await undoAnswers(
      db,
      changed.filter(({ state }) => state === 'error'),
    );
    for (const tid of new Set(changed.map((row) => row.tid))) {
      const thread = await db.threads.where('tid').equals(tid).first();
      if (!thread) continue;
      const own = changed.filter((row) => row.tid === tid);
      const next = await applyReach(db, thread, withAccepted(thread, own));
      await db.threads.put(await withLastMessage(db, next));
    }
    return settleChanges(db, changed);
  });
}

function placeIn(
  places: ReadonlyMap<string, Acceptance>,
  { mid, date }: MessageRow,
): Pick<MessageRow, 'date' | 'stamp' | 'archiveId'> {
  const place = places.get(stanzaIdOfMid(mid));
  return place ? { date: place.at, stamp: place.at, archiveId: place.archiveId } : { date, stamp: date, archiveId: 0 };
}
