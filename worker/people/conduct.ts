import type { Input } from '#contract/api/endpoint.ts';
import { evidenceOf } from '#contract/chat/seal.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { localOfUid, midOf, stanzaIdOfMid, tidOfUid } from '#contract/ids.ts';
import type { ChatDb, MessageRow } from '../db/schema.ts';

type Reported = Input<Endpoints['report']>['messages'][number];

/** Maximum size of the reported messages, within the request limit of 64 KiB (wire 1.1). */
const BYTES_MAX = 48_000;

/** Returns the evidence of a report: the readable messages of the reported user, up to BYTES_MAX. */
export async function reportedMessages(
  { messages }: Pick<ChatDb, 'messages'>,
  { own, uid, mids }: { readonly own: number; readonly uid: number; readonly mids: readonly string[] },
): Promise<readonly Reported[]> {
  const rows = mids.length > 0 ? await messages.where('mid').anyOf(mids).toArray() : [];
  const theirs = mids.flatMap((mid) => rows.find((row) => row.mid === mid) ?? []);
  let bytes = 0;
  return theirs.flatMap((row) => {
    const reported = reportedOf(row, uid, own);
    if (!reported) return [];
    const size = new TextEncoder().encode(JSON.stringify(reported)).length;
    if (bytes + size > BYTES_MAX) return [];
    bytes += size;
    return [reported];
  });
}

/** Returns a message as evidence; undefined for messages of services in the same conversation, which have other mids. */
function reportedOf({ mid, tid, date: at, payload, seal = '', ...row }: MessageRow, from: number, to: number) {
  const id = stanzaIdOfMid(mid);
  if (!payload || tid !== tidOfUid(from) || mid !== midOf(localOfUid(from), id) || coverOf(row) === 'removed') return;
  const message = { from, to, id, at, sensitive: row.sensitiveInfo, seal };
  // This device has no content of it any more; the server's archive does.
  if (coverOf(row) === 'retracted') return { ...message, body: '', x: '' };
  const { body, x } = evidenceOf(payload);
  return { ...message, body, x: x.toString() };
}
