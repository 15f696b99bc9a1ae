import type { DBCore, DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTransaction } from 'dexie';
import { MESSAGE_CHANGES } from '../reads/message-changes.ts';
import type { ChatDb, MessageRow } from '../schema.ts';

/** More rows in one transaction are a page of the archive or a burst: one read costs the pages less than so many rows. */
const ROWS_MAX = 20;

/** Returns the rows that a request has written, with the keys that the database gave them. */
function writtenRows(request: DBCoreMutateRequest, { failures, results }: DBCoreMutateResponse): readonly MessageRow[] {
  if (request.type !== 'add' && request.type !== 'put') return [];
  const values: readonly MessageRow[] = request.values;
  return values.flatMap((row, index) => (failures[index] ? [] : { ...row, id: results?.[index] }));
}

/**
 * Announces each row of `messages` that is written through `db`, as soon as its transaction is committed (law 2): an open
 * conversation draws it without reading it back. To be called before the database is opened.
 */
export function announceMessages(db: ChatDb, post: (rows: readonly MessageRow[]) => void = openChannel()): void {
  const written = new WeakMap<object, Map<string, MessageRow>>();
  const followed = new WeakSet<IDBDatabase>();

  function announce({ target }: Event): void {
    const rows = target && written.get(target);
    if (!rows) return;
    written.delete(target);
    if (rows.size > 0 && rows.size <= ROWS_MAX) post([...rows.values()]);
  }

  function rowsOf(given: DBCoreTransaction): Map<string, MessageRow> {
    const known = written.get(given);
    if (known) return known;
    const rows = new Map<string, MessageRow>();
    written.set(given, rows);
    const transaction = given as unknown as IDBTransaction;
    // Dexie's listener makes all pages read. The capturing one of the database runs before it, so that the rows come first;
    // databases in memory know no capturing, and have the other one.
    if (!followed.has(transaction.db)) transaction.db.addEventListener('complete', announce, { capture: true });
    followed.add(transaction.db);
    transaction.addEventListener('complete', announce);
    return rows;
  }

  const create = (core: DBCore): DBCore => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (name !== 'messages') return table;
      const mutate = async (request: DBCoreMutateRequest) => {
        const rows = rowsOf(request.trans);
        const response = await table.mutate(request);
        for (const row of writtenRows(request, response)) rows.set(row.mid, row);
        return response;
      };
      return { ...table, mutate };
    },
  });
  db.use({ stack: 'dbcore', name: 'announce-messages', create });
}

function openChannel(): (rows: readonly MessageRow[]) => void {
  const channel = new BroadcastChannel(MESSAGE_CHANGES);
  return (rows) => channel.postMessage(rows);
}
