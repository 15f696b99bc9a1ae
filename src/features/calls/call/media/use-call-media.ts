import { useEffect, useSyncExternalStore } from 'react';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from '../../../../data/live-store.ts';
import { isAllowed } from './media.ts';
import { followCall } from './media-session.ts';
import { type MediaView, mediaNow, subscribeMedia } from './media-view.ts';
import { playRemoteSound } from './remote-sound.ts';

/** One live query for the whole page, so that the next page has the row at once when the route changes during a call. */
const call = createLiveStore(async () => (await readState('call')) ?? null);

/**
 * Returns the current call of this browser, in any tab, also an ended one until its end screen is dismissed; null if there is none,
 * undefined until the database responds.
 */
export const useCall = () => useSyncExternalStore(call.subscribe, call.nowOrThrow);

/** Runs the call's media in this tab. Used once per page. It subscribes outside of React, which would react a frame later. */
export function useCallMedia(): void {
  useEffect(playRemoteSound, []);
  useEffect(() => {
    // Queries the permissions in advance; the first query is slow.
    void isAllowed();
    const follow = () => {
      const row = call.now();
      // A database error is reported where the call is drawn.
      if (row !== undefined) followCall(row ?? undefined);
    };
    follow();
    return call.subscribe(follow);
  }, []);
}

/** Returns the media state of the call in this tab, and re-renders when it changes. */
export const useMedia = (): MediaView => useSyncExternalStore(subscribeMedia, mediaNow);
