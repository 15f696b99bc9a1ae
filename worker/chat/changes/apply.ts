import { kindOf } from '#contract/chat/payload.ts';
import { localOfMid, midOf, sideTidOf, stanzaIdOfMid } from '#contract/ids.ts';
import type { ChatDb, MessageRow } from '../../db/schema.ts';
import { lastFactsOf } from '../../db/writes/thread.ts';
import { isCorrection, isReaction, withCorrections, withReactions } from './corrections.ts';
import { blankRevoked, isAcceptedRetraction, isRemoval } from './removed.ts';

type Tables = Pick<ChatDb, 'messages' | 'threads'>;

const isSide = ({ payload }: MessageRow) => payload !== undefined && kindOf(payload).isSide?.(payload) === true;

/**
 * Applies side messages that change other messages (corrections, retractions, reactions, removals by moderation), whichever of the two
 * arrived first. Runs at the end of the transaction that stored `fresh`. Returns the media paths whose cached copies must be deleted.
 */
export async function applyChanges(
  db: Tables,
  fresh: readonly MessageRow[],
  ownLocal: string,
): Promise<readonly string[]> {
  const shown = fresh.filter((row) => !isSide(row));
  const ids = shown.map(({ mid }) => stanzaIdOfMid(mid));
  const earlier = ids.length > 0 ? await db.messages.where('answers').anyOf(ids).filter(isSide).toArray() : [];
  const changes = [...fresh.filter(isSide), ...earlier];
  if (changes.length === 0) return [];
  const revoking = changes.filter((row) => isRemoval(row) || isAcceptedRetraction(row));
  const paths = await blankRevoked(db, revoking, ownLocal);
  // Only an own retraction can be pending or refused.
  for (const row of changes) if (row.payload?.kind === 'retraction' && row.state === 'sending') await hide(db, row);
  const targets = new Set([
    ...changes.filter((row) => isCorrection(row) || isAcceptedRetraction(row)).map(targetOf),
    ...changes.filter(isReaction).flatMap((row) => reactedTo(row, ownLocal)),
  ]);
  await updateTargets(db, [...targets]);
  return paths;
}

/** Returns the mid of the message that a sender changes: users edit and delete only their own messages. */
const targetOf = ({ mid, answers = '' }: MessageRow) => midOf(localOfMid(mid), answers);

/** Returns the mids of the messages of either side that a reaction may name: it has only a stanza id. */
function reactedTo({ mid, out, tid: side, answers = '' }: MessageRow, ownLocal: string): readonly string[] {
  const own = out ? localOfMid(mid) : ownLocal;
  return [side.slice(1), own].map((local) => midOf(local, answers));
}

/** Hides a message while its retraction is pending. */
async function hide(db: Tables, request: MessageRow): Promise<void> {
  const row = await db.messages.where('mid').equals(targetOf(request)).first();
  if (row && row.retract !== 'done') await putChanged(db, { ...row, retract: 'pending' });
}

/** Stores these messages with the newest of their stored corrections and reactions, without those that the server refused. */
async function updateTargets(db: Tables, mids: readonly string[]): Promise<void> {
  if (mids.length === 0) return;
  for (const row of await db.messages.where('mid').anyOf(mids).toArray()) {
    const changes = await db.messages
      .where('answers')
      .equals(stanzaIdOfMid(row.mid))
      .filter(({ tid, state }) => tid === sideTidOf(row.tid) && state !== 'error')
      .toArray();
    if (row.retract === 'done') await blankCorrections(db, row, changes);
    const next = withReactions(withCorrections(row, changes), changes);
    if (next !== row) await putChanged(db, next);
  }
}

/** Deletes the texts of the corrections of a message that its sender has deleted. */
async function blankCorrections({ messages }: Tables, { mid }: MessageRow, changes: readonly MessageRow[]) {
  for (const row of changes.filter(isCorrection)) {
    if (targetOf(row) === mid && row.payload.body !== '')
      await messages.put({ ...row, payload: { ...row.payload, body: '' } });
  }
}

/** Stores a changed message, and its preview where it is the last one of its conversation. */
async function putChanged({ messages, threads }: Tables, row: MessageRow): Promise<void> {
  await messages.put(row);
  await threads
    .where('tid')
    .equals(row.tid)
    .modify((thread) => {
      if (thread.lastMid === row.mid) thread.lastFacts = lastFactsOf(row);
    });
}

/**
 * Applies the server's answers to own changes. A refused change is undone: the message is shown as before, with a note unless the change
 * was a reaction. Runs inside the caller's transaction, after `settled` are stored. Returns the media paths whose cached copies must be
 * deleted.
 */
export async function settleChanges(db: Tables, settled: readonly MessageRow[]): Promise<readonly string[]> {
  const own = settled.filter(isSide);
  for (const request of own.filter(({ state }) => state === 'error')) {
    if (request.id !== undefined) await db.messages.delete(request.id);
    const row = await db.messages.where('mid').equals(targetOf(request)).first();
    if (row && isCorrection(request)) await putChanged(db, { ...row, editRefused: true });
    if (row?.retract === 'pending' && request.payload?.kind === 'retraction')
      await putChanged(db, { ...row, retract: 'refused' });
    await updateTargets(db, isReaction(request) ? reactedTo(request, '') : [targetOf(request)]);
  }
  return applyChanges(
    db,
    own.filter(({ state }) => state === 'success'),
    '',
  );
}
