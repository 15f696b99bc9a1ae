import { liveQuery } from 'dexie';
import { DEFAULT_SETTINGS, type Settings } from '#contract/account/settings.ts';
import type { AppDb } from '../db/schema.ts';

/** The settings as they are kept, or those of somebody who never changed one. */
export async function readSettings(app: AppDb): Promise<Settings> {
  const row = await app.state.get('settings');
  return row?.key === 'settings' ? { ...DEFAULT_SETTINGS, ...row } : DEFAULT_SETTINGS;
}

/** The settings at hand without asking the database, for what runs once for each message. */
export function watchSettings(app: AppDb, onChange: (settings: Settings) => void) {
  let now = DEFAULT_SETTINGS;
  const watching = liveQuery(() => readSettings(app)).subscribe({
    next(settings) {
      now = settings;
      onChange(settings);
    },
    // The database is closing under us: the last that was known stays true.
    error() {},
  });
  return { now: (): Settings => now, stop: () => watching.unsubscribe() };
}
