/**
 * Name of the BroadcastChannel on which the core reports to pages whether the databases accept writes: a failing database could not store
 * that as a row (law 1).
 */
export const STORAGE_NEWS_CHANNEL = 'gemcall-storage';

const NEWS = ['full', 'fails', 'works'] as const;
/** Whether the databases accept writes: `works`; `full` if the device or the site's quota is full; `fails` for any other reason. */
export type StorageNews = (typeof NEWS)[number];

/** Reads a message of the storage channel for the page's banner; undefined for anything else. */
export const readStorageNews = (data: unknown): StorageNews | undefined => NEWS.find((news) => news === data);
