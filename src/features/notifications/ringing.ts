import { liveQuery } from 'dexie';
import i18next from 'i18next';
import { CALL_STATUS } from '#contract/calls.ts';
import { readState } from '#db/reads/app.ts';
import { showRinging, takeAwayRinging } from './show.ts';

type Ringing = { readonly id: string; readonly title: string; readonly body: string };

/** Who waits for this person now: a caller, or whom chance brought. */
async function readRinging(): Promise<Ringing | null> {
  const [call, match] = await Promise.all([readState('call'), readState('match')]);
  if (call?.status === CALL_STATUS.CALLIN) {
    const title = i18next.t('call:incoming', { name: call.peer.nickName });
    return { id: call.id, title, body: i18next.t('call:call') };
  }
  const proposal = match?.proposal;
  if (proposal?.said !== '') return null;
  return { id: proposal.id, title: proposal.peer.nickName, body: i18next.t('match:room.both') };
}

/** Tells of it while nobody looks, and takes it back when it is over, whoever told. Returns the end of it. */
export function followRinging(mayTell: () => Promise<boolean>): () => void {
  let last = '';
  const watching = liveQuery(readRinging).subscribe({
    async next(ringing) {
      const id = ringing?.id ?? '';
      if (id === last) return;
      last = id;
      try {
        if (!ringing) await takeAwayRinging();
        else if (await mayTell()) await showRinging(ringing.title, ringing.body);
      } catch {
        // A notification is never worth an error.
      }
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
