import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Item } from '#contract/measure/wire.ts';

/** An event that waits to be sent. */
export type EventRow = { id?: number; item: Item };
export type MetaRow =
  /** Who this device is in what is measured: random, and unknown to the rest of the app. Device clock, ms. */
  | { key: 'ids'; distinctId: string; deviceId: string; gaClientId: string; expires: number }
  /** Events that were pushed out by newer ones, and those that the collector refused. */
  | { key: 'dropped'; full: number; refused: number };

export type MeasureDb = Dexie & { events: EntityTable<EventRow, 'id'>; meta: Table<MetaRow, MetaRow['key']> };

export const MEASURE_DB = 'measure';

/** Opens the database of what is measured. It exists only while that is allowed. */
export function openMeasureDb(): MeasureDb {
  const db = new Dexie(MEASURE_DB, { cache: 'disabled' }) as MeasureDb;
  db.version(1).stores({ events: '++id', meta: 'key' });
  return db;
}
