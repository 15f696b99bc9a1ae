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

/** An empty `chat` database on a disk of its own, in memory. Whoever opens it closes it. */
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

/** The stand-in keeps every transaction of a database for ever, with the rows before it, and looks through all of them at each new one. */
export function forgetTransactions(db: Dexie): void {
  if (!db.isOpen()) return;
  const { _rawDatabase: raw } = db.backendDB() as unknown as Raw;
  raw.transactions = raw.transactions.filter(({ _state }) => _state !== 'finished');
}
