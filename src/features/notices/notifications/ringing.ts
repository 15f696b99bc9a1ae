import { liveQuery } from 'dexie';
import i18next from 'i18next';
import { CALL_STATUS, wasMissed } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { showMissed, showRinging, takeAwayRinging } from './show.ts';

/** Who waits for this person now: a caller, or whom chance brought. `over`: a call that nobody took. */
async function readRinging() {
  const [call, match] = await Promise.all([readState('call'), readState('match')]);
  const proposal = match?.proposal;
  if (call?.status === CALL_STATUS.CALLIN) {
    const title = i18next.t('call:incoming', { name: call.peer.nickName });
    return { id: call.id, title, body: i18next.t('call:call'), over: undefined };
  }
  if (proposal?.said === '')
    return { id: proposal.id, title: proposal.peer.nickName, body: i18next.t('match:room.both'), over: undefined };
  const over = call && !call.answered && wasMissed(call) ? call : undefined;
  return { id: '', title: '', body: '', over };
}

/** Tells of it while nobody looks, and takes it back when it is over, whoever told. Returns the end of it. */
export function followRinging(mayTell: () => Promise<boolean>): () => void {
  let last = '';
  const watching = liveQuery(readRinging).subscribe({
    async next({ id, title, body, over }) {
      if (id === last) return;
      const before = last;
      last = id;
      try {
        if (id === '') await takeAwayRinging();
        else if (await mayTell()) await showRinging(title, body);
        if (over?.id === before && (await mayTell())) await showMissed(over.peer.uid, over.peer.nickName);
      } catch {
        // A notification is never worth an error.
      }
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
