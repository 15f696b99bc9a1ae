import Dexie, { type DexieDOMDependencies } from 'dexie';
import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** One connection each per realm (page, worker, service worker). */
export let chat = openChatDb();
export let notice = openNoticeDb();
export let app = openAppDb();

/** Where the browser has no place for databases: others take their place, before anything is read of these. */
export function openElsewhere(place: DexieDOMDependencies): void {
  // Into the object, not in its place: live queries ask that very one whether there is a database at all.
  Object.assign(Dexie.dependencies, place);
  chat = openChatDb();
  notice = openNoticeDb();
  app = openAppDb();
}
