import type { Queries } from '../../../platform/database/connect.ts';
import { listenToDatabase } from '../../../platform/database/notifications.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { loadSiteSettings, SITE_SETTING_CHANGED, type SiteSettings } from './settings.ts';

/**
 * Access to the current operator settings, for all domains of the server. `read` queries on the given connection, which may be in a
 * transaction, unless the values are cached.
 */
export type Site = { read(db: Queries): Promise<SiteSettings> };

/** Cached operator settings with their database subscription; `close` ends it when the process stops. */
export type WatchedSite = Site & { close(): Promise<void> };

/** Operator settings without a cache, for tests: each read is a query. */
export const uncachedSite: Site = { read: loadSiteSettings };

/** Maximum age of the cached values, in case a notification is lost. */
const KEPT_MS = 60_000;

/**
 * Caches the operator settings of a process, for at most a minute; a change by another process or tool invalidates the cache by a
 * database notification.
 */
export async function watchSite(databaseUrl: string, log: Logger): Promise<WatchedSite> {
  let known: { readonly reading: Promise<SiteSettings>; readonly at: number } | undefined;
  const forget = () => {
    known = undefined;
  };
  const notifications = listenToDatabase({
    connectionString: databaseUrl,
    log,
    channels: [{ name: SITE_SETTING_CHANGED, onNews: forget, onGap: forget }],
  });
  await notifications.ready;
  return {
    read(db) {
      if (known && performance.now() - known.at < KEPT_MS) return known.reading;
      const reading = loadSiteSettings(db);
      const mine = { reading, at: performance.now() };
      known = mine;
      reading.catch(() => {
        if (known === mine) forget();
      });
      return reading;
    },
    close: notifications.close,
  };
}
