import { useContext, useEffect } from 'react';
import { LayerIsOnTop } from '../routing/layer-place.ts';
import { watchWhileLookedAt } from './watching.ts';

/** Marks a conversation's messages as read while it is in sight: not below a call or a popup. */
export function useWatched(tid: string): void {
  const onTop = useContext(LayerIsOnTop);
  useEffect(() => (onTop ? watchWhileLookedAt(tid) : undefined), [tid, onTop]);
}
