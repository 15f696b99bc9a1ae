import Dexie, { type DexieDOMDependencies } from 'dexie';
import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** Opens one connection per database and realm (page, worker, service worker). */
export let chat = openChatDb();
export let notice = openNoticeDb();
export let app = openAppDb();

/** Replaces the databases with others in a browser without storage, before anything is read from these. */
export function openElsewhere(place: DexieDOMDependencies): void {
  // Changes the object itself: live queries ask this very object whether a database exists.
  Object.assign(Dexie.dependencies, place);
  chat = openChatDb();
  notice = openNoticeDb();
  app = openAppDb();
}
