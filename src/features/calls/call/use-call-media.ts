import { useEffect, useSyncExternalStore } from 'react';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from '../../../data/live-store.ts';
import { isAllowed } from './media.ts';
import { followCall } from './media-session.ts';
import { type MediaView, mediaNow, subscribeMedia } from './media-view.ts';
import { playRemoteSound } from './remote-sound.ts';

/** One read for the whole page: where its route changes during a call, the next page draws the row at once. */
const call = createLiveStore(async () => (await readState('call')) ?? null);

/** Undefined until the database answered, null when there is no call. */
export const useCall = () => useSyncExternalStore(call.subscribe, call.nowOrThrow);

/** Follows the call's row with this tab's media. Used once in a page. Not part of drawing: that runs after the frame. */
export function useCallMedia(): void {
  useEffect(playRemoteSound, []);
  useEffect(() => {
    // Checked before there is a call: the check takes as long as a step of one.
    void isAllowed();
    const follow = () => {
      const row = call.now();
      // An unreadable database is reported where the call is drawn.
      if (row !== undefined) followCall(row ?? undefined);
    };
    follow();
    return call.subscribe(follow);
  }, []);
}

export const useMedia = (): MediaView => useSyncExternalStore(subscribeMedia, mediaNow);
