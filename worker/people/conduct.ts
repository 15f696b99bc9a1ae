import type { Input } from '#contract/api/endpoint.ts';
import { SENSITIVE_PORN } from '#contract/chat/rules.ts';
import { evidenceOf } from '#contract/chat/seal.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { localOfUid, midOf, sideTidOf, stanzaIdOfMid, tidOfUid } from '#contract/ids.ts';
import { REPORTED_MESSAGES_MAX } from '#contract/people/rules.ts';
import { isCorrection } from '../chat/changes/corrections.ts';
import { compareMessages } from '../db/reads/message-order.ts';
import type { ChatDb, MessageRow } from '../db/schema.ts';

type Reported = Input<Endpoints['report']>['messages'][number];

/** Maximum size of the reported messages, within the request limit of 64 KiB (wire 1.1). */
const BYTES_MAX = 48_000;

/**
 * Returns the evidence of a report: those of the messages `mids` that the reported user sent, an edited one as first sent, then their
 * corrections, newest first; at most `REPORTED_MESSAGES_MAX`. A deleted message is included without its content, which the server's
 * archive has. Omitted: unsupported messages, those removed as pornographic, and each with which the total would exceed BYTES_MAX.
 */
export async function reportedMessages(
  { messages }: Pick<ChatDb, 'messages'>,
  { own, uid, mids }: { readonly own: number; readonly uid: number; readonly mids: readonly string[] },
): Promise<readonly Reported[]> {
  const rows = mids.length > 0 ? await messages.where('mid').anyOf(mids).toArray() : [];
  const theirs = mids.flatMap((mid) => rows.find((row) => row.mid === mid) ?? []);
  const edited = theirs.filter(isEdited).map(({ mid }) => stanzaIdOfMid(mid));
  const corrections =
    edited.length > 0 ? await messages.where('answers').anyOf(edited).filter(isCorrection).toArray() : [];
  let bytes = 0;
  return [...theirs, ...corrections.toSorted(compareMessages).toReversed()]
    .flatMap((row) => {
      const reported = reportedOf(row, uid, own);
      if (!reported) return [];
      const size = new TextEncoder().encode(JSON.stringify(reported)).length;
      if (bytes + size > BYTES_MAX) return [];
      bytes += size;
      return [reported];
    })
    .slice(0, REPORTED_MESSAGES_MAX);
}

/** Returns whether a message may have corrections. A deleted one no longer shows it, but its corrections are still stored without text. */
const isEdited = ({ edited, retract }: MessageRow) => edited !== undefined || retract === 'done';

/**
 * Returns a message as evidence. Undefined for an unsupported message, for content that was flagged as pornographic, and for messages that
 * the reported user did not send, such as those of services in the same conversation.
 */
function reportedOf({ edited, ...row }: MessageRow, from: number, to: number) {
  const { mid, tid, date: at, payload, seal = '', retract, sensitiveInfo } = { ...row, ...edited?.original };
  const id = stanzaIdOfMid(mid);
  const isTheirs = [tidOfUid(from), sideTidOf(tidOfUid(from))].includes(tid) && mid === midOf(localOfUid(from), id);
  if (!payload || !isTheirs || (sensitiveInfo & SENSITIVE_PORN) !== 0) return;
  const message = { from, to, id, at, sensitive: sensitiveInfo, seal };
  // This device has no content of it any more; the server's archive does.
  if (retract === 'done' || (payload.kind === 'correction' && payload.body === ''))
    return { ...message, body: '', x: '' };
  const { body, x } = evidenceOf(payload);
  return { ...message, body, x: x.toString() };
}
