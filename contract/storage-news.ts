/** Channel over which the core tells the pages whether it can store: a database that takes nothing cannot hold that row (law 1). */
export const STORAGE_NEWS_CHANNEL = 'gemcall-storage';

const NEWS = ['fails', 'works'] as const;
export type StorageNews = (typeof NEWS)[number];

/** Undefined for what is no news of ours. */
export const readStorageNews = (data: unknown): StorageNews | undefined => NEWS.find((news) => news === data);
