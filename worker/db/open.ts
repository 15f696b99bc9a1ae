import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** This realm's connection to the database of conversations; a realm (page, worker, service worker) has one per database. */
export const chat = openChatDb();
/** This realm's connection to the database of presence, typing states and notices. */
export const notice = openNoticeDb();
/** This realm's connection to the database of session, settings, people, lists, uploads and queues. */
export const app = openAppDb();
