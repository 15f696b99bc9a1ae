import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach } from 'vitest';
import {
  type AppDb,
  type ChatDb,
  type NoticeDb,
  openAppDb,
  openChatDb,
  openNoticeDb,
  type SessionRow,
} from '../../../../worker/db/schema.ts';
import { DOMAIN, ME, self } from './stanzas.ts';

const open = new Set<Dexie>();
afterEach(() => {
  for (const db of open) db.close();
  open.clear();
});

function onEmptyDisk(): void {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
}

/** An empty `chat` database on a disk of its own, closed after the test. */
export function freshChat(): ChatDb {
  onEmptyDisk();
  const db = openChatDb();
  open.add(db);
  return db;
}

export function freshNotice(): NoticeDb {
  onEmptyDisk();
  const db = openNoticeDb();
  open.add(db);
  return db;
}

export function freshApp(): AppDb {
  onEmptyDisk();
  return reopenApp();
}

/** The same database again, as the next worker opens it. */
export function reopenApp(): AppDb {
  const db = openAppDb();
  open.add(db);
  return db;
}

export const session: SessionRow = {
  key: 'session',
  uid: self.uid,
  jid: ME,
  role: 2,
  vcToken: 'a-token-of-at-least-thirty-two-characters',
  nickName: 'Ada',
  services: { domain: DOMAIN, ...self.services },
  status: 'active',
};

/** Rows without the number that the database gave them. */
export function withoutIds<T extends { id?: number }>(rows: readonly T[]): Omit<T, 'id'>[] {
  return rows.map(({ id: _id, ...row }) => row);
}

type Raw = { _rawDatabase: { transactions: readonly { readonly _state: string }[] } };

/** The stand-in keeps every transaction of a database for ever, with the rows before it, and looks through all of them at each new one. */
export function forgetTransactions(db: Dexie): void {
  if (!db.isOpen()) return;
  const { _rawDatabase: raw } = db.backendDB() as unknown as Raw;
  raw.transactions = raw.transactions.filter(({ _state }) => _state !== 'finished');
}

/** From now on every new row of the table is refused, as a full or broken disk does. */
export function breakTable(db: Dexie, table: string, name = 'QuotaExceededError'): void {
  db.table(table).hook('creating', () => {
    throw new DOMException('the disk is full', name);
  });
}
