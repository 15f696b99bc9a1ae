import { and, asc, eq, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import { evidenceOf } from '../../../contract/chat/seal.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { findArchivedMessage, findCorrections } from '../chat/archived-message.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import { report } from '../people/tables.ts';
import { findTarget } from '../people/target.ts';
import { type Evidence, examine } from './evidence.ts';
import { storeReportedFrame } from './frames.ts';
import { loadSeal } from './seal.ts';
import { reportMessage } from './tables.ts';

const TICKET_CHARS = 15;
/** Returns a new ticket, the id of a report. It starts with a letter, because on a command line a dash would start an option. */
export const newTicket = () => `r${nanoid(TICKET_CHARS)}`;

/**
 * Files a user's report about another user, with the reported messages and the frame of a call as evidence. A blocked user may still
 * report, as abuse and a block often occur together. A repeated report replaces the note and the messages of the open ticket, each only
 * if it brings some.
 */
export async function fileReport(
  db: Queries,
  uid: number,
  { targetUid, reason, note, mid, sid, messages, frame }: Input<Endpoints['report']>,
  now: number,
): Promise<Result<{ ticket: string }>> {
  if (targetUid === uid) return fail({ code: 'bad-request', detail: 'targetUid: must be somebody else' });
  if ((await findTarget(db, uid, targetUid)) === undefined) return fail({ code: 'not-found' });
  const [filed] = await db
    .insert(report)
    .values({ ticket: newTicket(), uid, targetUid, reason, note, mid, sid })
    .onConflictDoUpdate({
      target: [report.uid, report.targetUid, report.reason, report.mid, report.sid],
      targetWhere: sql`open`,
      set: { note: sql`case when excluded.note = '' then ${report.note} else excluded.note end` },
    })
    .returning({ ticket: report.ticket });
  if (filed === undefined) throw new Error('A report was neither filed nor found');
  if (frame !== undefined) await storeReportedFrame(db, { ticket: filed.ticket, uid, targetUid, sid, frame }, now);
  if (messages.length === 0) return ok(filed);
  const seal = await loadSeal(db);
  const known = await Promise.all(messages.map((message) => withRetracted(db, uid, message)));
  const whole = [...known, ...(await missingCorrections(db, uid, known))];
  const evidence = whole.flatMap((message) => examine(message, [uid, targetUid], seal) ?? []);
  await keepEvidence(db, filed.ticket, evidence);
  return ok(filed);
}

type Reported = Input<Endpoints['report']>['messages'][number];

/**
 * Adds the content of a message that its sender has deleted for everyone, from the reporter's archive: their device has deleted it, and
 * reports it with an empty `x`.
 */
async function withRetracted(db: Queries, uid: number, message: Reported): Promise<Reported> {
  if (message.x !== '') return message;
  const found = await findArchivedMessage(db, { owner: uid, peer: message.from, out: false, mid: message.id });
  if (!found) return message;
  const { body, x } = evidenceOf(found.payload);
  return { ...message, body, x: x.toString() };
}

/**
 * Returns the corrections of reported messages that the report does not contain, from the reporter's archive: a device sends at most
 * `REPORTED_MESSAGES_MAX` messages, and a text has up to `EDITS_MAX` corrections.
 */
async function missingCorrections(
  db: Queries,
  uid: number,
  messages: readonly Reported[],
): Promise<readonly Reported[]> {
  const given = new Set(messages.map(({ from, id }) => `${from}/${id}`));
  const found = await Promise.all(
    messages.map(async ({ from, to, id }) => {
      const out = from === uid;
      const corrections = await findCorrections(db, { owner: uid, peer: out ? to : from, out, target: id });
      return corrections.map(({ payload, ...facts }) => {
        const { body, x } = evidenceOf(payload);
        return { ...facts, from, to, body, x: x.toString() };
      });
    }),
  );
  return found.flat().filter(({ from, id }) => !given.has(`${from}/${id}`));
}

async function keepEvidence(db: Queries, ticket: string, evidence: readonly Evidence[]): Promise<void> {
  if (evidence.length === 0) return;
  await db.delete(reportMessage).where(eq(reportMessage.ticket, ticket));
  await db.insert(reportMessage).values(
    evidence.map(({ from, to, id, at, payload, sealed }, index) => ({
      ticket,
      place: index + 1,
      fromUid: from,
      toUid: to,
      mid: id,
      at: new Date(at),
      payload,
      sealed,
    })),
  );
}

/** Closes a ticket for the support team and notifies its reporter whether it `acted`. False if there is no such open ticket. */
export async function closeReport(tx: Transaction, ticket: string, acted: boolean): Promise<boolean> {
  const [closed] = await tx
    .update(report)
    .set({ open: false, closedAt: new Date(), acted })
    .where(and(eq(report.ticket, ticket), eq(report.open, true)))
    .returning({ uid: report.uid });
  if (closed === undefined) return false;
  // A case of the media check has no reporter to notify.
  if (closed.uid === OFFICIAL_UID) return true;
  await enqueueOfficialPayload(tx, closed.uid, {
    kind: 'official_message',
    key: 'reportClosed',
    args: { acted: acted ? '1' : '0' },
    body: '',
  });
  return true;
}

/** Open tickets of reports, oldest first, for the operator page and command. */
export const openReports = (db: Queries, limit: number) =>
  db.select().from(report).where(eq(report.open, true)).orderBy(asc(report.createdAt)).limit(limit);
