import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useRef, useState } from 'react';
import { readNewest } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { reconcile } from './reconcile.ts';

const FIRST = 60;
const MORE = 100;
/** While the viewer is further up, the window grows to keep their place; beyond this size it stops. */
const MAX = 2_000;

export type MessageWindow = {
  /** Undefined until the database answered. */
  readonly rows: readonly MessageRow[] | undefined;
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
  /** Whether the viewer is at the newest message. Then the window shrinks again. */
  readonly pin: (pinned: boolean) => void;
};

/** Live window on the newest part of a conversation of any length. */
export function useMessageWindow(tid: string): MessageWindow {
  const [limit, setLimit] = useState(FIRST);
  const pinned = useRef(true);
  const shown = useRef<readonly MessageRow[]>([]);

  const read = async () => {
    let asked = limit;
    let rows = await readNewest(tid, asked);
    const top = pinned.current ? undefined : shown.current[0]?.mid;
    const lost = () => top !== undefined && rows.length === asked && !rows.some(({ mid }) => mid === top);
    while (lost() && asked < MAX) {
      asked = Math.min(asked * 2, MAX);
      rows = await readNewest(tid, asked);
    }
    if (!lost()) shown.current = reconcile(shown.current, rows);
    return { rows: shown.current, hasOlder: rows.length === asked };
  };
  const found = useLiveQuery(read, [tid, limit]);

  const readOlder = useCallback(() => {
    setLimit((before) => (before > shown.current.length ? before : shown.current.length + MORE));
  }, []);
  const pin = useCallback((next: boolean) => {
    pinned.current = next;
    if (next) setLimit(FIRST);
  }, []);
  return { rows: found?.rows, hasOlder: found?.hasOlder ?? false, readOlder, pin };
}
