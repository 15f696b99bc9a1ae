import type { Page } from 'playwright';
import * as v from 'valibot';
import { readTable } from '../../../harness/browser/rows.ts';

const TABLES = [
  ['chat', 'threads'],
  ['chat', 'messages'],
  ['chat', 'users'],
  ['chat', 'outbox'],
  ['chat', 'sync'],
  ['chat', 'videocalls'],
  ['notice', 'onlineUsers'],
  ['notice', 'notices'],
  ['app', 'people'],
  ['app', 'drafts'],
  ['app', 'state'],
  ['app', 'apiQueue'],
] as const;

/** Writes rows into a database of the app, in place of the core. */
export async function addRows(page: Page, database: string, table: string, rows: readonly object[]): Promise<void> {
  await page.evaluate(
    ([databaseName, tableName, added]) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open(databaseName);
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const db = open.result;
          const write = db.transaction(tableName, 'readwrite');
          for (const row of added) write.objectStore(tableName).put(row);
          write.oncomplete = () => {
            db.close();
            resolve();
          };
          write.onabort = () => reject(write.error);
        };
      }),
    [database, table, rows] as const,
  );
}

const KEYS_THAT_STAY = ['connection', 'config', 'device', 'build', 'consent', 'measured', 'attribution'];
const keyed = v.object({ key: v.string() });

/** All rows of the databases that belong to a user, as `database/table: row`. */
export async function tracesOfUser(page: Page): Promise<string[]> {
  const traces: string[] = [];
  for (const [database, table] of TABLES) {
    const rows = await readTable(page, database, table);
    const own = rows.filter((row) => table !== 'state' || !KEYS_THAT_STAY.includes(v.parse(keyed, row).key));
    traces.push(...own.map((row) => `${database}/${table}: ${JSON.stringify(row)}`));
  }
  return traces;
}
