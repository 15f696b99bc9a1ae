import Dexie, { type EntityTable, type Table } from 'dexie';
import type { EventItem } from '#contract/analytics/wire.ts';

/** An event that waits to be sent. */
export type EventRow = { id?: number; item: EventItem };
/** A singleton row of the analytics database: the random ids of this device, or the counts of events that were lost. */
export type MetaRow =
  /** Random ids of this device in the analytics data, unknown to the rest of the app. `expires`: device clock, ms. */
  | { key: 'ids'; distinctId: string; deviceId: string; gaClientId: string; expires: number }
  /** Number of events dropped because the queue was full, and of events that the collector refused. */
  | { key: 'dropped'; full: number; refused: number };

/** The analytics database of this device: waiting events, and singleton rows. */
export type MeasureDb = Dexie & { events: EntityTable<EventRow, 'id'>; meta: Table<MetaRow, MetaRow['key']> };

/** Name of the analytics database, by which it is deleted after consent was withdrawn. */
export const MEASURE_DB = 'measure';

/** Opens the analytics database. It exists only while the user's consent allows measurement. */
export function openMeasureDb(): MeasureDb {
  const db = new Dexie(MEASURE_DB, { cache: 'disabled' }) as MeasureDb;
  db.version(1).stores({ events: '++id', meta: 'key' });
  return db;
}
