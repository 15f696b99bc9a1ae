import type { Queries } from '../../database/connect.ts';
import { listenToDatabase } from '../../database/notifications.ts';
import type { Logger } from '../../logger.ts';
import { loadSiteSettings, SITE_SETTING_CHANGED, type SiteSettings } from './settings.ts';

/** The operator's settings as they are now. The query runs on the asker's connection, which may be in a transaction. */
export type Site = { read(db: Queries): Promise<SiteSettings> };

/** Where nobody hears of changes, each look is a query. */
export const uncachedSite: Site = { read: loadSiteSettings };

/** However deaf the line became, what was read is not believed for longer. */
const KEPT_MS = 60_000;

/** Read once, and again after each change, whichever process or tool made it. */
export async function watchSite(databaseUrl: string, log: Logger) {
  let known: { readonly reading: Promise<SiteSettings>; readonly at: number } | undefined;
  const forget = () => {
    known = undefined;
  };
  const notifications = listenToDatabase({
    connectionString: databaseUrl,
    log,
    channels: { [SITE_SETTING_CHANGED]: forget },
    missed: forget,
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
  } satisfies Site & { close(): Promise<void> };
}
