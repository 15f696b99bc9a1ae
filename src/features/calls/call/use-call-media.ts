import { liveQuery } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { readState } from '#db/reads/app.ts';
import { isAllowed } from './media.ts';
import { followCall } from './media-session.ts';
import { type MediaView, mediaNow, subscribeMedia } from './media-view.ts';

/** Undefined until the database answered, null when there is no call. */
export const useCall = () => useLiveQuery(async () => (await readState('call')) ?? null);

/** Keeps the media of this tab what the call's row says. Used once in a page. Not by drawing: that comes after the picture. */
export function useCallMedia(): void {
  useEffect(() => {
    // Known before there is a call: to ask takes as long as a step of one.
    void isAllowed();
    const watching = liveQuery(() => readState('call')).subscribe({
      next: (call) => followCall(call),
      // A database that cannot be read is told of where it is drawn from.
      error() {},
    });
    return () => watching.unsubscribe();
  }, []);
}

export const useMedia = (): MediaView => useSyncExternalStore(subscribeMedia, mediaNow);
