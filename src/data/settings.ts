import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, type Settings } from '#contract/account/settings.ts';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from './live-store.ts';

/** Reads the settings. The conversations report a database that cannot be read. */
async function readSettings(): Promise<Settings> {
  const row = await readState('settings').catch(() => undefined);
  return { ...DEFAULT_SETTINGS, ...row };
}

/** One for the whole page: each bubble asks for them. */
const settings = createLiveStore(readSettings);

/** The account's settings; undefined until the database answered. */
export const useSettings = (): Settings | undefined => useSyncExternalStore(settings.subscribe, settings.now);

/** Returns one setting, or its default before the database answered; draws again only when that one changes. */
export const useSetting = <K extends keyof Settings>(key: K): Settings[K] =>
  useSyncExternalStore(settings.subscribe, () => (settings.now() ?? DEFAULT_SETTINGS)[key]);
