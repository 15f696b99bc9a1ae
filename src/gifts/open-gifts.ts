import { isUnderWay } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { openPanel, type PanelProps } from '../ui/dialog/panel.ts';

/**
 * Reason to open the gift panel with a gift preselected: a gift request (`ask`: its stanza id) or the lock of a picture that the
 * gift opens.
 */
export type Wish = { readonly ask: string; readonly wished: string; readonly lock?: string };
const NO_WISH = { ask: '', wished: '', lock: '' };

/** Opens the gift panel for a host: within the active call with that host if there is one, else within the conversation. */
export async function openGifts(uid: number, name: string, wish: Wish = NO_WISH): Promise<void> {
  const call = await readState('call').catch(() => undefined);
  const together = call && isUnderWay(call.status) && call.peer.uid === uid ? call : undefined;
  const place: Pick<PanelProps['gifts'], 'where' | 'sid'> = together
    ? { where: together.kind === 'match' ? 'match' : 'call', sid: together.sid }
    : { where: 'chat', sid: '' };
  openPanel('gifts', { uid, name, ...place, ...NO_WISH, ...wish });
}

/** Opens the gift panel from a profile. */
export const openGiftsOfProfile = (uid: number, name: string): void =>
  openPanel('gifts', { uid, name, where: 'profile', sid: '', ...NO_WISH });
