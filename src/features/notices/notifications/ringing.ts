import { liveQuery } from 'dexie';
import { CALL_STATUS, wasMissed } from '#contract/calls/calls.ts';
import type { Notice } from '#contract/notices/words.ts';
import { readState } from '#db/reads/app.ts';
import { showMissed, showRinging, takeAwayRinging } from './show.ts';

/** Person who waits for this account: a caller, or a proposed match. `missed`: a call that nobody took. */
async function readRinging() {
  const [call, match] = await Promise.all([readState('call'), readState('match')]);
  const proposal = match?.proposal;
  const ringingFor = (id: string, notice: Notice) => ({ id, notice, missed: undefined });
  if (call?.status === CALL_STATUS.CALLIN) return ringingFor(call.id, { kind: 'incoming', name: call.peer.nickName });
  if (proposal?.said === '') return ringingFor(proposal.id, { kind: 'match', name: proposal.peer.nickName });
  const missed = call && !call.answered && wasMissed(call) ? call : undefined;
  return { id: '', notice: undefined, missed };
}

/**
 * Notifies while the app is out of sight, and removes the notice when the call is over, whichever tab showed it. Returns
 * a function that ends it.
 */
export function followRinging(mayNotify: () => Promise<boolean>): () => void {
  let last = '';
  const watching = liveQuery(readRinging).subscribe({
    async next({ id, notice, missed }) {
      if (id === last) return;
      const before = last;
      last = id;
      try {
        if (!notice) await takeAwayRinging();
        else if (await mayNotify()) await showRinging(notice);
        if (missed?.id === before && (await mayNotify())) await showMissed(missed.peer.uid, missed.peer.nickName);
      } catch {
        // A failed notification is ignored.
      }
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
