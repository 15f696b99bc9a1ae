import { CALL_STATUS, wasMissed } from '#contract/calls/calls.ts';
import { tidOfUid } from '#contract/ids.ts';
import type { Notice } from '#contract/notices/texts.ts';
import { PAGE_NOTIFIES_AFTER_MS, PAGE_NOTIFIES_CALL_AFTER_MS } from '#contract/push/rules.ts';
import { readState } from '#db/reads/app.ts';
import { liveQuery } from '#db/reads/live-query.ts';
import { shouldNotify } from './should-notify.ts';
import { closeRingingNotification, RINGING, showMissed, showRinging, tagOf } from './show.ts';

/** Current ringing: an incoming call or a proposed match. `missed`: a call that was not answered. */
async function readRinging() {
  const [call, match] = await Promise.all([readState('call'), readState('match')]);
  const proposal = match?.proposal;
  const ringingFor = (id: string, sid: string, notice: Notice) => ({ id, sid, notice, missed: undefined });
  if (call?.status === CALL_STATUS.CALLIN)
    return ringingFor(call.id, call.sid, { kind: 'incoming', name: call.peer.nickName });
  if (proposal?.said === '')
    return ringingFor(proposal.id, proposal.id, { kind: 'match', name: proposal.peer.nickName });
  const missed = call && !call.answered && wasMissed(call) ? call : undefined;
  return { id: '', sid: '', notice: undefined, missed };
}

/**
 * Shows a notification for an incoming call or proposed match while the app is not visible, and closes it when the ringing ends, whichever
 * tab has shown it. A call that then counts as missed gets a notification of its own. Returns a function that stops it.
 */
export function followRinging(mayNotify: () => Promise<boolean>): () => void {
  let last = '';
  const watching = liveQuery(readRinging).subscribe({
    async next({ id, sid, notice, missed }) {
      if (id === last) return;
      const before = last;
      last = id;
      try {
        if (!notice) await closeRingingNotification();
        else if (await shouldNotify(RINGING, sid, PAGE_NOTIFIES_CALL_AFTER_MS, mayNotify, () => last === id))
          await showRinging(sid, notice);
        if (missed?.id !== before) return;
        const { peer, sid: missedSid } = missed;
        if (await shouldNotify(tagOf(tidOfUid(peer.uid)), missedSid, PAGE_NOTIFIES_AFTER_MS, mayNotify, () => true))
          await showMissed(peer.uid, missedSid, peer.nickName);
      } catch {
        // A failed notification is ignored.
      }
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
