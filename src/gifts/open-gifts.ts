import { isUnderWay } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { openPanel, type PanelProps } from '../ui/panel.ts';

/** A wish to fulfil: its stanza id, and the gift that was wished for; or the lock that the gift opens. */
export type Wish = { readonly ask: string; readonly wished: string; readonly lock?: string };
const NO_WISH = { ask: '', wished: '', lock: '' };

/** Opens the gifts for a host: in the call with them where there is one. */
export async function openGifts(uid: number, name: string, wish: Wish = NO_WISH): Promise<void> {
  const call = await readState('call').catch(() => undefined);
  const together = call && isUnderWay(call.status) && call.peer.uid === uid ? call : undefined;
  const place: Pick<PanelProps['gifts'], 'where' | 'sid'> = together
    ? { where: together.kind === 'match' ? 'match' : 'call', sid: together.sid }
    : { where: 'chat', sid: '' };
  openPanel('gifts', { uid, name, ...place, ...NO_WISH, ...wish });
}

/** The same from a profile. */
export const openGiftsOfProfile = (uid: number, name: string): void =>
  openPanel('gifts', { uid, name, where: 'profile', sid: '', ...NO_WISH });
