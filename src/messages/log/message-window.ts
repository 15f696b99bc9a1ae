import { type LiveSubscription, liveQuery, retryRead } from '#db/reads/live-query.ts';
import { followMessages } from '#db/reads/message-changes.ts';
import type { Place } from '#db/reads/message-order.ts';
import { countSince, readNewest } from '#db/reads/messages.ts';
import type { MessageRow } from '#db/schema.ts';
import { createStore } from '../../create-store.ts';
import {
  type KnownMessages,
  type MessageRead,
  NOTHING_KNOWN,
  reconcile,
  rowsToDraw,
  withChange,
  withRead,
} from './known-messages.ts';

const FIRST = 60;
const MORE = 100;
/** While the user has scrolled up, each read grows the window to keep their position, up to this number of messages. */
const MAX = 2_000;
/** Number of messages loaded above the target of a jump. */
const AROUND = 30;
/** Maximum size of the window for a jump, in messages. */
const REACH_MAX = 20_000;
/** A change that no read has confirmed within this time triggers a read, ms. */
const CONFIRM_AFTER_MS = 1_000;
/** A new window that gets no subscriber within this time stops reading, ms. */
const UNUSED_AFTER_MS = 5_000;

/** Snapshot of the newest messages of a conversation, and the operations that extend the window to older ones. */
export type MessageWindow = {
  /** Undefined until the database answers. */
  readonly rows: readonly MessageRow[] | undefined;
  readonly hasOlder: boolean;
  /** Grows the window by 100 messages, if the conversation has filled its present size. */
  readonly readOlder: () => void;
  /** Sets whether the user is at the newest message; if so, the window shrinks to its initial size. */
  readonly pin: (pinned: boolean) => void;
  /** Grows the window to include all messages from a place on; resolves to false if there are too many. */
  readonly reach: (from: Place) => Promise<boolean>;
};

/** The live window on one conversation, as a store for `useSyncExternalStore`. */
export type WindowStore = {
  readonly subscribe: (onChange: () => void) => () => void;
  /** Returns the current snapshot. Throws if the database cannot be read. */
  readonly nowOrThrow: () => MessageWindow;
  /** Stops reading if there are no subscribers. */
  readonly drop: () => void;
};

/**
 * Creates a live window on the newest messages of a conversation and starts to read. The database is the source of truth, through a
 * live query. Rows that the core announces are drawn earlier, before the query has read them.
 */
function createMessageWindow(tid: string): WindowStore {
  let limit = FIRST;
  let pinned = true;
  let arrived = 0;
  let known: KnownMessages = NOTHING_KNOWN;
  let failure: { readonly error: unknown } | undefined;
  let reading: LiveSubscription | undefined;
  let unfollow: (() => void) | undefined;
  let confirming: ReturnType<typeof setTimeout> | undefined;
  let isUsed = false;
  const shown = createStore<MessageWindow>({ rows: undefined, hasOlder: false, readOlder, pin, reach }, () => {
    isUsed = true;
    clearTimeout(unused);
    if (ahead?.window === window) ahead = undefined;
    start();
    return () => {
      isUsed = false;
      stop();
    };
  });

  function publish(): void {
    const rows = rowsToDraw(known);
    const hasOlder = known.read?.hasOlder ?? false;
    const before = shown.get();
    const next = rows && reconcile(before.rows ?? [], rows);
    if (next === before.rows && hasOlder === before.hasOlder && !failure) return;
    shown.set({ ...before, rows: next, hasOlder });
  }

  /** Reads the window. Undefined if even the largest window would not contain the topmost row that is drawn. */
  async function read(): Promise<MessageRead | undefined> {
    const changesBefore = arrived;
    let requestedCount = limit;
    let rows = await readNewest(tid, requestedCount);
    const top = pinned ? undefined : shown.get().rows?.[0]?.mid;
    const isLost = () => top !== undefined && rows.length === requestedCount && !rows.some(({ mid }) => mid === top);
    while (isLost() && requestedCount < MAX) {
      requestedCount = Math.min(requestedCount * 2, MAX);
      rows = await readNewest(tid, requestedCount);
    }
    return isLost() ? undefined : { rows, hasOlder: rows.length === requestedCount, changesBefore };
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

  /** First read, outside the live query: the query starts in a later task, after everything that renders now. */
  async function readAtOnce(): Promise<void> {
    const found = await read().catch(() => undefined);
    if (!found || known.read) return;
    known = withRead(known, found);
    publish();
  }

  /** Restarts the live query if it has not confirmed all changes: it may have run before they arrived. */
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
    const count = shown.get().rows?.length ?? 0;
    if (limit <= count) setLimit(count + MORE);
  }

  function pin(next: boolean): void {
    pinned = next;
    if (next) setLimit(FIRST);
  }

  async function reach(from: Place): Promise<boolean> {
    const wanted = (await retryRead(() => countSince(tid, from))) + AROUND;
    if (wanted > REACH_MAX) return false;
    setLimit(Math.max(limit, wanted));
    return true;
  }

  const window: WindowStore = {
    subscribe: shown.subscribe,
    nowOrThrow() {
      if (failure) throw failure.error;
      return shown.get();
    },
    drop() {
      if (isUsed) return;
      if (ahead?.window === window) ahead = undefined;
      clearTimeout(unused);
      stop();
    },
  };
  start();
  const unused = setTimeout(window.drop, UNUSED_AFTER_MS);
  return window;
}

/** The last created window without a subscriber. React may discard the first render that would subscribe to it. */
let ahead: { readonly tid: string; readonly window: WindowStore } | undefined;

/**
 * Creates the window on a conversation and starts to read it. Returns the one that was created last if it is for the same conversation and
 * nothing has subscribed to it yet. Called on pointer down on a link to the conversation, and again when its page renders.
 */
export function openMessageWindow(tid: string): WindowStore {
  if (ahead?.tid !== tid) {
    ahead?.window.drop();
    ahead = { tid, window: createMessageWindow(tid) };
  }
  return ahead.window;
}
