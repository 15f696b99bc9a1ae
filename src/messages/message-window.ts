import { liveQuery, type Subscription } from 'dexie';
import { followMessages } from '#db/reads/message-changes.ts';
import { countSince, readNewest } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { type Known, NOTHING_KNOWN, type Read, rowsToDraw, withChange, withRead } from './known-messages.ts';
import { reconcile } from './reconcile.ts';

const FIRST = 60;
const MORE = 100;
/** While the viewer is further up, the window grows to keep their place; beyond this size it stops. */
const MAX = 2_000;
/** A message that somebody is led to has so many older ones above it, and is no further back than this. */
const AROUND = 30;
const REACH_MAX = 20_000;
/** A change that no read has confirmed after this time causes one. */
const CONFIRM_AFTER_MS = 1_000;
/** A window that nobody draws after this time is no longer kept up to date. */
const UNUSED_AFTER_MS = 5_000;

export type MessageWindow = {
  /** Undefined until the database answered. */
  readonly rows: readonly MessageRow[] | undefined;
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
  /** Whether the viewer is at the newest message. Then the window shrinks again. */
  readonly pin: (pinned: boolean) => void;
  /** Grows the window until it holds what is as new as that date (ms); false when that is too far back. */
  readonly reach: (date: number) => Promise<boolean>;
};

/** A live window for `useSyncExternalStore`. */
export type WindowStore = {
  readonly subscribe: (onChange: () => void) => () => void;
  /** Throws when the database cannot be read. */
  readonly nowOrThrow: () => MessageWindow;
  /** Stops reading while nothing draws it. */
  readonly drop: () => void;
};

/**
 * Creates the live window on the newest part of a conversation of any length, and begins to read. The database is what counts: its
 * live query brings all that changes. A row that the core announces is drawn before that query has read it.
 */
function createMessageWindow(tid: string): WindowStore {
  let limit = FIRST;
  let pinned = true;
  let arrived = 0;
  let known: Known = NOTHING_KNOWN;
  let failure: { readonly error: unknown } | undefined;
  let reading: Subscription | undefined;
  let unfollow: (() => void) | undefined;
  let confirming: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  let shown: MessageWindow = { rows: undefined, hasOlder: false, readOlder, pin, reach };

  function publish(): void {
    const rows = rowsToDraw(known);
    const hasOlder = known.read?.hasOlder ?? false;
    const next = rows && reconcile(shown.rows ?? [], rows);
    if (next === shown.rows && hasOlder === shown.hasOlder && !failure) return;
    shown = { ...shown, rows: next, hasOlder };
    for (const onChange of listeners) onChange();
  }

  /** Reads the window. Undefined when it would no longer hold what the viewer looks at. */
  async function read(): Promise<Read | undefined> {
    const begunAt = arrived;
    let asked = limit;
    let rows = await readNewest(tid, asked);
    const top = pinned ? undefined : shown.rows?.[0]?.mid;
    const isLost = () => top !== undefined && rows.length === asked && !rows.some(({ mid }) => mid === top);
    while (isLost() && asked < MAX) {
      asked = Math.min(asked * 2, MAX);
      rows = await readNewest(tid, asked);
    }
    return isLost() ? undefined : { rows, hasOlder: rows.length === asked, begunAt };
  }

  function startReading(): void {
    reading?.unsubscribe();
    reading = liveQuery(read).subscribe({
      next(found) {
        if (found) known = withRead(known, found);
        publish();
      },
      error(error: unknown) {
        failure = { error };
        publish();
      },
    });
  }

  /** The first read does not wait for the live query, which begins in a task of its own, behind all that is drawn now. */
  async function readAtOnce(): Promise<void> {
    const found = await read().catch(() => undefined);
    if (!found || known.read) return;
    known = withRead(known, found);
    publish();
  }

  /** Reads again unless a read has confirmed all changes by then: the live query may have run before they arrived. */
  function confirm(): void {
    confirming = undefined;
    if (reading && known.changes.length > 0) startReading();
  }

  function onRows(rows: readonly MessageRow[]): void {
    const own = rows.filter((row) => row.tid === tid);
    if (own.length === 0) return;
    for (const row of own) {
      arrived += 1;
      known = withChange(known, row, arrived);
    }
    confirming ??= setTimeout(confirm, CONFIRM_AFTER_MS);
    publish();
  }

  function start(): void {
    if (reading) return;
    unfollow = followMessages(onRows);
    if (!known.read) void readAtOnce();
    startReading();
  }

  function stop(): void {
    reading?.unsubscribe();
    unfollow?.();
    clearTimeout(confirming);
    reading = unfollow = confirming = failure = undefined;
  }

  function setLimit(next: number): void {
    if (next === limit) return;
    limit = next;
    if (reading) startReading();
  }

  function readOlder(): void {
    const count = shown.rows?.length ?? 0;
    if (limit <= count) setLimit(count + MORE);
  }

  function pin(next: boolean): void {
    pinned = next;
    if (next) setLimit(FIRST);
  }

  async function reach(date: number): Promise<boolean> {
    const wanted = (await countSince(tid, date)) + AROUND;
    if (wanted > REACH_MAX) return false;
    setLimit(Math.max(limit, wanted));
    return true;
  }

  const window: WindowStore = {
    subscribe(onChange) {
      clearTimeout(unused);
      if (ahead?.window === window) ahead = undefined;
      listeners.add(onChange);
      start();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) stop();
      };
    },
    nowOrThrow() {
      if (failure) throw failure.error;
      return shown;
    },
    drop() {
      if (listeners.size > 0) return;
      if (ahead?.window === window) ahead = undefined;
      clearTimeout(unused);
      stop();
    },
  };
  start();
  const unused = setTimeout(window.drop, UNUSED_AFTER_MS);
  return window;
}

/** The window that was begun last and that nothing draws yet. A first attempt to draw it may be thrown away by React. */
let ahead: { readonly tid: string; readonly window: WindowStore } | undefined;

/** Returns the window on a conversation and begins to read it, unless that was begun when its link was pressed. */
export function openMessageWindow(tid: string): WindowStore {
  if (ahead?.tid !== tid) {
    ahead?.window.drop();
    ahead = { tid, window: createMessageWindow(tid) };
  }
  return ahead.window;
}
