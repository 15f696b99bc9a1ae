import { useEffect, useSyncExternalStore } from 'react';
import type { MessageRow } from '#db/schema.ts';
import { createStore } from '../../create-store.ts';

const found = createStore<MessageRow | undefined>(undefined);

/** Stores the message that a search in all conversations found. The page of its conversation scrolls to it once it is open. */
export const leadTo = (row: MessageRow): void => found.set(row);

/** Calls `onFound` once with the message of this conversation that a search leads to. */
export function useFoundMessage(tid: string, onFound: (row: MessageRow) => void): void {
  const row = useSyncExternalStore(found.subscribe, found.get);
  useEffect(() => {
    if (row?.tid !== tid) return;
    found.set(undefined);
    onFound(row);
  }, [row, tid, onFound]);
}
