import { openAppDb, openChatDb, openNoticeDb } from './schema.ts';

/** One connection each per realm (page, worker, service worker). */
export const chat = openChatDb();
export const notice = openNoticeDb();
export const app = openAppDb();
