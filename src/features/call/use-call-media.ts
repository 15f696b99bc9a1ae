import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { readState } from '#db/reads/app.ts';
import { followCall } from './media-session.ts';
import { type MediaView, mediaNow, subscribeMedia } from './media-view.ts';

/** Undefined until the database answered, null when there is no call. */
export const useCall = () => useLiveQuery(async () => (await readState('call')) ?? null);

/** Keeps the media of this tab what the call's row says. Used once in a page. */
export function useCallMedia(call: ReturnType<typeof useCall>): void {
  useEffect(() => {
    if (call !== undefined) followCall(call ?? undefined);
  }, [call]);
}

export const useMedia = (): MediaView => useSyncExternalStore(subscribeMedia, mediaNow);
