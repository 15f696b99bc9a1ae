import { liveQuery } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { readState } from '#db/reads/app.ts';
import { isAllowed } from './media.ts';
import { followCall } from './media-session.ts';
import { type MediaView, mediaNow, subscribeMedia } from './media-view.ts';

/** Undefined until the database answered, null when there is no call. */
export const useCall = () => useLiveQuery(async () => (await readState('call')) ?? null);

/** Follows the call's row with this tab's media. Used once in a page. Not part of drawing: that runs after the frame. */
export function useCallMedia(): void {
  useEffect(() => {
    // Checked before there is a call: the check takes as long as a step of one.
    void isAllowed();
    const watching = liveQuery(() => readState('call')).subscribe({
      next: (call) => followCall(call),
      // An unreadable database is reported where the call is drawn.
      error() {},
    });
    return () => watching.unsubscribe();
  }, []);
}

export const useMedia = (): MediaView => useSyncExternalStore(subscribeMedia, mediaNow);
