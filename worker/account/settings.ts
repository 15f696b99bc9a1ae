import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import type { Settings } from '#contract/account/settings.ts';
import { liveQuery } from '../db/reads/live-query.ts';
import type { AppDb } from '../db/schema.ts';

/** Reads the stored settings, with defaults for those that the user never changed. */
export async function readSettingsIn(app: AppDb): Promise<Settings> {
  const row = await app.state.get('settings');
  return row?.key === 'settings' ? { ...DEFAULT_SETTINGS, ...row } : DEFAULT_SETTINGS;
}

/**
 * Caches the settings in memory (`now`; the defaults until they are read), for code that runs once per message and must not read the
 * database. Calls back after the first read and after each change, until `stop`.
 */
export function watchSettings(app: AppDb, onChange: (settings: Settings) => void) {
  let now = DEFAULT_SETTINGS;
  const watching = liveQuery(() => readSettingsIn(app)).subscribe({
    next(settings) {
      now = settings;
      onChange(settings);
    },
    // A read failed for another reason than the storage, whose failures `liveQuery` retries: the last known settings stay valid.
    error() {},
  });
  return { now: (): Settings => now, stop: () => watching.unsubscribe() };
}
