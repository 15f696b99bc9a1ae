import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Payload } from '../../../../contract/chat/payload.ts';
import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { callEvidence } from '../../calls/evidence.ts';
import { enqueueOfficialMessage } from '../../chat/service-outbox/enqueue.ts';
import { framesOf } from '../../moderation/frames.ts';
import { closeReport } from '../../moderation/reports.ts';
import { reportMessage } from '../../moderation/tables.ts';
import { report as reportTable } from '../../people/tables.ts';
import { act, Refused } from '../act.ts';
import { choice, ticket as ticketField, words } from '../fields.ts';

const ticketLabel = { label: 'Report', hint: 'its ticket' } as const;

const FRAME_ORIGINS = {
  report: 'sent by the reporter’s device',
  check: 'sent by their own device, refused by the media check',
} as const;

function shown(payload: Payload): string {
  if (payload.kind === 'text') return payload.body;
  const { kind, ...facts } = payload;
  return `${kind} ${JSON.stringify(facts)}`;
}

async function needReport(tx: Transaction, ticket: string) {
  const [found] = await tx.select().from(reportTable).where(eq(reportTable.ticket, ticket));
  if (!found) throw new Refused(`there is no report ${ticket}`);
  return found;
}

const report = act({
  name: 'report',
  title: 'Show a report',
  about:
    'What was reported, with the call and its picture, or the messages. Sealed: our server saw the message exactly like this. Otherwise it is only what the reporter says.',
  kind: 'look',
  where: 'everywhere',
  entries: { ticket: ticketField },
  fields: { ticket: ticketLabel },
  async run(tx, { ticket }) {
    const { uid, targetUid, reason, note, sid, open, acted, createdAt, closedAt } = await needReport(tx, ticket);
    const call = sid === '' ? [] : await callEvidence(tx, sid, [uid, targetUid]);
    const messages = await tx
      .select()
      .from(reportMessage)
      .where(eq(reportMessage.ticket, ticket))
      .orderBy(asc(reportMessage.place));
    const frames = (await framesOf(tx, ticket)).map(
      ({ at, uid: shownUid, sid: of, origin, sealed: isSealed, jpeg }) => ({
        alt: `${at.toISOString()} picture of ${shownUid} in call ${of}, ${FRAME_ORIGINS[origin]}${isSealed ? '' : ', CHANGED SINCE'}`,
        jpeg,
      }),
    );
    const state = open ? 'open' : `closed ${closedAt?.toISOString()}, ${acted ? 'acted' : 'not acted'}`;
    return {
      lines: [
        `${ticket}: ${uid} about ${targetUid}, ${reason}`,
        `made ${createdAt.toISOString()}, ${state}`,
        ...(note === '' ? [] : [`note: ${note}`]),
        ...call,
        ...(messages.length === 0 ? ['no message was reported with it'] : []),
        ...messages.map(
          ({ fromUid, toUid, at, payload, sealed }) =>
            `${at.toISOString()} ${fromUid} to ${toUid}, ${sealed ? 'sealed' : 'NOT SEALED'}: ${shown(payload)}`,
        ),
        ...frames.map(({ alt }) => alt),
      ],
      pictures: frames,
      about: { ticket, uid: String(targetUid), to: String(targetUid) },
    };
  },
});

const close = act({
  name: 'close',
  title: 'Close a report',
  about:
    'The reporter learns, in their language, whether something was done. You can add a message from the team to each side; never reveal who reported.',
  kind: 'change',
  where: 'everywhere',
  entries: {
    ticket: ticketField,
    outcome: choice(['acted', 'not']),
    reporter: v.optional(words(MESSAGE_MAX_CHARS)),
    reported: v.optional(words(MESSAGE_MAX_CHARS)),
  },
  fields: {
    ticket: ticketLabel,
    outcome: { label: 'Outcome', shape: { choices: ['acted', 'not'] } },
    reporter: { label: 'Message to the reporter', hint: 'none if empty', shape: 'text' },
    reported: { label: 'Message to the reported user', hint: 'none if empty', shape: 'text' },
  },
  async run(tx, { ticket, outcome, reporter, reported }) {
    if (!(await closeReport(tx, ticket, outcome === 'acted'))) throw new Refused(`there is no open report ${ticket}`);
    const { uid, targetUid } = await needReport(tx, ticket);
    const lines = [`${ticket} is closed; ${uid} is told`];
    if (reporter !== undefined) {
      await enqueueOfficialMessage(tx, uid, reporter);
      lines.push(`to ${uid}: ${reporter}`);
    }
    if (reported !== undefined) {
      await enqueueOfficialMessage(tx, targetUid, reported);
      lines.push(`to ${targetUid}: ${reported}`);
    }
    return { lines, about: { ticket, uid: String(targetUid), to: String(targetUid) } };
  },
});

/** Actions on reports of users: show one with its messages, and close it. */
export const REPORT_ACTS = [report, close] as const;
