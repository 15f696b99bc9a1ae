import Dexie, { type DexieDOMDependencies } from 'dexie';
import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** One connection per database and realm (page, worker, service worker). */
export let chat = openChatDb();
export let notice = openNoticeDb();
export let app = openAppDb();

/** Reopens the databases on another IndexedDB implementation, for browsers without storage. Must run before the first read. */
export function openElsewhere(place: DexieDOMDependencies): void {
  // Mutates the object itself: live queries check this object for whether IndexedDB exists.
  Object.assign(Dexie.dependencies, place);
  chat = openChatDb();
  notice = openNoticeDb();
  app = openAppDb();
}
