/**
 * Channel over which the core tells the pages whether the database accepts writes; a failing database cannot store that row itself (law
 * 1).
 */
export const STORAGE_NEWS_CHANNEL = 'gemcall-storage';

const NEWS = ['fails', 'works'] as const;
/** Whether the database accepts writes: `works`, or `fails` (quota or disk). */
export type StorageNews = (typeof NEWS)[number];

/** Reads a message of the storage channel for the page's banner; undefined for anything else. */
export const readStorageNews = (data: unknown): StorageNews | undefined => NEWS.find((news) => news === data);
