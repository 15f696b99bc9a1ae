import { HIDDEN_CHANGES } from '#contract/api/rules.ts';
import { app, chat } from '../open.ts';
import type { ThreadRow, UploadRow } from '../schema.ts';

/** Number of newest messages whose mean size is used to estimate the size of all. */
const MEASURED_ROWS = 200;

/** Number of rows of one kind of local data, and their approximate size in bytes. */
export type StoredSize = { readonly rows: number; readonly bytes: number };

const isOnItsWay = ({ state }: UploadRow): boolean => state === 'waiting' || state === 'sending';

/**
 * Returns the storage used by messages, pending uploads and lists, for the device screen. Row sizes are JSON lengths, so totals are
 * approximate.
 */
export async function readStoredSizes(): Promise<{ messages: StoredSize; uploads: StoredSize; lists: StoredSize }> {
  const [rows, some, uploads, people, cards, lists] = await Promise.all([
    chat.messages.count(),
    chat.messages.orderBy('date').reverse().limit(MEASURED_ROWS).toArray(),
    app.uploads.filter(isOnItsWay).toArray(),
    app.people.toArray(),
    app.cards.toArray(),
    app.lists.toArray(),
  ]);
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  const mean = some.length === 0 ? 0 : some.reduce((sum, row) => sum + sizeOf(row), 0) / some.length;
  const files = uploads.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  return {
    messages: { rows, bytes: Math.round(rows * mean) },
    uploads: { rows: uploads.length, bytes: files },
    lists: { rows: people.length + cards.length, bytes: sizeOf(people) + sizeOf(cards) + sizeOf(lists) },
  };
}

/**
 * A message, change or file that the server has not accepted yet. `since`: when it was written, ms, by the device clock for a change, else
 * by the server clock.
 */
export type UnsentItem = {
  readonly id: string;
  readonly since: number;
  /** For a change: its endpoint, whether it changes settings, and whether it is stalled. For a message: its conversation. */
  readonly what:
    | { readonly kind: 'message'; readonly thread: ThreadRow | undefined; readonly needsFile: boolean }
    | {
        readonly kind: 'change';
        readonly endpoint: string;
        readonly isSettings: boolean;
        readonly isStalled: boolean;
      }
    | { readonly kind: 'file'; readonly bytes: number };
};

/** Returns the unsent messages and files, and the queued changes of this account that the user made (not HIDDEN_CHANGES), oldest first. */
export async function readWaiting(uid: number): Promise<readonly UnsentItem[]> {
  const [outbox, changes, uploads, threads] = await Promise.all([
    chat.outbox.filter(({ kind }) => kind === 'message').toArray(),
    app.apiQueue.filter((row) => row.uid === uid && !HIDDEN_CHANGES.includes(row.endpoint)).toArray(),
    app.uploads.filter(isOnItsWay).toArray(),
    chat.threads.toArray(),
  ]);
  const messages = await chat.messages
    .where('mid')
    .anyOf(outbox.map(({ about }) => about))
    .toArray();
  const dates = new Map(messages.map(({ mid, date }) => [mid, date]));
  const all: UnsentItem[] = [
    ...outbox.map(({ about, tid, waitsFor }) => ({
      id: about,
      since: dates.get(about) ?? 0,
      what: {
        kind: 'message' as const,
        thread: threads.find((thread) => thread.tid === tid),
        needsFile: waitsFor !== undefined,
      },
    })),
    ...changes.map(({ operationId, endpoint, queuedAt, data, failure }) => ({
      id: operationId,
      since: queuedAt,
      what: {
        kind: 'change' as const,
        endpoint,
        isSettings: 'settings' in Object(data),
        isStalled: failure?.isStalled === true,
      },
    })),
    ...uploads.map(({ id, queuedAt, file }) => ({
      id,
      since: queuedAt,
      what: { kind: 'file' as const, bytes: file?.size ?? 0 },
    })),
  ];
  return all.toSorted((one, other) => one.since - other.since);
}
