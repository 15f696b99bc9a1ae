import type Dexie from 'dexie';
import { afterEach } from 'vitest';
import { openAppDb, type SessionRow } from '../../../../worker/db/schema.ts';
import { emptyApp, emptyChat, emptyNotice } from '../../../harness/postgres/databases.ts';
import { DOMAIN, ME, self } from './stanzas.ts';

const open = new Set<Dexie>();
afterEach(() => {
  for (const db of open) db.close();
  open.clear();
});
const closedAfterTest =
  <T extends Dexie>(make: () => T) =>
  (): T => {
    const db = make();
    open.add(db);
    return db;
  };

export const freshChat = closedAfterTest(emptyChat);
export const freshNotice = closedAfterTest(emptyNotice);
export const freshApp = closedAfterTest(emptyApp);
/** The same database again, as the next worker opens it. */
export const reopenApp = closedAfterTest(openAppDb);

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

/** From now on every new row of the table is refused, as a full or broken disk does. */
export function breakTable(db: Dexie, table: string, name = 'QuotaExceededError'): void {
  db.table(table).hook('creating', () => {
    throw new DOMException('the disk is full', name);
  });
}
