import Dexie, { type DexieDOMDependencies } from 'dexie';
import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** This realm's connection to the database of conversations; a realm (page, worker, service worker) has one per database. */
export let chat = openChatDb();
/** This realm's connection to the database of presence, typing states and notices. */
export let notice = openNoticeDb();
/** This realm's connection to the database of session, settings, people, lists, uploads and queues. */
export let app = openAppDb();

/** Reopens the databases on another IndexedDB implementation, for browsers without storage. Call before the first read. */
export function openElsewhere(place: DexieDOMDependencies): void {
  // Mutates the object itself: live queries check this object for whether IndexedDB exists.
  Object.assign(Dexie.dependencies, place);
  chat = openChatDb();
  notice = openNoticeDb();
  app = openAppDb();
}
