import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  type AppDb,
  type ChatDb,
  type NoticeDb,
  openAppDb,
  openChatDb,
  openNoticeDb,
} from '../../../worker/db/schema.ts';

function onEmptyDisk(): void {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
}

/** An empty in-memory `chat` database of its own. The test that opens it closes it. */
export function emptyChat(): ChatDb {
  onEmptyDisk();
  return openChatDb();
}

export function emptyNotice(): NoticeDb {
  onEmptyDisk();
  return openNoticeDb();
}

export function emptyApp(): AppDb {
  onEmptyDisk();
  return openAppDb();
}

type Raw = { _rawDatabase: { transactions: readonly { readonly _state: string }[] } };

/** fake-indexeddb keeps every transaction of a database for ever, with its rows, and scans all of them at each new one. */
export function forgetTransactions(db: Dexie): void {
  if (!db.isOpen()) return;
  const { _rawDatabase: raw } = db.backendDB() as unknown as Raw;
  raw.transactions = raw.transactions.filter(({ _state }) => _state !== 'finished');
}
