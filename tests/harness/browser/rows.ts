import type { Page } from 'playwright';
import { compareMessages } from '../../../worker/db/reads/message-order.ts';

/**
 * All rows of a table, as any script of the same origin could read them. Empty if the core has not created the database yet; the upgrade is
 * aborted, as an open database without tables would block the core.
 */
export function readTable(page: Page, database: string, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    ([name, store]) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        let isNew = false;
        opening.onupgradeneeded = () => {
          isNew = true;
          opening.transaction?.abort();
        };
        opening.onerror = () => (isNew ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const db = opening.result;
          const end = (rows: Record<string, unknown>[]) => {
            db.close();
            resolve(rows);
          };
          if (!db.objectStoreNames.contains(store)) return end([]);
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => end(reading.result);
        };
      }),
    [database, table] as const,
  );
}

/** The fields of a message row in a browser that tests read. */
export type StoredMessage = {
  mid: string;
  tid: string;
  date: number;
  stamp: number;
  archiveId: number;
  id: number;
  state: string;
  payload?: { body: string };
};

/** Messages of a conversation, in display order. */
export async function storedMessages(page: Page, tid: string): Promise<StoredMessage[]> {
  const rows = (await readTable(page, 'chat', 'messages')) as StoredMessage[];
  return rows.filter((row) => row.tid === tid).sort(compareMessages);
}

/** Texts or captions of a conversation's messages, in display order; '' for a message without. */
export const storedTexts = async (page: Page, tid: string): Promise<string[]> =>
  (await storedMessages(page, tid)).map((row) => row.payload?.body ?? '');

/** Time at which the core last came online, device clock in ms; 0 while it is offline. */
export async function onlineSince(page: Page): Promise<number> {
  const rows = (await readTable(page, 'app', 'state')) as { key: string; state?: string; since?: number }[];
  const row = rows.find(({ key }) => key === 'connection');
  return row?.state === 'connected' ? (row.since ?? 0) : 0;
}
