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

/** What one transaction has announced. */
type Announced = { count: number; isOver: boolean };

/**
 * Announces each row of `messages` that is written through `db`, as soon as the database has accepted it: an open
 * conversation draws it while its transaction is being committed. Whoever reads after that waits for the end of the
 * transaction, so that the read decides; when the transaction fails, an announcement without rows asks for this read (law 2).
 * To be called before the database is opened.
 */
export function announceMessages(db: ChatDb, post: (rows: readonly MessageRow[]) => void = openChannel()): void {
  const known = new WeakMap<object, Announced>();

  function announcedIn(given: DBCoreTransaction): Announced {
    const before = known.get(given);
    if (before) return before;
    const announced = { count: 0, isOver: false };
    known.set(given, announced);
    const transaction = given as unknown as IDBTransaction;
    transaction.addEventListener('abort', () => {
      announced.isOver = true;
      if (announced.count > 0) post([]);
    });
    return announced;
  }

  function announce(rows: readonly MessageRow[], announced: Announced): void {
    if (announced.isOver || rows.length === 0 || announced.count + rows.length > ROWS_MAX) return;
    announced.count += rows.length;
    post(rows);
  }

  const create = (core: DBCore): DBCore => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (name !== 'messages') return table;
      const mutate = async (request: DBCoreMutateRequest) => {
        const announced = announcedIn(request.trans);
        const response = await table.mutate(request);
        announce(writtenRows(request, response), announced);
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
