import { useContext, useEffect } from 'react';
import { LayerIsOnTop } from '../routing/layer-place.ts';
import { watchWhileVisible } from './watching.ts';

/** Marks the messages of a conversation as read while it is visible and focused, and not covered by a call or a popup. */
export function useWatched(tid: string): void {
  const onTop = useContext(LayerIsOnTop);
  useEffect(() => (onTop ? watchWhileVisible(tid) : undefined), [tid, onTop]);
}
