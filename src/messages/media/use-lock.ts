import { useEffect } from 'react';
import { LOCKS_AT_ONCE } from '#contract/media/rules.ts';
import { readServiceMessagesAbout } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { type LockView, lockViewOf } from './lock-view.ts';

/** Requests of bubbles that render within this time are sent as one batch, ms. */
const GATHER_MS = 100;
/** Minimum interval between two requests for the same message, ms. */
const AGAIN_AFTER_MS = 10_000;
const NONE: readonly MessageRow[] = [];

const asking = new Set<string>();
const askedAt = new Map<string, number>();

function askLocks(): void {
  const mids = [...asking].slice(0, LOCKS_AT_ONCE);
  for (const mid of mids) asking.delete(mid);
  if (mids.length > 0) void core.refreshLocks(mids);
  if (asking.size > 0) askLocks();
}

/** Queues a request for the lock state of a message; does nothing if it was requested within `AGAIN_AFTER_MS`. */
function askLock(mid: string): void {
  if (performance.now() - (askedAt.get(mid) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
  askedAt.set(mid, performance.now());
  if (asking.size === 0) setTimeout(askLocks, GATHER_MS);
  asking.add(mid);
}

/**
 * Returns the state of a paid message, live; undefined for a free message. While the state `asks`, the server is asked every 10 s, in
 * batches of all bubbles.
 */
export function useLock(row: MessageRow): LockView | undefined {
  const { mid } = row;
  const serviceMessages = useLiveQuery(() => readServiceMessagesAbout(mid), [mid], NONE);
  const view = lockViewOf(row, serviceMessages, Date.now());
  const asks = view?.asks === true;
  const mayBeOver = view?.mayBeOver === true;
  useEffect(() => {
    if (mayBeOver && !askedAt.has(mid)) askLock(mid);
  }, [mayBeOver, mid]);
  useEffect(() => {
    if (!asks) return;
    askLock(mid);
    const again = setInterval(() => askLock(mid), AGAIN_AFTER_MS);
    return () => clearInterval(again);
  }, [asks, mid]);
  return view;
}
